"""A camera that no table has: a projector's slides, as another package would add it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from said import told

from appliance.core.hardware import Need
from appliance.drivers import Context, Control, Frame


@dataclass(frozen=True, slots=True)
class Settings:
    """The tray of slides, and how bright the lamp is."""

    tray: Path
    watts: int = 150


class SlideCamera:
    """Grey slides. Implements Camera."""

    live = False
    needs = (Need(told("slides"), "projector", ("/dev/slides*",), missing=told("put a tray in")),)

    @classmethod
    def of(cls, settings: Settings, context: Context) -> Self:
        """The slides of a table."""
        return cls(settings, context)

    def __init__(self, settings: Settings, context: Context) -> None:
        self._settings, self._context = settings, context

    def open(self) -> None:
        """Nothing has to be opened."""

    def capture(self) -> Frame:
        """Noise about a middle grey."""
        image = np.random.default_rng(1).integers(90, 130, (480, 640, 3), dtype=np.uint8)
        lamp = Control(
            told("lamp"), told(f"{self._settings.watts} W over {self._settings.tray.name}")
        )
        return Frame(image, self._context.clock(), (lamp,))

    def next(self) -> bool:
        """There is one slide."""
        return False

    def close(self) -> None:
        """Nothing is open."""
