"""The QR code on the back of a printed card: which question it is, and the answer beside it."""

import re
from itertools import groupby

import cv2
import numpy as np

from appliance.box.mat.shapes import Polygon
from appliance.core.question import CardCode
from appliance.core.reading import Place, rectangle
from appliance.vision.arrays import Image

PREFIX = "DOUBTIT:"
"""Prefix of a code's text; the card's name and its answer follow, all in capitals.

Capitals alone take two thirds of the room (ISO/IEC 18004, alphanumeric mode): modules are larger.
In small letters it marks a text in mixed case, for a pack whose name has capitals itself.
"""

LEVEL = "m"
"""Level of error correction: up to 15 % of a code may be unreadable (ISO/IEC 18004)."""

CODE_EDGE = 4
"""White modules around a code, which the standard asks for."""

_PERCENT = re.compile(r"100|\d{1,2}(\.\d{1,2})?")


def modules(card: CardCode) -> list[list[bool]]:
    """The dark modules of a card's code, by rows, without its quiet zone."""
    import segno  # noqa: PLC0415 - only who prints needs it

    qr = segno.make(_text(card), error=LEVEL, micro=False)
    return [[bool(dark) for dark in row] for row in qr.matrix]


def code(card: CardCode, room: float, corner: Place) -> list[Polygon]:
    """The code of that card, in a square of `room` mm with that upper left corner."""
    left, top = corner
    rows = modules(card)
    side = room / (len(rows) + 2 * CODE_EDGE)
    polygons: list[Polygon] = []
    for y, row in enumerate(rows, CODE_EDGE):
        after = CODE_EDGE
        for dark, run in groupby(row):  # in one piece, so that no seam shows between modules
            x, after = after, after + len(list(run))
            if dark:
                ends = left + x * side, top + y * side, left + after * side, top + (y + 1) * side
                polygons.append(Polygon(rectangle(*ends)))
    return polygons


def read_code(image: Image) -> CardCode | None:
    """Read the code on the back of the card in a picture, or return None.

    It looks again at twice and half the size: a code is found best at 3 to 8 pixels a module.
    OpenCV's detector by markers finds small codes in large pictures that its other one does not;
    the other one reads a few blurred codes more. Enlarged pictures are interpolated by cubics:
    straight lines between pixels blur a code still more.
    """
    grey = image
    if image.ndim == 3:
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
    markers, plain = cv2.QRCodeDetectorAruco(), cv2.QRCodeDetector()
    for detector, scale in ((markers, 1.0), (markers, 2.0), (plain, 2.0), (markers, 0.5)):
        try:
            text = detector.detectAndDecode(_resize(grey, scale))[0]
        except cv2.error:  # OpenCV fails on some pictures without a code
            continue
        card = _card(text)
        if card is not None:
            return card
    return None


def _resize(grey: Image, scale: float) -> Image:
    if scale == 1:
        return np.ascontiguousarray(grey)
    interpolation = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    return np.asarray(
        cv2.resize(grey, None, fx=scale, fy=scale, interpolation=interpolation), np.uint8
    )


def _text(card: CardCode) -> str:
    plain = f"{card.name}:{card.percent:g}"
    small = plain.isascii() and plain == plain.lower()
    return f"{PREFIX}{plain.upper()}" if small else f"{PREFIX.lower()}{plain}"


def _card(text: str) -> CardCode | None:
    """Return the card in the text of a code, or None for a foreign code."""
    start, plain = text[: len(PREFIX)], text[len(PREFIX) :]
    name, _, percent = (plain.lower() if start == PREFIX else plain).rpartition(":")
    pack, _, id_ = name.rpartition("/")
    if not (start.upper() == PREFIX and pack and id_ and _PERCENT.fullmatch(percent)):
        return None
    return CardCode(pack, id_, float(percent))
