"""A second referee who knows the truth, and catches the table when it is wrong.

It works from the true times of fingers, the real cards and the answer, and shares no code with the
arbiter, the rules or the card reader: `race_check` checks the first doubter, `card_check` the
cards, `points_check` the value of a guess.
"""

from appliance.core.signals import SECOND
from appliance.record.standing import describe
from appliance.table.facts import Stage
from bluffing.message import message
from lab.sim.change import Change, Score
from lab.sim.referee.card_check import CardCheck
from lab.sim.referee.points_check import PointsCheck
from lab.sim.referee.race_check import RaceCheck
from lab.sim.world import World


class Referee:
    """Watches one evening; `score` is its verdict on the table's verdicts."""

    def __init__(self, world: World) -> None:
        self.score = Score()
        self._world = world
        self._races = RaceCheck(world.people.hands)
        self._cards = CardCheck(world, self.score)
        self._points = PointsCheck(self.score)

    def saw(self, change: Change) -> None:
        """Check the table's view of the world."""
        who = self._races.saw(change)
        self.score.wrong_doubters += len(who)
        faults = who + self._cards.saw(change) + self._points.saw(change)
        faults += self._world.unmeant
        self._world.unmeant.clear()
        at, table = change.now / SECOND, describe(change.after)
        self.score.faults += [
            message("sim.fault-at", fault=fault, at=at, table=table) for fault in faults
        ]
        self.score.plays = self._world.plays
        if change.after.stage is Stage.OVER is not change.before.stage:
            self.score.finished += 1
