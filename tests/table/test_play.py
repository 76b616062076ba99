"""Turns and doubt windows, as buttons make them."""

import pytest
from at_table import HOLD, TAP, playing
from hypothesis import given
from hypothesis import strategies as st

from appliance.display.view_of import view_of
from appliance.effects import PlaySound, ReadCards, Rhythm, Sound
from appliance.rules.actions import Correct, Play
from appliance.rules.cards import Rank
from appliance.rules.game import Claim, Phase
from appliance.signals import MS, SECOND, Chosen, Wish, Wished
from appliance.table import Stage
from appliance.table.doubting import DEAD_TIME
from appliance.table.lamps import rhythms


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
    assert people.table.round is not None
    assert people.table.round.opened_at == people.now


def test_an_early_release_commits_nothing() -> None:
    people = playing()
    people.press(1)
    people.press(1, 600 * MS)
    assert people.game.claim is None
    assert people.table.round is not None
    assert people.table.round.counted == 1


def test_the_most_stays_and_buzzes() -> None:
    people = playing()
    for _ in range(6):
        people.press(1)
    assert people.table.round is not None
    assert people.table.round.counted == 4
    assert people.table.notice == "4 is the most"


def test_nobody_else_can_lay_cards() -> None:
    people = playing()
    for buzzer in (0, 2, 3):
        people.lay(buzzer, 1)
    assert people.game.claim is None
    assert sum(people.game.hands) == 52


def test_a_press_in_the_window_is_a_doubt_of_the_next_player_too() -> None:
    people = playing()
    people.lay(1, 1)
    people.press(2)
    assert people.game.doubter == 2
    assert people.at(Stage.DOUBT)


@pytest.mark.rule("X6")
def test_the_claimant_cannot_doubt_himself() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(2 * SECOND)
    people.press(1)
    assert people.game.doubter is None


def test_after_the_window_the_next_players_presses_are_dead_then_cards() -> None:
    people = playing()
    people.lay(1, 1)
    assert people.table.round is not None
    closes_at = people.table.round.closes_at
    assert closes_at == people.table.round.opened_at + 5000 * MS
    people.wait(closes_at - people.now + 10 * MS)
    people.press(2)
    assert (people.game.doubter, people.table.round.counted) == (None, 0)
    people.wait(closes_at + DEAD_TIME - people.now + 10 * MS)
    people.press(2)
    assert people.table.round.counted == 1
    people.hold(2)
    people.wait(60 * MS)
    assert people.game.claim == Claim(2, 1, Rank.TWO)


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


def test_a_press_just_after_the_next_play_doubts_that_play() -> None:
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
    assert people.game.doubter == 3
    assert people.game.claim == Claim(2, 1, Rank.TWO)


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
    assert people.table.notice == "Cleo paused the game"
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
    assert people.table.finish is not None
    assert [place.behind for place in people.table.finish.places] == [0, gap, 2 * gap]


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
    assert people.table.finish is not None
    assert [(p.buzzer, p.behind) for p in people.table.finish.places] == [
        (2, 0),
        (0, people.now - 100 * MS - first),
    ]


def test_the_lamp_and_the_sound_answer_a_press_before_the_race_is_decided() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(1500 * MS)
    people.effects.clear()
    people.down(3)
    people.wait(5 * MS)
    assert people.game.doubter is None
    assert rhythms(people.table)[3] is Rhythm.SOLID
    assert PlaySound(Sound.SLAP) in people.effects


def test_the_last_cards_wait_for_their_window_and_then_win() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    assert people.game.phase is Phase.LAST_CARDS
    people.wait(7800 * MS)
    assert people.at(Stage.PLAY)
    people.wait(300 * MS)
    assert people.at(Stage.OVER)
    assert people.game.winner == 1


def test_a_press_after_the_last_window_is_told_how_late_it_was() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    assert people.table.round is not None
    closes_at = people.table.round.closes_at
    assert closes_at is not None
    people.wait(closes_at + 210 * MS - people.now)
    people.press(2)
    assert people.game.winner == 1
    assert people.table.notice == "Cleo was late by 0.21 s"


def test_the_claimant_gives_more_time_once() -> None:
    people = playing(players=3, hands=(20, 2, 30))
    people.lay(1, 2)
    people.wait(2 * SECOND)
    for _ in range(3):
        people.press(1)
    assert people.table.round is not None
    assert people.table.round.closes_at == people.table.round.opened_at + 16_000 * MS
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
    people.wait(DEAD_TIME)
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
    assert people.table.round is not None
    closes_at = people.table.round.closes_at
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
    people.wait(1200 * MS)
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
    assert people.table.round is not None
    assert people.now - people.table.round.opened_at < SECOND
    assert people.table.round.closes_at == people.table.round.opened_at + 5000 * MS


def test_a_correction_to_the_same_number_ends_there() -> None:
    people = playing()
    people.lay(1, 2)
    people.wait(2 * SECOND)
    people.hold(1)
    people.press(1)
    people.press(1)
    people.hold(1)
    assert people.table.round is not None
    assert not people.table.round.correcting
    assert people.table.notice == "Ben already claims 2: give the other number."
    assert people.game.claim == Claim(1, 2, Rank.ACE)


def test_touch_lays_cards_too_but_never_doubts_nor_hurries() -> None:
    people = playing()
    people.send(Chosen(Play(1, 2), people.now))
    people.wait(60 * MS)
    assert people.game.claim == Claim(1, 2, Rank.ACE)
    people.wait(1000 * MS)
    people.send(Chosen(Play(2, 1), people.now))
    assert "wait a moment" in people.table.notice
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
    assert people.table.round is not None
    assert people.table.round.entry is not None
    assert not people.table.round.entry.counting
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
    assert people.table.paused_at is None
    people.wait(5 * SECOND)
    assert people.at(Stage.PLAY)
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
    assert people.at(Stage.REVEAL)


def test_the_prompts_say_what_a_press_means_now() -> None:
    people = playing()
    people.lay(1, 1)

    def prompts() -> list[str]:
        return [seat.prompt for seat in view_of(people.table, people.now).seats]

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
