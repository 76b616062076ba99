"""Words that always fit, signs that can be told apart, lamps that never flicker."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.display.draw import MOVING, level
from appliance.display.pen import Colour, Kit, _wrap, ink_on
from appliance.display.theme import GROUND, SEAT_COLOURS, SHAPES, TEXT_COLOUR

KIT = Kit()


@given(st.text(max_size=120), st.integers(1, 400), st.integers(1, 200), st.integers(1, 90))
def test_words_fit_their_room(text: str, width: int, height: int, size: int) -> None:
    block = KIT.words(text, (width, height), size, TEXT_COLOUR, "centre")
    assert block.get_width() <= width
    assert block.get_height() <= height


words = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=30)


@given(st.lists(words, max_size=12), st.integers(1, 300), st.booleans())
def test_wrapping_loses_no_letter(text: list[str], width: int, split: bool) -> None:
    font = KIT.font(20)
    lines = _wrap(font, " ".join(text), width, split=split)
    assert "".join(lines).replace(" ", "") == "".join(text)
    assert all(
        font.size(line)[0] <= width or (" " not in line and (len(line) <= 4 or not split))
        for line in lines
    )


def test_short_words_keep_their_size() -> None:
    assert KIT.words("Ana", (400, 200), 60, TEXT_COLOUR, "left") == KIT.words(
        "Ana", (400, 200), 60, TEXT_COLOUR, "left"
    )
    tall = KIT.words("Ana", (400, 200), 60, TEXT_COLOUR, "left").get_bounding_rect().height
    assert tall == pytest.approx(0.73 * 60, abs=2)


def luminance(colour: Colour) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    parts = [c / 255 for c in colour]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast() -> None:
    assert contrast(TEXT_COLOUR, GROUND) == pytest.approx(16.9, abs=0.1)
    for colour in SEAT_COLOURS:
        assert contrast(colour, GROUND) > 3  # WCAG 2.2, 1.4.11: graphics
        assert contrast(ink_on(colour), colour) > 3  # 1.4.3: large letters


def test_twelve_buzzers_have_twelve_colours_and_shapes() -> None:
    assert len(SEAT_COLOURS) == len(SHAPES) == 12
    assert len(set(SHAPES)) == 12
    for a, b in combinations(SEAT_COLOURS, 2):
        assert sum(abs(x - y) for x, y in zip(a, b, strict=True)) > 60


@pytest.mark.parametrize("rhythm", Rhythm)
@pytest.mark.parametrize("calm", [False, True])
def test_no_lamp_goes_over_three_hertz(rhythm: Rhythm, calm: bool) -> None:
    levels = [level(rhythm, at, 3, calm=calm) for at in range(0, 12 * SECOND, 10 * MS)]
    assert all(0 <= one <= 1 for one in levels)
    middle = (max(levels) + min(levels)) / 2
    rises = [i * 10 for i, (a, b) in enumerate(pairwise(levels)) if a < middle <= b]
    assert all(b - a >= 1000 / 3 for a, b in pairwise(rises))
    assert (len(set(levels)) > 1) == (rhythm in MOVING and not calm)
