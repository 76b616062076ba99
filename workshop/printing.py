"""hardware/mechanics/printing.csv: how each part is printed, and how long that takes.

python -m workshop.printing FOLDER   take grams and minutes from a slicer's G-code (`make slices`)
"""

import argparse
import csv
import io
import re
import sys
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from workshop.mechanics import FILLING, FOLDER, LAYER_MM, WALLS, volume_cm3

PRINTING = FOLDER / "printing.csv"

_TIME = re.compile(
    r"^; estimated printing time \(normal mode\) = "
    r"(?:(?P<days>\d+)d )?(?:(?P<hours>\d+)h )?(?:(?P<minutes>\d+)m )?\d+s$",
    re.MULTILINE,
)

_GRAM = re.compile(r"^; filament used \[g\] = (\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PrintLine:
    """A part: its use, its number, its settings, and a slicer's figures."""

    part: str
    use: str
    pieces: str
    material: str
    brim_mm: int
    picture: str
    layer_mm: float = LAYER_MM
    walls: int = WALLS
    filling_percent: int = FILLING
    supports: str = "none"
    cm3: int = 0
    gram: int = 0
    minutes: int = 0


COLUMNS = tuple(field.name for field in fields(PrintLine))


def lines() -> tuple[PrintLine, ...]:
    """Return all lines of the file."""
    with PRINTING.open(encoding="utf-8", newline="") as file:
        rows = tuple(csv.DictReader(file))
    return tuple(
        PrintLine(
            part=row["part"],
            use=row["use"],
            pieces=row["pieces"],
            material=row["material"],
            brim_mm=int(row["brim_mm"]),
            picture=row["picture"],
            cm3=int(row["cm3"]),
            gram=int(row["gram"]),
            minutes=int(row["minutes"]),
        )
        for row in rows
    )


def brim_of(part: str) -> int:
    """Return the width of the brim that holds a part on the bed, mm."""
    return next(line.brim_mm for line in lines() if line.part == part)


def text_of(rows: tuple[PrintLine, ...]) -> str:
    """Return the text of the file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    return out.getvalue()


def sliced(row: PrintLine, gcode: str, cm3: float) -> PrintLine:
    """Return a line with the figures of its G-code.

    Raises:
        ValueError: it tells no time or no weight.
    """
    time, gram = _TIME.search(gcode), _GRAM.search(gcode)
    if time is None or gram is None:
        raise ValueError(f"{row.part}: this G-code tells no time or no weight")
    days, hours, minutes = (int(time[unit] or 0) for unit in ("days", "hours", "minutes"))
    whole = 60 * (24 * days + hours) + minutes
    return replace(row, cm3=round(cm3), gram=round(float(gram[1])), minutes=whole)


def table() -> str:
    """Return the parts as a table in Markdown."""
    head = (
        "| part | use | how many | cm3 | gram | hours | picture |",
        "|---|---|---|---:|---:|---:|---|",
    )
    return "\n".join((*head, *map(_row, lines())))


def _row(line: PrintLine) -> str:
    picture = f"![{line.part}]({line.picture}.png)" if line.picture else ""
    return (
        f"| `{line.part}` | {line.use} | {line.pieces} | {line.cm3} | {line.gram} | "
        f"{line.minutes / 60:.1f} | {picture} |"
    )


def main(arguments: list[str] | None = None) -> int:
    """Write the file with the figures of a folder with each part's STL and G-code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    rows = tuple(
        sliced(
            row,
            (folder / f"{row.part}.gcode").read_text(encoding="utf-8"),
            volume_cm3(folder / f"{row.part}.stl"),
        )
        for row in lines()
    )
    PRINTING.write_text(text_of(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
