"""Words that always fit, distinct signs, lamps that never flicker."""

from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.display import cardart
from appliance.display.lettering import Lettering, wrapped
from appliance.display.painting import MOVING, level
from appliance.display.pen import Colour, Pen, ink_on, shared_kit
from appliance.display.quiet import pygame
from appliance.display.screens import speech
from appliance.display.shades import Shades, mix
from appliance.display.theme import (
    CARD_BACK,
    CREAM,
    CURTAIN,
    DOUBT,
    FAINT,
    FOLD,
    GROUND,
    LIE,
    LINE,
    PANEL,
    SEAT_COLOURS,
    SHAPES,
    TEXT_COLOUR,
    TRUTH,
    felt,
)
from appliance.display.typeface import CAPITALS
from appliance.themes import THEMES, theme_of
from bluffing.errors import SettingError
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


IN_EACH_THEME = pytest.mark.parametrize("shades", [
    pytest.param(Shades(stage=theme_of(name).stage), id=name) for name in THEMES
])  # fmt: skip


@IN_EACH_THEME
def test_each_game_has_a_felt(shades: Shades) -> None:
    felts = {shades.plain(felt(game)) for game in range(len(RULESETS))}
    assert len(felts) == len(RULESETS)


def grounds(shades: Shades) -> set[Colour]:
    """All grounds of words, in that theme."""
    felts = [felt(game) for game in range(len(shades.stage.felts))]
    return {shades.plain(paint) for paint in (GROUND, PANEL, CURTAIN, FOLD, *felts)}


def readable(shades: Shades) -> bool:
    """Return True if words and signs keep the contrast that they need."""
    ground, line, paper = (shades.plain(paint) for paint in (GROUND, LINE, CREAM))
    return (
        all(contrast(TEXT_COLOUR, lit) > 7 for lit in grounds(shades))
        and all(
            contrast(ink, lit) >= 4.5  # WCAG 2.2, 1.4.3: letters
            for lit in grounds(shades)
            for ink in (FAINT, DOUBT, TRUTH, LIE)
        )
        and all(contrast(colour, ground) >= 3 for colour in SEAT_COLOURS)  # 1.4.11: graphics
        and contrast(DOUBT, line) >= 3
        and contrast(ground, paper) >= 7
        and contrast(speech.BUBBLE_INK, paper) >= 7
        and contrast(cardart.PAPER, shades.plain(CARD_BACK)) >= 3
        and all(
            contrast(shades.ink(ink_on(colour)), colour) >= 4.5
            for colour in (*SEAT_COLOURS, DOUBT, TRUTH, LIE)
        )
    )


@IN_EACH_THEME
def test_whatever_is_written_reads_well_on_every_stage(shades: Shades) -> None:
    assert readable(shades)


def test_white_on_the_ground_of_the_paper_theatre() -> None:
    assert contrast(TEXT_COLOUR, GROUND) == pytest.approx(16.9, abs=0.1)


parts = st.integers(0, 255)
tints = st.builds("#{:02X}{:02X}{:02X}".format, parts, parts, parts)


@given(st.data())
def test_a_theme_that_is_not_refused_reads_well(data: st.DataObject) -> None:
    """One colour of a theme is any other, dark or pale: refused, or readable."""
    stage = theme_of(data.draw(st.sampled_from(THEMES))).stage
    key = data.draw(st.sampled_from(stage.__slots__))
    tint = data.draw(tints)
    with suppress(SettingError):
        changed: dict[str, Any] = {key: (tint,) if key == "felts" else tint}
        assert readable(Shades(stage=replace(stage, **changed)))


@given(st.sampled_from(THEMES), st.floats(0, 1))
def test_a_mixed_colour_is_mixed_of_the_colours_of_the_theme(name: str, share: float) -> None:
    shades = Shades(stage=theme_of(name).stage)
    panel, ground = shades.plain(PANEL), shades.plain(GROUND)
    assert shades.plain(mix(PANEL, GROUND, share)) == mix(panel, ground, share)
    assert shades.plain(mix(DOUBT, mix(PANEL, GROUND, share), share)) == mix(
        DOUBT, mix(panel, ground, share), share
    )


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
