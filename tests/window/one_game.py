"""One whole game at a real window, as `play_games.py` starts it: RULESET WAY SEED SECONDS FOLDER.

An unchanged `doubtit run`, without settings, in a window of an X server of its own; or the desk.
The counts go to FOLDER/result.json, and pictures beside it.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import cast

import mouse
from desk import Hands, Made
from player import Player, Press
from tally import Figures, Tally
from whole_game import WholeGame, players_of

from appliance.commands import run
from appliance.config import Config
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.drivers import Hardware
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers, GpioLamps, LampSettings
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.drivers.keyboard import Settings
from appliance.kept import InForce
from appliance.runtime.loop import Perform
from appliance.service import appliance
from appliance.service.clock import TableClock
from appliance.service.equip import Equipment, hardware_of
from appliance.service.equip import equipment as equipment_of
from appliance.service.open_table import OpenTable
from lab.words import words_of


class PinHands:
    """Fingers on simulated pins, on a thread of their own. A late move shifts the next ones."""

    def __init__(self, contacts: Contacts, clock: TableClock) -> None:
        self._contacts, self._clock = contacts, clock
        self._thread: Thread | None = None
        self._made: list[Made] = []

    def begin(self, buzzer: int, long: int) -> None:
        """Press a buzzer for `long` ns, starting now."""
        self._made = []
        self._thread = Thread(target=self._play, args=(buzzer, long), daemon=True)
        self._thread.start()

    def _play(self, buzzer: int, long: int) -> None:
        self._move(buzzer, down=True)
        time.sleep(long / 1e9)
        self._move(buzzer, down=False)

    def _move(self, buzzer: int, *, down: bool) -> None:
        at = self._clock()
        self._contacts.move(buzzer, down=down, at=at)
        self._made.append(Made(at, self._clock()))

    @property
    def busy(self) -> bool:
        """Return True if they are still at it."""
        return self._thread is not None and self._thread.is_alive()

    def done(self) -> Sequence[Made]:
        """Return when each contact moved and when its driver knew, by the table's clock."""
        assert self._thread is not None
        self._thread.join()
        return self._made


class RunPlace:
    """`doubtit run`, and fingers on its keys or pins."""

    def __init__(self, table: OpenTable, pins: PinHands | None) -> None:
        self._table, self._pins = table, pins
        self._hands = None if pins is not None else Hands()
        self._seen: View | None = None

    @property
    def shows(self) -> bool:
        """Return True if the window has shown anything yet."""
        return self._table.window._shown is not None

    def view(self) -> View:
        """The window's View; while it redraws everything, the View before."""
        shown = self._table.window._shown
        self._seen = self._seen if shown is None else shown[0]
        assert self._seen is not None
        return self._seen

    def begin(self, press: Press) -> None:
        """Press a key, or close a contact."""
        if self._pins is not None:
            self._pins.begin(press.buzzer, press.long)
        elif self._hands is not None:
            key = Settings().keys[press.buzzer]
            self._hands.begin([(0, key, True), (press.long, key, False)])

    @property
    def busy(self) -> bool:
        """Return True if the finger is down."""
        return (self._pins or cast("Hands", self._hands)).busy

    def done(self) -> Sequence[Made]:
        """Return when it was."""
        return (self._pins or cast("Hands", self._hands)).done()

    def settled(self, press: Press) -> bool:
        """There are buzzers only."""
        del press
        return True

    def close(self) -> None:
        """No more."""
        if self._hands is not None:
            self._hands.close()


def at_run(game: WholeGame, tally: Tally, *, pins: bool, folder: Path) -> None:
    """Play `game` at `doubtit run`; after each round of its loop the player has a look."""
    plain, found, looked = OpenTable.turn, hardware_of, equipment_of
    steps: list[Iterator[None]] = []
    fingers: list[PinHands] = []

    def turn(table: OpenTable) -> bool:
        closed = plain(table)
        if not steps:
            cast("list[Perform]", table.loop._performers).append(tally.hear)
            steps.append(
                _focused(game, RunPlace(table, fingers[0] if fingers else None), pins=pins)
            )
        return closed or next(steps[0], game) is game

    def hardware(config: Config, clock: TableClock) -> Hardware:
        if not pins:
            return found(config, clock)
        factory = VirtualFactory(clock)
        board = PinBoard(given=factory)
        contacts = Contacts(factory, BuzzerSettings().pins, LampSettings().pins)
        fingers.append(PinHands(contacts, clock))
        return Hardware(
            GpioBuzzers(BuzzerSettings(), clock, board), GpioLamps(LampSettings(), board)
        )

    def equipment(start: InForce) -> Equipment:
        return replace(looked(start), asks_places=pins)  # as if the pins had been found

    OpenTable.turn = turn  # type: ignore[method-assign, assignment]
    appliance.hardware_of = hardware  # type: ignore[attr-defined, assignment]
    appliance.equipment = equipment  # type: ignore[attr-defined]
    try:
        parser, words = argparse.ArgumentParser(), words_of("en")
        run.add_arguments(parser, words)
        run.execute(parser.parse_args([f"--journal={folder / 'evening.journal'}"]), words)
    finally:
        OpenTable.turn = plain  # type: ignore[method-assign]
        appliance.hardware_of = found  # type: ignore[attr-defined]
        appliance.equipment = looked  # type: ignore[attr-defined]


def _focused(game: WholeGame, place: RunPlace, *, pins: bool) -> Iterator[None]:
    """The game, once the window has the keyboard and has shown something."""
    end = time.monotonic() + 10
    while not (place.shows and (pins or pygame.key.get_focused())):
        assert time.monotonic() < end, "the window gets no keyboard, or shows nothing"
        yield
    yield from game.steps(place)
    place.close()


def main(ruleset: str, way: str, seed: int, seconds: int, folder: Path) -> None:
    """Play it, and keep what was counted."""
    figures = Figures(ruleset, way)
    chance, tally, sits = Random(f"{ruleset} {way} {seed}"), Tally(figures), players_of(ruleset)
    player = mouse.DeskPlayer(chance, sits) if way == "mouse" else Player(chance, sits)
    game = WholeGame(figures, tally, player, chance, folder, seconds)
    if isinstance(player, mouse.DeskPlayer):
        mouse.play(game, mouse.MousePlace(sits, seed, tally, player))
    else:
        with TemporaryDirectory() as kept:
            at_run(game, tally, pins=way == "pins", folder=Path(kept))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "result.json").write_text(json.dumps(figures.kept()))
    print(figures.line(), *figures.faults, sep="\n    ", flush=True)


if __name__ == "__main__":
    _, *given = sys.argv
    main(given[0], given[1], int(given[2]), int(given[3]), Path(given[4]))
