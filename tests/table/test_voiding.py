"""A press may be lost: no race that it could have decided is decided without it."""

import pytest
from at_table import People, playing, race_ruleset, ruleset_with
from said import noticed, told

from appliance.core.signals import (
    BUZZERS,
    MS,
    SECOND,
    DriverBack,
    DriverLost,
    Edge,
    EdgesLost,
    Signal,
    Tick,
)
from appliance.table import voiding
from appliance.table.stages import Doubting, Judged, Revealing, Turns
from appliance.table.windows import race_of
from bluffing.game import Phase


def test_a_race_that_still_settles_is_void_and_can_be_repeated() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    people.down(3)
    people.wait(5 * MS)
    people.send(EdgesLost(people.now - 10 * MS, people.now))
    people.wait(200 * MS)
    people.up(3)
    people.wait(SECOND)
    assert people.at(Turns)
    assert people.table.notice == voiding.AGAIN
    assert race_of(people.table) is not None
    people.press(2)
    people.wait(100 * MS)
    assert people.game.doubter == 2


def test_the_repeated_race_has_its_whole_time() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(4 * SECOND)
    people.send(EdgesLost(people.now - 10 * MS, people.now))
    window = people.table.settings.doubt_window_ms
    assert window is not None
    assert people.table.turns.closes_at == people.now + window * MS


def test_edges_from_before_the_play_void_nothing() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    opened = people.table.turns.opened_at
    before = people.table
    people.send(EdgesLost(opened - 100 * MS, opened))
    assert people.table is before


def test_a_doubt_is_taken_back_while_no_card_is_up() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    pressed = people.now
    people.press(3)
    people.wait(100 * MS)
    assert people.at(Doubting)
    people.send(EdgesLost(pressed - 5 * MS, people.now))
    assert people.at(Turns)
    assert people.game.phase is Phase.OPEN
    assert people.finish is None
    assert people.table.notice == voiding.AGAIN
    people.wait(10 * MS)
    people.press(2)
    people.wait(3 * SECOND)
    assert people.game.doubter == 2
    assert people.at(Revealing)


def test_edges_lost_after_a_race_was_decided_change_nothing_of_it() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(3)
    people.wait(200 * MS)
    assert people.at(Doubting)
    before = people.table
    people.send(EdgesLost(people.now - 20 * MS, people.now))
    assert people.table is before


def test_what_the_cards_have_said_stands() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    pressed = people.now
    people.press(3)
    people.wait(3 * SECOND)
    people.show(str(people.table.game.claim.rank) if people.table.game.claim else "")
    assert people.at(Judged)
    before = people.table
    people.send(EdgesLost(pressed - 5 * MS, people.now))
    assert people.table is before


def test_a_play_that_covered_the_race_waits_for_it_again() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(6 * SECOND)
    claim = people.game.claim
    people.lay(2, 1)
    assert people.game.claim != claim
    moved = people.table.turns.moved_at
    people.send(EdgesLost(moved - 10 * MS, people.now))
    assert people.game.claim == claim
    people.wait(10 * MS)
    people.press(3)
    people.wait(100 * MS)
    assert people.game.doubter == 3
    assert people.game.claim == claim


@pytest.mark.untraced
def test_a_play_that_is_still_registered_waits_for_it_again() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(6 * SECOND)
    claim = people.game.claim
    people.press(2)
    people.down(2)
    while people.table.turns.pending is None:
        people.wait(MS)
    people.send(EdgesLost(people.now - 10 * MS, people.now))
    people.up(2)
    people.wait(300 * MS)
    assert people.game.claim == claim
    assert people.table.notice == voiding.AGAIN


def test_the_window_for_last_cards_is_opened_again() -> None:
    people = playing(3, ruleset_with("last_card_window_ms"), hands=(9, 1, 9))
    people.lay(1, 1)
    people.wait(100 * MS)
    if people.game.phase is not Phase.LAST_CARDS:
        pytest.skip("this ruleset has no window for the last cards")
    people.wait(SECOND)
    people.send(EdgesLost(people.now - 10 * MS, people.now))
    again = people.now
    people.wait(50 * MS)
    window = people.table.ruleset.timing(people.game).last_card_window_ms * MS
    assert people.table.turns.closes_at == again + window
    people.press(2)
    people.wait(SECOND)
    assert people.game.doubter == 2


def test_without_buzzers_the_game_is_paused_with_the_reason() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.send(DriverLost("buzzers", told("the seat hub is gone: plug it in again"), people.now))
    assert people.paused()
    assert noticed(people.table) == "the seat hub is gone: plug it in again"
    people.wait(20 * SECOND)
    people.send(DriverBack("buzzers", people.now))
    assert people.paused()
    assert "hold to go on" in noticed(people.table)
    people.hold(2)
    assert not people.paused()
    people.press(3)
    people.wait(100 * MS)
    assert people.game.doubter == 3


def counted(people: People) -> int:
    """Return how many cards are counted in the turn."""
    assert people.table.turns.entry is not None
    return people.table.turns.entry.cursor


def in_a_press() -> tuple[People, int]:
    """The seat on turn has counted two cards, and its button has been down for 120 ms."""
    people = playing(4, race_ruleset())
    seat = people.game.turn
    people.wait(SECOND)
    for _ in range(2):
        people.press(seat)
        people.wait(300 * MS)
    assert counted(people) == 2
    people.down(seat)
    people.wait(120 * MS)
    return people, seat


@pytest.mark.parametrize("release_first", [False, True])
def test_a_press_that_a_cut_cable_ends_counts_no_card(release_first: bool) -> None:
    """It may have been a hold, and where a hold plays at once no way leads back."""
    people, seat = in_a_press()
    cut = people.now - 40 * MS
    heard: list[Signal] = [EdgesLost(cut, people.now), Edge(seat, down=False, at=cut)]
    for signal in heard[::-1] if release_first else heard:
        people.send(signal)
    people.send(Tick(people.now))
    people.send(DriverLost(BUZZERS, told("gone"), people.now))
    people.wait(SECOND)
    assert counted(people) == 2


def test_a_hold_of_which_an_end_may_be_unheard_commits_nothing() -> None:
    people, seat = in_a_press()
    people.send(EdgesLost(people.now - 20 * MS, people.now))
    people.wait(2 * SECOND)
    assert counted(people) == 2
    people.up(seat)
    people.wait(300 * MS)
    assert counted(people) == 2
    people.down(seat)
    people.wait(SECOND)
    assert people.game.claim is not None
    assert people.game.claim.count == 2
