"""Touch says what the button would, and no more: never a doubt in a race, never out of turn."""

from dataclasses import replace

import pytest
from at_table import People, playing, to_doubt
from said import ENGLISH, noticed

from appliance.core.signals import MS, SECOND, Tick, Touched
from appliance.runtime.codec import decode, encode
from appliance.table import Table, TableSettings
from appliance.table.facts import facts_of
from appliance.table.stages import Doubting, Revealing, Turns
from appliance.table.windows import on_turn, race_of
from bluffing.rulesets import RULESETS


def touch(people: People, seat: int, taps: int, at: int | None = None) -> None:
    people.send(Touched(seat, taps, people.now if at is None else at))
    people.send(Tick(people.now))


@pytest.mark.parametrize("name", RULESETS)
def test_a_finger_plays_what_the_button_would(name: str) -> None:
    if not RULESETS[name].races:
        pytest.skip(f"{name} begins with another kind of turn, or nobody races there")
    by_finger, by_button = (
        playing(ruleset=name, **to_doubt(name)),
        playing(ruleset=name, **to_doubt(name)),
    )
    seat = on_turn(by_finger.table)
    if seat is None:
        pytest.skip(f"in {name} several seats may begin")
    touch(by_finger, seat, 1)
    by_button.press(seat)
    by_button.hold(seat)
    for people in (by_finger, by_button):
        if people.game.claim is None and people.table.turns.entry:
            touch(people, seat, 0)  # the rank that the ring begins at
        people.wait(60 * MS)
    assert by_finger.game.claim is not None
    assert by_finger.game.claim == by_button.game.claim


@pytest.mark.parametrize("name", RULESETS)
def test_no_finger_doubts_where_anybody_may(name: str) -> None:
    """Everything that a screen could ever show is touched, in the window and after it."""
    if not RULESETS[name].races:
        pytest.skip(f"in {name} nobody races to doubt")
    people = playing(ruleset=name, **to_doubt(name))
    seat = on_turn(people.table)
    if seat is None:
        pytest.skip(f"in {name} several seats may begin")
    people.lay(seat, 1)
    if people.game.claim is None:
        people.hold(seat)
        people.wait(60 * MS)
    assert race_of(people.table) is not None
    for wait in (100 * MS, 6 * SECOND):
        people.wait(wait)
        for number in range(4):
            for taps in range(6):
                table = people.table
                tried = replace(people)
                touch(tried, number, taps)
                assert isinstance(tried.table.inner, Turns)
                assert (tried.game.doubter, tried.table.turns.slap) == (None, None)
                assert people.table is table


def test_the_doubt_in_the_ring_is_left_to_the_buzzer() -> None:
    people = playing(ruleset="bicycle")
    people.lay(1, 1)
    people.wait(6 * SECOND)
    touch(people, 2, 0)  # a hold without a card counted, for the one thing that it says here
    assert noticed(people.table) == "doubt with your own buzzer"
    people.hold(2)
    people.wait_for(lambda table: isinstance(table.inner, Doubting), SECOND)


def test_what_came_up_under_the_finger_is_not_taken() -> None:
    people = playing()
    people.lay(1, 1)
    before = people.now
    people.press(3)
    people.wait_for(lambda table: isinstance(table.inner, Doubting), SECOND)
    people.wait_for(lambda table: isinstance(table.inner, Revealing), 3 * SECOND)
    table = people.table
    touch(people, 3, 0, at=before)
    assert people.table.at(Revealing).by_hand == table.at(Revealing).by_hand
    touch(people, 3, 0)  # by hand, as a hold of the doubter's button would
    touch(people, 3, 2)  # the cards, and no word
    ring = people.by_hand.stop
    touch(people, 3, 2)
    assert people.by_hand.ranks
    assert people.by_hand.stop != ring
    touch(people, 9, 0)  # no player sits there
    assert people.at(Revealing)


def test_out_of_turn_nothing_is_taken() -> None:
    people = playing()
    touch(people, 3, 1)
    assert noticed(people.table) == "not now"
    assert people.game.claim is None
    touch(people, 1, 99)
    assert people.game.claim is None
    assert "maximum" in noticed(people.table)


def test_a_touch_is_kept_in_the_journal() -> None:
    assert decode(encode(Touched(1, 2, 3))) == Touched(1, 2, 3)


def test_a_finger_sits_down_takes_another_name_is_ready_and_leaves() -> None:
    people = People(Table(TableSettings("bicycle", buzzers=4)), now=SECOND)

    def keys(buzzer: int) -> dict[str, int]:
        people.wait(40 * MS)  # another picture
        found = facts_of(people.table, people.now).seats[buzzer].keys
        return {str(ENGLISH("text", text=key.label)): key.taps for key in found}

    assert set(keys(2)) == {"SIT"}
    touch(people, 2, keys(2)["SIT"])
    assert (people.table.buzzers, set(keys(2)), set(keys(1))) == ((2,), {"NAME", "READY"}, {"SIT"})
    name = people.table.names
    touch(people, 2, keys(2)["NAME"])
    assert people.table.names != name
    touch(people, 2, keys(2)["READY"])
    assert set(keys(2)) == {"LEAVE"}
    touch(people, 3, keys(3)["SIT"])
    touch(people, 2, keys(2)["LEAVE"])
    assert {2, 3} == {*people.table.buzzers}, "it is asked first"
    touch(people, 2, keys(2)["LEAVE"])
    assert people.table.buzzers == (3,)
    touch(people, 9, 0)
    touch(people, 3, 7)
    assert people.table.buzzers == (3,)
