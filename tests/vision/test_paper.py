"""More paper beside the cards that were read, which the networks take for nothing or nearly so."""

import cv2
import numpy as np
import pytest

from appliance.drivers import Image
from appliance.vision.doubts.missed_cards import COVERED, outlines
from appliance.vision.doubts.paper import NO_INDEX_SEEN, more_paper
from appliance.vision.find.finder import NETWORK_CARD_HEIGHT as CARD
from appliance.vision.find.finder import STRIDE, CardMaps, Detection
from appliance.vision.find.grouping import ASPECT, LocatedCard
from appliance.vision.find.index import LABELS

SIDE = 480
NOTHING = np.zeros((SIDE // STRIDE, SIDE // STRIDE), np.float32)
AREAS = CardMaps(NOTHING, NOTHING, np.zeros((*NOTHING.shape, 2), np.float32), 1.0)


def the_card(x: float, y: float) -> LocatedCard:
    """A card that was read, upright."""
    names = np.zeros(len(LABELS), np.float32)
    spot = Detection(complex(x - 30, y - 42), 12.0, -1j, 0.99, complex(x, y), CARD, names)
    return LocatedCard((spot,), complex(x, y), CARD, -1j)


def table(ground: int = 70) -> Image:
    """A table on which two cards lie."""
    image = np.full((SIDE, SIDE, 3), ground, np.uint8)
    for x in (100, 220):
        laid(image, x, 120)
    return image


def laid(
    image: Image, x: int, y: int, times: float = 1.0, *, turn: float = 0.0, level: int = 220
) -> None:
    """Something as light as paper and so many times as long and wide as a card."""
    shape = (
        (float(x), float(y)),
        (ASPECT * CARD * times, CARD * times),
        turn,
    )
    cv2.fillConvexPoly(image, cv2.boxPoints(shape).astype(np.int32), (level,) * 3)


CARDS = (the_card(100, 120), the_card(220, 120))


@pytest.mark.parametrize("ground", [10, 70, 140])
@pytest.mark.parametrize("turn", [0.0, 35.0, 90.0])
@pytest.mark.parametrize(("times", "level"), [(1.0, 220), (0.85, 230), (1.15, 200)])
def test_a_blank_card_is_asked_about(ground: int, turn: float, times: float, level: int) -> None:
    """In a little other light, and a little nearer or further off."""
    image = table(ground)
    assert more_paper(image, CARDS, AREAS) is None
    laid(image, 330, 330, times, turn=turn, level=level)
    doubt = more_paper(image, CARDS, AREAS)
    assert doubt is not None
    assert doubt.reason == NO_INDEX_SEEN
    assert doubt.at is not None
    assert np.allclose(np.mean(doubt.at, axis=0), (330, 330), atol=STRIDE)


@pytest.mark.parametrize("times", [0.5, 1.5])
def test_paper_of_another_size_is_no_card(times: float) -> None:
    """An envelope, a receipt."""
    image = table()
    laid(image, 330, 330, times)
    assert more_paper(image, CARDS, AREAS) is None


def test_what_is_round_is_no_card() -> None:
    """A plate, or a spoon."""
    image = table()
    cv2.ellipse(image, (330, 330), (42, 58), 0, 0, 360, (220, 220, 220), cv2.FILLED)
    assert more_paper(image, CARDS, AREAS) is None


def test_what_the_picture_cuts_off_may_be_anything() -> None:
    """Its shape is not known."""
    image = table()
    laid(image, 460, 330)
    assert more_paper(image, CARDS, AREAS) is None


def test_a_light_table_tells_nothing() -> None:
    """Cards are no lighter than it is."""
    image = table(215)
    laid(image, 330, 330)
    assert more_paper(image, CARDS, AREAS) is None


PILE = (the_card(200, 220), the_card(250, 240))
"""Two cards, one on the other."""


def pile(ground: int, paper: int, corner: int) -> Image:
    """Both, and a strip of some pixels to their left, as light as their paper."""
    image = np.full((SIDE, SIDE, 3), ground, np.uint8)
    cv2.rectangle(image, (158 - corner, 270 - corner), (158, 270), (paper,) * 3, cv2.FILLED)
    for card in PILE:
        x, y = round(card.centre.real), round(card.centre.imag)
        laid(image, x, y, level=paper)
    return image


def maps(face: float) -> CardMaps:
    """The networks see both cards of a `pile`, and another with this chance beside them."""
    faces = NOTHING.copy()
    faces[200 // STRIDE : 272 // STRIDE, 100 // STRIDE : 158 // STRIDE] = face
    faces[outlines(PILE, 0.0, AREAS) > 0] = 1.0
    return CardMaps(faces, NOTHING, AREAS.card_centres, 1.0)


@pytest.mark.parametrize(("ground", "paper"), [(40, 220), (140, 220), (190, 60)])
def test_what_shows_of_a_covered_card_is_asked_about(ground: int, paper: int) -> None:
    """Even of a dark one, and where the networks hardly see a card."""
    assert more_paper(pile(ground, paper, 0), PILE, maps(0.35)) is None
    doubt = more_paper(pile(ground, paper, 30), PILE, maps(0.35))
    assert doubt is not None
    assert doubt.reason == COVERED
    assert doubt.at is not None
    assert np.allclose(np.mean(doubt.at, axis=0), (143, 255), atol=2 * STRIDE)


def test_paper_on_which_nothing_is_seen_of_a_card_is_another_thing() -> None:
    """A lamp's glare, or a napkin."""
    assert more_paper(pile(40, 220, 30), PILE, maps(0.0)) is None


def test_a_part_of_a_card_that_is_as_dark_as_the_table_is_none() -> None:
    """The shadow of the cards, in which the networks see their edge."""
    assert more_paper(pile(40, 220, 0), PILE, maps(0.4)) is None


def test_nothing_is_told_where_the_table_is_like_paper() -> None:
    """But what the networks alone see there."""
    assert more_paper(pile(200, 220, 30), PILE, maps(0.35)) is None


def test_cards_that_lie_apart_cover_nothing_that_sticks_out_far() -> None:
    """Seen from the side their outlines may be off."""
    image = pile(40, 220, 30)
    assert more_paper(image, PILE[:1], maps(0.35)) is None
