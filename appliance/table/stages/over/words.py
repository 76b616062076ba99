"""The messages of the end of a game: who has won or lost, its tale and its standings."""

from appliance.table.answers import Headline
from appliance.table.codes import Role
from appliance.table.elements import BestCatch
from appliance.table.facts.values import Facts
from appliance.table.sentences import together
from appliance.table.stages.over.facts import DoubtedFacts, OverFacts, StandingFacts, TakenFacts
from bluffing.message import AtSeat, Message, message


def headline(facts: Facts, over: OverFacts) -> Headline:
    """Say who has won or lost, or that the game has no winner."""
    game = facts.playing
    after = message("over.next-deal" if facts.ruleset.deck(game) else "over.next-game")
    if over.reads:
        after = together(after, message("over.read"))
    if game.loser is not None:
        detail = after
        if game.winner is not None:
            detail = together(message("over.first-out", who=AtSeat(game.winner)), after)
        return message("over.lost", who=AtSeat(game.loser)), detail
    if game.tied:
        several = tuple(map(AtSeat, game.tied))
        return message("over.tied", who=several, n=game.hands[game.tied[0]]), after
    if game.winner is None:
        void = [message("over.void")] * over.void
        return message("over.nobody"), together(*void, after)
    player = AtSeat(game.winner)
    if over.paid is not None:
        return message("over.wins-points", who=player, n=sum(over.paid)), after
    return message("over.wins", who=player), after


def tale(doubted: DoubtedFacts | None, pile: TakenFacts | None) -> tuple[Message, ...]:
    """Tell a game in sentences that the table knows for sure."""
    sentences = []
    if doubted is not None:
        times, truths = doubted.times, doubted.truths
        frequency = {0: "never", times: "always"}.get(truths, "some")
        sentences.append(
            message(f"over.doubted.{frequency}", who=AtSeat(doubted.seat), n=times, truths=truths)
        )
    if pile is not None:
        sentences.append(message("over.largest-pile", who=AtSeat(pile.seat), n=pile.cards))
    return tuple(sentences)


def caught(catch: BestCatch) -> Message:
    """Say who caught whom in the best catch of a game."""
    return message("over.catch", who=AtSeat(catch.doubter), liar=AtSeat(catch.claim.seat))


def standing(line: StandingFacts) -> tuple[Message | None, int, Message]:
    """Return a seat's place at the end, and its count or its payment, as a number and in words."""
    amount, holds = line.cards, message("over.cards", n=line.cards)
    if line.points is not None:
        amount, holds = line.points, message("over.points", n=line.points)
    elif line.pays:
        holds = message("over.pays", n=line.pays)
    if line.chips is not None:
        holds = message("over.chips", holds=holds, chips=f"{line.chips:+d}")
    if line.role in (Role.LOSER, Role.GONE):
        return message("over.last" if line.role is Role.LOSER else "over.left"), amount, holds
    return None if line.place is None else message(f"screen.place.{line.place}"), amount, holds
