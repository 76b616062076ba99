"""Answers of a stage about itself: the facts in front of the game, and what a button is asked."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from appliance.table.codes import Prompt
from appliance.table.elements import Count
from appliance.table.offers import Asks
from bluffing.message import Message, Spoken

Headline: TypeAlias = tuple[Message | None, Message | None]
"""The sentence at the top of a screen, and the line below it."""


@dataclass(frozen=True, slots=True)
class AsideFacts:
    """Facts of what people read, try or are asked in front of a stage, on the screen of its own."""

    screen: ClassVar[str]


@dataclass(frozen=True, slots=True)
class RingFacts:
    """The choices of a seat: a tap goes on to the next label, a hold takes it.

    `cursor` is the place in `labels` where it stands; without labels it counts so many cards.
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
