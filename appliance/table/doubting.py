"""When a press is a doubt and when it belongs to a turn, read off the table.

The next player both plays and may doubt. While the doubt window is open every press but the
claimant's is a doubt; after it, and a dead time, those of a seat that may move are its turn.
"""

from appliance.core.signals import MS, SECOND
from appliance.presses.arbiter import Race
from appliance.presses.debounce import Press
from appliance.rules.game import Phase
from appliance.table.menu import Menu
from appliance.table.state import Round, Table

DEAD_TIME = 500 * MS
"""After a window closes, or another seat moved, a press of the seat on turn means nothing for
this long: a doubt that came a moment too late must not become a card."""

TAKE_BACK = 1200 * MS
"""How long after a commit the same seat may tap to take it back."""

FLOOR_FOR = 5 * SECOND
"""So long without a gesture, and the seat that has the floor gives it up."""

NEVER = 1 << 62


def race_of(table: Table) -> Race | None:
    """The race for the newest play as it stands, or None where no press can be a doubt."""
    round_ = table.round
    if round_ is None or round_.game.phase not in (Phase.OPEN, Phase.LAST_CARDS):
        return None
    last = round_.game.phase is Phase.LAST_CARDS
    if not (table.ruleset.races or last):
        return None
    closes_at = round_.closes_at if last else None
    if round_.pending is not None and round_.pending.closes:
        closes_at = min(round_.pending.at, NEVER if closes_at is None else closes_at)
    order = table.ruleset.tie_order(round_.game)
    return Race(
        opened_at=max(round_.counts_from, round_.slaps_from),
        closes_at=closes_at,
        order=tuple(table.buzzers[seat] for seat in order),
        tie_window=tie_window(table) * MS,
        settle=table.settings.settle_ms * MS,
    )


def tie_window(table: Table) -> int:
    """How far (ms) behind the first a press is a tie: what the house says, or the stamps need."""
    return max(table.ruleset.timing(table.game).tie_window_ms, table.settings.tie_ms)


def doubts(table: Table, now: int) -> tuple[Press, ...]:
    """The presses that are doubts of the newest play, if they are in time for its race."""
    round_ = _round(table)
    stuck, live = table.buttons.stuck(now), table.ruleset.live(round_.game)
    window_ends = turn_free_at(table)
    presses = tuple(
        press
        for press in table.buttons.presses(now)
        if press.buzzer not in stuck
        and (press.at <= window_ends or _doubts_after(table, press, live, now))
    )
    if round_.slap is not None:
        presses += (Press(table.buzzers[round_.slap.action.seat], round_.slap.at, None),)
    return presses


def turn_free_at(table: Table) -> int:
    """When the presses of a seat that may move stop being doubts (ns): the window is over."""
    round_ = _round(table)
    if round_.closes_at is not None:
        return round_.closes_at
    return NEVER if round_.game.phase is Phase.LAST_CARDS else held_until(table)


def turn_from(table: Table, seat: int) -> int:
    """From when on (ns) a press of `seat`, which may move, belongs to its turn."""
    round_ = _round(table)
    began = max(table.since, round_.counts_from)
    if seat == round_.mover and table.undo is not None and not walks(table, seat):
        began = max(began, round_.moved_at + TAKE_BACK)
    claim = round_.game.claim
    if race_of(table) is None or (claim is not None and claim.seat == seat):
        return began
    # a later move than the play leaves the window as it is, but the next seat may still slap
    return max(began, turn_free_at(table) + DEAD_TIME + 1, round_.moved_at + DEAD_TIME + 1)


def held_until(table: Table) -> int:
    """Before this moment (ns) nothing may cover the newest play."""
    round_ = _round(table)
    if round_.game.phase is not Phase.OPEN:
        return 0
    return round_.opened_at + table.ruleset.timing(round_.game).min_hold_ms * MS


def closes_at_of(table: Table, opened_at: int) -> int | None:
    """When the doubt window of a play that opened at `opened_at` (ns) ends; None: untimed."""
    timing = table.ruleset.timing(table.game)
    if table.game.phase is Phase.LAST_CARDS:
        return opened_at + timing.last_card_window_ms * MS
    window = table.settings.doubt_window_ms
    return None if window is None else opened_at + max(window, timing.min_hold_ms) * MS


# --- whose gestures are a turn -----------------------------------------------------------------


def on_turn(table: Table) -> int | None:
    """The seat whose gestures are a turn: the only one that may move, or the one with the floor."""
    round_, live = _round(table), table.ruleset.live(table.game)
    if len(live) == 1:
        return live[0]
    return round_.floor if round_.floor in live else None


def menu_of(table: Table, seat: int) -> Menu:
    """What `seat` is offered now."""
    round_ = _round(table)
    return Menu(table.ruleset, round_.game, seat, round_.announced)


def walks(table: Table, seat: int) -> bool:
    """Whether a tap of `seat` is the next option of a ring, even just after its own move."""
    if seat != on_turn(table):
        return False
    menu = menu_of(table, seat)
    return menu.automatic() is None and bool(menu.question(None).labels)


def floor_race(table: Table) -> Race | None:
    """The race for the floor: who of several that may move does so first, by the presses' times."""
    round_, live = _round(table), table.ruleset.live(table.game)
    if len(live) < 2 or round_.floor in live or round_.pending is not None:
        return None
    claim = round_.game.claim
    right = round_.game.dealer if claim is None else claim.seat
    order = sorted(live, key=lambda seat: (seat - right - 1) % len(table.buzzers))
    return Race(
        opened_at=max(round_.floor_at, *(turn_from(table, seat) - 1 for seat in live)),
        closes_at=None,
        order=tuple(table.buzzers[seat] for seat in order),
        tie_window=table.settings.tie_ms * MS,
        settle=table.settings.settle_ms * MS,
    )


def floor_until(table: Table, now: int) -> int:
    """When the seat with the floor gives it up (ns); NEVER while its button is down."""
    round_ = _round(table)
    if round_.floor is None:
        return NEVER
    buzzer = table.buzzers[round_.floor]
    if table.buttons.is_down(buzzer) and buzzer not in table.buttons.stuck(now):
        return NEVER
    return max(round_.touched_at, round_.counts_from) + FLOOR_FOR


def _doubts_after(table: Table, press: Press, live: tuple[int, ...], now: int) -> bool:
    """Whether a press after the window is a doubt still: it belongs to nobody's turn."""
    round_, seat = _round(table), table.seat_of(press.buzzer)
    if seat is None or (seat == round_.mover and press.at <= round_.moved_at + TAKE_BACK):
        return False
    if seat not in live:
        return True
    if len(live) == 1 or round_.floor is None or seat == round_.floor:
        return False
    # who wanted the floor too, and was a moment late, doubts nobody
    return round_.floor_at + DEAD_TIME < press.at <= floor_until(table, now)


def _round(table: Table) -> Round:
    assert table.round is not None, "no game has been dealt"  # noqa: S101 - a bug, not an input
    return table.round
