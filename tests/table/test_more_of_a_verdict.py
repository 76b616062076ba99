"""What a verdict shows on request: how likely the claim was, and the photo finish once more."""

from dataclasses import replace
from typing import Any

import pytest
from at_table import People, playing, seated
from said import ENGLISH
from test_guesses import asked, each_wagering

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import MS, SECOND, Chosen
from appliance.display.view import Screen, View, require
from appliance.display.view_of import view_of
from appliance.presses.gestures import Gesture, GestureKind
from appliance.presses.grammar import Grammar
from appliance.table.course import work_on
from appliance.table.elements import Extra
from appliance.table.facts import JudgedFacts, Role, facts_of
from appliance.table.parts import part_of
from appliance.table.stages import Judged, Revealing
from bluffing.actions import Doubt, Guess, Pick
from bluffing.message import message
from bluffing.probability import probability, public_cards


def judged(
    *ranks: str,
    others: tuple[int, ...] = (),
    behind: int = 20 * MS,
    told: bool = True,
    **options: int | str | bool,
) -> People:
    """Seat 3 doubts two aces of seat 1, and `others` so much later (ns); `ranks` lie there."""
    people = playing(4, "bicycle", None, **options)
    people.lay(1, 2)
    people.wait(SECOND)
    people.down(3)
    people.wait(behind)
    for seat in others:
        people.down(seat)
    people.wait(60 * MS)
    for seat in (3, *others):
        people.up(seat)
    people.wait_for(lambda table: isinstance(table.inner, Revealing), 8 * SECOND)
    people.show(*(ranks or ("Q", "Q")))
    assert people.at(Judged)
    people.wait(3 * SECOND if told else 100 * MS)
    return people


def seen(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def extra(people: People) -> Extra | None:
    return people.table.at(Judged).extra


def test_a_tap_of_anybody_asks_for_one_thing_after_the_other() -> None:
    people = judged(others=(0,))
    plain = seen(people)
    assert require(plain.verdict).hint == "Wrong? Hold 2.5 s. Tap: how likely?"
    people.press(0)
    likely = seen(people)
    assert likely.detail == ("From what everyone knew: a chance of 25.7 % that Ben had 2 aces")
    assert (likely.headline, require(likely.verdict).word, likely.box.cards) == (
        plain.headline, require(plain.verdict).word, plain.box.cards,
    )  # fmt: skip
    people.press(2)
    finish = seen(people)
    assert finish.screen is Screen.DOUBT
    assert finish.headline == "Photo finish"
    assert finish.detail == "First by 20.0 ms. Times are exact to 1 ms. Tap: the verdict"
    assert [(place.seat, place.behind_us) for place in finish.finish.places] == [
        (3, 0),
        (0, 20_000),
    ]
    assert finish.show.began is None, "it is not run again"
    assert require(finish.verdict).word == ""
    people.press(1)
    again = seen(people)
    assert (
        again.screen,
        again.headline,
        again.detail,
        require(again.verdict).hint,
        require(again.verdict).word,
    ) == (
        plain.screen,
        plain.headline,
        plain.detail,
        require(plain.verdict).hint,
        require(plain.verdict).word,
    )
    people.press(0)
    people.hold(1)  # the loser picks the cards up whatever is shown
    assert not people.at(Judged)


def test_a_tie_says_its_rule_again() -> None:
    people = judged(others=(0,), behind=8 * MS)
    people.press(2)
    people.press(2)
    assert seen(people).detail.startswith("A tie within 10 ms: ")


def test_the_press_that_ends_the_show_asks_for_nothing() -> None:
    people = judged(told=False)
    assert not people.table.at(Judged).told
    people.press(0)
    assert people.table.at(Judged).told
    assert extra(people) is None
    people.press(0)
    assert extra(people) is Extra.CHANCE
    assert PlaySound(Sound.TICK) in people.effects


def test_no_card_that_was_turned_up_for_it_is_in_it() -> None:
    said = set()
    for ranks in (("A", "A"), ("Q", "Q"), ("A", "K", "K")):
        people = judged(*ranks)
        people.press(0)
        said.add(seen(people).detail)
    assert len(said) == 1


def test_it_is_counted_when_somebody_asks_and_of_the_whole_game() -> None:
    people = seated()
    people.hold(0)
    for seat, doubter in ((1, 2), (2, 0)):
        people.lay(seat, 2)
        people.wait(SECOND)
        people.press(doubter)
        people.wait_for(lambda table: isinstance(table.inner, Revealing), 8 * SECOND)
        people.show("Q", "Q")
        people.wait(3 * SECOND)
        facts = facts_of(people.table, people.now)
        assert isinstance(facts.about, JudgedFacts)
        assert facts.about.chance is None
        people.press(doubter)
        facts, match = (
            facts_of(people.table, people.now),
            people.table.at(Judged).ruling.turns.match,
        )
        assert isinstance(facts.about, JudgedFacts)
        game: Any = people.table.ruleset
        assert match.setup is not None
        public = public_cards(game, game.start(match.setup, {}), match.actions)
        assert facts.about.chance == probability(game, match.game, public)
        people.hold(seat)
    assert sum(public.known.values()) == 2, "the two queens that seat 1 took back"


def test_a_verdict_that_is_disputed_shows_no_more() -> None:
    people = judged()
    people.press(0, 2600 * MS)
    assert people.disputed()
    assert "Tap" not in require(seen(people).verdict).hint
    people.press(0)
    assert extra(people) is None


@pytest.mark.parametrize("grammar", [Grammar.TAPS, Grammar.SCAN])
def test_who_steps_through_the_choices_finds_it_among_them(grammar: Grammar) -> None:
    people = judged(others=(0,))
    steps = replace(people.table.settings, grammars=(grammar.value,) * 4)
    people.table = replace(people.table, settings=steps)
    for code in ("way.chance", "way.photo-finish", "way.verdict"):
        people.wait(100 * MS)
        ways = people.table.stepping[2].ways
        [way] = [way for way in ways if way.makes == (GestureKind.TAP,)]
        assert way.label == message(code)
        tell = part_of(people.table.stage).gesture
        work = work_on(people.table, people.now)
        tell(work, Gesture(GestureKind.TAP, 2, people.now, people.now))
        people.table = work.table
    assert extra(people) is None


@each_wagering
def test_the_answer_to_a_question_has_no_chance_that_could_be_counted(name: str) -> None:
    people = asked(name)
    for action in (Guess(1, 40, 10), Pick(1, 3), Doubt(3)):
        people.send(Chosen(action, people.now))
        people.wait(60 * MS)
    people.wait_for(lambda table: isinstance(table.inner, Judged), 8 * SECOND)
    people.wait(3 * SECOND)
    assert require(seen(people).verdict).hint == "Wrong? Anybody: hold 2.5 s"
    before = people.table.inner
    people.press(0)
    assert people.table.inner == before


def test_forfeits_are_told_beside_the_cards_or_instead_of_them() -> None:
    beside = seen(judged(forfeit="newest"))
    assert beside.detail is not None
    assert beside.detail.startswith("Ben takes all 2 cards and owes 2 forfeits; ")
    people = judged(forfeit="pile", loser_takes="none")
    instead = seen(people)
    assert instead.detail is not None
    assert instead.detail.startswith("Ben owes 2 forfeits; ")
    assert people.game.removed == 2
    assert [seat.role for seat in (beside.seats[1], instead.seats[1])] == [Role.TAKER, Role.LOSES]
    people.hold(1)
    assert not people.at(Judged), "the seat that owes goes on"
