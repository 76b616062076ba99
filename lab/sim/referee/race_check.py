"""An independent check of races, by the true times of fingers.

It shares no code with the arbiter, the buttons or the table. A press is a doubt of the newest play
after its commit and until another play covers it. A press of a seat that may move is a doubt only
within the window and until hands have come to rest, and after that only as a hold that doubts. A
press within that time of a covering play was too late for the covered play, and doubts neither.
"""

from appliance.core.signals import MS
from appliance.table import Table
from appliance.table.stages import Turns
from bluffing.events import Corrected, Picked, Played
from bluffing.game import Phase
from lab.sim.change import Change
from lab.sim.people.fingers import FingerPress, Hands, Why
from lab.sim.world import MOVES

COMMITS_AFTER = 700 * MS
CHOSEN_AFTER = {Why.TAKES: 0, Why.RESTS: 2000 * MS}
"""Time between a press and the choice of a player who steps through the choices (ns)."""
HANDS_REST = 900 * MS
"""Time after a change of the screen in which a press keeps its earlier meaning."""
TAKES_BACK_FOR = 1200 * MS + HANDS_REST
SHAKES_FOR = 500 * MS
"""TAKES_BACK_FOR is the time in which a press of the mover takes the move back; SHAKES_FOR is added
for a player who steps through the choices, whose first presses only repeat the moving one."""


class RaceCheck:
    """Watches the races of one evening.

    Any player doubts the newest play by a press after `_opened` (ns) until its window ends. After
    that a press of a seat that may move is a turn and no doubt: `_eras` are the turns that say so,
    each with its first moment (ns) and the time at which people saw it.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands, self._opened = hands, 0
        self._covers: set[int] = set()  # the openings of plays that covered another
        self._eras: list[tuple[int, Turns, int]] = []
        self._table: Table  # the newest, for its rules and its seats

    def saw(self, change: Change) -> list[str]:
        """Return the table's errors about who was first: a false doubter, or a missed doubt."""
        before, self._table = change.tables
        was, is_ = _turns_of(before), _turns_of(self._table)
        if was is None or is_ is None:
            return []
        faults: list[str] = []
        commit, stood = self._committed(change, was), was
        if was.undo is not None and _taken_back(was, was.undo, is_):
            stood = was.undo
            self._opened = _from(is_)
            self._eras = [(self._opened, stood, change.now)]
        if commit is not None:  # it counts from there, and no player had doubted until then
            faults += self._overlooked(was, commit)
            if is_.moved_at != commit and is_.game.doubter is None:
                faults.append(f"a move of {commit} ns counts from {is_.moved_at}")
        elif is_.game.phase is Phase.OVER and stood.game.phase is Phase.LAST_CARDS:
            faults += self._overlooked(stood, was.closes_at)
        if is_.game.doubter is not None and stood.game.doubter is None:
            faults += self._doubted(stood, is_, change.now)
        moved = (is_.game.claim, is_.counts_from) != (stood.game.claim, stood.counts_from)
        if moved or before.paused is not None is self._table.paused:
            played = any(isinstance(event, Played) for event in change.events)
            races = self._table.ruleset.races_in(was.game)
            covers = played and was.game.phase is Phase.OPEN and races
            self._opened = _from(is_) if commit is None else commit + HANDS_REST * covers
            self._covers |= {is_.opened_at} if covers else set()
            self._eras = [(self._opened, is_, change.now)]
        elif is_.floor != stood.floor or is_.moved_at != stood.moved_at:
            since = is_.floor_at if is_.floor is not None else self._opened
            self._eras.append((since, is_, change.now))
        return faults

    # --- from when which presses mean what -------------------------------------------------------

    def _committed(self, change: Change, was: Turns) -> int | None:
        """Time of the hold that made the move of this change, or None.

        A player who can pick only one seat need not hold.
        """
        moves = (event for event in change.events if isinstance(event, MOVES | Corrected))
        if (event := next(moves, None)) is None:
            return None
        at = self._commit(event.seat, change.now)
        old = at is not None and at <= was.moved_at
        return None if isinstance(event, Picked) and old else at

    def _commit(self, seat: int, now: int) -> int | None:
        """Time of the newest hold of `seat` that commits (ns)."""
        for touch in reversed(self._hands.made):
            if touch.buzzer != self._table.buzzers[seat]:
                continue
            if touch.why is Why.COMMIT and touch.at + COMMITS_AFTER <= min(now, touch.until):
                return touch.at + COMMITS_AFTER
            if touch.why in CHOSEN_AFTER and touch.at + CHOSEN_AFTER[touch.why] <= now:
                return touch.at + CHOSEN_AFTER[touch.why]
        return None

    def _window(self, turns: Turns) -> int | None:
        """End of the time in which a press of a seat that may move is a doubt (ns)."""
        if turns.game.phase is Phase.LAST_CARDS:
            return turns.closes_at  # doubled, perhaps
        settings = self._table.settings
        house = self._table.ruleset.house(dict(settings.options))
        if settings.doubt_window_ms is None:
            return turns.closes_at  # called, or open still
        window = max(settings.doubt_window_ms, int(house.get("min_hold_ms", 0)))
        rests = HANDS_REST if turns.opened_at in self._covers else 0
        return turns.opened_at + rests + window * MS

    # --- who doubted ---------------------------------------------------------------------------

    def _may_doubt(self, turns: Turns) -> list[int]:
        """List the seats that may doubt by a press; for last cards some games have a rule."""
        game, ruleset = turns.game, self._table.ruleset
        assert game.claim is not None  # noqa: S101 - there is a play
        if not ruleset.races_in(game):
            last = game.phase is Phase.LAST_CARDS
            return sorted(ruleset.tie_order(game)) if last else []
        left = {game.claim.seat, *game.out, *game.gone}
        return [seat for seat in range(len(self._table.buzzers)) if seat not in left]

    def _doubts(self, turns: Turns, until: int) -> dict[int, int]:
        """Each seat's first true doubt of the newest play, up to `until` (ns)."""
        first: dict[int, int] = {}
        may, free_at = self._may_doubt(turns), self._window(turns)
        for touch in self._hands.made:
            seat = self._table.seat_of(touch.buzzer)
            if seat is None or seat not in may or touch.why is Why.GLITCH:
                continue
            at = self._moment(touch, seat, free_at)
            if at is not None and self._opened < at <= until:
                first[seat] = min(at, first.get(seat, at))
        return first

    def _moment(self, touch: FingerPress, seat: int, free_at: int | None) -> int | None:
        """Time at which `touch` was a doubt, or None."""
        if touch.why is Why.HOLD_SLAP:
            at = touch.at + COMMITS_AFTER
            return at if at <= touch.until else None  # let go: "no, wait"
        if free_at is None or touch.at <= free_at:
            return touch.at
        eras = (era for era in reversed(self._eras) if era[0] <= touch.at)
        _, turns, announced = next(eras, (0, None, 0))
        if turns is None:
            return touch.at
        steps = self._table.settings.steps(touch.buzzer)
        takes_back_for = TAKES_BACK_FOR + (SHAKES_FOR if steps else 0)
        if seat == turns.mover and touch.at <= turns.moved_at + takes_back_for:
            return None
        late = turns.floor not in (None, seat) and touch.at > announced + HANDS_REST
        live = self._table.ruleset.live(turns.game)
        alone = len(live) == 1 or turns.floor in (None, seat)
        rests = alone and touch.at <= max(free_at, turns.moved_at) + HANDS_REST
        return touch.at if late or rests or seat not in live else None

    def _doubted(self, was: Turns, is_: Turns, now: int) -> list[str]:
        """Return errors if the doubter was not the first, by the game's own rule for ties."""
        game, doubter = is_.game, is_.game.doubter
        house = self._table.ruleset.house(dict(self._table.settings.options))
        assert doubter is not None  # noqa: S101 - the caller looked
        if game.claim is None or game.phase is Phase.ANSWER or not self._may_doubt(was):
            # a doubt is one of a seat's moves: it must be on turn, and have held for it
            commit = self._commit(doubter, now)
            if doubter != was.game.turn or commit is None or commit <= self._opened:
                return [f"seat {doubter} doubts, and did not say so"]
            return []
        movers = self._table.ruleset.live(self._eras[-1][1].game) if self._eras else ()
        commits = [self._commit(seat, now) for seat in movers]
        covers = [at for at in commits if at is not None and at > self._opened]
        winners = []
        for until in (now, *covers):
            if first := self._doubts(was, until):
                start, tie = min(first.values()), int(house["tie_window_ms"]) * MS
                tied = [seat for seat, at in first.items() if at - start <= tie]
                right = game.dealer if house["tie_rule"] == "dealer_left" else game.claim.seat
                seats = len(self._table.buzzers)
                winners.append(min(tied, key=lambda seat: (seat - right - 1) % seats))
        if not winners:
            return [f"nobody doubted, yet seat {doubter} is the doubter"]
        if doubter not in winners:
            return [f"seat {winners[-1]} doubted first, not {doubter}"]
        return []

    def _overlooked(self, was: Turns, until: int | None) -> list[str]:
        if was.game.claim is None or was.game.doubter is not None or until is None:
            return []
        first = self._doubts(was, until)
        return [f"a doubt was overlooked: {first}"] if first else []


def _taken_back(was: Turns, undo: Turns, is_: Turns) -> bool:
    """Return True if the newest move, made from `undo`, was taken back, whatever came after."""
    if is_.undo is undo:
        return False
    stood, old, now = was.game, undo.game, is_.game
    return (old.claim, old.turn) == (now.claim, now.turn) != (stood.claim, stood.turn)


def _turns_of(table: Table) -> Turns | None:
    """Return the turns in which presses count; outside of them, turns without a doubtable play."""
    turns, match = table.open_turns, table.stage.match
    return Turns(match=match) if turns is None and match is not None else turns


def _from(turns: Turns) -> int:
    """First moment at which presses are doubts, if no commit sets it (ns)."""
    return max(turns.counts_from, turns.slaps_from)
