"""Golden images of every screen, and those of docs/. Draw them anew, then look, with:

python tests/display/golden_screens.py
"""

from pathlib import Path

from example_evidence import PICTURED, SEEN
from example_seats import AT
from example_views import EXAMPLES

from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.quiet import pygame

FOLDER = Path(__file__).parent.parent / "screens"
SIZES: dict[Layout, tuple[int, int]] = {"tv": (1280, 720), "tabletop": (1920, 1080)}
KEPT = (640, 360)
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


def main() -> None:
    """Draw all of them into tests/screens, and some for people into docs/images."""
    FOLDER.mkdir(exist_ok=True)
    for name in EXAMPLES:
        for layout in LAYOUTS:
            pygame.image.save(golden(name, layout), str(FOLDER / f"{name}-{layout}.png"))
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
