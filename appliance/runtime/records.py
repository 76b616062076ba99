"""The games of an evening as `bluffing.notation` writes them, from the evening's record."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from appliance.record.entry import SECOND_MS, EntryKind, RecordEntry, SeatNames, names_at
from appliance.runtime.evening import KeptEvening
from bluffing.game import Setup
from bluffing.notation.read import read_action
from bluffing.notation.record import Decided, Record, RecordLine, TakenBack
from bluffing.options import Value
from bluffing.rulesets import RULESETS


def records_of(evening: KeptEvening) -> Iterator[Record]:
    """Yield each game with a decision, in the order of the deals.

    Raises:
        JournalError: as `KeptEvening.record`.
        NotationError: this version does not know an action.
    """
    entries, names = evening.record(story=False), evening.names()
    yield from records(entries, names, evening.began)


def records(
    entries: Iterable[tuple[int, RecordEntry]],
    names: Iterable[SeatNames],
    began: int,
) -> Iterator[Record]:
    """Yield the records as `records_of` does, from the parts of an evening."""
    game, called = None, list(names)
    for number, entry in entries:
        if entry.kind == EntryKind.DEALT:
            if game is not None and game.lines:
                yield game.record
            game = _RecordedGame(
                entry,
                names_at(called, number),
                began and began + entry.at_ms // SECOND_MS,
            )
        elif game is not None:
            game.follow(entry)
    if game is not None and game.lines:
        yield game.record


@dataclass(slots=True)
class _RecordedGame:
    """A game under way: its `deal`, and the decisions since."""

    deal: RecordEntry
    names: tuple[str, ...]
    began: int
    lines: list[RecordLine] = field(default_factory=list)

    def follow(self, entry: RecordEntry) -> None:
        at = entry.at_ms - self.deal.at_ms
        if entry.kind == EntryKind.DECIDED:
            self.lines.append(Decided(read_action(entry.data["action"]), at))
        elif entry.kind == EntryKind.TAKEN_BACK:
            self.lines.append(TakenBack(entry.data["count"], at))

    @property
    def record(self) -> Record:
        data = self.deal.data
        written = dict[str, Value](data["options"])
        ruleset = RULESETS.get(data["game"])
        earlier = () if "edition" in data or ruleset is None else ruleset.first_edition
        options = tuple({**dict(earlier), **written}.items())
        setup, names = _setup(data["setup"]), self.names
        return Record(data["game"], setup, options, names, self.began, tuple(self.lines))


def _setup(data: Mapping[str, Any]) -> Setup:  # JSON's own types
    values: dict[str, Any] = {  # as above
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
    }
    return Setup(**values)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its ruleset's name, the players, and the seat that won."""

    ruleset: str
    names: tuple[str, ...]
    winner: int | None


def played_games(evening: KeptEvening, last: int) -> tuple[int, list[PlayedGame]]:
    """Return the number of games that are over, and the `last` of them, in order.

    That takes no longer for a longer evening. Raises JournalError as `KeptEvening.record`.
    """
    names = evening.names()
    count, entries = evening.ends(last)
    ended = {
        entry.game: PlayedGame(entry.data["game"], names_at(names, number), entry.data["winner"])
        for number, entry in entries
    }
    return count, list(ended.values())
