"""What an evening counts: finished games, their champion, and chips."""

from appliance.table.work import Work
from bluffing.events import Paid


def add_game(work: Work) -> None:
    """Count the finished game, and its payments."""
    table, winner = work.table, work.table.game.winner
    _pay(work, 1)
    work.set(games=table.games + 1)
    if winner is not None:
        work.set(champion=table.buzzers[winner])


def drop_game(work: Work) -> None:
    """Uncount a finished game that goes on, and return its payments."""
    _pay(work, -1)
    work.set(games=work.table.games - 1)


def _pay(work: Work, times: int) -> None:
    """Add the payments of the newest action to the chips of the evening."""
    chips, buzzers = dict(work.table.chips), work.table.buzzers
    for paid in (event for event in work.table.match.happened if isinstance(event, Paid)):
        for seat, part in enumerate(paid.parts):
            won = sum(paid.parts) if seat == paid.seat else -part
            chips[buzzers[seat]] = chips.get(buzzers[seat], 0) + times * won
        work.set(chips=chips)
