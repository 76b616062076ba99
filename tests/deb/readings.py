"""Compares what two versions of the libraries read from the same pictures.

    readings.py draw DIR N         draws N pictures of each kind: plain, hard to read, fans
    readings.py compare ONE OTHER  two outputs of `doubtit read --json`, picture by picture

Exit 1 where ranks differ, or where one side asks and the other answers.
"""

import json
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import cv2

from bench import fans, hard, shots


def draw(folder: Path, count: int) -> None:
    """Write the pictures as PNG, which keeps every pixel."""
    folder.mkdir(parents=True)
    kinds = (shots.simulated(count, 1), hard.pictures(count), fans.small(count))
    for number, shot in enumerate(chain.from_iterable(kinds)):
        cv2.imwrite(str(folder / f"{number:04}.png"), shot.image)


def answers(path: Path) -> dict[str, dict[str, Any]]:
    """The readings, by the picture's file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {told["file"]: told for told in map(json.loads, lines)}


def ranks(told: dict[str, Any]) -> list[str]:
    """The ranks of a reading; "?" is a card without one."""
    return sorted(card["rank"] or "?" for card in told["cards"])


def compare(one: dict[str, dict[str, Any]], other: dict[str, dict[str, Any]]) -> bool:
    """Print each picture with two readings; return the verdict that none has."""
    differ = 0
    for file, here in one.items():
        there = other.get(file, {"cards": [], "ask": "it was not read"})
        if (ranks(here), here["ask"]) != (ranks(there), there["ask"]):
            differ += 1
            print(f"{file}: {ranks(here)} {here['ask']!r}; {ranks(there)} {there['ask']!r}")
    asked = sum(told["ask"] is not None for told in one.values())
    sures = [
        abs(mine["sure"] - its["sure"])
        for file, here in one.items()
        if file in other and len(here["cards"]) == len(other[file]["cards"])
        for mine, its in zip(here["cards"], other[file]["cards"], strict=True)
    ]
    print(
        f"{len(one)} pictures, {asked} of them asked about, {differ} read in two ways; "
        f"the largest difference of how sure a card is: {max(sures, default=0):.4f}"
    )
    return not differ and len(one) == len(other) > 0


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["draw", folder, count]:
            draw(Path(folder), int(count))
        case ["compare", one, other]:
            sys.exit(not compare(answers(Path(one)), answers(Path(other))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
