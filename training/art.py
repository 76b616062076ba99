"""Free face art: pictures of whole faces whose indices stand where this module says."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Picture

from appliance.drivers import Image
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH
from training.faces import JOKER, RANKS, Face, Index


@dataclass(frozen=True, slots=True)
class _Places:
    """Place of a deck's index: from, to, in shares of the card's height and width."""

    down: tuple[float, float]
    across: tuple[float, float]
    ten: tuple[float, float]
    joker: Index | None = None

    def index(self, label: str, suit: str) -> Index:
        """The upper index of the rank that `label` names, of this suit."""
        (top, bottom), (left, right) = self.down, self.ten if label == "10" else self.across
        return Index(
            label,
            (left + right) / 2 * FACE_WIDTH,
            (top + bottom) / 2 * FACE_HEIGHT,
            (bottom - top) * FACE_HEIGHT,
            suit=suit,
        )


_PLACES = {
    "letele": _Places((0.035, 0.13), (0.035, 0.135), (0.035, 0.135)),
    "notpeter": _Places(
        (0.012, 0.115),
        (0.02, 0.14),
        (0.015, 0.19),
        Index(JOKER, 0.06 * FACE_WIDTH, 0.245 * FACE_HEIGHT, 0.23 * FACE_HEIGHT),
    ),
    "spatz": _Places((0.025, 0.17), (0.05, 0.18), (0.01, 0.3)),
}
"""Values by the beginning of a deck's folder, measured on its faces."""


def art(folder: Path) -> dict[str, list[Face]]:
    """Faces and backs below `folder`: `<deck>/<rank><suit>.png`, `joker*.png`, `back*.png`.

    Only decks whose index places are known; a joker without an index in its corner is left out.
    """
    faces: dict[str, list[Face]] = defaultdict(list)
    for path in sorted(folder.rglob("*.png")):
        deck = path.parent.name
        places = next((_PLACES[name] for name in _PLACES if deck.startswith(name)), None)
        if places is None:
            continue
        if path.stem.startswith("back"):
            faces[deck].append(Face(_picture(path), (), is_back=True))
            continue
        mark = places.joker if path.stem.startswith("joker") else None
        if path.stem[:-1] in RANKS:
            mark = places.index(path.stem[:-1], path.stem[-1])
        if mark is not None:
            faces[deck].append(Face(_picture(path), (mark, mark.turned())))
    return faces


def _picture(path: Path) -> Image:
    """A face at its size in training, on white where it is transparent."""
    picture = Picture.open(path).convert("RGBA")
    base = Picture.new("RGBA", picture.size, (255, 255, 255, 255))
    base.alpha_composite(picture)
    pixels = np.asarray(base.convert("RGB"))[:, :, ::-1]
    return np.asarray(
        cv2.resize(pixels, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8
    )
