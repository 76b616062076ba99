"""A turn and the doubt window after it: counting, committing, doubting, correcting.

A play is committed at one moment and registered a settle time later, so that a press
stamped before it, but still under way, is a doubt of the play that it was meant for.
"""

from appliance.arbiter import Race, decide, ready_at, silent_at
from appliance.buttons import Press
from appliance.effects import Sound
from appliance.gestures import Gesture, Kind
from appliance.rules.actions import Action, Correct, Doubt, LetStand, Play
from appliance.rules.game import Phase
from appliance.signals import MS
from appliance.table.state import Pending, Round, Stage, Table
from appliance.table.work import Work

DEAD_TIME = 500 * MS
"""After a window closes the next player's presses mean nothing for this long: a doubt that
came a moment too late must not become a card."""

TAKE_BACK = 1200 * MS
"""How long after a commit the same seat may tap to take it back."""


NEVER = 1 << 62


def gesture(work: Work, made: Gesture) -> None:
    """A gesture in a turn; doubts are the race's matter, see `advance`."""
    table, round_ = work.table, work.current
    seat = table.seat_of(made.buzzer)
    if seat is None or round_.pending is not None:
        return
    claim = round_.game.claim
    if claim is not None and seat == claim.seat:
        if made.onset > round_.opened_at:
            _claimant(work, made)
    elif seat == round_.game.turn and _is_turn_press(table, made):
        _on_turn(work, made)
    elif round_.game.phase is Phase.READY:
        if made.kind is Kind.LONG:
            work.set(paused_at=work.now, notice=f"{table.name(seat)} paused the game")
        elif made.kind is Kind.PRESS:
            work.sound(Sound.TICK)
    elif made.kind is Kind.PRESS and made.onset > round_.counts_from:
        work.sound(Sound.SLAP if _is_doubt(work, made) else Sound.TICK)


def choose(work: Work, action: Action, at: int) -> None:
    """An action entered by touch or by the host at `at`, ns."""
    round_ = work.current
    if isinstance(action, Doubt):
        work.refuse("doubt with your own buzzer")
    elif round_.pending is not None:
        work.refuse("one at a time: the last choice is still being registered")
    elif isinstance(action, Play) and at < _held_until(work.table):
        work.refuse("wait a moment: the last play may still be doubted")
    else:
        _commit(work, action, at)


def more_time(work: Work, at: int) -> None:
    """Double the last-card window, once, if it had not ended at `at` (ns)."""
    round_ = work.current
    window = _last_card_window(work.table)
    if (
        round_.game.phase is Phase.LAST_CARDS
        and round_.closes_at is not None
        and at <= round_.closes_at
        and round_.closes_at - round_.opened_at <= window
    ):
        work.round(closes_at=round_.closes_at + window)
        work.sound(Sound.LOCK)


def advance(work: Work) -> None:
    """What falls due by itself: a doubter, a committed play, the end of the last-card window."""
    table, round_ = work.table, work.current
    race = race_of(table)
    if race is not None:
        presses = doubts(table, work.now)
        finish = decide(race, presses, work.now)
        if finish is not None:
            _doubted(work, race, finish.doubter)
            work.set(finish=finish)
            return
        if ready_at(race, presses) is not None:
            return
    if work.now < _quiet_at(round_, race):
        return
    if round_.pending is not None:
        _register(work, round_.pending)
    elif round_.game.phase is Phase.LAST_CARDS:
        work.act(LetStand())
        work.set(race=race, finish=None, undo=None, games=table.games + 1)
        work.enter(Stage.OVER)
        work.sound(Sound.WIN)


def due(table: Table, now: int) -> int | None:
    """When `advance` will have something to do (ns), or None."""
    round_, race = table.round, race_of(table)
    assert round_ is not None  # noqa: S101 - a bug, not an input
    ready = ready_at(race, doubts(table, now)) if race is not None else None
    if ready is not None:
        return ready
    quiet = _quiet_at(round_, race)
    return quiet if quiet < NEVER else None


def race_of(table: Table) -> Race | None:
    """The race for the newest play as it stands, or None when nothing can be doubted."""
    round_ = table.round
    if round_ is None or round_.game.phase not in (Phase.OPEN, Phase.LAST_CARDS):
        return None
    closes_at = round_.closes_at if round_.game.phase is Phase.LAST_CARDS else None
    if round_.pending is not None:
        closes_at = round_.pending.at
    order = table.ruleset.tie_order(round_.game)
    return Race(
        opened_at=round_.counts_from,
        closes_at=closes_at,
        order=tuple(table.buzzers[seat] for seat in order),
        tie_window=table.ruleset.timing(round_.game).tie_window_ms * MS,
        settle=table.settings.settle_ms * MS,
    )


def turn_free_at(table: Table) -> int:
    """When the presses of the seat on turn stop being doubts (ns): its window is over."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    if round_.closes_at is not None:
        return round_.closes_at
    return NEVER if round_.game.phase is Phase.LAST_CARDS else _held_until(table)


def doubts(table: Table, now: int) -> tuple[Press, ...]:
    """The presses that are doubts of the newest play."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    on_turn = table.buzzers[round_.game.turn]
    stuck = table.buttons.stuck(now)
    window_ends = turn_free_at(table)
    presses = tuple(
        press
        for press in table.buttons.presses(now)
        if press.buzzer not in stuck and (press.buzzer != on_turn or press.at <= window_ends)
    )
    if round_.slap is not None:
        presses += (Press(on_turn, round_.slap, None),)
    return presses


def _quiet_at(round_: Round, race: Race | None) -> int:
    """From when on no doubt can stop what is committed, or the end of the last-card window."""
    silent = silent_at(race) if race is not None else None
    if silent is not None:
        return silent
    return NEVER if round_.pending is None else round_.pending.at


def _claimant(work: Work, made: Gesture) -> None:
    round_ = work.current
    if made.kind is Kind.TAP:
        if work.table.undo is not None and made.at <= round_.opened_at + TAKE_BACK:
            work.round(pending=Pending(None, made.at))
        elif round_.correcting:
            work.round(counted=round_.counted + 1)
            work.sound(Sound.TICK)
        else:
            more_time(work, made.at)
    elif made.kind is Kind.HOLD:
        if not round_.correcting:
            work.round(correcting=True, counted=0)
            work.sound(Sound.TICK)
        elif round_.counted == 0:
            work.round(correcting=False)
        else:
            _commit(work, Correct(round_.counted), made.at)


def _on_turn(work: Work, made: Gesture) -> None:
    table, round_ = work.table, work.current
    seat = round_.game.turn
    if made.kind is Kind.TAP:
        if round_.ring is not None:
            work.round(ring=1 - round_.ring)
        elif table.ruleset.refusal(round_.game, Play(seat, round_.counted + 1)) is None:
            work.round(counted=round_.counted + 1)
        else:
            work.set(notice=f"{round_.counted} is the most")
        work.sound(Sound.TICK)
    elif made.kind is Kind.HOLD:
        if round_.counted > 0 or round_.ring == 0:
            _commit(work, Play(seat, round_.counted), made.at)
        elif round_.ring == 1:
            work.round(slap=made.at, ring=None)
        elif table.ruleset.refusal(round_.game, Play(seat, 0)) is None:
            if round_.game.phase is Phase.OPEN:
                work.round(ring=0)
            else:
                _commit(work, Play(seat, 0), made.at)
        elif round_.game.phase is Phase.OPEN:
            work.round(slap=made.at)
            work.sound(Sound.SLAP)
        else:
            work.refuse("tap once for each card that you lay, then hold")


def _commit(work: Work, action: Action, at: int) -> None:
    why = work.table.ruleset.refusal(work.current.game, action)
    if why is not None:
        work.refuse(why)
        if work.current.correcting:
            work.round(correcting=False, counted=0)
    else:
        work.round(pending=Pending(action, at))


def _register(work: Work, pending: Pending) -> None:
    if pending.action is None:
        work.set(round=work.table.undo, undo=None, notice="taken back")
        work.round(counts_from=work.now)
        work.sound(Sound.TICK)
        return
    before = work.current
    work.round(pending=None, ring=None)
    if not work.act(pending.action):
        return
    game = work.current.game
    undo = before if isinstance(pending.action, Play) else None
    closes_at = None
    if game.phase in (Phase.OPEN, Phase.LAST_CARDS):
        closes_at = closes_at_of(work.table, pending.at)
    work.set(
        undo=undo and Round(before.game, before.opened_at, before.counts_from, before.closes_at),
    )
    work.round(
        opened_at=pending.at,
        counts_from=pending.at,
        closes_at=closes_at,
        counted=0,
        correcting=False,
    )
    work.sound(Sound.LOCK)


def _doubted(work: Work, race: Race, buzzer: int) -> None:
    seat = work.table.seat_of(buzzer)
    assert seat is not None  # noqa: S101 - the race's order holds seated buzzers only
    work.round(pending=None, slap=None, ring=None, counted=0, correcting=False)
    work.act(Doubt(seat))
    work.set(race=race, undo=None)
    work.enter(Stage.DOUBT)


def closes_at_of(table: Table, opened_at: int) -> int | None:
    """When the doubt window of a play that opened at `opened_at` (ns) ends; None: untimed."""
    timing = table.ruleset.timing(table.game)
    if table.game.phase is Phase.LAST_CARDS:
        return opened_at + timing.last_card_window_ms * MS
    window = table.settings.doubt_window_ms
    return None if window is None else opened_at + max(window, timing.min_hold_ms) * MS


def _last_card_window(table: Table) -> int:
    return table.ruleset.timing(table.game).last_card_window_ms * MS


def _held_until(table: Table) -> int:
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    if round_.game.phase is not Phase.OPEN:
        return 0
    return round_.opened_at + table.ruleset.timing(round_.game).min_hold_ms * MS


def _is_turn_press(table: Table, made: Gesture) -> bool:
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    if made.onset < max(table.since, round_.counts_from):
        return False  # down already when a pause ended, or when a play was taken back
    if round_.game.phase is Phase.OPEN:
        return made.onset > turn_free_at(table) + DEAD_TIME
    return round_.game.phase is Phase.READY


def _is_doubt(work: Work, made: Gesture) -> bool:
    race = race_of(work.table)
    return (
        race is not None
        and (race.closes_at is None or made.onset <= race.closes_at)
        and any(
            press.buzzer == made.buzzer and press.at == made.onset
            for press in doubts(work.table, work.now)
        )
    )
