"""Draws the back of a question's printed card, from the shapes that the printer gets."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from appliance.box.mat.shapes import INK_LEVEL, PAPER_LEVEL, Line, Polygon, Text
from appliance.core.question import CardCode, Kind, Question
from appliance.core.reading import Place
from appliance.questions.cards import CARD, Face, back
from appliance.questions.pack import PACKS, questions_of
from appliance.vision.arrays import Image

DENSE = 12
"""Pixels per millimetre: at least four for each module of a code."""

_CAPITALS = 0.72
"""Height of Helvetica's capitals, as a share of its size; OpenCV's are 21 pixels at scale 1."""


@lru_cache(maxsize=1)
def shipped() -> dict[str, Question]:
    """Return the shipped questions by their ids."""
    return {question.id: question for question in questions_of(PACKS)}


@lru_cache(maxsize=8)
def printed_back(card: CardCode) -> Image:
    """Draw the back of `card`: uint8 BGR, its long side upright."""
    blank = Question(card.pack, card.id, Kind.FACT, "", card.percent, "", "")
    question = replace(shipped().get(card.id, blank), pack=card.pack, percent=card.percent)
    face = Face(question, "", "", f"{card.percent:g}%", question.source)
    width, height = (round(side * DENSE) for side in CARD)
    paper = np.full((height, width), PAPER_LEVEL, np.uint8)
    for shape in back(face):
        match shape:
            case Polygon(points):
                (left, top), (right, bottom) = _pixel(points[0]), _pixel(points[2])
                paper[top:bottom, left:right] = INK_LEVEL
            case Line(start, end):
                cv2.line(paper, _pixel(start), _pixel(end), (PAPER_LEVEL - 30,), 3)
            case Text(at, tall, text):
                scale = tall * DENSE * _CAPITALS / 21
                cv2.putText(
                    paper, text, _pixel(at), cv2.FONT_HERSHEY_SIMPLEX, scale, (INK_LEVEL,), 4
                )
    upright = cv2.rotate(paper, cv2.ROTATE_90_CLOCKWISE)
    return np.asarray(cv2.cvtColor(upright, cv2.COLOR_GRAY2BGR), np.uint8)


def _pixel(place: Place) -> tuple[int, int]:
    return round(place[0] * DENSE), round(place[1] * DENSE)
