"""Somebody who chooses a game in the table's menu, by what its rows say, with one button.

What is wanted is a list of choices: the titles of the pages and rows that lead to it, and the value
to be taken there, in the words on the screen.
"""

from collections.abc import Sequence

from appliance.display.phrases.seats import option
from appliance.display.view import View

Wanted = tuple[str, str]
"""A setting, and what it is to be; in the words of the menu."""

SHORT: dict[str, Sequence[tuple[str, str]]] = {
    "idi": (("option.idi_hand_size.name", "5"),),
    "verish": (("option.short_pack.name", ""),),
    "doubt_it": (("option.start_points.name", "10"),),
}
"""House options that make a game short, by their codes; without a value one is turned over."""


class Chooser:
    """Walks through the open menu: `wants` are settings of the game, or of its house rules."""

    def __init__(self, wants: Sequence[Wanted]) -> None:
        self.left = list(wants)
        self.chosen: list[Wanted] = []

    def takes(self, view: View) -> bool:
        """Whether to hold now; else a tap, to the next row. Only where the menu is open."""
        assert view.menu is not None
        menu, say = view.menu, view.words.say
        here = [option(row.label, view.words) for row in menu.rows]
        trail = [say(one) for one in menu.trail]
        at, last = menu.cursor, len(here) - 1
        if not self.left:
            return at == last
        key, value = self.left[0]
        if trail[-1] == key:  # its values
            return self._took(here[at] == value)
        if key in here:
            turned = here[at] == key and not value
            return self._took(turned) if turned else here[at] == key
        ways = [view.words("menu.options"), view.words("menu.game")]
        way = next((one for one in ways if one in here), here[last])
        return here[at] == way

    def _took(self, here: bool) -> bool:
        if here:
            self.chosen.append(self.left.pop(0))
        return here
