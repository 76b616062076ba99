"""Sentences for how it came out: a verdict, a dispute of it, and the end of a game."""

from appliance.core.signals import SECOND
from appliance.display.phrases import Headline, place, together
from appliance.display.phrases.turns import next_ranks
from appliance.message import AtSeat, Message, in_a_row, message
from appliance.presses.gestures import LONG_AFTER
from appliance.rules.events import Answered, Produced, Shown
from appliance.rules.game import Phase
from appliance.table.facts import (
    Basis,
    Facts,
    JudgedFacts,
    Outcome,
    OverFacts,
    Role,
    StandingFacts,
    truth_of,
)


def verdict(facts: Facts, judged: JudgedFacts) -> Headline:
    """Who was right, and who takes or loses what."""
    if judged.event is None:
        return None, None
    headline = _verdict(facts, judged, judged.event)
    between, dispute = judged.parties, judged.dispute
    if dispute is None:
        parts = [one for one in (_basis(judged), _follows(facts, judged)) if one is not None]
        return headline, together(*parts) if parts else None
    if between is None:
        return headline, None
    code = "verdict.turn-round-or-others" if dispute.neutrals else "verdict.turn-round"
    detail = message(code, owner=AtSeat(between.owner), other=AtSeat(between.other))
    if dispute.agreed:
        who = tuple(map(AtSeat, dispute.agreed))
        detail = together(detail, message("verdict.say-wrong", who=who, n=len(who)))
    return message("verdict.doubtful", what=headline), detail


def word(facts: Facts, judged: JudgedFacts) -> Message | None:
    """The verdict in a word or two, for all to see."""
    match judged.event:
        case None:
            return None
        case Produced(rank=None) if judged.doubted is not None:
            return message("verdict.word.no-such", rank=judged.doubted.rank)
        case Produced(rank=rank):
            return message("verdict.word.none" if rank is None else "verdict.word.produced")
        case Shown():
            return message("verdict.word.right")
        case event if facts.question is not None:
            return message("verdict.word.safe" if truth_of(event) else "verdict.word.too-high")
        case event:
            return message("verdict.word.truth" if truth_of(event) else "verdict.word.lie")


def hint(judged: JudgedFacts) -> Message | None:
    """That a verdict can be disputed, while it can."""
    if not judged.disputable:
        return None
    return message("verdict.hint", seconds=LONG_AFTER / SECOND)


def _verdict(facts: Facts, judged: JudgedFacts, event: Outcome) -> Message:
    who = AtSeat(event.seat)
    match event:
        case Produced(rank=rank) if rank is not None:
            return message("verdict.shows-one", who=who, rank=rank)
        case Produced() if judged.doubted is not None:
            return message("verdict.has-no", who=who, rank=judged.doubted.rank)
        case Produced():
            return message("verdict.has-none", who=who)
        case Answered():
            code = "verdict.answer-safe" if event.truth else "verdict.answer-too-high"
            return message(code, who=who, percent=event.percent)
        case Shown():
            return message("verdict.shows", who=who, cards=in_a_row(event.ranks))
        case _ if facts.question is not None:
            return message("verdict.safe" if event.truth else "verdict.too-high", who=who)
        case _:
            return message("verdict.truth" if event.truth else "verdict.lie", who=who)


def _basis(judged: JudgedFacts) -> Message | None:
    if judged.partly_read:
        return message("verdict.rest-unread")
    if judged.basis in (None, Basis.CAMERA, Basis.BANK):
        return None
    return message("verdict.overruled" if judged.overruled else "verdict.by-agreement")


def _follows(facts: Facts, judged: JudgedFacts) -> Message | None:
    game, over = facts.playing, facts.playing.phase is Phase.OVER
    if judged.lost_points is not None and judged.loser is not None:
        return message("verdict.loses", who=AtSeat(judged.loser), n=judged.lost_points)
    if judged.taker is None:
        return None if over else message("verdict.left")
    taken = message("verdict.takes", who=AtSeat(judged.taker), n=facts.pile)
    if over:
        return taken
    ranks = next_ranks(facts)
    return message("verdict.then", taken=taken, next=AtSeat(game.turn), ranks=ranks)


# --- the end of a game ---------------------------------------------------------------------------


def over(facts: Facts, over: OverFacts) -> Headline:
    """Who has won, or lost, or that nobody has."""
    game = facts.playing
    after = message("over.next-deal" if facts.ruleset.deck(game) else "over.next-game")
    if game.loser is not None:
        detail = after
        if game.winner is not None:
            detail = together(message("over.first-out", who=AtSeat(game.winner)), after)
        return message("over.lost", who=AtSeat(game.loser)), detail
    if game.winner is None:
        void = [message("over.void")] * over.void
        return message("over.nobody"), together(*void, after)
    who = AtSeat(game.winner)
    if over.paid is not None:
        return message("over.wins-points", who=who, n=sum(over.paid)), after
    return message("over.wins", who=who), after


def where(one: StandingFacts) -> Message | None:
    """The place of a seat at the end."""
    match one.role:
        case Role.LOSER:
            return message("over.last")
        case Role.GONE:
            return message("over.left")
        case _:
            return None if one.place is None else place(one.place)


def holds(one: StandingFacts) -> Message:
    """What a seat has, or pays, at the end."""
    if one.points is not None:
        return message("over.points", n=one.points)
    if one.pays:
        return message("over.pays", n=one.pays)
    return message("over.cards", n=one.cards)
