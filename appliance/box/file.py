"""A calibration as a file: TOML that people can read, and check against a ruler.

One line refuses a file with impossible values; the table then goes on without it.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

from appliance.bounded_files import read_toml
from appliance.box.calibrate import CALIBRATION, Calibration, cut_off
from appliance.box.light_check import BoxLight
from appliance.box.mat.design import MARKERS, WINDOW
from appliance.box.plane import MAX_BEND, Plane
from appliance.core.reading import Place, rectangle
from appliance.errors import CalibrationError, UnfitFileError, reason
from appliance.whole_file import write_whole
from bluffing.message import Spoken, message, quoted

FORMAT = 1
"""Format of the file, and so of the mat's design. A file of another format is replaced."""

Tables = dict[str, Any]  # TOML has values of any kind

TOP = """\
# The reveal box as the camera sees it. Written by `doubtit calibrate`; run it again to change it.
"""


def save(calibration: Calibration, path: Path) -> None:
    """Write `calibration` to `path`, whole or not at all.

    Raises:
        CalibrationError: the file can't be written.
    """
    try:
        write_whole(text_of(calibration).encode(), path)
    except OSError as error:
        raise CalibrationError.of("file.unwritable", path=str(path), error=reason(error)) from error


def load(path: Path) -> Calibration:
    """Return the calibration in the file `path`.

    Raises:
        CalibrationError: the file is missing or damaged.
    """
    try:
        return _calibration(read_toml(path))
    except UnfitFileError as error:
        raise _unusable("unreadable", path, error.why) from error
    except CalibrationError as error:
        raise _unusable("damaged", path, error.seen) from error


def _unusable(code: str, path: Path, why: Spoken) -> CalibrationError:
    symptom = message(f"calibration.{code}", path=str(path), why=why)
    return CalibrationError(symptom, message("calibration.again"))


def text_of(calibration: Calibration) -> str:
    """Return the file's text."""
    plane, light = calibration.plane, calibration.light
    rows = [plane.matrix[start : start + 3] for start in (0, 3, 6)]
    glare = ", ".join(f"[{x!r}, {y!r}]" for x, y in light.glare)
    return f"""{TOP}format = {FORMAT}

[camera]
width = {plane.size[0]}
height = {plane.size[1]}
bend = {plane.bend!r}  # of its lens; barrels are negative
bend_known = {str(calibration.lens_known).lower()}  # false: too few markers, counted as straight
matrix = [  # from the mat to the picture: docs/calibration.md
{chr(10).join(f"  [{', '.join(map(repr, row))}]," for row in rows)}
]

[mat]
ruler_mm = {calibration.ruler!r}  # how long its ruler of 100 mm is
markers = [{", ".join(map(str, calibration.markers))}]  # that it rests on
error_mm = {calibration.error!r}  # by which they miss their places, typically
worst_mm = {calibration.worst!r}
lanes = {str(calibration.lanes).lower()}  # for one card each

[light]  # at the calibration
level = {light.level!r}  # of white paper, 0 to 255
unevenness = {light.unevenness!r}  # lightest paper over darkest
darkest = [{light.darkest[0]!r}, {light.darkest[1]!r}]  # pixels
burnt = {light.burnt!r}  # share of the paper
glare = [{glare}]  # pixels
edge_mm = {light.edge!r}  # from ink to paper
steps = {light.steps}  # of the grey patch, told apart
"""


def _calibration(tables: Tables) -> Calibration:
    """Return the calibration; raises CalibrationError for impossible values in the tables."""
    if tables.get("format") != FORMAT:
        raise _wrong("format", format=quoted(tables.get("format")), ours=FORMAT)
    rows = _value(tables, "camera.matrix", list)
    if [len(row) if isinstance(row, list) else 0 for row in rows] != [3, 3, 3]:
        raise _wrong("rows", name="camera.matrix")
    matrix = tuple(_number("camera.matrix", number) for row in rows for number in row)
    size = _value(tables, "camera.width", int), _value(tables, "camera.height", int)
    if not all(32 <= side <= 20_000 for side in size):
        raise _wrong("size", width=size[0], height=size[1])
    plane = Plane(size, matrix, _within(tables, "camera.bend", -MAX_BEND, MAX_BEND))
    _plausible(plane)
    markers = _value(tables, "mat.markers", list)
    if not all(marker in range(len(MARKERS)) for marker in markers):
        raise _wrong("markers", markers=quoted(markers), last=len(MARKERS) - 1)
    return Calibration(
        plane=plane,
        lens_known=_value(tables, "camera.bend_known", bool),
        error=_within(tables, "mat.error_mm", 0, 100),
        worst=_within(tables, "mat.worst_mm", 0, 100),
        markers=tuple(markers),
        light=BoxLight(
            level=_within(tables, "light.level", 0, 255),
            unevenness=_within(tables, "light.unevenness", 0, 255),
            darkest=_point("light.darkest", _value(tables, "light.darkest", list)),
            burnt=_within(tables, "light.burnt", 0, 1),
            glare=tuple(
                _point("light.glare", point) for point in _value(tables, "light.glare", list)
            ),
            edge=_within(tables, "light.edge_mm", 0, 100),
            steps=_value(tables, "light.steps", int),
        ),
        ruler=_within(tables, "mat.ruler_mm", *CALIBRATION.ruler),
        lanes="lanes" in tables["mat"] and _value(tables, "mat.lanes", bool),
    )


def _wrong(code: str, **values: Spoken) -> CalibrationError:
    return CalibrationError(message(f"calibration.file.{code}", **values))


def _value(tables: Tables, name: str, kind: type[Any] = object) -> Any:  # noqa: ANN401 - that kind
    """Return the value at `name`, "table.key", of exactly that kind."""
    table, key = name.split(".")
    if not isinstance(tables.get(table), dict):
        raise _wrong("no-table", table=table)
    value = tables[table].get(key)
    if kind is not object and type(value) is not kind:
        raise _wrong("value", name=name, value=quoted(value))
    return value


def _within(tables: Tables, name: str, least: float, most: float) -> float:
    value = _number(name, _value(tables, name))
    if not least <= value <= most:
        raise _wrong("range", name=name, value=value, least=least, most=most)
    return value


def _number(name: str, value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise _wrong("number", name=name, value=quoted(value))
    return float(value)


def _point(name: str, value: object) -> Place:
    if not isinstance(value, list) or len(value) != 2:
        raise _wrong("point", name=name, value=quoted(value))
    return _number(name, value[0]), _number(name, value[1])


def _plausible(plane: Plane) -> None:
    """Raise CalibrationError unless a camera can see the whole window so, in both directions."""
    window = np.array(rectangle(*WINDOW))
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            off = np.abs(plane.to_mat(plane.to_picture(window)) - window).max()
            outside = cut_off(plane)
    except (FloatingPointError, np.linalg.LinAlgError) as error:
        raise _wrong("no-view") from error
    if outside or off > 0.1 or plane.px_per_mm < CALIBRATION.min_px_per_mm:
        raise _wrong("no-view")
