"""Golden images of every screen, and those of docs/. Draw them anew, then look, with:

make screens
"""

from itertools import product
from pathlib import Path

from example_evidence import PICTURED, SEEN
from example_keys import with_keys
from example_seats import AT
from example_variants import COUNTS, MAIN, of_seats
from example_variants import SIZES as VARIANT_SIZES
from example_views import EXAMPLES

from appliance.display.draw import Artist, picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.view import View

FOLDER = Path(__file__).parent.parent / "screens"
SIZES: dict[Layout, tuple[int, int]] = {"tv": (1280, 720), "tabletop": (1920, 1080)}
KEPT = (640, 360)
SHEET = (144, 81)
"""Each picture of a sheet: small, as there are many."""
DOCS = FOLDER.parent.parent / "docs" / "images"
SHOWN: tuple[tuple[str, Layout], ...] = (("game", "tv"), ("game", "tabletop"), ("doubt", "tv"))


def golden(name: str, layout: Layout) -> pygame.Surface:
    """An example's picture, made smaller so that the repository stays small."""
    whole = picture(EXAMPLES[name], AT, SIZES[layout], layout)
    return pygame.transform.smoothscale(whole, KEPT)


def pictured(name: str, layout: Layout) -> pygame.Surface:
    """The same for an example with a picture of its cards."""
    whole = picture(PICTURED[name], AT, SIZES[layout], layout, SEEN)
    return pygame.transform.smoothscale(whole, KEPT)


Variant = tuple[View, Layout, tuple[int, int], bool]


def rows(name: str) -> list[list[tuple[pygame.Rect, Variant]]]:
    """How an example is drawn for its sheet: the main ones in more sizes, and by fewer and more.

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
    for where, variant in (one for row in drawn for one in row):
        made.blit(small(variant), where)
    return made


def main() -> None:
    """Draw all of them into tests/screens, and some for people into docs/images."""
    FOLDER.mkdir(exist_ok=True)
    for name in EXAMPLES:
        for layout in LAYOUTS:
            pygame.image.save(golden(name, layout), str(FOLDER / f"{name}-{layout}.png"))
        pygame.image.save(sheet(name), str(FOLDER / f"{name}-sheet.png"))
    for name in PICTURED:
        for layout in LAYOUTS:
            shown = pictured(name, layout)
            pygame.image.save(shown, str(FOLDER / f"{name}_pictured-{layout}.png"))
    DOCS.mkdir(exist_ok=True)
    for name, layout in SHOWN:
        shown = picture(EXAMPLES[name], AT, (1280, 720), layout)
        pygame.image.save(shown, str(DOCS / f"{name}-{layout}.png"))


if __name__ == "__main__":
    main()
