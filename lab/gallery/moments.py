"""Moments: a table's screen at one time, and the choice of those that show something new."""

import gettext
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from appliance.display.seat_words import called, option, prompt, title
from appliance.display.view import Screen, View
from appliance.display.view_of import shown
from appliance.table.facts import Facts
from appliance.words import Words
from lab.gallery.sitting import Sitting
from lab.words import words_of


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment: its `name`, its screen in the words of a language, and its time (ns).

    Moments that `differs` depend on the number of seats; all others are drawn once.
    """

    name: str
    view: Callable[[Words], View]
    at: int
    differs: bool = False


class NotingCatalogue(gettext.NullTranslations):
    """English, that notes the code of every sentence that is said with it."""

    def __init__(self) -> None:
        super().__init__()
        self.codes: set[str] = set()
        self._english = words_of("en").catalogue

    def gettext(self, message: str) -> str:
        """The sentence of that code."""
        self.codes.add(message)
        return self._english.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The same for a number."""
        self.codes.add(msgid1)
        return self._english.ngettext(msgid1, msgid2, n)


def codes_of(facts: Facts) -> frozenset[str]:
    """Return the codes of the messages at a moment, with their screen."""
    heard = NotingCatalogue()
    words = Words(heard, "en")
    view = shown(facts, words)
    say = partial(option, words=view.words)
    for seat in view.seats:
        prompt(seat, view.words)
        view.words.say(called(seat))
        for choice in (*seat.option, *(seat.ring.labels if seat.ring else ())):
            say(choice)
        if seat.ring is not None:
            title(seat.ring, view.words)
    if view.menu is not None:
        for row in view.menu.rows:
            say(row.label)
            say(row.value)
        if view.menu.about is not None:
            say(view.menu.about)
    return frozenset({*heard.codes, f"{view.screen}{'-paused' * view.paused}"})


class Kept:
    """The kept moments of a story: those with words that no earlier one has."""

    def __init__(self) -> None:
        self.codes: set[str] = set()
        self.moments: list[Moment] = []
        self.screens: set[tuple[str, str, bool, bool]] = set()

    def see(self, sitting: Sitting, about: str) -> None:
        """Keep the current screen if any of it is new. `about` is the game, or the place."""
        facts = sitting.facts
        codes = codes_of(facts)
        if codes <= self.codes:
            return
        self.codes |= codes
        [screen] = codes & _SCREENS
        choosing = any(seat.ring is not None for seat in facts.seats)
        kind = (screen, about, facts.play.claim is not None, choosing)
        first = kind not in self.screens
        self.screens.add(kind)
        number = sum(moment.name.startswith(f"{screen}-{about}-") for moment in self.moments) + 1
        name = f"{screen}-{about}-{number:02}"
        self.moments.append(Moment(name, partial(shown, facts), sitting.now, differs=first))


_SCREENS = {screen.value for screen in Screen} | {f"{screen.value}-paused" for screen in Screen}
