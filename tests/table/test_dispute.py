"""A verdict may be wrong, a doubt an accident, a reveal spoilt: what people then do."""

import pytest
from at_table import People, playing, race_ruleset
from said import ENGLISH, noticed

from appliance.core.effects import Announce, Rhythm, StopReading
from appliance.core.signals import MS, SECOND, Chosen, Resumed
from appliance.display.view import require
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table.elements import Basis, Stop
from appliance.table.objections import WITHIN
from appliance.table.parts import rhythms
from appliance.table.stages import Doubting, Judged, Over, Revealing, Turns
from bluffing.actions import Settle, Withdraw
from bluffing.cards import Rank
from bluffing.events import Stands, Took, Verdict, Withdrawn
from bluffing.game import Phase

LONG = LONG_AFTER + 50 * MS


def doubted(players: int = 4, count: int = 2, hands: tuple[int, ...] | None = None) -> People:
    """Seat 3 doubts seat 1's first play."""
    people = playing(players, race_ruleset(), hands)
    people.lay(1, count)
    people.wait(SECOND)
    people.press(3)
    people.wait(2 * SECOND)
    assert people.at(Revealing)
    return people


def lied(**given: object) -> People:
    """The same, and the camera reads queens: a lie."""
    people = doubted(**given)  # type: ignore[arg-type]
    before = people.table
    people.show(*["Q"] * (people.game.claim.count if people.game.claim else 0))
    assert people.at(Judged)
    assert before.game.hands != people.game.hands
    people.wait(100 * MS)
    return people


def verdicts(people: People) -> list[bool]:
    events = [effect.event for effect in people.effects if isinstance(effect, Announce)]
    return [event.truth for event in events if isinstance(event, Verdict)]


def disputed(**given: object) -> People:
    people = lied(**given)
    people.press(0, LONG)
    assert people.disputed()
    return people


@pytest.mark.rule("X14")
def test_both_parties_turn_a_verdict_round() -> None:
    people = disputed()
    assert people.table.at(Judged).ruling.reading is not None, "what was read is shown again"
    people.hold(1)
    assert verdicts(people) == [False]
    people.hold(3)
    assert verdicts(people) == [False, True]
    assert people.at(Judged)
    assert not people.disputed()
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.PARTIES
    assert people.table.ruling.overruled == Verdict(1, 3, truth=False, ranks=(Rank.QUEEN,) * 2)
    assert Took(3, 2) in people.happened
    assert people.game.hands == (13, 11, 13, 15)
    assert view_of(people.table, people.now, ENGLISH).detail.startswith("Overruled by agreement.")


def test_more_than_half_of_the_others_turn_it_round_too() -> None:
    people = disputed(players=5)
    people.hold(0)
    people.hold(2)
    assert verdicts(people) == [False, True]
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.NEUTRALS


def test_half_of_the_others_are_not_enough() -> None:
    people = disputed()
    people.hold(0)
    people.hold(1)
    assert verdicts(people) == [False]
    assert people.disputed()


@pytest.mark.parametrize("seat", [1, 3])
def test_a_tap_of_either_party_lets_it_stand_for_good(seat: int) -> None:
    people = disputed()
    people.hold(1)
    people.press(seat)
    assert not people.disputed()
    assert verdicts(people) == [False]
    people.press(0, LONG)
    assert not people.disputed(), "one dispute a verdict"
    people.hold(1)
    assert people.at(Turns)


def test_a_tap_of_another_seat_means_nothing() -> None:
    people = disputed()
    people.press(0)
    assert people.disputed()


def test_after_8_seconds_a_verdict_stands() -> None:
    people = lied()
    people.wait(people.tells_at() + WITHIN - people.now)
    people.wait(1)
    people.press(0, LONG)
    assert not people.disputed()


def test_the_loser_holds_on_to_dispute_though_the_hold_says_picked_up() -> None:
    people = lied()
    people.down(1)
    people.wait(800 * MS)
    assert people.at(Turns)
    people.wait(2 * SECOND)
    assert people.at(Judged)
    assert people.disputed()
    people.up(1)
    people.wait(50 * MS)
    people.press(3)
    people.hold(1)
    assert people.at(Turns)
    assert people.game.hands[1] == 13


def test_a_game_over_by_a_verdict_goes_on_when_that_is_turned_round() -> None:
    people = doubted(hands=(10, 1, 10, 10), count=1)
    people.send(Chosen(Settle(truth=True), people.now))
    people.wait(100 * MS)
    taker = next((e.seat for e in people.happened if isinstance(e, Took)), 0)
    people.down(taker)
    people.wait(LONG)
    assert people.disputed()
    assert people.table.games == 0
    people.up(taker)
    people.wait(50 * MS)
    people.hold(1)
    people.hold(3)
    assert people.game.phase is not Phase.OVER
    people.hold(1)
    assert people.at(Turns)
    assert people.game.hands[1] == 1


def test_by_touch_a_verdict_is_turned_round_at_once_but_only_once() -> None:
    people = lied()
    people.send(Chosen(Settle(truth=False), people.now))
    assert verdicts(people) == [False]
    people.send(Chosen(Settle(truth=True), people.now))
    assert verdicts(people) == [False, True]
    people.hold(3)
    assert people.at(Turns)


def test_who_is_asked_walks() -> None:
    people = disputed()
    assert [rhythms(people.table)[seat] for seat in (0, 1, 3)] == [
        Rhythm.DIM,
        Rhythm.WALK,
        Rhythm.WALK,
    ]
    people.hold(1)
    assert rhythms(people.table)[1] is Rhythm.DIM


def test_a_power_cut_drops_a_dispute_and_keeps_the_verdict() -> None:
    people = disputed()
    people.hold(1)
    people.send(Resumed(people.now))
    people.wait(SECOND)
    people.hold(0)
    assert people.at(Judged)
    assert not people.disputed()
    people.wait(100 * MS)
    people.hold(1)
    assert people.at(Turns)


# --- a doubt by accident -----------------------------------------------------------------------


def both_hold(people: People, first: int, second: int) -> None:
    people.down(first)
    people.wait(200 * MS)
    people.down(second)
    people.wait(800 * MS)
    people.up(first)
    people.up(second)
    people.wait(50 * MS)


def just_doubted() -> People:
    people = playing(4, race_ruleset())
    people.lay(1, 2)
    people.wait(SECOND)
    people.press(3)
    people.wait(50 * MS)
    assert people.at(Doubting)
    return people


@pytest.mark.rule("X7")
@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)])
def test_both_parties_call_an_accidental_doubt_off(first: int, second: int) -> None:
    people = just_doubted()
    both_hold(people, first, second)
    assert people.at(Turns)
    assert Withdrawn(3) in people.happened
    assert people.game.phase is Phase.OPEN
    people.press(0)
    assert people.game.doubter == 0, "the play can be doubted anew"


def test_one_party_alone_or_one_after_the_other_calls_nothing_off() -> None:
    people = just_doubted()
    people.hold(1)
    people.hold(3)
    people.wait(2 * SECOND)
    assert people.game.doubter == 3


def test_two_seconds_later_a_doubt_stands() -> None:
    people = just_doubted()
    people.wait(2100 * MS)
    both_hold(people, 1, 3)
    assert people.game.doubter == 3


def test_once_a_card_was_read_a_doubt_stands() -> None:
    people = just_doubted()
    people.wait(1500 * MS)
    people.show("A", ask="glare")
    both_hold(people, 1, 3)
    assert people.game.doubter == 3
    people.send(Chosen(Withdraw(), people.now))
    assert people.game.doubter == 3
    assert noticed(people.table) == "the cards are turned up: the doubt stands"


def test_a_doubt_is_called_off_by_touch_too() -> None:
    people = just_doubted()
    people.send(Chosen(Withdraw(), people.now))
    assert people.game.phase is Phase.OPEN
    assert people.at(Turns)


def test_where_the_house_lets_every_doubt_stand_nobody_calls_it_off() -> None:
    people = playing(4, race_ruleset(), withdraw_ms=0)
    people.lay(1, 2)
    people.wait(SECOND)
    people.press(3)
    people.wait(50 * MS)
    both_hold(people, 1, 3)
    assert people.game.doubter == 3


DONE = None
OWNER_WRONG, DOUBTER_WRONG, NOBODY_KNOWS = Settle(truth=False), Settle(truth=True), Settle(None)


# --- a reveal that was spoilt ------------------------------------------------------------------


def ring_to(people: People, seat: int, place: Stop) -> None:
    """Tap through the ring to `place` and hold."""
    people.wait(100 * MS)
    people.hold(seat)
    people.to_ranks(seat)
    for _ in range(20):
        if people.by_hand.stop == place:
            break
        people.press(seat)
    people.hold(seat)
    assert people.by_hand.done


@pytest.mark.rule("X8", "X9")
@pytest.mark.parametrize(("place", "truth"), [(OWNER_WRONG, False), (DOUBTER_WRONG, True)])
def test_who_mixed_or_took_the_cards_is_wrong(place: Stop, truth: bool) -> None:
    people = doubted()
    ring_to(people, 3, place)
    people.hold(1)
    assert verdicts(people) == [truth]
    assert StopReading() in people.effects
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.PARTIES


@pytest.mark.rule("X8")
def test_where_nobody_can_tell_the_play_stands() -> None:
    people = doubted()
    ring_to(people, 3, NOBODY_KNOWS)
    people.hold(0)
    assert people.at(Revealing)
    people.hold(2)
    assert people.at(Turns)
    assert Stands(1) in people.happened
    assert noticed(people.table) == "no one can tell: the play stands"
    people.press(0)
    assert people.game.doubter is None


def test_nothing_is_settled_unless_people_agree() -> None:
    people = doubted()
    ring_to(people, 3, DOUBTER_WRONG)
    people.press(1)
    assert people.at(Revealing)
    assert not people.by_hand.done


@pytest.mark.parametrize("truth", [True, False, None])
def test_people_settle_a_doubt_by_touch(truth: bool | None) -> None:
    people = doubted()
    people.send(Chosen(Settle(truth), people.now))
    assert people.at(Turns if truth is None else Judged)
    assert verdicts(people) == ([] if truth is None else [truth])


def test_the_ring_offers_all_cards_only_once_there_is_one() -> None:
    people = doubted()
    people.wait(100 * MS)
    people.hold(3)
    people.to_ranks(3)
    seen = []
    for _ in range(20):
        seen.append(people.by_hand.stop)
        people.press(3)
    assert DONE not in seen
    assert {OWNER_WRONG, DOUBTER_WRONG, NOBODY_KNOWS} <= set(seen)
    assert len(set(seen)) < len(seen), "it is a ring"


def test_a_power_cut_drops_what_was_half_entered() -> None:
    people = doubted()
    people.wait(100 * MS)
    people.hold(3)
    people.to_ranks(3)
    people.hold(3)
    assert people.by_hand.ranks
    people.send(Resumed(people.now))
    assert not people.by_hand.ranks


def last_cards() -> People:
    """Seat 1 laid its last card, and seat 3 has just doubted it."""
    people = playing(4, race_ruleset(), (10, 1, 10, 10))
    people.lay(1, 1)
    people.wait(5 * SECOND)
    people.press(3)
    people.wait(50 * MS)
    assert people.at(Doubting)
    return people


def test_last_cards_whose_doubt_is_called_off_have_their_whole_window_again() -> None:
    people = last_cards()
    both_hold(people, 1, 3)
    assert people.game.phase is Phase.LAST_CARDS
    people.wait(7 * SECOND)
    assert people.at(Turns)
    people.wait(2 * SECOND)
    assert people.at(Over)
    assert people.game.winner == 1


def test_last_cards_that_nobody_can_tell_any_more_win() -> None:
    people = last_cards()
    people.wait(2 * SECOND)
    people.send(Chosen(Settle(None), people.now))
    people.wait(10 * MS)
    assert people.at(Over)
    assert (people.game.winner, people.table.games) == (1, 1)


def test_the_time_to_dispute_counts_from_when_the_verdict_is_seen() -> None:
    """From the word's landing, and not from the beginning of its suspense."""
    people = lied()
    lands = people.tells_at()
    assert lands > people.now
    people.wait(lands + WITHIN - people.now - 50 * MS)
    assert require(view_of(people.table, people.now, ENGLISH).verdict).hint
    people.press(0, LONG)
    assert people.disputed()
