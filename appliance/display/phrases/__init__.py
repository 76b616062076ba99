"""The sentences on the screens, a file for each part of an evening: from facts to messages."""

from bluffing.message import Message, message


def together(first: Message, *rest: Message) -> Message:
    """Sentences one after the other."""
    for sentence in rest:
        first = message("screen.sentences", first=first, then=sentence)
    return first


def place(number: int) -> Message:
    """A place in a row, from 1: "2nd"."""
    return message(f"screen.place.{number}")
