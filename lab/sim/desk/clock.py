"""The desk's time: it stands still or runs at another pace, but never while a buzzer is pressed."""

from appliance.core.signals import MS

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""How fast the world may run, 1 being as in life."""

HURRY = 4.0
"""How fast the world runs at least while the desk steers the table's menu for a person."""

SLICE = 20 * MS
"""The world is moved on by no more than this at once, so that a fast one is not a coarse one."""


class DeskClock:
    """The table's time (`now`, ns), moved by the machine's.

    While somebody presses a buzzer time goes as in life: a tap is a tap at every pace. So it is
    the bots and the windows alone that become faster.
    """

    def __init__(self, machine: int, now: int, speed: float = 1.0) -> None:
        self.now = now
        self.paused = False
        self._machine, self._speed, self._rest = machine, SPEEDS.index(speed), 0.0

    @property
    def speed(self) -> float:
        """Speed of the world while no button is pressed."""
        return SPEEDS[self._speed]

    def change(self, by: int) -> None:
        """So many steps faster, or slower where it is negative."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)

    def to(self, machine: int, *, pressing: bool, hurries: bool = False) -> list[int]:
        """Go on to the machine's time `machine` (ns): the moments that the world passes.

        It `hurries` where the only presses are those that the desk makes, and nobody waits.
        """
        went, self._machine = max(0, machine - self._machine), machine
        if self.paused:
            return [self.now]
        pace = 1.0 if pressing else self.speed
        exact = went * (max(HURRY, self.speed) if hurries else pace) + self._rest
        goal = self.now + int(exact)
        self._rest = exact - int(exact)
        moments = list(range(self.now + SLICE, goal, SLICE))
        self.now = goal
        return [*moments, goal]

    def moment(self, machine: int) -> int:
        """Map the machine's time `machine` to the table's, counted as in life.

        A press since the last look is later than the table's time of that look.
        """
        return self.now + machine - self._machine
