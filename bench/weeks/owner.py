"""The table's owner, and what is expected of the table's files after each thing that they do."""

import hashlib
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from appliance.core.effects import Keep
from appliance.kept import InForce, Keeper
from bench.weeks.disk import FaultyDisk, PowerCutError
from bench.weeks.ledger import Ledger, PromiseError
from bench.weeks.plan import Act, Week
from bench.weeks.product import Heard, Product, Row
from lab.sim.wiring import PLACES_TO_SIT
from lab.words import words_of

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


@dataclass(slots=True)
class Lived:
    """Result of a week: the promise that `broke`, or nothing, in `lines`, the same for one seed.

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
    """Contents of a backup: the steps of the running evening, and the other expected parts.

    `bright` is the kept light of the screen (percent), `keeps` is True if it has a file of settings
    that were changed at the table, `names` are the names that were not erased.
    """

    rows: list[Row]
    ledger: Ledger
    bright: int | None
    names: list[str]
    keeps: bool


class Owner:
    """A table's files, and who deals with them.

    `bright` is the kept light of the screen (percent; None: nothing was kept), `names` are the
    names that were not erased.
    """

    def __init__(self, folder: Path, lived: Lived) -> None:
        week, disk = lived.week, folder / "disk"
        names = str(list(NAMES)).replace("'", '"')
        text = SETTINGS.format(ruleset=week.ruleset, buzzers=PLACES_TO_SIT, names=names)
        self.product = Product(disk, text)
        self.disk = FaultyDisk(disk, self.product.journal, Random(f"{week.seed}/disk"))
        self.ledger, self.names = Ledger(), list(NAMES)
        self.bright: int | None = None
        self._lived, self._saved = lived, list[Saved]()
        self._stick, self._work = folder / "backup.zip", folder / "work"

    def tell(self, line: str) -> None:
        """One line of the transcript."""
        self._lived.lines.append(line)

    def count(self, what: str, many: int = 1) -> None:
        """Count `many` events called `what`."""
        self._lived.counts[what] += many

    def back_up(self, start: InForce) -> None:
        """Make a backup while people play. Raises PromiseError: it lacks what they have seen."""
        backup = self.product.back_up(self._stick, start, self._work)
        night = self.ledger.night
        rows = self.product.rows(self.product.journal)
        self.ledger.ends(rows)
        if night is not None and backup[: night.last] != night.rows:
            raise PromiseError(f"a backup holds {len(backup)} steps, and {night.last} were shown")
        names, keeps = list(self.names), self.product.keeps
        self._saved = [Saved(backup, self.ledger.copy(), self.bright, names, keeps)]
        self.tell(f"a backup of {len(backup)} steps")
        self.count("backups")

    def keep(self, keeper: Keeper, log: Heard, chance: Random) -> None:
        """Change a setting at the table, however the disk is."""
        value, before = chance.randint(10, 100), len(log.lines)
        wrong = self.disk.full or self.disk.failing
        with self.disk.no_room() if wrong else nullcontext():
            keeper.perform(Keep("display.brightness", value))
        if any("kept.unwritable" in repr(line) for line in log.lines[before:]):
            self.tell(f"the screen's light is not kept at {value}")
        else:
            self.bright = value
            self.tell(f"the screen's light is kept at {value}")

    def act(self, act: Act, wall: int, chance: Random) -> None:
        """Do it, while the table is off and the clock says `wall`. Raises PromiseError."""
        with self.disk.installed():
            match act:
                case Act.UPDATE:
                    self.count("updates")
                    self.product.update()
                case Act.PUT_BACK:
                    if (refusal := self.product.put_back()) is not None:
                        self.tell(f"log: {words_of('en').say(refusal)}")
                case Act.RESTORE | Act.RESTORE_CUT:
                    self._restore(chance, cut=act is Act.RESTORE_CUT)
                case Act.ERASE | Act.ERASE_CUT:
                    self._erase(chance, cut=act is Act.ERASE_CUT)
                case _:
                    self._damage(act, chance)
        self.disk.date(wall)

    def _restore(self, chance: Random, *, cut: bool) -> None:
        if not self._saved:
            return
        [saved], was = self._saved, self.product.rows(self.product.journal)
        # where the backup has no settings that were changed at the table, those that are stay
        bright = saved.bright if saved.keeps else self.bright
        before = was, self.bright, self.ledger, self.names
        after = saved.rows, bright, self.ledger.restored(saved.ledger), list(saved.names)
        try:
            if cut:
                self.disk.calls = chance.randint(0, 40)
            self.product.restore(self._stick)
        except PowerCutError:
            self.disk.put(self.disk.cut())
            self.tell("the power is cut in a restore")
            self.count("cuts in a restore")
        self.disk.repair()
        light = self.product.in_force().config.display.brightness
        rows = self.product.rows(self.product.journal)
        for state in (after, before):
            if (rows, light) == (state[0], state[1] or 100):
                _, self.bright, self.ledger, self.names = state
                self.tell(f"restored: {state is after}")
                self.count("restores", int(state is after))
                return
        raise PromiseError(f"a restore leaves {len(rows)} steps: neither before nor after")

    def _erase(self, chance: Random, *, cut: bool) -> None:
        name = self.names.pop()
        before = {path: self.product.rows(path) for path in self.product.listed()}
        try:
            if cut:
                self.disk.calls = chance.randint(0, 20)
            self.product.erase(name)
        except PowerCutError:
            self.disk.put(self.disk.cut())
            self.tell("the power is cut while a name is erased")
            self.count("cuts in an erasure")
        self.disk.repair()
        if left := self.product.erase(name):
            raise PromiseError(f"{name} is left in {', '.join(map(str, left))}")
        for path, (data, _) in self.disk.files().items():
            if name.encode() in data:
                raise PromiseError(f"{name} is left in {path}, and nobody says so")
        for evening, rows in before.items():
            after = self.product.rows(evening) if evening.exists() else []
            self.count("damaged evenings cut short", self.ledger.cut(rows, after))
        self.tell("a name is erased")
        self.count("names erased")

    def _damage(self, act: Act, chance: Random) -> None:
        suffix = {
            Act.LOSE_MAIN: "", Act.SPOIL_MAIN: "", Act.LOSE_LOG: "-wal", Act.SPOIL_LOG: "-wal",
        }.get(act, "-bookmark")  # fmt: skip
        lose = act in {Act.LOSE_MAIN, Act.LOSE_LOG, Act.LOSE_BOOKMARK}
        if self.product.lose(suffix) if lose else self.product.spoil(suffix, chance):
            self.ledger.damaged = str(act)
            self.count("files damaged")
