"""From the first press to the next deal, and what no sequence of signals may do to a table."""

import random
from dataclasses import replace

import pytest
from at_table import People, playing, race_ruleset, reading_of, sociable_ruleset
from extent import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from said import ENGLISH, asked, noticed, told

from appliance.core.effects import Lamp, ReadCards, Rhythm, StopReading
from appliance.core.signals import (
    CAMERA,
    MS,
    NO_CAMERA,
    SECOND,
    CardsSeen,
    Chosen,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
    Held,
    Resumed,
    Signal,
    Tick,
    Wish,
    Wished,
)
from appliance.display.seat_words import prompt
from appliance.display.view import require
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings, restart_effects, step
from appliance.table.challenge import ASK_FOR, WAIT_FOR
from appliance.table.facts import Prompt
from appliance.table.parts import rhythms
from appliance.table.stages import Deal, Judged, Lobby, Over, Revealing, Turns, WhoDeals
from appliance.table.stages.lobby.facts import CHOOSES_FOR
from appliance.table.stages.lobby.play import LEAVES_FOR
from bluffing.actions import Adjust, LetStand, Play, Reveal
from bluffing.cards import Rank
from bluffing.events import Verdict
from bluffing.game import Claim, Phase


def seated(buzzers: tuple[int, ...] = (0, 2, 5)) -> People:
    people = People(Table(TableSettings(race_ruleset(), buzzers=6)), now=SECOND)
    for buzzer in buzzers:
        people.press(buzzer)
    return people


def test_whoever_taps_where_all_names_are_taken_keeps_his_own() -> None:
    people = People(
        Table(TableSettings(race_ruleset(), buzzers=6, names=tuple("abcdef"))), now=SECOND
    )
    for buzzer in range(6):
        people.press(buzzer)
    people.press(3)
    assert people.table.names == (0, 1, 2, 3, 4, 5)


def doubted() -> People:
    people = playing()
    people.lay(1, 2)
    people.wait(SECOND)
    people.press(3)
    people.wait(2 * SECOND)
    assert people.at(Revealing)
    return people


@pytest.mark.rule("X18")
def test_sit_down_in_any_order_and_the_seats_go_clockwise() -> None:
    people = seated((5, 0, 2))
    assert people.at(Lobby)
    assert people.table.buzzers == (0, 2, 5)
    assert [people.table.name(seat) for seat in range(3)] == ["Ana", "Cleo", "Finn"]


def panel(people: People, buzzer: int) -> str:
    seats = view_of(people.table, people.now, ENGLISH).seats
    return prompt(next(seat for seat in seats if seat.buzzer == buzzer), ENGLISH)


def test_ready_name_and_how_to_play_are_three_choices_of_one_ring() -> None:
    people = seated((0, 1, 2))
    read = []
    for _ in range(4):
        read.append(panel(people, 0))
        people.press(0)
    assert read == [
        "hold when ready",
        "hold: NEW NAME",
        "hold: HOW TO PLAY",
        "hold when ready",
    ]
    assert people.table.name(0) == "Ana", "a tap alone changes nothing"
    assert panel(people, 1) == "hold when ready", "each has a ring of its own"


def test_behind_the_name_a_tap_takes_the_next_free_one_and_a_hold_is_ready() -> None:
    people = seated((0, 1, 2))
    people.press(0)
    people.hold(0)
    assert people.table.name(0) == "Ana", "to come there changes nothing"
    assert panel(people, 0) == "tap: next name"
    people.press(0)
    assert people.table.name(0) == "Dov", "Ben and Cleo are taken"
    people.press(0)
    people.hold(0)
    assert people.table.name(0) == "Eva"
    assert panel(people, 0) == "tap: more, hold 2.5 s: leave"
    assert people.table.at(Lobby).ready == (0,)


def test_who_is_ready_changes_the_name_and_stays_ready() -> None:
    people = seated((0, 1, 2))
    people.hold(0)
    assert panel(people, 0) == "tap: more, hold 2.5 s: leave"
    people.press(0)
    people.hold(0)
    people.press(0)
    people.hold(0)
    assert people.table.name(0) == "Dov"
    assert people.table.at(Lobby).ready == (0,)


def test_a_ring_that_nobody_presses_stands_at_ready_again() -> None:
    people = seated((0, 1, 2))
    people.press(0)
    people.wait(CHOOSES_FOR - 200 * MS)
    assert panel(people, 0) == "hold: NEW NAME"
    people.wait(200 * MS)
    assert panel(people, 0) == "hold when ready"
    people.hold(0)
    assert people.table.at(Lobby).ready == (0,)


def test_a_hold_takes_what_stood_there_as_it_began() -> None:
    people = seated((0, 1, 2))
    people.press(0)
    people.wait(CHOOSES_FOR - 200 * MS)
    people.hold(0)
    assert panel(people, 0) == "tap: next name"


def test_who_learns_reads_the_pages_and_is_not_ready_by_it() -> None:
    people = seated((0, 1, 2))
    people.press(0)
    people.press(0)
    people.hold(0)
    assert people.table.aside is not None
    people.hold(1)
    assert people.table.at(Lobby).ready == ()
    assert panel(people, 0) == "hold when ready"


def test_who_leaves_and_sits_down_again_begins_at_ready() -> None:
    people = seated((0, 1, 2))
    people.press(0)
    people.hold(0)
    for _ in range(2):
        people.press(0, LONG_AFTER + 50 * MS)
    assert 0 not in people.table.buzzers
    people.press(0)
    assert panel(people, 0) == "hold when ready"


def test_a_long_hold_asks_before_it_leaves() -> None:
    people = seated()
    people.press(2, LONG_AFTER + 50 * MS)
    assert {2} <= {*people.table.buzzers}
    assert noticed(people.table) == "Cleo, do you want to leave? Hold 2.5 seconds once more."
    people.press(2, LONG_AFTER + 50 * MS)
    assert {*people.table.buzzers} == {0, 5}


def test_who_is_asked_whether_to_leave_stays_without_an_answer() -> None:
    people = seated()
    people.press(2, LONG_AFTER + 50 * MS)
    people.wait(LEAVES_FOR)
    people.press(2, LONG_AFTER + 50 * MS)
    assert {2} <= {*people.table.buzzers}


def test_random_presses_lose_nobody_and_end_in_a_deal_or_do_nothing() -> None:
    """Children hold for up to 1.5 s; who never holds is never ready."""
    _pressed_at_random(tries(20, of=500))


def _pressed_at_random(lobbies: int) -> None:
    dealt = 0
    for seed in range(lobbies):
        rng, people = random.Random(seed), seated((0, 2, 5))
        ends = people.now + 20 * SECOND
        while people.now < ends and people.at(Lobby):
            people.press(rng.choice((0, 2, 5)), rng.randint(50, 1500) * MS)
            people.wait(rng.randint(0, 600) * MS)
            assert people.table.buzzers == (0, 2, 5), seed
        dealt += not people.at(Lobby)
        assert people.at(Lobby) or people.at(WhoDeals), seed
    assert dealt > lobbies * 0.7


@pytest.mark.rule("B3")
def test_the_highest_card_deals_and_the_left_of_the_dealer_leads() -> None:
    people = seated()
    for buzzer in (0, 2, 5):
        people.hold(buzzer)
    people.wait(2 * SECOND)
    assert people.at(WhoDeals)
    people.hold(5)
    assert people.table.dealer == 2
    assert people.game.hands == (18, 17, 17)
    people.wait(100 * MS)
    people.hold(5)
    assert people.at(Turns)
    assert people.game.turn == 0


def test_it_does_not_deal_for_fewer_than_the_game_allows() -> None:
    people = People(Table(TableSettings(sociable_ruleset())), now=SECOND)
    for buzzer in (0, 1):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(10 * SECOND)
    assert people.at(Lobby)


@pytest.mark.rule("X17")
def test_a_misdeal_is_put_right_before_the_first_play() -> None:
    people = seated()
    for buzzer in (0, 2, 5):
        people.hold(buzzer)
    people.wait(2 * SECOND)
    people.hold(0)
    if people.table.ruleset.refusal(people.game, Adjust(1, 2)) is not None:
        pytest.skip("no ruleset here that comes first adjusts a misdeal")
    people.send(Chosen(Adjust(1, 2), people.now))
    assert people.game.hands == (17, 17, 18)


@pytest.mark.rule("X10")
def test_a_sure_reading_gives_the_verdict_and_the_taker_holds() -> None:
    people = doubted()
    people.show("A", "A")
    assert people.at(Judged)
    assert any(isinstance(e, Verdict) and e.truth for e in people.happened)
    assert people.game.hands == (13, 11, 13, 15)
    assert StopReading() in people.effects
    people.wait(2 * SECOND)
    assert rhythms(people.table)[3] is Rhythm.LOSE
    people.hold(1)
    assert people.at(Judged), "only who takes the cards can say so"
    people.hold(3)
    assert people.at(Turns)
    assert people.game.turn == 2


@pytest.mark.rule("X14")
def test_an_unsure_reading_is_never_a_verdict() -> None:
    people = doubted()
    people.show("A", "A", ask="glare on a card: turn it away from the light")
    assert people.at(Revealing)
    assert asked(people.table).startswith("glare")
    people.show("A")
    assert people.at(Revealing)
    assert "1 of 2" in asked(people.table)
    people.show(*["A"] * 5)
    assert people.at(Revealing), "one pack has four aces"
    people.show("A", "K")
    assert people.at(Judged)


def test_an_answer_to_an_older_question_is_not_heard() -> None:
    people = doubted()
    people.send(CardsSeen(0, reading_of(["A", "A"]), people.now))
    assert people.at(Revealing)


@pytest.mark.rule("X14")
def test_where_the_camera_cannot_tell_doubter_and_claimant_enter_the_cards() -> None:
    people = doubted()
    people.show(ask="no card seen")
    people.wait(ASK_FOR + SECOND)
    assert not people.entering(), "nobody has had the time to turn the cards up"
    people.show("A", ask="glare")
    people.wait(ASK_FOR - 200 * MS)
    assert not people.entering()
    people.wait(200 * MS)
    assert people.entering()
    people.wait(100 * MS)
    people.to_ranks(3)
    people.hold(3)  # the ring starts at the announced rank: an ace
    people.press(3)
    people.hold(3)  # a two
    assert people.by_hand.ranks == (Rank.ACE, Rank.TWO)
    people.hold(3)  # after as many as were announced, the ring is at "these are all"
    people.hold(2)
    assert people.at(Revealing), "one neutral seat of two is not enough"
    people.hold(1)
    assert people.at(Judged)
    assert people.happened[0] == Verdict(1, 3, truth=False, ranks=(Rank.ACE, Rank.TWO))


def test_a_camera_that_never_sees_a_card_gives_way_too() -> None:
    people = doubted()
    people.show(ask="no card seen")
    people.wait(WAIT_FOR)
    assert people.entering()


def test_a_reader_that_says_nothing_at_all_gives_way_too() -> None:
    """It may be slow, or hang: no player is stuck at "flip the last cards"."""
    people = doubted()
    begun = people.now
    people.wait(WAIT_FOR - SECOND)
    assert not people.entering()
    people.wait(SECOND)
    assert people.entering(), people.now - begun
    people.show("A", "A")
    assert people.at(Judged), "a late answer still counts"


def test_a_claimant_who_does_not_agree_has_the_cards_entered_again() -> None:
    people = doubted()
    people.wait(100 * MS)
    people.hold(3)  # asks for entering by hand
    people.to_ranks(3)
    for _ in range(3):
        people.hold(3)
    assert people.by_hand.done
    people.press(1)
    assert not people.by_hand.ranks


def test_a_lost_camera_leaves_the_game_playable() -> None:
    people = playing()
    people.send(DriverLost("camera", told("the cable is out"), people.now))
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(2)
    people.wait(2 * SECOND)
    assert people.entering()
    assert view_of(people.table, people.now, ENGLISH).box.camera == "camera lost: the cable is out"
    people.send(DriverLost(CAMERA, NO_CAMERA, people.now))
    assert view_of(people.table, people.now, ENGLISH).box.camera == "no camera: you type the cards"
    people.send(DriverBack("camera", people.now))
    people.show("A")
    assert people.at(Judged)


@pytest.mark.rule("C11")
def test_the_next_deal_moves_clockwise() -> None:
    people = playing(players=3, hands=(20, 1, 30))
    people.lay(1, 1)
    people.wait(10 * SECOND)
    assert people.at(Over)
    people.hold(2)
    assert people.at(Deal)
    assert people.table.dealer == 1


@pytest.mark.rule("X16")
def test_after_a_power_cut_the_game_stands_paused_and_no_half_race_is_decided() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(SECOND)
    people.down(3)
    people.wait(10 * MS)
    people.send(Resumed(people.now))
    people.wait(60 * SECOND)
    assert people.paused()
    assert people.game.doubter is None
    people.up(3)
    people.wait(50 * MS)
    people.hold(0)
    assert not people.paused()
    people.press(3)
    assert people.game.doubter == 3


def test_a_power_cut_in_a_reveal_asks_the_reader_again() -> None:
    people = doubted()
    people.send(Resumed(people.now))
    assert ReadCards(1, 2) in restart_effects(people.table)
    people.show("A", "A")
    assert people.at(Revealing), "nothing is decided while the table is paused"
    people.wait(SECOND)
    people.hold(0)
    people.show("A", "A")
    assert people.at(Judged)


def test_every_lamp_is_told_what_it_shows() -> None:
    people = seated()
    shown = {}
    for effect in people.effects:
        if isinstance(effect, Lamp):
            shown[effect.buzzer] = effect.rhythm
    assert [shown.get(buzzer, Rhythm.OFF) for buzzer in range(6)] == list(rhythms(people.table))


def dealing() -> People:
    people = seated((0, 1, 3))
    for buzzer in (0, 1, 3):
        people.hold(buzzer)
    people.wait(2 * SECOND)
    return people


def end_game() -> People:
    return playing(hands=(3, 2, 2, 1))


STARTS = (doubted, seated, dealing, end_game)
BUZZERS = st.integers(0, 3)
ACTIONS = (
    st.builds(Play, BUZZERS, st.integers(0, 5), st.sampled_from([None, *Rank]))
    | st.builds(Adjust, BUZZERS, BUZZERS)
    | st.builds(Reveal, st.lists(st.sampled_from(Rank), max_size=5).map(tuple))
    | st.just(LetStand())
)
READINGS = st.builds(
    reading_of, st.lists(st.sampled_from(Rank), max_size=4), st.sampled_from([None, "glare"])
)


BEFORE = st.integers(-60 * MS, 0)
SIGNALS: st.SearchStrategy[Signal] = (
    st.builds(Edge, BUZZERS, st.booleans(), BEFORE)
    | st.builds(Chosen, ACTIONS, BEFORE)
    | st.builds(Wished, st.sampled_from(Wish), BEFORE)
    | st.builds(CardsSeen, st.integers(0, 3), READINGS, BEFORE)
    | st.builds(DriverLost, st.just("camera"), st.just(told("gone")), BEFORE)
    | st.builds(DriverBack, st.just("camera"), BEFORE)
    | st.builds(EdgesLost, BEFORE, st.just(0))
    | st.builds(Held, st.just((0, 3)), BEFORE)
    | st.builds(Resumed, BEFORE)
    | st.builds(Tick, BEFORE)
)
"""Signals of the 60 ms before 0."""


def moved(signal: Signal, now: int) -> Signal:
    """The signal as it would be if `now` were 0."""
    if isinstance(signal, EdgesLost):
        return EdgesLost(signal.since + now, signal.at + now)
    return replace(signal, at=signal.at + now)


@settings(max_examples=tries(20, of=60))
@given(st.data())
def test_no_signals_lose_a_card_or_break_the_table_and_a_replay_is_the_same(
    data: st.DataObject,
) -> None:
    people = data.draw(st.sampled_from(STARTS))()
    first, total = people.table, 8 if isinstance(people.table.inner, Turns) else 52
    people.handled.clear()
    for _ in range(data.draw(st.integers(1, 40))):
        people.now += data.draw(st.sampled_from([0, MS, 30 * MS, 700 * MS, 9 * SECOND]))
        people.send(moved(data.draw(SIGNALS), people.now))
        view_of(people.table, people.now, ENGLISH)
        if people.table.stage.match is not None:
            cards = sum(people.game.hands) + sum(people.game.heaps)
            total = 52 if people.at(Deal) else total
            assert cards == total
            assert min(people.game.hands) >= 0
        if people.at(Over):
            assert people.game.phase is Phase.OVER
    replayed = first
    for now, signal, after in people.handled:
        replayed, _ = step(replayed, signal, now)
        assert replayed == after


def test_the_verdict_says_who_takes_how_many_and_who_goes_on() -> None:
    people = doubted()
    people.show("A", "K")
    people.wait(2 * SECOND)
    view = view_of(people.table, people.now, ENGLISH)
    assert (view.headline, require(view.verdict).truth) == ("Ben lied", False)
    assert view.detail == "Ben takes all 2 cards; Cleo plays twos next"
    assert view.play.claim == Claim(1, 2, Rank.ACE)
    assert [card.rank for card in view.box.cards] == [Rank.ACE, Rank.KING]
    assert [seat.prompt for seat in view.seats] == [None, Prompt.PICK_UP, None, None]
