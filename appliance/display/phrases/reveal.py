"""Sentences from a doubt to the cards: the photo finish, the box, entering by hand."""

from appliance.display.phrases import Headline
from appliance.display.view import SoughtView
from appliance.message import AtSeat, Message, in_a_row, message
from appliance.rules.actions import Settle
from appliance.rules.game import Phase
from appliance.table.facts import (
    ByHand,
    DoubtingFacts,
    Facts,
    Parties,
    RevealingFacts,
    Sought,
    Turn,
    stop_words,
)
from appliance.words import Words


def doubt(facts: Facts, doubted: DoubtingFacts) -> Headline:
    """Who doubts, and how close it was."""
    game, claim = facts.playing, facts.claim
    if facts.showing is not None:
        return message("doubt.shows", who=AtSeat(facts.showing)), None
    if game.phase is Phase.ANSWER and game.doubter is not None:
        return message("doubt.guess", who=AtSeat(game.doubter)), message("doubt.guess.detail")
    if game.doubter is None or claim is None:
        return message("doubt.last-cards"), None
    doubter, claimant = AtSeat(game.doubter), AtSeat(claim.seat)
    cards = claim.rank.counted(claim.count)
    headline = message("doubt.play", doubter=doubter, claimant=claimant, cards=cards)
    if game.phase is Phase.PRODUCE:
        headline = message("doubt.forces", doubter=doubter, claimant=claimant, rank=claim.rank)
    if not facts.places:
        return headline, None
    if any(place.tied for place in facts.places):
        rule = facts.ruleset.tie_words(game)
        return headline, message("doubt.tie", ms=doubted.tie_ms, rule=rule)
    second = next((place for place in facts.places[1:] if not place.late), None)
    if second is not None:
        return headline, message("doubt.first-by", ms=second.behind_us / 1000)
    return headline, message("doubt.alone", who=doubter)


def reveal(facts: Facts, revealing: RevealingFacts) -> Headline:
    """Which cards go into the box, or what is entered by hand."""
    wanted, between, claim = revealing.sought, revealing.parties, facts.claim
    if wanted is None:
        return message("reveal.headline"), None
    headline = _wanted(facts, wanted)
    if revealing.by_hand is not None:
        if between is None:
            return headline, None
        return headline, _by_hand(revealing, revealing.by_hand, between)
    if revealing.ask is not None and facts.reading is not None and facts.reading.cards:
        return headline, revealing.ask
    if claim is not None and facts.showing is None:
        cards = claim.rank.counted(claim.count)
        return headline, message("reveal.said", who=AtSeat(claim.seat), cards=cards)
    return headline, None


def _wanted(facts: Facts, wanted: Sought) -> Message:
    who = AtSeat(wanted.seat)
    match wanted.turn:
        case Turn.PLAY:
            return message("reveal.flip", n=wanted.count)
        case Turn.HAND:
            return message("reveal.hand", who=who, n=wanted.count)
        case Turn.PRODUCED if facts.claim is not None:
            return message("reveal.produce", who=who, rank=facts.claim.rank)
        case Turn.PRODUCED:
            return message("reveal.produce-any", who=who)


def _by_hand(revealing: RevealingFacts, by_hand: ByHand, between: Parties) -> Message:
    owner, other = AtSeat(between.owner), AtSeat(between.other)
    cards = in_a_row(by_hand.ranks) if by_hand.ranks else message("reveal.none")
    if not by_hand.done:
        code = "reveal.enters" if by_hand.ranks else "reveal.enters-first"
        return message(code, who=other, cards=cards)
    question = message("reveal.is-it", who=owner, cards=cards)
    if isinstance(by_hand.stop, Settle):
        question = message("reveal.is-it-so", who=owner, what=stop_words(revealing, by_hand.stop))
    if not by_hand.agreed:
        return question
    return message("reveal.agreed", question=question, n=len(by_hand.agreed))


def to_turn_up(facts: Facts, revealing: RevealingFacts, words: Words) -> SoughtView | None:
    """What the cards that the box wants are to it, and what they should be."""
    wanted, claim, required = revealing.sought, facts.claim, facts.playing.required
    if wanted is None:
        return None
    if wanted.turn is Turn.HAND:
        any_one = message("reveal.any-one-rank", n=wanted.count)
        what = any_one if required is None else required.counted(wanted.count)
        return SoughtView(wanted.count, words("reveal.to-win"), words.say(what))
    if claim is None:
        return SoughtView(wanted.count)
    if wanted.turn is Turn.PRODUCED:
        return SoughtView(wanted.count, words("reveal.asked-for"), words(f"rank.{claim.rank}.one"))
    said = claim.rank.counted(claim.count)
    return SoughtView(wanted.count, words("reveal.claimed"), words.say(said))
