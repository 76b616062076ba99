"""A doubt: its parties, its cards, its end, and its verdict."""

from dataclasses import dataclass, replace
from functools import partial

from appliance.core.effects import StopReading
from appliance.core.reading import Ask, Reading
from appliance.table.elements import Basis, BestCatch, Extra, Match, Outcome, PrintedAnswer
from appliance.table.judge import Refuted, Sought, Turn, judge
from appliance.table.outcomes import Conclusion
from appliance.table.stages import Judged, Ruling, Turns
from appliance.table.state import Table
from appliance.table.windows import closes_at_of
from appliance.table.work import Work
from bluffing import events
from bluffing.actions import Action, Answer, Discard, Produce, Settle
from bluffing.game import Phase, State
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True)
class Parties:
    """Seats of a doubt: the `owner` of the cards or the guess, and the `other`, who opposes.

    The `other` is the doubter. If a rule turned the cards up, or a hand is shown, it is the next
    seat on the left that is still at the table.
    """

    owner: int
    other: int

    def __contains__(self, seat: object) -> bool:
        return seat in (self.owner, self.other)


def sought(table: Table) -> Sought | None:
    """Return the cards to turn up now, or None."""
    if table.stage.match is None:
        return None
    game, seat = table.game, table.inner.showing
    if seat is not None:
        return Sought(Turn.HAND, seat, game.hands[seat])
    if game.claim is not None and game.phase is Phase.REVEAL:
        return Sought(Turn.PLAY, game.claim.seat, game.lying)
    if game.claim is not None and game.phase is Phase.PRODUCE:
        return Sought(Turn.PRODUCED, game.claim.seat, 1)
    return None


def parties(table: Table) -> Parties | None:
    """Return the parties of the current reveal, or None."""
    cards = sought(table)
    if cards is None:
        return None
    return _between(table.game, cards.seat, None if cards.turn is Turn.HAND else table.game.doubter)


def guess_parties(table: Table) -> Parties:
    """Return the parties of a doubted guess: its author and the doubter."""
    bid, doubter = getattr(table.game, "bid", None), table.game.doubter
    assert bid is not None
    assert doubter is not None
    return Parties(bid.seat, doubter)


def judged_parties(ruling: Ruling) -> Parties:
    """Return the parties of the verdict."""
    event = ruling.event
    if isinstance(event, events.Shown):
        return _between(ruling.before, event.seat, None)
    believer = ruling.before.doubter  # the seat that turned the cards up without a doubt
    return _between(ruling.before, event.seat, believer if event.doubter is None else event.doubter)


def neutrals(table: Table, between: Parties) -> tuple[int, ...]:
    """Return the seats at the table that are not a party."""
    seats, gone = range(len(table.game.hands)), table.game.gone
    return tuple(seat for seat in seats if seat not in gone and seat not in between)


def most_agree(table: Table, between: Parties, agreed: tuple[int, ...]) -> bool:
    """Return True if more than half of the neutral seats are among `agreed`."""
    others = neutrals(table, between)
    return 2 * sum(seat in others for seat in agreed) > len(others)


def _between(game: State, owner: int, doubter: int | None) -> Parties:
    seats = len(game.hands)
    left = ((owner + step) % seats for step in range(1, seats + 1))
    next_left = next((one for one in left if one not in game.gone), owner)
    return Parties(owner, next_left if doubter is None else doubter)


def refusal(table: Table, action: Action) -> Message | None:
    """Return why cards in sight that amount to `action` can't end the reveal, or None.

    A forced claimant shows no useless card on purpose, so the table doesn't judge such a card.
    """
    why = table.ruleset.refusal(table.game, action)
    if why is None and isinstance(action, Produce):
        event = outcome(table.ruleset.apply(table.game, action)[1])
        if event is not None and not truth_of(event):
            return message("table.card-of-another-rank")
    return why


# --- end of a doubt ----------------------------------------------------------------------------


def conclude(
    work: Work,
    action: Action,
    basis: Basis,
    checked: PrintedAnswer | None = None,
    *,
    witness: int | None = None,
    weighed: int | None = None,
) -> bool:
    """Let `action` end the doubt, with or without a verdict.

    `checked` is the answer on the question's printed card, and `witness` the seat that confirmed
    the camera's reading; or the scale did, which `weighed` that number of cards.
    """
    doubt, now = work.table.doubt, work.now
    if not work.act(action):
        return False
    work.effects.append(StopReading())
    match = recorded(work.table.match, doubt.turns.match)
    event = outcome(match.happened)
    if event is None:
        withdrawn = any(isinstance(one, events.Withdrawn) for one in match.happened)
        turns = work.table.doubt.turns
        open_ = turns.game.phase.doubtable
        closes_at = closes_at_of(work.table, now) if open_ else None
        work.enter(replace(turns, since=now, ruling=None).opened(now, closes_at))
        work.set(notice=message("table.withdrawn" if withdrawn else "table.play-stands"))
        return True
    ruling = Ruling(
        now,
        replace(doubt.turns, ruling=None),
        match.game,
        match.happened,
        basis,
        reading=doubt.reading,
        finish=None if doubt.raced is None else doubt.raced.finish,
        checked=checked,
        witness=witness,
        weighed=weighed,
    )
    work.leave(Conclusion(match, ruling))
    return True


def call_off(work: Work, turns: Turns, why: Message | None) -> None:
    """Go on with `turns` after a shown hand that does not win; the turn stays with its seat."""
    work.effects.append(StopReading())
    work.enter(replace(turns, since=work.now, counts_from=work.now))
    work.set(notice=why)


def recorded(match: Match, before: Match) -> Match:
    """Return `match` with the newest verdict in its tale, after the tale in `before`.

    If it is the best catch so far, by the cards that its liar took, it becomes that of the match.
    """
    kept = (events.Verdict, events.Answered, events.Took)
    tale = (*before.tale, *(one for one in match.happened if isinstance(one, kept)))
    best, newest = before.catch, _caught(match, before)
    if newest is not None and (best is None or newest.cards >= best.cards):
        best = newest
    return replace(match, tale=tale, catch=best)


def _caught(match: Match, before: Match) -> BestCatch | None:
    """Return the lie that the newest events expose, if a player doubted it."""
    claim, verdict = before.game.claim, outcome(match.happened)
    if claim is None or not isinstance(verdict, events.Verdict):
        return None
    if verdict.truth or verdict.doubter is None:
        return None
    took = (event for event in match.happened if isinstance(event, events.Took))
    cards = sum(event.count for event in took if event.seat == verdict.seat)
    return BestCatch(claim, verdict.doubter, verdict.ranks, cards)


# --- basis of a verdict -------------------------------------------------------------------------


def proven(table: Table, reading: Reading, cards: Sought) -> tuple[Action | Ask, Reading]:
    """Return the action or the question that `reading` proves, and its part of `reading`.

    If a part of the cards makes a lie certain, it counts once as many cards as announced are in
    sight: until then people may still be laying them, or those of another player may lie there.
    """
    deck, refutes = table.ruleset.deck(table.game), partial(table.ruleset.refutes, table.game)
    answer = judge(reading, cards, deck, refutes, table.ruleset.trait)
    if not isinstance(answer, Refuted):
        return answer, reading
    if len(reading.cards) < cards.count:
        return answer.ask, reading
    # the screen leaves out cards that may be another one, seen twice
    return Settle(truth=False), replace(reading, cards=answer.cards)


def answer(table: Table) -> Answer | Discard:
    """Return the answer for the rules when a guess is doubted; chance is the doubt's time."""
    question = table.match.question
    return Discard() if question is None else Answer(question.percent, table.doubt.doubted_at)


def has_card(table: Table) -> bool:
    """Return True if the question's printed card is turned up first, by house option."""
    printed = bool(getattr(table.game, "printed_cards", False))
    return printed and table.match.question is not None


# --- content of a verdict ----------------------------------------------------------------------


def outcome(happened: tuple[events.Event, ...]) -> Outcome | None:
    """Return the verdict among the events in `happened`, of any kind, or None."""
    return next((one for one in happened if isinstance(one, Outcome)), None)


def truth_of(event: Outcome) -> bool:
    """Return True if the judged seat was right."""
    match event:
        case events.Produced(rank=rank):
            return rank is not None
        case events.Shown():
            return True
        case _:
            return event.truth


def loser(ruling: Ruling) -> int | None:
    """Return the seat that takes the table, owes or loses points, and confirms that by a hold."""
    lost = (events.Took, events.Owes, events.LostPoints)
    return next((one.seat for one in ruling.events if isinstance(one, lost)), None)


def extras(ruling: Ruling) -> tuple[Extra, ...]:
    """List the extras of a verdict, in order.

    A claim of cards has a computable chance; a guess of an answer has none.
    """
    found = []
    if ruling.claim is not None and isinstance(ruling.event, events.Verdict | events.Produced):
        found.append(Extra.CHANCE)
    if ruling.finish is not None:
        found.append(Extra.PHOTO_FINISH)
    return tuple(found)


def next_extra(judged: Judged) -> Extra | None:
    """Return the extra that a tap shows next; None: the verdict, again or still."""
    shown = (None, *extras(judged.ruling))
    return shown[(shown.index(judged.extra) + 1) % len(shown)]


def partly_read(ruling: Ruling) -> bool:
    """Return True if the camera's reading of some cards made a lie certain."""
    event = ruling.event
    by_camera = ruling.basis is Basis.CAMERA and ruling.reading is not None
    return by_camera and isinstance(event, events.Verdict) and not event.ranks
