"""The fold of an evening: from its events, what a board shows of a table and keeps of its games.

It takes events as they come from a table, of whatever types their values are. An event that takes
others back is followed, too.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import NamedTuple, Self

from venue.files import COUNTS_BELOW, Line
from venue.standing import TABLE_SEATS, TableStanding, shown_text


class Catch(NamedTuple):
    """A lie that a doubt turned up. `slap_us`: time from the window's opening to the press."""

    action: int
    doubter: int
    liar: int
    slap_us: int


class Result(NamedTuple):
    """A finished game: its ruleset, and the place of each seat from 1; equal places are tied."""

    ruleset: str
    places: tuple[int, ...]


class Undone(NamedTuple):
    """Facts of the present game behind an `action` count no more, or any behind an `entry`."""

    action: int | None = None
    entry: int | None = None


class Gone(NamedTuple):
    """A seat that has no cards any more, by the action and the entry that say so."""

    seat: int
    action: int
    entry: int


@dataclass(slots=True)
class PhotoPlace:
    """A press in a photo finish, so many microseconds behind the first one."""

    seat: int
    behind_us: int
    tied: bool


@dataclass(slots=True)
class EveningFold:
    """What is known of a table after its newest event.

    `public` is False once its people have withdrawn. `photo` has the presses of the newest finish
    in their order, `truth` the newest verdict, until the next play.
    """

    game: int = 0
    action: int = -1
    public: bool = True
    table: TableStanding = field(default_factory=TableStanding)
    gone: list[Gone] = field(default_factory=list)
    slap_us: int = 0
    photo: list[PhotoPlace] = field(default_factory=list)
    truth: bool | None = None

    @classmethod
    def of_text(cls, text: str) -> Self:
        """Return the fold that was written as `text`."""
        known = json.loads(text)
        known["table"] = TableStanding(**known["table"])
        known["gone"] = [Gone(*each) for each in known["gone"]]
        known["photo"] = [PhotoPlace(**each) for each in known["photo"]]
        return cls(**known)

    @property
    def text(self) -> str:
        """The fold in ASCII, to be kept."""
        return json.dumps(asdict(self), separators=(",", ":"))

    def follow(self, line: Line) -> Iterator[Catch | Result | Undone]:
        """Take the next event, and yield what it adds or takes back."""
        data = line["data"]
        match line["type"]:
            case "taken-back":
                self.action -= _number(data.get("count"))
                self.gone = [each for each in self.gone if each.action <= self.action]
                self.photo, self.truth = [], None
                yield Undone(action=self.action)
            case "cut":
                last = _number(data.get("entry"))
                self.gone = [each for each in self.gone if each.entry <= last]
                yield Undone(entry=last)
            case "verdict":
                yield from self._judged(data)
            case "ended":
                yield from self._ended(data)
            case _:
                self._note(line)
        self.table.follow(line)

    def _note(self, line: Line) -> None:
        """Take an event that neither adds to what is kept nor takes from it."""
        data, seat = line["data"], _seat(line["data"].get("seat"))
        match line["type"]:
            case "agreement":
                self.public = data.get("public") is True
            case "dealt":
                self.game, self.action = line["game"], -1
                self.gone, self.photo, self.truth, self.slap_us = [], [], None, 0
            case "decided":
                self.action = _number(data.get("index"))
            case "played":
                self.photo, self.truth = [], None
            case "went-out" if seat is not None:
                self.gone.append(Gone(seat, self.action, line["entry"]))
            case "came-back":
                self.gone = [each for each in self.gone if each.seat != seat]
            case "doubted" | "forced":
                self.slap_us = _number(data.get("slap_us"))
            case "finish":
                self.photo = [*_places(data.get("places"))]
            case _:
                pass

    def _judged(self, data: Line) -> Iterator[Catch]:
        truth = data.get("truth")
        self.truth = truth if isinstance(truth, bool) else None
        doubter, liar = _seat(data.get("doubter")), _seat(data.get("seat"))
        caught = self.truth is False and data.get("certain") is True
        if caught and doubter is not None and liar is not None and self.slap_us > 0:
            yield Catch(self.action, doubter, liar, self.slap_us)

    def _ended(self, data: Line) -> Iterator[Result]:
        tied = data.get("tied")
        shared = [_seat(each) for each in tied] if isinstance(tied, list) else []
        gone = [each.seat for each in self.gone]
        places = places_of(
            min(self.table.players, TABLE_SEATS),
            _seat(data.get("winner")), _seat(data.get("loser")),
            tied=[seat for seat in shared if seat is not None],
            rid=[] if self.table.points else gone, broke=gone if self.table.points else [],
        )  # fmt: skip
        if places:
            yield Result(shown_text(data.get("game")), places)


def places_of(
    players: int, winner: int | None, loser: int | None, *,
    tied: list[int], rid: list[int], broke: list[int],
) -> tuple[int, ...]:  # fmt: skip
    """Return the place of each seat, from 1, or nothing where a game ended without a result.

    After the winner, or those who are `tied`, come those who were `rid` of their cards, in that
    order, then the others, who share a place. Those who went `broke` follow, the latest first, and
    a loser is last. Where a game names a loser alone, the others share the first place.
    """
    first = [winner] if winner is not None else tied
    if not first and loser is None:
        return ()
    behind = [seat for seat in reversed(broke) if seat not in first]
    ahead = [first, *([seat] for seat in rid if first)]
    rest = [seat for seat in range(players) if seat not in behind]
    last = [] if loser is None else [loser]
    placed: dict[int, int] = {}
    for group in (*ahead, rest, *([seat] for seat in behind), last):
        fresh = {seat for seat in group if seat < players and (seat != loser or group is last)}
        fresh -= placed.keys()
        placed |= dict.fromkeys(fresh, len(placed) + 1)
    return tuple(placed[seat] for seat in range(players))


def _places(places: object) -> Iterator[PhotoPlace]:
    for place in places[:TABLE_SEATS] if isinstance(places, list) else ():
        seat = _seat(place.get("seat")) if isinstance(place, dict) else None
        if seat is not None:
            yield PhotoPlace(seat, _number(place.get("behind_us")), place.get("tied") is True)


def _seat(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < TABLE_SEATS else None


def _number(value: object) -> int:
    return value if type(value) is int and 0 <= value < COUNTS_BELOW else 0
