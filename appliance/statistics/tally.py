"""Counts the actions of each player of each game from the record of an evening.

Pure: it reads the record, and no rule. Face-down cards are unknown, so a lie counts only once it
came out: when the cards were turned up, or when their reading made it certain.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

from appliance.record.entry import SECOND_MS, EntryKind, RecordEntry, SeatNames, names_at
from appliance.text import key, neat


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one player.

    `claims` are the plays and guesses that stood, `lies` the claims that came out as lies, and
    `caught` the lies that a player had doubted. `right` and `wrong` are the player's own doubts, by
    their verdicts. `slap_us` is the fastest slap that led to a verdict, in microseconds after the
    window had opened (None: no such slap). `innocent` is the longest run of claims in one game
    without a lie that came out. `won` are games.
    """

    claims: int = 0
    lies: int = 0
    caught: int = 0
    right: int = 0
    wrong: int = 0
    slap_us: int | None = None
    innocent: int = 0
    won: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        slaps = [slap for slap in (self.slap_us, other.slap_us) if slap is not None]
        return Tally(
            self.claims + other.claims,
            self.lies + other.lies,
            self.caught + other.caught,
            self.right + other.right,
            self.wrong + other.wrong,
            min(slaps, default=None),
            max(self.innocent, other.innocent),
            self.won + other.won,
        )


@dataclass(frozen=True, slots=True)
class TalliedGame:
    """A game that was played to its end or voided, with each seat's `tallies`.

    `number` counts the games of the evening from 1, unfinished games included; `began` is the
    moment of the deal in seconds since 1970 (0: unknown).
    """

    number: int
    began: int
    ruleset: str
    names: tuple[str, ...]
    tallies: tuple[Tally, ...]


def tallied(
    entries: Iterable[tuple[int, RecordEntry]],
    names: Iterable[SeatNames],
    began: int = 0,
    *,
    over: bool = True,
) -> Iterator[TalliedGame]:
    """Yield each finished game of an evening, in the order of the deals.

    `entries` are its record, `names` the names of the seats, and `began` is its start, in seconds
    since 1970 (0: unknown). With `over` False, games that were broken off count, too.
    """
    number, called = 0, list(names)
    for game in _games(entries):
        number += bool(game.actions)
        if game.over or (game.actions and not over):
            at = began and began + game.deal.at_ms // SECOND_MS
            players = names_at(called, game.number)
            yield TalliedGame(number, at, game.deal.data["game"], players, game.tallies())


def by_name(games: Iterable[tuple[str, Tally]]) -> dict[str, Tally]:
    """Return the sum of each name's tallies, in alphabetical order; spellings of a name add up."""
    rows = sorted(((key(name), neat(name), tally) for name, tally in games), key=itemgetter(0, 1))
    same = (list(rows) for _, rows in groupby(rows, key=itemgetter(0)))
    return {rows[0][1]: sum((tally for *_, tally in rows), Tally()) for rows in same}


def liars(tallies: Mapping[str, Tally]) -> tuple[str, ...]:
    """Return the liars of the night: those with the most lies that came out, or () without one."""
    most = max((tally.lies for tally in tallies.values()), default=0)
    return tuple(name for name, tally in tallies.items() if most and tally.lies == most)


# --- a game ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _GameSoFar:
    """A game under way: its `deal`, the number of that entry, and the `actions` that count.

    Each action has the entries of its events, its own entry first.
    """

    deal: RecordEntry
    number: int
    actions: list[list[RecordEntry]] = field(default_factory=list)

    def follow(self, entry: RecordEntry) -> None:
        """Add an entry; undone and overruled actions no longer count."""
        if entry.kind == EntryKind.TAKEN_BACK:
            del self.actions[len(self.actions) - entry.data["count"] :]
        elif entry.kind == EntryKind.DECIDED:
            self.actions.append([entry])
        elif "index" in entry.data and self.actions:
            self.actions[-1].append(entry)

    @property
    def over(self) -> bool:
        """True if the game is over by the rules."""
        return bool(self.actions) and bool(self.actions[-1][0].data["over"])

    def tallies(self) -> tuple[Tally, ...]:
        """Return the counts of each seat."""
        seats = range(self.deal.data["setup"]["players"])
        counts = _Counts([Tally() for _ in seats], [[] for _ in seats])
        for action in self.actions:
            for entry in action:
                counts.count(entry.kind, entry.data)
        return counts.tallies


def _games(entries: Iterable[tuple[int, RecordEntry]]) -> Iterator[_GameSoFar]:
    """Yield each dealt game, once the evening has gone on."""
    game = None
    for number, entry in entries:
        if entry.kind == EntryKind.DEALT:
            if game is not None:
                yield game
            game = _GameSoFar(entry, number)
        elif game is not None:
            game.follow(entry)
    if game is not None:
        yield game


@dataclass(slots=True)
class _Counts:
    """Counts of a game by seat. `claims` has True for each claim that came out as a lie."""

    each: list[Tally]
    claims: list[list[bool]]
    slap: int | None = None

    def count(self, kind: str, data: Mapping[str, Any]) -> None:  # JSON's own types
        """Count an entry of that `kind`. A lie counts only if it came out for certain."""
        match kind:
            case "guessed":
                self.claims[data["seat"]].append(False)
            case "played":
                self.claims[data["seat"]] += [False] if data["count"] else []
            case "doubted" | "forced":
                self.slap = data.get("slap_us", self.slap)
            case "verdict":
                seat, doubter = data["seat"], data["doubter"]
                if not data["truth"] and data["certain"] and self.claims[seat]:
                    self.claims[seat][-1] = True
                    self.each[seat] += Tally(lies=1, caught=int(doubter is not None))
                self._count_doubt(doubter, right=not data["truth"])
            case "produced":
                self._count_doubt(data["doubter"], right=data["rank"] is None)
            case "answered":
                self._count_doubt(data["doubter"], right=not data["truth"])
            case "withdrawn" | "stands":
                self.slap = None
            case "won":
                self.each[data["seat"]] += Tally(won=1)
            case _:
                pass

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Return the tallies by seat."""
        return tuple(
            tally + Tally(claims=len(claims), innocent=_longest(claims))
            for tally, claims in zip(self.each, self.claims, strict=True)
        )

    def _count_doubt(self, doubter: int | None, *, right: bool) -> None:
        if doubter is not None:
            self.each[doubter] += Tally(right=int(right), wrong=int(not right), slap_us=self.slap)
        self.slap = None


def _longest(claims: list[bool]) -> int:
    """Return the length of the longest run of claims without a lie that came out."""
    return max((len(list(run)) for lie, run in groupby(claims) if not lie), default=0)
