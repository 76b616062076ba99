"""Seats follow the order in which the buzzers stand around the table, however they are wired."""

from dataclasses import replace

from at_table import People
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS, SECOND
from appliance.table import Table, TableSettings
from appliance.table.facts import facts_of


def sitting(
    clockwise: tuple[int, ...], comes: tuple[int, ...], *, anticlockwise: bool = False
) -> People:
    """A lobby of these buzzers, in the order in which they were pressed."""
    options = (("direction", "anticlockwise"),) if anticlockwise else ()
    settings = TableSettings(buzzers=6, clockwise=clockwise, options=options)
    people = People(Table(settings), now=SECOND)
    for buzzer in comes:
        people.press(buzzer)
    return people


@given(st.permutations(range(6)), st.permutations(range(6)), st.integers(1, 6))
def test_who_sits_clockwise_of_whom_is_told_by_the_places(
    clockwise: list[int], comes: list[int], count: int
) -> None:
    people = sitting(tuple(clockwise), tuple(comes[:count]))
    assert list(people.table.buzzers) == [buzzer for buzzer in clockwise if buzzer in comes[:count]]
    facts = facts_of(people.table, people.now)
    assert [seat.buzzer for seat in facts.seats] == clockwise
    assert [seat.place for seat in facts.seats] == list(range(6))


def deal(people: People) -> None:
    """Let all be ready, and the player of buzzer 0 deal and lead."""
    for buzzer in (0, 1, 2):
        people.hold(buzzer)
    people.wait(3 * SECOND)
    people.hold(0)
    people.wait(100 * MS)
    people.hold(0)


def test_the_next_player_is_the_one_on_the_left_at_the_table() -> None:
    people = sitting((2, 0, 1, 3, 4, 5), (0, 1, 2))
    deal(people)
    facts = facts_of(people.table, people.now)
    assert facts.playing.dealer == facts.names.index("Ana") == 1
    assert [seat.buzzer for seat in facts.seats] == [2, 0, 1]
    assert [seat.place for seat in facts.seats] == [0, 1, 2]
    assert facts.playing.turn == 2, "buzzer 1 stands to the left of buzzer 0"
    people.lay(1, 1)
    assert people.game.turn == 0, "and buzzer 2 comes after the last place"


def test_by_house_option_the_next_player_is_the_one_on_the_right() -> None:
    people = sitting((2, 0, 1, 3, 4, 5), (0, 1, 2), anticlockwise=True)
    deal(people)
    facts = facts_of(people.table, people.now)
    assert [seat.buzzer for seat in facts.seats] == [1, 0, 2]
    assert [seat.name for seat in facts.seats] == ["Ben", "Ana", "Cleo"]
    assert [seat.place for seat in facts.seats] == [2, 1, 0], "people sit where they sat"
    assert people.game.turn == 2, "buzzer 2 stands to the right of buzzer 0"
    people.lay(2, 1)
    assert people.game.turn == 0


def test_the_next_deal_goes_round_as_the_house_has_it_by_then() -> None:
    people = sitting((), (0, 1, 2))
    assert people.table.buzzers == (0, 1, 2)
    other = replace(people.table.settings, options=(("direction", "anticlockwise"),))
    people.table = replace(people.table, settings=other)
    deal(people)
    assert people.table.buzzers == (2, 1, 0)
    assert people.table.players == ("Cleo", "Ben", "Ana")
    assert people.table.dealer == 2, "the player who held the buzzer still deals"
