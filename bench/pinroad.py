"""The way over the Pi's own pins, and what gpiozero's Button makes of the same contacts."""

from dataclasses import replace

from gpiozero import Button

from appliance.core.signals import MS
from appliance.drivers import Post
from appliance.drivers.gpio.board import BUZZER_PINS, TIMEKEEPING_OF, PinBoard
from appliance.drivers.gpio.driver import BuzzerSettings, GpioBuzzers
from appliance.drivers.gpio.mock import Contacts, VirtualFactory, Wire
from bench.races import Race
from bench.raceway import Clock

STAMP_ERROR = TIMEKEEPING_OF["LGPIOFactory"].uncertainty
"""Largest delay of the kernel's stamp, ns: the uncertainty that is stated for lgpio."""

BOUNCE_TIME = 0.01
"""Usual setting of gpiozero's `bounce_time`, s."""

SLOW = Wire(delay=100 * MS, stamp_late=STAMP_ERROR)
"""Callbacks that come up to 100 ms late, each by its own time."""


class PinRoad:
    """GpioBuzzers on virtual pins behind a bad wire."""

    margin = 0
    lost_at = None

    def __init__(self, clock: Clock, wire: Wire = SLOW, seed: int = 0) -> None:
        self._factory = VirtualFactory(clock, wire=replace(wire, seed=seed))
        self._buzzers = GpioBuzzers(BuzzerSettings(), clock, PinBoard(given=self._factory))
        self._contacts = Contacts(self._factory, BUZZER_PINS)
        self.error = wire.stamp_late

    @property
    def worst_delay(self) -> int:
        """The longest that an edge is under way (ns)."""
        return self._buzzers.timekeeping.worst_delay

    @property
    def next_at(self) -> int | None:
        """Return the time of the next delivery (ns), or None."""
        return self._factory.next_at

    def open(self, post: Post) -> None:
        """Take the pins and start to post."""
        self._buzzers.open(post)

    def begin(self, race: Race, buzzers: tuple[int, ...]) -> None:
        """Another race: nothing to do."""

    def move(self, buzzer: int, closed: bool, at: int) -> None:
        """A contact moves at `at` (ns)."""
        self._contacts.move(buzzer, closed, at)

    def deliver(self, now: int) -> None:
        """Run the callbacks of all edges that have come through by `now` (ns)."""
        self._factory.deliver(now)

    def rest(self) -> None:
        """Nothing to wait for."""

    def close(self) -> None:
        """Let the pins go."""
        self._buzzers.close()


class WhenPressed:
    """gpiozero's own buttons, debounced, on the same contacts: the first call back is first."""

    def __init__(self, clock: Clock, wire: Wire = SLOW, seed: int = 0) -> None:
        self._clock = clock
        self._factory = VirtualFactory(clock, wire=replace(wire, seed=seed))
        self._contacts = Contacts(self._factory, BUZZER_PINS)
        self._race: Race | None = None
        self._seats: dict[int, int] = {}
        self.answer: int | None = None
        self._buttons = [self._button(*place) for place in enumerate(BUZZER_PINS)]

    @property
    def next_at(self) -> int | None:
        """Return the time of the next delivery (ns), or None."""
        return self._factory.next_at

    def begin(self, race: Race, buzzers: tuple[int, ...]) -> None:
        """Another race."""
        self._race, self.answer = race, None
        self._seats = {buzzer: seat for seat, buzzer in enumerate(buzzers)}

    def move(self, buzzer: int, closed: bool, at: int) -> None:
        """A contact moves at `at` (ns)."""
        self._contacts.move(buzzer, closed, at)

    def deliver(self, now: int) -> None:
        """Run the callbacks of all edges that have come through by `now` (ns)."""
        self._factory.deliver(now)

    def close(self) -> None:
        """Let the buttons go, and their threads."""
        for button in self._buttons:
            button.close()

    def _button(self, buzzer: int, pin: int) -> Button:
        button = Button(pin, bounce_time=BOUNCE_TIME, pin_factory=self._factory)

        def pressed() -> None:
            seat, race = self._seats.get(buzzer), self._race
            if self.answer is None and race is not None and self._clock.now > race.opened:
                self.answer = seat if seat in race.onsets else None

        button.when_pressed = pressed
        return button
