"""Lives one week: starts the table again and again, and checks the promises each time."""

import os
import tempfile
from contextlib import ExitStack, nullcontext
from pathlib import Path
from random import Random
from threading import enumerate as enumerate_threads
from unittest.mock import patch

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from appliance.config import Config
from appliance.core.signals import MS, SECOND, Noted
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.drivers.seat_hub.link import HUB_WORST_DELAY
from appliance.errors import DoubtItError
from appliance.kept import InForce, Keeper
from appliance.questions.pack import PACKS, kinds_of, questions_of
from appliance.service.evenings import BootClock
from appliance.service.media import speaker_of
from appliance.table import TableSettings
from bench.weeks.disk import PowerCutError
from bench.weeks.ledger import Night, PromiseError, journals_in
from bench.weeks.owner import Lived, Owner
from bench.weeks.plan import A_GAME, TRIES, End, Fault, Start, Stay, Week, week_of
from bench.weeks.product import ALWAYS, Begun, Heard
from bench.weeks.table import Patient, Sitting, people_of, wiring_of
from bluffing.message import Message
from bluffing.rulesets import RULESETS
from lab.sim.mail import VirtualClock
from lab.words import words_of


def live(week: Week) -> Lived:
    """Live that week, in a folder of its own."""
    lived = Lived(week)
    shm = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None) as folder:
        house = _House(week, Path(folder), lived)
        try:
            house.live()
        except PromiseError as error:
            lived.broke = str(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            at = error.__traceback__
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            place = "" if at is None else f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
            text = words_of("en").say(error.says) if isinstance(error, DoubtItError) else ""
            lived.broke = f"{error!r} {text} at {place}"
        lived.broke = lived.broke.replace(folder, "")
        lived.lines = [line.replace(folder, "") for line in lived.lines]
    return lived


def live_seed(seed: int) -> Lived:
    """Live the week of that seed; another process can import this by its name."""
    return live(week_of(seed))


class _House:
    """The table, its owner and its people, for one week."""

    def __init__(self, week: Week, folder: Path, lived: Lived) -> None:
        self._week, self._owner = week, Owner(folder, lived)
        self._product, self._disk = self._owner.product, self._owner.disk
        self._tell, self._count = self._owner.tell, self._owner.count
        self._clock, self._wall, self._since = VirtualClock(), 0, 0
        self._boots = 0
        self._log = Heard()
        self._kinds = kinds_of(questions_of(PACKS))

    def live(self) -> None:
        """Live it. Raises PromiseError, and whatever the table raises."""
        wall = self._week.stays[0].wall
        for number in range(self._week.shelf):
            began = wall - (self._week.shelf - number) * 7 * 86_400
            self._owner.ledger.kept.append(Night(began, rows=self._product.shelve(number, began)))
            self._disk.date(began)
        for stay in self._week.stays:
            self._tell(f"--- {stay}")
            chance = Random(f"{self._week.seed}/{stay.number}")
            self._disk.chance = chance
            self._wall, self._since = stay.wall, self._clock.now
            for act in stay.before:
                self._owner.act(act, stay.wall, chance)
            self._stay(stay, chance)
        self._wall += 60
        last = Stay(len(self._week.stays), self._wall, 0)
        self._tell("--- once more")
        self._stay(last, Random(f"{self._week.seed}/last"))

    def _now(self) -> float:
        """The wall clock."""
        return self._wall + (self._clock.now - self._since) / SECOND

    # --- starts ----------------------------------------------------------------------------------

    def _stay(self, stay: Stay, chance: Random) -> None:
        with self._disk.installed(), ExitStack() as stack:
            start, begun = self._start(stay, chance)
            stack.callback(begun.close)
            stack.callback(self._disk.repair)
            try:
                self._checked(begun)
                if not begun.torn:
                    self._play(stack, start, begun, stay, chance)
                self._ends(begun, stay)
            except PowerCutError:
                self._boots += 1
                self._over()
                begun.close()
                self._disk.put(self._disk.cut())
                self._tell("the power is cut")
                self._count("cuts in a write")
        self._disk.date(round(self._now()))

    def _start(self, stay: Stay, chance: Random) -> tuple[InForce, Begun]:
        """Start the table, again after a start that was cut off or found no room."""
        self._log = Heard()
        for number in range(TRIES):
            first = not number
            self._count("starts")
            try:
                if first and stay.start is Start.CUT:
                    self._disk.calls = chance.randint(0, 8)
                room = first and stay.start is Start.FULL
                with self._disk.no_room() if room else nullcontext():
                    start = self._product.in_force()
                    begun = self._product.start(
                        self._settings(start), start, self._now, self._log, self._machine()
                    )
            except PowerCutError:
                self._boots += 1
                self._disk.put(self._disk.cut())
                self._disk.repair()
                self._tell("the power is cut at the start")
                self._count("cuts at a start")
            except ALWAYS as error:
                if not (first and stay.start is Start.FULL):
                    raise
                self._tell(f"it does not start: {_said(error.says)}")
                self._count("starts without room")
            except OSError as error:
                if not (first and stay.start is Start.FULL):
                    raise
                self._tell(f"it does not start: {error.strerror}")
                self._count("starts without room")
            else:
                self._disk.calls = None
                light = start.config.display.brightness
                if light != (self._owner.bright or 100):
                    raise PromiseError(
                        f"the screen's light is {light}, {self._owner.bright} was kept"
                    )
                return start, begun
            self._since -= SECOND  # no two evenings begin in the same second
        raise PromiseError("the table does not start")

    def _machine(self) -> BootClock:
        """The machine, whose clock restarts at each boot."""
        return BootClock(lambda: f"boot {self._boots}", lambda: self._clock.now)

    def _settings(self, start: InForce) -> TableSettings:
        return start.config.table(HUB_WORST_DELAY // MS, self._kinds)

    def _checked(self, begun: Begun) -> None:
        """The promises, now that the table stands again."""
        lines = [_said(line) for line in self._log.lines]
        for line in lines:
            self._tell(f"log: {line}")
        reported = begun.reported or any(
            line.code.startswith("journal.") for line in self._log.lines
        )
        rows = self._product.rows(self._product.journal)
        files = {path: self._product.rows(path) for path in journals_in(self._disk.folder)}
        listed = self._product.listed()
        self._owner.ledger.starts(
            begun, rows, [files.get(name, []) for name in listed], reported=reported
        )
        self._owner.ledger.all_kept(files, set(listed))
        self._count("evenings", int(not self._owner.ledger.goes_on))
        self._count("losses told", int(begun.reported))
        self._tell(f"it stands after {begun.steps} steps at {begun.at / SECOND:.3f} s")

    # --- play ------------------------------------------------------------------------------------

    def _play(
        self, stack: ExitStack, start: InForce, begun: Begun, stay: Stay, chance: Random
    ) -> None:
        self._clock.now = begun.at
        self._since = begun.at
        seats = RULESETS[self._week.ruleset].seats
        most = range(max(3, seats[0]), min(seats[-1], 4) + 1)
        games = 1 + stay.changes // A_GAME
        people = people_of(f"{self._week.seed}/{begun.began}", begun, most, games=games)
        wiring = wiring_of(self._clock, self._week.seed, begun.at, hub=self._week.hub)
        speaker = self._speaker(stack, start.config, mute=stay.mute)
        parts = (self._clock, wiring, self._disk, self._owner.ledger, self._log)
        keeper: list[Keeper] = []

        def does(fault: Fault) -> None:
            if fault is Fault.BACKUP:
                self._owner.back_up(start)
            else:
                self._owner.keep(keeper[0], self._log, chance)

        sitting = Sitting(
            begun, stay, Patient(people), parts, chance=chance,
            heard=(self._owner.ledger.perform, speaker.perform), does=does,
        )  # fmt: skip

        def tell(what: Message) -> None:
            self._log.heard(sitting.post)(Noted("settings", what, self._clock.now))

        def loud(config: Config) -> None:
            speaker.turn(config.sound.volume if stay.mute else "off")

        keeper.append(Keeper(start, (loud,), tell))
        stack.callback(sitting.close)
        before = len(self._log.lines)
        try:
            sitting.open()
            sitting.stay()
        finally:
            self._count("changes", sitting.changes)
            self._count("writes refused", self._disk.refused)
            self._disk.refused = 0
            for name, many in sitting.counts.items():
                self._count(name, many)
            for line in self._log.lines[before:]:
                self._tell(f"log: {_said(line)}")
            now = self._clock.now / SECOND
            self._tell(f"{sitting.changes} changes until {now:.3f} s, {begun.steps} steps")
        score = sitting.referee.score
        if score.faults or score.wrong or score.wrong_doubters:
            raise PromiseError(f"the referee: {'; '.join(map(_said, score.faults))}")

    def _speaker(self, stack: ExitStack, config: Config, *, mute: bool) -> Speaker:
        """A silent loudspeaker; `mute`: it can't be opened, and the log says so."""
        before = len(self._log.lines)
        if not mute:
            return Speaker("off")
        none = pygame.error("no such device")
        with patch.object(pygame.mixer, "init", side_effect=none):
            speaker = speaker_of(stack, config, self._log)
            speaker.keep([], self._clock.now)
            for job in enumerate_threads():
                if job.name == "loudspeaker":
                    job.join()
        if not any("loudspeaker" in _said(line) for line in self._log.lines[before:]):
            raise PromiseError("nobody says that there is no loudspeaker")
        stack.enter_context(patch.object(pygame.mixer, "init", side_effect=none))
        return speaker

    # --- ends ------------------------------------------------------------------------------------

    def _ends(self, begun: Begun, stay: Stay) -> None:
        """End the stay as planned."""
        if stay.end in {End.CUT_COMMIT, End.CUT_CHECKPOINT} and stay.number < len(self._week.stays):
            self._cut_in(begun, "commit" if stay.end is End.CUT_COMMIT else "checkpoint")
        self._over()
        self._count(str(stay.end))
        if stay.end is End.STOP:
            begun.close()
            return
        self._boots += stay.end is not End.KILL
        left = self._disk.files() if stay.end is End.KILL else self._disk.cut()
        begun.close()
        self._disk.put(left)

    def _cut_in(self, begun: Begun, what: str) -> None:
        """Cut the power in the next commit or checkpoint, which a press causes."""
        self._disk.full = self._disk.failing = False
        self._disk.cut_in = what
        for number in range(4):
            self._clock.now += 2 * SECOND
            note = Message("text", (("text", f"again {number}"),))
            begun.loop.post(Noted("settings", note, self._clock.now))
            begun.loop.turn(self._clock.now)
            if begun.loop.waits_for is None:
                self._owner.ledger.show(begun.steps, begun.loop.seen)
            begun.settle()
            if self._disk.left is not None:
                raise PowerCutError

    def _over(self) -> None:
        """End the stay in the ledger."""
        self._owner.ledger.ends(self._product.rows(self._product.journal))


def _said(what: Message) -> str:
    return words_of("en").say(what)
