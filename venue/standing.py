"""The standing of a table, folded from its events: what a wall or a smart home shows at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from venue.files import Line

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
                self.game = str(data.get("game", ""))
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
                part, code = str(data.get("part", "")), str(data.get("code", ""))
                self.faults[part] = code
                if not code:
                    del self.faults[part]
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


def _numbers(value: object) -> list[int]:
    values: Iterable[object] = value if isinstance(value, list) else ()
    return [number for number in values if isinstance(number, int)]
