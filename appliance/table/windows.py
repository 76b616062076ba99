"""Decides from the table's state whether a press is a doubt or belongs to a turn.

The next player both plays and may doubt. While the doubt window is open, every press but the
claimant's is a doubt. At its end the screen stops asking, and presses keep their meaning until
hands have come to rest. Then the turn begins, and presses of a seat that may move belong to it.
The first press decides a race, as a doubt or as a force.
"""

from appliance.core.signals import MS, NEVER, SECOND
from appliance.presses.arbiter import Race
from appliance.presses.debounce import JUDGED, RELEASE, Press
from appliance.presses.gestures import HOLD_AFTER
from appliance.presses.grammar import AGAIN_WITHIN, REPEATS_FOR, Grammar
from appliance.table.elements import Raced
from appliance.table.menu import Menu
from appliance.table.state import Table
from bluffing.actions import Doubt, Force, Pick
from bluffing.game import Phase

SETTLES = 900 * MS
"""Time for which a press keeps its meaning after the screen has stopped showing it.

Hands need 150 to 900 ms from seeing to a press. Meanwhile the screen asks for nothing new, so that
a doubt a moment too late never becomes a card.
"""

LAST_CALL = 3 * SECOND
"""Time to doubt after the claimant has called the end of an untimed window."""

UNCALLED = 8000
"""Length (ms) of an untimed window while the claimant's buzzer is stuck."""

TAKE_BACK = 1200 * MS
"""Time for which the screen invites a seat to take back its committed move, by a tap."""

_HASTY = 500 * MS  # before format 8, presses meant nothing for this time

FLOOR_FOR = 5 * SECOND
"""Time without a gesture after which a seat gives up the floor."""

FORCE_AFTER = 800 * MS
"""Time after which a held slap forces, if that is legal; let go earlier, it doubts."""


def race_of(table: Table) -> Race | None:
    """Return the current race for the newest play, or None if no press can be a doubt."""
    turns = table.playing
    if turns is None or not turns.game.phase.doubtable:
        return None
    last = turns.game.phase is Phase.LAST_CARDS
    if not (table.ruleset.races_in(turns.game) or last):
        return None
    closes_at = turns.closes_at if last and turns.closes_at is not None else NEVER
    if turns.pending is not None and turns.pending.closes:
        closes_at = min(turns.pending.at, closes_at)
    order = table.ruleset.tie_order(turns.game)
    return Race(
        opened_at=max(turns.counts_from, turns.slaps_from),
        closes_at=closes_at,
        order=tuple(table.buzzers[seat] for seat in order),
        tie_window=tie_window(table) * MS,
        settle=table.settings.settle_ms * MS,
    )


def tie_window(table: Table) -> int:
    """Return the width of a tie in ms: the house's, or the stamps' if that is wider."""
    return max(table.ruleset.timing(table.game).tie_window_ms, table.settings.tie_ms)


def doubts(table: Table, now: int) -> tuple[Press, ...]:
    """Return the presses that doubt the newest play, if they are in time for its race."""
    turns = table.turns
    live = table.ruleset.live(turns.game)
    by_seat = ((press, table.seat_of(press.buzzer)) for press in pressed(table, now))
    presses = tuple(
        press
        for press, seat in by_seat
        if seat is not None and slaps_at(table, seat, press.at, live, now)
    )
    if turns.slap is not None:
        presses += (Press(table.buzzers[turns.slap.action.seat], turns.slap.at, None),)
    return presses


def slaps_at(table: Table, seat: int, at: int, live: tuple[int, ...], now: int) -> bool:
    """Return True if a press of `seat` at `at` (ns) is a doubt, as known at `now`.

    After the window, only a press outside every turn is a doubt. `live` are the seats that may
    move.
    """
    turns = table.turns
    if at <= turn_free_at(table):
        return True
    if seat == turns.mover and at <= back_until(table, seat, turns.moved_at):
        return False
    if seat not in live:
        whose = table.helped_by(seat)  # on that seat's turn its helper's buzzer races no more
        return whose is None or live != (whose,) or at < turn_from(table, whose)
    if len(live) == 1 or turns.floor is None or seat == turns.floor:
        return not table.settings.conventions.hasty and at < turn_from(table, seat)
    # a press for the floor that was a moment late is no doubt
    return turns.floor_told + settles(table) < at <= floor_until(table, now)


def settles(table: Table) -> int:
    """Return the time (ns) that hands need to come to rest after the screen has changed."""
    return _HASTY if table.settings.conventions.hasty else SETTLES


def settled(table: Table, at: int) -> int:
    """Return the time (ns) at which hands rest after a change at `at`; hasty tables return `at`."""
    return at if table.settings.conventions.hasty else at + SETTLES


def pressed(table: Table, now: int) -> tuple[Press, ...]:
    """List the presses, without stuck buttons and those for which others press."""
    stuck = {*table.buttons.stuck(now), *table.helpers}
    return tuple(one for one in table.buttons.presses(now) if one.buzzer not in stuck)


def turn_free_at(table: Table) -> int:
    """Return the time (ns) at which presses of a seat that may move stop being doubts."""
    turns = table.turns
    if turns.closes_at is not None:
        return turns.closes_at
    last = turns.game.phase is Phase.LAST_CARDS
    return held_until(table) if table.settings.conventions.hasty and not last else NEVER


def calls_end(table: Table, at: int) -> bool:
    """Return True if a tap of the claimant at `at` (ns) ends an untimed doubt window."""
    turns, claim = table.turns, table.game.claim
    untimed = turns.closes_at is None and turns.game.phase is Phase.OPEN
    if table.settings.conventions.hasty or not untimed or race_of(table) is None or claim is None:
        return False
    return at > max(turns.opened_at, back_until(table, claim.seat, turns.moved_at))


def asks_doubt(table: Table, at: int) -> bool:
    """Return True if the screen asks at `at` (ns) for doubts of the newest play."""
    race = race_of(table)
    if race is None:
        return False
    if table.settings.conventions.hasty:
        return True
    return race.opened_at < at <= min(race.closes_at, turn_free_at(table))


def changes(table: Table) -> tuple[int, ...]:
    """Return the times (ns) after which a press has another meaning, in the current race."""
    race, claim = race_of(table), table.game.claim
    if race is None or claim is None or table.settings.conventions.hasty:
        return ()
    live = (seat for seat in table.ruleset.live(table.game) if seat != claim.seat)
    turns = (turn_from(table, seat) - 1 for seat in live)
    return tuple(at for at in (race.opened_at, turn_free_at(table), *turns) if at < NEVER)


def turn_from(table: Table, seat: int) -> int:
    """Return the earliest time (ns) of a press of `seat`, which may move, that is its turn."""
    turns = table.turns
    began, claim = max(turns.since, turns.counts_from), turns.game.claim
    if race_of(table) is not None and not (claim is not None and claim.seat == seat):
        # a move after the play keeps the window, but the next seat may still slap
        changed = max(turn_free_at(table), turns.moved_at)
        began = max(began, changed + settles(table) + 1)
    if seat != turns.mover or turns.undo is None:
        return began
    until = back_until(table, seat, turns.moved_at)
    return began if until <= began or walks(table, seat) else until


def taker_back(table: Table, at: int) -> int | None:
    """Return the seat whose tap takes its newest move back or drops a committed one, or None.

    The tap began at `at` (ns); its beginning counts, because then the screen invited it.
    """
    turns, pending, mover = table.turns, table.turns.pending, table.turns.mover
    if pending is not None:
        seat: int | None = getattr(pending.action, "seat", None)
        drops = seat is not None and back_from(table, seat, pending.at) < at <= pending.free_until
        return seat if drops else None
    if turns.undo is None or mover is None:
        return None
    if turns.correction is not None and not table.settings.conventions.hasty:
        return None  # a tap counts a card
    if not back_from(table, mover, turns.moved_at) < at <= back_until(table, mover, turns.moved_at):
        return None
    return None if walks(table, mover) else mover


def invited_back(table: Table, at: int) -> int | None:
    """Return the seat that the screen invites at `at` (ns); a tap counts a little longer."""
    seat, lasts = taker_back(table, at), table.turns.pending is not None
    return seat if lasts or seat == taker_back(table, settled(table, at)) else None


def back_from(table: Table, seat: int, moved_at: int) -> int:
    """Return the time (ns) after which a tap of `seat` takes back its move of `moved_at` (ns)."""
    return moved_at + (REPEATS_FOR if table.settings.steps(table.buzzers[seat]) else 0)


def back_until(table: Table, seat: int, moved_at: int) -> int:
    """Return the last time (ns) at which it does; all seats have equally long."""
    return settled(table, back_from(table, seat, moved_at) + TAKE_BACK)


def repeats(table: Table, seat: int, at: int) -> bool:
    """Return True if a press of `seat` at `at` (ns) only repeats the press of its move.

    A stepping seat has no options meanwhile.
    """
    turns = table.turns
    if turns.pending is not None:
        return seat == getattr(turns.pending.action, "seat", None)
    return (
        turns.undo is not None
        and seat == turns.mover
        and turns.moved_at < at <= back_from(table, seat, turns.moved_at)
    )


def held_until(table: Table) -> int:
    """Return the time (ns) before which nothing may cover the newest play or end a right."""
    turns = table.turns
    if turns.game.phase is not Phase.OPEN and table.ruleset.awaits(turns.game) is None:
        return 0
    return turns.opened_at + table.ruleset.timing(turns.game).min_hold_ms * MS


def closes_at_of(table: Table, opened_at: int) -> int | None:
    """Return the end of the doubt window that opened at `opened_at` (ns); None: untimed."""
    timing, times = table.ruleset.timing(table.game), 2 if more_time(table) else 1
    if table.game.phase is Phase.LAST_CARDS:
        return opened_at + times * timing.last_card_window_ms * MS
    window, claim = table.settings.doubt_window_ms, table.game.claim
    if window is None and claim is not None and table.buzzers[claim.seat] in table.helpers:
        window = UNCALLED  # the claimant can't call its end
    return None if window is None else opened_at + max(times * window, timing.min_hold_ms) * MS


def more_time(table: Table) -> tuple[int, ...]:
    """Return the seats that may doubt and have more time, by setting; it gives all more time."""
    game, slow = table.game, table.settings.more_time
    if not slow or not game.phase.doubtable:
        return ()
    order = table.ruleset.tie_order(game)
    return tuple(seat for seat in sorted(order) if table.buzzers[seat] in slow)


def burns_from(table: Table) -> int:
    """Return the time (ns) at which the open doubt window starts to burn down."""
    turns = table.turns
    began = max(turns.opened_at, turns.slaps_from)
    called = table.settings.doubt_window_ms is None and turns.game.phase is Phase.OPEN
    return max(began, (turns.closes_at or 0) - LAST_CALL) if called else began


def extension(table: Table) -> int:
    """Return the possible extension (ns) of the last-card window: once, by the same length."""
    turns = table.turns
    if turns.game.phase is not Phase.LAST_CARDS or turns.closes_at is None:
        return 0
    window = table.ruleset.timing(turns.game).last_card_window_ms * MS
    window *= 2 if more_time(table) else 1
    return window if turns.closes_at - turns.opened_at <= window else 0


# --- the seat on turn --------------------------------------------------------------------------


def first(table: Table) -> int | None:
    """Return the first seat of the race, while a hold may still make its doubt a force."""
    raced = table.turns.raced
    return None if raced is None else table.seat_of(raced.finish.doubter)


def on_turn(table: Table) -> int | None:
    """Return the seat on turn: the only one that may move, or the one with the floor."""
    turns, live = table.turns, table.ruleset.live(table.game)
    if len(live) == 1:
        return live[0]
    if turns.floor in live:
        return turns.floor
    return table.game.turn if table.ruleset.awaits(table.game) is not None else None


def menu_of(table: Table, seat: int) -> Menu:
    """Return the options of `seat` now."""
    turns = table.turns
    return Menu(table.ruleset, turns.game, seat, turns.match.announced)


def walks(table: Table, seat: int) -> bool:
    """Return True if a tap of `seat` takes a ring's next option, even just after its move."""
    if seat != on_turn(table):
        return False
    menu = menu_of(table, seat)
    return menu.automatic() is None and bool(menu.question(None).labels)


def automatic_pick(table: Table) -> Pick | None:
    """Return the pick of the seat on turn if it may pick only one seat, without a question."""
    seat = on_turn(table)
    return menu_of(table, seat).automatic() if seat is not None else None


def floor_race(table: Table) -> Race | None:
    """Return the race for the floor between seats that may move, by the times of their presses."""
    turns, live = table.turns, table.ruleset.live(table.game)
    if len(live) < 2 or turns.floor in live or turns.pending is not None:
        return None
    claim = turns.game.claim
    right = turns.game.dealer if claim is None else claim.seat
    order = sorted(live, key=lambda seat: (seat - right - 1) % len(table.buzzers))
    return Race(
        opened_at=max(turns.floor_at, *(turn_from(table, seat) - 1 for seat in live)),
        closes_at=NEVER,
        order=tuple(table.buzzers[seat] for seat in order),
        tie_window=table.settings.tie_ms * MS,
        settle=table.settings.settle_ms * MS,
    )


def floor_from(table: Table) -> int:
    """Return the earliest time (ns) to press for a floor that was given up; 0: at once."""
    race = floor_race(table)
    return 0 if race is None else race.opened_at + 1


def floor_until(table: Table, now: int) -> int:
    """Return when (ns) the seat with the floor gives it up; NEVER while its button is down."""
    turns = table.turns
    if turns.floor is None:
        return NEVER
    buzzer = table.buzzers[turns.floor]
    if table.buttons.is_down(buzzer) and buzzer not in table.buttons.stuck(now):
        return NEVER
    stepping = table.stepping.get(buzzer)
    if stepping is None:
        return max(turns.touched_at, turns.counts_from) + FLOOR_FOR
    # a stepping seat has it for two rounds of a scan, and longer after a press
    scans = table.settings.grammar(buzzer) is Grammar.SCAN
    rounds = 2 * len(stepping.ways) * table.settings.scan_ms * MS if scans else 0
    chosen = max(stepping.since + rounds, stepping.at)
    return max(turns.touched_at, turns.counts_from, chosen) + FLOOR_FOR


# --- doubt or force ----------------------------------------------------------------------------


def slap_kind(table: Table, raced: Raced, seat: int, now: int) -> Doubt | Force:
    """Return the slap of `seat`, the doubter, as a doubt or a force.

    A slap lost in a power cut is a doubt, like every slap. A player who can't hold it forces by a
    second press.
    """
    if table.settings.steps(raced.finish.doubter):
        return Force(seat) if _again(table, raced, now) is not None else Doubt(seat)
    onset, end = _slap(table, raced, now)
    return Doubt(seat) if end is not None and end - onset < FORCE_AFTER else Force(seat)


def slap_until(table: Table, raced: Raced, now: int) -> int:
    """Return the time (ns) up to which the doubter's edges decide the kind, as known at `now`."""
    onset, end = _slap(table, raced, now)
    if table.settings.steps(raced.finish.doubter):
        second = _again(table, raced, now)
        return (onset + AGAIN_WITHIN if second is None else second) + JUDGED
    held = onset + FORCE_AFTER
    return (held if end is None else min(end, held)) + RELEASE


def again(table: Table, raced: Raced) -> tuple[int, int]:
    """Return beginning and end (ns) of the time in which the doubter's second press forces.

    A player who can hold a slap doesn't need it: the time begins and ends with the slap.
    """
    onset = next(one.at for one in raced.finish.places if one.buzzer == raced.finish.doubter)
    steps = table.settings.steps(raced.finish.doubter)
    return (onset + REPEATS_FOR, onset + AGAIN_WITHIN) if steps else (onset, onset)


def _again(table: Table, raced: Raced, now: int) -> int | None:
    """Return the time (ns) of the doubter's second press, or None."""
    after, until = again(table, raced)
    own = (one.at for one in pressed(table, now) if one.buzzer == raced.finish.doubter)
    return next((at for at in own if after < at <= until), None)


def _slap(table: Table, raced: Raced, now: int) -> tuple[int, int | None]:
    """Return beginning and end of the doubter's slap."""
    doubter, places = raced.finish.doubter, raced.finish.places
    onset = next(place.at for place in places if place.buzzer == doubter)
    own = (one for one in table.buttons.presses(now) if one.buzzer == doubter)
    return onset, next((one.until for one in own if one.at == onset), onset)


def moments(table: Table, now: int) -> list[int]:
    """List the times (ns) up to which a press in the turns means what it does at `now`."""
    turns = table.turns
    presses = [turn_free_at(table), turns.moved_at, floor_from(table) - 1]
    presses += [turns.floor_told + settles(table), floor_until(table, now)]
    if turns.mover is not None:
        moved = table, turns.mover, turns.moved_at
        presses += [back_from(*moved), back_from(*moved) + TAKE_BACK, back_until(*moved)]
    race = race_of(table)
    if race is not None:
        presses += [race.opened_at, race.closes_at]
    presses += [turn_from(table, seat) - 1 for seat in table.ruleset.live(turns.game)]
    if turns.pending is not None:
        presses += [turns.pending.at, turns.pending.free_until]
        presses += [turns.pending.at + REPEATS_FOR] * table.settings.some_step
    if turns.raced is not None:
        presses += again(table, turns.raced)
    covers_from = held_until(table)
    times = [covers_from - HOLD_AFTER - 1, covers_from - 1]
    return times + [at - 1 for at in presses]  # facts describe a press just after them
