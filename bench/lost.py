"""Pull the hub, the camera or both out of simulated games, at any moment: is anything lost?

`python -m bench.lost` plays games of every ruleset over the real drivers of the seat hub, on a
mock hub in virtual time. Cables are pulled at a random moment (in a race, in the middle of a hold
that commits, in a reveal, before the game, in a pause ...) and put back after a random time, or
never. Every game must end rightly, or stand paused with the reason on the screen; its journal must
replay to the same table, and no card may be lost. Says what went wrong in each that
did not, and then exits 1.
"""

import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from appliance.core.signals import BUZZERS as HUB
from appliance.core.signals import MS, SECOND
from appliance.display.view_of import view_of
from appliance.drivers.camera.watched import Checked
from appliance.drivers.seat_hub.clock import US
from appliance.drivers.seat_hub.link import HUB_WORST_DELAY
from appliance.errors import DoubtItError
from appliance.record.standing import describe
from appliance.runtime.journal import Journal
from appliance.runtime.rows import digest
from appliance.table import Table, TableSettings
from appliance.table.facts import Facts
from appliance.table.stages import (
    Asking,
    Attract,
    Deal,
    Doubting,
    Inner,
    Judged,
    Lobby,
    Revealing,
    WhoDeals,
)
from bench import machine
from bench.sheet import Sheet, newest, read
from bluffing.rulesets import RULESETS
from lab.sim.batches import in_processes
from lab.sim.change import Change
from lab.sim.evening import Evening
from lab.sim.faulty_camera import CameraFault, FaultyCamera, Spell
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import POLICIES
from lab.sim.people.fingers import FingerPress, Hands, Why
from lab.sim.people.players import Players
from lab.sim.stuck import StuckError
from lab.sim.wiring import PLACES_TO_SIT, HubWiring
from lab.sim.world import World
from lab.words import words_of

CAMERA = "camera"
WHAT = {"hub": (HUB,), "camera": (CAMERA,), "both": (HUB, CAMERA)}

NEVER = 1 << 62
MOST_PULLS = 3
"""Maximum number of times that a cable is pulled in a game."""

FOR_GOOD = 0.1
"""Share of pulls after which the cable stays out."""

LONGEST = 3 * 3600 * SECOND
"""No evening lasts longer: then people wait for the table, and the table for people."""

WATCHED = 60 * SECOND
"""Time without progress, with the hub gone for good, before the game is given up."""

SIGN_OF_LIFE = 2.0
"""Seconds between two looks at the camera while no cards are awaited, as at a real table."""


# --- people -----------------------------------------------------------------------------------


class WholeHands(Hands):
    """Fingers that touch at whole microseconds, as the hub counts them: the referee is exact."""

    def press(
        self, buzzer: int, at: int, length: int, why: Why, sight: object = None
    ) -> FingerPress:
        """Plan a touch."""
        return super().press(buzzer, -(-at // US) * US, -(-length // US) * US, why, sight)


class Waiting(World):
    """People who go on trying for as long as the table says that its buzzers are gone."""

    def patient(self, facts: Facts) -> bool:
        """True if the buzzers are gone."""
        return facts.parts.buzzers_lost is not None


# --- cables -------------------------------------------------------------------------------------


def _touching(*why: Why) -> Callable[[World, Table], bool]:
    def just_now(world: World, _table: Table) -> bool:
        return bool(world.people.hands.made) and world.people.hands.made[-1].why in why

    return just_now


def _at(*stages: type[Inner]) -> Callable[[World, Table], bool]:
    return lambda _world, table: isinstance(table.inner, stages) and table.paused is None


Hand = Callable[[int], None]
"""Does something to a cable at a moment (ns)."""

MOMENTS: dict[str, tuple[Callable[[World, Table], bool], int]] = {
    "any": (lambda _world, _table: True, 60 * SECOND),
    "race": (_touching(Why.SLAP, Why.HOLD_SLAP), 150 * MS),
    "commit": (_touching(Why.COMMIT), 900 * MS),
    "photo finish": (_at(Doubting), 1500 * MS),
    "reveal": (_at(Revealing), 12 * SECOND),
    "verdict": (_at(Judged), 4 * SECOND),
    "pause": (lambda _world, table: table.paused is not None, 4 * SECOND),
    "before": (_at(Attract, Lobby, WhoDeals, Deal, Asking), 12 * SECOND),
}
"""Moment that a pull waits for, and its largest delay after that begins (ns)."""

LATE_FIRST, LATE = 60 * SECOND, 200 * SECOND
"""Longest wait for such a moment, so that each game has a pull."""


@dataclass(slots=True)
class Cable:
    """Pulls one thing out of the table, and puts it back."""

    name: str
    chance: Random
    pull: Hand
    put_back: Hand
    next_at: int = 0
    out: bool = False
    for_good: bool = False
    pulls: Counter[str] = field(default_factory=Counter)
    _moment: str = ""
    _left: int = 0  # so often the moment is still to begin
    _was: bool = False
    _due: bool = False  # the pull has its time, `next_at`

    def __post_init__(self) -> None:
        self._wait(0)

    def see(self, world: World, table: Table, now: int) -> None:
        """Do what is due, or find out when it will be."""
        if now >= self.next_at:
            (self._back if self.out else self._pull)(now)
        elif not self.out and not self._due:
            holds, within = MOMENTS[self._moment]
            is_ = holds(world, table)
            if is_ and not self._was:
                self._left -= 1
                if self._left <= 0:
                    self._due = True
                    self.next_at = _whole(now + self.chance.randint(0, within))
            self._was = is_

    def _wait(self, now: int) -> None:
        """Choose the moment of the next pull."""
        self._moment = self.chance.choice(tuple(MOMENTS))
        self._left = 1 if self._moment in ("any", "before") else self.chance.randint(1, 3)
        self._was = self._due = False
        done = sum(self.pulls.values())
        late = LATE if done else LATE_FIRST
        self.next_at = NEVER if done >= MOST_PULLS else _whole(now + late)

    def _pull(self, now: int) -> None:
        self.pull(now)
        self.pulls[self._moment if self._due else "any"] += 1
        self.out, self.for_good = True, self.chance.random() < FOR_GOOD
        away = self.chance.choice((20 * MS, 300 * MS, 2 * SECOND, 20 * SECOND))
        self.next_at = NEVER if self.for_good else _whole(now + self.chance.randint(MS, away))

    def _back(self, now: int) -> None:
        self.put_back(now)
        self.out = False
        self._wait(now)


def _whole(at: int) -> int:
    """A whole microsecond, so that the hub's clock stays in step with the table's."""
    return -(-at // US) * US


def cables(what: str, seed: int, wiring: HubWiring, spells: list[Spell]) -> tuple[Cable, ...]:
    """List the cables to pull in this game."""

    def camera_gone(now: int) -> None:
        fault = Random(f"{seed}/fault/{now}").choice((CameraFault.LOST, CameraFault.HANG))
        spells.append(Spell(fault, now, NEVER))

    def camera_back(now: int) -> None:
        spells[-1] = Spell(spells[-1].fault, spells[-1].since, now)

    hands: dict[str, tuple[Hand, Hand]] = {
        HUB: (lambda _now: wiring.hub.unplug(), lambda _now: wiring.hub.plug()),
        CAMERA: (camera_gone, camera_back),
    }
    return tuple(Cable(name, Random(f"{seed}/{name}"), *hands[name]) for name in WHAT[what])


# --- games --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """What became of some games."""

    counts: Counter[str] = field(default_factory=Counter)
    pulls: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def play(seed: int, what: str) -> Tally:
    """One game, of whatever ruleset and people the seed says."""
    chance, clock = Random(f"lost/{seed}"), VirtualClock()
    name = tuple(RULESETS)[seed % len(RULESETS)]
    seats = RULESETS[name].seats
    players = chance.randint(max(3, seats[0]), min(seats[-1], 6))
    policies = [POLICIES[chance.choice(sorted(POLICIES))] for _ in range(players)]
    people = Players(seed, policies, chance.sample(range(PLACES_TO_SIT), players))
    people.hands = WholeHands(Random(seed))
    settings = TableSettings(name, buzzers=PLACES_TO_SIT, settle_ms=HUB_WORST_DELAY // MS)
    journal, wiring, spells = Journal.open(None, settings), HubWiring(seed), list[Spell]()
    camera = Checked(FaultyCamera(Sheet(people, clock), clock, spells), clock, noisy=False)
    tally, ends = Tally(), cables(what, seed, wiring, spells)
    shown = partial(_reason_shown, tally)
    evening = Evening(
        Waiting(people),
        journal,
        (camera, read, newest),
        clock,
        (shown,),
        wiring=wiring,
        idle=SIGN_OF_LIFE,
    )
    try:
        evening.open()
        outcome = _run(evening, clock, ends)
        tally.counts[outcome] += 1
        tally.faults += map(words_of("en").say, evening.referee.score.faults)
        tally.faults += _lost(evening, journal, outcome)
    except DoubtItError as error:
        tally.faults.append(words_of("en").say(error.says))
    finally:
        evening.close()
        journal.close()
    score = evening.referee.score
    tally.counts.update(
        games=1, plays=score.plays, challenges=score.challenges, asked=score.asked,
        wrong=score.wrong, doubters=score.wrong_doubters,
    )  # fmt: skip
    for cable in ends:
        tally.pulls.update({f"{cable.name}, {when}": n for when, n in cable.pulls.items()})
        tally.counts[f"{cable.name} for good"] += cable.for_good
    tally.faults = [f"seed {seed}, {name}, {what}: {fault}" for fault in tally.faults]
    return tally


def _run(evening: Evening, clock: VirtualClock, ends: Sequence[Cable]) -> str:
    """Play until all is over, or until nothing can go on for want of a hub; says which."""
    stands_since = clock.now
    while not evening.over:
        evening.step(min(evening.next_at(), *(end.next_at for end in ends)))
        for end in ends:
            end.see(evening.world, evening.loop.table, clock.now)
        gone = any(end.for_good and end.out and end.name == HUB for end in ends)
        if not gone:
            stands_since = clock.now
        elif clock.now > stands_since + WATCHED:
            return "paused"
        if clock.now > LONGEST:
            raise StuckError("hangs", evening.facts)
    return "ended"


def _reason_shown(tally: Tally, change: Change) -> None:
    """Check that the screen names every lost part at any moment."""
    table = change.tables[1]
    for name, reason in table.lost.items():
        view = view_of(table, change.now, words_of("en"))
        notice = view.box.camera if name == CAMERA else view.notice.text
        paused = view.paused or isinstance(table.inner, Attract | Lobby)
        if words_of("en").say(reason) not in notice or (name == HUB and not paused):
            tally.faults.append(
                f"{name} is lost and the screen says {notice!r}: {describe(change.after)}"
            )


def _lost(evening: Evening, journal: Journal, how: str) -> Iterator[str]:
    """Yield the faults at the end of the game, or where it is stuck."""
    table, cards = evening.loop.table, evening.world.people.cards
    *_, last = (Table(journal.settings), *(after for _, after in journal.replay()))
    if digest(last) != digest(table):
        yield "the journal replays to another table"
    if cards is not None and not cards.conserved():
        yield "cards were lost"
    if how == "paused" and HUB not in table.lost:
        yield f"it stands, and does not say why: {describe(evening.facts)}"
    if how == "ended" and evening.referee.score.finished != 1:
        yield f"it did not end: {describe(evening.facts)}"


def _alone(one: tuple[int, str]) -> Tally:
    try:
        return play(*one)
    except Exception as error:  # noqa: BLE001 - a broken game must not hide the others
        return Tally(Counter(games=1), faults=[f"seed {one[0]}, {one[1]}: broke: {error!r}"])


def run(games: int, seed: int, what: str | None, workers: int) -> Iterator[Tally]:
    """The games one after the other; without `what` the three by turns."""
    kinds = tuple(WHAT) if what is None else (what,)
    pieces = [(seed + number, kinds[number % len(kinds)]) for number in range(games)]
    yield from in_processes(_alone, pieces, workers)


def report(args: Namespace) -> int:
    """Play and print the results."""
    began, total = time.perf_counter(), Tally()
    for tally in run(args.games, args.seed, args.what, args.workers):
        total.counts += tally.counts
        total.pulls += tally.pulls
        total.faults += tally.faults
        for fault in tally.faults:
            print(fault, flush=True)
        done = total.counts["games"]
        machine.progress(done, args.games, 1, f"{done} of {args.games}, {len(total.faults)} faults")
    counts = total.counts
    print(
        f"{counts['games']} games in {time.perf_counter() - began:.0f} s, {counts['plays']} plays, "
        f"{counts['challenges']} challenges ({counts['asked']} entered by hand): "
        f"{counts['ended']} ended, {counts['paused']} stand paused with the reason shown; "
        f"{counts['wrong']} wrong verdicts, {counts['doubters']} wrong doubters, "
        f"{len(total.faults)} faults"
    )
    for name in (HUB, CAMERA):
        print(f"  {name}: for good in {counts[f'{name} for good']} games; pulled")
        for when in MOMENTS:
            print(f"    {when:14} {total.pulls[f'{name}, {when}']}")
    return 1 if total.faults else 0


if __name__ == "__main__":
    OPTION = machine.option("--what", choices=WHAT, help="(each in its turn)")
    sys.exit(machine.run(report, {"games": 1000, "seed": 1, "workers": 2}, OPTION))
