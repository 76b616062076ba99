"""A player who chooses a game in the table's menu, by its rows, with one button.

The wish is a list of choices: the titles of the pages and rows that lead to it, and the value
to be taken there, in the words on the screen. A choice counts when its row shows that value, and
not when it was held: on a slow machine a picture can be a press behind.
"""

from collections.abc import Sequence

from appliance.display.seat_words import option
from appliance.display.view import View

Wanted = tuple[str, str]
"""A setting and the wanted value of its row, in the words of the menu."""

SHORT: dict[str, Sequence[tuple[str, str]]] = {
    "idi": (("option.idi_hand_size.name", "5"), ("option.force.name", "menu.yes")),
    "verish": (("option.pack.name", "36"),),
    "doubt_it": (("option.start_points.name", "10"),),
}
"""House options that make a game short, or its play richer, and their values, by their codes."""


class Chooser:
    """Walks through the open menu: `wants` are settings of the game, or of its house rules."""

    def __init__(self, wants: Sequence[Wanted]) -> None:
        self._wants = list(wants)
        self._stand: dict[str, str] = {}  # what each row stood at when it was last seen

    @property
    def left(self) -> list[Wanted]:
        """The settings without their wanted value."""
        return [want for want in self._wants if self._stand.get(want[0]) != want[1]]

    def takes(self, view: View) -> bool:
        """Return True if to hold now; else a tap, to the next row. Only where the menu is open."""
        assert view.menu is not None
        menu, say = view.menu, view.words.say
        here = [option(row.label, view.words) for row in menu.rows]
        trail = [say(step) for step in menu.trail]
        values = (option(row.value, view.words) for row in menu.rows)
        self._stand.update((key, value) for key, value in zip(here, values, strict=True) if value)
        at, last, left = menu.cursor, len(here) - 1, self.left
        if not left:
            return at == last
        key, value = left[0]
        if trail[-1] == key:  # its values
            return here[at] == value
        if key in here:
            return here[at] == key
        ways = [view.words("menu.options"), view.words("menu.game")]
        way = next((way for way in ways if way in here), here[last])
        return here[at] == way
