"""Slaps in a doubt window: whose is the doubt, and what is none, as buttons make them."""

import pytest
from at_table import People, claimed, playing
from hypothesis import given
from hypothesis import strategies as st
from said import noticed

from appliance.core.effects import PlaySound, Rhythm, Sound
from appliance.core.signals import MS, SECOND, Resumed
from appliance.table.facts import Prompt, facts_of
from appliance.table.parts import rhythms
from appliance.table.stages import Doubting
from appliance.table.windows import SETTLES
from bluffing.cards import Rank
from bluffing.game import Claim
from bluffing.rulesets import RULESETS

RACES = [name for name, game in RULESETS.items() if game.races and 4 in game.seats]


def test_a_press_in_the_window_is_a_doubt_of_the_next_player_too() -> None:
    people = playing()
    people.lay(1, 1)
    people.press(2)
    assert people.game.doubter == 2
    assert people.at(Doubting)


@pytest.mark.rule("X6")
def test_the_claimant_cannot_doubt_himself() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(2 * SECOND)
    people.press(1)
    assert people.game.doubter is None


def test_a_doubt_of_the_next_player_just_after_the_window_is_none_too_late() -> None:
    for late in (10 * MS, SETTLES - 10 * MS):
        people = playing()
        people.lay(1, 1)
        closes_at = people.table.turns.closes_at
        assert closes_at is not None
        people.wait(closes_at + late - people.now)
        people.press(2)
        assert (people.game.doubter, people.counted) == (2, 0)


def test_when_hands_have_come_to_rest_the_next_players_presses_are_cards() -> None:
    people = playing()
    people.lay(1, 1)
    closes_at = people.table.turns.closes_at
    assert closes_at == people.table.turns.opened_at + 5000 * MS
    people.wait(closes_at + SETTLES - people.now + 10 * MS)
    people.press(2)
    assert people.counted == 1
    people.hold(2)
    people.wait(60 * MS)
    assert people.game.claim == Claim(2, 1, Rank.TWO)


@pytest.mark.parametrize("ruleset", RACES)
@pytest.mark.untraced
def test_what_a_prompt_invites_counts_from_its_first_frame(ruleset: str) -> None:
    """Round the end of the doubt window: a press means what the screen showed when it began."""
    shown = set()
    for offset in range(-60, 1100, 20):
        people = claimed(ruleset)
        closes_at = people.table.turns.closes_at
        assert closes_at is not None
        people.wait(closes_at + offset * MS - people.now)
        prompt = facts_of(people.table, people.now).seats[2].prompt
        shown.add(prompt)
        people.effects.clear()
        people.now += 1  # a finger comes after the picture
        people.press(2)
        people.wait(100 * MS)
        turns = people.table.open_turns
        sounds = {effect.sound for effect in people.effects if isinstance(effect, PlaySound)}
        if prompt in (None, Prompt.SLAP, Prompt.SLAP_OR_HOLD):  # None: hands come to rest
            assert people.game.doubter == 2, offset
            assert Sound.SLAP in sounds
            continue
        assert turns is not None, f"{offset}: a doubt, where the screen said {prompt}"
        moved = turns.entry is not None or turns.floor == 2
        assert moved, f"{offset}: {prompt}, {turns.entry}"
        assert Sound.TICK in sounds, offset
    assert None in shown, "nothing new is invited while hands come to rest"
    assert shown & {Prompt.COUNT, Prompt.COUNT_OR, Prompt.ONE_OF, Prompt.ONLY, Prompt.BE_FIRST}


def test_after_the_window_others_still_doubt_until_the_next_play() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(20 * SECOND)
    people.press(3)
    assert people.game.doubter == 3


def test_after_the_window_the_seat_on_turn_doubts_by_a_hold() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(6 * SECOND)
    people.hold(2)
    people.wait(100 * MS)
    assert people.game.doubter == 2


def test_a_press_stamped_before_the_next_play_but_handled_after_it_is_valid() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(6 * SECOND)
    people.press(2)
    people.down(2)
    people.wait(700 * MS)
    committed = people.now
    people.wait(25 * MS)
    people.down(3, at=committed - 5 * MS)
    people.wait(200 * MS)
    assert people.game.doubter == 3
    assert people.game.claim == Claim(1, 1, Rank.ACE), "the doubt is of the play it was meant for"
    assert people.game.hands[2] == 13, "the cards that seat 2 had begun to lay go back"


def test_a_press_just_after_the_next_play_was_meant_for_the_one_before_and_doubts_none() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(6 * SECOND)
    people.press(2)
    people.down(2)
    people.wait(700 * MS)
    committed = people.now
    people.wait(5 * MS)
    people.down(3, at=committed + 1)
    people.wait(200 * MS)
    assert people.game.claim == Claim(2, 1, Rank.TWO)
    assert people.game.doubter is None
    people.up(3)
    people.wait(committed + SETTLES + 1 * MS - people.now)
    people.press(3)
    assert people.game.doubter == 3


@pytest.mark.rule("X6")
def test_a_button_held_since_before_the_play_is_no_doubt() -> None:
    people = playing()
    people.press(1)
    people.down(3)
    people.wait(100 * MS)
    people.hold(1)
    people.wait(3 * SECOND)
    assert people.game.claim is not None
    assert people.game.doubter is None
    people.up(3)
    people.wait(100 * MS)
    people.press(3)
    assert people.game.doubter == 3


@pytest.mark.rule("X18")
def test_a_stuck_button_cannot_doubt_and_stops_nobody() -> None:
    people = playing()
    people.down(2)
    people.wait(11 * SECOND)
    assert noticed(people.table) == "Cleo paused the game"
    people.hold(0)
    people.lay(1, 1)
    people.wait(500 * MS)
    people.press(3)
    assert people.game.doubter == 3


def test_the_tie_is_broken_by_the_rule_of_the_game_whoever_arrives_first() -> None:
    for first, second in ((0, 3), (3, 0)):
        people = playing(players=5, tie_window_ms=40)
        people.lay(1, 1)
        people.wait(1500 * MS)
        at = people.now
        people.wait(20 * MS)
        people.down(first, at=at)
        people.down(second, at=at)
        people.wait(200 * MS)
        assert people.game.doubter == 3, "nearest to the left of seat 1"


@given(st.permutations([0, 2, 3]), st.integers(11 * MS, 20 * MS))
def test_the_first_press_wins_in_whatever_order_they_arrive(order: list[int], gap: int) -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(1500 * MS)
    at = {3: people.now, 0: people.now + gap, 2: people.now + 2 * gap}
    people.now += 2 * gap
    for buzzer in order:
        people.down(buzzer, at=at[buzzer])
        people.wait(1 * MS)
    people.wait(200 * MS)
    assert people.game.doubter == 3
    assert people.finish is not None
    assert [place.behind for place in people.finish.places] == [0, gap, 2 * gap]


@pytest.mark.rule("X5")
def test_the_photo_finish_takes_in_the_slaps_after_the_decision() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(1500 * MS)
    first = people.now
    people.down(2)
    people.wait(400 * MS)
    people.down(0)
    people.wait(100 * MS)
    assert people.finish is not None
    assert [(p.buzzer, p.behind) for p in people.finish.places] == [
        (2, 0),
        (0, people.now - 100 * MS - first),
    ]


def late_edges() -> tuple[People, int]:
    """Seat 2 has doubted, and seat 0's slap is shown 300 ms behind it; when seat 2 pressed."""
    people = playing()
    people.lay(1, 1)
    people.wait(1500 * MS)
    first = people.now
    people.down(2)
    people.wait(300 * MS)
    people.down(0)
    people.wait(200 * MS)
    assert shown(people) == [(2, 0), (0, 300 * MS)]
    return people, first


def shown(people: People) -> list[tuple[int, int]]:
    """The photo finish: buzzers, and how far behind the first they were (ns)."""
    assert people.finish is not None
    return [(place.buzzer, place.behind) for place in people.finish.places]


@pytest.mark.rule("X5")
def test_a_slap_that_is_heard_of_too_late_is_shown_where_it_belongs() -> None:
    people, first = late_edges()
    people.down(3, at=first + 299 * MS)
    people.wait(100 * MS)
    assert shown(people) == [(2, 0), (3, 299 * MS), (0, 300 * MS)]
    assert people.game.doubter == 2


@pytest.mark.rule("X5")
def test_a_slap_that_late_edges_unmake_is_shown_no_more() -> None:
    people, first = late_edges()
    people.up(0, at=first + 301 * MS)
    people.wait(100 * MS)
    assert shown(people) == [(2, 0)]
    people.down(3, at=first + 310 * MS)
    people.down(0, at=first + 320 * MS)
    people.wait(100 * MS)
    assert shown(people) == [(2, 0), (3, 310 * MS), (0, 320 * MS)]


@pytest.mark.rule("X5")
def test_whom_the_race_was_decided_by_stays_in_the_photo_finish() -> None:
    people, first = late_edges()
    people.up(2, at=first + MS)
    people.wait(100 * MS)
    assert shown(people) == [(2, 0), (0, 300 * MS)]
    people.send(Resumed(people.now))
    people.wait(100 * MS)
    assert shown(people) == [(2, 0), (0, 300 * MS)]


def test_the_lamp_and_the_sound_answer_a_press_before_the_race_is_decided() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(1500 * MS)
    people.effects.clear()
    people.down(3)
    people.wait(5 * MS)
    assert people.game.doubter is None
    assert rhythms(people.table)[3] is Rhythm.SOLID
    assert PlaySound(Sound.SLAP, buzzer=3) in people.effects
