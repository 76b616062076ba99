"""Faults that a person can cause and repair at the desk: camera, buzzers' cable, contacts."""

from appliance.core.signals import BUZZERS, NEVER, DriverBack, DriverLost, Edge, EdgesLost
from appliance.drivers import Clock, Post
from bluffing.message import message
from lab.sim.desk.box import DeskCamera
from lab.sim.faulty_camera import CameraFault, FaultyCamera, Spell
from lab.sim.wiring import PinWiring


class DeskWiring(PinWiring):
    """Pins whose contacts can be stuck, and whose cable can be pulled: then no edge arrives."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.stuck: set[int] = set()
        self.out = False
        self._down: set[int] = set()  # where fingers are, whatever the contacts do

    def move(self, edge: Edge) -> None:
        """Close or open a contact, unless it is stuck or its cable is pulled."""
        (self._down.add if edge.down else self._down.discard)(edge.buzzer)
        if not self.out and edge.buzzer not in self.stuck:
            super().move(edge)

    def settle(self, buzzer: int, now: int) -> None:
        """Set a contact to the result of its finger, its fault and the cable."""
        closed = not self.out and (buzzer in self.stuck or buzzer in self._down)
        super().move(Edge(buzzer, closed, now))


class Breakage:
    """Current faults at the desk. Each `toggle_` breaks a part, or repairs it."""

    def __init__(self, wiring: DeskWiring, camera: DeskCamera, clock: Clock) -> None:
        self._spells: list[Spell] = []
        self.camera = FaultyCamera(camera, clock, self._spells)
        self._wiring, self._clock = wiring, clock
        self._post: Post = lambda _: None

    def open(self, post: Post) -> None:
        """Tell the table by `post` when a cable is pulled, as its driver does."""
        self._post = post

    @property
    def camera_out(self) -> bool:
        """True if the camera is unplugged."""
        return bool(self._spells)

    @property
    def hub_out(self) -> bool:
        """True if the cable of all buzzers and lamps is pulled."""
        return self._wiring.out

    @property
    def stuck(self) -> frozenset[int]:
        """The buzzers that are stuck down."""
        return frozenset(self._wiring.stuck)

    @property
    def anything(self) -> bool:
        """True if anything is broken."""
        return self.camera_out or self.hub_out or bool(self.stuck)

    def toggle_camera(self) -> None:
        """Pull the camera's cable, or put it back."""
        if self._spells:
            self._spells.clear()
        else:
            self._spells.append(Spell(CameraFault.LOST, self._clock(), NEVER))

    def toggle_hub(self, buzzers: int) -> None:
        """Pull the cable of `buzzers`, or put it back."""
        now = self._clock()
        self._wiring.out = not self._wiring.out
        for buzzer in range(buzzers):
            self._wiring.settle(buzzer, now)
        if self._wiring.out:
            self._post(EdgesLost(now, now))
            self._post(DriverLost(BUZZERS, message("desk.buzzers-out"), now))
        else:
            self._post(DriverBack(BUZZERS, now))

    def toggle_stuck(self, buzzer: int) -> None:
        """Jam a buzzer, or free it."""
        self._wiring.stuck ^= {buzzer}
        self._wiring.settle(buzzer, self._clock())
