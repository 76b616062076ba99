"""The sentences on the screens, a file for each part of an evening: from facts to messages."""

from typing import TypeAlias

from bluffing.message import Message, message

Headline: TypeAlias = tuple[Message | None, Message | None]
"""What stands at the top of a screen, and the line below it."""


def together(first: Message, *rest: Message) -> Message:
    """Sentences one after the other."""
    for one in rest:
        first = message("screen.sentences", first=first, then=one)
    return first


def place(number: int) -> Message:
    """A place in a row, from 1: "2nd"."""
    return message(f"screen.place.{number}")
