"""Taps and holds that lead to a move, for a player who reads the menu at each step."""

from collections.abc import Iterator

from appliance.presses.gestures import GestureKind
from appliance.table.menu import BACK, Entry, Menu
from appliance.table.offers import Asks
from bluffing.actions import Action, Correct, Guess, Pick, Play
from bluffing.cards import Rank, Suit
from bluffing.message import AtSeat, Message, Spoken

Keys = tuple[GestureKind, ...]
TAP, HOLD = GestureKind.TAP, GestureKind.HOLD

_DEEPEST = 8
"""Far deeper than any menu."""

_RAISES = {"guess", "change", "all-in", "wager", "both", "digits"}
"""Options behind which some guess or wager is chosen."""


def way_to(menu: Menu, goal: Action, entry: Entry | None = None) -> Keys | None:
    """Return the presses from `entry` to `goal`, or None if there is no way.

    After a wrong turning they go back until there is one.
    """
    before: Keys = ()
    for _ in range(_DEEPEST):
        onward = _onward(menu, goal, entry)
        if onward is not None:
            return before + onward
        back = _back(menu, entry)
        if back is None:
            return None
        before, entry = before + back[0], back[1]
    return None


def _onward(menu: Menu, goal: Action, entry: Entry | None, deep: int = 0) -> Keys | None:
    for taps in _taps(menu, goal, entry):
        keys = (*(TAP,) * taps, HOLD)
        made = _pressed(menu, keys, entry)
        if made == goal:
            return keys
        if isinstance(made, Entry) and deep < _DEEPEST:
            more = _onward(menu, goal, made, deep + 1)
            if more is not None:
                return keys + more
    return None


def _pressed(menu: Menu, keys: Keys, entry: Entry | None) -> Entry | Action | Message | None:
    made: Entry | Action | Message | None = entry
    for key in keys:
        made = menu.press(entry, key)
        if not isinstance(made, Entry):
            return made
        entry = made
    return made


def _taps(menu: Menu, goal: Action, entry: Entry | None) -> Iterator[int]:
    """Return the taps that may lead to a hold towards `goal`, by the visible labels."""
    asked = menu.question(entry)
    if not asked.labels:
        cards = [goal.count] if isinstance(goal, Play | Correct) else []
        yield from (count - asked.cursor for count in (*cards, 0) if count >= asked.cursor)
    for place, label in enumerate(asked.labels):
        if _says(label, goal, asked.asks):
            yield (place - asked.cursor) % len(asked.labels)


def _says(label: Spoken, goal: Action, asks: Asks) -> bool:
    """Return True if `label` may be the way to `goal`, as far as people can tell."""
    if isinstance(label, Rank | Suit):
        return getattr(goal, "rank", None) is label
    if isinstance(label, AtSeat):
        return isinstance(goal, Pick) and goal.new == label.number
    if isinstance(label, str):
        number = getattr(goal, "guess" if asks is Asks.GUESS else "wager", -1)
        return label in {str(number), f"{number // 10}_"}
    assert isinstance(label, Message)
    word = label.code.removeprefix("move.")
    if isinstance(goal, Guess):
        named = word.startswith("wager-") and label["wager"] == goal.wager
        return named or word in _RAISES
    if word == "none":
        return isinstance(goal, Play) and not goal.count
    name = {"Correct": "WrongNumber"}.get(type(goal).__name__, type(goal).__name__)
    return label != BACK and word.replace("-", "") == name.lower()


def _back(menu: Menu, entry: Entry | None) -> tuple[Keys, Entry] | None:
    """By the last option of a ring; from too many cards by the ring that a hold opens."""
    before: Keys = ()
    if not menu.question(entry).labels:
        opened, before = menu.press(entry, HOLD), (HOLD,)
        if not isinstance(opened, Entry):
            return None
        entry = opened
    asked = menu.question(entry)
    if not asked.labels or asked.labels[-1] != BACK:
        return None
    keys = (*(TAP,) * (len(asked.labels) - 1 - asked.cursor), HOLD)
    made = _pressed(menu, keys, entry)
    return (before + keys, made) if isinstance(made, Entry) else None
