"""The messages of a doubt: who doubts, and how close the race was."""

from appliance.table.answers import Headline
from appliance.table.facts.values import Facts
from appliance.table.sentences import how_close
from appliance.table.stages.doubt.facts import DoubtingFacts
from bluffing.game import Phase
from bluffing.message import AtSeat, message


def headline(facts: Facts, _doubted: DoubtingFacts) -> Headline:
    """Say who doubts, and how close the race was."""
    game, claim = facts.playing, facts.play.claim
    if facts.play.showing is not None:
        return message("doubt.shows", who=AtSeat(facts.play.showing)), None
    if game.phase is Phase.ANSWER and game.doubter is not None:
        return message("doubt.guess", who=AtSeat(game.doubter)), message("doubt.guess.detail")
    if game.doubter is None or claim is None:
        return message("doubt.last-cards"), None
    doubter, claimant = AtSeat(game.doubter), AtSeat(claim.seat)
    cards = claim.rank.counted(claim.count)
    headline = message("doubt.play", doubter=doubter, claimant=claimant, cards=cards)
    if getattr(game, "believed", False):
        headline = message("doubt.believes", believer=doubter, claimant=claimant, cards=cards)
    if game.phase is Phase.PRODUCE:
        headline = message("doubt.forces", doubter=doubter, claimant=claimant, rank=claim.rank)
    return headline, how_close(facts, game.doubter) if facts.play.places else None
