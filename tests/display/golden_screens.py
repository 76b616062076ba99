"""Golden images of every screen with what is written on them, and the pictures of docs/.

Redraw them, then look, and read the difference of the texts, with:

make screens
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path

import numpy as np
from example_evidence import PICTURED, SEEN
from example_keys import with_keys
from example_seats import AT
from example_variants import COUNTS, MAIN, of_seats
from example_variants import SIZES as VARIANT_SIZES
from example_views import EXAMPLES
from golden_moments import MOMENTS, view
from reading import Page, Reader

from appliance.display.draw import Artist, picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.lettering import kit_of
from appliance.display.pen import Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.signs import unplugged
from appliance.display.theme import GROUND
from appliance.display.view import Plug, View
from appliance.themes import THEMES
from appliance.words import LANGUAGES
from lab.words import words_of

FOLDER = Path(__file__).parent.parent / "screens"
SIZES: dict[Layout, tuple[int, int]] = {"tv": (1280, 720), "tabletop": (1920, 1080)}
KEPT = (640, 360)
SHEET = (144, 81)
"""Each picture of a sheet: small, as there are many."""
DOCS = FOLDER.parent.parent / "docs" / "images"
SHOWN: tuple[tuple[str, Layout], ...] = (
    ("attract", "tv"), ("game", "tv"), ("game", "tabletop"), ("doubt", "tv"),
)  # fmt: skip


FINE, TILE = 4, 5
"""Pictures are compared at 1/FINE of their size, in squares of TILE pixels: about one word each."""

APART = 16.5
"""Tiles differ less that are the same, in steps of 255 of one channel.

Letters come out a little different from one build of the font library to the next. All words half a
pixel further to the right change no tile by more than 15.5; a line that is missing changes one by
17 at least, and the names of two seats swapped by 24.
"""


def difference(a: pygame.Surface, b: pygame.Surface) -> float:
    """The mean difference of the tile that differs most, in steps of 255 of one channel."""
    assert a.get_size() == b.get_size()
    pixels = np.abs(_small_pixels(a) - _small_pixels(b)).mean(axis=2)
    tall, wide = pixels.shape
    return float(
        max(
            pixels[y : y + TILE, x : x + TILE].mean()
            for y in range(0, tall, TILE)
            for x in range(0, wide, TILE)
        )
    )


def _small_pixels(surface: pygame.Surface) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    size = surface.get_width() // FINE, surface.get_height() // FINE
    whole = pygame.Surface(surface.get_size(), 0, 32)
    whole.blit(surface, (0, 0))
    flat = np.frombuffer(
        pygame.image.tobytes(pygame.transform.smoothscale(whole, size), "RGB"), np.uint8
    )
    return flat.reshape(size[1], size[0], 3).astype(np.int16)


_FIRST = {view.screen: name for name, view in reversed(EXAMPLES.items())}
UPRIGHT: tuple[tuple[str, Layout], ...] = (
    *((name, "tv") for name in _FIRST.values()),
    *((name, "tv") for name in ("rank", "heaps", "paused", "take_along")),
    ("game", "tabletop"),
    ("question", "tabletop"),
)
"""One example of each screen, and some more, for a panel that stands upright."""
UPRIGHT_SIZE, UPRIGHT_KEPT = (720, 1280), (216, 384)


def upright(name: str, layout: Layout) -> pygame.Surface:
    """An example's picture on a panel that stands upright, made smaller too."""
    whole = picture(EXAMPLES[name], AT, UPRIGHT_SIZE, layout)
    return pygame.transform.smoothscale(whole, UPRIGHT_KEPT)


PLUG_SHEET = "plugs.png"
"""File of the pictures of plugs."""

THEMED: tuple[tuple[str, Layout], ...] = tuple((name, "tv") for name in _FIRST.values())
"""One example of each screen, for themes other than the first."""


def themed(theme: str, name: str, layout: Layout) -> pygame.Surface:
    """An example's picture in a theme, made smaller too."""
    whole = pygame.Surface(SIZES[layout], 0, 32)
    Artist(layout, kit=kit_of(high=False, theme=theme)).draw(whole, EXAMPLES[name], AT)
    return pygame.transform.smoothscale(whole, (320, 180))


def plugs() -> pygame.Surface:
    """The picture of each part in a pause, side by side."""
    side = 160
    made = pygame.Surface((4 * side, -(-len(Plug) // 4) * side), 0, 32)
    made.fill(GROUND)
    for number, plug in enumerate(Plug):
        place = pygame.Rect(number % 4 * side, number // 4 * side, side, side)
        unplugged(Pen(made, shared_kit(), 0.5), place.inflate(-16, -16), plug)
    return made


def golden(name: str, layout: Layout) -> pygame.Surface:
    """A moment's picture, made smaller so that the repository stays small."""
    return shrunk(*view(name, words_of("en")), layout)


def shrunk(shown: View, at: int, layout: Layout) -> pygame.Surface:
    """A kept picture."""
    whole = picture(shown, at, SIZES[layout], layout)
    return pygame.transform.smoothscale(whole, KEPT)


def text(name: str) -> str:
    """All that is written at a moment: in English by layout, then in each other language."""
    manners = [*(("en", layout) for layout in LAYOUTS)]
    manners += [(language, LAYOUTS[0]) for language in LANGUAGES if language != "en"]
    return "\n".join(chain.from_iterable(_written(name, *manner) for manner in manners)) + "\n"


def _written(name: str, language: str, layout: Layout) -> Iterator[str]:
    yield f"{language}, {layout}"
    page = _reader(language).read(*view(name, words_of(language)), layout, SIZES[layout])
    yield from dict.fromkeys(sorted(_lines(page), key=_place))
    yield ""


@cache
def _reader(_language: str) -> Reader:
    """Other languages don't share what a reader keeps, nor what it forgets then."""
    return Reader(blind=True, calm=True)


def _place(line: str) -> str:
    return line.partition(":")[0]


def _lines(page: Page) -> Iterator[str]:
    """Each text after its place: "head", "middle" or the number of a seat."""
    heads = [slot.rect for slot in page.plan.heads]
    seats = [slot.rect for slot in page.plan.seats]
    for text in page.texts:
        at = text.ink.center
        number = next((i for i, rect in enumerate(seats) if rect.collidepoint(at)), None)
        head = any(rect.collidepoint(at) for rect in heads)
        place = "  head" if head else "  middle" if number is None else f"  seat {number + 1:2}"
        yield f"{place}: {text.text}"


def pictured(name: str, layout: Layout) -> pygame.Surface:
    """The same for an example with a picture of its cards."""
    whole = picture(PICTURED[name], AT, SIZES[layout], layout, SEEN)
    return pygame.transform.smoothscale(whole, KEPT)


Variant = tuple[View, Layout, tuple[int, int], bool]


def rows(name: str) -> list[list[tuple[pygame.Rect, Variant]]]:
    """The pictures of an example on its sheet: the main ones in more sizes, and by fewer and more.

    Each row is one size, or number of seats: both layouts, without keys and with them, and where
    they are on the sheet.
    """
    sizes = (VARIANT_SIZES[0], VARIANT_SIZES[2]) if name not in MAIN else VARIANT_SIZES
    views = [(EXAMPLES[name], size) for size in sizes]
    if name in MAIN:
        views += [(of_seats(EXAMPLES[name], count), VARIANT_SIZES[0]) for count in COUNTS]
    keys = list(product(LAYOUTS, (False, True)))
    return [
        [
            (
                pygame.Rect((SHEET[0] * across, SHEET[1] * down), SHEET),
                (with_keys(view) if touch else view, layout, size, touch),
            )
            for across, (layout, touch) in enumerate(keys)
        ]
        for down, (view, size) in enumerate(views)
    ]


def small(variant: Variant) -> pygame.Surface:
    """One picture of a sheet."""
    view, layout, size, touch = variant
    whole = pygame.Surface(size, 0, 32)
    Artist(layout, fingers=touch, kit=shared_kit()).draw(whole, view, AT)
    return pygame.transform.smoothscale(whole, SHEET)


def sheet(name: str) -> pygame.Surface:
    """All variants of an example, small, side by side: each row one size, or number of seats."""
    drawn = rows(name)
    made = pygame.Surface((SHEET[0] * len(drawn[0]), SHEET[1] * len(drawn)))
    for where, variant in (cell for row in drawn for cell in row):
        made.blit(small(variant), where)
    return made


def main() -> None:
    """Draw all of them into tests/screens, and some for people into docs/images."""
    FOLDER.mkdir(exist_ok=True)
    for name in MOMENTS:
        for layout in LAYOUTS:
            pygame.image.save(golden(name, layout), str(FOLDER / f"{name}-{layout}.png"))
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")
    for name in EXAMPLES:
        pygame.image.save(sheet(name), str(FOLDER / f"{name}-sheet.png"))
    for name, layout in UPRIGHT:
        pygame.image.save(upright(name, layout), str(FOLDER / f"{name}-{layout}-upright.png"))
    for theme, (name, layout) in product(THEMES[1:], THEMED):
        drawn = themed(theme, name, layout)
        pygame.image.save(drawn, str(FOLDER / f"{name}-{layout}-{theme}.png"))
    pygame.image.save(plugs(), str(FOLDER / PLUG_SHEET))
    for name in PICTURED:
        for layout in LAYOUTS:
            shown = pictured(name, layout)
            pygame.image.save(shown, str(FOLDER / f"{name}_pictured-{layout}.png"))
    DOCS.mkdir(exist_ok=True)
    for name, layout in SHOWN:
        shown = picture(*view(name, words_of("en")), (1280, 720), layout)
        pygame.image.save(shown, str(DOCS / f"{name}-{layout}.png"))


if __name__ == "__main__":
    main()
