"""The standing of a table, folded from its events: what a wall or a smart home shows at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from venue.files import COUNTS_BELOW, Line

TABLE_SEATS = 12
"""Seats at a table, numbered from 0."""

KNOWN_FAULTS = 20
"""Faults of a table that are known at once."""

TEXT_LETTERS = 60
"""Maximum length of a name in an event, such as a game's."""

HEALTH_PARTS = ("camera", "buzzers", "disk")
"""Parts whose health is shown even while nothing is wrong."""


@dataclass(slots=True)
class TableStanding:
    """The state of play and the health of one table, after its newest event."""

    game: str = ""
    players: int = 0
    playing: bool = False
    turn: int | None = None
    hands: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)

    def follow(self, line: Line) -> None:
        """Take the next event. What has another form than expected changes nothing."""
        data = line["data"]
        match line["type"]:
            case "dealt":
                self.game = shown_text(data.get("game"))
                self._count(data)
                self.players, self.playing, self.turn = len(self.hands or self.points), True, None
            case "decided":
                self._count(data)
                turn = data.get("turn")
                self.turn = turn if isinstance(turn, int) else None
                self.playing = data.get("over") is not True
            case "ended":
                self.playing, self.turn = False, None
            case "fault":
                part, code = shown_text(data.get("part")), shown_text(data.get("code"))
                if code and len(self.faults) < KNOWN_FAULTS:
                    self.faults[part] = code
                elif not code:
                    self.faults.pop(part, None)
            case _:
                pass

    def _count(self, data: Line) -> None:
        self.hands, self.points = _numbers(data.get("hands")), _numbers(data.get("points"))

    @property
    def state(self) -> Line:
        """The retained message `state`."""
        return {
            "game": self.game, "players": self.players, "playing": self.playing,
            "turn": self.turn if self.playing else None, "hands": self.hands, "points": self.points,
        }  # fmt: skip

    @property
    def health(self) -> Line:
        """The retained message `health`: "ok" or the code of a fault, by part."""
        return dict.fromkeys(HEALTH_PARTS, "ok") | self.faults


def shown_text(value: object) -> str:
    """Return a text that can be shown, or ""."""
    fits = isinstance(value, str) and len(value) <= TEXT_LETTERS and value.isprintable()
    return str(value) if fits else ""


def _numbers(value: object) -> list[int]:
    values: Iterable[object] = value[:TABLE_SEATS] if isinstance(value, list) else ()
    return [each for each in values if type(each) is int and -COUNTS_BELOW < each < COUNTS_BELOW]
