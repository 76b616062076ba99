"""Passes, rings, Force and shown hands, as buttons make them.

Each test asks for a game that has the thing, whichever that is.
"""

from dataclasses import replace

import pytest
from at_table import People, playing
from by_button import label, say, stands

from appliance.core.effects import ReadCards
from appliance.core.signals import MS, SECOND, EdgesLost
from appliance.presses.grammar import AGAIN_WITHIN, REPEATS_FOR, Grammar
from appliance.table import voiding
from appliance.table.facts import Prompt, facts_of
from appliance.table.stages import Doubting, Revealing, Turns
from appliance.table.windows import FORCE_AFTER, SETTLES, TAKE_BACK, first
from bluffing.actions import Doubt, Force, Pass, Play, Show
from bluffing.cards import Rank
from bluffing.game import Claim, Phase
from bluffing.rulesets import RULESETS

RACING = [
    name
    for name, game in RULESETS.items()
    if game.races and "idi_passes_to_end" in {option.key for option in game.options}
]
"""Games in which anyone may doubt, and the seat on turn may pass."""
FORCING = [name for name in RACING if "force" in {o.key for o in RULESETS[name].options}]

each_racing = pytest.mark.parametrize("name", RACING)
each_forcing = pytest.mark.parametrize("name", FORCING)


def led(name: str, rank: Rank = Rank.SEVEN, **options: int | str | bool) -> People:
    """Four players with five cards each; seat 1 has led one card of `rank`."""
    people = playing(4, name, (5, 5, 5, 5), **options)
    say(people, Play(1, 1, rank))
    assert people.game.claim == Claim(1, 1, rank)
    return people


# --- rings -----------------------------------------------------------------------------------


@each_racing
def test_the_leader_counts_and_then_names_a_rank_from_the_one_announced_last(name: str) -> None:
    people = led(name, Rank.SEVEN)
    people.wait(6 * SECOND)
    for seat in (2, 3, 0):
        say(people, Pass(seat))
    if people.game.turn == 1 and people.game.required is not None:
        say(people, Pass(1))
    assert people.game.removed == 1
    leader = people.game.turn
    people.wait(TAKE_BACK + SETTLES)
    people.press(leader)
    people.hold(leader)
    assert label(people, leader) == "7"
    people.press(leader)
    people.hold(leader)
    people.wait(60 * MS)
    assert people.game.claim == Claim(leader, 1, Rank.EIGHT)


@each_racing
def test_a_hold_without_cards_opens_a_ring_and_back_leaves_it(name: str) -> None:
    people = led(name)
    people.wait(6 * SECOND)
    people.hold(2)
    assert label(people, 2) == "PASS"
    people.press(2)
    assert label(people, 2) == "DOUBT"
    people.press(2)
    assert label(people, 2) == "BACK"
    people.hold(2)
    assert label(people, 2) is None
    assert people.game.turn == 2
    say(people, Doubt(2))
    assert people.game.doubter == 2
    assert people.at(Doubting)


# --- passes -----------------------------------------------------------------------------------


@each_racing
def test_a_pass_leaves_the_doubt_window_and_no_press_of_it_is_a_doubt(name: str) -> None:
    people = led(name)
    before = people.table.turns
    say(people, Pass(2))
    people.wait(3 * SECOND)
    assert (people.game.doubter, people.game.turn) == (None, 3)
    now = people.table.turns
    assert (now.opened_at, now.closes_at) == (before.opened_at, before.closes_at)
    people.press(2)
    assert people.game.doubter == 2, "who has passed may doubt all the same"


@each_racing
def test_a_pass_is_taken_back_by_a_tap_of_the_same_seat(name: str) -> None:
    people = led(name)
    say(people, Pass(2))
    people.press(2)
    assert (people.game.doubter, people.game.turn) == (None, 2)
    people.wait(SETTLES)
    say(people, Pass(2))
    people.wait(TAKE_BACK)
    assert people.game.turn == 3


@each_racing
def test_a_doubt_pressed_before_a_pass_comes_before_it(name: str) -> None:
    people = led(name)
    people.wait(6 * SECOND)
    people.hold(2)  # the ring is at PASS
    people.down(2)
    people.wait(700 * MS)
    committed = people.now
    people.wait(20 * MS)
    people.down(3, at=committed - 5 * MS)
    people.wait(200 * MS)
    assert people.game.doubter == 3
    assert people.game.turn == 2, "the pass was not made"


@each_racing
def test_a_doubt_pressed_after_a_pass_comes_after_it(name: str) -> None:
    people = led(name)
    people.wait(6 * SECOND)
    people.hold(2)
    people.down(2)
    people.wait(700 * MS)
    committed = people.now
    people.wait(5 * MS)
    people.down(0, at=committed + 1)
    people.wait(200 * MS)
    assert (people.game.doubter, people.game.turn) == (0, 3)


@each_racing
def test_after_a_pass_a_press_of_the_next_seat_is_a_doubt_until_hands_rest(name: str) -> None:
    people = led(name)
    say(people, Pass(2))
    people.press(3)
    assert (people.game.doubter, people.at(Doubting)) == (3, True)
    people = led(name)
    say(people, Pass(2))
    people.wait(SETTLES)
    people.press(3)
    assert (people.game.doubter, people.counted) == (None, 1)


@each_racing
@pytest.mark.untraced
def test_who_laid_the_newest_card_and_is_on_turn_again_adds_or_passes(name: str) -> None:
    people = led(name, idi_passes_to_end="n")
    for seat in (2, 3, 0):
        say(people, Pass(seat))
    if people.game.turn != 1 or people.game.required is None:
        pytest.skip("the leader leads anew as soon as the others have passed")
    people.press(3)
    assert people.game.doubter == 3, "his card can be doubted still"
    people = led(name, idi_passes_to_end="n")
    for seat in (2, 3, 0):
        say(people, Pass(seat))
    say(people, Play(1, 1, Rank.SEVEN))
    assert people.game.heaps[1] == 2
    people.press(1)
    assert people.game.heaps[1] == 1, "taken back"


# --- Force --------------------------------------------------------------------------------------


@each_forcing
def test_a_slap_that_is_let_go_doubts(name: str) -> None:
    people = led(name, force=True)
    people.wait(SECOND)
    people.down(3)
    people.wait(300 * MS)
    assert (first(people.table), people.game.doubter) == (3, None)
    people.up(3)
    people.wait(100 * MS)
    assert stands(people) == (3, Phase.REVEAL)


@each_forcing
def test_a_slap_that_is_held_forces(name: str) -> None:
    people = led(name, force=True)
    people.wait(SECOND)
    people.down(3)
    people.wait(FORCE_AFTER + 100 * MS)
    assert stands(people) == (3, Phase.PRODUCE)
    assert people.at(Doubting)


@each_forcing
def test_the_first_slap_decides_who_whatever_it_becomes(name: str) -> None:
    people = led(name, force=True)
    people.wait(SECOND)
    people.down(3)
    people.wait(20 * MS)
    people.down(0)
    people.wait(500 * MS)
    people.up(3)
    people.wait(600 * MS)
    assert stands(people) == (3, Phase.REVEAL)
    assert people.finish is not None
    assert [place.buzzer for place in people.finish.places] == [3, 0]


@each_forcing
def test_a_release_that_arrives_late_is_judged_by_its_own_time(name: str) -> None:
    people = led(name, force=True)
    people.wait(SECOND)
    people.down(3)
    pressed = people.now
    people.wait(FORCE_AFTER + 20 * MS)
    people.up(3, at=pressed + FORCE_AFTER - 1)
    people.wait(200 * MS)
    assert people.game.phase is Phase.REVEAL


@each_forcing
def test_where_a_release_may_be_lost_a_slap_is_neither_doubt_nor_force(name: str) -> None:
    people = led(name, force=True)
    people.wait(SECOND)
    people.down(3)
    people.wait(600 * MS)
    people.send(EdgesLost(people.now - 60 * MS, people.now))
    assert people.table.notice == voiding.AGAIN
    people.wait(FORCE_AFTER)
    assert stands(people) == (None, Phase.OPEN)
    people.up(3, at=people.now - 300 * MS)
    people.wait(100 * MS)
    people.press(0)
    people.wait(200 * MS)
    assert stands(people) == (0, Phase.REVEAL)


@each_forcing
def test_what_is_lost_after_the_release_changes_nothing_of_the_slap(name: str) -> None:
    people = led(name, force=True)
    people.wait(SECOND)
    people.press(3, 300 * MS)
    people.send(EdgesLost(people.now - 10 * MS, people.now))
    people.wait(100 * MS)
    assert stands(people) == (3, Phase.REVEAL)


def slapped_by_who_cannot_hold(name: str) -> tuple[People, int]:
    """Seat 3, which scans its choices, has slapped just now; and when that was (ns)."""
    people = led(name, force=True)
    settings = replace(people.table.settings, grammars=(Grammar.SCAN.value,) * 4)
    people.table = replace(people.table, settings=settings)
    people.wait(SECOND)
    onset = people.now
    people.press(3)
    return people, onset


def prompt(people: People, at: int) -> Prompt | None:
    """Return what seat 3 is asked at `at` (ns)."""
    people.wait(at - people.now)
    return facts_of(people.table, people.now).seats[3].prompt


@each_forcing
def test_who_cannot_hold_forces_by_a_second_press_when_that_is_asked(name: str) -> None:
    people, onset = slapped_by_who_cannot_hold(name)
    assert prompt(people, onset + REPEATS_FOR) is Prompt.PRESS_AGAIN
    people.now += 1  # a finger comes after the picture
    people.press(3)
    people.wait(100 * MS)
    assert stands(people) == (3, Phase.PRODUCE)


@each_forcing
def test_a_slap_of_hands_that_shake_is_a_doubt(name: str) -> None:
    people, onset = slapped_by_who_cannot_hold(name)
    assert prompt(people, onset + REPEATS_FOR - 150 * MS) is None
    people.press(3)
    assert prompt(people, onset + AGAIN_WITHIN - 1) is Prompt.PRESS_AGAIN
    assert prompt(people, onset + AGAIN_WITHIN) is not Prompt.PRESS_AGAIN
    people.now += 1
    people.press(3)
    people.wait(100 * MS)
    assert stands(people) == (3, Phase.REVEAL), "what is asked no more counts no more"


@each_forcing
def test_nobody_is_forced_who_has_no_cards(name: str) -> None:
    people = playing(ruleset=name, hands=(5, 2, 5, 5), force=True)
    say(people, Play(1, 1, Rank.SEVEN))
    for seat in (2, 3, 0):
        say(people, Play(seat, 1, Rank.SEVEN))
    people.wait(4 * SECOND)
    say(people, Play(1, 1, Rank.SEVEN))
    assert stands(people) == (None, Phase.LAST_CARDS)
    people.wait(SECOND)
    people.down(3)
    people.wait(100 * MS)
    assert stands(people) == (3, Phase.REVEAL), "it need not be seen how long it lasts"


@each_forcing
def test_the_seat_on_turn_forces_by_its_ring(name: str) -> None:
    people = led(name, force=True)
    people.wait(6 * SECOND)
    say(people, Force(2))
    assert stands(people) == (2, Phase.PRODUCE)


# --- cards shown ------------------------------------------------------------------------------


def one_card_left(name: str, **options: int | str | bool) -> People:
    """Seat 2 is on turn with one card, after a seven of seat 1."""
    people = playing(4, name, (5, 5, 1, 5), **options)
    say(people, Play(1, 1, Rank.SEVEN))
    people.wait(6 * SECOND)
    return people


@each_racing
def test_a_hand_that_is_shown_is_read_before_the_rules_hear_of_it(name: str) -> None:
    people = one_card_left(name)
    say(people, Show(2, ()))
    people.wait(TAKE_BACK + 100 * MS)
    assert people.at(Revealing)
    assert any(isinstance(effect, ReadCards) and effect.expect == 1 for effect in people.effects)
    people.show("8")
    assert people.at(Turns)
    assert people.game.turn == 2, "a wrong card does not win: it is his turn still"
    say(people, Show(2, ()))
    people.wait(TAKE_BACK + 100 * MS)
    people.show("7")
    assert people.game.out == (2,)


@each_racing
def test_showing_is_dropped_by_a_tap_before_the_card_is_turned(name: str) -> None:
    people = one_card_left(name)
    say(people, Show(2, ()))
    people.press(2)
    people.wait(3 * SECOND)
    assert people.at(Turns), "and so nobody shows a hand"


@each_racing
def test_a_last_card_that_must_be_shown_is_turned_up_without_a_doubt(name: str) -> None:
    people = one_card_left(name, idi_last_card="must_show")
    say(people, Play(2, 1, Rank.SEVEN))
    assert people.at(Turns), "it can be taken back before it is turned up"
    people.wait(TAKE_BACK + 100 * MS)
    assert people.at(Revealing)
    assert people.game.doubter is None
    people.show("7")
    assert people.game.out == (2,)
