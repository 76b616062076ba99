"""Which stage goes with where the game stands.

Whatever brought the game there (a hold, a touch, a procedure), the table goes along.
"""

from dataclasses import replace

from appliance.core.effects import Sound, StopReading
from appliance.rules.game import Phase
from appliance.table import asking
from appliance.table.stages import Asking, Deal, Doubting, Over, Revealing, Turns
from appliance.table.work import Work

_DOUBTED = (Phase.REVEAL, Phase.PRODUCE, Phase.ANSWER)


def follow(work: Work) -> None:
    """Enter the stage that the game asks for, if the table is in another."""
    match work.table.stage:
        case Turns(pending=None) as turns:
            if turns.game.phase in _DOUBTED:
                work.enter(Doubting(work.now, turns=turns.at_rest))
            else:
                _go_on(work)
        case Doubting(turns=turns, showing=showing) | Revealing(turns=turns, showing=showing):
            shows = showing is not None and turns.game.phase is not Phase.OVER
            if turns.game.phase not in _DOUBTED and not shows:
                # a procedure took away what was to be turned up
                work.effects.append(StopReading())
                work.enter(replace(turns, since=work.now).opened(work.now))
                _go_on(work)
        case Deal() | Asking():
            if work.table.game.phase is Phase.OVER:
                end(work)
        case _:
            pass


def end(work: Work, closed_at: int | None = None) -> None:
    """The game is over: somebody has won or lost, or it is void.

    `closed_at` is when the window for the last cards ended, if that was the end.
    """
    table, game = work.table, work.table.game
    work.set(games=table.games + 1)
    if game.winner is not None:
        work.set(champion=table.buzzers[game.winner])
    work.enter(Over(work.now, match=table.match, ruling=table.ruling, closed_at=closed_at))
    if game.winner is not None or game.loser is not None:
        work.sound(Sound.WIN)


def _go_on(work: Work) -> None:
    """From the turns to the end, or to the next question."""
    if work.table.game.phase is Phase.OVER:
        end(work)
    elif asking.wanted(work.table):
        asking.begin(work)
