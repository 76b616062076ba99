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
from appliance.display.captions import (
    A_LETTER,
    CURTAIN_AFTER,
    STAYS,
    WAITS_AFTER,
    Captions,
)
from appliance.display.cast.faces import Mood
from appliance.display.cast.feelings import mood_of
from appliance.display.host.beats import VARIANTS, Beat, Occasion
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.telling import lines
from appliance.display.view import NoticeView, View
from appliance.display.view_of import shown
from appliance.table.facts import facts_of
from appliance.words import LANGUAGES, words_of
from bluffing.cards import Rank
from bluffing.events import Took
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


def test_a_turn_without_a_press_makes_a_puppet_look_at_its_watch_and_all_sleep_at_last() -> None:
    captions, people = Captions(), playing(3)

    def view() -> View:
        return captions.view(facts_of(people.table, people.now), ENGLISH, people.now)

    first = view()
    assert Mood.WAITING not in moods(first)
    people.wait(WAITS_AFTER)
    waits = view()
    assert [mood for mood in moods(waits) if mood is Mood.WAITING] == [Mood.WAITING]
    people.wait(SECOND)
    assert view() is waits, "a table at rest draws nothing"
    people.wait(CURTAIN_AFTER)
    asleep = view()
    assert set(moods(asleep)) == {Mood.ASLEEP}
    assert [seat.prompt for seat in asleep.seats] == [seat.prompt for seat in first.seats]
    people.wait(SECOND)
    assert view() is asleep
    people.press(1)
    assert view().idle is None


def test_the_curtain_tells_the_best_of_the_game() -> None:
    captions, people = Captions(), playing(3)
    match = replace(people.table.match, tale=(Took(2, 31),))
    people.put(replace(people.table.turns, match=match))
    captions.view(facts_of(people.table, people.now), ENGLISH, people.now)
    people.wait(CURTAIN_AFTER + SECOND)
    idle = captions.view(facts_of(people.table, people.now), ENGLISH, people.now).idle
    assert idle is not None
    assert idle.moments == ("The largest pile was 31 cards, and Cleo took it.",)


def moods(view: View) -> list[Mood | None]:
    return [mood_of(view, seat) for seat in view.seats]


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
    said = [text for text in drawn(view, 0, size, layout).texts if text.text == view.notice.text]
    return bool(said) and all(text.whole and text.inside for text in said)
