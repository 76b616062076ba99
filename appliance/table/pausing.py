"""The game is paused: time stands still, and people set right what went wrong.

Rules 6.2: misdeal, miscount, missing card, a player who leaves, a game that can't go on. The seat
that paused taps through what can be done and holds for it. What changes the game others must agree
to (see `consent`), by a hold; a tap means no. A long hold of anybody goes back to the ring.

What was set right is disputed as a verdict is, by a long hold: others must agree to that, too.
"""

from dataclasses import replace

from appliance.core.effects import FlagQuestion, Rhythm, Sound
from appliance.core.signals import BUZZERS, SCREEN, SECOND, Chosen, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import asking, consent, dealing, dispute, doubting, play, spare, stages
from appliance.table.elements import Amendment, Choosing, Count, Item, Match, Pause
from appliance.table.part import NOT_NOW, PROCEDURES, Behaviour
from appliance.table.stages import Asking, Paused, Turns
from appliance.table.state import Table
from appliance.table.windows import closes_at_of
from appliance.table.work import Work
from bluffing.actions import Action, Adjust, Audit, Discard, Leave, Void
from bluffing.game import Phase, Ruleset, State
from bluffing.message import message
from bluffing.procedures import COUNTED

_AT_ONCE = frozenset({Item.GO_ON, Item.PRESS_FOR, Item.EACH_OWN})
_PROPOSED: dict[Item, Action] = {Item.DISCARD: Discard(), Item.VOID: Void()}


class InPaused(Behaviour):
    """Time stands still."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Let people correct things, each with their own button."""
        table, seat, pause = work.table, work.table.seat_of(made.buzzer), _pause(work.table)
        left = table.game.gone if table.stage.match is not None else ()
        if seat is None or made.onset < pause.since or seat in left:
            return
        if made.kind is GestureKind.TAP and not spare.steered(table, pause, work.now):
            _ring(work, seat)
        elif pause.item is None and seat != pause.seat:
            if made.kind is GestureKind.HOLD:
                _go_on(work)
        elif pause.item is not None and made.kind is GestureKind.LONG:
            _ring(work, pause.seat)
        elif pause.ready:
            _agreeing(work, pause, seat, made)
        elif pause.item is Item.RECOUNT:
            _counting(work, pause, seat, made.kind)
        elif seat == pause.seat:
            _round(work, pause, made.kind)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Let the host correct things."""
        if isinstance(signal.action, PROCEDURES) and work.table.stage.match is not None:
            _apply(work, signal.action)
        else:
            work.refuse(message("table.game-is-paused"))

    def wished(self, work: Work, signal: Wished) -> None:
        """On with the game; or more time, once it goes on."""
        match signal.wish:
            case Wish.GO_ON:
                _go_on(work)
            case Wish.MORE_TIME if work.table.playing is not None:
                play.more_time(work, signal.at)
            case _:
                work.refuse(NOT_NOW)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the seats that are asked for something."""
        pause = _pause(table)
        if pause.seat is None:
            asked = False
        elif pause.ready:
            asked = seat in consent.asked(table, pause)
        elif pause.item is Item.RECOUNT:
            asked = any(one.seat == seat and one.number is None for one in pause.counts)
        else:
            asked = seat == pause.seat
        return Rhythm.WALK if asked else Rhythm.DIM


# --- begin and end --------------------------------------------------------------------------


def _go_on(work: Work) -> None:
    """Time stood still while the game was paused; what was pressed meanwhile means nothing.

    Not without buzzers, by touch: nobody could doubt. Nor without a screen, which tells what to do.
    """
    paused, lost = work.table.at(Paused), work.table.lost
    gone = lost.get(BUZZERS) or lost.get(SCREEN)
    if gone is not None:
        work.refuse(gone)
        return
    stage = paused.stage.shifted(work.now - paused.at, work.now)
    match = stage.match if paused.inner.pauses else None
    if match is not None:
        amended = match.amended and replace(match.amended, until=work.now + dispute.WITHIN)
        began = match.began + work.now - paused.at
        stage = stage.playing(replace(match, amended=amended, began=began))
    work.enter(stage)
    if isinstance(stage, stages.Revealing | stages.Verifying):
        doubting.look(work)
    elif isinstance(stage, Asking) and not isinstance(stage.drawing, Choosing):
        asking.draw(work, stage.drawing.kind)  # what was asked for is asked for once more


# --- what can be chosen ---------------------------------------------------------------------


def items(table: Table, seat: int, now: int) -> tuple[Item, ...]:
    """List the items that `seat` may choose at `now` (ns)."""
    if table.stage.match is None:
        return (Item.GO_ON,)
    ruleset, game = table.ruleset, table.game
    offered = {
        Item.GO_ON: True,
        Item.MOVE: bool(_givers(ruleset, game)),
        Item.RECOUNT: game.phase in COUNTED and bool(ruleset.deck(game)),
        Item.LEAVE: ruleset.refusal(game, Leave(seat)) is None,
        Item.REDEAL: dealing.may_redeal(table),
        **{item: ruleset.refusal(game, action) is None for item, action in _PROPOSED.items()},
        Item.UNDO: _amended(table) is not None,
        Item.FLAG: table.match.question is not None,
        Item.PRESS_FOR: spare.unhelped(table, seat, now) is not None,
        Item.EACH_OWN: bool(table.helpers),
    }
    return tuple(item for item, may in offered.items() if may)


def choices(table: Table, pause: Pause, now: int) -> tuple[Item, ...] | tuple[int, ...]:
    """List the choices of the pausing player: the items, or the seats of a moved card."""
    if pause.item is None:
        return () if pause.seat is None else items(table, pause.seat, now)
    if pause.giver is None:
        return _givers(table.ruleset, table.game)
    return _takers(table.ruleset, table.game, pause.giver)


def _givers(ruleset: Ruleset[State], game: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(game.hands)) if _takers(ruleset, game, seat))


def _takers(ruleset: Ruleset[State], game: State, giver: int) -> tuple[int, ...]:
    seats = range(len(game.hands))
    return tuple(seat for seat in seats if ruleset.refusal(game, Adjust(giver, seat)) is None)


# --- buttons --------------------------------------------------------------------------------


def _round(work: Work, pause: Pause, made: GestureKind) -> None:
    """A tap goes on to the next choice, a hold takes the one that stands there."""
    offered = choices(work.table, pause, work.now)
    if not offered:
        _ring(work, pause.seat)
        return
    place = pause.cursor % len(offered)
    if made is GestureKind.TAP:
        _put(work, replace(pause, cursor=(place + 1) % len(offered)))
        work.sound(Sound.TICK)
    elif made is GestureKind.HOLD and offered[place] in _AT_ONCE:
        _go_on(work)
        spare.arrange(work, pause.seat, offered[place])
    elif made is GestureKind.HOLD:
        _put(work, _chosen(work.table, replace(pause, since=work.now), offered[place]))
        work.sound(Sound.LOCK)


def _chosen(table: Table, pause: Pause, choice: Item | int) -> Pause:
    """Of a card's move first who gives, then who takes; then another seat is asked to agree."""
    if not isinstance(choice, Item):
        if pause.giver is None:
            return replace(pause, giver=choice, cursor=0)
        return replace(pause, action=Adjust(pause.giver, choice), ready=True)
    begun = replace(pause, item=choice, cursor=0)
    if choice is Item.MOVE or pause.seat is None:
        return begun
    if choice is Item.RECOUNT:
        return replace(begun, counts=_begin_counts(table, pause.seat))
    action = Leave(pause.seat) if choice is Item.LEAVE else _PROPOSED.get(choice)
    return replace(begun, action=action, ready=True)


def _counting(work: Work, pause: Pause, seat: int, made: GestureKind) -> None:
    """Every seat enters its own hand, at once; who paused counts the table's cards as well."""
    counts = enter(pause.counts, seat, made)
    if counts is pause.counts:
        return
    work.sound(Sound.TICK if made is GestureKind.TAP else Sound.LOCK)
    _put(work, replace(pause, counts=counts))
    audit = _result(work.table, counts)
    if audit is None:
        return
    game = work.table.game
    if audit == Audit(game.hands, sum(game.heaps)):
        _ring(work, pause.seat)
        work.set(notice=message("table.counts-are-right"))
        return
    why = work.table.ruleset.refusal(game, audit)
    if why is not None:
        again = tuple(_count(one.seat, one.start, pile=one.pile) for one in counts)
        _put(work, replace(pause, since=work.now, counts=again))
        work.refuse(why)
        return
    proposed = replace(pause, since=work.now, counts=(), action=audit, ready=True)
    if pause.seat is not None and consent.proposal(work.table, proposed).enough(pause.seat, set()):
        _apply(work, audit)
    else:
        _put(work, proposed)


def _agreeing(work: Work, pause: Pause, seat: int, made: Gesture) -> None:
    """A hold agrees, a tap declines; who proposed it takes it back by a tap."""
    proposed, proposer = consent.proposal(work.table, pause), pause.seat
    assert proposer is not None
    waiting = consent.asked(work.table, pause)
    if made.kind is GestureKind.TAP and seat in waiting:
        pause = replace(pause, declined=(*pause.declined, seat))
        if proposed.enough(proposer, {*pause.agreed, *waiting} - {seat}):
            _put(work, pause)
            work.sound(Sound.TICK)
            return
    elif made.kind is GestureKind.HOLD and seat in waiting:
        pause = replace(pause, agreed=(*pause.agreed, seat))
        if proposed.enough(proposer, {*pause.agreed}):
            _agreed(work, pause, made.onset)
        else:
            _put(work, pause)
            work.sound(Sound.LOCK)
        return
    elif made.kind is not GestureKind.TAP or seat != proposer:
        return
    _ring(work, proposer)
    work.set(notice=message("table.not-agreed"))
    match = work.table.match
    if pause.item is Item.UNDO:  # it is disputed once, as a verdict is
        work.put(work.table.stage.playing(replace(match, amended=None)))


def _agreed(work: Work, pause: Pause, chance: int) -> None:
    """Do what was proposed."""
    if pause.item is Item.UNDO:
        _undo(work)
    elif pause.item is Item.FLAG:
        _flag(work)
    elif pause.action is not None:
        _apply(work, pause.action)
    else:
        _go_on(work)
        dealing.redeal(work, chance)


def _flag(work: Work) -> None:
    """A wrong question is not asked again, and put away; a verdict by its answer is void."""
    question = work.table.match.question
    assert question is not None
    if dispute.can_be_void(work.table):
        _go_on(work)
        if work.table.paused is None:
            dispute.void(work)
        return
    work.effects.append(FlagQuestion(question.pack, question.id))
    if work.table.ruleset.refusal(work.table.game, Discard()) is None:
        _apply(work, Discard())
    else:
        _ring(work, _pause(work.table).seat)
    work.set(notice=message("table.question-flagged"))


def _ring(work: Work, seat: int | None) -> None:
    """`seat` goes round the items from the beginning."""
    _put(work, Pause(work.now, seat))
    work.set(notice=None)
    work.sound(Sound.TICK)


def _apply(work: Work, action: Action) -> None:
    """Carry a procedure out; the game stays paused, unless it is over or asks a question anew."""
    before = work.table.match
    _put(work, Pause(work.now, _pause(work.table).seat))
    if not work.act(action):
        return
    work.sound(Sound.LOCK)
    over = work.table.game.phase is Phase.OVER
    if over or isinstance(action, (Adjust, Audit)):
        amended = Amendment(work.now, work.now + dispute.WITHIN, replace(before, amended=None))
        _standing(work, replace(work.table.match, amended=amended), before.game.phase)
        work.set(notice=message("table.can-be-disputed", seconds=dispute.WITHIN // SECOND))
    if over or isinstance(action, Discard):
        _go_on(work)


def _standing(work: Work, match: Match, was: Phase) -> None:
    """The paused game is `match` from now on; what can be doubted otherwise can be so anew."""
    work.put(work.table.stage.playing(match))
    at, turns, phase = work.table.at(Paused).at, work.table.playing, match.game.phase
    other = phase in (Phase.OPEN, Phase.LAST_CARDS) and phase is not was
    if turns is not None and other:
        work.put(turns.opened(at, closes_at_of(work.table, at)))


def disputes(table: Table, made: Gesture) -> bool:
    """Return True if this long hold disputes the last correction."""
    amended = _amended(table)
    if amended is None or made.kind is not GestureKind.LONG or not amended.at < made.onset:
        return False
    seat, pause = table.seat_of(made.buzzer), table.paused
    if seat is None or seat in amended.match.game.gone:
        return False
    if pause is not None:
        return pause.pause.item is None
    return table.stage is table.inner and made.onset <= amended.until


def _amended(table: Table) -> Amendment | None:
    """Return the last correction, if the game can go on without it."""
    match = table.stage.match if table.inner.pauses else None
    return None if match is None else match.amended


def dispute_amendment(work: Work, made: Gesture) -> None:
    """The game is paused, and the others are asked whether it is to be as it was before."""
    seat = work.table.seat_of(made.buzzer)
    if work.table.paused is None:
        work.pause(seat)
    _put(work, Pause(work.now, seat, Item.UNDO, ready=True))
    work.sound(Sound.LOCK)


def _undo(work: Work) -> None:
    """Undo the correction: the game from before it, still paused."""
    table, amended = work.table, work.table.match.amended
    assert amended is not None
    _put(work, Pause(work.now, _pause(table).seat))
    if table.inner.over:
        dealing.reopen(work)
        work.put(Turns(work.now, match=table.match, ruling=table.ruling))
    _standing(work, amended.match, table.game.phase)
    work.set(notice=message("table.as-it-was"))
    work.sound(Sound.BACK)


def _pause(table: Table) -> Pause:
    return table.at(Paused).pause


def _put(work: Work, pause: Pause) -> None:
    work.put(replace(work.table.at(Paused), pause=pause))


# --- everybody counts: the hands, and the cards on the table -----------------------------------


def _begin_counts(table: Table, pauser: int) -> tuple[Count, ...]:
    """One number for each hand, of those who are out too, and the pauser's for the table."""
    game = table.game
    hands = [_count(seat, held) for seat, held in enumerate(game.hands) if seat not in game.gone]
    return (*hands, _count(pauser, sum(game.heaps), pile=True))


def enter(counts: tuple[Count, ...], seat: int, made: GestureKind) -> tuple[Count, ...]:
    """The numbers after a tap or a hold of `seat`; the same ones if that means nothing."""
    place = next((i for i, c in enumerate(counts) if c.seat == seat and c.number is None), None)
    if place is None:
        return counts
    count = counts[place]
    if made is GestureKind.TAP:
        count = replace(count, cursor=(count.cursor + 1) % count.digits)
    elif made is not GestureKind.HOLD:
        return counts
    elif count.tens is None:
        count = replace(count, tens=count.cursor, cursor=count.start % 10)
    else:
        count = replace(count, number=10 * count.tens + count.cursor)
    return (*counts[:place], count, *counts[place + 1 :])


def _result(table: Table, counts: tuple[Count, ...]) -> Audit | None:
    """Return the counts, or None while a player still enters."""
    hands, pile = [0] * len(table.game.hands), 0
    for count in counts:
        if count.number is None:
            return None
        if count.pile:
            pile = count.number
        else:
            hands[count.seat] = count.number
    return Audit(tuple(hands), pile)


def _count(seat: int, cards: int, *, pile: bool = False) -> Count:
    return Count(seat, pile, cards // 10, cards)
