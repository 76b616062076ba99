"""Every text that a View shows, also what is only said when its seats are drawn."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial

from appliance.display.screens import SCREENS
from appliance.display.seat_words import called, option, prompt, title
from appliance.display.view import View
from appliance.table.facts import AsideFacts, MenuFacts, Role, SeatFacts
from appliance.words import Words


def at_seats(view: View) -> Iterator[str]:
    """Every text at the seats of `view`."""
    say = partial(option, words=view.words)
    for seat in view.seats:
        yield from (seat.name, prompt(seat, view.words))
        if seat.role not in (Role.SEATED, Role.EMPTY):  # the panel has no word for these
            yield view.words.say(called(seat))
        yield from (say(key.label) for key in seat.keys)
        if seat.ring is not None:
            yield from (title(seat.ring, view.words), *map(say, seat.ring.labels))


def in_menu(view: View) -> Iterator[str]:
    """Every text of the table's menu, where it is open."""
    menu, say = view.menu, partial(option, words=view.words)
    if menu is None:
        return
    for row in menu.rows:
        yield from (say(row.label), say(row.value), *([say(row.about)] if row.about else []))
    yield from map(say, (*menu.trail, *menu.lines, *([menu.about] if menu.about else [])))


def every_text(part: object) -> Iterator[str]:
    """Every text in a View, how to play too; a name in the code, or of a question, is none."""
    if isinstance(part, View):
        yield from at_seats(part)
        yield from in_menu(part)
        yield from SCREENS[part.screen].read(part)
    if isinstance(part, (Enum, AsideFacts, SeatFacts, MenuFacts, Words)):
        return
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from every_text(item)
    elif is_dataclass(part):
        for field in fields(part):
            if field.name != "id":
                yield from every_text(getattr(part, field.name))
