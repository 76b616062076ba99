"""The events of a table's week: the faults, and the owner's acts, in one value.

Each piece draws its own chance from the week's seed and the piece's number, so that a week with one
piece fewer is the same week otherwise: that is how a failing week becomes a short one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from bluffing.rulesets import RULESETS


class Fault(StrEnum):
    """Trouble that begins while people play, and ends after a while."""

    HUB = "hub pulled"
    CAMERA = "camera fails"
    SCREEN = "screen pulled"
    STORM = "a line chatters"
    FULL = "disk full"
    ERROR = "disk error"
    SLOW = "disk slow"
    BACKUP = "backup"
    SETTING = "setting changed"
    EYE = "camera pulled"
    LAMPS = "lamps pulled"
    SOUND = "loudspeaker pulled"
    VOICE = "voice gone"
    TOUCH = "touch screen pulled"
    KEYBOARD = "keyboard pulled"


DRAWN = tuple(Fault)[:9]
"""The faults of weeks that come from a seed."""

PULLED = (
    Fault.HUB, Fault.EYE, Fault.SCREEN, Fault.FULL, Fault.LAMPS, Fault.SOUND, Fault.VOICE,
    Fault.TOUCH, Fault.KEYBOARD,
)  # fmt: skip
"""Each part of a table that people pull out and put back; the hub is buzzers and lamps at once."""


class End(StrEnum):
    """The end of a stay."""

    STOP = "stopped"
    KILL = "killed"
    CUT = "power cut"
    CUT_COMMIT = "power cut in a commit"
    CUT_CHECKPOINT = "power cut in a checkpoint"


class Act(StrEnum):
    """Acts of the owner, or of the disk, while the table is off."""

    UPDATE = "update to another format"
    PUT_BACK = "update put back"
    RESTORE = "restore"
    RESTORE_CUT = "restore, power cut"
    ERASE = "erase a name"
    ERASE_CUT = "erase a name, power cut"
    LOSE_MAIN = "main file lost"
    LOSE_LOG = "log lost"
    LOSE_BOOKMARK = "bookmark lost"
    SPOIL_MAIN = "sector of the main file spoilt"
    SPOIL_LOG = "sector of the log spoilt"
    SPOIL_BOOKMARK = "sector of the bookmark spoilt"


DAMAGE = (
    Act.LOSE_MAIN,
    Act.LOSE_LOG,
    Act.LOSE_BOOKMARK,
    Act.SPOIL_MAIN,
    Act.SPOIL_LOG,
    Act.SPOIL_BOOKMARK,
)
"""Damage to files that the disk had confirmed. One at a time, and never after a power cut: no
design notices two that hide each other."""


class Start(StrEnum):
    """Trouble while the table starts."""

    NONE = ""
    FULL = "disk full at the start"
    CUT = "power cut at the start"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault that begins after a number of shown changes of a stay, and lasts some seconds."""

    fault: Fault
    number: int
    after: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.fault} after {self.after} changes for {self.seconds:.2f} s"


@dataclass(frozen=True, slots=True)
class Stay:
    """A stay from a start of the table to the end of its process, and the acts `before`.

    `wall` is the time of the wall clock at the start (seconds since 1970). The stay ends once
    `changes` were shown, or when the people have had enough.
    """

    number: int
    wall: int
    changes: int
    end: End = End.STOP
    before: tuple[Act, ...] = ()
    start: Start = Start.NONE
    mute: bool = False  # the loudspeaker can't be opened
    troubles: tuple[Trouble, ...] = ()

    def __str__(self) -> str:
        about = [*self.before, *([self.start] if self.start else []), f"wall {self.wall}"]
        about += [*(["no loudspeaker"] if self.mute else []), *map(str, self.troubles)]
        return f"{self.number}: {', '.join(about)}; {self.end} after {self.changes} changes"


@dataclass(frozen=True, slots=True)
class Week:
    """Everything that happens. With `hub` the buzzers are on a seat hub, else on the pins.

    `shelf` is the number of short evenings from before.
    """

    seed: int
    ruleset: str
    hub: bool
    stays: tuple[Stay, ...]
    shelf: int = 0

    def shorter(self) -> Iterator["Week"]:
        """Yield this week with one piece fewer, the largest pieces first."""
        stays = self.stays
        for at in range(len(stays)):
            if len(stays) > 1:
                yield replace(self, stays=(*stays[:at], *stays[at + 1 :]))
        if self.shelf:
            yield replace(self, shelf=0)
        for at, stay in enumerate(stays):
            for shorter in _shorter(stay):
                yield replace(self, stays=(*stays[:at], shorter, *stays[at + 1 :]))


def _shorter(stay: Stay) -> Iterator[Stay]:
    if stay.start:
        yield replace(stay, start=Start.NONE)
    if stay.end is not End.STOP:
        yield replace(stay, end=End.STOP)
    if stay.mute:
        yield replace(stay, mute=False)
    for at in range(len(stay.before)):
        yield replace(stay, before=(*stay.before[:at], *stay.before[at + 1 :]))
    for at in range(len(stay.troubles)):
        yield replace(stay, troubles=(*stay.troubles[:at], *stay.troubles[at + 1 :]))
    if stay.changes:
        yield replace(stay, changes=stay.changes // 2)


def pulled_week(seed: int, ruleset: str, stays: int, often: int) -> Week:
    """A week in which each part is pulled `often` in each of the `stays`, at any moment."""
    chance, week = Random(f"pulled/{seed}"), list[Stay]()
    for number in range(stays):
        troubles = tuple(
            Trouble(fault, place, chance.randint(0, 20) + 45 * place, chance.uniform(3.1, 9.0))
            for fault in PULLED
            for place in range(often)
        )
        wall = 1_800_000_000 + 900 * number
        week.append(Stay(number, wall, 45 * often + 40, End.STOP, troubles=troubles))
    return Week(seed, ruleset, hub=True, stays=tuple(week))


YEARS = (0, 140 * 365 * 86_400)
"""Range of a wall clock: from 1970 to 2110, in seconds since 1970."""

A_GAME = 200
"""Changes in which a game can be over: people who stay longer play another one."""

LENGTHS = ((0, 6), (3, 25), (5, 40), (30, 80))
FIRST = ((0, 10), (60, 110), (60, 110), (90, 140))
"""The changes that a stay lasts, and the first of a week: a game is under way after 40 or so."""

TRIES = 3
"""Starts that may be cut off, or find the disk full, before one must succeed.

Each takes a second, and no two evenings may begin in the same second.
"""

_CLOCKS = ("goes on", "goes on", "stands", "anywhere", "1970", "years ahead")


def week_of(seed: int) -> Week:
    """The week of that seed."""
    chance = Random(f"week/{seed}")
    ruleset = chance.choice(sorted(RULESETS))
    stays, wall, ended, saved = list[Stay](), 1_800_000_000, End.STOP, False
    for number in range(chance.randint(3, 5)):
        changes = chance.randint(*chance.choice(LENGTHS if number else FIRST))
        end = chance.choice((End.STOP, *End))
        acts = _acts(chance, ended, first=not number, saved=saved)
        start = chance.choice((Start.NONE,) * 7 + (Start.FULL, Start.CUT, Start.CUT))
        stay = Stay(
            number,
            wall,
            changes,
            end,
            acts,
            start,
            mute=chance.random() < 0.2,
            troubles=tuple(_troubles(chance, changes)),
        )
        stays.append(stay)
        saved |= any(trouble.fault is Fault.BACKUP for trouble in stay.troubles)
        wall, ended = _later(chance, wall), stay.end
    shelf = chance.choice((0, 0, 7))
    return Week(seed, ruleset, chance.random() < 0.5, tuple(stays), shelf)


def _troubles(chance: Random, changes: int) -> Iterator[Trouble]:
    for number in range(chance.choice((0, 1, 1, 2, 3))):
        fault = chance.choice((*DRAWN, Fault.BACKUP))
        seconds = chance.choice((0.05, 0.5, 3.0, 20.0)) * chance.uniform(0.5, 1.5)
        yield Trouble(fault, number, chance.randint(0, max(changes - 1, 0)), seconds)


def _acts(chance: Random, ended: End, *, first: bool, saved: bool) -> tuple[Act, ...]:
    """List the acts before a stay, after another that `ended` so."""
    if first or chance.random() < 0.45:
        return ()
    acts = [Act.UPDATE, Act.PUT_BACK, Act.ERASE, Act.ERASE_CUT]
    acts += [Act.RESTORE, Act.RESTORE, Act.RESTORE_CUT, Act.RESTORE_CUT] if saved else []
    acts += DAMAGE if ended in {End.STOP, End.KILL} else ()
    return tuple(chance.sample(acts, 1))


def _later(chance: Random, wall: int) -> int:
    """The wall clock at the next start: no two are the same."""
    change = chance.choice(_CLOCKS)
    passed = chance.choice((60, 3600, 12 * 3600, 86_400, 30 * 86_400)) + chance.randint(20, 999)
    if change == "goes on":
        return min(wall + passed, YEARS[1])
    if change == "stands":
        return wall + chance.randint(TRIES, 9)
    if change == "1970":
        return chance.randint(1, 9999)
    if change == "years ahead":
        return min(wall + chance.randint(1, 60) * 365 * 86_400, YEARS[1])
    return chance.randint(*YEARS)
