"""hardware/parts.csv: the parts to buy, their number for a build and its seats, and their cost.

python -m workshop.parts_list BUILD SEATS   a shopping list as CSV, for the importers of shops
"""

import argparse
import csv
import math
import re
import sys
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import TextIO

PARTS = Path(__file__).parents[1] / "hardware" / "parts.csv"

BUILDS = ("kitchen-table", "table", "i2c-table", "big-table")

SEATS = (4, 6, 8, 11)
"""Seats for which quantities are listed."""

GUESSED = "estimate"
"""Price of no page."""

_QUANTITY = re.compile(
    r"(?:(?P<table>\d+)|(?P<seat>\d+) a seat|(?P<piece>\d+) per (?P<seats>\d+) seats)"
)


@dataclass(frozen=True, slots=True)
class PartLine:
    """A line of the list. `quantities` is how many, by build, as the file has it; "-" is none.

    `maker` and `number` are empty where no page names a number: then the specification decides.
    `page` names the number, and `second` is a second source. A piece or a metre costs `euro`,
    which `priced` tells from where.
    """

    id: str
    group: str
    part: str
    specification: str
    quantities: dict[str, str]
    maker: str
    number: str
    page: str
    second: str
    euro: Decimal
    priced: str
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
                {build: row[build] for build in BUILDS}, row["maker"], row["number"], row["page"],
                row["second"], Decimal(row["euro"]), row["priced"], row["alternatives"],
            )
            for row in csv.DictReader(file)
        )  # fmt: skip


def cost(build: str, seats: int, *, screen: bool) -> Decimal:
    """Euro that the screen of a build costs, or all else."""
    held = (part for part in parts() if (part.group == "screen") == screen)
    return sum((part.euro * part.quantity(build, seats) for part in held), Decimal(0))


def list_of(build: str) -> str:
    """The parts of a build as a table in Markdown."""
    lines = [
        (
            f"| part | specification | number | {' | '.join(map(str, SEATS))} | euro | "
            "second source | or |"
        ),
        f"|---|---|---|{'---:|' * len(SEATS)}---:|---|---|",
    ]
    for part in parts():
        counts = [part.quantity(build, seats) for seats in SEATS]
        if any(counts):
            cells = " | ".join(map(str, counts))
            start = f"| {part.part} | {part.specification} | {_numbered(part)} | {cells}"
            lines.append(f"{start} | {part.euro:g} | {part.second} | {part.alternatives} |")
    return "\n".join(lines)


def numbers() -> str:
    """Return the page of each number and each dated price, as a table in Markdown."""
    lines = ["| number | for | page | price from |", "|---|---|---|---|"]
    for part in parts():
        if part.number or part.priced != GUESSED:
            source = "our estimate" if part.priced == GUESSED else part.priced
            start = f"| {_numbered(part)} | {part.part}, {part.specification}"
            lines.append(f"{start} | {part.page} | {source} |")
    return "\n".join(lines)


def _numbered(part: PartLine) -> str:
    return f"{part.maker} {part.number}".strip()


def totals() -> str:
    """Return the cost of each build, as a table in Markdown: rounded to 10 euro."""
    lines = [
        f"| build | screen | {' | '.join(f'{seats} seats' for seats in SEATS)} |",
        f"|---|---:|{'---:|' * len(SEATS)}",
    ]
    for build in BUILDS:
        sums = (cost(build, seats, screen=False) for seats in SEATS)
        cells = " | ".join(f"{_rounded(euro)}" for euro in sums)
        lines.append(f"| {build} | {_rounded(cost(build, 4, screen=True))} | {cells} |")
    return "\n".join(lines)


def _rounded(euro: Decimal) -> int:
    return int(euro.quantize(Decimal("1e1"), ROUND_HALF_UP))


COLUMNS = (
    "Manufacturer", "Manufacturer Part Number", "Quantity", "Description", "Reference", "Source",
    "Second source", "Euro each",
)  # fmt: skip
"""Columns of a shopping list: importers of shops ask for number and quantity, and ignore others."""


def write_shopping_list(build: str, seats: int, file: TextIO) -> None:
    """Write what a build takes as CSV: each part with its number, if it has one."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for part in parts():
        if count := part.quantity(build, seats):
            text = f"{part.part}: {part.specification}"
            row = part.maker, part.number, count, text, part.id, part.page, part.second, part.euro
            writer.writerow(row)


def main(arguments: list[str] | None = None) -> int:
    """Print a shopping list, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m workshop.parts_list", description="A shopping list as CSV."
    )
    parser.add_argument("build", choices=BUILDS)
    parser.add_argument("seats", type=int, choices=range(2, 12), metavar="SEATS")
    args = parser.parse_args(arguments)
    write_shopping_list(args.build, args.seats, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
