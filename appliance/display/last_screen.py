"""The screen of a program that can't be loaded: it needs Python, pygame and no part of ours."""

import os
import time
import warnings
from collections.abc import Sequence

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
with warnings.catch_warnings(action="ignore"):
    import pygame

LAST_GROUND, LAST_INK = (242, 232, 207), (40, 30, 30)
LAST_LINES = 16
"""Lines of text on a screen."""

LOOKS_EVERY_S = 0.1
"""Seconds between two checks of the window's events."""


def show(paragraphs: Sequence[str], seconds: float = 30.0) -> None:
    """Show `paragraphs` on the whole screen for `seconds`, or until a key is pressed.

    Raises pygame.error without a screen.
    """
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    width, height = screen.get_size()
    font = pygame.font.Font(None, height // LAST_LINES)
    margin, line = width // 12, height // LAST_LINES
    screen.fill(LAST_GROUND)
    top = 2 * line
    for paragraph in paragraphs:
        for words in _wrapped(paragraph, font, width - 2 * margin):
            screen.blit(font.render(words, True, LAST_INK), (margin, top))  # noqa: FBT003 - pygame's own
            top += line
        top += line
    pygame.display.flip()
    end = time.monotonic() + seconds
    while time.monotonic() < end and not pygame.event.get((pygame.KEYDOWN, pygame.QUIT)):
        time.sleep(LOOKS_EVERY_S)
    pygame.display.quit()


def _wrapped(paragraph: str, font: pygame.font.Font, width: int) -> list[str]:
    """Return the lines of a paragraph, each at most `width` pixels wide where words allow."""
    lines = [""]
    for word in paragraph.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.size(longer)[0] > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
