"""The clock of a guess, by house option: a warning, the time once more, and what follows."""

import pytest
from at_table import People, playing, wager_ruleset
from said import ENGLISH, noticed

from appliance.core.effects import DrawQuestion, PlaySound, Sound
from appliance.core.question import Kind, Question
from appliance.core.signals import MS, SECOND, Chosen, QuestionDrawn, Wish, Wished
from appliance.display.view_of import view_of
from appliance.table.facts import facts_of, facts_until
from appliance.table.stages import Doubting
from bluffing.actions import Guess, Pick
from bluffing.game import Phase

FACT = Question("test", "land", Kind.FACT, "How much of it is land?", 29.2, "an atlas", "2020")


def asked(**options: int | str) -> People:
    """Three people; seat 1 has got a question, and has 30 s for a guess."""
    people = playing(3, wager_ruleset(), None, **{"guess_seconds": 30, **options})
    people.wait(100 * MS)
    people.hold(1)
    drawn = [effect for effect in people.effects if isinstance(effect, DrawQuestion)]
    people.send(QuestionDrawn(drawn[-1].request, FACT, people.now))
    return people


def guessed() -> People:
    """Seat 1 says 40 for 20 points, and picks seat 2, who is to raise or doubt."""
    people = asked()
    for action in (Guess(1, 40, 20), Pick(1, 2)):
        people.send(Chosen(action, people.now))
        people.wait(1500 * MS)
    assert people.game.turn == 2
    return people


def how(people: People) -> str:
    return str(view_of(people.table, people.now, ENGLISH).detail)


@pytest.mark.rule("D19", "guess_seconds")
def test_a_starter_without_a_guess_passes_the_start_and_nobody_loses() -> None:
    people = asked()
    before = people.game.points
    people.wait(29 * SECOND)
    assert people.game.turn == 1
    people.wait(2 * SECOND)
    assert (people.game.turn, people.game.points) == (2, before)
    assert people.table.match.question == FACT
    assert noticed(people.table) == "time is up"
    people.wait(31 * SECOND)
    assert people.game.turn == 0


@pytest.mark.rule("D19", "guess_seconds")
def test_a_new_player_who_is_late_doubts() -> None:
    people = guessed()
    people.wait(26 * SECOND)
    assert people.game.phase is Phase.READY
    people.wait(4 * SECOND)
    assert people.at(Doubting)
    assert people.game.doubter == 2
    assert noticed(people.table) == "time is up"


def test_a_pick_has_no_clock() -> None:
    people = asked()
    people.send(Chosen(Guess(1, 40, 20), people.now))
    people.wait(200 * SECOND)
    assert people.game.turn == 1


def test_the_screen_warns_and_one_press_gives_the_time_again_once() -> None:
    people = asked()
    people.wait(19 * SECOND)
    assert "running out" not in how(people)
    people.wait(2 * SECOND)
    assert how(people) == "Time is running out: one press of Ben gives it again"
    assert PlaySound(Sound.NOTICE, people.table.buzzers[1]) in people.effects
    people.press(0)
    assert "running out" in how(people), "another player's press gives no time"
    people.press(1)
    assert "running out" not in how(people)
    people.wait(25 * SECOND)
    assert how(people) == "Time is running out"
    people.press(1)
    people.wait(6 * SECOND)
    assert people.game.turn == 2


def test_a_press_before_the_warning_gives_no_time() -> None:
    people = asked()
    people.wait(10 * SECOND)
    people.press(1)
    people.wait(21 * SECOND)
    assert people.game.turn == 2


def test_a_hold_that_began_in_time_still_counts() -> None:
    people = asked()
    people.hold(1)
    people.hold(1)
    ends = facts_of(people.table, people.now).limit
    assert ends is not None
    people.wait(ends[1] - people.now - 100 * MS)
    people.hold(1)  # the last choice of the guess
    people.wait(SECOND)
    assert people.game.turn == 1
    assert people.happened == (Guess(1, 0, 1),)


def test_a_pause_stops_the_clock() -> None:
    people = asked()
    people.wait(20 * SECOND)
    people.send(Wished(Wish.PAUSE, people.now))
    assert facts_of(people.table, people.now).limit is None
    people.wait(100 * SECOND)
    people.send(Wished(Wish.GO_ON, people.now))
    people.wait(25 * SECOND)
    assert people.game.turn == 1


def test_facts_say_how_long_they_hold() -> None:
    people = asked()
    for _ in range(40):
        until = facts_until(people.table, people.now)
        if until - people.now < 900 * MS:
            people.wait(max(MS, until - people.now))
            continue
        before = facts_of(people.table, people.now)
        people.wait(800 * MS)
        assert facts_of(people.table, people.now) == before


def test_without_the_option_no_time_runs() -> None:
    people = asked(guess_seconds="off")
    assert facts_of(people.table, people.now).limit is None
    people.wait(600 * SECOND)
    assert people.game.turn == 1
