"""hardware/parts.csv: the parts to buy, and their number for a build and its seats."""

import csv
import math
import re
from dataclasses import dataclass
from pathlib import Path

PARTS = Path(__file__).parents[1] / "hardware" / "parts.csv"

BUILDS = ("kitchen-table", "table", "i2c-table", "big-table")

SEATS = (4, 6, 8, 11)
"""Seats for which quantities are listed."""

COSTS = {"a": (0, 1), "b": (1, 5), "c": (5, 20), "d": (20, 60), "e": (60, 150), "f": (150, 400)}
"""Euro that a piece or a metre costs, from and to, by class: estimates of November 2026."""

_QUANTITY = re.compile(
    r"(?:(?P<table>\d+)|(?P<seat>\d+) a seat|(?P<piece>\d+) per (?P<seats>\d+) seats)"
)


@dataclass(frozen=True, slots=True)
class PartLine:
    """A line of the list. `quantities` is how many, by build, as the file has it; "-" is none."""

    id: str
    group: str
    part: str
    specification: str
    quantities: dict[str, str]
    cost: str
    alternatives: str

    def quantity(self, build: str, seats: int) -> int:
        """Return the pieces, or metres, that a build with `seats` seats takes.

        Raises:
            ValueError: the file has something that is no quantity.
        """
        text = self.quantities[build]
        if text == "-":
            return 0
        match = _QUANTITY.fullmatch(text)
        if match is None:
            raise ValueError(f"{self.id}: {text!r} is not 3, 3 a seat or 1 per 8 seats")
        if match["table"]:
            return int(match["table"])
        if match["seat"]:
            return int(match["seat"]) * seats
        return int(match["piece"]) * math.ceil(seats / int(match["seats"]))


def parts(path: Path = PARTS) -> tuple[PartLine, ...]:
    """Every line of the list, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            PartLine(
                row["id"], row["group"], row["part"], row["specification"],
                {build: row[build] for build in BUILDS}, row["cost"], row["alternatives"],
            )
            for row in csv.DictReader(file)
        )  # fmt: skip


def cost(build: str, seats: int) -> tuple[int, int]:
    """Euro that all parts of a build cost, from and to, by their classes."""
    low = sum(COSTS[part.cost][0] * part.quantity(build, seats) for part in parts())
    high = sum(COSTS[part.cost][1] * part.quantity(build, seats) for part in parts())
    return low, high


def list_of(build: str) -> str:
    """The parts of a build as a table in Markdown."""
    lines = [
        f"| part | specification | {' | '.join(map(str, SEATS))} | cost | or |",
        f"|---|---|{'---:|' * len(SEATS)}---|---|",
    ]
    for part in parts():
        counts = [part.quantity(build, seats) for seats in SEATS]
        if any(counts):
            cells = " | ".join(map(str, counts))
            start = f"| {part.part} | {part.specification} | {cells}"
            lines.append(f"{start} | {part.cost} | {part.alternatives} |")
    return "\n".join(lines)


def cost_classes() -> str:
    """Return the meaning of the classes, as a table in Markdown."""
    lines = ["| class | euro a piece |", "|---|---|"]
    for name, (low, high) in COSTS.items():
        lines.append(f"| {name} | {f'{low} to {high}' if low else f'up to {high}'} |")
    return "\n".join(lines)


def totals() -> str:
    """Return the cost of each build by the classes of its parts, as a table in Markdown."""
    lines = [
        f"| build | {' | '.join(f'{seats} seats' for seats in SEATS)} |",
        f"|---|{'---|' * len(SEATS)}",
    ]
    for build in BUILDS:
        spans = (cost(build, seats) for seats in SEATS)
        cells = " | ".join(f"{_rounded(low)} to {_rounded(high)}" for low, high in spans)
        lines.append(f"| {build} | {cells} |")
    return "\n".join(lines)


def _rounded(euro: int) -> int:
    return 50 * round(euro / 50)
