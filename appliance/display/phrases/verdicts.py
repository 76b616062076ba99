"""Sentences for a verdict: who was right, what it rests on, what follows, and a dispute of it."""

from appliance.core.signals import SECOND
from appliance.display.phrases.common import Headline, together
from appliance.display.phrases.turns import next_ranks
from appliance.message import AtSeat, Message, in_a_row, message
from appliance.presses.gestures import LONG_AFTER
from appliance.rules.events import Answered, Produced, Shown
from appliance.rules.game import Phase
from appliance.table.facts import Basis, Facts, JudgedFacts, Outcome, truth_of


def verdict(facts: Facts, judged: JudgedFacts) -> Headline:
    """Who was right, and who takes or loses what."""
    if judged.event is None:
        return None, None
    headline = _verdict(facts, judged, judged.event)
    if judged.dispute is None:
        parts = [_basis(judged), _follows(facts, judged)]
        return headline, together([one for one in parts if one is not None])
    between, agreed = judged.parties, judged.dispute.agreed
    if between is None:
        return headline, None
    how = "turn-round-or-others" if judged.dispute.neutrals else "turn-round"
    both = {"owner": AtSeat(between.owner), "other": AtSeat(between.other)}
    detail = [message(f"verdict.{how}", **both)]
    if agreed:
        who = tuple(AtSeat(seat) for seat in agreed)
        detail.append(message("verdict.say-wrong", who=who, n=len(agreed)))
    return message("verdict.doubtful", what=headline), together(detail)


def word(facts: Facts, judged: JudgedFacts) -> Message | None:
    """The verdict in a word or two, for all to see."""
    match judged.event:
        case None:
            return None
        case Produced(rank=None):
            claim = judged.doubted
            if claim is None:
                return message("verdict.word.none")
            return message("verdict.word.no-such", rank=claim.rank)
        case Produced():
            return message("verdict.word.produced")
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
        case Produced():
            claim = judged.doubted
            if claim is None:
                return message("verdict.has-none", who=who)
            return message("verdict.has-no", who=who, rank=claim.rank)
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
    ranks = next_ranks(facts, ())
    return message("verdict.then", taken=taken, next=AtSeat(game.turn), ranks=ranks)
