"""Who was first, told a second time: from when fingers really touched.

Shares no code with the arbiter, the buttons or the table. A press is a doubt of the newest play
from the moment of its commit until something covers it; that of a seat which may move only
within the window, and after that only as a hold that says so.
"""

from dataclasses import dataclass, field, replace

from appliance.core.signals import MS
from appliance.rules.events import Corrected, Drew, Guessed, LaidAway, Passed, Picked, Played
from appliance.rules.game import Phase
from appliance.sim.change import Change
from appliance.sim.people.fingers import FingerPress, Hands, Why
from appliance.table import Table
from appliance.table.stages import Turns

COMMITS_AFTER = 700 * MS
FORCES_AFTER = 800 * MS
TAKES_BACK_FOR = 1200 * MS
"""For so long after a move a press of who made it takes it back."""
LATE_FOR_THE_FLOOR = 500 * MS

Moves = Played | Passed | Drew | LaidAway | Guessed | Picked | Corrected


@dataclass(frozen=True, slots=True)
class Era:
    """From `since` (ns) until the next: who may move, who moved last and when, who has begun to.

    A press of a seat in `live` is a turn and no doubt, once the window is over.
    """

    since: int
    live: tuple[int, ...]
    mover: int | None
    moved_at: int
    floor: int | None = None


@dataclass(slots=True)
class OpenPlay:
    """The newest play: doubted by what comes after `opened` (ns), by anybody until `free_at`."""

    opened: int = 0
    free_at: int | None = None
    eras: list[Era] = field(default_factory=list)


class RaceCheck:
    """Watches the races of one evening."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._play = OpenPlay()

    def saw(self, change: Change) -> list[str]:
        """What the table got wrong about who was first; a doubter who was none, a doubt missed."""
        before, after = change.tables
        was, is_ = _turns_of(before), _turns_of(after)
        if was is None or is_ is None:
            return []
        faults: list[str] = []
        commit = self._committed(change)
        if _taken_back(before, after):
            before = replace(before, stage=before.turns.undo or before.stage)
            self._begin(before, _from(is_))
        if commit is not None:
            faults += self._move(change, commit)
        elif after.game.phase is Phase.OVER and before.game.phase is Phase.LAST_CARDS:
            faults += self._overlooked(before, was.closes_at)
        if after.game.doubter is not None and before.game.doubter is None:
            faults += self._doubted(before, after, change.now)
        self._note(before, after, commit)
        return faults

    def _note(self, before: Table, after: Table, commit: int | None) -> None:
        """Keep in mind from when which presses mean what."""
        was, is_ = _turns_of(before), _turns_of(after)
        assert was is not None  # noqa: S101 - the caller looked
        assert is_ is not None  # noqa: S101 - the caller looked
        moved = (is_.game.claim, is_.counts_from) != (was.game.claim, was.counts_from)
        if moved or before.paused is not None is after.paused:
            self._begin(after, _from(is_) if commit is None else commit)
        elif is_.floor != was.floor or is_.moved_at != was.moved_at:
            since = is_.floor_at if is_.floor is not None else self._play.opened
            live = after.ruleset.live(is_.game)
            self._play.eras.append(Era(since, live, is_.mover, is_.moved_at, is_.floor))
        self._play.free_at = self._window(after)

    def _begin(self, table: Table, opened: int) -> None:
        """The newest play can be doubted from `opened` (ns) on."""
        turns = _turns_of(table)
        assert turns is not None  # noqa: S101 - the caller looked
        live = table.ruleset.live(turns.game)
        era = Era(opened, live, turns.mover, turns.moved_at, turns.floor)
        self._play = OpenPlay(opened, self._window(table), [era])

    def _committed(self, change: Change) -> int | None:
        """When the hold came true that made the move of this change, if it made one.

        Who has one seat to pick need not hold for it.
        """
        event = next((event for event in change.events if isinstance(event, Moves)), None)
        was = _turns_of(change.tables[0])
        if event is None or was is None:
            return None
        at = self._commit(change.tables[1].buzzers[event.seat], change.now)
        old = at is not None and at <= was.moved_at
        return None if isinstance(event, Picked) and old else at

    def _commit(self, buzzer: int, now: int) -> int | None:
        """When the newest hold of `buzzer` that commits came true (ns)."""
        for touch in reversed(self._hands.made):
            if touch.why is Why.COMMIT and touch.buzzer == buzzer:
                at = touch.at + COMMITS_AFTER
                if at <= min(now, touch.until):
                    return at
        return None

    def _move(self, change: Change, commit: int) -> list[str]:
        """A move: it counts from its commit, and nobody had doubted until then."""
        moved_at = change.tables[1].match.moved_at
        faults = self._overlooked(change.tables[0], commit)
        if moved_at != commit and change.tables[1].game.doubter is None:
            faults.append(f"a move of {commit} ns counts from {moved_at}")
        return faults

    @staticmethod
    def _window(table: Table) -> int | None:
        """Until when a press of a seat that may move is a doubt (ns)."""
        turns, house = _turns_of(table), table.ruleset.house(dict(table.settings.options))
        assert turns is not None  # noqa: S101 - the caller looked
        if table.game.phase is Phase.LAST_CARDS:
            return turns.closes_at  # doubled, perhaps
        if table.settings.doubt_window_ms is None:
            return turns.opened_at + int(house.get("min_hold_ms", 0)) * MS
        window = max(table.settings.doubt_window_ms, int(house.get("min_hold_ms", 0)))
        return turns.opened_at + window * MS

    # --- who doubted ---------------------------------------------------------------------------

    def _may_doubt(self, table: Table) -> list[int]:
        """The seats that may doubt by a press; in last cards of some games the rules say who."""
        game = table.game
        assert game.claim is not None  # noqa: S101 - there is a play
        if not table.ruleset.races:
            last = game.phase is Phase.LAST_CARDS
            return sorted(table.ruleset.tie_order(game)) if last else []
        left = {game.claim.seat, *game.out, *game.gone}
        return [seat for seat in range(len(table.buzzers)) if seat not in left]

    def _doubts(self, table: Table, until: int) -> dict[int, int]:
        """Each seat's first true doubt of the newest play, up to `until` (ns)."""
        first: dict[int, int] = {}
        may = self._may_doubt(table)
        for touch in self._hands.made:
            seat = table.seat_of(touch.buzzer)
            if seat is None or seat not in may or touch.why is Why.GLITCH:
                continue
            at = self._moment(touch, seat)
            if at is not None and self._play.opened < at <= until:
                first[seat] = min(at, first.get(seat, at))
        return first

    def _moment(self, touch: FingerPress, seat: int) -> int | None:
        """When `touch` was a doubt, if it was one."""
        if touch.why is Why.HOLD_SLAP:
            return touch.at + COMMITS_AFTER
        if self._play.free_at is None or touch.at <= self._play.free_at:
            return touch.at
        eras = [era for era in self._play.eras if era.since <= touch.at]
        if not eras:
            return touch.at
        era = eras[-1]
        if seat == era.mover and touch.at <= era.moved_at + TAKES_BACK_FOR:
            return None
        if seat not in era.live:
            return touch.at
        late = era.floor not in (None, seat) and touch.at > era.since + LATE_FOR_THE_FLOOR
        return touch.at if late else None

    def _doubted(self, before: Table, table: Table, now: int) -> list[str]:
        """Whether the doubter was the first, by the game's own rule for ties."""
        game, claim, doubter = table.game, table.game.claim, table.game.doubter
        if claim is None or game.phase is Phase.ANSWER or not self._may_doubt(before):
            return self._chosen(before, table, now)
        house = table.ruleset.house(dict(table.settings.options))
        commits = [self._commit(table.buzzers[seat], now) for seat in self._movers()]
        covers = [at for at in commits if at is not None and at > self._play.opened]
        winners = []
        for until in (now, *covers):
            first = self._doubts(before, until)
            if first:
                start, tie = min(first.values()), int(house["tie_window_ms"]) * MS
                tied = [seat for seat, at in first.items() if at - start <= tie]
                right = game.dealer if house["tie_rule"] == "dealer_left" else claim.seat
                seats = len(table.buzzers)
                winners.append(min(tied, key=lambda seat: (seat - right - 1) % seats))
        if not winners:
            return [f"nobody doubted, yet seat {doubter} is the doubter"]
        if doubter not in winners:
            return [f"seat {winners[-1]} doubted first, not {doubter}"]
        return []

    def _movers(self) -> tuple[int, ...]:
        return self._play.eras[-1].live if self._play.eras else ()

    def _chosen(self, before: Table, after: Table, now: int) -> list[str]:
        """Where a doubt is one of a seat's moves: he must be on turn, and have held for it."""
        doubter = after.game.doubter
        assert doubter is not None  # noqa: S101 - the caller looked
        commit = self._commit(after.buzzers[doubter], now)
        if doubter != before.game.turn or commit is None or commit <= self._play.opened:
            return [f"seat {doubter} doubts, and did not say so"]
        return []

    def _overlooked(self, before: Table, until: int | None) -> list[str]:
        if before.game.claim is None or before.game.doubter is not None or until is None:
            return []
        first = self._doubts(before, until)
        return [f"a doubt was overlooked: {first}"] if first else []


def _taken_back(before: Table, after: Table) -> bool:
    """Whether the newest move was taken back, whatever happened after that."""
    undo, kept = _undo_of(before), _undo_of(after)
    if undo is None or kept is undo:
        return False
    was, old, now = before.game, undo.game, after.game
    return (old.claim, old.turn) == (now.claim, now.turn) != (was.claim, was.turn)


def _undo_of(table: Table) -> Turns | None:
    """The turns before the newest move, while it may be taken back."""
    return table.turns.undo if isinstance(table.inner, Turns) else None


def _turns_of(table: Table) -> Turns | None:
    """The turns that presses count in; outside of them those of which nothing can be doubted."""
    turns, match = table.open_turns, table.stage.match
    return Turns(match=match) if turns is None and match is not None else turns


def _from(turns: Turns) -> int:
    """From when on presses are doubts, where no commit says so (ns)."""
    return max(turns.counts_from, turns.slaps_from)
