"""Every evening is written as text and read again: the same games, state by state."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from at_table import People, reading_of, seated
from extent import tries
from steps_recorded import parts

from appliance.core.question import Kind, Question
from appliance.core.signals import (
    MS,
    SECOND,
    CardsSeen,
    Chosen,
    Edge,
    QuestionDrawn,
    Signal,
    Wish,
    Wished,
)
from appliance.record.entry import EntryKind, RecordEntry
from appliance.runtime.records import records as games
from appliance.table import Table, TableSettings
from appliance.table.part import PROCEDURES
from appliance.table.stages import Judged
from bluffing.actions import Action, Doubt, Play, Reveal, Settle, Void
from bluffing.cards import Rank
from bluffing.game import State
from bluffing.notation.read import read
from bluffing.notation.record import Decided, Record
from bluffing.notation.write import write
from bluffing.rulesets import RULESETS

FACT = Question("test", "one", Kind.FACT, "How much?", 41.5, "us", "2026")
WAITS = (0, 30 * MS, 90 * MS, 720 * MS, 2600 * MS, 9000 * MS)
SIGNALS = 40


def signal(people: People, rng: random.Random) -> Signal:
    """A possible signal, so that games go on, are doubted, corrected, disputed and void."""
    table, now, kind = people.table, people.now, rng.random()
    if isinstance(table.stage, Judged) and kind < 0.2:
        return Chosen(Settle(rng.random() < 0.5), now)
    if kind < 0.1:
        return Edge(rng.randrange(6), rng.random() < 0.5, now)
    if kind < 0.8 and table.stage.match is not None:
        legal = list(islice(table.ruleset.legal_actions(table.game), 80))
        wrong = tuple(procedure for procedure in PROCEDURES if rng.random() < 0.05)
        likely = [one for one in legal if not isinstance(one, PROCEDURES) or isinstance(one, wrong)]
        if likely:
            wanted = rng.choice(sorted({type(one).__name__ for one in likely}))
            return Chosen(rng.choice([one for one in likely if type(one).__name__ == wanted]), now)
    if kind < 0.9:
        return CardsSeen(table.request, reading_of([rng.choice(list(Rank))]), now)
    if kind < 0.95:
        return QuestionDrawn(table.request, FACT, now)
    return Wished(
        rng.choice((Wish.GO_ON, Wish.GO_ON, Wish.GO_ON, Wish.PAUSE, Wish.DEAL_AGAIN)), now
    )


def evening(seed: int) -> People:
    """People sit down and play a game or more, at random."""
    rng = random.Random(f"evening {seed}")
    game = RULESETS[rng.choice(sorted(RULESETS))]
    settings = TableSettings(game.name, rng.choice(game.presets).options, buzzers=6)
    people = People(Table(settings), now=SECOND)
    for buzzer in range(rng.choice([number for number in game.seats if 3 <= number <= 6])):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(3 * SECOND)
    for _ in range(2):
        people.send(Wished(Wish.GO_ON, people.now))
    for _ in range(SIGNALS):
        people.wait(rng.choice(WAITS))
        people.send(signal(people, rng))
        if rng.random() < 0.1:
            people.press(rng.randrange(6))
    return people


def records(people: People, began: int = 0) -> tuple[Record, ...]:
    steps = ((now, table) for now, _, table in people.handled)
    return tuple(games(*parts(steps, people.first), began))


def played(people: People) -> list[list[State]]:
    """Of each game the states in which the evening has shown it, one after the other."""
    games: list[list[State]] = []
    setup = None
    for _, _, table in people.handled:
        match = table.stage.match
        if match is None:
            continue
        if match.setup is not setup:
            setup = match.setup
            games.append([])
        if not games[-1] or games[-1][-1] != match.game:
            games[-1].append(match.game)
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
