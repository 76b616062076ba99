"""The game is paused: time stands still, and people set right what went wrong.

Rules 6.2: misdeal, miscount, missing card, a player who leaves, a game that can't go on. The seat
that paused taps through what can be done and holds for it. What changes the game another seat
must agree to, by a hold; its tap means no. A long hold of anybody goes back to the ring.
"""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import MS
from appliance.message import AtSeat, message
from appliance.presses.arbiter import ready_at
from appliance.presses.debounce import JUDGED
from appliance.presses.gestures import Gesture, Kind
from appliance.rules.actions import Action, Adjust, Audit, Discard, Leave, Void
from appliance.rules.game import Phase, Ruleset, State
from appliance.table import asking, dealing, lost, reveal, verdict
from appliance.table.counting import again, begin_counts, enter, result
from appliance.table.doubting import doubts, race_of
from appliance.table.state import Item, Pause, Stage, Table
from appliance.table.work import Work

PROCEDURES = (Adjust, Audit, Leave, Discard, Void)
"""What people may set right while the game is paused, by touch too."""

_PROPOSED: dict[Item, Action] = {Item.DISCARD: Discard(), Item.VOID: Void()}


# --- begin and end --------------------------------------------------------------------------


def want(work: Work, seat: int | None) -> None:
    """Pause, by `seat` or by a host: at once, or when no doubt from before can still turn up."""
    table = work.table
    if table.stage is Stage.PLAY and race_of(table) is not None:
        work.set(pause=Pause(work.now, seat))
    else:
        begin(work, seat)


def begin(work: Work, seat: int | None) -> None:
    """The game is paused."""
    words = None if seat is None else message("table.paused", seat=AtSeat(seat))
    work.set(paused_at=work.now, pause=Pause(work.now, seat), notice=words)


def advance(work: Work) -> None:
    """Pause as it was wished for, unless a doubt was pressed before."""
    table = work.table
    if table.pause is None or table.paused_at is not None:
        return
    at = due(table, work.now)
    if table.stage is not Stage.PLAY:
        work.set(pause=None)
    elif at is not None and work.now >= at:
        begin(work, table.pause.seat)


def due(table: Table, now: int) -> int | None:
    """When the pause that was wished for begins (ns), or None while something else comes first."""
    pause, round_ = table.pause, table.round
    if pause is None or table.paused_at is not None or round_ is None:
        return None
    race = race_of(table)
    if round_.pending is not None or round_.doubter is not None:
        return None
    if race is not None and ready_at(race, doubts(table, now)) is not None:
        return None
    return pause.since + JUDGED + table.settings.settle_ms * MS


def go_on(work: Work) -> None:
    """Time stood still while the game was paused; what was pressed meanwhile means nothing.

    Not without buzzers, by touch: nobody could doubt.
    """
    table = work.table
    if table.paused_at is None:
        return
    gone = lost.why(table, lost.BUZZERS)
    if gone is not None:
        work.refuse(gone)
        return
    away = work.now - table.paused_at
    work.set(paused_at=None, pause=None, notice=None, since=table.since + away, undo=None)
    work.set(judged=verdict.keep_time(table, away), doubted_at=table.doubted_at + away)
    if table.asked_at is not None:
        work.set(asked_at=table.asked_at + away)
    reveal.look_again(work)
    asking.again(work)
    if table.round is not None:
        closes_at = table.round.closes_at
        work.round(
            opened_at=table.round.opened_at + away,
            counts_from=work.now,
            closes_at=None if closes_at is None else closes_at + away,
        )


# --- what can be chosen ---------------------------------------------------------------------


def items(table: Table, seat: int) -> tuple[Item, ...]:
    """What `seat` may choose now."""
    if table.round is None:
        return (Item.GO_ON,)
    return items_in(table.ruleset, table.game, seat, may_redeal=dealing.may_redeal(table))


def items_in(
    ruleset: Ruleset[State], game: State, seat: int, *, may_redeal: bool
) -> tuple[Item, ...]:
    """What `seat` may choose by the rules while `game` is paused."""
    counts = game.phase in (Phase.READY, Phase.OPEN) and bool(ruleset.deck(game))
    offered = {
        Item.GO_ON: True,
        Item.MOVE: bool(_givers(ruleset, game)),
        Item.RECOUNT: counts,
        Item.LEAVE: ruleset.refusal(game, Leave(seat)) is None,
        Item.REDEAL: may_redeal,
        **{item: ruleset.refusal(game, action) is None for item, action in _PROPOSED.items()},
    }
    return tuple(item for item, may in offered.items() if may)


def givers(table: Table) -> tuple[int, ...]:
    """The seats that a card's count can be moved from."""
    return _givers(table.ruleset, table.game)


def takers(table: Table, giver: int) -> tuple[int, ...]:
    """The seats that it can be moved to."""
    return _takers(table.ruleset, table.game, giver)


def _givers(ruleset: Ruleset[State], game: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(game.hands)) if _takers(ruleset, game, seat))


def _takers(ruleset: Ruleset[State], game: State, giver: int) -> tuple[int, ...]:
    return tuple(
        seat
        for seat in range(len(game.hands))
        if ruleset.refusal(game, Adjust(giver, seat)) is None
    )


# --- buttons --------------------------------------------------------------------------------


def gesture(work: Work, made: Gesture) -> None:
    """A gesture while the game is paused."""
    table, seat = work.table, work.table.seat_of(made.buzzer)
    pause = table.pause or Pause(table.paused_at or 0)
    if seat is None or made.onset <= pause.since or _has_left(table, seat):
        return
    if pause.item is None:
        _choosing(work, pause, seat, made.kind)
    elif made.kind is Kind.LONG:
        _ring(work, pause)
    elif pause.ready:
        _agreeing(work, pause, seat, made)
    elif pause.item is Item.RECOUNT:
        _counting(work, pause, seat, made.kind)
    elif seat == pause.seat:
        _moving(work, pause, made.kind)


def _has_left(table: Table, seat: int) -> bool:
    return table.round is not None and seat in table.game.gone


def _choosing(work: Work, pause: Pause, seat: int, made: Kind) -> None:
    if made is Kind.TAP and pause.seat is None:
        work.set(pause=Pause(work.now, seat), notice=None)
        work.sound(Sound.TICK)
    elif made is Kind.HOLD and seat != pause.seat:
        go_on(work)
    elif seat == pause.seat:
        offered = items(work.table, seat)
        place = pause.cursor % len(offered)
        if made is Kind.TAP:
            work.set(pause=replace(pause, cursor=(place + 1) % len(offered)))
            work.sound(Sound.TICK)
        elif made is Kind.HOLD:
            _choose(work, pause, seat, offered[place])


def _choose(work: Work, pause: Pause, seat: int, item: Item) -> None:
    began_item = replace(pause, since=work.now, item=item, cursor=0)
    match item:
        case Item.GO_ON:
            go_on(work)
            return
        case Item.MOVE:
            work.set(pause=began_item)
        case Item.RECOUNT:
            work.set(pause=replace(began_item, counts=begin_counts(work.table, seat)))
        case _:
            action = Leave(seat) if item is Item.LEAVE else _PROPOSED.get(item)
            work.set(pause=replace(began_item, action=action, ready=True))
    work.sound(Sound.LOCK)


def _moving(work: Work, pause: Pause, made: Kind) -> None:
    """From whom, then to whom, one card's count moves."""
    table = work.table
    seats = givers(table) if pause.giver is None else takers(table, pause.giver)
    if not seats:
        _ring(work, pause)
    elif made is Kind.TAP:
        work.set(pause=replace(pause, cursor=(pause.cursor + 1) % len(seats)))
        work.sound(Sound.TICK)
    elif made is Kind.HOLD:
        seat = seats[pause.cursor % len(seats)]
        if pause.giver is None:
            work.set(pause=replace(pause, since=work.now, giver=seat, cursor=0))
        else:
            action = Adjust(pause.giver, seat)
            work.set(pause=replace(pause, since=work.now, action=action, ready=True))
        work.sound(Sound.LOCK)


def _counting(work: Work, pause: Pause, seat: int, made: Kind) -> None:
    """Every seat enters its own hand, at once; who paused counts the table's cards as well."""
    counts = enter(pause.counts, seat, made)
    if counts is pause.counts:
        return
    work.sound(Sound.TICK if made is Kind.TAP else Sound.LOCK)
    work.set(pause=replace(pause, counts=counts))
    audit = result(work.table, counts)
    if audit is None:
        return
    game = work.table.game
    if audit == Audit(game.hands, sum(game.heaps)):
        _ring(work, pause)
        work.set(notice=message("table.counts-are-right"))
    elif not apply(work, audit):
        work.set(pause=replace(pause, since=work.now, counts=again(counts)))


def _agreeing(work: Work, pause: Pause, seat: int, made: Gesture) -> None:
    if made.kind is Kind.TAP:
        _ring(work, pause)
        work.set(notice=message("table.not-agreed"))
    elif made.kind is Kind.HOLD and seat != pause.seat:
        if pause.action is not None:
            apply(work, pause.action)
        else:
            go_on(work)
            dealing.redeal(work, made.onset)


def _ring(work: Work, pause: Pause) -> None:
    work.set(pause=Pause(work.now, pause.seat), notice=None)
    work.sound(Sound.TICK)


# --- what follows ---------------------------------------------------------------------------


def apply(work: Work, action: Action) -> bool:
    """Carry a procedure out; the game stays paused, unless it is over or asks a question anew."""
    table = work.table
    pause = table.pause or Pause(work.now)
    work.set(pause=Pause(work.now, pause.seat))
    if not work.act(action):
        return False
    if table.stage is Stage.VERDICT:
        work.set(happened=table.happened)  # who takes the cards is on the screen still
    work.sound(Sound.LOCK)
    if work.table.game.phase is Phase.OVER or isinstance(action, Discard):
        go_on(work)
    return True
