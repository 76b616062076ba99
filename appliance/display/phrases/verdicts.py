"""Sentences for how it came out: a verdict, a dispute of it, and the end of a game."""

from appliance.core.signals import SECOND
from appliance.display.phrases import Headline, place, together
from appliance.display.phrases.turns import next_ranks
from appliance.display.view import StandingView
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
    truth_of,
)
from appliance.words import Words


def verdict(facts: Facts, judged: JudgedFacts) -> Headline:
    """Who was right, and who takes or loses what."""
    if judged.event is None:
        return None, None
    headline, _ = _outcome(facts, judged, judged.event)
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
    return None if judged.event is None else _outcome(facts, judged, judged.event)[1]


def _outcome(facts: Facts, judged: JudgedFacts, event: Outcome) -> tuple[Message, Message]:
    """The verdict in a sentence, and in a word or two."""
    who, right = AtSeat(event.seat), truth_of(event)
    match event:
        case Produced(rank=rank) if rank is not None:
            told = message("verdict.shows-one", who=who, rank=rank)
            return told, message("verdict.word.produced")
        case Produced() if judged.doubted is not None:
            rank = judged.doubted.rank
            told = message("verdict.has-no", who=who, rank=rank)
            return told, message("verdict.word.no-such", rank=rank)
        case Produced():
            return message("verdict.has-none", who=who), message("verdict.word.none")
        case Shown():
            told = message("verdict.shows", who=who, cards=in_a_row(event.ranks))
            return told, message("verdict.word.right")
        case Answered():
            way = "safe" if right else "too-high"
            told = message(f"verdict.answer-{way}", who=who, percent=event.percent)
        case _ if facts.question is not None:
            way = "safe" if right else "too-high"
            told = message(f"verdict.{way}", who=who)
        case _:
            way = "truth" if right else "lie"
            told = message(f"verdict.{way}", who=who)
    return told, message(f"verdict.word.{way}")


def hint(judged: JudgedFacts) -> Message | None:
    """That a verdict can be disputed, while it can."""
    if not judged.disputable:
        return None
    return message("verdict.hint", seconds=LONG_AFTER / SECOND)


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


def standings(over: OverFacts, words: Words) -> tuple[StandingView, ...]:
    """Each seat's place at the end, and what it has, or pays."""
    lines = []
    for one in over.standings:
        amount, holds = one.cards, message("over.cards", n=one.cards)
        if one.points is not None:
            amount, holds = one.points, message("over.points", n=one.points)
        elif one.pays:
            holds = message("over.pays", n=one.pays)
        where = "" if one.place is None else words.say(place(one.place))
        if one.role in (Role.LOSER, Role.GONE):
            where = words("over.last" if one.role is Role.LOSER else "over.left")
        lines.append(StandingView(one.seat, where, amount, words.say(holds)))
    return tuple(lines)
