"""The question of a game of guesses: which one the game is at, and when it is due."""

from appliance.table.state import Table
from bluffing.game import Phase
from bluffing.wagers import WagerGame


def is_due(table: Table) -> bool:
    """Return True if the game waits for a question that was not drawn yet."""
    game, match = table.game, table.match
    if game.phase is not Phase.READY or not game.points:
        return False
    new = match.question is None or match.question_of != number(table)
    return new and isinstance(table.ruleset, WagerGame)


def number(table: Table) -> int | None:
    """The number of the question that the game is at."""
    return getattr(table.game, "question", None)
