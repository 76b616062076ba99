"""A touch screen that the kernel's uinput makes, and what lies under its places."""

import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from evdev import AbsInfo, UInput, ecodes
from scanout import Plane

Picture = npt.NDArray[np.uint8]

FAR = 4095
"""The largest coordinate of the panel."""

HELD_S = 0.3


class Panel:
    """A glass over the whole screen. One finger touches it."""

    def __init__(self) -> None:
        along, slots = AbsInfo(0, 0, FAR, 0, 0, 0), AbsInfo(0, 0, 9, 0, 0, 0)
        axes = (ecodes.ABS_X, ecodes.ABS_Y, ecodes.ABS_MT_POSITION_X, ecodes.ABS_MT_POSITION_Y)
        able = {
            ecodes.EV_KEY: [ecodes.BTN_TOUCH],
            ecodes.EV_ABS: [
                *((axis, along) for axis in axes),
                (ecodes.ABS_MT_SLOT, slots),
                (ecodes.ABS_MT_TRACKING_ID, AbsInfo(0, 0, 65535, 0, 0, 0)),
            ],
        }
        self._device = UInput(able, name="Panel", input_props=[ecodes.INPUT_PROP_DIRECT])
        self._touches = 0

    def tap(self, x: float, y: float) -> None:
        """Touch a place, in parts of the screen's width and height, and leave it."""
        self._touches += 1
        place = {
            ecodes.ABS_MT_POSITION_X: x, ecodes.ABS_MT_POSITION_Y: y, ecodes.ABS_X: x,
            ecodes.ABS_Y: y,
        }  # fmt: skip
        self._device.write(ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, self._touches)
        for axis, part in place.items():
            self._device.write(ecodes.EV_ABS, axis, round(part * FAR))
        self._device.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, 1)
        self._device.syn()
        time.sleep(HELD_S)
        self._device.write(ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, -1)
        self._device.write(ecodes.EV_KEY, ecodes.BTN_TOUCH, 0)
        self._device.syn()

    def close(self) -> None:
        """Pull it."""
        with warnings.catch_warnings():  # python-evdev asks asyncio for its event loop
            warnings.simplefilter("ignore", DeprecationWarning)
            self._device.close()


@dataclass(frozen=True)
class Lying:
    """A picture that lies turned on a screen: `quarters` against the clock make it upright."""

    screen: tuple[int, int]
    picture: tuple[int, int]
    quarters: int
    difference: float

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """Return the place on the screen, in parts of its sides, of a pixel of the picture."""
        wide, high = self.screen
        places = np.rot90(np.arange(wide * high).reshape(high, wide), self.quarters)
        along, down = self.picture
        top, left = (places.shape[0] - down) // 2, (places.shape[1] - along) // 2
        down, along = divmod(int(places[top + round(y), left + round(x)]), wide)
        return (along + 0.5) / wide, (down + 0.5) / high


def shown_by(plane: Plane) -> Picture:
    """Return the pixels of a plane as red, green and blue."""
    rows = np.frombuffer(plane.rows, np.uint8).reshape(plane.height, -1, 4)
    return rows[:, : plane.width, 2::-1]


def lies(picture: Picture, screen: Picture) -> Iterator[Lying]:
    """Yield each way in which `picture` may lie in the middle of `screen`."""
    high, wide = picture.shape[:2]
    for quarters in range(4):
        turned = np.rot90(screen, quarters)
        top, left = (turned.shape[0] - high) // 2, (turned.shape[1] - wide) // 2
        if min(top, left) < 0 or max(top, left) > min(turned.shape[:2]) // 5:
            continue
        part = turned[top : top + high, left : left + wide].astype(np.int16)
        difference = float(np.abs(part - picture).mean())
        yield Lying((screen.shape[1], screen.shape[0]), (wide, high), quarters, difference)
