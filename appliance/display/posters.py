"""Posters of the games: each a puppet in a mood with the cards of its game, under its title.

The title is the name of the game's family. The source that tells two games of a family apart is in
small print, with the number of players.
"""

from dataclasses import dataclass

from appliance.display import cardart
from appliance.display.cast.faces import Mood
from appliance.display.cast.figure import drawn
from appliance.display.pen import Pen, mix
from appliance.display.quiet import pygame
from appliance.display.theme import CREAM, DOUBT, FAINT, GROUND, PANEL, SEAT_COLOURS, felt
from appliance.display.widgets import slice_rect
from appliance.words import Words
from bluffing.cards import Rank, Suit, Trait
from bluffing.house import players
from bluffing.rulesets import RULESETS


@dataclass(frozen=True, slots=True)
class Motif:
    """A puppet in a mood, and the cards before it; None is a card face down."""

    puppet: str
    mood: Mood
    cards: tuple[Trait | None, ...]


_SEVENS = (Rank.SEVEN, Rank.SEVEN, Rank.SEVEN)
MOTIFS = {
    "bicycle": Motif("fox", Mood.SMUG, (Rank.ACE, Rank.TWO, Rank.THREE)),
    "catsatcards": Motif("cat", Mood.WINNING, (None, None, None)),
    "bullshit": Motif("bear", Mood.DOUBTING, (Rank.FIVE, Rank.SIX, Rank.FIVE)),
    "idi": Motif("hare", Mood.GASP, (Rank.KING, Rank.QUEEN, Rank.JACK)),
    "bluff": Motif("raccoon", Mood.SMUG, _SEVENS),
    "liars_poker": Motif("badger", Mood.THINKING, (Rank.NINE, None, Rank.NINE)),
    "verish": Motif("octopus", Mood.NERVOUS, (Rank.EIGHT, Rank.EIGHT)),
    "calsbs": Motif("walrus", Mood.LOADED, (None, Rank.TEN, None, None)),
    "doubt_it": Motif("toad", Mood.THINKING, ()),
    "valepaska": Motif("hedgehog", Mood.CAUGHT, (Rank.FOUR, Rank.JACK)),
    "menteur": Motif("goose", Mood.SMUG, (Suit.HEARTS, None, Suit.HEARTS)),
}
"""The motif of each game by its name: no two puppets are the same."""

_TURN = 6.0
"""Degrees between two cards before a puppet."""


def draw(pen: Pen, rect: pygame.Rect, game: str, title: str, words: Words, *, lit: bool) -> None:
    """Draw the poster of `game` in `rect`, on a bright sheet if it is `lit`."""
    paper = DOUBT if lit else mix(CREAM, GROUND, 0.25)
    picture, foot = _parts(pen, rect)
    pen.box(rect, pen.px(16), paper)
    pen.box(picture, pen.px(8), felt(tuple(RULESETS).index(game)))
    family, _, source = title.removesuffix(")").partition(" (")
    head = slice_rect(picture, 0.03, 0.01, 0.97, 0.31)
    motif = slice_rect(picture, 0.04, 0.33, 0.96, 1)
    sheet = pen.kit.kept(
        ("poster", game, motif.size, words), lambda: _motif(pen, motif.size, MOTIFS[game], words)
    )
    pen.surface.blit(sheet, motif)
    pen.words(family, head, 72, DOUBT, face="shout")
    _write(pen, foot, [words.say(players(RULESETS[game].seats)), *([source] if source else [])])


def _write(pen: Pen, foot: pygame.Rect, lines: list[str]) -> None:
    """Write the small print, or its last line alone: as much as can be read."""
    style = pen.style(34, GROUND, "left", "talk")
    for shown in (lines, lines[-1:]):
        parts = [
            slice_rect(foot, 0, number / len(shown), 1, (number + 1) / len(shown))
            for number in range(len(shown))
        ]
        pairs = [*zip(shown, parts, strict=True)]
        if all(pen.kit.fits(line, part.size, style) for line, part in pairs):
            for line, part in pairs:
                pen.words(line, part, 34, GROUND, "left", face="talk")
            return


def back(pen: Pen, rect: pygame.Rect, label: str, *, lit: bool) -> None:
    """Draw the way back as a plain sheet at the end of the shelf."""
    pen.box(rect, pen.px(16), DOUBT if lit else mix(PANEL, GROUND, 0.2))
    ink = GROUND if lit else FAINT
    pen.words(label, rect.inflate(-pen.px(28), -rect.height // 2), 60, ink, face="shout")


def _parts(pen: Pen, rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the places of the picture and of the small print below it."""
    edge = pen.px(12)
    tall = min(max(pen.px(64), round(2.5 * pen.least)), rect.height // 3)
    picture = rect.inflate(-2 * edge, -2 * edge)
    picture.height -= tall
    foot = pygame.Rect(rect.left, picture.bottom, rect.width, rect.bottom - picture.bottom)
    foot = foot.inflate(-pen.px(16), -pen.px(8))
    foot.width -= round(0.2 * min(rect.size))  # the sign of a choice is there
    return picture, foot


def _motif(on: Pen, size: tuple[int, int], motif: Motif, words: Words) -> pygame.Surface:
    """Return the puppet with its cards on a clear sheet."""
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    wide, tall = size
    scarf = SEAT_COLOURS[len(motif.puppet) % len(SEAT_COLOURS)]
    figure = drawn(motif.puppet, motif.mood, scarf, max(8, min(tall, round(wide * 1.2))))
    sheet.blit(figure, figure.get_rect(midbottom=(wide // 2, tall)))
    pen, height = on.on(sheet), min(tall * 0.38, wide * 0.4)
    cards = [
        cardart.back(pen, height) if rank is None else cardart.face(pen, height, rank, words)
        for rank in motif.cards
    ]
    if cards:
        cardart.fan(pen, (wide / 2, tall - height * 0.3), height, cards, spread=_TURN * 6)
    else:  # a game of questions
        plate = pygame.Rect(0, 0, round(height * 1.3), round(height * 0.8))
        plate.midbottom = (wide // 2, tall)
        pen.box(plate, height * 0.2, CREAM)
        pen.words("?", plate, height * 0.6 / pen.unit, GROUND, face="shout")
    return sheet
