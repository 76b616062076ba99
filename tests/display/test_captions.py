"""What the host says is to be read on the line for notices, for as long as it takes, or not."""

from dataclasses import replace
from itertools import product

import pytest
from at_table import People, playing
from example_seats import AT, NAMES
from example_views import EXAMPLES
from recorder import drawn
from said import ENGLISH

from appliance.core.signals import LAMPS, MS, SECOND, DriverLost
from appliance.display.captions import A_LETTER, STAYS, Captions
from appliance.display.host.beats import VARIANTS, Beat, Occasion
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.telling import lines
from appliance.display.view import NoticeView, View
from appliance.display.view_of import shown
from appliance.table.facts import facts_of
from appliance.words import LANGUAGES, words_of
from bluffing.cards import Rank
from bluffing.message import AtSeat, Spoken, message

LONGEST: tuple[tuple[str, Spoken], ...] = (
    ("who", AtSeat(NAMES.index("Fatima"))), ("other", AtSeat(NAMES.index("Chidi"))), ("count", 12),
    ("ms", 48.8), ("percent", 100), ("rank", Rank.SEVEN),
)  # fmt: skip


def seen(captions: Captions, people: People) -> NoticeView:
    """The line for notices now."""
    facts = facts_of(people.table, people.now)
    return captions.view(facts, ENGLISH, people.now).notice


def speaking() -> tuple[Captions, People]:
    """The host has just said something of the first claim."""
    captions, people = Captions(), playing(3)
    seen(captions, people)
    people.lay(1, 1)
    assert seen(captions, people).by_host
    return captions, people


def test_a_caption_goes_once_it_was_read() -> None:
    captions, people = speaking()
    notice = seen(captions, people)
    assert notice.at == people.now
    people.wait(STAYS + A_LETTER * len(notice.text) - 10 * MS)
    assert seen(captions, people) == notice
    people.wait(20 * MS)
    assert not seen(captions, people).text


def test_a_notice_goes_before_the_host() -> None:
    captions, people = speaking()
    people.send(DriverLost(LAMPS, message("text", text="it is gone"), people.now))
    assert seen(captions, people).text == "it is gone"


def test_he_goes_home_when_nobody_wants_him() -> None:
    captions, people = speaking()
    captions.on = False
    assert not seen(captions, people).text
    people.wait(90 * SECOND)
    assert not seen(captions, people).text


def test_a_view_with_a_caption_is_the_same_view_as_long_as_it_stays() -> None:
    """So a window that shows it need not draw it again."""
    captions, people = speaking()
    facts = facts_of(people.table, people.now)
    first = captions.view(facts, ENGLISH, people.now)
    people.wait(100 * MS)
    assert captions.show(facts, shown(facts, ENGLISH), people.now) is first


def test_a_voice_leaves_his_lines_to_the_eyes() -> None:
    game = replace(EXAMPLES["game"], notice=NoticeView())
    said = lines(game, replace(game, notice=NoticeView("Psst!", AT, by_host=True)))
    assert not said


@pytest.mark.parametrize("language", LANGUAGES)
def test_his_longest_lines_are_not_cut(language: str) -> None:
    words = words_of(language).named(NAMES)
    every = [
        words.say(Occasion(beat, 0, LONGEST).line(variant + 1))
        for beat, variant in product(Beat, range(VARIANTS))
    ]
    for text in sorted(every, key=len)[-3:]:
        view = replace(EXAMPLES["host"], words=words, notice=NoticeView(text, AT, by_host=True))
        for layout, size in product(LAYOUTS, ((800, 480), (1280, 720), (720, 1280))):
            assert whole(view, layout, size), (text, layout, size)


def whole(view: View, layout: Layout, size: tuple[int, int]) -> bool:
    said = [one for one in drawn(view, 0, size, layout).texts if one.text == view.notice.text]
    return bool(said) and all(one.whole and one.inside for one in said)
