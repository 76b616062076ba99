"""The spoken sentences, their order, and their interruptions."""

from dataclasses import replace

import pytest
from at_table import People, playing
from example_views import EXAMPLES

from appliance.core.signals import SECOND
from appliance.display.telling import MOST_WAITING, Sentence, Teller, Worth, lines
from appliance.display.view import View
from appliance.display.view_of import shown
from appliance.drivers.speech import SpokenLines
from appliance.table.facts import facts_of
from appliance.words import words_of


def view_at(people: People) -> View:
    return shown(facts_of(people.table, people.now), words_of("en"))


def texts(said: tuple[Sentence, ...]) -> list[str]:
    return [line.text for line in said]


def test_the_same_picture_says_nothing_new() -> None:
    people = playing()
    now = view_at(people)
    assert lines(None, now)
    assert lines(now, now) == ()


def test_each_card_that_is_counted_is_said() -> None:
    people = playing()
    before = view_at(people)
    people.press(1)
    people.press(1)
    said = lines(before, view_at(people))
    assert texts(said) == ["Ben: tap for more, hold to lock, 2 cards"]
    assert said[0].buzzer == 1


def test_a_claim_is_said_to_all_and_who_may_doubt_is_told_together() -> None:
    people = playing()
    before = view_at(people)
    people.lay(1, 2)
    said = texts(lines(before, view_at(people)))
    assert any(line.startswith("Ben says 2 ") for line in said)
    assert "Ana, Cleo and Dov: doubt it?" in said


def test_who_presses_when_nothing_is_asked_hears_how_things_stand() -> None:
    people = playing(hands=(13, 12, 11, 10))
    people.wait(SECOND)
    before = view_at(people)
    people.press(3)
    said = lines(before, view_at(people))
    assert [line.buzzer for line in said] == [3]
    for number, name in ((13, "Ana"), (12, "Ben"), (11, "Cleo"), (10, "Dov")):
        assert f"{name} has {number} cards." in said[0].text


def test_nothing_is_said_before_it_is_told() -> None:
    """A verdict comes card by card, for ears too."""
    people = playing()
    people.lay(1, 1)
    people.press(2)
    people.wait(3 * SECOND)
    voice = SpokenLines()
    teller = Teller(voice, lambda _: None)
    teller.show(view_at(people), people.now)
    voice.lines.clear()
    people.show("K")
    teller.show(view_at(people), people.now)
    early = list(voice.lines)
    people.wait(3 * SECOND)
    teller.show(view_at(people), people.now)
    assert not any("lied" in line for line in early)
    assert any("lied" in line for line in voice.lines)


def test_news_breaks_off_what_matters_less_and_a_line_is_replaced_by_a_newer() -> None:
    people, voice, called = playing(), SpokenLines(slow=True), list[int]()
    teller = Teller(voice, called.append)
    teller.show(view_at(people), people.now)
    assert len(voice.lines) == 1
    voice.busy = False
    teller.show(view_at(people), people.now)  # now it says what Ben may do
    assert called == [1]
    people.press(1)
    teller.show(view_at(people), people.now)
    assert voice.hushed == 1
    assert voice.lines[-1].endswith("1 card")


def test_not_more_waits_than_can_be_said() -> None:
    voice = SpokenLines(slow=True)
    teller = Teller(voice, lambda _: None)
    for view in EXAMPLES.values():
        teller.show(view, 10 * SECOND)
    assert len(teller._waiting) <= MOST_WAITING
    assert len(voice.lines) < len(EXAMPLES)


def test_switched_off_it_says_nothing_and_on_again_it_says_all() -> None:
    people, voice = playing(), SpokenLines()
    teller = Teller(voice, lambda _: None, on=False)
    teller.show(view_at(people), people.now)
    assert not voice.lines
    teller.turn(on=True)
    teller.show(view_at(people), people.now)
    first = list(voice.lines)
    assert first
    teller.turn(on=False)
    people.press(1)
    teller.show(view_at(people), people.now)
    assert list(voice.lines) == first


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_screen_has_something_to_say(name: str) -> None:
    view = EXAMPLES[name]
    said = lines(None, replace(view, show=replace(view.show, told=True)))
    assert said
    assert all(line.text.strip() for line in said)
    assert max(line.worth for line in said) >= Worth.TABLE
