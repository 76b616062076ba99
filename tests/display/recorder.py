"""The texts of a screen and their places: noted while drawing, not guessed from its pixels."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from unittest import mock

from appliance.display import touch, widgets
from appliance.display.draw import Artist, Layer
from appliance.display.layout import Layout, Slot
from appliance.display.lettering import Drawn as Store
from appliance.display.lettering import Kit, Lettering
from appliance.display.pen import Align, Colour, Face, Pen
from appliance.display.quiet import pygame
from appliance.display.shades import Shades
from appliance.display.sizes import Glass
from appliance.display.theme import TEXT_COLOUR
from appliance.display.touch import Target
from appliance.display.view import Evidence, View

WORDLESS = frozenset({"ground", "ring", "corners", "badge", "puppet", "stands", "back", "face"})
"""What a kit keeps under a key that begins so has no words, or only those of a sign or a card."""

ACROSS, DOWN = 24, 5
"""Points at which what is behind a text is looked at."""


@dataclass
class Written:
    """One text: where its letters are on the screen, how large they are, on which colours."""

    text: str
    ink: pygame.Rect
    inside: bool  # of the rectangle that it was given, and of the screen
    size: int
    whole: bool
    colour: Colour
    behind: list[Colour] = field(default_factory=list)


@dataclass
class Recorder:
    """All that pens have written, by the surface that they wrote on."""

    root: pygame.Surface | None = None
    on: dict[int, list[tuple[Written, list[tuple[pygame.Color, tuple[int, int]]]]]] = field(
        default_factory=dict
    )
    kept: list[pygame.Surface] = field(default_factory=list)  # so that no id comes twice
    texts: list[Written] = field(default_factory=list)
    before_keys: int = 0  # so many of the texts are on none

    def note(self, pen: Pen, text: str, rect: pygame.Rect, style: Lettering) -> None:
        """Note a text before it is written."""
        if not text or pen.least == 0 or min(rect.size) < 1:
            return
        block = pen.kit.words(text, rect.size, style)
        to = block.picture.get_rect(center=rect.center)
        if style.align == "left":
            to.left = rect.left
        elif style.align == "right":
            to.right = rect.right
        ink = block.picture.get_bounding_rect().move(to.topleft)
        inside = rect.contains(to) and pen.surface.get_rect().contains(ink)
        written = Written(text, ink, inside, block.size, block.whole, style.colour)
        points = [
            (ink.left + ink.width * i // ACROSS, ink.top + ink.height * j // DOWN)
            for i in range(1, ACROSS)
            for j in range(1, DOWN)
        ]
        self.kept.append(pen.surface)
        if isinstance(pen.surface, Layer):  # what moves: over the still part
            below = [o for o in self.texts if o.text == text and o.ink.colliderect(ink)]
            if below:  # it lies on a shape that covers the same text below
                self.texts = [o for o in self.texts if o not in below] + [written]
                return
            where = self.root or pen.surface
            written.behind = [
                _rgb(where.get_at(p)) for p in points if where.get_rect().collidepoint(p)
            ]
            self.texts.append(written)
            return
        within = pen.surface.get_rect()
        seen = [(pen.surface.get_at(p), p) for p in points if within.collidepoint(p)]
        if pen.surface.get_flags() & pygame.SRCALPHA:
            self.on.setdefault(id(pen.surface), []).append((written, seen))
        else:
            written.behind = [_rgb(colour) for colour, _ in seen]
            written.ink.move_ip(pen.surface.get_abs_offset())
            self.texts.append(written)

    def put(self, sheet: pygame.Surface, slot: Slot) -> None:
        """A sheet is laid into its slot."""
        for written, seen in self.on.pop(id(sheet), []):
            written.ink = slot.place(written.ink)
            for colour, at in seen:
                solid = colour.a == 255
                written.behind.append(_rgb(colour) if solid else self._through(colour, at, slot))
            self.texts.append(written)

    def _through(self, colour: pygame.Color, on: tuple[int, int], slot: Slot) -> Colour:
        """The visible colour at a point of a sheet: where it is clear, the one below."""
        x, y = slot.point(on[0] + 0.5, on[1] + 0.5)
        at = int(x), int(y)
        if self.root is None or not self.root.get_rect().collidepoint(at):
            return _rgb(colour)
        below, part = self.root.get_at(at), colour.a / 255
        mixed = [round(b + (c - b) * part) for c, b in zip(colour[:3], below[:3], strict=True)]
        return mixed[0], mixed[1], mixed[2]


class RecordersKit(Kit):
    """A kit whose pictures share the parts without words: all else is written and noted again."""

    def __init__(self, shades: Shades | None = None) -> None:
        super().__init__(shades)
        self._wordless = Kit(self.shades)

    def kept(
        self,
        key: Hashable,
        make: Callable[[], pygame.Surface],
        store: Store[pygame.Surface] | None = None,
    ) -> pygame.Surface:
        """As any kit does."""
        if isinstance(key, tuple) and key[0] in WORDLESS:
            return self._wordless.kept(key, make, store)
        return super().kept(key, make, store)


@cache
def recorders_kit(*, high: bool = False) -> RecordersKit:
    """The one of these shades."""
    return RecordersKit(Shades(high=high))


def _rgb(colour: pygame.Color) -> Colour:
    return colour.r, colour.g, colour.b


@contextmanager
def recording() -> Iterator[Recorder]:
    """Note whatever is written."""
    recorder, write, lay = Recorder(), Pen.words, widgets.facing
    ground, finger = widgets.background, touch.draw

    def words(  # noqa: PLR0917 - as the replaced method
        pen: Pen,
        text: str,
        rect: pygame.Rect,
        size: float,
        colour: Colour = TEXT_COLOUR,
        align: Align = "centre",
        *,
        face: Face = "print",
    ) -> pygame.Rect:
        recorder.note(pen, text, rect, pen.style(size, colour, align, face))
        return write(pen, text, rect, size, colour, align, face=face)

    def facing(sheet: pygame.Surface, slot: Slot) -> pygame.Surface:
        recorder.put(sheet, slot)
        return lay(sheet, slot)

    def background(easel: widgets.Easel) -> None:
        recorder.root = easel.pen.surface
        ground(easel)

    def keys(pen: Pen, found: tuple[Target, ...]) -> None:
        recorder.before_keys = len(recorder.texts)
        finger(pen, found)

    with (
        mock.patch.object(touch, "draw", keys),
        mock.patch.object(Pen, "words", words),
        mock.patch.object(widgets, "facing", facing),
        mock.patch.object(widgets, "background", background),
    ):
        yield recorder


@dataclass
class Drawn:
    """A screen that was drawn: its texts, those on keys apart, and its keys."""

    texts: list[Written]
    on_keys: list[Written]
    keys: tuple[Target, ...]


def drawn(  # noqa: PLR0917 - what a picture depends on
    view: View,
    at: int,
    size: tuple[int, int],
    layout: Layout,
    fingers: bool = False,
    evidence: Evidence | None = None,
    glass: Glass | None = None,
    kit: RecordersKit | None = None,
) -> Drawn:
    """Draw `view` at `at` (ns), with all its texts."""
    artist, surface = (
        Artist(layout, fingers=fingers, glass=glass, kit=kit or recorders_kit()),
        pygame.Surface(size, 0, 32),
    )
    with recording() as recorder:
        artist.draw(surface, view, at, evidence)
    split = recorder.before_keys if fingers else len(recorder.texts)
    return Drawn(recorder.texts[:split], recorder.texts[split:], artist.targets)
