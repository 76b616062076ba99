"""The desk's time: paused or at another pace, but at normal pace while a buzzer is pressed."""

from appliance.core.signals import MS

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Paces of the world; 1 is real time."""

HURRY = 4.0
"""Minimum pace of the world while the desk steers the table's menu for a person."""

SLICE = 20 * MS
"""Maximum step of the world's time, so that a fast world is not a coarse one."""


class DeskClock:
    """The table's time (`now`, ns), driven by the machine's.

    Time runs at normal pace while a person presses a buzzer, so a tap is a tap at every pace. Only
    bots and windows become faster.
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
        """Go `by` steps faster, or slower if negative."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)

    def to(self, machine: int, *, pressing: bool, hurries: bool = False) -> list[int]:
        """Advance to the machine's time `machine` (ns); return the moments that the world passes.

        The clock `hurries` while the desk alone presses and no player waits.
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
        """Map the machine's time `machine` to the table's, at normal pace.

        A press since the last look is later than the table's time of that look.
        """
        return self.now + machine - self._machine
