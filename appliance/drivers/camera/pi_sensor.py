"""What a Pi's camera is asked for, and what of it is in force: its sensor's mode, lens and flicker.

Without being asked picamera2 takes the sensor's mode that is nearest to the picture's size, and
that may be one of its middle only: 1920x1080 on a Module 2 shows 59 % of its width, and the camera
has to hang twice as high.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from appliance.drivers import Control
from appliance.message import message

Named = Mapping[str, Any]  # libcamera's: numbers, and tuples of them, by its names for them
Mode = Named
"""One of picamera2's `sensor_modes`: its `size`, `bit_depth` and `crop_limits` (x, y, w, h)."""

MANUAL, CONTINUOUS = 0, 2
"""Of libcamera's AfMode: the lens stays where it was put; it follows what it sees."""

FLICKER_OFF, FLICKER_MANUAL = 0, 1
"""Of libcamera's AeFlickerMode: exposures are free; they are whole flickers long."""

NEARLY = 0.98
"""The share of a thing that is as good as all of it: modes differ in a few rows at the edge."""


def whole_sensor(modes: Sequence[Mode], width: int, height: int) -> Mode | None:
    """The mode that shows the whole sensor in the fewest pixels that are enough for the picture.

    Where none has enough, the one with the most. None: the camera tells nothing of its modes.
    """
    known = [mode for mode in modes if "crop_limits" in mode]
    most = max((_area(mode["crop_limits"][2:]) for mode in known), default=0)
    whole = [mode for mode in known if _area(mode["crop_limits"][2:]) >= NEARLY * most]
    enough = [mode for mode in whole if mode["size"][0] >= width and mode["size"][1] >= height]
    if enough:
        return min(enough, key=lambda mode: (_area(mode["size"]), -mode["bit_depth"]))
    return max(whole, key=lambda mode: (_area(mode["size"]), mode["bit_depth"]), default=None)


def wishes(offered: Named, height_cm: int, mains_hz: int) -> dict[str, float]:
    """The controls to start with, of those that the camera has (`offered`).

    `height_cm` is how far the mat is from the lens; 0: the camera finds its focus by itself.
    `mains_hz` is the frequency of the mains, 50 or 60; 0: light that doesn't flicker.
    """
    wished: dict[str, float] = {}
    if "AfMode" in offered and "LensPosition" in offered:
        wished["AfMode"] = MANUAL if height_cm else CONTINUOUS
        if height_cm:  # where the lens has to be for that, in dioptres, as near as it can get
            least, most, _ = offered["LensPosition"]
            wished["LensPosition"] = float(min(max(100 / height_cm, least), most))
    if "AeFlickerMode" in offered and "AeFlickerPeriod" in offered:
        wished["AeFlickerMode"] = FLICKER_MANUAL if mains_hz else FLICKER_OFF
        if mains_hz:  # a lamp flickers twice in each of the mains' periods; in microseconds
            wished["AeFlickerPeriod"] = round(1e6 / (2 * mains_hz))
    return wished


def told(
    modes: Sequence[Mode], sensor: Named | None, wished: Named, metadata: Named
) -> tuple[Control, ...]:
    """What is in force: `sensor` is the mode that libcamera took, `metadata` a picture's own."""
    found = (_sensor(modes, sensor, metadata), _lens(wished, metadata), _flicker(wished, metadata))
    return tuple(one for one in found if one is not None)


def _sensor(modes: Sequence[Mode], sensor: Named | None, metadata: Named) -> Control | None:
    crops = [mode["crop_limits"] for mode in modes if "crop_limits" in mode]
    if not (sensor and crops and "ScalerCrop" in metadata):
        return None
    width, height = sensor["output_size"]
    whole = max(crops, key=lambda crop: _area(crop[2:]))
    wide, tall = (metadata["ScalerCrop"][place] / whole[place] for place in (2, 3))
    bits: int = sensor["bit_depth"]
    seen = message(
        "control.sensor.shows", width=width, height=height, bits=bits, wide=wide, tall=tall
    )
    todo = None if max(wide, tall) >= NEARLY else message("control.sensor.todo")
    return Control(message("control.sensor"), seen, todo)


def _lens(wished: Named, metadata: Named) -> Control:
    name = message("control.lens")
    if "AfMode" not in wished:
        return Control(name, message("control.lens.by-hand"))
    place = metadata.get("LensPosition", 0.0)
    where = message("control.lens.at", cm=100 / place) if place > 0 else message("control.lens.far")
    if wished["AfMode"] == CONTINUOUS:
        return Control(name, message("control.lens.found", where=where))
    if abs(place - wished["LensPosition"]) > 0.05 * wished["LensPosition"]:
        wanted = 100 / wished["LensPosition"]
        seen = message("control.lens.elsewhere", where=where, wanted=wanted)
        return Control(name, seen, message("control.lens.todo"))
    return Control(name, message("control.lens.set", where=where))


def _flicker(wished: Named, metadata: Named) -> Control:
    exposure = metadata.get("ExposureTime", 0)
    period = wished.get("AeFlickerPeriod")
    if "AeFlickerMode" not in wished:
        code = "no-setting"
    elif period is None:
        code = "not-allowed-for"
    elif exposure < period:
        code = "too-bright"
    elif abs(exposure - round(exposure / period) * period) > 0.05 * period:
        code = "does-not-fit"
    else:
        code = "fits"
    hz = {} if period is None else {"hz": round(1e6 / (2 * period))}
    seen = message(f"control.exposed.{code}", ms=exposure / 1000, **hz)
    bad = code in ("too-bright", "does-not-fit")
    todo = message(f"control.exposed.{code}.todo") if bad else None
    return Control(message("control.flicker"), seen, todo)


def _area(size: Sequence[int]) -> int:
    width, height = size
    return width * height
