"""Words that always fit, distinct signs, lamps that never flicker."""

from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.display.lettering import Lettering, wrapped
from appliance.display.painting import MOVING, level
from appliance.display.pen import Colour, Pen, ink_on, shared_kit
from appliance.display.quiet import pygame
from appliance.display.theme import (
    DOUBT,
    FAINT,
    FELTS,
    GROUND,
    LIE,
    SEAT_COLOURS,
    SHAPES,
    TEXT_COLOUR,
    TRUTH,
)  # fmt: skip
from appliance.display.typeface import CAPITALS
from bluffing.rulesets import RULESETS

KIT = shared_kit()


@given(st.text(max_size=120), st.integers(1, 400), st.integers(1, 200), st.integers(1, 90))
def test_words_fit_their_room(text: str, width: int, height: int, size: int) -> None:
    block = KIT.words(text, (width, height), Lettering(size, 0, TEXT_COLOUR)).picture
    assert block.get_width() <= width
    assert block.get_height() <= height


words = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=30)


@given(st.lists(words, max_size=12), st.integers(1, 300), st.booleans())
def test_wrapping_loses_no_letter(text: list[str], width: int, split: bool) -> None:
    font = KIT.font(20)
    lines = wrapped(font.width, " ".join(text), width, split=split)
    assert "".join(lines).replace(" ", "") == "".join(text)
    assert all(
        font.width(line) <= width or (" " not in line and (len(line) <= 4 or not split))
        for line in lines
    )


def test_short_words_keep_their_size() -> None:
    block = KIT.words("Ana", (400, 200), Lettering(60, 0, TEXT_COLOUR, "left"))
    assert block.size == 60
    assert block.picture.get_bounding_rect().height == pytest.approx(CAPITALS * 60, abs=2)
    assert KIT.words("Ana", (400, 200), Lettering(10, 30, TEXT_COLOUR, "left")).size == 30


@cache
def luminance(colour: Colour) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    parts = [c / 255 for c in colour]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@cache
def contrast(a: Colour, b: Colour) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_whatever_is_written_reads_well_on_every_felt_and_each_game_has_one() -> None:
    assert len(FELTS) == len(set(FELTS)) >= len(RULESETS)
    for lit in FELTS:
        assert contrast(TEXT_COLOUR, lit) > 7
        for ink in (FAINT, DOUBT, TRUTH, LIE):
            assert contrast(ink, lit) > 4.5


def test_contrast() -> None:
    assert contrast(TEXT_COLOUR, GROUND) == pytest.approx(16.9, abs=0.1)
    for colour in SEAT_COLOURS:
        assert contrast(colour, GROUND) > 3  # WCAG 2.2, 1.4.11: graphics
        assert contrast(ink_on(colour), colour) >= 4.5  # 1.4.3: letters


def test_twelve_buzzers_have_twelve_colours_and_shapes() -> None:
    assert len(SEAT_COLOURS) == len(SHAPES) == 12
    assert len(set(SHAPES)) == 12
    for a, b in combinations(SEAT_COLOURS, 2):
        assert sum(abs(x - y) for x, y in zip(a, b, strict=True)) > 60


def linear(part: int) -> float:
    return part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4


BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
"""Machado, Oliveira and Fernandes 2009, severity 1.0: from linear RGB to the perceived colour."""


def seen(colour: Colour, kind: str) -> tuple[float, ...]:
    parts = [linear(part) for part in colour]
    rows = BLIND[kind]
    return tuple(sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows)


@pytest.mark.parametrize("kind", BLIND)
def test_seats_that_colour_blind_eyes_take_for_each_other_differ_in_shape_and_number(
    kind: str,
) -> None:
    """Some colours come out alike: then the sign has another outline, and another number."""
    far = {
        (first, second): sum(
            abs(a - b)
            for a, b in zip(
                seen(SEAT_COLOURS[first], kind), seen(SEAT_COLOURS[second], kind), strict=True
            )
        )
        for first, second in combinations(range(12), 2)
    }
    signs = []
    for buzzer in range(12):
        sheet = pygame.Surface((160, 160), pygame.SRCALPHA)
        Pen(sheet, KIT, 1.0).badge((80, 80), 60, buzzer)
        signs.append(pygame.mask.from_surface(sheet))
    alike = [pair for pair, away in far.items() if away < 0.25]
    assert alike, "nobody needs the shapes"
    for first, second in alike:
        both = signs[first].overlap_area(signs[second], (0, 0))
        either = signs[first].count() + signs[second].count() - both
        assert both / either < 0.93, (first, second)


@pytest.mark.parametrize("rhythm", Rhythm)
@pytest.mark.parametrize("calm", [False, True])
def test_no_lamp_goes_over_three_hertz(rhythm: Rhythm, calm: bool) -> None:
    levels = [level(rhythm, at, 3, calm=calm) for at in range(0, 12 * SECOND, 10 * MS)]
    assert all(0 <= level <= 1 for level in levels)
    middle = (max(levels) + min(levels)) / 2
    rises = [i * 10 for i, (a, b) in enumerate(pairwise(levels)) if a < middle <= b]
    assert all(b - a >= 1000 / 3 for a, b in pairwise(rises))
    assert (len(set(levels)) > 1) == (rhythm in MOVING and not calm)


@given(st.integers(8, 90), st.integers(8, 90), st.integers(1, 4), st.integers(0, 40))
def test_a_frame_is_as_thick_on_all_sides_and_clear_inside(
    wide: int, tall: int, thick: int, radius: int
) -> None:
    sheet = pygame.Surface((100, 100))
    Pen(sheet, KIT, 1.0).frame(pygame.Rect(5, 5, wide, tall), radius, TEXT_COLOUR, thick)
    thick = min(thick, (min(wide, tall) - 1) // 2)
    x, y = 5 + wide // 2, 5 + tall // 2
    left = [sheet.get_at((5 + i, y)) == pygame.Color(TEXT_COLOUR) for i in range(wide)]
    top = [sheet.get_at((x, 5 + i)) == pygame.Color(TEXT_COLOUR) for i in range(tall)]
    for line in (left, top):
        assert line == line[::-1]
    if 2 * radius < min(wide, tall) - 2:  # its sides are straight there
        assert (sum(left), sum(top)) == (2 * thick, 2 * thick)
    assert sheet.get_at((4, y)) == sheet.get_at((x, 4)) == sheet.get_at((5 + wide, y))
