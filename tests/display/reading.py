"""Read what a screen says: every text with its box, and whatever is wrong with it."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from unittest import mock

import numpy as np
from recorder import RecordersKit
from same_words import SAME, SAME_EVERYWHERE
from translated import entries

from appliance.display import draw, show, widgets
from appliance.display.draw import Artist
from appliance.display.layout import Layout, Plan, Slot
from appliance.display.panel import _holds
from appliance.display.pen import Align, Colour, Face, Pen
from appliance.display.quiet import pygame
from appliance.display.seat_words import option
from appliance.display.theme import TEXT_COLOUR
from appliance.display.view import Screen, View
from appliance.table.facts import RingFacts, SeatFacts
from appliance.table.state import NAMES
from appliance.words import LANGUAGES, Words, words_of
from bluffing.message import Message
from bluffing.rulesets import NAMED_GAMES, RULESETS
from bluffing.words import UNSAID

SIZE = (800, 480)
MOST_SHEETS = 600
"""Sheets whose texts are kept, before a reader begins with none."""

CODES = frozenset(
    str(entry.id if isinstance(entry.id, str) else entry.id[0])
    for entry in entries(re.compile("(?!argparse)"))
)
ROOMS = frozenset(code.partition(".")[0] for code in CODES if "." in code)
_CODE = re.compile(r"[a-z][\w-]*(?:\.[\w-]+)+")
_UNFILLED = re.compile(r"\{[^}]*\}|%\(\w+\)|%[sdr]\b|\b(?:None|Message\(|AtSeat\(|<\w+\.\w+)")
_WORD = re.compile(r"[^\W\d_]{3,}")
IN_PLAY = frozenset(Screen) - {
    Screen.ATTRACT, Screen.LOBBY, Screen.DEAL, Screen.HOW_TO, Screen.PRACTICE, Screen.SURVEY,
    Screen.MENU, Screen.FAULT,
}  # fmt: skip
"""The screens on which the seats are those of a game."""

COVERED = 0.06
"""So much of the ink of a text may have another colour in the end: edges of what lies beside it."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text on a sheet or, in the end, on the screen; `ink` is where its letters are."""

    text: str
    to: pygame.Rect  # where its picture lies
    picture: pygame.Surface
    slot: Slot | None = None
    over: bool = False  # among what moves

    @property
    def ink(self) -> pygame.Rect:
        """The box of its letters on the screen."""
        ink = self.picture.get_bounding_rect().move(self.to.topleft)
        return self.slot.place(ink) if self.slot else ink


@dataclass(frozen=True, slots=True)
class Page:
    """All that is written on one picture, the plan that it follows, and the picture if drawn."""

    view: View
    plan: Plan
    texts: tuple[Text, ...]
    picture: pygame.Surface | None

    def at(self, seat: int) -> list[str]:
        """The texts in the panel of a seat."""
        return [text.text for text in self.texts if self.plan.seats[seat].rect.contains(text.ink)]

    @property
    def all(self) -> list[str]:
        """Every text once, in the order in which they are written."""
        return list(dict.fromkeys(text.text for text in self.texts))


@dataclass
class Reader:
    """Reads pictures while they are drawn.

    A `blind` one draws no shapes, and so has the texts sooner; it reads while a show goes on, too.
    """

    blind: bool = False
    calm: bool = False
    kit: RecordersKit = field(default_factory=RecordersKit)
    on: dict[int, tuple[pygame.Surface, list[Text]]] = field(default_factory=dict)
    texts: list[Text] = field(default_factory=list)

    def read(
        self, view: View, at: int, layout: Layout = "tv", size: tuple[int, int] = SIZE
    ) -> Page:
        """All that `view` says at `at` (ns)."""
        if len(self.on) > MOST_SHEETS:
            self.kit = RecordersKit()
            self.on.clear()
        self.texts = []
        artist = Artist(layout, calm=self.calm or not self.blind, kit=self.kit)
        surface = pygame.Surface(size, 0, 32)
        with self._noting():
            artist.draw(surface, view, at)
        assert artist._easel is not None
        seen = view if artist._easel.calm else show.staged(view, at)
        once = {(text.text, tuple(text.ink)): text for text in self.texts}
        page = None if self.blind else surface
        return Page(seen, artist._easel.plan, tuple(once.values()), page)

    def note(self, pen: Pen, text: str, rect: pygame.Rect, style: tuple[object, ...]) -> None:
        """Note a text before it is written."""
        if not text or pen.least == 0 or min(rect.size) < 1:
            return
        block = pen.kit.words(text, rect.size, style)  # type: ignore[arg-type]
        to = block.picture.get_rect(center=rect.center)
        if style[3] == "left":
            to.left = rect.left
        elif style[3] == "right":
            to.right = rect.right
        surface = pen.surface
        if isinstance(surface, draw.Layer):
            self.texts.append(Text(text, to, block.picture, over=True))
        elif surface.get_flags() & pygame.SRCALPHA:
            kept = self.on.setdefault(id(surface), (surface, []))
            kept[1].append(Text(text, to, block.picture))
        else:
            to.move_ip(surface.get_abs_offset())
            self.texts.append(Text(text, to, block.picture))

    @contextmanager
    def _noting(self) -> Iterator[None]:
        write, lay = Pen.words, widgets.facing

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
            self.note(pen, text, rect, pen.style(size, colour, align, face))
            return write(pen, text, rect, size, colour, align, face=face)

        def facing(sheet: pygame.Surface, slot: Slot) -> pygame.Surface:
            for text in self.on.get(id(sheet), (sheet, []))[1]:
                self.texts.append(Text(text.text, text.to, text.picture, slot))
            return sheet if self.blind else lay(sheet, slot)

        with ExitStack() as patched:
            patched.enter_context(mock.patch.object(Pen, "words", words))
            patched.enter_context(mock.patch.object(widgets, "facing", facing))
            if self.blind:
                for shape in ("polygon", "stroke", "ring", "_box", "badge"):
                    patched.enter_context(mock.patch.object(Pen, shape, _nothing))
                for shape in ("polygon", "stroke", "ring"):
                    patched.enter_context(mock.patch.object(draw.LayerPen, shape, _nothing))
                patched.enter_context(mock.patch.object(widgets, "background", _nothing))
                patched.enter_context(mock.patch.object(draw, "repair", _nothing))
            yield


def _nothing(*_args: object, **_named: object) -> None:
    pass


# --- what is wrong -------------------------------------------------------------------------------


def faults(page: Page, english: Page | None = None) -> Iterator[str]:
    """The faults of a page; `english` is the same moment in English, if the page is not."""
    view, said = page.view, page.all
    yield from (fault for text in said for fault in in_text(text, view))
    if english is not None:
        own = set(_data(view))
        for text in set(said) & set(english.all):
            if text not in own and (words := foreign(text, view, view.words.language)):
                yield f"English: {words} in {text!r}"
    yield from missing(page)


def in_text(text: str, view: View) -> Iterator[str]:
    """The faults of a text: a code, a value that is not filled in, a seat's number for a name."""
    for code in _CODE.findall(text.lower()):
        if code in CODES or code.partition(".")[0] in ROOMS:
            yield f"code: {text!r}"
    if text == UNSAID:
        yield "nothing to say"
    if _UNFILLED.search(text) and text not in set(_data(view)):
        yield f"unfilled: {text!r}"
    for found in _SEAT_NUMBERS[view.words.language].finditer(text):
        number = next(filter(None, found.groups()))
        if any(seat.seat == int(number) and seat.name for seat in view.seats):
            yield f"seat for a name: {text!r}"


def _seat_number(language: str) -> re.Pattern[str]:
    words = words_of(language)
    both = {words(code, number=987654) for code in ("seat", "seat.first")}
    return re.compile("|".join(re.escape(text) for text in both).replace("987654", r"(\d+)"))


_SEAT_NUMBERS = {language: _seat_number(language) for language in LANGUAGES}
"""Made before a test puts a fault back: nothing of that is kept."""


def _data(view: View) -> Iterator[str]:
    """The texts that people or packs have written: they are in whatever language they are in.

    A language says in its own words what it is called. A game has the name of its country, which a
    poster shows without its source.
    """
    yield from (*view.words.names, *NAMES)
    yield from (named.preset.title for named in NAMED_GAMES.values())
    yield from (view.words.say(game.title).partition(" (")[0] for game in RULESETS.values())
    yield from (view.words(f"menu.value.language.{language}") for language in LANGUAGES)
    yield from (seat.name for seat in view.seats)
    if (question := view.guess.question) is not None:
        yield from (question.text, question.source, question.note, question.date)
        if question.survey is not None:
            yield question.survey.population


@cache
def _same(language: str) -> frozenset[str]:
    return frozenset(f"{SAME_EVERYWHERE} {SAME.get(language, '')}".split())


def foreign(text: str, view: View, language: str) -> list[str]:
    """The words of a text that the language has not, where English says the very same."""
    for own in sorted(_data(view), key=len, reverse=True):
        text = re.sub(re.escape(own), " ", text, flags=re.IGNORECASE) if own else text
    return [word for word in _WORD.findall(text) if word.lower() not in _same(language)]


def missing(page: Page) -> Iterator[str]:
    """The names, amounts and counts that the page does not show."""
    view, said, calm = page.view, page.all, not page.view.show.suspense
    for number, seat in enumerate(view.seats):
        wanted = [seat.name, *_amounts(seat)]
        if view.screen in IN_PLAY and seat.name != view.words.names[seat.seat]:
            yield f"seat {seat.seat} is called {seat.name!r}"
        here = page.at(number)
        yield from (
            f"seat {seat.seat} lacks {text!r}" for text in wanted if text and text not in here
        )
    if view.headline and view.headline not in said:
        yield f"no headline: {view.headline!r}"
    for amount in _of_table(view) if calm and not view.paused else ():
        if not any(amount in text for text in said):
            yield f"lacks {amount!r}"
    for seat in view.seats:
        if seat.ring is not None:
            yield from _of_ring(seat.ring, view.words, said)


def _amounts(seat: SeatFacts) -> Iterator[str]:
    if seat.points is not None or _holds(seat):
        yield str(seat.cards if seat.points is None else seat.points)
    if seat.counted:
        yield str(seat.counted)


def _of_table(view: View) -> Iterator[str]:
    """The cards on the table, the claim about them, and the guess."""
    words, claim, bid = view.words, view.play.claim, view.guess.bid
    if view.screen is Screen.GAME:
        if view.play.pile:
            yield str(view.play.pile)
        if claim is not None:
            yield words(f"rank.{claim.rank}.count", n=claim.count)
    if view.screen is Screen.QUESTION and view.guess.question is not None and bid is not None:
        yield words("answer.percent", percent=bid.guess)
        if not view.guess.sudden_death:
            yield str(bid.wager)
    if (
        view.screen is Screen.ANSWER
        and view.guess.question
        and view.guess.question.percent is not None
    ):
        yield words("answer.percent", percent=view.guess.question.percent)


def _of_ring(ring: RingFacts, words: Words, said: list[str]) -> Iterator[str]:
    """The label that a hold takes is in sight, and each has its number."""
    lit = option(ring.labels[ring.cursor], words)
    if lit not in said:
        yield f"no label {lit!r}"
    for label in ring.labels:
        if isinstance(label, Message):
            text = option(label, words)
            for _, value in label.values:
                if isinstance(value, int) and str(value) not in text:
                    yield f"{label.code} lacks {value}: {text!r}"


def covered(page: Page) -> Iterator[str]:
    """The texts over which something else lies."""
    assert page.picture is not None
    pixels = _pixels(page.picture)
    for text in page.texts:
        part = _part_covered(text, pixels)
        if part > COVERED:
            yield f"{part:.0%} covered: {text.text!r}"


Pixels = np.ndarray[tuple[int, ...], np.dtype[np.int16]]


def _pixels(picture: pygame.Surface) -> Pixels:
    """Rows of pixels: red, green, blue, alpha."""
    wide, tall = picture.get_size()
    flat = np.frombuffer(pygame.image.tobytes(picture, "RGBA"), np.uint8)
    return flat.reshape(tall, wide, 4).astype(np.int16)


def _part_covered(one: Text, pixels: Pixels) -> float:
    """Return the share of a text's ink that is hidden in the picture."""
    turn = one.slot.turn if one.slot else 0
    picture = pygame.transform.rotate(one.picture, turn) if turn else one.picture
    where = (one.slot.place(one.to) if one.slot else one.to).topleft
    whole = pygame.Rect(0, 0, pixels.shape[1], pixels.shape[0])
    seen = picture.get_rect(topleft=where).clip(whole)
    here = pixels[seen.top : seen.bottom, seen.left : seen.right]
    part = seen.move(-where[0], -where[1])
    own = _pixels(picture)[part.top : part.bottom, part.left : part.right]
    inked = own[..., 3] > 250
    if not inked.any():
        return 0.0
    differs = np.abs(here[inked][:, :3] - own[inked][:, :3]).sum(axis=1) > 60
    return float(differs.mean())
