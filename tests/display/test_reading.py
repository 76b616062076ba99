"""What screens say is read: no code, no value left out, no other language, nothing covered."""

import gettext
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from unittest import mock

import pytest
from extent import ALL
from moments import of_gallery, of_question, of_random_games
from reading import Page, Reader, covered, faults, in_text

from appliance.display import cardart, panel
from appliance.display.layout import LAYOUTS, Slot
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT
from appliance.display.view import Screen, View
from appliance.display.widgets import Easel
from appliance.questions.pack import FIRST_EVENINGS, contents
from appliance.table.facts import SeatFacts
from appliance.words import LANGUAGES, Words, words_of
from bluffing.message import Message
from bluffing.rulesets import RULESETS
from bluffing.words import Catalogue
from lab.gallery.moments import Moment

pytestmark = pytest.mark.untraced


def read(moments: Sequence[Moment], languages: int, looks: bool = True) -> dict[str, list[str]]:
    """The faults of moments, each in several languages by turns.

    All are read in English, with which the others are compared. Where an eye `looks` half of them
    are drawn with all their shapes.
    """
    readers = {language: Reader(blind=True) for language in LANGUAGES}
    eye, wrong = Reader(), dict[str, list[str]]()
    for turn, moment in enumerate(moments):
        layout = LAYOUTS[turn % len(LAYOUTS)]
        english = readers["en"].read(moment.view(words_of("en")), moment.at, layout)
        for more in range(languages):
            language = LANGUAGES[(turn + more) % len(LANGUAGES)]
            view = moment.view(words_of(language))
            drawn = looks and more == 0 and (ALL or turn % 2 == 0)
            reader = eye if drawn else readers[language]
            page = reader.read(view, moment.at, layout)
            found = list(faults(page, english if language != "en" else None))
            if drawn:
                found += covered(page)
            for fault in found:
                wrong.setdefault(fault, []).append(f"{moment.name} {language} {layout}")
    return wrong


@pytest.mark.parametrize("name", RULESETS)
def test_every_moment_of_random_games_can_be_read(name: str) -> None:
    assert not read(of_random_games(name), len(LANGUAGES))


def test_every_moment_of_the_gallery_can_be_read_in_every_language() -> None:
    assert not read(of_gallery(), len(LANGUAGES), looks=ALL)


@pytest.mark.parametrize("language", FIRST_EVENINGS)
def test_each_question_of_a_first_evening_and_its_answer_have_room(language: str) -> None:
    entries = contents(language).entries[:: 1 if ALL else 6]
    words, wrong = words_of(language), list[str]()
    for moment in (text for entry in entries for text in of_question(entry.question)):
        for layout in LAYOUTS:
            reader = Reader(blind=True)
            page = reader.read(moment.view(words), moment.at, layout, (1280, 720))
            wrong += [f"{moment.name}: {fault}" for fault in (*faults(page), *reader.kit.unfit)]
    assert not wrong


# --- faults that are put back --------------------------------------------------------------------


def first(name: str, suits: Callable[[View], bool]) -> Moment:
    """The first moment of a game at random that suits."""
    return next(game for game in of_random_games(name) if suits(game.view(words_of("en"))))


def wagers(view: View) -> bool:
    """Return True if a player chooses a wager, and has more than one to choose from."""
    label = view.ring[1].labels[0] if view.ring else ""
    return isinstance(label, Message) and label.code.startswith("move.wager-")


def counts(view: View) -> bool:
    return any(seat.counted for seat in view.seats)


def claims(view: View) -> bool:
    return view.screen is Screen.GAME and view.play.claim is not None


def page_of(moment: Moment, language: str, *, blind: bool = True) -> Page:
    """A moment in words of its own: no sentence of them is kept from before, or for later."""
    view = moment.view(Words(copy(words_of(language).catalogue), language))
    return Reader(blind=blind).read(view, moment.at)


def plainly(words: Words, what: Message) -> str:
    """A sentence from before sentences without plurals had a form for a number."""
    n = dict(what.values).get("n", dict(what.values).get("wager"))
    text = words.catalogue.gettext(what.code)
    if isinstance(n, int) and what.code.startswith("move.wager-"):
        text = gettext.NullTranslations().ngettext(what.code, what.code, n)
    return text.format(**{name: words._spoken(value) for name, value in what.values})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_of_a_wager_is_seen(language: str) -> None:
    moment = first("doubt_it", wagers)
    assert not list(faults(page_of(moment, language)))
    with mock.patch.object(Words, "say", plainly):
        found = list(faults(page_of(moment, language)))
    assert any(text.startswith("code: 'MOVE.WAGER-") for text in found)
    assert any(text.startswith("move.wager-min lacks") for text in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_is_missing_is_seen(language: str) -> None:
    moment, has = first("bicycle", claims), Catalogue.gettext

    def lost(catalogue: Catalogue, code: str) -> str:
        return code if code == "turn.next" else has(catalogue, code)

    with mock.patch.object(Catalogue, "gettext", lost):
        assert "nothing to say" in list(faults(page_of(moment, language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_that_is_not_filled_in_is_seen(language: str) -> None:
    moment, say = first("bicycle", claims), Words.say

    def left(words: Words, what: Message) -> str:
        return words.catalogue.gettext(what.code) if what.values else say(words, what)

    with mock.patch.object(Words, "say", left):
        assert any(fault.startswith("unfilled: ") for fault in faults(page_of(moment, language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_a_seat_for_its_name_is_seen(language: str) -> None:
    moment = first("bicycle", claims)
    with mock.patch.object(Words, "named", lambda words, names: replace(words, names=names[:1])):
        page = page_of(moment, language)
    assert any(seat.startswith("seat for a name: ") for seat in seats_in(page))


def seats_in(page: Page) -> Iterator[str]:
    return (fault for text in page.all for fault in in_text(text, page.view))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_sentence_that_is_still_english_is_seen(language: str) -> None:
    moment, has = first("bicycle", claims), Catalogue.gettext

    def left(catalogue: Catalogue, code: str) -> str:
        return "NEXT" if code == "turn.next" else has(catalogue, code)

    beside = page_of(moment, "en")
    with mock.patch.object(Catalogue, "gettext", left):
        page = page_of(moment, language)
    assert list(faults(page, beside)) == ["English: ['NEXT'] in 'NEXT'"]


@contextmanager
def swapped() -> Iterator[None]:
    """Swap the names of the first two seats."""
    still = panel.seat_still

    def wrong(easel: Easel, slot: Slot, seat: SeatFacts) -> None:
        other = easel.view.seats[1 - seat.seat].name if seat.seat < 2 else seat.name
        still(easel, slot, replace(seat, name=other))

    with mock.patch.object(panel, "seat_still", wrong):
        yield


def test_names_that_are_swapped_are_seen() -> None:
    moment = first("bicycle", claims)
    with swapped():
        found = list(faults(page_of(moment, "de")))
    assert found == ["seat 0 lacks 'Ana'", "seat 1 lacks 'Ben'"]


@pytest.mark.parametrize("part", ["_hand", "_counted"])
def test_a_number_that_is_left_out_is_seen(part: str) -> None:
    moment = first("bicycle", counts)
    with mock.patch.object(panel, part):
        assert any(" lacks " in fault for fault in faults(page_of(moment, "fr")))


def test_a_count_behind_a_card_is_seen() -> None:
    def behind(pen: Pen, rect: pygame.Rect, count: int) -> None:
        pen.words(str(count), rect, 52, DOUBT)
        cardart.row(pen, rect, [cardart.back(pen, rect.height * 0.9)] * count)

    moment = first("bicycle", counts)
    assert not list(covered(page_of(moment, "pt", blind=False)))
    with mock.patch.object(panel, "_counted", behind):
        assert any(" covered: " in text for text in covered(page_of(moment, "pt", blind=False)))
