"""A buzzer presses for another seat, and windows are longer for players who need time."""

from dataclasses import replace

import pytest
from at_table import People, playing

from appliance.core.signals import MS
from appliance.table.facts import Prompt, TurnsFacts, facts_of
from appliance.table.parts import rhythms
from appliance.table.windows import more_time


def helped(buzzer: int, whose: int) -> People:
    """Four people play, and who presses a fifth, sixth ... `buzzer` does so for `whose`."""
    people = playing()
    proxies = tuple(whose if number == buzzer else -1 for number in range(6))
    settings = replace(people.table.settings, buzzers=6, proxies=proxies)
    people.table = replace(people.table, settings=settings)
    return people


def test_a_press_of_the_helper_is_one_of_that_seat() -> None:
    people = helped(5, whose=1)
    people.lay(5, 2)
    assert people.game.claim is not None
    assert (people.game.claim.seat, people.game.claim.count) == (1, 2)


def test_its_own_buzzer_counts_still() -> None:
    people = helped(5, whose=1)
    people.press(5)
    people.press(1)
    people.hold(1)
    people.wait(60 * MS)
    assert people.game.claim is not None
    assert people.game.claim.count == 2


def test_a_slap_of_the_helper_has_its_own_time_in_the_race() -> None:
    people = helped(5, whose=3)
    people.lay(1, 1)
    people.down(5)
    people.wait(15 * MS)
    people.down(2)
    people.wait(300 * MS)
    assert people.game.doubter == 3
    assert [place.seat for place in facts_of(people.table, people.now).play.places] == [3, 2]


def test_the_lamp_of_the_helper_shows_the_same() -> None:
    people = helped(5, whose=1)
    lamps = rhythms(people.table)
    assert lamps[5] is lamps[1] is not lamps[4]


def test_a_helper_can_not_sit_down() -> None:
    people = People(replace(helped(5, whose=1).table, buzzers=(), names=()))
    people.table = replace(people.table, stage=type(people.table)(people.table.settings).stage)
    seats = facts_of(people.table, people.now).seats
    assert seats[5].prompt is Prompt.PRESSES_FOR
    people.press(5)
    assert people.table.buzzers == (1,)


@pytest.mark.parametrize("slow", [(), (1,), (2,), (0, 3)])
def test_windows_are_twice_as_long_for_all_where_somebody_who_may_doubt_needs_it(
    slow: tuple[int, ...],
) -> None:
    people = playing()
    settings = replace(people.table.settings, more_time=slow)
    people.table = replace(people.table, settings=settings)
    people.lay(1, 1)
    turns = people.table.turns
    assert turns.closes_at is not None
    doubles = bool({*slow} - {1})  # the claimant needs none
    assert turns.closes_at - turns.opened_at == (10_000 if doubles else 5_000) * MS
    about = facts_of(people.table, people.now).about
    assert isinstance(about, TurnsFacts)
    assert (
        about.more_time
        == more_time(people.table)
        == tuple(buzzer for buzzer in slow if buzzer != 1)
    )
