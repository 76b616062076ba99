"""Golden screens: the moments look as before, and say the texts beside their pictures."""

from dataclasses import replace
from itertools import chain
from unittest import mock

import pytest
from example_views import EXAMPLES
from golden_moments import MOMENTS, view
from golden_screens import (
    APART,
    FOLDER,
    PLUG_SHEET,
    THEMED,
    UPRIGHT,
    difference,
    golden,
    plugs,
    rows,
    shrunk,
    small,
    text,
    themed,
    upright,
)

from appliance.display.layout import LAYOUTS, Layout
from appliance.display.lettering import Kit
from appliance.display.pen import Align, Colour, Face, Pen
from appliance.display.quiet import pygame
from appliance.display.screens import SCREENS
from appliance.display.theme import TEXT_COLOUR
from appliance.themes import THEMES
from bluffing.words import Catalogue
from lab.words import words_of

BOTH = pytest.mark.parametrize("layout", LAYOUTS)
ENGLISH = words_of("en")
CHANGED = "the screen is another; if it should be, run `make screens`, look, and read the texts"
SEATED = [name for name in MOMENTS if len({seat.name for seat in view(name, ENGLISH)[0].seats}) > 2]
DETAILED = [name for name in MOMENTS if view(name, ENGLISH)[0].detail]


def test_every_screen_has_a_moment() -> None:
    found = {view(name, ENGLISH)[0].screen for name in MOMENTS}
    assert found == set(SCREENS)


def test_nothing_is_kept_of_a_moment_that_is_gone() -> None:
    kept = {f"{name}.txt" for name in MOMENTS}
    kept |= {f"{name}-{layout}.png" for name in MOMENTS for layout in LAYOUTS}
    kept |= {f"{name}-{layout}-upright.png" for name, layout in UPRIGHT}
    kept |= {PLUG_SHEET}
    kept |= {f"{name}-{layout}-{theme}.png" for theme in THEMES[1:] for name, layout in THEMED}
    sheets = {f"{name}-sheet.png" for name in EXAMPLES}
    there = {path.name for path in FOLDER.iterdir() if "_pictured-" not in path.name}
    assert there == kept | sheets


@BOTH
@pytest.mark.parametrize("name", MOMENTS)
def test_golden(name: str, layout: Layout) -> None:
    kept = pygame.image.load(str(FOLDER / f"{name}-{layout}.png"))
    assert difference(golden(name, layout), kept) < APART, CHANGED


@pytest.mark.parametrize(("name", "layout"), UPRIGHT)
@pytest.mark.untraced
def test_golden_upright(name: str, layout: Layout) -> None:
    kept = pygame.image.load(str(FOLDER / f"{name}-{layout}-upright.png"))
    assert difference(upright(name, layout), kept) < APART, CHANGED


def test_golden_plugs() -> None:
    assert difference(plugs(), pygame.image.load(str(FOLDER / PLUG_SHEET))) < APART, CHANGED


@pytest.mark.parametrize("theme", THEMES[1:])
@pytest.mark.parametrize(("name", "layout"), THEMED)
@pytest.mark.untraced
def test_golden_theme(theme: str, name: str, layout: Layout) -> None:
    kept = pygame.image.load(str(FOLDER / f"{name}-{layout}-{theme}.png"))
    assert difference(themed(theme, name, layout), kept) < APART, CHANGED


@pytest.mark.untraced
@pytest.mark.parametrize("name", MOMENTS)
def test_golden_text(name: str) -> None:
    """The texts are compared word by word, in every language."""
    assert text(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), CHANGED


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.thorough
def test_golden_sheet(name: str) -> None:
    """Examples in other sizes, with fingers, and for some screens with few and many seats."""
    kept = pygame.image.load(str(FOLDER / f"{name}-sheet.png"))
    for where, variant in chain.from_iterable(rows(name)):
        assert difference(small(variant), kept.subsurface(where)) < APART, (CHANGED, where)


# --- what the bounds tell apart ------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.parametrize("name", SEATED)
def test_a_picture_with_two_names_swapped_is_another(name: str) -> None:
    shown, at = view(name, ENGLISH)
    here = [i for i, seat in enumerate(shown.seats) if seat.name][:2]
    first, other = (shown.seats[i] for i in here)
    swapped = {first.seat: other.name, other.seat: first.name}
    seats = tuple(replace(seat, name=swapped.get(seat.seat, seat.name)) for seat in shown.seats)
    for layout in LAYOUTS:
        kept = pygame.image.load(str(FOLDER / f"{name}-{layout}.png"))
        assert difference(shrunk(replace(shown, seats=seats), at, layout), kept) > APART


@pytest.mark.untraced
@pytest.mark.parametrize("name", DETAILED)
def test_a_picture_without_its_detail_is_another(name: str) -> None:
    shown, at = view(name, ENGLISH)
    for layout in LAYOUTS:
        kept = pygame.image.load(str(FOLDER / f"{name}-{layout}.png"))
        assert difference(shrunk(replace(shown, detail=""), at, layout), kept) > APART


@pytest.mark.thorough
@BOTH
@pytest.mark.parametrize("name", MOMENTS)
def test_letters_half_a_pixel_away_are_the_same(name: str, layout: Layout) -> None:
    write = Pen.words

    def beside(  # noqa: PLR0917 - as the replaced method
        pen: Pen,
        text: str,
        rect: pygame.Rect,
        size: float,
        colour: Colour = TEXT_COLOUR,
        align: Align = "centre",
        *,
        face: Face = "print",
    ) -> pygame.Rect:
        return write(pen, text, rect.move(1, 0), size, colour, align, face=face)

    kept = pygame.image.load(str(FOLDER / f"{name}-{layout}.png"))
    with (
        mock.patch.object(Pen, "words", beside),
        mock.patch("appliance.display.draw.shared_kit", Kit),
    ):
        moved = golden(name, layout)
    assert 0 < difference(moved, kept) < APART


@pytest.mark.parametrize(("language", "code"), [("en", "turn.next"), ("pt", "turn.next")])
def test_another_word_is_another_text(language: str, code: str) -> None:
    has = Catalogue.gettext
    own = words_of(language).catalogue

    def renamed(catalogue: Catalogue, wanted: str) -> str:
        return "Anders" if (catalogue, wanted) == (own, code) else has(catalogue, wanted)

    with mock.patch.object(Catalogue, "gettext", renamed):
        assert text("game") != (FOLDER / "game.txt").read_text(encoding="utf-8")
