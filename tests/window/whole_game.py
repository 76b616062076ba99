"""A whole game in a window, from a table without any settings to the next deal.

The table's menu is opened by a long hold, the game is chosen there, people sit down, play it to its
winner, and deal again. `Place` is where that happens: `doubtit run`, or the desk.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Protocol

from chooser import SHORT, Chooser, Wanted
from desk import Made
from player import HOLD, LONG, TAP, Player, Press
from tally import DONE, Figures, Tally

from appliance.display.quiet import pygame
from appliance.display.view import Screen, View
from appliance.table.facts import MenuFacts
from bluffing.rulesets import RULESETS
from lab.words import words_of

QUIET_FOR = 30
"""Seconds without a known press after which a game is given up."""

DOUBT_WINDOW = "3 s"
"""The shortest time to doubt that the menu offers."""


class Place(Protocol):
    """Where a game is played."""

    def view(self) -> View:
        """Return what the screen shows."""

    def begin(self, press: Press) -> None:
        """Let a finger begin with this."""

    @property
    def busy(self) -> bool:
        """Return True if it is still at it."""

    def done(self) -> Sequence[Made]:
        """Return when it came down, and when it left."""

    def settled(self, press: Press) -> bool:
        """Return True if all has come of a press that was not of a buzzer itself."""


def wanted(ruleset: str) -> list[Wanted]:
    """The choices in the menu."""
    words = words_of("en")
    short = [
        (words(code), words(value) if value.startswith("menu.") else value)
        for code, value in SHORT.get(ruleset, ())
    ]
    return [
        (words("menu.game.ruleset"), words.say(RULESETS[ruleset].title)),
        *short,
        (words("menu.game.doubt_window_ms"), DOUBT_WINDOW),
    ]


def players_of(ruleset: str) -> int:
    """As few as can play it; two would play those of Pagat with Force."""
    return max(2 + (ruleset in ("idi", "bluff")), RULESETS[ruleset].seats[0])


class WholeGame:
    """One game of one ruleset: played, counted and photographed. `steps` goes on once a round."""

    def __init__(  # noqa: PLR0917 - what it is made of
        self,
        figures: Figures,
        tally: Tally,
        player: Player,
        chance: Random,
        folder: Path,
        most: int,
    ) -> None:
        self.figures, self._tally, self._player = figures, tally, player
        self._chance, self._folder, self._most = chance, folder, most
        self._shots: set[str] = set()

    def steps(self, place: Place) -> Iterator[None]:
        """The game, one look after the other."""
        began = time.monotonic()
        end = began + self._most
        try:
            yield from self._wait(place, lambda: False, 1.0)
            if self.figures.way == "pins":
                yield from self._say_places(place)
            yield from self._choose_game(place, end)
            yield from self._play(place, end)
        finally:
            self.figures.seconds = round(time.monotonic() - began)

    def _say_places(self, place: Place) -> Iterator[None]:
        """A player sits down, and the table asks for its buzzers' places, unlike the wiring."""
        first, *others = (seat for seat in self._look(place).seats[:3])
        yield from self._press(place, Press(first.buzzer, TAP, None, first), self._look(place))
        yield from self._wait(place, lambda: self._look(place).menu is not None, 8.0)
        for seat, long in ((others[1], TAP), (others[0], TAP), (first, HOLD)):
            view = self._look(place)
            if view.menu is None or view.menu.placed is None:
                self.figures.faults.append(f"nobody asks for the places: {view.headline}")
                self.figures.unanswered += 1
                return
            yield from self._press(place, Press(seat.buzzer, long, None, seat), view)
        places = [seat.buzzer for seat in self._look(place).seats[:3]]
        if places != [first.buzzer, others[1].buzzer, others[0].buzzer]:
            self.figures.faults.append(f"the places are not as they were said: {places}")
            self.figures.wrong += 1

    def _choose_game(self, place: Place, end: float) -> Iterator[None]:
        """In the table's menu, by one button, as a person would who reads its rows."""
        chooser = Chooser(wanted(self.figures.ruleset))
        view = self._look(place)
        seat = next(seat for seat in view.seats if not seat.name)
        yield from self._press(place, Press(seat.buzzer, LONG, None, seat), view)
        view = self._look(place)
        if view.menu is None:
            self.figures.faults.append(f"the menu does not open: {view.headline}")
            return
        while (view := self._look(place)).menu is not None and time.monotonic() < end:
            press = self._player.in_menu(view, chooser.takes, seat)
            yield from self._press(place, press, view)
        if chooser.left:
            self.figures.faults.append(f"not chosen in the menu: {chooser.left}")

    def _play(self, place: Place, end: float) -> Iterator[None]:
        over, quiet = False, time.monotonic()
        while time.monotonic() < end:
            view = self._look(place)
            over = over or view.screen is Screen.OVER
            if over and view.screen in (Screen.DEAL, Screen.GAME, Screen.QUESTION):
                self.figures.end = DONE
                return
            press = self._player.wishes(view)
            if press is not None:
                yield from self._press(place, press, view)
                quiet = time.monotonic()
            elif time.monotonic() - quiet > QUIET_FOR:
                said = [(seat.name, str(seat.prompt)) for seat in view.seats]
                self.figures.faults.append(f"nobody knows what to do: {view.headline} {said}")
                return
            else:
                if self._tally.heard:
                    self._tally.events(None)
                yield
        view = self._look(place)
        self.figures.faults.append(f"not over in time: {view.screen}: {view.headline}")

    def _press(self, place: Place, press: Press, before: View) -> Iterator[None]:
        """One press, as long as the player intends; then a look at its effect."""
        tally = self._tally
        tally.events(None)
        place.begin(press)
        while place.busy:
            self._look(place)
            yield
        made = place.done()
        meant = True
        if made and press.target == "buzzer":
            shortest, longest = made[-1].before - made[-2].after, made[-1].after - made[-2].before
            meant = tally.held_as_meant(press, shortest, longest)
        yield from self._wait(place, lambda: False, self._chance.uniform(0.1, 0.25))

        def answered() -> bool:
            return self._changed(place, press, before)

        if press.target == "buzzer":
            if not answered():
                yield from self._wait(place, answered, 1.5)
                self.figures.late += answered()
        else:
            yield from self._wait(place, lambda: place.settled(press), 8.0)
            if press.target != "spread" and not place.settled(press):
                self.figures.unanswered += 1
                view = self._look(place)
                self.figures.faults.append(
                    f"nothing came of a click on {press.target} {press.of} at {press.prompt}:"
                    f" {view.headline}"
                )
        view = self._look(place)
        if before.menu is not None or view.menu is not None:
            self.figures.presses += 1
            if meant and not self._changed(place, press, before):
                self.figures.unanswered += 1
                self.figures.faults.append(f"in the menu nothing came of {press.long} ns")
            tally.heard.clear()
        else:
            tally.judge(press, before, view, meant=meant)

    def _changed(self, place: Place, press: Press, before: View) -> bool:
        view = self._look(place)
        if before.menu is not None or view.menu is not None:
            return _without_hold(view.menu) != _without_hold(before.menu)
        return self._tally.answered(press, view)

    def _wait(self, place: Place, done: Callable[[], bool], seconds: float) -> Iterator[None]:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not done():
            self._look(place)
            yield

    def _look(self, place: Place) -> View:
        view = place.view()
        self._photograph(view)
        return view

    def _photograph(self, view: View) -> None:
        """A picture of each new kind of screen."""
        kinds = sorted({str(seat.prompt) for seat in view.seats if seat.prompt})
        rings = "ring" if view.ring else ""
        page = "" if view.menu is None else f"{view.menu.page}-{view.menu.trail[-1].code}"
        name = f"{view.screen}{page}-{'+'.join(kinds)[:60]}{rings}".replace("/", "-")
        if name in self._shots:
            return
        self._shots.add(name)
        self._folder.mkdir(parents=True, exist_ok=True)
        surface = pygame.display.get_surface()
        if surface is not None:
            pygame.image.save(surface, self._folder / f"{len(self._shots):03}-{name}.png")


def _without_hold(menu: MenuFacts | None) -> MenuFacts | None:
    """The state of the menu: a press that has only begun changes nothing."""
    return menu and replace(menu, hold=None)
