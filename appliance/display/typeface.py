"""Our typefaces, each in one size, and the installed fonts for the letters that they lack.

SDL_ttf, by HarfBuzz, shapes what it draws in one stretch of a script: it joins Arabic letters and
sets Thai and Indian marks in their places. It writes from the left only, so words from the right
come to it backwards, and it turns them round again before it shapes them.
"""

import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from appliance.display.quiet import pygame
from appliance.text import RIGHT_TO_LEFT, SCRIPTS
from appliance.themes import Colour
from appliance.typefaces import installed

Face = Literal["print", "light", "talk", "shout"]
"""A typeface: of small print, bold or light; of names, captions and prompts; of titles, claims and
verdicts."""

CAPITALS = 0.714
"""Height of a capital by the size of letters."""

_FONTS = Path(__file__).parent / "fonts"
_FACES: dict[Face, tuple[str, float]] = {
    "print": ("NotoSans-Bold.ttf", CAPITALS),
    "light": ("NotoSans-Regular.ttf", CAPITALS),
    "talk": ("Baloo2-ExtraBold.ttf", 0.625),
    "shout": ("Shout.ttf", 0.71),
}
"""The file of a typeface, and the height of its capitals by the size of its font. All are drawn
with capitals as high as those of Noto Sans, so that a size is equally legible in each."""

_UNKNOWN = "\u4e2d"
"""A character that no typeface here has: all that it lacks look like this one."""

_TAGS = {
    "Arabic": "Arab", "Armenian": "Armn", "Bengali": "Beng", "Devanagari": "Deva",
    "Georgian": "Geor", "Hebrew": "Hebr", "Tamil": "Taml", "Thai": "Thai",
}  # fmt: skip
"""How OpenType calls the scripts whose letters depend on their neighbours, or may."""

_WORDS = "|".join(f"(?P<{script}>{letters.pattern}+)" for script, letters in SCRIPTS.items())
_BEYOND = re.compile(_WORDS)
_STRETCH = re.compile(
    rf"{_WORDS}|[$\u00a3\u20ac]?\d(?:[\d.,:/]*\d)?[%\u2030\xb0$\u00a3\u20ac]?|.", re.DOTALL
)
_RIGHT = "".join(SCRIPTS[script].pattern[1:-1] for script in sorted(RIGHT_TO_LEFT))
_FROM_RIGHT = re.compile(rf"[{_RIGHT}](?:[{_RIGHT}\W\d_]*[{_RIGHT}])?")
_LETTER = re.compile(
    ".[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]*"
)
"""An Arabic or Hebrew letter with its marks."""

_MIRRORED = str.maketrans("()[]{}<>\xab\xbb", ")(][}{><\xbb\xab")


class Stretch(NamedTuple):
    """A part of a line in one font: that of a `script`, or our own typeface."""

    text: str
    script: str | None = None


def stretches(line: str) -> Iterator[Stretch]:
    """Yield the stretches of a line from left to right.

    A line whose only letters are Arabic or Hebrew begins at the right. In any other line such words
    keep their place, as a name does in a sentence.
    """
    words = [*_FROM_RIGHT.finditer(line)]
    if words and not any(map(str.isalpha, _FROM_RIGHT.sub("", line))):
        yield from _from_right(line)
        return
    at = 0
    for match in words:
        yield from _in_order(line[at : match.start()])
        yield from _from_right(match[0])
        at = match.end()
    yield from _in_order(line[at:])


def _in_order(text: str) -> Iterator[Stretch]:
    """Yield the first stretch first, each as long as possible."""
    at = 0
    for match in _BEYOND.finditer(text):
        if match.start() > at:
            yield Stretch(text[at : match.start()])
        yield Stretch(match[0], match.lastgroup)
        at = match.end()
    if text[at:]:
        yield Stretch(text[at:])


def _from_right(text: str) -> Iterator[Stretch]:
    """Yield the last stretch first: words backwards, numbers forwards, brackets turned."""
    for match in reversed([*_STRETCH.finditer(text)]):
        if match.lastgroup in RIGHT_TO_LEFT:
            yield Stretch("".join(_LETTER.findall(match[0])[::-1]), match.lastgroup)
        else:
            yield Stretch(match[0].translate(_MIRRORED), match.lastgroup)


class Typeface:
    """The letters of one face, of one size in pixels; other scripts are bold unless it is light."""

    def __init__(self, size: int, face: Face) -> None:
        self._size, self._light = size, face == "light"
        name, capitals = _FACES[face]
        self._own = _font(_FONTS / name, round(size * CAPITALS / capitals))
        self._more: dict[str, pygame.font.Font] = {}
        self.get_ascent, self.get_linesize = self._own.get_ascent, self._own.get_linesize

    def has(self, text: str) -> bool:
        """Return True if the face itself has every letter of `text`."""
        unknown, *letters = self._own.metrics(_UNKNOWN + text)
        return unknown not in letters

    def width(self, text: str) -> int:
        """Return the width of `text` on one line, in pixels."""
        if not _BEYOND.search(text):
            return self._own.size(text)[0]
        return sum(self._of(stretch).size(stretch.text)[0] for stretch in stretches(text))

    def render(self, text: str, colour: Colour) -> pygame.Surface:
        """Draw `text` on one line; the base of its letters is `get_ascent` below the top."""
        if not _BEYOND.search(text):
            return self._own.render(text, True, colour)  # noqa: FBT003 - pygame's
        parts = [(self._of(stretch), stretch.text) for stretch in stretches(text)]
        ascent, x = self.get_ascent(), 0
        deepest = max(font.get_height() - font.get_ascent() for font, _ in parts)
        line = pygame.Surface((self.width(text), ascent + deepest), pygame.SRCALPHA)
        for font, part in parts:
            image = font.render(part, True, colour)  # noqa: FBT003 - pygame's
            line.blit(image, (x, ascent - font.get_ascent()))
            x += font.size(part)[0]
        return line

    def _of(self, stretch: Stretch) -> pygame.font.Font:
        """Return the font of a stretch."""
        script = stretch.script
        if script is None:
            return self._own
        if script not in self._more:
            self._more[script] = self._installed(script)
        return self._more[script]

    def _installed(self, script: str) -> pygame.font.Font:
        """Return the font of a script: our own where none is installed any more."""
        files = installed().get(script)
        if files is None:
            return self._own
        try:
            font = _font(files.regular if self._light else files.bold, self._size)
        except OSError:
            return self._own
        if script in _TAGS:
            font.set_script(_TAGS[script])
        return font


def _font(file: Path, size: int) -> pygame.font.Font:
    return pygame.font.Font(io.BytesIO(_contents(file)), size)


@cache
def _contents(file: Path) -> bytes:
    """Return a font's file: fonts of any size read it from memory, and hold no file open."""
    return file.read_bytes()
