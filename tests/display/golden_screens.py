"""Golden images of every screen. Draw them anew, then look at them, with:

python tests/display/golden_screens.py
"""

from pathlib import Path

from example_views import AT, EXAMPLES

from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.quiet import pygame

FOLDER = Path(__file__).parent.parent / "screens"
SIZES: dict[Layout, tuple[int, int]] = {"tv": (1280, 720), "tabletop": (1920, 1080)}
KEPT = (640, 360)


def golden(name: str, layout: Layout) -> pygame.Surface:
    """An example's picture, made smaller so that the repository stays small."""
    whole = picture(EXAMPLES[name], AT, SIZES[layout], layout)
    return pygame.transform.smoothscale(whole, KEPT)


def main() -> None:
    """Draw all of them into tests/screens."""
    FOLDER.mkdir(exist_ok=True)
    for name in EXAMPLES:
        for layout in LAYOUTS:
            pygame.image.save(golden(name, layout), str(FOLDER / f"{name}-{layout}.png"))


if __name__ == "__main__":
    main()
