"""Which part of the evening goes with where the game stands.

Whatever brought the game there (a hold, a touch, a procedure), the table goes along.
"""

from appliance.core.effects import Sound, StopReading
from appliance.rules.game import Phase
from appliance.table import asking
from appliance.table.state import Stage
from appliance.table.work import Work

_DOUBTED = (Phase.REVEAL, Phase.PRODUCE, Phase.ANSWER)


def follow(work: Work) -> None:
    """Enter the stage that the game asks for, if the table is in another."""
    table = work.table
    if table.round is None or table.round.pending is not None:
        return
    phase = table.game.phase
    if table.stage is Stage.PLAY and (phase in _DOUBTED or table.showing is not None):
        work.set(race=None, finish=None, undo=None)
        work.enter(Stage.DOUBT)
    elif table.stage in (Stage.DOUBT, Stage.REVEAL) and phase not in _DOUBTED:
        shows = table.showing is not None and phase is not Phase.OVER
        if not shows:
            _drop_reveal(work)
    if work.table.stage in (Stage.DEAL, Stage.PLAY, Stage.QUESTION) and phase is Phase.OVER:
        end(work)
    elif work.table.stage is Stage.PLAY and asking.wanted(work.table):
        asking.begin(work)


def end(work: Work) -> None:
    """The game is over: somebody has won or lost, or it is void."""
    game = work.table.game
    work.set(games=work.table.games + 1, race=None, undo=None)
    if game.winner is not None:
        work.set(champion=work.table.buzzers[game.winner])
    work.enter(Stage.OVER)
    if game.winner is not None or game.loser is not None:
        work.sound(Sound.WIN)


def _drop_reveal(work: Work) -> None:
    """A procedure took away what was to be turned up."""
    work.effects.append(StopReading())
    work.set(showing=None, by_hand=None, ask=None, reading=None)
    work.round(opened_at=work.now, counts_from=work.now, closes_at=None)
    work.enter(Stage.PLAY)
