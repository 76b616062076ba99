"""What the button of a seat does now."""

from appliance.message import Spoken
from appliance.rules.events import Took
from appliance.rules.game import Phase
from appliance.table import asking, byhand
from appliance.table.elements import Drawing, Item, NotDrawn, Pause
from appliance.table.facts.codes import Prompt
from appliance.table.facts.moves import Offered
from appliance.table.facts.rings import stop
from appliance.table.facts.values import About, DoubtingFacts, RevealingFacts, TurnsFacts
from appliance.table.judge import Turn
from appliance.table.stages import Asking, Deal, Judged, Over, WhoDeals
from appliance.table.state import Table
from appliance.table.verdict import judged_parties, loser

Prompted = tuple[Prompt | None, tuple[Spoken, ...]]


def prompt_of(table: Table, about: About, seat: int) -> Prompted:
    """What a press of `seat` means now, and the options that it speaks of."""
    if table.stage.match is not None and seat in table.game.gone:
        return None, ()
    if table.paused is not None:
        return _paused(table.paused.pause, seat), ()
    match about:
        case TurnsFacts():
            return _turn(table, about, seat)
        case RevealingFacts():
            return _reveal(about, seat)
        case DoubtingFacts():
            return _doubt(table, about, seat), ()
        case _:
            return _between(table, seat), ()


def _between(table: Table, seat: int) -> Prompt | None:
    """Before the first card and after the last."""
    match table.inner:
        case WhoDeals():
            return Prompt.DEAL if table.ruleset.races else Prompt.BEGIN
        case Deal():
            return Prompt.DEALT if seat == table.dealer else None
        case Asking() as stage:
            return _question(table, stage, seat)
        case Judged() as stage:
            return _verdict(table, stage, seat)
        case Over():
            return Prompt.NEXT_DEAL
        case _:
            return None


def _paused(pause: Pause, seat: int) -> Prompt | None:
    if pause.seat is None:
        return Prompt.GO_ON
    mine = seat == pause.seat
    if pause.item is None:
        return Prompt.CHOOSE if mine else Prompt.GO_ON
    if pause.ready:
        return None if mine else Prompt.AGREE_OR_NOT
    if pause.item is Item.RECOUNT:
        left = (one for one in pause.counts if one.seat == seat and one.number is None)
        count = next(left, None)
        if count is None:
            return None
        return Prompt.COUNT_PILE if count.pile else Prompt.COUNT_HAND
    return Prompt.CHOOSE if mine else None


def _question(table: Table, stage: Asking, seat: int) -> Prompt | None:
    if isinstance(stage.drawing, NotDrawn):
        return Prompt.TRY_AGAIN
    if isinstance(stage.drawing, Drawing) or seat != table.game.turn:
        return None
    return Prompt.CHOOSE_KIND if asking.chooses(table) else Prompt.DRAW_QUESTION


def _turn(table: Table, turns: TurnsFacts, seat: int) -> Prompted:
    claim = table.game.claim
    if turns.doubter is not None:
        return (Prompt.DOUBT_OR_FORCE if seat == turns.doubter else None), ()
    if seat == turns.takes_back:
        return Prompt.TAKE_BACK, ()
    live = seat in turns.live
    if claim is not None and seat == claim.seat and not live:
        if turns.correction is not None:
            return Prompt.RIGHT_NUMBER, ()
        last = table.game.phase is Phase.LAST_CARDS
        return Prompt.MORE_TIME if last else Prompt.WRONG_NUMBER, ()
    if seat in turns.slaps:
        return Prompt.SLAP_OR_HOLD if seat in turns.forces else Prompt.SLAP, ()
    if not live:
        return None, ()
    if turns.on_turn is None:
        return Prompt.BE_FIRST, ()
    if seat != turns.on_turn:
        return None, ()
    return _menu(turns.asked) if turns.asked is not None else (None, ())


def _menu(asked: Offered) -> Prompted:
    """What the next tap or hold of a seat that may move says."""
    question = asked.question
    if not question.labels:
        if question.cursor:
            return Prompt.COUNT_ON if asked.more else Prompt.ENOUGH, ()
        return (Prompt.COUNT_OR, asked.instead) if asked.instead else (Prompt.COUNT, ())
    option = (question.labels[question.cursor],)
    return Prompt.ONE_OF if len(question.labels) > 1 else Prompt.ONLY, option


def _doubt(table: Table, doubted: DoubtingFacts, seat: int) -> Prompt | None:
    if table.game.phase is Phase.ANSWER:
        return Prompt.ANSWER
    between = doubted.parties
    mine = between is not None and seat in between
    return Prompt.BY_ACCIDENT if mine and doubted.withdraws else None


def _reveal(reveal: RevealingFacts, seat: int) -> Prompted:
    between, by_hand, wanted = reveal.parties, reveal.by_hand, reveal.sought
    if between is None or wanted is None:
        return None, ()
    if by_hand is not None and by_hand.done:
        if seat == between.owner:
            return Prompt.AGREE_OR_NOT, ()
        if seat == between.other:
            return None, ()
        return Prompt.AGREED if seat in by_hand.agreed else Prompt.AGREE, ()
    gives_up = _GIVES_UP.get(wanted.turn)
    if seat == between.owner and gives_up is not None:
        return gives_up, ()
    if seat in between and reveal.withdraws and by_hand is None:
        return Prompt.BY_ACCIDENT, ()
    if seat != between.other:
        return None, ()
    if by_hand is None:
        return Prompt.FLIP if wanted.turn is Turn.PLAY else Prompt.BY_HAND, ()
    if by_hand.cursor < byhand.DONE:
        return Prompt.NEXT_RANK, ()
    return Prompt.ONLY, (stop(reveal, by_hand.cursor),)


_GIVES_UP = {Turn.PRODUCED: Prompt.HAVE_NONE, Turn.HAND: Prompt.NO_SHOW}


def _verdict(table: Table, stage: Judged, seat: int) -> Prompt | None:
    disputed = table.disputed
    if disputed is not None:
        if seat in disputed.agreed:
            return Prompt.SAID_WRONG
        between = judged_parties(table)
        asked = between is not None and seat in between
        return Prompt.WRONG_OR_STANDS if asked else Prompt.WRONG
    who = loser(table)
    if who is None:
        return Prompt.GO_ON
    if seat != who:
        return None
    took = any(isinstance(one, Took) for one in stage.ruling.events)
    return Prompt.PICK_UP if took else Prompt.GO_ON
