"""A seat's use of its button, from any place, and its view."""

from at_table import HOLD, People
from said import ENGLISH
from way_to import way_to

from appliance.core.signals import MS
from appliance.display.seat_words import option
from appliance.presses.gestures import GestureKind
from appliance.table.windows import menu_of, turn_from
from bluffing.actions import Action
from bluffing.game import Phase


def say(people: People, action: Action) -> None:
    """The seat of `action` makes it with its button, from wherever its entry is."""
    seat = getattr(action, "seat", 0)
    people.wait(max(0, turn_from(people.table, seat) - people.now) + 1 * MS)
    keys = way_to(menu_of(people.table, seat), action, people.table.turns.entry)
    assert keys is not None
    for key in keys:
        people.press(seat, HOLD if key is GestureKind.HOLD else 80 * MS)
    people.wait(60 * MS)


def label(people: People, seat: int) -> str | None:
    """Return the visible option of the ring of `seat`; None where it counts cards."""
    question = menu_of(people.table, seat).question(people.table.turns.entry)
    return option(question.labels[question.cursor], ENGLISH) if question.labels else None


def labels(people: People, seat: int) -> tuple[str, ...]:
    """Return all visible options of `seat`, before it has chosen anything."""
    options = menu_of(people.table, seat).question(None).labels
    return tuple(option(choice, ENGLISH) for choice in options)


def stands(people: People) -> tuple[int | None, Phase]:
    """The doubter, and the progress of the game."""
    return people.game.doubter, people.game.phase
