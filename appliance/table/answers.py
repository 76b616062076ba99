"""Answers of a stage about itself: the facts in front of the game, and a button's prompt."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from appliance.core.effects import Rhythm
from appliance.core.signals import NEVER
from appliance.presses.gestures import GestureKind
from appliance.presses.grammar import Grammar
from appliance.table.codes import Health, Prompt, Role, Tag
from appliance.table.elements import Count, Way
from appliance.table.offers import Asks
from bluffing.message import Message, Spoken, message

Called: TypeAlias = tuple[Role, Tag | int | None]
"""The role of a seat, and a name that overrides the role's."""

Headline: TypeAlias = tuple[Message | None, Message | None]
"""The sentence at the top of a screen, and the line below it."""


@dataclass(frozen=True, slots=True)
class AsideFacts:
    """Facts of a page, practice or survey in front of a stage, on its own screen."""

    screen: ClassVar[str]


@dataclass(frozen=True, slots=True)
class RingFacts:
    """The choices of a seat: a tap goes on to the next label, a hold takes it.

    `cursor` is the current place in `labels`; without labels it is a number of cards.
    `whose` is the seat that chooses; for TAKER the seat that gives the card.
    """

    asks: Asks
    labels: tuple[Spoken, ...]
    cursor: int
    whose: int


class Prompted(NamedTuple):
    """The meaning of a press now, the options that it speaks of, and what there is to choose from.

    `entering` is the number that the seat enters, in a pause. In front of a stage `holds` is the
    length (ns) of a hold, where one means anything; `counted` are presses that have counted, and
    `reply` answers one that did not.
    """

    prompt: Prompt | None = None
    option: tuple[Spoken, ...] = ()
    ring: RingFacts | None = None
    entering: Count | None = None
    holds: int | None = None
    counted: int = 0
    reply: Message | None = None


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """An option for a finger, with the same effect as taps and a hold of the seat's button.

    Without a label, it does what the seat's prompt says.
    """

    label: Spoken
    taps: int


@dataclass(frozen=True, slots=True)
class SteppingFacts:
    """Options of a seat that steps instead of tapping and holding: `labels`, and what each `makes`.

    `asks` is the button's effect without stepping. `lit` is the option that a press, or rest,
    takes; a scan goes on from there at `until` (ns). `about` is the subject of the choice.
    """

    grammar: Grammar
    asks: Prompt | None
    about: Asks
    labels: tuple[Spoken, ...]
    makes: tuple[tuple[GestureKind, ...], ...]
    lit: int | None = None
    until: int = NEVER


@dataclass(frozen=True, slots=True)
class ButtonFacts:
    """A button: its health, in a game only if that is bad, and its newest press."""

    health: Health | None = None
    bounced: int = 0  # how long (ns) it bounced at most
    pressed: int | None = None  # when its newest press began, as long as that is remembered
    hold: tuple[int, int] | None = None  # a hold began at, and commits at


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat, clockwise; before a game one buzzer.

    `tag` is a number where the seat is out: its place, from 1. `option` is what a hold takes now,
    or several that it leads to, for a prompt that names it.
    """

    seat: int
    buzzer: int
    place: int  # of its buzzer: its position clockwise among all that are wired
    name: str  # "" at an empty seat
    role: Role
    rhythm: Rhythm
    tag: Tag | int | None = None
    cards: int = 0  # in hand
    points: int | None = None
    heap: int = 0  # its cards on the table
    prompt: Prompt | None = None
    option: tuple[Spoken, ...] = ()
    entering: Count | None = None  # the number that it enters, in a pause
    counted: int = 0  # cards tapped so far
    ring: RingFacts | None = None
    keys: tuple[KeyFacts, ...] = ()
    button: ButtonFacts = ButtonFacts()
    reply: Message | None = None  # why nothing came of a press just now
    avatar: str = ""  # the sign that its player has chosen, if any
    stepping: SteppingFacts | None = None  # of a seat that steps through its choices


def ring_of(asks: Asks, labels: tuple[Spoken, ...], cursor: int, whose: int) -> RingFacts | None:
    """Return a ring of these labels, or None for fewer than two."""
    return RingFacts(asks, labels, cursor % len(labels), whose) if len(labels) > 1 else None


def way(name: str, *makes: GestureKind) -> Way:
    """Return a way of that name in the catalogue, and the gestures that say it."""
    return Way(message(f"way.{name}"), makes)
