"""The question of a game of guesses: its number, and if it is due."""

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
    """Return the number of the current question, or None."""
    return getattr(table.game, "question", None)
