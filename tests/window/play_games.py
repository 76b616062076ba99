"""Whole games at a real window: `make window-games RULESETS="bicycle idi" WAY=keys`.

`doubtit run` as it is, with no settings but the game's name and a doubt window of two seconds, in a
window of an X server of its own: from sitting down to the winner and the next deal. WAY is `keys`,
pressed by XTEST, or `pins`: one buzzer a seat on simulated pins, with lamps; `mouse` is a seat at
the desk against bots, by clicks on its buzzer, cards and buttons. Each press is one that the screen
invites; what is not answered, or answered by the sound of a press that means nothing, is ignored,
and counted. Pictures of each new kind of screen go to build/window/games.
"""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import cast

from desk import Hands, Task
from mouse import MouseAtDesk
from player import Player, Press

from appliance.commands import run
from appliance.commands.hardware import hardware_of
from appliance.config import Config
from appliance.core.effects import Announce, Effect, PlaySound, Sound
from appliance.core.signals import MS
from appliance.display.quiet import pygame
from appliance.display.view import Screen, View
from appliance.drivers import Hardware
from appliance.drivers.gpio.board import PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers, GpioLamps, LampSettings
from appliance.drivers.gpio.mock import Contacts, VirtualFactory
from appliance.drivers.keyboard import Settings
from appliance.rules import RULESETS
from appliance.rules.events import Doubted, Played
from appliance.runtime.loop import Perform
from appliance.service.clock import TableClock
from appliance.service.open_table import OpenTable
from appliance.sim.desk.party import Party, place_of_one
from appliance.table.facts import SeatFacts
from appliance.words import words_of

PICTURES = Path("build/window/games")
MOST_SECONDS = int(os.environ.get("SECONDS_EACH", "420"))
UNANSWERED = {Sound.NOTHING, Sound.REFUSED}


class PinHands:
    """Fingers on simulated pins, on a thread of their own."""

    def __init__(self, contacts: Contacts, clock: TableClock) -> None:
        self._contacts, self._clock = contacts, clock
        self._thread: Thread | None = None

    def begin(self, task: Task) -> None:
        """Let the fingers do this, from now on; `what` is a buzzer's key."""
        self._thread = Thread(target=self._play, args=(task,), daemon=True)
        self._thread.start()

    def _play(self, task: Task) -> None:
        start = time.monotonic_ns()
        for after, key, down in task:
            time.sleep(max(0, start + after - time.monotonic_ns()) / 1e9)
            self._contacts.move(Settings().keys.index(key), down=down, at=self._clock())

    @property
    def busy(self) -> bool:
        """Whether they are still at it."""
        return self._thread is not None and self._thread.is_alive()

    def done(self) -> Sequence[object]:
        """Wait until they have."""
        if self._thread is not None:
            self._thread.join()
        return ()

    def close(self) -> None:
        """No more."""
        self.done()


class Game:
    """One game of one ruleset: played, counted and photographed."""

    def __init__(self, ruleset: str, way: str, seed: int, folder: Path) -> None:
        self.ruleset, self.way = ruleset, way
        self._settings, self._journal = folder / "doubtit.toml", folder / "evening.journal"
        self._settings.write_text(f'[game]\nruleset = "{ruleset}"\ndoubt_window_ms = 2000\n')
        self._hands: Hands | PinHands | None = None
        self.done = False
        self._chance = Random(f"{ruleset} {way} {seed}")
        rules = RULESETS[ruleset]
        self._sits = max(2, rules.seats[0])
        self._player = Player(self._chance, self._sits)
        self._words = words_of("en")
        self._heard: list[Effect] = []
        self.presses = self.turns = self.ignored = self.wrong = self.late = 0
        self.kinds: Counter[str] = Counter()
        self.faults: list[str] = []
        self._shots: set[str] = set()

    def play(self) -> bool:
        """Play it to the winner and the next deal; whether it came that far.

        `doubtit run` itself runs, as it is; after each round of its loop the player has a look.
        """
        plain, found = OpenTable.turn, hardware_of
        steps: list[Iterator[None]] = []

        def turn(table: OpenTable) -> bool:
            closed = plain(table)
            if not steps:
                steps.append(self._steps(table))
            return closed or next(steps[0], self) is self

        def hardware(config: Config, clock: TableClock) -> Hardware:
            return self._pins(clock) if self.way == "pins" else found(config, clock)

        OpenTable.turn = turn  # type: ignore[method-assign, assignment]
        run.hardware_of = hardware  # type: ignore[attr-defined, assignment]
        try:
            parser = ArgumentParser()
            run.add_arguments(parser, self._words)
            files = [f"--config={self._settings}", f"--journal={self._journal}"]
            run.execute(parser.parse_args(files), self._words)
        finally:
            OpenTable.turn = plain  # type: ignore[method-assign]
            run.hardware_of = found  # type: ignore[attr-defined]
        return self.done

    def _pins(self, clock: TableClock) -> Hardware:
        factory = VirtualFactory(clock)
        board = PinBoard(given=factory)
        contacts = Contacts(factory, BuzzerSettings().pins, LampSettings().pins)
        self._hands = PinHands(contacts, clock)
        buzzers = GpioBuzzers(BuzzerSettings(), clock, board)
        return Hardware(buzzers, GpioLamps(LampSettings(), board))

    def _steps(self, table: OpenTable) -> Iterator[None]:
        """The game, one look after the other."""
        cast("list[Perform]", table.loop._performers).append(self._heard.append)
        end = time.monotonic() + 10
        while self.way == "keys" and not pygame.key.get_focused():
            assert time.monotonic() < end, "the window gets no keyboard"
            yield
        hands = self._hands = self._hands or Hands()
        yield from self._wait(1.0)
        end, over, quiet = time.monotonic() + MOST_SECONDS, False, time.monotonic()
        while time.monotonic() < end:
            view = self._look(table)
            over = over or view.screen is Screen.OVER
            if over and view.screen in (Screen.DEAL, Screen.GAME, Screen.QUESTION):
                self.done = True
                break
            press = self._player.wishes(view)
            if press is not None:
                quiet = time.monotonic()
                yield from self._press(table, hands, press, view)
            elif time.monotonic() - quiet > 25:
                said = [(one.name, one.prompt) for one in view.seats]
                self.faults.append(f"nobody knows what to do: {view.headline} {said}")
                break
            else:
                yield
        else:
            self.faults.append("not over in time")
        hands.close()

    def _look(self, table: OpenTable) -> View:
        shown = table.window._shown
        assert shown is not None
        view = shown[0]
        self._photograph(view)
        return view

    def _wait(self, seconds: float) -> Iterator[None]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield

    def _press(
        self, table: OpenTable, hands: Hands | PinHands, press: Press, before: View
    ) -> Iterator[None]:
        """One press, as long as the player means it; then a look at what came of it."""
        self._heard.clear()
        key = Settings().keys[press.buzzer]
        hands.begin([(0, key, True), (press.long, key, False)])
        while hands.busy:
            self._look(table)
            yield
        hands.done()
        yield from self._wait(self._chance.uniform(0.2, 0.4))
        view = self._look(table)
        self.presses += 1
        self.kinds[press.prompt] += 1
        if not self._sounds:
            yield from self._wait(1.0)
            view = self._look(table)
            self.late += bool(self._sounds)
        seat, sounds = press.seat, self._sounds
        now = next((one for one in view.seats if one.buzzer == press.buzzer), None)
        if UNANSWERED & set(sounds) or (not sounds and _same(seat, now)):
            self.ignored += 1
            self.faults.append(
                f"{seat.name or press.buzzer + 1} pressed for {press.long // MS} ms: {_told(seat)}"
                f" ({before.screen}: {before.headline}); heard {[str(one) for one in sounds]}; now"
                f" {_told(now)}: {view.headline} {view.notice}"
            )
        for effect in self._heard:
            if not isinstance(effect, Announce):
                continue
            event = effect.event
            if isinstance(event, Played):
                self.turns += 1
                meant = event.seat != seat.seat or press.prompt not in ("count-on", "enough")
                if not meant and event.count != seat.counted:
                    self._fault_of_move(press, event)
            elif isinstance(event, Doubted) and event.doubter != seat.seat:
                self._fault_of_move(press, event)

    @property
    def _sounds(self) -> list[Sound]:
        """What was heard since the press began."""
        return [one.sound for one in self._heard if isinstance(one, PlaySound)]

    def _fault_of_move(self, press: Press, event: object) -> None:
        self.wrong += 1
        self.faults.append(f"not what was meant: {press} became {event}")

    def _photograph(self, view: View) -> None:
        kinds = sorted({str(seat.prompt) for seat in view.seats if seat.prompt})
        rings = "ring" if view.ring else ""
        name = f"{view.screen}-{'+'.join(kinds)[:60]}{rings}"
        if name in self._shots:
            return
        self._shots.add(name)
        folder = PICTURES / self.way / self.ruleset
        folder.mkdir(parents=True, exist_ok=True)
        surface = pygame.display.get_surface()
        if surface is not None:
            pygame.image.save(surface, folder / f"{len(self._shots):03}-{name}.png")


def _same(before: SeatFacts, now: SeatFacts | None) -> bool:
    """Whether nothing that a person would see of a seat has changed."""
    return now is not None and _told(before) == _told(now)


def _told(seat: SeatFacts | None) -> str:
    """What a seat is asked, and how far it has come."""
    if seat is None:
        return "nobody"
    cursor = None if seat.ring is None else seat.ring.cursor
    return f"{seat.prompt} {seat.counted} {cursor} {seat.role}"


def by_mouse(ruleset: str, seed: int) -> bool:
    """A game at the desk, against two bots; whether all is well."""
    began, buzzers = time.monotonic(), max(3, RULESETS[ruleset].seats[0])
    party = Party(seed, ruleset, (), buzzers, frozenset({place_of_one(buzzers)}), 0.3, None, 8.0)
    person = MouseAtDesk(party, PICTURES / "mouse" / ruleset)
    done = "NOT ENDED"
    try:
        person.play(MOST_SECONDS / 60)
        done = "the game is over"
        person.next_deal()
        done = "played to the next deal"
    except AssertionError as why:
        person.faults.append(str(why))
    person.close()
    print(
        f"mouse {ruleset}: {done}, {person.clicks} clicks, {person.ignored} ignored, "
        f"{time.monotonic() - began:.0f} s",
        *person.faults,
        sep="\n    ",
        flush=True,
    )
    return not person.ignored and "played" in done


def main(args: Namespace) -> int:
    lost = 0
    for ruleset in args.rulesets:
        if args.way == "mouse":
            lost += not by_mouse(ruleset, args.seed)
            continue
        with TemporaryDirectory() as folder:
            game = Game(ruleset, args.way, args.seed, Path(folder))
            began = time.monotonic()
            done = game.play()
        lost += game.ignored + game.wrong + (not done)
        print(
            f"{args.way} {ruleset}: {'played to the next deal' if done else 'NOT ENDED'}, "
            f"{game.turns} plays, {game.presses} presses, {game.ignored} ignored, "
            f"{game.wrong} wrong, {game.late} answered late, {time.monotonic() - began:.0f} s",
            flush=True,
        )
        for fault in game.faults:
            print(f"    {fault}", flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    chosen = os.environ.get("RULESETS", "").split() or list(RULESETS)
    way, seed = os.environ.get("WAY", "keys"), int(os.environ.get("SEED", "1"))
    sys.exit(main(Namespace(rulesets=chosen, way=way, seed=seed)))
