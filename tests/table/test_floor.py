"""Several seats that may move, and games without races for a doubt."""

from dataclasses import dataclass
from itertools import permutations

import pytest
from at_table import People, playing
from by_button import label, say
from hypothesis import given
from hypothesis import strategies as st
from said import noticed
from way_to import way_to

from appliance.core.signals import MS, SECOND, Chosen, Edge, Tick
from appliance.table.stages import Judged, Revealing
from appliance.table.windows import FLOOR_FOR, SETTLES, menu_of
from bluffing.actions import Doubt, Pass, Play
from bluffing.cards import Rank
from bluffing.game import Claim, Phase, Setup, State
from bluffing.rulesets import RULESETS

SEATS = 4


def begun(name: str) -> State | None:
    """The game as seat 1 has laid its first card, or None where it lays none."""
    game = RULESETS[name]
    state = game.start(Setup(SEATS, 0), {})
    plays = (
        action
        for action in game.legal_actions(state)
        if isinstance(action, Play) and action.seat == 1
    )
    play = next(plays, None)
    return game.apply(state, play)[0] if play is not None else None


BEGUN = {name: state for name in RULESETS if (state := begun(name)) is not None}
FREE = [name for name, state in BEGUN.items() if len(RULESETS[name].live(state)) > 1]
"""Games in which everybody may move after the lead, in no order."""
RUSH = [
    name for name, game in RULESETS.items() if len(game.live(game.start(Setup(SEATS, 0), {}))) > 1
]
"""Games that any player may begin."""
QUIET = [name for name in BEGUN if not RULESETS[name].races]
"""Games with cards in which only the seat on turn may doubt."""

each_free = pytest.mark.parametrize("name", FREE)
each_rush = pytest.mark.parametrize("name", RUSH)
each_quiet = pytest.mark.parametrize("name", QUIET)


def led(name: str) -> People:
    """Seat 1 has led one seven, and the doubt window and the dead time are over."""
    people = fresh(name)
    people.wait(5 * SECOND + SETTLES)
    return people


def fresh(name: str) -> People:
    people = playing(SEATS, name)
    say(people, Play(1, 1, Rank.SEVEN))
    assert people.game.claim == Claim(1, 1, Rank.SEVEN)
    return people


def floor(people: People) -> int | None:
    turns = people.table.open_turns
    assert turns is not None
    return turns.floor


@each_free
def test_in_the_window_every_press_is_a_doubt(name: str) -> None:
    people = fresh(name)
    people.wait(SECOND)
    people.press(3)
    assert people.game.doubter == 3


@each_free
def test_the_first_to_press_after_the_window_has_the_floor_and_lays(name: str) -> None:
    people = led(name)
    people.press(3)
    assert (floor(people), people.counted) == (3, 1), "that press was a card already"
    people.press(3)
    people.hold(3)
    people.wait(60 * MS)
    assert people.game.claim == Claim(3, 2, Rank.SEVEN)
    assert floor(people) is None


@each_free
@pytest.mark.parametrize("order", [*permutations((0, 2, 3))])
@pytest.mark.untraced
def test_the_floor_is_the_first_ones_in_whatever_order_the_edges_arrive(
    name: str, order: tuple[int, ...]
) -> None:
    people = led(name)
    at = {3: people.now, 0: people.now + 2, 2: people.now + 15 * MS}
    people.now += 15 * MS
    for buzzer in order:
        people.down(buzzer, at=at[buzzer])
        people.wait(1 * MS)
    people.wait(100 * MS)
    assert floor(people) == 3
    for buzzer in order:
        people.up(buzzer)
    people.wait(SECOND)
    assert people.game.doubter is None, "who wanted the floor too doubts nobody"
    assert people.counted == 1


@each_free
def test_edges_that_waited_together_give_the_floor_and_what_it_said(name: str) -> None:
    people = led(name)
    start = people.now
    said = [(3, 0, 80), (3, 200, 300), (0, 50, 120), (3, 400, 480)]
    for buzzer, down, up in reversed(said):
        people.send(Edge(buzzer, down=True, at=start + down * MS))
        people.send(Edge(buzzer, down=False, at=start + up * MS))
    people.now = start + 600 * MS
    people.send(Tick(people.now))
    people.wait(10 * MS)
    assert (floor(people), people.counted, people.game.doubter) == (3, 3, None)


@dataclass(frozen=True)
class Said:
    """One press, some time after the dead time, and how late its two edges arrive (ns)."""

    buzzer: int
    at: int
    length: int
    late: tuple[int, int]


SPOKEN = st.builds(
    Said,
    st.sampled_from((0, 2, 3)),
    st.integers(1 * MS, 7 * SECOND),
    st.sampled_from((60 * MS, 150 * MS, 300 * MS, 600 * MS, 760 * MS, 900 * MS)),
    st.tuples(st.integers(0, 22 * MS), st.integers(0, 22 * MS)),
)


def told(name: str, said: list[Said], *, late: bool) -> tuple[State, int | None, int]:
    """Return the result when the edges arrive late, or at once."""
    people = led(name)
    start = people.now
    edges = [
        (at + (delay if late else 0), Edge(message.buzzer, down=down, at=start + at))
        for message in said
        for at, delay, down in (
            (message.at, message.late[0], True),
            (message.at + message.length, message.late[1], False),
        )
    ]
    for arrives, edge in sorted(edges, key=lambda pair: pair[0]):
        people.wait(start + arrives - people.now)
        people.send(edge)
    people.wait(SECOND)
    return people.game, floor(people), people.counted


@each_free
@given(st.lists(SPOKEN, min_size=1, max_size=5))
def test_how_late_an_edge_arrives_changes_nothing(name: str, said: list[Said]) -> None:
    assert told(name, said, late=True) == told(name, said, late=False)


@each_free
def test_presses_of_others_are_doubts_again_a_moment_later(name: str) -> None:
    people = led(name)
    people.press(3)
    people.wait(SETTLES)
    people.press(0)
    assert people.game.doubter == 0


@each_free
def test_who_could_not_see_yet_that_another_has_the_floor_doubts_nobody(name: str) -> None:
    """The loop stood still: the screen said "press first to play" for a second more."""
    people = led(name)
    at = people.now
    people.now = at + SECOND
    for buzzer, since in ((3, 0), (0, 800 * MS)):
        people.send(Edge(buzzer, down=True, at=at + since))
        people.send(Edge(buzzer, down=False, at=at + since + 100 * MS))
    people.send(Tick(people.now))
    people.wait(SETTLES)
    assert (floor(people), people.counted, people.game.doubter) == (3, 1, None)
    people.wait(10 * MS)
    people.press(0)
    people.wait(100 * MS)
    assert people.game.doubter == 0, "now it can be seen"


@each_free
def test_who_says_nothing_more_gives_the_floor_up(name: str) -> None:
    people = led(name)
    people.press(3)
    people.wait(FLOOR_FOR + 100 * MS)
    assert (floor(people), people.counted) == (None, 0)
    people.press(2)
    assert (people.game.doubter, floor(people)) == (None, None), "hands come to rest first"
    people.wait(SETTLES)
    people.press(2)
    assert (floor(people), people.counted) == (2, 1)


@each_free
@pytest.mark.parametrize("late", [-1 * MS, 1 * MS, SETTLES + 1 * MS])
def test_at_the_end_of_the_floor_a_press_is_judged_by_its_own_time(name: str, late: int) -> None:
    people = led(name)
    people.press(3)
    ends = people.table.turns.touched_at + FLOOR_FOR
    people.wait(ends + 20 * MS + max(0, late) - people.now)
    people.down(0, at=ends + late)
    people.wait(200 * MS)
    floors = None if late < SETTLES else 0
    assert (people.game.doubter, floor(people)) == ((0, None) if late < 0 else (None, floors))


@each_free
def test_a_live_seat_with_the_floor_passes_or_doubts_by_its_ring(name: str) -> None:
    people = led(name)
    people.hold(2)
    assert label(people, 2) == "PASS"
    people.hold(2)
    people.wait(60 * MS)
    assert 2 not in RULESETS[name].live(people.game)
    people.wait(2 * SECOND)
    people.hold(3)
    say(people, Doubt(3))
    assert people.game.doubter == 3


@each_free
def test_when_all_others_have_passed_the_last_one_leads_anew(name: str) -> None:
    people = led(name)
    for seat in (2, 3, 0):
        people.wait(2 * SECOND)
        people.hold(seat)
        people.hold(seat)
        people.wait(60 * MS)
    assert RULESETS[name].live(people.game) == (1,)
    say(people, Play(1, 2, Rank.NINE))
    assert people.game.claim == Claim(1, 2, Rank.NINE)


@each_free
def test_touch_moves_for_nobody_while_another_has_the_floor(name: str) -> None:
    people = led(name)
    people.press(3)
    people.send(Chosen(Pass(2), people.now))
    assert noticed(people.table) == "Dov is about to move: wait a moment"
    people.send(Chosen(Pass(3), people.now))
    people.wait(60 * MS)
    assert 3 not in RULESETS[name].live(people.game)


@each_rush
@pytest.mark.parametrize("order", [*permutations((0, 2, 3))])
def test_the_first_to_press_begins(name: str, order: tuple[int, ...]) -> None:
    people = playing(SEATS, name)
    at = {2: people.now, 3: people.now + 1, 0: people.now + 9 * MS}
    people.now += 9 * MS
    for buzzer in order:
        people.down(buzzer, at=at[buzzer])
        people.wait(1 * MS)
    people.wait(80 * MS)
    for buzzer in order:
        people.up(buzzer)
    people.wait(60 * MS)
    assert (floor(people), people.counted) == (2, 1)
    people.hold(2)
    if people.table.turns.entry is not None:  # the first claim names a rank
        people.hold(2)
    people.wait(60 * MS)
    assert people.game.claim is not None
    assert people.game.claim.seat == 2


# --- nobody races ---------------------------------------------------------------------------------


@each_quiet
def test_a_press_is_no_doubt_and_the_next_seats_tap_counts_at_once(name: str) -> None:
    people = fresh(name)
    for seat in (3, 0, 2):
        people.press(seat)
    assert people.game.doubter is None
    assert people.counted == 1


@each_quiet
def test_the_seat_on_turn_doubts_by_its_ring(name: str) -> None:
    people = fresh(name)
    say(people, Doubt(2))
    assert (people.game.doubter, people.at(Revealing)) == (2, True)
    people.show("7")
    assert people.at(Judged)


@each_quiet
def test_touch_doubts_too_but_only_for_the_seat_on_turn(name: str) -> None:
    people = fresh(name)
    people.send(Chosen(Doubt(3), people.now))
    people.wait(60 * MS)
    assert people.game.doubter is None
    people.send(Chosen(Doubt(2), people.now))
    people.wait(60 * MS)
    assert people.game.doubter == 2


@each_quiet
def test_last_cards_are_doubted_by_a_press_of_who_may(name: str) -> None:
    people = playing(SEATS, name, hands=(5, 1, 5, 5))
    say(people, Play(1, 1, Rank.SEVEN))
    assert people.game.phase is Phase.LAST_CARDS
    may = RULESETS[name].tie_order(people.game)
    for seat in {0, 2, 3} - {*may}:
        people.press(seat)
        assert people.game.doubter is None
    people.press(may[0])
    assert people.game.doubter == may[0]


@each_quiet
def test_menus_of_these_games_hold_the_doubt(name: str) -> None:
    people = fresh(name)
    keys = way_to(menu_of(people.table, 2), Doubt(2))
    assert keys is not None
