"""High contrast: black ground, white or bright words on it, edges that are seen."""

from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_theme import contrast

from appliance.config import Display
from appliance.display import cardart
from appliance.display.pen import Colour, Kit, Pen, ink_on
from appliance.display.quiet import pygame
from appliance.display.shades import CONTRASTS, PURE_BLACK, PURE_WHITE, Shades
from appliance.display.sizes import TEXT_SCALES
from appliance.display.theme import (
    DOUBT,
    FAINT,
    GROUND,
    LIE,
    LINE,
    SEAT_COLOURS,
    TEXT_COLOUR,
    TRUTH,
)
from appliance.words import words_of
from bluffing.cards import Rank

ENGLISH = words_of("en")
HIGH = Shades(high=True)
part = st.integers(0, 255)
colours = st.tuples(part, part, part)


@given(colours)
def test_words_and_grounds_are_black_or_far_from_it(colour: Colour) -> None:
    for made in (HIGH.ink(colour), HIGH.ground(colour)):
        assert made == PURE_BLACK or contrast(made, PURE_BLACK) >= 7
    for made in (HIGH.shape(colour), HIGH.line(colour)):
        assert made == PURE_BLACK or contrast(made, PURE_BLACK) >= 3
    assert contrast(HIGH.sign(colour), PURE_BLACK) >= 7


@given(colours)
def test_what_was_made_is_left_as_it_is(colour: Colour) -> None:
    """A pen may hand on what it has made: a line is drawn by shapes."""
    assert HIGH.ink(HIGH.ink(colour)) == HIGH.ink(colour)
    assert HIGH.ground(HIGH.ground(colour)) == HIGH.ground(colour)
    assert HIGH.shape(HIGH.line(colour)) == HIGH.line(colour)
    assert HIGH.shape(HIGH.ground(colour)) == HIGH.ground(colour)


@given(colours)
def test_usually_nothing_changes(colour: Colour) -> None:
    for made in (Shades().ink, Shades().ground, Shades().shape, Shades().line, Shades().sign):
        assert made(colour) == colour


def test_the_ground_is_black_and_words_are_white_or_bright() -> None:
    assert HIGH.ground(GROUND) == HIGH.ink(GROUND) == PURE_BLACK
    assert HIGH.ink(TEXT_COLOUR) == HIGH.ink(FAINT) == HIGH.line(LINE) == PURE_WHITE
    assert [HIGH.ink(colour) for colour in (DOUBT, TRUTH, LIE)] == [DOUBT, TRUTH, LIE]


@pytest.mark.parametrize("buzzer", range(12))
def test_a_seats_number_reads_well_on_its_sign(buzzer: int) -> None:
    colour = HIGH.sign(SEAT_COLOURS[buzzer])
    assert contrast(HIGH.ink(ink_on(colour)), colour) >= 7


@pytest.mark.parametrize(("wide", "tall"), [(60, 50), (200, 90)])
def test_a_dark_box_has_an_edge_that_is_seen(wide: int, tall: int) -> None:
    sheet = pygame.Surface((220, 120))
    sheet.fill(PURE_BLACK)
    Pen(sheet, Kit(HIGH), 1.0).box(pygame.Rect(10, 10, wide, tall), 8, GROUND)
    across = [sheet.get_at((10 + x, 10 + tall // 2)) for x in range(wide)]
    assert across[0] == across[-1] == pygame.Color(PURE_WHITE)
    assert across[wide // 2] == pygame.Color(PURE_BLACK)


def test_ranks_are_black_on_white_cards() -> None:
    """In the colour of a verdict, too: a tick or a cross says the same."""
    card = cardart.face(
        Pen(pygame.Surface((9, 9)), Kit(HIGH), 1.0), 200, Rank.SEVEN, ENGLISH, TRUTH
    )
    centre = [card.get_at((x, 100))[:3] for x in range(20, 120)]
    assert min(map(sum, centre)) == 0
    assert max(map(sum, centre)) > 3 * 245


def test_the_settings_know_every_size_and_every_contrast() -> None:
    hints = get_type_hints(Display)
    assert get_args(hints["text"]) == tuple(TEXT_SCALES)
    assert get_args(hints["contrast"]) == CONTRASTS
