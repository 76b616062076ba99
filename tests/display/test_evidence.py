"""The picture of the cards: made once, of the right reading, upright, and gone when it must be."""

import numpy as np
import pytest
from example_evidence import CARDS, SEEN, SHOT

from appliance.display.darkroom import CROP, WIDEST, Darkroom, develop, upright
from appliance.display.evidence import Evidence
from appliance.display.quiet import pygame
from appliance.display.theme import Colour
from appliance.drivers import Image
from appliance.reader import Shot
from appliance.vision.reading import Quad, Reading, SeenCard

RED, BLUE, GREEN, WHITE = (255, 0, 0), (0, 0, 255), (0, 160, 0), (255, 255, 255)


def card_at(turn: int) -> tuple[Image, Quad]:
    """A BGR picture of a card turned clockwise by quarters: red at its top, blue at its foot."""
    card = np.full((140, 100, 3), WHITE, np.uint8)
    card[:40], card[-40:] = RED[::-1], BLUE[::-1]
    image = np.full((300, 400, 3), GREEN, np.uint8)
    lying = np.rot90(card, -turn)
    height, width = lying.shape[:2]
    image[80 : 80 + height, 90 : 90 + width] = lying
    corners = [(90, 80), (90 + width, 80), (90 + width, 80 + height), (90, 80 + height)]
    own = corners[turn:] + corners[:turn]
    return image, tuple((float(x), float(y)) for x, y in own)


def colour_at(crop: Image, part: int) -> Colour:
    """The colour in the middle of `crop`, so many eighths down."""
    blue, green, red = (int(one) for one in crop[CROP[1] * part // 8, CROP[0] // 2])
    return red, green, blue


@pytest.mark.parametrize("turn", range(4))
def test_a_crop_stands_upright_however_its_card_lies(turn: int) -> None:
    image, quad = card_at(turn)
    crop = upright(image, quad)
    assert crop.shape[1::-1] == CROP
    assert [colour_at(crop, part) for part in (1, 4, 7)] == [RED, WHITE, BLUE]


def test_a_crop_never_lies_on_its_side() -> None:
    image, quad = card_at(0)
    crop = upright(image, (*quad[1:], quad[0]))  # told from a long side
    assert {colour_at(crop, 1), colour_at(crop, 7)} == {RED, BLUE}


def test_colours_are_those_of_the_camera() -> None:
    image, quad = card_at(0)
    shot = Shot(Reading((SeenCard(None, 0.2, quad),), 400, 300), image)
    evidence = develop(shot)
    assert evidence.whole.get_size() == (400, 300)
    assert evidence.whole.get_at((95, 85))[:3] == RED
    assert evidence.crops[0].get_at((CROP[0] // 2, 10))[:3] == RED


def test_a_large_picture_is_made_no_larger_than_screens_show_it() -> None:
    evidence = develop(Shot(Reading((), 1920, 1080), np.zeros((1080, 1920, 3), np.uint8)))
    assert evidence.whole.get_size() == (WIDEST, 540)
    assert evidence.crops == ()


def test_a_shot_is_developed_once() -> None:
    room = Darkroom()
    first = room.show(SHOT, SHOT.reading)
    assert first is not None
    assert room.show(SHOT, SHOT.reading) is first
    assert len(first.crops) == len(CARDS)


def test_only_the_picture_of_what_the_table_goes_by_is_shown() -> None:
    room = Darkroom()
    older, newer = Shot(Reading((), 8, 8, "empty"), np.zeros((8, 8, 3), np.uint8)), SHOT
    assert room.show(newer, None) is None
    assert room.show(newer, older.reading) is None
    shown = room.show(older, older.reading)
    assert shown is not None
    assert room.show(newer, older.reading) is shown, "the reader is a step ahead of the table"
    assert room.show(newer, newer.reading) not in (None, shown)
    assert room.show(newer, older.reading) is None


def test_without_a_shot_nothing_is_left() -> None:
    room = Darkroom()
    assert room.show(SHOT, SHOT.reading) is not None
    assert room.show(None, SHOT.reading) is None
    assert room._kept is None


def test_evidence_is_told_apart_by_what_it_is_and_not_by_its_pixels() -> None:
    sheet = pygame.Surface((2, 2))
    assert Evidence(sheet, ()) != Evidence(sheet, ())
    assert develop(SHOT) != SEEN
