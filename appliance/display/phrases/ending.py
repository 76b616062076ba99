"""Sentences for the end of a game: who has won or lost, and how the others stand."""

from appliance.display.phrases.common import Words, cards, place, points
from appliance.display.view import StandingView
from appliance.rules.events import Paid, SuddenDeath, Voided
from appliance.table.state import Stage, Table


def over(table: Table) -> Words:
    """Who has won, or lost, or that nobody has."""
    game, after = table.game, "Hold a buzzer for the next deal"
    if not table.ruleset.deck(game):
        after = "Hold a buzzer for the next game"
    if game.loser is not None:
        first = f"{table.name(game.winner)} was out first. " if game.winner is not None else ""
        return f"{table.name(game.loser)} has lost", first + after
    if game.winner is None:
        void = any(isinstance(one, Voided) for one in table.happened)
        return "Nobody wins", f"The game is void. {after}" if void else after
    paid = next((one for one in table.happened if isinstance(one, Paid)), None)
    gets = f" and gets {points(sum(paid.parts))}" if paid is not None else ""
    return f"{table.name(game.winner)} wins{gets}!", after


def standings(table: Table) -> tuple[StandingView, ...]:
    """Every seat at the end of the game, best first."""
    if table.stage is not Stage.OVER or table.round is None:
        return ()
    game = table.game
    if game.points:
        ranking = getattr(game, "ranking", ())
        places = [sum(len(one) for one in ranking[:i]) + 1 for i in range(len(ranking))]
        return tuple(
            StandingView(seat, place(number), game.points[seat], points(game.points[seat]))
            for number, seats in zip(places, ranking, strict=True)
            for seat in seats
        )
    paid = next((one.parts for one in table.happened if isinstance(one, Paid)), None)
    order = {seat: number for number, seat in enumerate(game.out)}
    if game.winner is not None:
        order.setdefault(game.winner, -1)
    rest = sorted(
        (seat for seat in range(len(game.hands)) if seat not in order),
        key=lambda seat: (seat == game.loser, seat in game.gone, game.hands[seat]),
    )
    lines = []
    for number, seat in enumerate([*sorted(order, key=lambda seat: order[seat]), *rest]):
        where = place(number + 1) if seat in order else ""
        if seat == game.loser:
            where = "last"
        elif seat in game.gone:
            where = "left"
        words = cards(game.hands[seat])
        if paid is not None and paid[seat]:
            words = f"pays {paid[seat]}"
        lines.append(StandingView(seat, where, game.hands[seat], words))
    return tuple(lines)


def sudden(table: Table) -> bool:
    """Whether those tied for the lead play it out."""
    begins = any(isinstance(one, SuddenDeath) for one in table.happened)
    return bool(table.round is not None and getattr(table.game, "sudden_death", False)) or begins
