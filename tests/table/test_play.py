"""Turns and doubt windows, as buttons make them."""

import pytest
from at_table import HOLD, TAP, playing
from said import ENGLISH, noticed

from appliance.core.effects import PlaySound, ReadCards, Sound
from appliance.core.signals import MS, SECOND, Chosen, Wish, Wished
from appliance.display.seat_words import prompt
from appliance.table.facts import Prompt, facts_of
from appliance.table.stages import Over, Revealing, Turns
from appliance.table.windows import SETTLES, TAKE_BACK
from bluffing.actions import Correct, Play
from bluffing.cards import Rank
from bluffing.game import Claim, Phase


def test_taps_count_cards_and_a_hold_lays_them() -> None:
    people = playing()
    people.lay(1, 3)
    assert people.game.claim == Claim(1, 3, Rank.ACE)
    assert people.game.hands == (13, 10, 13, 13)


def test_the_hold_commits_at_700_ms_not_at_the_release() -> None:
    people = playing()
    people.press(1)
    people.down(1)
    people.wait(699 * MS)
    too_early = people.game.claim
    assert too_early is None
    people.wait(1 * MS)
    assert people.game.claim == Claim(1, 1, Rank.ACE)
    assert people.table.turns.opened_at == people.now


def test_an_early_release_commits_nothing() -> None:
    people = playing()
    people.press(1)
    people.press(1, 600 * MS)
    assert people.game.claim is None
    assert people.counted == 1


def test_after_the_most_the_count_starts_again_at_none_and_says_so() -> None:
    people = playing()
    for _ in range(3):
        people.press(1)
    assert facts_of(people.table, people.now).seats[1].prompt is Prompt.COUNT_ON
    people.press(1)
    assert people.counted == 4
    seat = facts_of(people.table, people.now).seats[1]
    assert seat.prompt is Prompt.ENOUGH
    assert prompt(seat, ENGLISH) == "hold to lock, tap: start again"
    people.effects.clear()
    people.press(1)
    assert people.counted == 0
    assert PlaySound(Sound.BACK, 1) in people.effects
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.claim is None, "one tap too many locks no wrong number"


def test_what_was_counted_by_mistake_is_counted_anew_and_locked() -> None:
    people = playing()
    for _ in range(3 + 2 + 1):
        people.press(1)
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.claim == Claim(1, 1, Rank.ACE)


def test_nobody_else_can_lay_cards() -> None:
    people = playing()
    for buzzer in (0, 2, 3):
        people.lay(buzzer, 1)
    assert people.game.claim is None
    assert sum(people.game.hands) == 52


def test_the_last_cards_wait_for_their_window_and_then_win() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    assert people.game.phase is Phase.LAST_CARDS
    people.wait(7800 * MS)
    assert people.at(Turns)
    people.wait(300 * MS)
    assert people.at(Over)
    assert people.game.winner == 1


def test_a_press_after_the_last_window_is_told_how_late_it_was() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    closes_at = people.table.turns.closes_at
    assert closes_at is not None
    people.wait(closes_at + 210 * MS - people.now)
    people.press(2)
    assert people.game.winner == 1
    assert noticed(people.table) == "Cleo was late by 0.21 s"


def test_the_claimant_gives_more_time_once() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    people.wait(2 * SECOND)
    asked = []
    for _ in range(3):
        asked.append(facts_of(people.table, people.now).seats[1].prompt)
        people.press(1)
    assert asked == [Prompt.MORE_TIME, Prompt.WRONG_NUMBER, Prompt.WRONG_NUMBER], "only once"
    assert people.table.turns.closes_at == people.table.turns.opened_at + 16_000 * MS
    people.wait(12 * SECOND)
    people.press(2)
    assert people.game.doubter == 2


def test_a_commit_may_be_taken_back_at_once() -> None:
    people = playing()
    before = people.game
    people.lay(1, 2)
    people.press(1)
    assert people.game == before
    people.lay(1, 1)
    assert people.game.claim == Claim(1, 1, Rank.ACE)


def test_a_slap_meant_for_a_play_that_is_taken_back_hits_no_other() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(6 * SECOND)
    people.lay(2, 2)
    people.press(2)
    assert people.game.claim == Claim(1, 1, Rank.ACE)
    people.wait(100 * MS)
    people.press(3)
    assert people.game.doubter is None
    people.wait(SETTLES)
    people.press(3)
    assert people.game.doubter == 3


def test_a_doubt_pressed_before_the_take_back_stands() -> None:
    people = playing()
    people.lay(1, 2)
    people.down(1)
    people.wait(60 * MS)
    people.down(3)
    people.wait(5 * MS)
    people.up(1)
    people.wait(200 * MS)
    assert people.game.doubter == 3
    assert people.game.claim == Claim(1, 2, Rank.ACE)


def test_more_time_asked_for_after_the_end_is_too_late() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    closes_at = people.table.turns.closes_at
    assert closes_at is not None
    people.wait(closes_at - people.now - 30 * MS)
    people.down(1)
    people.wait(35 * MS)
    people.up(1)
    people.wait(100 * MS)
    assert people.game.winner == 1


def test_a_commit_is_not_taken_back_later() -> None:
    people = playing()
    people.lay(1, 2)
    people.wait(TAKE_BACK + SETTLES)
    people.press(1)
    assert people.game.claim == Claim(1, 2, Rank.ACE)


@pytest.mark.rule("X1")
def test_the_claimant_corrects_his_number_and_the_window_starts_again() -> None:
    people = playing()
    people.lay(1, 2)
    people.wait(3 * SECOND)
    people.hold(1)
    for _ in range(3):
        people.press(1)
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.claim == Claim(1, 3, Rank.ACE)
    assert people.now - people.table.turns.opened_at < SECOND
    assert people.table.turns.closes_at == people.table.turns.opened_at + 5000 * MS


@pytest.mark.rule("X1")
def test_who_counts_again_starts_again_after_all_cards_there_were() -> None:
    people = playing(4, hands=(13, 3, 13, 13))
    people.lay(1, 2)
    people.wait(3 * SECOND)
    people.hold(1)
    for _ in range(3):
        assert facts_of(people.table, people.now).seats[1].prompt is Prompt.RIGHT_NUMBER
        people.press(1)
    assert facts_of(people.table, people.now).seats[1].prompt is Prompt.ENOUGH
    people.press(1)
    assert people.counted == 0
    people.press(1)
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.claim == Claim(1, 1, Rank.ACE)


def test_a_correction_to_the_same_number_ends_there() -> None:
    people = playing()
    people.lay(1, 2)
    people.wait(2 * SECOND)
    people.hold(1)
    people.press(1)
    people.press(1)
    people.hold(1)
    assert people.table.turns.correction is None
    assert noticed(people.table) == "Ben already claims 2: give the other number."
    assert people.game.claim == Claim(1, 2, Rank.ACE)


def test_who_counts_sees_it_while_the_claimant_counts_again() -> None:
    people = playing()
    people.lay(1, 2)
    people.wait(6 * SECOND)
    people.hold(1)
    people.press(2)
    people.press(1)
    people.press(2)
    seats = facts_of(people.table, people.now).seats
    assert [seat.counted for seat in seats] == [0, 1, 2, 0]
    assert (seats[1].prompt, seats[2].prompt) == (Prompt.RIGHT_NUMBER, Prompt.COUNT_ON)


def test_touch_lays_cards_too_but_never_doubts_nor_hurries() -> None:
    people = playing()
    people.send(Chosen(Play(1, 2), people.now))
    people.wait(60 * MS)
    assert people.game.claim == Claim(1, 2, Rank.ACE)
    people.wait(1000 * MS)
    people.send(Chosen(Play(2, 1), people.now))
    assert "wait a moment" in noticed(people.table)
    people.wait(3000 * MS)
    people.send(Chosen(Play(2, 1), people.now))
    people.wait(100 * MS)
    assert people.game.claim == Claim(2, 1, Rank.TWO)
    people.send(Chosen(Correct(2), people.now))
    people.wait(100 * MS)
    assert people.game.claim == Claim(2, 2, Rank.TWO)


def test_no_sevens_by_a_hold_and_pass_or_doubt_by_a_ring() -> None:
    people = playing(zero_claim=True)
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.turn == 2
    people.lay(2, 1)
    people.wait(6 * SECOND)
    people.hold(3)
    assert people.table.turns.entry is not None
    assert not people.table.turns.entry.counting
    people.press(3)
    people.hold(3)
    people.wait(100 * MS)
    assert people.game.doubter == 3


def test_pause_stops_the_clock_and_presses_meanwhile_mean_nothing() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    people.wait(2 * SECOND)
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(60 * SECOND)
    people.press(2)
    assert people.game.doubter is None
    people.hold(0)
    assert people.table.paused is None
    people.wait(5 * SECOND)
    assert people.at(Turns)
    people.press(2)
    assert people.game.doubter == 2


def test_reading_starts_when_the_photo_finish_has_been_seen() -> None:
    people = playing()
    people.lay(1, 3)
    people.wait(1500 * MS)
    people.down(2)
    people.wait(TAP)
    assert not any(isinstance(effect, ReadCards) for effect in people.effects)
    people.wait(2 * HOLD)
    assert ReadCards(1, 3) in people.effects
    assert people.at(Revealing)


def test_the_prompts_say_what_a_press_means_now() -> None:
    people = playing()
    people.lay(1, 1)

    def prompts() -> list[str]:
        facts = facts_of(people.table, people.now)
        return [prompt(seat, ENGLISH) for seat in facts.seats]

    assert prompts() == ["doubt it?", "tap: take back", "doubt it?", "doubt it?"]
    people.wait(2 * SECOND)
    assert prompts() == ["doubt it?", "hold: wrong number", "doubt it?", "doubt it?"]
    people.wait(4 * SECOND)
    assert prompts() == [
        "doubt it?",
        "hold: wrong number",
        "tap per card, or hold: DOUBT",
        "doubt it?",
    ]
    people.press(2)
    assert prompts()[2] == "tap for more, hold to lock"
