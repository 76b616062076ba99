"""One stay at the table: simulated people play, and every part of the table has its troubles."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import cast

from appliance.config import Display
from appliance.core.signals import (
    BUZZERS,
    CAMERA,
    DISK,
    LAMPS,
    LOUDSPEAKER,
    MS,
    SCREEN,
    SECOND,
    SPEECH,
    Edge,
)
from appliance.display.hotplug import Hotplug, Plugged
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.drivers.camera.watched import Checked
from appliance.drivers.seat_hub.clock import US
from appliance.errors import DriverError
from appliance.record.standing import describe
from appliance.runtime.loop import Perform
from appliance.table import Table
from appliance.table.facts import Facts, facts_of
from appliance.table.stages import Attract, Lobby
from bench.lost import SIGN_OF_LIFE, WholeHands
from bench.sheet import Sheet, newest, read
from bench.weeks.disk import FaultyDisk
from bench.weeks.gadgets import Gadgets
from bench.weeks.ledger import Ledger, PromiseError
from bench.weeks.plan import DRAWN, Fault, Stay, Trouble
from bench.weeks.product import Begun, Heard
from bluffing.events import Played, Verdict
from bluffing.message import message
from lab.sim.change import Change
from lab.sim.evening import Evening
from lab.sim.faulty_camera import CameraFault, FaultyCamera, Spell
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.wiring import PLACES_TO_SIT, HubWiring, PinWiring
from lab.sim.world import World
from lab.words import words_of

NEVER = 1 << 62

NEEDED = frozenset({BUZZERS, SCREEN, DISK})
"""Parts without which no game is possible; the screen then shows one of the reasons."""

LONGEST = 1800 * SECOND
"""Time without an effect of people's presses after which a stay ends (ns)."""

STORM_EVERY = MS // 2
"""Time between two edges of a chattering line (ns)."""

NAMED_WITHIN, ADOPTED_WITHIN = 3 * SECOND, 5 * SECOND
"""Time until a pulled part is named, and until a restored one is used (ns)."""

_DRIVERS: dict[Fault, str] = {
    Fault.HUB: BUZZERS, Fault.EYE: CAMERA, Fault.SCREEN: SCREEN, Fault.LAMPS: LAMPS,
    Fault.SOUND: LOUDSPEAKER, Fault.VOICE: SPEECH, Fault.TOUCH: "", Fault.KEYBOARD: "",
}  # fmt: skip
"""The parts that are watched, by what the table calls them; "": the machine itself misses them."""

SLOW_COMMIT = (5 * MS, 400 * MS)
"""The time that a commit takes while the disk is slow (ns)."""


class Patient(World):
    """People who go on trying while the table says that something is missing."""

    def patient(self, facts: Facts) -> bool:
        """True if the player has a reason to wait."""
        return facts.parts.buzzers_lost is not None or bool(self.missing())

    missing: Callable[[], bool] = staticmethod(lambda: False)


class Screen:
    """A window whose screen may be pulled; its pictures don't matter here."""

    has_screen_alone = True
    is_open = True
    strays = False

    def __init__(self) -> None:
        self.settings = Display()
        self.plugged = True

    def look(self) -> Plugged:
        """The connectors."""
        return frozenset({"card0-HDMI-A-1"} if self.plugged else ())

    def open(self) -> None:
        """Open it."""
        if not self.plugged:
            raise DriverError(message("display.not-plugged"))
        self.is_open = True

    def close(self) -> None:
        """Close it."""
        self.is_open = False


class Sitting(Evening):
    """An evening that goes on with a loop that the service has begun, on a faulty disk.

    It ends after `stay.changes`, or as soon as the power is cut. `heard` perform effects, too;
    `does` backs up or keeps a setting, where that is what comes.
    """

    def __init__(
        self,
        begun: Begun,
        stay: Stay,
        world: Patient,
        parts: tuple[VirtualClock, HubWiring | PinWiring, FaultyDisk, Ledger, Heard],
        *,
        chance: Random,
        heard: tuple[Perform, ...],
        does: Callable[[Fault], None],
    ) -> None:
        self._at, wiring, self._disk, self._ledger, self._log = parts
        self._spells: list[Spell] = []
        camera = FaultyCamera(Sheet(world.people, self._at), self._at, self._spells)
        eye = (Checked(camera, self._at, noisy=False), read, newest)
        watchers = (self._reasons_shown, self._verdicts)
        super().__init__(
            world, begun.journal, eye, self._at, watchers, wiring=wiring, idle=SIGN_OF_LIFE
        )
        self._begun, self._stay, self._hub = begun, stay, wiring
        self._chance, self._does = chance, does
        self.loop = begun.loop
        begun.performers[:] = (
            self._perform, self.reader.perform, self.quiz.perform, *heard,
        )  # fmt: skip
        self._screen = Screen()
        self._hotplug = Hotplug(
            cast("Window", self._screen), self._log.heard(self.post), self._screen.look
        )
        self.changes, self.counts = 0, Counter[str]()
        self._waiting = [*stay.troubles]
        self._now: list[tuple[Trouble, int]] = []  # what is wrong now, and until when (ns)
        self._storm_at = 0
        self._parts: dict[Fault, tuple[bool, int]] = {}  # whether it is out, and since when (ns)
        self._judged_at = self._jumped_at = 0  # when promises were checked, and time ran on (ns)
        more = any(trouble.fault not in DRAWN for trouble in stay.troubles)
        say = self._log.heard(self.post)
        self._gadgets = Gadgets(begun.loop, say, self._at) if more else None
        self._broken_until = 0  # the disk has been well since (ns)
        world.missing = lambda: bool(self.loop.seen.lost)

    # --- the stay --------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the drivers, and let people take up their cards where the evening goes on."""
        at = self._begun.at
        self._at.now = at
        if isinstance(self._hub, HubWiring):
            self._hub.hub.now = max(self._hub.hub.now, at)
        self._wiring.lamps.open()
        at_once = self._wiring.in_order
        self._wiring.source.open(self._log.heard(self.post if at_once else self._mail.send_slowly))
        for (now, _), table, effects in self._begun.history:
            events = [effect.event for effect in effects if hasattr(effect, "event")]
            self.world.follow(facts_of(table, now), events)
        self.world.unmeant.clear()
        self._at.now = max(self._wiring.now, at)
        self._turned(self.loop.table, self.facts)
        self.loop.restart()

    def close(self) -> None:
        """Let the drivers go."""
        super().close()
        if self._gadgets is not None:
            self._gadgets.close()

    def stay(self) -> None:
        """Play until the stay is over. Raises PowerCutError."""
        until = self._at.now + LONGEST
        while self.changes < self._stay.changes and not self.over and self._at.now < until:
            self.step(self.next_at())

    def step(self, now: int) -> None:
        """All that happens until `now` (ns)."""
        self._troubles(now)
        super().step(now)
        self._hotplug.shows(now)
        self._begun.settle()
        if self._disk.left is not None:
            self._disk.cut_now()

    def _turn(self, now: int) -> None:
        before, was = self.loop.table, self.facts
        self._events.clear()
        if self.loop.turn(now):
            self.changes += 1
            self._wiring.lamps.beat(now)
            self._turned(before, was)
            if any(trouble.fault is Fault.SLOW for trouble, _ in self._now):
                self._busy_until = now + self._chance.randint(*SLOW_COMMIT)
        self._due = self.loop.due(now)
        if self.loop.waits_for is not None and now > self._broken_until + 3 * SECOND:
            raise PromiseError("the disk is well, and the table still waits for it")

    def _turned(self, before: Table, was: Facts) -> None:
        """People see what the table has come to."""
        shown = self.loop.seen
        if self.loop.waits_for is None:
            self._ledger.show(self._begun.steps, shown)
        elif DISK not in shown.lost or not self._stands(shown):
            raise PromiseError("what can't be written is shown, or it is not said why")
        self.facts = facts_of(shown, self._at.now)
        tables, events = (before, self.loop.table), tuple(self._events)
        self._show(Change(was, self.facts, events, self._at.now, tables, self.reader.shot))

    def _stands(self, seen: Table) -> bool:
        """Return True if `seen` is no further than the written steps."""
        written = self.loop.table
        return type(seen.inner) is type(written.inner) and _game(seen) == _game(written)

    # --- troubles --------------------------------------------------------------------------------

    def _promises(self, now: int) -> None:
        """Check that each part is named soon after it is pulled, and adopted once it is back.

        After a jump of the clock the table first needs time to look.
        """
        if now - self._judged_at > SECOND:
            self._jumped_at = now
        self._judged_at = now
        for fault, (out, at) in self._parts.items():
            lost, since = self._parts_lost(fault), max(at, self._broken_until, self._jumped_at)
            if out and not lost and now - since > NAMED_WITHIN:
                raise PromiseError(f"{fault}, not named within 3 s")
            if not out and lost and now - since > ADOPTED_WITHIN:
                raise PromiseError(f"{fault}, put back, and not adopted within 5 s")

    def _is_used(self, fault: Fault) -> bool:
        """Return True for a part that this table has."""
        return fault in _DRIVERS and (fault is not Fault.HUB or isinstance(self._hub, HubWiring))

    def _parts_lost(self, fault: Fault) -> bool:
        """Return True if the table misses the part."""
        driver = _DRIVERS[fault]
        if driver:
            return driver in self.loop.seen.lost
        return self._gadgets is not None and fault in self._gadgets.missed

    def _troubles(self, now: int) -> None:
        """Begin and end what is due at `now` (ns)."""
        for trouble in [trouble for trouble in self._waiting if trouble.after <= self.changes]:
            self._waiting.remove(trouble)
            self._now.append((trouble, now + round(trouble.seconds * SECOND)))
            self._begin(trouble, now)
            self.counts[trouble.fault] += 1
        for trouble, until in list(self._now):
            if until <= now:
                self._now.remove((trouble, until))
                self._end(trouble, now)
        if any(trouble.fault is Fault.STORM for trouble, _ in self._now):
            self._chatter(now)
        if self._gadgets is not None:
            self._gadgets.look(now, self.changes)
        self._promises(now)

    def _begin(self, one: Trouble, now: int) -> None:
        if self._is_used(one.fault):
            self._parts[one.fault] = True, now
        match one.fault:
            case Fault.EYE:
                until = now + round(one.seconds * SECOND)
                self._spells.append(Spell(CameraFault.LOST, now, until))
            case Fault.HUB if isinstance(self._hub, HubWiring):
                self._hub.hub.unplug()
            case Fault.CAMERA:
                fault = Random(f"{one.number}/{now}").choice(list(CameraFault))
                self._spells.append(Spell(fault, now, now + round(one.seconds * SECOND)))
            case Fault.SCREEN:
                self._screen.plugged = False
            case Fault.STORM:
                self._storm_at = now
            case Fault.FULL | Fault.ERROR:
                self._disk_is(now)
            case Fault.BACKUP | Fault.SETTING:
                self._does(one.fault)
            case _ if self._gadgets is not None:
                self._gadgets.out.add(one.fault)
            case _:
                pass

    def _end(self, one: Trouble, now: int) -> None:
        if self._is_used(one.fault):
            again = any(two.fault is Fault.SCREEN for two, _ in self._now)  # pulled twice
            self._parts[one.fault] = one.fault is Fault.SCREEN and again, now
        match one.fault:
            case Fault.HUB if isinstance(self._hub, HubWiring):
                self._hub.hub.plug()
            case Fault.SCREEN:
                self._screen.plugged = not any(two.fault is one.fault for two, _ in self._now)
            case Fault.FULL | Fault.ERROR:
                self._disk_is(now)
            case _ if self._gadgets is not None:
                self._gadgets.out.discard(one.fault)
            case _:
                pass

    def _disk_is(self, now: int) -> None:
        """Full or failing, or well again."""
        wrong = {trouble.fault for trouble, _ in self._now}
        self._disk.full, self._disk.failing = Fault.FULL in wrong, Fault.ERROR in wrong
        self._broken_until = NEVER if wrong & {Fault.FULL, Fault.ERROR} else now

    def _chatter(self, now: int) -> None:
        """Let a line without a player chatter."""
        free = [place for place in range(PLACES_TO_SIT) if place not in self.world.people.buzzers]
        while self._storm_at < now:
            self._storm_at += STORM_EVERY
            down = self._storm_at // STORM_EVERY % 2 == 0
            self.loop.post(Edge(free[-1], down, self._storm_at))
            self._unread = True

    def _verdicts(self, change: Change) -> None:
        self.counts["verdicts"] += sum(isinstance(event, Verdict) for event in change.events)
        self.counts["plays"] += sum(isinstance(event, Played) for event in change.events)

    def _reasons_shown(self, change: Change) -> None:
        """Check that the screen names every lost part at any moment."""
        table, words = self.loop.seen, words_of("en")
        if not table.lost:
            return
        view = view_of(table, change.now, words)
        waits = Attract | Lobby
        paused = (
            view.paused
            or isinstance(table.inner, waits)
            or isinstance(self.loop.table.inner, waits)
        )
        gone = table.lost.keys() & NEEDED
        dark = gone == {SCREEN}  # the picture is not visible
        named = dark or any(words.say(table.lost[name]) in view.notice.text for name in gone)
        blind = table.lost.get(CAMERA)
        if gone and not (named and paused):
            raise PromiseError(
                f"{', '.join(sorted(gone))} is lost and the screen says {view.notice.text!r}: "
                f"{describe(change.after)}"
            )
        if blind is not None and words.say(blind) not in view.box.camera:
            shown = f"{view.box.camera!r}: {describe(change.after)}"
            raise PromiseError(f"the camera is lost and the screen says {shown}")


def _game(table: Table) -> object:
    """Return the decisions of a table."""
    match = table.stage.match
    return None if match is None else match.actions


def people_of(seed: str, begun: Begun, most: range, *, games: int = 1) -> Players:
    """Return the players of an evening with `games` still to play, always the same."""
    chance, table = Random(f"guests/{seed}"), begun.loop.table
    count = chance.choice(most)
    buzzers = chance.sample(range(PLACES_TO_SIT - 1), count)
    if table.stage.match is not None:
        buzzers = list(table.buzzers)
    names = sorted(POLICIES)
    policies = [POLICIES[chance.choice(names)] for _ in range(PLACES_TO_SIT)]
    people = Players(chance.randrange(1 << 30), policies, tuple(buzzers), games=table.games + games)
    people.hands = WholeHands(Random(people.seed))
    return people


def wiring_of(clock: VirtualClock, seed: int, at: int, *, hub: bool) -> HubWiring | PinWiring:
    """Return the buzzers, with their clocks at `at` (ns)."""
    if not hub:
        return PinWiring(clock)
    wiring = HubWiring(seed)
    wiring.hub.now = -(-at // US) * US
    wiring.hub.reset(port_stays=True)  # in one jump its clock passes more than it tells apart
    return wiring
