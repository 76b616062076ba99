"""Sentences for the end of a game: who has won or lost, and how the others stand."""

from appliance.display.phrases.common import Headline, place, together
from appliance.message import AtSeat, Message, message
from appliance.table.facts import Facts, OverFacts, Role, StandingFacts


def over(facts: Facts, over: OverFacts) -> Headline:
    """Who has won, or lost, or that nobody has."""
    game = facts.playing
    after = message("over.next-deal" if facts.ruleset.deck(game) else "over.next-game")
    if game.loser is not None:
        detail = [after]
        if game.winner is not None:
            detail = [message("over.first-out", who=AtSeat(game.winner)), after]
        return message("over.lost", who=AtSeat(game.loser)), together(detail)
    if game.winner is None:
        void = [message("over.void")] * over.void
        return message("over.nobody"), together([*void, after])
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
