"""Letters: the typefaces, and words that are wrapped and shrunk to fit their room.

Three typefaces speak: Titan One calls out, Baloo 2 talks, and Noto Sans, cut to Latin, Greek and
Cyrillic, is the small print. `fonts/` has their licences. This module keeps a pen's finished
drawings, as a small board is slow.
"""

import math
import re
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from copy import copy
from functools import cache, lru_cache
from typing import Generic, Literal, NamedTuple, TypeVar

from appliance.display.effort import Effort
from appliance.display.quiet import pygame
from appliance.display.shades import Shades
from appliance.display.theme import FAINT
from appliance.display.typeface import CAPITALS, Face, Typeface
from appliance.themes import Colour, theme_of

Align = Literal["left", "centre", "right"]

SMALLEST = 7
"""Minimum size of a letter in pixels: smaller ones are illegible, so text is squeezed instead."""

_FIRST_TALL = "\u0530"
"""Letters before this one need no more room than Latin ones."""
_DEEP = re.compile("[\u0530-\u1dff]")
"""Scripts with marks below the line, up to 0.45 of the size of a letter."""

_FIRST_OF_CHINA = "\u3000"
_LINE_ENDS = re.compile(r"(?<!«) (?![%»?!:;])(?!(?<=\d )\d{3}(?!\d))")
"""Spaces at which a line may end: not beside a sign like % or «, nor within a number."""

_BREAKS = re.compile(
    "[\u3008\u300a\u300c\u300e\u3010\u3014\uff08]*(?:[^\u3000-\uffef]+|.)"
    "[\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u3041\u3043\u3045\u3047\u3049\u3063\u3083"
    "\u3085\u3087\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b"
    "\uff1f\uff5e]*"
)
"""A letter of Chinese, Japanese or Korean text, with the signs that may not leave it."""

_PITCH = 1.2
"""Distance between two lines, by the font's size."""
_OVER = 0.25
"""Room over capitals for accents, and under lines for descenders, by the font's size."""
MOST_PIXELS, MOST_IN_WORDS = 5_000_000, 3_000_000
"""Pixels of pictures, and of words, that a kit keeps: 4 bytes each. Words of one View have 0.4
million at 1920x1080, but those of how to play up to 4.4: of 80 Views in tests/display."""

MOST_IN_PUPPETS = 2 << 20
"""Pixels of puppets that a kit keeps, 4 bytes each: 8 MiB. Twelve seats of a View at 1920x1080 have
0.15 million, so that the last moods of an evening come back without being drawn again."""

FEWEST_WORDS = 128
"""Number of words kept however large they are: more than one View has, which are 94 at most."""

MOST_FONTS = 48
"""Sizes of letters that a kit keeps, of all faces: one takes up to 0.25 MiB, and 0.1 ms to load.
A View has 33 at most, by the examples in tests/display."""

MOST_MEASURED = 1024
"""Texts whose width a kit keeps, 0.25 KiB each. Of 48,937 widths that half an hour of play asks for
2,061 are measured then, and 1,826 if twice as many texts are kept."""

MOST_ROOMS = 256
"""Number of kept answers to questions for room."""

MOST_UNFIT = 64
"""Number of remembered words that had no room, for callers who ask; a table never does."""

_REFERENCE = 100

Page = tuple[tuple[str, ...], ...]
"""Paragraphs, each a tuple of lines."""


class Lettering(NamedTuple):
    """Style of words: their normal and their least size, in pixels, and their colour.

    With larger text `least` is larger than legibility needs: words without enough room shrink to
    `floor` before one is split. None: `least` is the floor. Words that the `face` has no letters
    or no room for are set in the one of small print.
    """

    size: int
    least: int
    colour: Colour
    align: Align = "centre"
    floor: int | None = None
    face: Face = "print"

    @property
    def drawn_in(self) -> Face:
        """The face of the words: FAINT small print is light."""
        return "light" if self.face == "print" and self.colour == FAINT else self.face


class Block(NamedTuple):
    """Drawn words: their picture, their final size in pixels, and if all words are whole."""

    picture: pygame.Surface
    size: int
    whole: bool = True


Kept = TypeVar("Kept")


class Drawn(Generic[Kept]):
    """The newest drawings, `most` pixels at most or the `fewest` pictures."""

    def __init__(self, most: int, fewest: int = 1) -> None:
        self._most, self._fewest = most, fewest
        self._there: OrderedDict[Hashable, tuple[Kept, int]] = OrderedDict()
        self.pixels = 0

    def newest(self, key: Hashable) -> Kept | None:
        """Return the value under `key`, which becomes the newest."""
        entry = self._there.get(key)
        if entry is None:
            return None
        self._there.move_to_end(key)
        return entry[0]

    def add(self, key: Hashable, what: Kept, picture: pygame.Surface) -> None:
        """Keep `what` for its `picture`, and drop the least recently used."""
        pixels = picture.get_width() * picture.get_height()
        self._there[key] = what, pixels
        self.pixels += pixels
        while self.pixels > self._most and len(self._there) > self._fewest:
            _, (_, gone) = self._there.popitem(last=False)
            self.pixels -= gone


class Kit:
    """Tools of pens: fonts, and a bounded number of drawn words and pictures.

    `shades` are the colours of the pens. The kit makes missing things within the `effort` of the
    frame, which may end the frame.
    """

    BETWEEN = 0.4
    """The room between two paragraphs, in lines."""

    def __init__(self, shades: Shades | None = None) -> None:
        pygame.font.init()
        self.shades = shades or Shades()
        self.unfit: deque[str] = deque(maxlen=MOST_UNFIT)  # words that had no room
        self.effort = Effort()
        self._font = lru_cache(maxsize=MOST_FONTS)(self._load)
        self.pages = lru_cache(maxsize=8)(self._pages)
        self._ems = lru_cache(maxsize=MOST_MEASURED)(self._measure)
        self._has = lru_cache(maxsize=MOST_MEASURED)(self._has_letters)
        self._fits = lru_cache(maxsize=MOST_ROOMS)(self._has_room)
        self._blocks = Drawn[Block](MOST_IN_WORDS, FEWEST_WORDS)
        self.pictures = Drawn[pygame.Surface](MOST_PIXELS)
        self.puppets = Drawn[pygame.Surface](MOST_IN_PUPPETS)

    def afresh(self) -> "Kit":
        """Return a kit with fonts, words, puppets and effort of this one, and no other picture."""
        kit = copy(self)
        kit.pictures = Drawn[pygame.Surface](MOST_PIXELS)
        return kit

    def font(self, size: int, face: Face = "print") -> Typeface:
        """Return a typeface in letters of `size` pixels."""
        return self._font(size, face)

    def wide(self, text: str, size: int) -> int:
        """Width in pixels of `text` on one line, in bold small print of `size` pixels."""
        return math.ceil(self._ems(text, "print") * size)

    def _load(self, size: int, face: Face) -> Typeface:
        self.effort.before()
        font = Typeface(size, face)
        self.effort.after()
        return font

    def _measure(self, text: str, face: Face) -> float:
        return self.font(_REFERENCE, face).width(text) / _REFERENCE

    def _has_letters(self, text: str, face: Face) -> bool:
        return self.font(_REFERENCE, face).has(text)

    def _pages(
        self, paragraphs: tuple[str, ...], room: tuple[int, int], size: int
    ) -> tuple[Page, ...]:
        """Lay out `paragraphs` in letters of `size` pixels, on pages of `room` (width, height).

        A paragraph goes to the next page whole, unless it is longer than a page.
        """
        font = self.font(size)
        most = max(1.0, room[1] / font.get_linesize())
        pages: list[list[tuple[str, ...]]] = [[]]
        full = 0.0
        for text in paragraphs:
            lines = tuple(wrapped(font.width, text, room[0], split=True))
            if pages[-1] and full + len(lines) > most:
                pages.append([])
                full = 0.0
            while len(lines) > most:
                pages[-1].append(lines[: int(most)])
                pages.append([])
                lines = lines[int(most) :]
            pages[-1].append(lines)
            full += len(lines) + self.BETWEEN
        return tuple(tuple(page) for page in pages if page)

    def kept(
        self,
        key: Hashable,
        make: Callable[[], pygame.Surface],
        store: Drawn[pygame.Surface] | None = None,
    ) -> pygame.Surface:
        """Return the picture kept under `key`, or a new one from `make`; never draw on it.

        It is kept among the `pictures`, or in another `store`.
        """
        store = self.pictures if store is None else store
        picture = store.newest(key)
        if picture is None:
            self.effort.before()
            picture = make()
            self.effort.after()
            store.add(key, picture, picture)
        return picture

    def words(self, text: str, room: tuple[int, int], style: Lettering) -> Block:
        """Return `text` in at most `room` (width, height) pixels, drawn by `_words`, or kept."""
        key = text, room, style
        block = self._blocks.newest(key)
        if block is None:
            block = self._in_its_face(*key, SMALLEST)
            assert block is not None  # noqa: S101 - no letters are smaller
            self._blocks.add(key, block, block.picture)
        return block

    def _in_its_face(
        self, text: str, room: tuple[int, int], style: Lettering, smallest: int
    ) -> Block | None:
        """Draw `text` in the face of its style, or in small print if it doesn't fit so.

        None: it has no room in letters of the `smallest` size.
        """
        least, plain = style.least, style._replace(face="print")
        if style.face != "print" and self._has(_shown(text), style.face):
            block = self._words(text, room, style, least)
            if block is not None and block.size >= least and block.whole:
                return block
        floor = least if style.floor is None else style.floor
        if floor < least:
            block = self._words(text, room, plain, least)
            if block is not None and block.size >= least and block.whole:
                return block
        return self._words(text, room, plain._replace(least=floor), smallest)

    def fits(self, text: str, room: tuple[int, int], style: Lettering) -> bool:
        """Return True if `text` fits `room` (width, height) without the style's least letters."""
        return self._fits(text, room, style)

    def _has_room(self, text: str, room: tuple[int, int], style: Lettering) -> bool:
        """Find out as cheaply as possible: words that don't fit are not drawn."""
        key = text, room, style
        block = self._blocks.newest(key)
        if block is None:
            block = self._in_its_face(*key, style.least)
            if block is not None:
                self._blocks.add(key, block, block.picture)
        return block is not None and block.size >= style.least

    def _words(
        self, text: str, room: tuple[int, int], style: Lettering, smallest: int
    ) -> Block | None:
        """Draw `text` in at most `room` (width, height) pixels, wrapped and shrunk, never cut.

        Letters are smaller than the style's least only if the words have no room otherwise, and a
        word is split only then. None: they would be smaller than `smallest`. The middle of the
        picture is the middle of the capitals, so that centred words look centred.
        """
        self.effort.before()
        (width, height), least = room, style.least
        size = max(style.size, least, SMALLEST)
        text, face = _shown(text), style.drawn_in
        over = _OVER + 0.1 * any(map(_is_high, text)) + 0.1 * bool(_DEEP.search(text))
        at_once = size if self._ems(text, face) * 0.8 * size <= width else 0
        while True:
            split = size <= max(least, SMALLEST)
            measure = self._ruler(size, face, exact=split)
            lines = wrapped(measure, text, width, split=split and not at_once)
            tall = round(size * (CAPITALS + 2 * over + _PITCH * (len(lines) - 1)))
            low = tall <= height and (not at_once or len(lines) == 1)
            # even lines take long to find, and letters of a new size to load: they are for where
            # all else fits already
            if low or size == SMALLEST:
                lines = _even(measure, text, width, lines)
                wide = max(1, *(round(self._ems(line, face) * size) for line in lines))
                if wide * 0.97 <= width or size == SMALLEST:
                    wide = max(1, *(self.font(size, face).width(line) for line in lines))
                if wide <= width or size == SMALLEST:
                    break
            size = max(least if size > least else SMALLEST, min(size - 1, int(size * 0.95)))
            if at_once and size < max(least, 0.75 * at_once):  # in one line it would be too small
                size, at_once = at_once, 0
            if size < smallest:
                self.effort.after()
                return None
        block = self._set(lines, (wide, tall), style._replace(size=size))
        self.effort.after()
        squeeze = min(1.0, width / wide, height / tall)
        if squeeze < 1.0:
            to = (max(1, int(wide * squeeze)), max(1, int(tall * squeeze)))
            return Block(pygame.transform.smoothscale(block, to), int(size * squeeze), whole=False)
        words = [word for line in lines for word in _words_of(line)]
        return Block(block, size, whole=words == [*_words_of(text)])

    def _ruler(self, size: int, face: Face, *, exact: bool) -> Callable[[str], float]:
        """Return a function that measures text.

        `exact` measures letters of this size, which are a little wider or narrower than small ones
        of a large size would be: for the least size, which has no alternative.
        """
        return self.font(size, face).width if exact else lambda part: self._ems(part, face) * size

    def _set(self, lines: list[str], size: tuple[int, int], style: Lettering) -> pygame.Surface:
        """Draw lines on a clear sheet of `size`."""
        font, letters = self.font(style.size, style.drawn_in), style.size
        block = pygame.Surface(size, pygame.SRCALPHA)
        between = _PITCH * letters
        first = size[1] / 2 - between * (len(lines) - 1) / 2 + CAPITALS * letters / 2
        for i, line in enumerate(lines):
            image = font.render(line, style.colour)
            slack = size[0] - image.get_width()
            x = {"left": 0, "centre": slack // 2, "right": slack}[style.align]
            block.blit(image, (x, round(first + between * i) - font.get_ascent()))
        return block


def _shown(text: str) -> str:
    """Return `text` without control characters and repeated spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _is_high(character: str) -> bool:
    """Return True for tall letters, and for signs; quotation marks are none."""
    return character >= _FIRST_TALL and not "\u2000" <= character <= "\u206f"


@cache
def shared_kit() -> Kit:
    """Return the fonts and words for pictures that are drawn one by one."""
    return Kit()


def wrapped(
    wide: Callable[[str], float], text: str, width: float, *, split: bool = False
) -> list[str]:
    """Return lines of `text` that fit `width`; a longer word is split only if `split`.

    `wide` is the width of a text. Words of up to four letters, and with them all numbers, stay
    whole.
    """
    lines: list[str] = []
    line = ""
    parts = (
        (space, word)
        for space, joined in _parts(text)
        for word in ([joined] if " " not in joined or wide(joined) <= width else joined.split())
    )
    for space, word in parts:
        longer = f"{line}{space}{word}".lstrip()
        if wide(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while split and len(line) > 4 and wide(line) > width:
            fits = len(line) - 1
            while fits > 1 and wide(line[:fits]) > width:
                fits -= 1
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line]


def _even(wide: Callable[[str], float], text: str, width: float, lines: list[str]) -> list[str]:
    """Return as many lines as `lines`, of about the same length; `wide` is the width of a text."""
    least = max((wide(word) for _, word in _parts(text)), default=0.0)
    if len(lines) < 2 or least > width:
        return lines
    for part in (0.55, 0.65, 0.75, 0.85, 0.92):
        narrower = wrapped(wide, text, max(least, width * part), split=False)
        if len(narrower) == len(lines):
            return narrower
    return lines


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts between which a line may end, each with the space before it."""
    for word in filter(None, _LINE_ENDS.split(" ".join(text.split()))):
        several = [word] if max(word) < _FIRST_OF_CHINA else _BREAKS.findall(word)
        for number, part in enumerate(several):
            yield " " if number == 0 else "", part


def _words_of(text: str) -> Iterator[str]:
    """Yield the parts of a text that are never split, unless one alone is too wide."""
    return (word for _, part in _parts(text) for word in part.split())


def kit_of(*, high: bool, theme: str) -> Kit:
    """Return a new kit for a screen in `high` contrast, or in the own colours of `theme`."""
    return Kit(Shades(high, theme_of(theme).stage))
