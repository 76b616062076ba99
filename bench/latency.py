"""How long a press takes, through the real drivers and the real loop, on the wall clock."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Literal

from appliance.commands.run import Clock, lamp_performer
from appliance.display.view_of import view_of
from appliance.display.window import Settings, Window
from appliance.drivers.gpio import BuzzerSettings, GpioBuzzers, GpioLamps, LampSettings
from appliance.drivers.mock import Contacts, VirtualFactory
from appliance.effects import Effect, PlaySound, Sound
from appliance.journal import Journal
from appliance.loop import Loop
from appliance.rules.actions import Play
from appliance.rules.game import Setup
from appliance.signals import MS, SECOND
from appliance.table import Stage, Table, TableSettings
from appliance.table.state import Round

SEATS = 6


def open_doubt(now: int, settings: TableSettings) -> Table:
    """A table at which seat 1 has just laid two cards, one second before `now` (ns)."""
    seats = tuple(range(SEATS))
    table = Table(settings, Stage.PLAY, buzzers=seats, names=seats, sat=(0,) * SEATS, dealer=0)
    game, _ = table.ruleset.apply(table.ruleset.start(Setup(SEATS, 0), {}), Play(1, 2))
    opened = now - SECOND
    return replace(table, round=Round(game, opened, opened, opened + 60 * SECOND))


class Rig:
    """A table on simulated pins and a dummy screen, on the wall clock."""

    def __init__(self, path: Path) -> None:
        self.clock = Clock()
        self.settings = TableSettings(buzzers=SEATS)
        factory = VirtualFactory(self.clock)
        self.buzzers = GpioBuzzers(BuzzerSettings(), self.clock, factory)
        self.lamps = GpioLamps(LampSettings(), factory)
        self.window = Window(Settings(1280, 720))
        self.heard: list[int] = []
        journal = Journal.open(path, self.settings)
        self.loop = Loop(journal, (lamp_performer(self.lamps), self._listen))
        self.window.open()
        self.buzzers.open(self.loop.post)
        self.lamps.open()
        self.contacts = Contacts(factory, BuzzerSettings().pins, LampSettings().pins)

    def _listen(self, effect: Effect) -> None:
        if effect == PlaySound(Sound.SLAP):
            self.heard.append(self.clock())

    def race(self, buzzer: int) -> dict[str, float]:
        """One press, until its doubter is on the screen: milliseconds to each thing seen."""
        loop, clock = self.loop, self.clock
        loop.table = open_doubt(clock(), self.settings)
        self.window.show(view_of(loop.table, clock()), clock())
        self.heard.clear()
        began = clock()
        self.contacts.move(buzzer, down=True, at=began)
        seen: dict[str, int] = {}
        while "press -> doubter on the screen" not in seen:
            now = clock()
            loop.turn(now)
            self.lamps.beat(now)
            if self.contacts.bright(buzzer) == 1.0:
                seen.setdefault("press -> lamp", clock())
            if self.heard:
                seen.setdefault("press -> sound asked for", self.heard[0])
            decided = loop.table.game.doubter is not None
            if decided:
                seen.setdefault("press -> doubter decided", clock())
            if self.window.show(view_of(loop.table, now), now):
                seen.setdefault("press -> changed pixels", clock())
                if decided:
                    seen["press -> doubter on the screen"] = clock()
            due = loop.due(now)
            loop.wait(min((due or now + 33 * MS) - clock(), 33 * MS) / SECOND)
        self.contacts.move(buzzer, down=False, at=clock())
        time.sleep(0.03)
        loop.turn(clock())
        return {name: (at - began) / MS for name, at in seen.items()}

    def close(self) -> None:
        """Let everything go."""
        for part in (self.window, self.buzzers, self.lamps):
            part.close()


def presses(count: int, path: Path) -> dict[str, list[float]]:
    """`count` doubts, each pressed once on a simulated pin: milliseconds from the press."""
    rig = Rig(path)
    found: dict[str, list[float]] = {}
    for number in range(count):
        for name, took in rig.race((2, 3, 4, 5, 0)[number % 5]).items():
            found.setdefault(name, []).append(took)
    rig.close()
    return dict(sorted(found.items(), key=lambda item: min(item[1])))


def frames(width: int, height: int, layout: Literal["tv", "tabletop"]) -> dict[str, list[float]]:
    """Milliseconds to draw a moving frame, and one of a View that was not drawn before."""
    window = Window(Settings(width, height, layout))
    window.open()
    table = open_doubt(SECOND, TableSettings(buzzers=SEATS))
    found: dict[str, list[float]] = {"still parts kept": [], "everything anew": []}
    for number in range(90):
        at = SECOND + number * 34 * MS
        for kind, values in found.items():
            view = view_of(table, at)
            if kind == "everything anew":
                view = replace(view, pile=number)
            began = time.perf_counter()
            drawn = window.show(view, at)
            took = (time.perf_counter() - began) * 1000
            if drawn and number > 2:
                values.append(took)
            window.show(view_of(table, at), at)
    window.close()
    return found
