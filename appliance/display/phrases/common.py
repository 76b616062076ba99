"""What many sentences share: headlines, numbers of things, options of a ring."""

from functools import lru_cache
from typing import TypeAlias

from appliance.message import Message, Spoken, message
from appliance.rules.cards import Rank
from appliance.words import Words

Headline: TypeAlias = tuple[Message | None, Message | None]
"""What stands at the top of a screen, and the line below it."""


@lru_cache(maxsize=512)
def said(what: Message, words: Words) -> str:
    """The sentence of `what`, kept: a screen says the same for many frames."""
    return words.say(what)


def ranks(rank: Rank, count: int) -> Message:
    """A number of cards of one rank: "3 sevens"."""
    return message(f"rank.{rank}.count", n=count)


def together(parts: list[Message]) -> Message | None:
    """Sentences one after the other, or None where there are none."""
    if not parts:
        return None
    first, *rest = parts
    for one in rest:
        first = message("screen.sentences", first=first, then=one)
    return first


def place(number: int) -> Message:
    """A place in a row, from 1: "2nd"."""
    return message(f"screen.place.{number}")


def text(what: Spoken) -> Message:
    """Any value as a message."""
    return what if isinstance(what, Message) else message("text", text=what)
