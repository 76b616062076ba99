"""The game is paused: time stands still, and people set right what went wrong.

Rules 6.2: misdeal, miscount, missing card, a player who leaves, a game that can't go on. The seat
that paused taps through what can be done and holds for it. What changes the game another seat
must agree to, by a hold; its tap means no. A long hold of anybody goes back to the ring.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import MS, Chosen, Wish, Wished
from appliance.message import message
from appliance.presses.arbiter import ready_at
from appliance.presses.debounce import JUDGED
from appliance.presses.gestures import Gesture, GestureKind
from appliance.rules.actions import Action, Adjust, Audit, Discard, Leave, Void
from appliance.rules.game import Phase, Ruleset, State
from appliance.table import asking, dealing, doubting, lost, play
from appliance.table.counting import again, begin_counts, enter, result
from appliance.table.elements import Item, Pause, PauseWanted
from appliance.table.part import NOT_NOW, PROCEDURES, Behaviour
from appliance.table.stages import Asking, Paused, Revealing, Turns
from appliance.table.state import Table
from appliance.table.windows import doubts, race_of
from appliance.table.work import Work

_PROPOSED: dict[Item, Action] = {Item.DISCARD: Discard(), Item.VOID: Void()}


class InPaused(Behaviour):
    """Time stands still."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """What people set right, each with the own button."""
        table, seat, pause = work.table, work.table.seat_of(made.buzzer), _pause(work.table)
        if seat is None or made.onset <= pause.since or _has_left(table, seat):
            return
        if pause.item is None:
            _choosing(work, pause, seat, made.kind)
        elif made.kind is GestureKind.LONG:
            _ring(work, pause)
        elif pause.ready:
            _agreeing(work, pause, seat, made)
        elif pause.item is Item.RECOUNT:
            _counting(work, pause, seat, made.kind)
        elif seat == pause.seat:
            _moving(work, pause, made.kind)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """What went wrong is set right by the host."""
        if isinstance(signal.action, PROCEDURES) and work.table.stage.match is not None:
            _apply(work, signal.action)
        else:
            work.refuse(message("table.game-is-paused"))

    def wished(self, work: Work, signal: Wished) -> None:
        """On with the game; or more time, once it goes on."""
        match signal.wish:
            case Wish.GO_ON:
                _go_on(work)
            case Wish.MORE_TIME if isinstance(work.table.inner, Turns):
                play.more_time(work, signal.at)
            case _:
                work.refuse(NOT_NOW)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Who is asked for something."""
        pause = _pause(table)
        if pause.seat is None:
            asked = False
        elif pause.ready:
            asked = seat != pause.seat
        elif pause.item is Item.RECOUNT:
            asked = any(one.seat == seat and one.number is None for one in pause.counts)
        else:
            asked = seat == pause.seat
        return Rhythm.WALK if asked else Rhythm.DIM


# --- begin and end --------------------------------------------------------------------------


def want(work: Work, seat: int | None) -> None:
    """In the turns: pause at once, or when no doubt from before can still turn up."""
    if race_of(work.table) is not None:
        work.put(replace(work.turns, wanted=PauseWanted(work.now, seat)))
    else:
        work.pause(seat)


def begin_wanted(work: Work) -> None:
    """Pause as it was wished for, unless a doubt was pressed before."""
    turns = work.table.stage
    if isinstance(turns, Turns) and turns.wanted is not None:
        at = wanted_at(work.table, work.now)
        if at is not None and work.now >= at:
            work.pause(turns.wanted.seat)


def wanted_at(table: Table, now: int) -> int | None:
    """When the pause that was wished for begins (ns), or None while something else comes first."""
    turns, race = table.turns, race_of(table)
    if turns.wanted is None or turns.pending is not None or turns.raced is not None:
        return None
    if race is not None and ready_at(race, doubts(table, now)) is not None:
        return None
    return turns.wanted.at + JUDGED + table.settings.settle_ms * MS


def _go_on(work: Work) -> None:
    """Time stood still while the game was paused; what was pressed meanwhile means nothing.

    Not without buzzers, by touch: nobody could doubt.
    """
    paused, gone = work.table.at(Paused), lost.why(work.table, lost.BUZZERS)
    if gone is not None:
        work.refuse(gone)
        return
    stage = paused.stage.shifted(work.now - paused.at, work.now)
    work.enter(stage)
    match stage:
        case Revealing():
            doubting.look(work)
        case Asking():
            asking.again(work)
        case _:
            pass


# --- what can be chosen ---------------------------------------------------------------------


def items(table: Table, seat: int) -> tuple[Item, ...]:
    """What `seat` may choose now."""
    if table.stage.match is None:
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


def _choosing(work: Work, pause: Pause, seat: int, made: GestureKind) -> None:
    if made is GestureKind.TAP and pause.seat is None:
        _put(work, Pause(work.now, seat))
        work.set(notice=None)
        work.sound(Sound.TICK)
    elif made is GestureKind.HOLD and seat != pause.seat:
        _go_on(work)
    elif seat == pause.seat:
        offered = items(work.table, seat)
        place = pause.cursor % len(offered)
        if made is GestureKind.TAP:
            _put(work, replace(pause, cursor=(place + 1) % len(offered)))
            work.sound(Sound.TICK)
        elif made is GestureKind.HOLD:
            _choose(work, pause, seat, offered[place])


def _choose(work: Work, pause: Pause, seat: int, item: Item) -> None:
    began_item = replace(pause, since=work.now, item=item, cursor=0)
    match item:
        case Item.GO_ON:
            _go_on(work)
            return
        case Item.MOVE:
            _put(work, began_item)
        case Item.RECOUNT:
            _put(work, replace(began_item, counts=begin_counts(work.table, seat)))
        case _:
            action = Leave(seat) if item is Item.LEAVE else _PROPOSED.get(item)
            _put(work, replace(began_item, action=action, ready=True))
    work.sound(Sound.LOCK)


def _moving(work: Work, pause: Pause, made: GestureKind) -> None:
    """From whom, then to whom, one card's count moves."""
    table = work.table
    seats = givers(table) if pause.giver is None else takers(table, pause.giver)
    if not seats:
        _ring(work, pause)
    elif made is GestureKind.TAP:
        _put(work, replace(pause, cursor=(pause.cursor + 1) % len(seats)))
        work.sound(Sound.TICK)
    elif made is GestureKind.HOLD:
        seat = seats[pause.cursor % len(seats)]
        if pause.giver is None:
            _put(work, replace(pause, since=work.now, giver=seat, cursor=0))
        else:
            action = Adjust(pause.giver, seat)
            _put(work, replace(pause, since=work.now, action=action, ready=True))
        work.sound(Sound.LOCK)


def _counting(work: Work, pause: Pause, seat: int, made: GestureKind) -> None:
    """Every seat enters its own hand, at once; who paused counts the table's cards as well."""
    counts = enter(pause.counts, seat, made)
    if counts is pause.counts:
        return
    work.sound(Sound.TICK if made is GestureKind.TAP else Sound.LOCK)
    _put(work, replace(pause, counts=counts))
    audit = result(work.table, counts)
    if audit is None:
        return
    game = work.table.game
    if audit == Audit(game.hands, sum(game.heaps)):
        _ring(work, pause)
        work.set(notice=message("table.counts-are-right"))
    elif not _apply(work, audit):
        _put(work, replace(pause, since=work.now, counts=again(counts)))


def _agreeing(work: Work, pause: Pause, seat: int, made: Gesture) -> None:
    if made.kind is GestureKind.TAP:
        _ring(work, pause)
        work.set(notice=message("table.not-agreed"))
    elif made.kind is GestureKind.HOLD and seat != pause.seat:
        if pause.action is not None:
            _apply(work, pause.action)
        else:
            _go_on(work)
            dealing.redeal(work, made.onset)


def _ring(work: Work, pause: Pause) -> None:
    _put(work, Pause(work.now, pause.seat))
    work.set(notice=None)
    work.sound(Sound.TICK)


def _apply(work: Work, action: Action) -> bool:
    """Carry a procedure out; the game stays paused, unless it is over or asks a question anew."""
    _put(work, Pause(work.now, _pause(work.table).seat))
    if not work.act(action):
        return False
    work.sound(Sound.LOCK)
    if work.table.game.phase is Phase.OVER or isinstance(action, Discard):
        _go_on(work)
    return True


def _pause(table: Table) -> Pause:
    return table.at(Paused).pause


def _put(work: Work, pause: Pause) -> None:
    work.put(replace(work.table.at(Paused), pause=pause))


def _has_left(table: Table, seat: int) -> bool:
    return table.stage.match is not None and seat in table.game.gone
