"""Makes a scale out of a load cell: waits for rest, and reports its loss and its return."""

from collections import deque
from contextlib import suppress
from typing import Protocol

from appliance.core.hardware import Need
from appliance.core.signals import MS, SCALE, SECOND, DriverBack, DriverLost
from appliance.core.weighing import Mass
from appliance.drivers import Clock, Post, Scale
from appliance.drivers.pulse import Pauses
from appliance.errors import DriverError

REST_WINDOW, REST_SPAN, REST_SAMPLES = 1200 * MS, 400 * MS, 3
"""A scale is at rest if its samples of the last `REST_WINDOW` agree, at least `REST_SAMPLES` over
`REST_SPAN`. The HX711 settles in 400 ms at 10 samples a second (data sheet, table 2)."""

REST_RANGE = 0.1
"""Maximum range (g) of the samples of a scale at rest."""

SILENT_AFTER = 5 * SECOND
"""Time without a sample after which a cell is lost: a table without a reveal asks every 2 s."""

FROZEN_SAMPLES = 20
"""Number of equal samples after which a cell is lost: a real one has noise in its last bits."""

CELL_RETRY, CELL_RETRY_MOST = SECOND, 30 * SECOND
"""First and longest pause between two attempts to reach a lost cell."""


class Cell(Protocol):
    """A load cell with its converter; it never waits."""

    needs: tuple[Need, ...]

    def open(self) -> None:
        """Raises DriverError if it is missing or busy."""

    def sample(self) -> float | None:
        """Return the newest weight (g) of an unknown zero; None: no new one is ready.

        Raises DriverError: it does not answer, or its answer is no weight.
        """

    def close(self) -> None:
        """Let it go. May be called twice."""


class SteadyScale(Scale):
    """A scale over `cell`. `clock` is the table's, ns."""

    def __init__(self, cell: Cell, clock: Clock) -> None:
        self.needs = cell.needs
        self._cell, self._clock = cell, clock
        self._post: Post | None = None
        self._samples: deque[tuple[int, float]] = deque(maxlen=FROZEN_SAMPLES)
        self._heard_at = 0
        self._retry_at: int | None = None  # ns; None: the cell is open
        self._lost = False
        self._pauses = Pauses(CELL_RETRY, CELL_RETRY_MOST)

    def open(self, post: Post) -> None:
        """Begin to weigh. Raises DriverError after posting the loss; `weigh` tries again."""
        self.close()
        self._post = post
        try:
            self._begin()
        except DriverError as error:
            self._away(error)
            raise

    def weigh(self) -> Mass | None:
        """Return the current weight; None while there is none."""
        if self._post is None:
            return None
        now = self._clock()
        try:
            if self._retry_at is not None:
                if now < self._retry_at:
                    return None
                self._begin()
            self._take(now)
        except DriverError as error:
            self._away(error)
            return None
        return self._weight(now)

    def close(self) -> None:
        """Stop weighing. May be called twice."""
        if self._post is not None:
            self._post = None
            self._cell.close()
        self._lost = False

    def _begin(self) -> None:
        self._samples.clear()
        self._cell.open()
        self._retry_at, self._heard_at = None, self._clock()

    def _take(self, now: int) -> None:
        """Take a sample, if one is ready. Raises DriverError: silent, frozen, or as the cell."""
        grams = self._cell.sample()
        if grams is None:
            if now - self._heard_at > SILENT_AFTER:
                raise DriverError.of("driver.scale.silent")
            return
        self._samples.append((now, grams))
        self._heard_at = now
        noise = len({item for _, item in self._samples}) > 1
        if len(self._samples) == FROZEN_SAMPLES and not noise:
            raise DriverError.of("driver.scale.frozen")
        if self._lost and self._post is not None and noise:
            self._lost = False
            self._post(DriverBack(SCALE, now))

    def _weight(self, now: int) -> Mass | None:
        recent = [(at, grams) for at, grams in self._samples if now - at <= REST_WINDOW]
        if not recent or self._lost:
            return None
        grams = [item for _, item in recent]
        spread = (max(grams) - min(grams)) / 2
        lasts = len(recent) >= REST_SAMPLES and recent[-1][0] - recent[0][0] >= REST_SPAN
        if lasts and 2 * spread <= REST_RANGE:
            return Mass(sum(grams) / len(grams), spread, settled=True)
        return Mass(grams[-1], spread, settled=False)

    def _away(self, error: DriverError) -> None:
        """The cell is gone, or does not weigh: it is tried again after a pause."""
        now = self._clock()
        with suppress(DriverError):
            self._cell.close()
        self._retry_at = now + self._pauses.after(now)
        if not self._lost and self._post is not None:
            self._lost = True
            self._post(DriverLost(SCALE, error.says, now))
