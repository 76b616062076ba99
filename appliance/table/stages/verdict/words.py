"""The messages of a verdict: who was right, and who takes or loses what."""

from appliance.core.signals import SECOND
from appliance.presses.gestures import LONG_AFTER
from appliance.table.answers import Headline
from appliance.table.elements import Basis, Extra, Outcome
from appliance.table.facts.values import Facts
from appliance.table.sentences import how_close, next_ranks, together
from appliance.table.stages.verdict.facts import JudgedFacts
from appliance.table.verdict import truth_of
from bluffing.events import Answered, Produced, Shown
from bluffing.game import Claim, Phase
from bluffing.message import AtSeat, Message, in_a_row, message

NEAREST = 0.1
"""Minimum distance of a shown percentage from 0 and 100: no uncertain claim is called certain."""


def headline(facts: Facts, judged: JudgedFacts) -> Headline:
    """Say who was right and who takes or loses what, or an extra that a player asked for."""
    if judged.extra is Extra.PHOTO_FINISH:
        return _photo_again(facts, judged)
    headline, _ = _outcome(facts, judged.event)
    if judged.chance is not None and facts.play.claim is not None:
        return headline, likely(facts.play.claim, judged.event, judged.chance)
    between = judged.parties
    if judged.agreed is None:
        parts = [
            sentence
            for sentence in (_basis(judged), _follows(facts, judged))
            if sentence is not None
        ]
        return headline, together(*parts) if parts else None
    code = "verdict.turn-round-or-others" if judged.neutrals else "verdict.turn-round"
    detail = message(code, owner=AtSeat(between.owner), other=AtSeat(between.other))
    if judged.agreed:
        players = tuple(map(AtSeat, judged.agreed))
        detail = together(detail, message("verdict.say-wrong", who=players, n=len(players)))
    return message("verdict.doubtful", what=headline), detail


def word(facts: Facts, judged: JudgedFacts) -> Message:
    """The verdict in a word or two, for all to see."""
    return _outcome(facts, judged.event)[1]


def _outcome(facts: Facts, event: Outcome) -> tuple[Message, Message]:
    """The verdict in a sentence, and in a word or two."""
    player, right = AtSeat(event.seat), truth_of(event)
    match event:
        case Produced(rank=rank) if rank is not None:
            sentence = message("verdict.shows-one", who=player, rank=rank)
            return sentence, message("verdict.word.produced")
        case Produced() if facts.play.claim is not None:
            rank = facts.play.claim.rank
            sentence = message("verdict.has-no", who=player, rank=rank)
            return sentence, message("verdict.word.no-such", rank=rank)
        case Produced():
            return message("verdict.has-none", who=player), message("verdict.word.none")
        case Shown():
            sentence = message("verdict.shows", who=player, cards=in_a_row(event.ranks))
            return sentence, message("verdict.word.right")
        case Answered():
            ending = "safe" if right else "too-high"
            asked = facts.guess.question
            about = asked is not None and asked.about
            percent = event.percent if asked is None or asked.percent is None else asked.percent
            code = f"verdict.{'about' if about else 'answer'}-{ending}"
            sentence = message(code, who=player, percent=percent)
        case _ if facts.guess.question is not None:
            ending = "safe" if right else "too-high"
            sentence = message(f"verdict.{ending}", who=player)
        case _:
            ending = "truth" if right else "lie"
            sentence = message(f"verdict.{ending}", who=player)
    return sentence, message(f"verdict.word.{ending}")


def _photo_again(facts: Facts, judged: JudgedFacts) -> Headline:
    """Say how close the race was, and how exact its times are."""
    doubter = next(place.seat for place in facts.play.places if place.doubter)
    exact = message("doubt.exact", ms=facts.settings.tie_ms + 1)
    close = how_close(facts, doubter)
    return message("doubt.photo"), _and(close, _and(exact, _tap(judged)))


def hint(judged: JudgedFacts) -> Message | None:
    """Say that a verdict can be disputed, while it can, and what a tap shows of it."""
    taps = judged.extra is not None or judged.next_extra is not None
    if not judged.disputable:
        return _tap(judged) if taps else None
    if not taps:
        return message("verdict.hint", seconds=LONG_AFTER / SECOND)
    effect = message(f"verdict.more.{judged.next_extra or 'verdict'}")
    return message("verdict.hint-and", seconds=LONG_AFTER / SECOND, what=effect)


def _and(first: Message, then: Message) -> Message:
    return message("verdict.and", first=first, then=then)


def _tap(judged: JudgedFacts) -> Message:
    return message(f"verdict.tap.{judged.next_extra or 'verdict'}")


def _basis(judged: JudgedFacts) -> Message | None:
    if judged.partly_read:
        return message("verdict.rest-unread")
    if judged.basis is Basis.BANK:
        return _checked(judged)
    if judged.too_often:
        cards = in_a_row(card.code for card in judged.too_often)
        return message("verdict.too-often", cards=cards)
    if judged.basis is Basis.CAMERA:
        return None
    return message("verdict.overruled" if judged.overruled else "verdict.by-agreement")


def _checked(judged: JudgedFacts) -> Message | None:
    """Say what the printed card says, if one was asked for."""
    card = judged.checked
    if card is None:
        return None
    if card.percent is None:
        return message("verdict.card-unread")
    ending = "agrees" if card.agrees else "older"
    return message(f"verdict.card-{ending}", percent=card.percent)


def _follows(facts: Facts, judged: JudgedFacts) -> Message | None:
    game, over = facts.playing, facts.playing.phase is Phase.OVER
    if judged.loser is None:
        if not judged.removed:
            return None if over else message("verdict.left")
        taken, ranks = message("verdict.removed", n=judged.removed), next_ranks(facts)
        return message("verdict.then", taken=taken, next=AtSeat(game.turn), ranks=ranks)
    player = AtSeat(judged.loser)
    if judged.lost_points is not None:
        lost = message("verdict.loses", who=player, n=judged.lost_points)
        return _owing(lost, judged.forfeits)
    if facts.play.pile:
        taken = _owing(message("verdict.takes", who=player, n=facts.play.pile), judged.forfeits)
    else:
        taken = message("verdict.owes", who=player, n=judged.forfeits)
    if over:
        return taken
    ranks = next_ranks(facts)
    return message("verdict.then", taken=taken, next=AtSeat(game.turn), ranks=ranks)


def _owing(loss: Message, forfeits: int) -> Message:
    return message("verdict.owes-too", loss=loss, n=forfeits) if forfeits else loss


def likely(claim: Claim, event: Outcome, chance: float) -> Message:
    """Describe the chance of `claim` by public knowledge: `chance`, 0 to 1.

    After a forced production of a card (`event`) it is that of one such card.
    """
    count = 1 if isinstance(event, Produced) else claim.count
    player, cards = AtSeat(claim.seat), claim.rank.counted(count)
    if chance in (0, 1):
        code = "verdict.chance-none" if chance == 0 else "verdict.chance-sure"
        return message(code, who=player, cards=cards)
    percent = min(max(100 * chance, NEAREST), 100 - NEAREST)
    return message("verdict.chance", who=player, cards=cards, percent=percent)
