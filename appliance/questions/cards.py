"""Questions as printed cards, on both sides of a sheet: the question; and its answer and a code."""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from appliance.box.mat.pdf import PAPERS, document, drawn, points
from appliance.box.mat.shapes import Line, Shape, Text
from appliance.core.question import Question
from appliance.core.reading import Place
from appliance.questions.code import code

CARD = (88.0, 58.0)
"""Width and height of a card, mm: four rows of two fit A4 and Letter."""

ROWS, COLUMNS = 4, 2
CODE = 56.0
"""The side of a code with its quiet zone, mm: nearly the card's height. At 2 pixels a millimetre,
as cameras over a mat have, the least module of a shipped question has 3."""

_MARGIN = 5.0  # mm

CODE_LEAVES = CARD[0] - CODE - _MARGIN - 1.0
"""Room beside the code for the source, mm: LINES lines of letters of SMALL mm."""

SMALL, LINES = 2.6, 9

_WIDTHS = dict.fromkeys("ijl", 0.23) | dict.fromkeys("GOQ", 0.78)
_WIDTHS |= {"m": 0.84, "w": 0.73, "M": 0.84, "W": 0.95, "%": 0.89, "\u2014": 1.0, "@": 1.02}
_CAPITAL, _OTHER, _SLIM = 0.72, 0.556, 0.34
_SLIM_LETTERS = " ,.:;!ftrI()-/"


@dataclass(frozen=True, slots=True)
class Face:
    """The text of a card: kind, question and people asked; answer and source."""

    question: Question
    kind: str
    asked: str
    answer: str
    source: str


def unprinted(text: str) -> str:
    """Return the letters of `text` that the printed cards' typeface hasn't, each once."""
    return "".join(dict.fromkeys(card for card in text if not card.encode("cp1252", "ignore")))


def cards_pdf(faces: Iterable[Face], paper: str) -> bytes:
    """Lay out cards on `paper`: a sheet of fronts, then its backs, turned over the long edge.

    Raises:
        KeyError: `PAPERS` has no such paper.
    """
    width, height, _ = PAPERS[paper]
    pages: list[bytes] = []
    cards = list(faces)
    for first in range(0, len(cards), ROWS * COLUMNS):
        sheet = cards[first : first + ROWS * COLUMNS]
        places = list(places_of(width, height))
        mirrored = [(width - x - CARD[0], y) for x, y in places]
        pages.append(_page(zip(map(front, sheet), places, strict=False), height))
        pages.append(_page(zip(map(back, sheet), mirrored, strict=False), height))
    return document(pages, width, height)


def places_of(width: float, height: float) -> Iterator[Place]:
    """List the upper left corner of each card on a sheet, in mm."""
    left, top = (width - COLUMNS * CARD[0]) / 2, (height - ROWS * CARD[1]) / 2
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield left + column * CARD[0], top + row * CARD[1]


def front(face: Face) -> list[Shape]:
    """Draw the front: kind, name of the card, question, and people asked."""
    shapes: list[Shape] = [*_edge(), Text((_MARGIN, 9.0), 3.2, face.kind)]
    name = wrapped(face.question.code.name, SMALL, CARD[0] - 2 * _MARGIN)
    shapes.append(Text((_MARGIN, 13.0), SMALL, name[0]))
    room = CARD[0] - 2 * _MARGIN
    size, lines = next(
        (size, lines)
        for size in (5.4, 4.8, 4.2, 3.7, 3.2)
        if len(lines := wrapped(face.question.text, size, room)) * size * 1.3 <= 32 or size == 3.2
    )
    shapes += (
        Text((_MARGIN, 15.0 + size + row * size * 1.3), size, line)
        for row, line in enumerate(lines)
    )
    asked = wrapped(face.asked, 2.8, room)
    shapes += (
        Text((_MARGIN, CARD[1] - 4.0 - 3.6 * (len(asked) - 1 - row)), 2.8, line)
        for row, line in enumerate(asked)
    )
    return shapes


def back(face: Face) -> list[Shape]:
    """Draw the back: the answer, its source, and the code for the camera."""
    size = min(8.0, CODE_LEAVES / _width(face.answer))
    shapes: list[Shape] = [*_edge(), Text((_MARGIN, 17.0), size, face.answer)]
    shapes += (
        Text((_MARGIN, 25.0 + 3.4 * row), SMALL, line)
        for row, line in enumerate(wrapped(face.source, SMALL, CODE_LEAVES)[:LINES])
    )
    shapes += code(face.question.code, CODE, (CARD[0] - CODE - 1.0, (CARD[1] - CODE) / 2))
    return shapes


# --- shapes and letters --------------------------------------------------------------------------


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Wrap `text` into lines of Helvetica of `size` mm, at most `room` mm wide; cuts long words."""
    most = max(1, int(room / size / _CAPITAL))
    lines: list[str] = []
    for word in text.split():
        whole = _width(word) * size <= room
        for part in [word] if whole else textwrap.wrap(word, most):
            if lines and whole and _width(f"{lines[-1]} {part}") * size <= room:
                lines[-1] += f" {part}"
            else:
                lines.append(part)
    return lines


def _width(text: str) -> float:
    """About how wide Helvetica is, in parts of its size, and for common letters never less."""
    return sum(
        _WIDTHS.get(
            card, _SLIM if card in _SLIM_LETTERS else _CAPITAL if card.isupper() else _OTHER
        )
        for card in text
    )


def _edge() -> list[Line]:
    """Draw the line along which the card is cut."""
    width, height = CARD
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return [
        Line(card, end, 0.8) for card, end in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]


def _page(cards: Iterable[tuple[list[Shape], Place]], height: float) -> bytes:
    """Return the PDF operators for the cards of one side; in PDF y goes up."""
    ink: list[str] = []
    for shapes, (left, top) in cards:
        at = partial(_at, left, height - top)
        ink += (drawn(shape, at) for shape in shapes)
    return "\n".join(ink).encode("cp1252", "replace")


def _at(left: float, high: float, place: Place) -> str:
    return f"{points(left + place[0])} {points(high - place[1])}"
