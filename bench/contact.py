"""Contact sheets of pictures that were not read rightly, with the reading drawn in."""

from collections import Counter, defaultdict
from pathlib import Path

import cv2
import numpy as np

from appliance.core.reading import Reading
from appliance.drivers import Image
from appliance.errors import PictureError
from appliance.words import words_of
from bench.shots import Shot
from bluffing.cards import Rank
from bluffing.message import message

COLUMNS, ROWS = 4, 3
"""Pictures on a sheet."""

TILE, CAPTION = 480, 66
"""Sides of a picture and the height of the words under it, pixels."""

_SURE, _UNSURE, _UNNAMED = (60, 220, 60), (0, 190, 255), (60, 60, 255)


def fault(shown: tuple[Rank, ...], read: tuple[Rank, ...]) -> str | None:
    """Return the error of a reading: missed, misread (or both) or extra; None if it is exact."""
    want, got = Counter(shown), Counter(read)
    missing, extra = want - got, got - want
    if missing:
        return "misread" if extra else "missed"
    return "extra" if extra else None


def words(ranks: tuple[Rank, ...]) -> str:
    """Ranks for people, sorted: "9 9 J"."""
    return " ".join(sorted(map(str, ranks))) or "none"


def drawn(shot: Shot, reading: Reading) -> Image:
    """The picture with every card's outline, rank and sureness, and the words below.

    uint8 BGR (TILE + CAPTION, TILE, 3).
    """
    height, width = shot.image.shape[:2]
    scale = TILE / max(height, width)
    small = cv2.resize(shot.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tile = np.full((TILE + CAPTION, TILE, 3), 30, np.uint8)
    small = small[:TILE, :TILE]
    tile[: small.shape[0], : small.shape[1]] = small
    for card in reading.cards:
        colour = _UNNAMED if card.rank is None else _SURE if card.known else _UNSURE
        points = np.round(np.array(card.quad) * scale).astype(np.int32)
        cv2.polylines(tile, [points], isClosed=True, color=colour, thickness=2)
        corner = (int(points[0, 0]), int(points[0, 1]))
        _write(tile, f"{card.rank or '?'} {card.sure:.2f}", corner, colour)
    label = words(shot.ranks)
    if sorted(shot.shown) != sorted(shot.ranks):
        label += f" (shows {words(shot.shown)})"
    for line, text in enumerate(
        (shot.name, f"label {label}   read {words(reading.ranks)}", said(reading))
    ):
        _write(tile, text, (4, TILE + 16 + 22 * line), (255, 255, 255))
    return tile


def said(reading: Reading) -> str:
    """Return the question of a reading, in English."""
    return "(answered)" if reading.ask is None else words_of("en").say(reading.ask.reason)


def _write(tile: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    plain = text.encode("ascii", "replace").decode()  # all that OpenCV's lettering knows
    (wide, tall), _ = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1)
    x, y = at
    cv2.rectangle(tile, (x - 1, y - tall - 2), (x + wide + 1, y + 3), (30, 30, 30), cv2.FILLED)
    cv2.putText(tile, plain, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)


class Sheets:
    """Collects failures, and writes them to `folder`, each sheet when it is full."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tiles: dict[str, list[Image]] = defaultdict(list)
        self._written: Counter[str] = Counter()

    def add(self, shot: Shot, reading: Reading) -> None:
        """Keep the picture if its ranks were not read exactly.

        Raises:
            PictureError: the folder can't be written.
        """
        kind = fault(shot.shown, reading.ranks)
        if kind is None:
            return
        if reading.ask is None:
            kind = "answered-wrong"
        self._tiles[kind].append(drawn(shot, reading))
        if len(self._tiles[kind]) == COLUMNS * ROWS:
            self._write(kind)

    def close(self) -> list[str]:
        """Write what is left; the names of all sheets.

        Raises:
            PictureError: the folder can't be written.
        """
        for kind, tiles in self._tiles.items():
            if tiles:
                self._write(kind)
        return [
            f"{kind}-{number:02}.png"
            for kind, count in sorted(self._written.items())
            for number in range(1, count + 1)
        ]

    def _write(self, kind: str) -> None:
        tiles = self._tiles[kind]
        blank = np.zeros_like(tiles[0])
        padded = tiles + [blank] * (-len(tiles) % COLUMNS)
        rows = [np.hstack(padded[at : at + COLUMNS]) for at in range(0, len(padded), COLUMNS)]
        self._written[kind] += 1
        path = self._folder / f"{kind}-{self._written[kind]:02}.png"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            done = cv2.imwrite(str(path), np.vstack(rows))
        except OSError as error:
            reason = error.strerror or error
            raise PictureError(
                message("text", text=f"{path} can't be written ({reason}): name another folder")
            ) from error
        if not done:
            raise PictureError(
                message("text", text=f"{path} can't be written: name another folder")
            )
        tiles.clear()
