"""Contact sheets: all moments side by side, one sheet a layout and language, to be looked at.

`make sheets` draws them into build/sheets, in English and German; SHEETS="fr nl" for others.
"""

import sys
from pathlib import Path

from golden_moments import MOMENTS, view

from appliance.display.draw import picture
from appliance.display.layout import Layout
from appliance.display.pen import Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.theme import GROUND, TEXT_COLOUR
from lab.words import words_of

FOLDER = Path(__file__).parent.parent.parent / "build" / "sheets"
WIDTH, LABEL = 1920, 24
SHAPES: dict[str, tuple[Layout, tuple[int, int], tuple[int, int]]] = {
    "tv": ("tv", (1280, 720), (384, 216)),
    "tabletop": ("tabletop", (1920, 1080), (384, 216)),
    "upright": ("tv", (720, 1280), (213, 384)),
}
"""The layout of each sheet, and the sizes of a picture as it is drawn and as it is kept."""


def sheet(shape: str, language: str) -> pygame.Surface:
    """Return all moments of a layout in a language, each with its name below it."""
    layout, size, (wide, tall) = SHAPES[shape]
    across, words = WIDTH // wide, words_of(language)
    made = pygame.Surface((WIDTH, -(-len(MOMENTS) // across) * (tall + LABEL)), 0, 32)
    made.fill(GROUND)
    pen = Pen(made, shared_kit(), 0.5)
    for number, name in enumerate(MOMENTS):
        cell = pygame.Rect(number % across * wide, number // across * (tall + LABEL), wide, tall)
        whole = picture(*view(name, words), size, layout)
        made.blit(pygame.transform.smoothscale(whole, cell.size), cell)
        pen.words(name, pygame.Rect(cell.left, cell.bottom, wide, LABEL), 36, TEXT_COLOUR)
    return made


def main(languages: list[str]) -> None:
    """Draw a sheet of each layout and language."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for language in languages:
        for shape in SHAPES:
            pygame.image.save(sheet(shape, language), str(FOLDER / f"{shape}-{language}.png"))


if __name__ == "__main__":
    main(sys.argv[1:])
