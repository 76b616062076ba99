"""Corrections while the game is paused, with one button a seat and by touch."""

import pytest
from at_table import People, playing, race_ruleset
from said import ENGLISH, noticed

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND, Chosen, Resumed, Wish, Wished
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table.elements import Item
from appliance.table.facts import Prompt
from appliance.table.parts import rhythms
from appliance.table.stages import Deal, Over, Turns
from appliance.table.stages.pause.facts import item_words, items
from bluffing.actions import Adjust, Audit, Leave, Play, Void
from bluffing.events import Adjusted, Audited, Left
from bluffing.game import Phase

LONG = LONG_AFTER + 50 * MS


def paused(*, played: bool = True, seat: int = 0, **options: str | int | bool) -> People:
    """`seat` has paused; seat 1 has played one card that can't be doubted any more, or nothing."""
    people = playing(4, race_ruleset(), None, **options)
    if played:
        people.lay(1, 1)
        people.wait(SECOND)
        people.press(2)
        people.wait(2 * SECOND)
        people.show("A")
        people.wait(100 * MS)
        people.hold(2)
        people.wait(9 * SECOND)
        assert people.game.phase is Phase.READY
    people.press(seat, LONG)
    assert people.paused()
    return people


def choose(people: People, item: Item) -> None:
    """Let the player who paused tap to `item` and hold."""
    pause = people.pause
    assert pause is not None
    assert pause.seat is not None
    for _ in range(items(people.table, pause.seat, people.now).index(item)):
        people.press(pause.seat)
    people.hold(pause.seat)


def notices(people: People) -> str:
    return noticed(people.table)


def test_who_paused_holds_to_go_on_and_so_does_anybody() -> None:
    for seat in (0, 1):
        people = paused()
        people.hold(seat)
        assert not people.paused()


def test_the_ring_is_on_the_screen_and_the_walking_lamp_at_who_turns_it() -> None:
    people = paused()
    view = view_of(people.table, people.now, ENGLISH)
    assert view.paused
    assert view.headline == "Paused"
    assert view.ring is not None, "what is chosen must be read"
    chooser, ring = view.ring
    assert (chooser.seat, ring.labels[ring.cursor]) == (0, item_words(Item.GO_ON))
    assert [rhythms(people.table)[seat] for seat in (0, 1)] == [Rhythm.WALK, Rhythm.DIM]
    assert view.seats[0].prompt is Prompt.CHOOSE


def test_after_a_pause_by_touch_or_a_power_cut_who_taps_first_chooses() -> None:
    people = playing(4, race_ruleset())
    people.send(Wished(Wish.PAUSE, people.now))
    assert view_of(people.table, people.now, ENGLISH).paused
    people.wait(100 * MS)
    people.press(2)
    assert people.pause.seat == 2
    people.press(3)
    assert people.pause.seat == 2


@pytest.mark.rule("X11", "X17")
def test_one_cards_count_is_moved_when_another_seat_agrees() -> None:
    people = paused()
    before = people.game.hands
    choose(people, Item.MOVE)
    people.hold(0)  # from seat 0
    people.press(0)
    people.hold(0)  # to the second of the others: seat 2
    assert people.game.hands == before
    people.hold(0)
    assert people.game.hands == before, "another seat must agree"
    people.hold(3)
    assert people.game.hands == before, "who gets the card must agree"
    people.hold(2)
    assert Adjusted(0, 2) in people.happened
    assert people.game.hands[0] == before[0] - 1
    assert people.game.hands[2] == before[2] + 1
    assert people.paused()
    people.hold(0)
    assert not people.paused()


def test_a_tap_of_another_seat_means_no() -> None:
    people = paused()
    before = people.game
    choose(people, Item.MOVE)
    people.hold(0)  # from seat 0
    people.hold(0)  # to seat 1
    people.press(1)
    people.hold(1)
    assert people.game == before
    assert not people.paused(), "back in the ring a hold goes on"


def test_a_long_hold_leads_back_to_the_ring() -> None:
    people = paused()
    choose(people, Item.RECOUNT)
    people.press(3, LONG)
    assert people.pause.item is None


def enter(people: People, seat: int, number: int) -> None:
    """Tens, hold, units, hold; the rings start at the number that the table has."""
    for part in (number // 10, number % 10):
        for _ in range(30):
            pause = people.pause
            assert pause is not None
            mine = next(
                count for count in pause.counts if count.seat == seat and count.number is None
            )
            if mine.cursor == part:
                break
            people.press(seat)
        people.hold(seat)


@pytest.mark.rule("X12")
def test_everybody_counts_and_what_is_missing_is_said() -> None:
    people = paused()
    hands = people.game.hands
    choose(people, Item.RECOUNT)
    assert [rhythms(people.table)[seat] for seat in range(4)] == [Rhythm.WALK] * 4
    for seat, cards in enumerate(hands):
        enter(people, seat, cards - (seat == 3))
    assert people.paused()
    assert people.game.hands == hands
    enter(people, 0, 0)
    assert people.game.hands == hands
    assert "1 card missing" in notices(people)
    for seat, cards in enumerate(hands):
        enter(people, seat, cards + (seat == 1) - (seat == 3))
    enter(people, 0, 0)
    assert Audited(hands, people.game.hands) in people.happened
    assert people.game.hands[1] == hands[1] + 1
    assert people.game.hands[3] == hands[3] - 1


def test_right_counts_change_nothing() -> None:
    people = paused()
    before = people.game
    choose(people, Item.RECOUNT)
    for seat, cards in enumerate(before.hands):
        enter(people, seat, cards)
    enter(people, 0, 0)
    assert people.game == before
    assert notices(people) == "the counts are right"


def test_they_count_at_once() -> None:
    people = paused()
    choose(people, Item.RECOUNT)
    people.wait(50 * MS)
    for _ in range(2):
        for seat in range(4):
            people.down(seat)
        people.wait(800 * MS)
        for seat in range(4):
            people.up(seat)
        people.wait(100 * MS)
    done = [count.seat for count in people.pause.counts if count.number is not None]
    assert done == [0, 1, 2, 3], "only the table's cards are still to be counted"


@pytest.mark.rule("X15")
def test_a_seat_leaves_when_another_agrees() -> None:
    people = paused(leaver="joins_table")
    count = people.game.hands[0]
    choose(people, Item.LEAVE)
    people.hold(2)
    assert Left(0, count, to_table=True) in people.happened
    assert people.game.gone == (0,)
    assert rhythms(people.table)[0] is Rhythm.OFF
    if people.paused():
        people.press(0)
        people.hold(0)
        assert people.paused(), "who has left has no say"
        people.hold(1)
    assert not people.paused()


@pytest.mark.rule("X12")
def test_a_game_is_ended_without_a_winner() -> None:
    people = paused()
    choose(people, Item.VOID)
    people.hold(1)
    assert not people.at(Over)
    people.hold(2)
    assert people.at(Over), "three of four"
    assert not people.paused()
    assert people.game.winner is None


@pytest.mark.rule("X17")
def test_before_the_first_play_they_deal_again() -> None:
    people = paused(played=False, seat=2)
    assert Item.REDEAL in items(people.table, 2, people.now)
    choose(people, Item.REDEAL)
    people.hold(1)
    assert people.at(Deal)
    assert not people.paused()


def test_only_what_is_legal_is_offered() -> None:
    people = paused()
    offered = items(people.table, 0, people.now)
    assert Item.REDEAL not in offered
    assert Item.DISCARD not in offered
    assert {Item.GO_ON, Item.MOVE, Item.RECOUNT, Item.LEAVE, Item.VOID} <= set(offered)


@pytest.mark.parametrize(
    "action", [Adjust(0, 2), Audit((12, 14, 13, 13), 0), Leave(2), Void()], ids=repr
)
def test_by_touch(action: Adjust | Audit | Leave | Void) -> None:
    people = paused(seat=3)
    before = people.game
    if people.table.ruleset.refusal(before, action) is not None:
        people.send(Chosen(action, people.now))
        assert people.game == before
        assert noticed(people.table)
    else:
        people.send(Chosen(action, people.now))
        assert people.game != before


def test_nothing_is_played_by_touch_while_the_game_is_paused() -> None:
    people = paused()
    before = people.game
    people.send(Chosen(Play(people.game.turn, 1), people.now))
    assert people.game == before
    assert noticed(people.table) == "the game is paused"


def test_presses_from_before_the_pause_choose_nothing() -> None:
    people = playing(4, race_ruleset())
    people.down(2)
    people.wait(LONG)
    assert people.paused()
    people.up(2)
    people.wait(50 * MS)
    assert people.paused()
    assert people.pause.cursor == 0


def test_a_power_cut_drops_what_was_half_entered() -> None:
    people = paused()
    before = people.game
    choose(people, Item.RECOUNT)
    enter(people, 1, 3)
    people.send(Resumed(people.now))
    assert people.paused()
    people.wait(SECOND)
    people.hold(1)
    assert not people.paused()
    assert people.game == before


def test_time_stands_still_for_the_verdict_too() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(2)
    people.wait(2 * SECOND)
    people.show("Q")
    people.wait(SECOND)
    people.send(Wished(Wish.PAUSE, people.now))
    people.wait(60 * SECOND)
    people.hold(0)
    people.wait(100 * MS)
    people.press(0, LONG)
    assert people.disputed()


def test_counts_can_be_moved_while_the_loser_picks_up() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(2)
    people.wait(2 * SECOND)
    people.show("A")
    people.send(Wished(Wish.PAUSE, people.now))
    people.send(Chosen(Adjust(0, 3), people.now))
    people.wait(100 * MS)
    people.hold(0)
    people.wait(2 * SECOND)
    assert view_of(people.table, people.now, ENGLISH).seats[2].prompt is Prompt.PICK_UP
    people.wait(100 * MS)
    people.hold(2)
    assert people.at(Turns)
