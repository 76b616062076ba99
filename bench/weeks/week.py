"""Lives one week: starts the table again and again, and checks the promises each time."""

import hashlib
import os
import tempfile
from collections import Counter
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from appliance.config import Config
from appliance.core.effects import Keep
from appliance.core.signals import MS, SECOND, Noted
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.drivers.seat_hub.link import HUB_WORST_DELAY
from appliance.errors import DoubtItError
from appliance.kept import InForce
from appliance.message import Message
from appliance.questions.pack import PACKS, kinds_of, questions_of
from appliance.rules import RULESETS
from appliance.service.keeper import Keeper
from appliance.service.saying import speaker_of
from appliance.sim.evening import VirtualClock
from appliance.sim.wiring import PLACES_TO_SIT
from appliance.table import TableSettings
from appliance.words import words_of
from bench.weeks.disk import FaultyDisk, PowerCutError
from bench.weeks.ledger import Ledger, Night, PromiseError, journals_in
from bench.weeks.plan import Act, End, Fault, Start, Stay, Week
from bench.weeks.product import ALWAYS, Begun, Heard, Product, Row
from bench.weeks.table import Patient, Sitting, people_of, wiring_of

NAMES = (
    "Quirin", "Ruxandra", "Wojciech", "Yolanda", "Xaver", "Fiodor",
    "Guenther", "Hyacinth", "Iphigenie", "Jolanthe", "Korbinian", "Ludmilla",
)  # fmt: skip
"""Names that no other file of a table has; one after the other is erased."""

SETTINGS = """language = "en"
[game]
ruleset = "{ruleset}"
[seats]
buzzers = {buzzers}
names = {names}
[camera]
driver = "none"
"""

TRIES = 3
"""So often a start may be cut off, or find the disk full, before it has to succeed."""


@dataclass(slots=True)
class Lived:
    """What became of a week: what `broke`, or nothing; `lines` tell it, the same for one seed.

    `counts` are of what happened in it.
    """

    week: Week
    broke: str = ""
    lines: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def digest(self) -> str:
        """Eight bytes that tell one transcript from another."""
        return hashlib.blake2b("\n".join(self.lines).encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backup holds: the steps of the running evening, and what else is expected of it.

    `bright` is what was kept of the screen's light (percent), `keeps` whether a file of settings
    that were changed at the table is in it, `names` those that nobody has erased.
    """

    rows: list[Row]
    ledger: Ledger
    bright: int | None
    names: list[str]
    keeps: bool


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
            where = "" if at is None else f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
            said = words_of("en").say(error.says) if isinstance(error, DoubtItError) else ""
            lived.broke = f"{error!r} {said} at {where}"
        lived.broke = lived.broke.replace(folder, "")
        lived.lines = [line.replace(folder, "") for line in lived.lines]
    return lived


class _House:
    """The table, its owner and its people, for one week."""

    def __init__(self, week: Week, folder: Path, lived: Lived) -> None:
        self._week, self._lived = week, lived
        self._names = list(NAMES)
        text = SETTINGS.format(
            ruleset=week.ruleset, buzzers=PLACES_TO_SIT, names=str(list(NAMES)).replace("'", '"')
        )
        disk = folder / "disk"
        self._product = Product(disk, text)
        self._stick, self._work = folder / "backup.zip", folder / "work"
        self._disk = FaultyDisk(disk, self._product.journal, Random(f"{week.seed}/disk"))
        self._ledger = Ledger()
        self._saved: Saved | None = None
        self._bright: int | None = None  # what was kept of the screen's light, percent
        self._clock, self._wall, self._since = VirtualClock(), 0, 0
        self._log = Heard()
        self._kinds = kinds_of(questions_of(PACKS))

    def live(self) -> None:
        """Live it. Raises PromiseError, and whatever the table raises."""
        wall = self._week.stays[0].wall
        for number in range(self._week.shelf):
            began = wall - (self._week.shelf - number) * 7 * 86_400
            self._ledger.kept.append(Night(began, self._product.shelve(number, began)))
            self._disk.date(began)
        for stay in self._week.stays:
            self._tell(f"--- {stay}")
            chance = Random(f"{self._week.seed}/{stay.number}")
            self._disk.chance = chance
            self._wall, self._since = stay.wall, self._clock.now
            for act in stay.before:
                self._act(act, chance)
            self._stay(stay, chance)
        self._wall += 60
        last = Stay(len(self._week.stays), self._wall, 0)
        self._tell("--- once more")
        self._stay(last, Random(f"{self._week.seed}/last"))

    def _tell(self, line: str) -> None:
        self._lived.lines.append(line)

    def _count(self, what: str, many: int = 1) -> None:
        self._lived.counts[what] += many

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
                self._play(stack, start, begun, stay, chance)
                self._ends(begun, stay)
            except PowerCutError:
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
                    begun = self._product.start(self._settings(start), start, self._now, self._log)
            except PowerCutError:
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
                if light != (self._bright or 100):
                    raise PromiseError(f"the screen's light is {light}, {self._bright} was kept")
                return start, begun
            self._since -= SECOND  # no two evenings begin in the same second
        raise PromiseError("the table does not start")

    def _settings(self, start: InForce) -> TableSettings:
        return start.config.table(HUB_WORST_DELAY // MS, self._kinds)

    def _checked(self, begun: Begun) -> None:
        """The promises, now that the table stands again."""
        lines = [_said(one) for one in self._log.lines]
        for line in lines:
            self._tell(f"log: {line}")
        told = begun.told or any(one.code.startswith("journal.") for one in self._log.lines)
        rows = self._product.rows(self._product.journal)
        files = {path: self._product.rows(path) for path in journals_in(self._disk.folder)}
        listed = self._product.listed()
        self._ledger.starts(begun, rows, [files.get(one, []) for one in listed], told=told)
        self._ledger.all_kept(files, set(listed))
        self._count("evenings", int(not self._ledger.goes_on))
        self._count("losses told", int(begun.told))
        self._tell(f"it stands after {begun.steps} steps at {begun.at / SECOND:.3f} s")

    # --- play ------------------------------------------------------------------------------------

    def _play(
        self, stack: ExitStack, start: InForce, begun: Begun, stay: Stay, chance: Random
    ) -> None:
        self._clock.now = begun.at
        self._since = begun.at
        seats = RULESETS[self._week.ruleset].seats
        most = range(max(3, seats[0]), min(seats[-1], 4) + 1)
        people = people_of(f"{self._week.seed}/{begun.began}", begun, most)
        wiring = wiring_of(self._clock, self._week.seed, begun.at, hub=self._week.hub)
        speaker = self._speaker(stack, start.config, mute=stay.mute)
        parts = (self._clock, wiring, self._disk, self._ledger, self._log)
        keeper: list[Keeper] = []

        def does(fault: Fault) -> None:
            if fault is Fault.BACKUP:
                self._back_up(start)
            else:
                self._keep(keeper[0], chance)

        sitting = Sitting(
            begun, stay, Patient(people), parts, chance=chance,
            heard=(self._ledger.perform, speaker.perform), does=does,
        )  # fmt: skip

        def tell(what: Message) -> None:
            self._log.heard(sitting.post)(Noted("settings", what, self._clock.now))

        def loud(config: Config) -> None:
            speaker.turn(config.sound.volume if stay.mute else "off")

        keeper.append(Keeper(start, (loud,), tell))
        stack.callback(sitting.close)
        said = len(self._log.lines)
        try:
            sitting.open()
            sitting.stay()
        finally:
            self._count("changes", sitting.changes)
            self._count("writes refused", self._disk.refused)
            self._disk.refused = 0
            for name, many in sitting.counts.items():
                self._count(name, many)
            for one in self._log.lines[said:]:
                self._tell(f"log: {_said(one)}")
            now = self._clock.now / SECOND
            self._tell(f"{sitting.changes} changes until {now:.3f} s, {begun.steps} steps")
        score = sitting.referee.score
        if score.faults or score.wrong or score.wrong_doubters:
            raise PromiseError(f"the referee: {'; '.join(map(_said, score.faults))}")

    def _speaker(self, stack: ExitStack, config: Config, *, mute: bool) -> Speaker:
        """A loudspeaker that nobody hears; `mute`: it can't be opened, and the log says so."""
        said = len(self._log.lines)
        if not mute:
            return Speaker("off")
        none = pygame.error("no such device")
        with patch.object(pygame.mixer, "init", side_effect=none):
            speaker = speaker_of(stack, config, self._log)
        if not any("loudspeaker" in _said(one) for one in self._log.lines[said:]):
            raise PromiseError("nobody says that there is no loudspeaker")
        stack.enter_context(patch.object(pygame.mixer, "init", side_effect=none))
        return speaker

    def _back_up(self, start: InForce) -> None:
        there = self._product.back_up(self._stick, start, self._work)
        night = self._ledger.night
        rows = self._product.rows(self._product.journal)
        self._ledger.ends(rows)
        if night is not None and there[: night.last] != night.rows:
            raise PromiseError(f"a backup holds {len(there)} steps, and {night.last} were shown")
        self._saved = Saved(
            there, self._ledger.copy(), self._bright, list(self._names), self._product.keeps
        )
        self._tell(f"a backup of {len(there)} steps")
        self._count("backups")

    def _keep(self, keeper: Keeper, chance: Random) -> None:
        value, told = chance.randint(10, 100), len(self._log.lines)
        wrong = self._disk.full or self._disk.failing
        with self._disk.no_room() if wrong else nullcontext():
            keeper.perform(Keep("display.brightness", value))
        if any(_about_keeping(one) for one in self._log.lines[told:]):
            self._tell(f"the screen's light is not kept at {value}")
        else:
            self._bright = value
            self._tell(f"the screen's light is kept at {value}")

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
        left = self._disk.files() if stay.end is End.KILL else self._disk.cut()
        begun.close()
        self._disk.put(left)

    def _cut_in(self, begun: Begun, what: str) -> None:
        """Cut the power in the next commit or checkpoint: somebody presses a button."""
        self._disk.full = self._disk.failing = False
        self._disk.cut_in = what
        for number in range(4):
            self._clock.now += 2 * SECOND
            note = Message("text", (("text", f"again {number}"),))
            begun.loop.post(Noted("settings", note, self._clock.now))
            begun.loop.turn(self._clock.now)
            if begun.loop.waits_for is None:
                self._ledger.show(begun.steps, begun.loop.seen)
            begun.settle()
            if self._disk.left is not None:
                raise PowerCutError

    def _over(self) -> None:
        """Nobody sees anything any more."""
        self._ledger.ends(self._product.rows(self._product.journal))

    # --- what the owner does ---------------------------------------------------------------------

    def _act(self, act: Act, chance: Random) -> None:
        with self._disk.installed():
            match act:
                case Act.UPDATE:
                    self._count("updates")
                    self._product.update()
                case Act.PUT_BACK:
                    if (said := self._product.put_back()) is not None:
                        self._tell(f"log: {_said(said)}")
                case Act.RESTORE | Act.RESTORE_CUT:
                    self._restore(chance, cut=act is Act.RESTORE_CUT)
                case Act.ERASE | Act.ERASE_CUT:
                    self._erase(chance, cut=act is Act.ERASE_CUT)
                case _:
                    self._damage(act, chance)
        self._disk.date(self._wall)

    def _restore(self, chance: Random, *, cut: bool) -> None:
        if self._saved is None:
            return
        saved, was = self._saved, self._product.rows(self._product.journal)
        # where the backup has no settings that were changed at the table, those that are stay
        bright = saved.bright if saved.keeps else self._bright
        before = was, self._bright, self._ledger, self._names
        after = saved.rows, bright, self._ledger.restored(saved.ledger), list(saved.names)
        try:
            if cut:
                self._disk.calls = chance.randint(0, 40)
            self._product.restore(self._stick)
        except PowerCutError:
            self._disk.put(self._disk.cut())
            self._tell("the power is cut in a restore")
            self._count("cuts in a restore")
        self._disk.repair()
        light = self._product.in_force().config.display.brightness
        rows = self._product.rows(self._product.journal)
        for one in (after, before):
            if (rows, light) == (one[0], one[1] or 100):
                _, self._bright, self._ledger, self._names = one
                self._tell(f"restored: {one is after}")
                self._count("restores", int(one is after))
                return
        raise PromiseError(f"a restore leaves {len(rows)} steps: neither before nor after")

    def _erase(self, chance: Random, *, cut: bool) -> None:
        name = self._names.pop()
        try:
            if cut:
                self._disk.calls = chance.randint(0, 20)
            self._product.erase(name)
        except PowerCutError:
            self._disk.put(self._disk.cut())
            self._tell("the power is cut while a name is erased")
            self._count("cuts in an erasure")
        self._disk.repair()
        if left := self._product.erase(name):
            raise PromiseError(f"{name} is left in {', '.join(map(str, left))}")
        for path, (data, _) in self._disk.files().items():
            if name.encode() in data:
                raise PromiseError(f"{name} is left in {path}, and nobody says so")
        self._tell("a name is erased")
        self._count("names erased")

    def _damage(self, act: Act, chance: Random) -> None:
        suffix = {
            Act.LOSE_MAIN: "", Act.SPOIL_MAIN: "", Act.LOSE_LOG: "-wal", Act.SPOIL_LOG: "-wal",
        }.get(act, "-bookmark")  # fmt: skip
        lose = act in {Act.LOSE_MAIN, Act.LOSE_LOG, Act.LOSE_BOOKMARK}
        if self._product.lose(suffix) if lose else self._product.spoil(suffix, chance):
            self._ledger.damaged = str(act)
            self._count("files damaged")


def _about_keeping(what: Message) -> bool:
    return "kept" in _said(what) or "can't be written" in _said(what) or "kept." in repr(what)


def _said(what: Message) -> str:
    return words_of("en").say(what)
