"""Every evening is written as text and read again: the same games, state by state."""

from collections.abc import Iterator

import pytest
from at_table import People, seated
from extent import tries
from random_evenings import evening
from steps_recorded import parts

from appliance.core.signals import (
    SECOND,
    Chosen,
    Wish,
    Wished,
)
from appliance.record.entry import EntryKind, RecordEntry
from appliance.runtime.records import records as games
from bluffing.actions import Action, Doubt, Play, Reveal, Settle, Void
from bluffing.cards import Rank
from bluffing.game import State
from bluffing.notation.read import read
from bluffing.notation.record import Decided, Record
from bluffing.notation.write import write


def records(people: People, began: int = 0) -> tuple[Record, ...]:
    steps = ((now, table) for now, _, table in people.handled)
    return tuple(games(*parts(steps, people.first), began))


def played(people: People) -> list[list[State]]:
    """Of each game the states in which the evening has shown it, one after the other."""
    games: list[list[State]] = []
    setup, known = None, 0
    for _, _, table in people.handled:
        match = table.stage.match
        if match is None:
            continue
        if match.setup is not setup:
            setup = match.setup
            games.append([])
        if not games[-1] or games[-1][-1] != match.game:
            games[-1].append(match.game)
        known = len(games[-1]) if table.inner.is_told else known
    if games:
        del games[-1][known:]  # the table still holds these back
    return [shown for shown in games if len(shown) > 1]


def among(few: list[State], many: Iterator[State]) -> bool:
    """Return True if `many` has `few` in this order: a step can decide two things at once."""
    return all(any(one == other for other in many) for one in few)


@pytest.mark.examples
def test_random_evenings_come_back_from_text_state_by_state() -> None:
    for seed in range(tries(2, of=1000)):
        people = evening(seed)
        told = records(people, began=1_790_000_000)
        text = write(told)
        again = read(text)
        assert again == told
        assert write(again) == text
        for shown, record in zip(played(people), again, strict=True):
            assert among(shown, record.states())


def decided(record: Record) -> list[Action | int]:
    """Return the decided events, and the number of actions that were taken back."""
    return [line.action if isinstance(line, Decided) else line.count for line in record.lines]


def test_what_is_taken_back_or_overruled_is_told() -> None:
    people = seated()
    people.hold(0)
    people.lay(1, 2)
    people.press(1)
    people.wait(SECOND)
    people.lay(1, 1)
    people.press(2)
    people.wait(3 * SECOND)
    people.send(Chosen(Reveal((Rank.KING,)), people.now))
    people.wait(3 * SECOND)
    people.send(Chosen(Settle(truth=True), people.now))
    [record] = records(people)
    assert decided(record) == [
        Play(1, 2, Rank.ACE),
        1,
        Play(1, 1, Rank.ACE),
        Doubt(2),
        Reveal((Rank.KING,)),
        1,
        Settle(truth=True),
    ]
    assert record.names == ("Ana", "Ben", "Cleo")
    assert record.lines[0].at == 2800, "ms since the deal"
    assert list(record.states())[-1] == people.game


def test_a_deal_in_which_nothing_was_decided_is_no_game() -> None:
    people = seated()
    assert records(people) == ()
    people.hold(0)
    people.send(Wished(Wish.DEAL_AGAIN, people.now))
    assert records(people) == ()
    assert write(()) == ""


def test_each_game_of_an_evening_is_told_with_its_options_and_who_leads() -> None:
    people = seated("idi")
    people.hold(0)
    people.send(Chosen(Void(), people.now))
    people.wait(9 * SECOND)
    people.send(Wished(Wish.GO_ON, people.now))
    people.send(Wished(Wish.GO_ON, people.now))
    people.send(Chosen(Play(people.game.turn, 1, Rank.KING), people.now))
    people.wait(SECOND)
    first, second = records(people, began=1_790_000_000)
    assert decided(first) == [Void()]
    assert [first.setup.dealer, second.setup.dealer] == [0, 1]
    assert 1_790_000_000 <= first.began < second.began < 1_790_000_060


@pytest.mark.rule("short_must_raise_guess")
@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ({}, {"fact_answer_rounding": "none", "short_must_raise_guess": True}),
        ({"edition": 2}, {}),
    ],
)
def test_an_older_evening_is_told_with_the_house_options_of_its_time(
    edition: dict[str, int], options: dict[str, bool | str]
) -> None:
    deal = {"game": "doubt_it", "options": {}, "setup": {"players": 3}, **edition}
    entries = [
        RecordEntry(1, 0, 1, EntryKind.DEALT, deal),
        RecordEntry(2, 1000, 1, EntryKind.DECIDED, {"index": 0, "action": "1 guess 20 wager 5"}),
    ]
    [record] = games(enumerate(entries, 1), [], 0)
    assert dict(record.options) == options
    assert read(write([record])) == (record,)
