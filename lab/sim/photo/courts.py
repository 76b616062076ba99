"""The pictures on court cards and jokers: plain figures of our own, the same both ways up."""

import math

import cv2
import numpy as np

from appliance.core.reading import Place
from appliance.vision.arrays import GrayImage, Image
from bluffing.cards import Card, Rank, Suit

Colour = tuple[int, int, int]
"""Blue, green and red, 0 to 255."""

_Path = tuple[Place, ...]

_GOLD, _RED, _BLUE = (60, 185, 240), (45, 40, 190), (150, 75, 35)
_WHITE, _LINE, _SKIN = (240, 244, 246), (35, 30, 30), (175, 205, 240)
_HAIR = {Rank.KING: (110, 120, 130), Rank.QUEEN: (50, 120, 190), Rank.JACK: (40, 70, 110)}

_CROWNS: dict[Rank, _Path] = {
    Rank.KING: (
        *((0.34, 0.27), (0.27, 0.05), (0.4, 0.15), (0.5, 0.02)),
        *((0.6, 0.15), (0.73, 0.05), (0.66, 0.27)),
    ),
    Rank.QUEEN: (
        *((0.36, 0.26), (0.33, 0.12), (0.42, 0.17), (0.46, 0.07), (0.5, 0.16)),
        *((0.54, 0.07), (0.58, 0.17), (0.67, 0.12), (0.64, 0.26)),
    ),
    Rank.JACK: ((0.32, 0.27), (0.25, 0.16), (0.45, 0.07), (0.68, 0.1), (0.75, 0.2), (0.68, 0.27)),
}


class _Pen:
    """Draws in shares of a box: (0, 0) its top left, (1, 1) its bottom right."""

    def __init__(self, canvas: Image) -> None:
        self.canvas = canvas
        self.size = np.array([canvas.shape[1], canvas.shape[0]], np.float64)
        self.line = max(2, canvas.shape[1] // 110)

    def shape(self, points: _Path, fill: Colour) -> None:
        cv2.fillPoly(self.canvas, [np.round(np.array(points) * self.size).astype(np.int32)], fill)
        self.path((*points, points[0]), _LINE)

    def path(self, points: _Path, ink: Colour, weight: int = 1) -> None:
        path = np.round(np.array(points) * self.size).astype(np.int32)
        thick = self.line * weight
        cv2.polylines(self.canvas, [path], isClosed=False, color=ink, thickness=thick)

    def disc(self, x: float, y: float, rx: float, ry: float, fill: Colour) -> None:
        turn = np.linspace(0, 2 * math.pi, 40)
        self.shape(tuple((x + rx * math.cos(a), y + ry * math.sin(a)) for a in turn), fill)


def _half(pen: _Pen, rank: Rank, first: Colour, second: Colour) -> None:
    """The upper half of a figure, from the crown to the waist."""
    hair = _HAIR[rank]
    robe = ((-0.05, 1.0), (0.08, 0.76), (0.32, 0.62), (0.68, 0.62), (0.92, 0.76), (1.05, 1.0))
    if rank is Rank.QUEEN:
        pen.disc(0.5, 0.46, 0.25, 0.28, hair)
    pen.shape(robe, first)
    for step in range(4):
        left = 0.06 + 0.065 * step
        for x in (left, 1 - left):
            pen.path(((x, 1.0), (x + (0.5 - x) * 0.3, 0.72 - 0.02 * step)), second, 3)
    pen.shape(((0.36, 0.62), (0.64, 0.62), (0.7, 1.0), (0.3, 1.0)), _GOLD)
    for row in range(3):
        y = 0.72 + 0.11 * row
        pen.shape(((0.5, y - 0.045), (0.545, y), (0.5, y + 0.045), (0.455, y)), second)
    pen.shape(((0.32, 0.63), (0.4, 0.55), (0.6, 0.55), (0.68, 0.63), (0.5, 0.71)), _WHITE)
    if rank is not Rank.QUEEN:
        for x in (0.36, 0.64):
            pen.disc(x, 0.43, 0.06, 0.16 if rank is Rank.KING else 0.13, hair)
    pen.disc(0.5, 0.4, 0.135, 0.19, _SKIN)
    if rank is Rank.KING:
        pen.shape(
            ((0.38, 0.45), (0.5, 0.49), (0.62, 0.45), (0.57, 0.62), (0.5, 0.68), (0.43, 0.62)), hair
        )
    for x in (0.445, 0.555):
        pen.path(((x - 0.03, 0.335), (x + 0.03, 0.33)), _LINE)
        pen.disc(x, 0.37, 0.012, 0.012, _LINE)
    pen.path(((0.5, 0.37), (0.485, 0.44), (0.51, 0.445)), _LINE)
    pen.path(((0.465, 0.505), (0.535, 0.505)), _RED, 2)
    pen.shape(_CROWNS[rank], second if rank is Rank.JACK else _GOLD)
    pen.path(((0.34, 0.245), (0.66, 0.245)), first, 3)


def _held(pen: _Pen, rank: Rank, first: Colour) -> None:
    """Draw the object that each court carries beside the head."""
    if rank is Rank.KING:
        pen.shape(((0.84, 0.08), (0.87, 0.02), (0.9, 0.08), (0.89, 0.62), (0.85, 0.62)), _WHITE)
        pen.shape(((0.76, 0.6), (0.98, 0.6), (0.98, 0.65), (0.76, 0.65)), _GOLD)
    elif rank is Rank.QUEEN:
        pen.path(((0.86, 0.66), (0.87, 0.4)), (60, 120, 40), 2)
        for turn in range(5):
            angle = turn * 2 * math.pi / 5
            pen.disc(
                0.87 + 0.05 * math.cos(angle), 0.34 + 0.055 * math.sin(angle), 0.035, 0.04, first
            )
        pen.disc(0.87, 0.34, 0.025, 0.03, _GOLD)
    else:
        pen.path(((0.88, 0.05), (0.86, 0.75)), _LINE, 3)
        pen.shape(((0.87, 0.12), (0.98, 0.1), (0.97, 0.3), (0.87, 0.26)), _GOLD)


def draw_court(canvas: Image, card: Card, left: float, ink: Colour, pip: GrayImage) -> None:
    """A framed jack, queen or king; `left` is the frame's left side, a share of the width."""
    height, width = canvas.shape[:2]
    x, y = round(left * width), round(0.085 * height)
    box = canvas[y : height - y, x : width - x]
    half = np.full((box.shape[0] // 2, box.shape[1], 3), canvas[height // 2, width // 2], np.uint8)
    pen = _Pen(half)
    first, second = (_RED, _BLUE) if card.suit in (Suit.HEARTS, Suit.CLUBS) else (_BLUE, _RED)
    _held(pen, card.rank, first)
    _half(pen, card.rank, first, second)
    edge = round(0.04 * width)
    side = pip.shape[0]
    half[edge : edge + side, edge : edge + side][pip > 127] = ink
    box[: half.shape[0]] = half
    box[box.shape[0] - half.shape[0] :] = half[::-1, ::-1]
    middle = box.shape[0] // 2
    cv2.line(box, (0, middle), (box.shape[1], middle), _LINE, pen.line * 2)
    cv2.rectangle(canvas, (x, y), (width - x - 1, height - y - 1), ink, pen.line * 2)


def draw_jester(canvas: Image, ink: Colour, paper: Colour) -> None:
    """A jester's head over a star, in one ink with a little gold."""
    height, width = canvas.shape[:2]
    pen = _Pen(canvas[round(0.2 * height) : round(0.8 * height), width // 5 : width - width // 5])
    star = tuple(
        (0.5 + r * math.sin(a), 0.52 - 0.78 * r * math.cos(a))
        for a, r in ((turn * math.pi / 8, (0.48, 0.34)[turn % 2]) for turn in range(16))
    )
    pen.shape(star, paper)
    pen.path((*star, star[0]), ink, 3)
    pen.shape(((0.3, 0.42), (0.06, 0.3), (0.2, 0.22), (0.42, 0.28), (0.5, 0.42)), ink)
    pen.shape(((0.7, 0.42), (0.94, 0.3), (0.8, 0.22), (0.58, 0.28), (0.5, 0.42)), _GOLD)
    pen.shape(((0.36, 0.4), (0.42, 0.22), (0.5, 0.06), (0.58, 0.22), (0.64, 0.4)), _RED)
    for x, y in ((0.07, 0.31), (0.93, 0.31), (0.5, 0.06)):
        pen.disc(x, y, 0.045, 0.035, _GOLD)
    pen.disc(0.5, 0.54, 0.19, 0.16, _SKIN)
    pen.shape(((0.28, 0.42), (0.72, 0.42), (0.72, 0.46), (0.28, 0.46)), _GOLD)
    for x in (0.43, 0.57):
        pen.disc(x, 0.52, 0.02, 0.018, _LINE)
    pen.disc(0.5, 0.565, 0.028, 0.025, _RED)
    smile = tuple((0.5 + 0.1 * t, 0.64 - 0.03 * t * t) for t in np.linspace(-1, 1, 11))
    pen.path(smile, _LINE, 2)
    for step in range(5):
        x = 0.3 + 0.1 * step
        pen.shape(((x, 0.7), (x + 0.1, 0.7), (x + 0.05, 0.8)), (ink, _GOLD)[step % 2])
