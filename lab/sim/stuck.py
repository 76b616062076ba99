"""The error of a game that can't go on."""

from appliance.errors import DoubtItError
from appliance.record.standing import describe
from appliance.table.facts import Facts
from bluffing.message import message


class StuckError(DoubtItError):
    """The game can't go on: a fault of the table or of the world."""

    def __init__(self, how: str, facts: Facts) -> None:
        super().__init__(message(f"sim.stuck.{how}", table=describe(facts)))
