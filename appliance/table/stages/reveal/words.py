"""The messages of a reveal: which cards go into the box, or are entered by hand."""

from collections.abc import Callable, Mapping

from appliance.core.reading import UNKNOWN_FACE
from appliance.table.answers import Headline
from appliance.table.elements import ByHand
from appliance.table.facts.values import Facts
from appliance.table.judge import Sought, Turn
from appliance.table.stages.reveal.facts import RevealingFacts, stop_words
from appliance.table.verdict import Parties
from bluffing.actions import Settle
from bluffing.message import AtSeat, Message, in_a_row, message


def headline(facts: Facts, revealing: RevealingFacts) -> Headline:
    """Say which cards go into the box, or which are entered by hand."""
    wanted, between, claim = revealing.sought, revealing.parties, facts.play.claim
    if wanted is None:
        return message("reveal.headline"), None
    headline = _wanted(facts, wanted, revealing.lanes)
    if revealing.by_hand is not None:
        if between is None:
            return headline, None
        by_hand = revealing.by_hand
        if by_hand.done and by_hand.word:
            answer = stop_words(revealing, by_hand.stop)
            headline = message("reveal.says", other=AtSeat(between.other), what=answer)
        return headline, _by_hand(revealing, by_hand, between)
    if revealing.ask == UNKNOWN_FACE:
        return headline, message("reveal.unknown-deck")
    if claim is not None and facts.play.showing is None:
        cards = claim.rank.counted(claim.count)
        return headline, message("reveal.said", who=AtSeat(claim.seat), cards=cards)
    return headline, None


def _wanted(facts: Facts, wanted: Sought, lanes: int) -> Message:
    player = AtSeat(wanted.seat)
    match wanted.turn:
        case Turn.PLAY:
            return message("reveal.lanes" if lanes else "reveal.flip", n=wanted.count)
        case Turn.HAND:
            return message("reveal.hand", who=player, n=wanted.count)
        case Turn.PRODUCED if facts.play.claim is not None:
            return message("reveal.produce", who=player, rank=facts.play.claim.rank)
        case Turn.PRODUCED:
            return message("reveal.produce-any", who=player)


def _by_hand(revealing: RevealingFacts, by_hand: ByHand, between: Parties) -> Message:
    owner, opponent = AtSeat(between.owner), AtSeat(between.other)
    cards = in_a_row(by_hand.ranks) if by_hand.ranks else message("reveal.none")
    if not by_hand.done and by_hand.word:
        return message("reveal.asks", who=opponent, owner=owner)
    if not by_hand.done:
        code = "reveal.enters" if by_hand.ranks else "reveal.enters-first"
        return message(code, who=opponent, cards=cards)
    question = message("reveal.is-it", who=owner, cards=cards)
    if isinstance(by_hand.stop, Settle):
        question = message("reveal.is-it-so", who=owner, what=stop_words(revealing, by_hand.stop))
    if by_hand.word:
        question = message("reveal.agrees", who=owner)
    if not by_hand.agreed:
        return question
    return message("reveal.agreed", question=question, n=len(by_hand.agreed))


def to_turn_up(facts: Facts, wanted: Sought) -> tuple[str, Message | None]:
    """Return the code of a caption for the cards that the box wants, and their claim."""
    caption, say = _SOUGHT[wanted.turn]
    return caption, say(facts, wanted)


def _of_one_rank(facts: Facts, wanted: Sought) -> Message:
    required = facts.playing.required
    if required is None:
        return message("reveal.any-one-rank", n=wanted.count)
    return required.counted(wanted.count)


def _claimed_rank(facts: Facts, _wanted: Sought) -> Message | None:
    claim = facts.play.claim
    return None if claim is None else claim.rank.form("one")


def _claimed(facts: Facts, _wanted: Sought) -> Message | None:
    claim = facts.play.claim
    return None if claim is None else claim.rank.counted(claim.count)


_SOUGHT: Mapping[Turn, tuple[str, Callable[[Facts, Sought], Message | None]]] = {
    Turn.PLAY: ("reveal.claimed", _claimed),
    Turn.PRODUCED: ("reveal.asked-for", _claimed_rank),
    Turn.HAND: ("reveal.to-win", _of_one_rank),
}
"""Caption and message of the cards that a reveal is to find."""
