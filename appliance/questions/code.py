"""The QR code on the back of a printed card: it names the question and tells no answer."""

from itertools import groupby

import cv2
import numpy as np

from appliance.box.mat.shapes import Polygon
from appliance.core.reading import Place, rectangle
from appliance.questions.drawer import Key
from appliance.vision.arrays import Image

PREFIX = "DOUBTIT:"
"""How the text of a code begins; pack and id follow."""

LEVEL = "m"
"""How much of a code may be unreadable: 15 % (ISO/IEC 18004)."""

CODE_EDGE = 4
"""White modules around a code, which the standard asks for."""


def modules(key: Key) -> list[list[bool]]:
    """The dark modules of a question's code, by rows, without its quiet zone."""
    import segno  # noqa: PLC0415 - only who prints needs it

    made = segno.make(f"{PREFIX}{key[0]}/{key[1]}", error=LEVEL, micro=False)
    return [[bool(dark) for dark in row] for row in made.matrix]


def code(key: Key, room: float, corner: Place) -> list[Polygon]:
    """The code of that question, in a square of `room` mm with that upper left corner."""
    left, top = corner
    rows = modules(key)
    side = room / (len(rows) + 2 * CODE_EDGE)
    found: list[Polygon] = []
    for y, row in enumerate(rows, CODE_EDGE):
        after = CODE_EDGE
        for dark, run in groupby(row):  # in one piece, so that no seam shows between modules
            x, after = after, after + len(list(run))
            if dark:
                ends = left + x * side, top + y * side, left + after * side, top + (y + 1) * side
                found.append(Polygon(rectangle(*ends)))
    return found


def read_code(image: Image) -> Key | None:
    """The question of the card whose back is in a picture, or None where none is read surely.

    It looks again at twice and half the size: a code is found best at 3 to 8 pixels a module.
    """
    detector = cv2.QRCodeDetector()
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    for scale in (1.0, 2.0, 0.5):
        sized = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale)
        try:
            text = detector.detectAndDecode(np.ascontiguousarray(sized))[0]
        except cv2.error:  # OpenCV fails on some pictures without a code
            continue
        pack, slash, id_ = text.removeprefix(PREFIX).rpartition("/")
        if text.startswith(PREFIX) and slash and pack and id_:
            return pack, id_
    return None
