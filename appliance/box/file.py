"""A calibration as a file: TOML that people can read, and check against a ruler.

A file that says something impossible is refused with one line: the table then goes on without it.
"""

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from appliance.box.calibrate import CALIBRATION, Calibration, cut_off
from appliance.box.light_check import BoxLight
from appliance.box.mat.design import MARKERS, WINDOW
from appliance.box.mat.shapes import box
from appliance.box.plane import Plane
from appliance.box.plane_fit import MAX_BEND
from appliance.errors import CalibrationError

FORMAT = 1
"""Of the file, and so of the mat's design: a file of another one is made anew."""

TOP = """\
# The reveal box as the camera sees it. Written by `doubtit calibrate`; run it again to change it.
"""


def save(calibration: Calibration, path: Path) -> None:
    """Write `calibration` to `path`, whole or not at all.

    Raises:
        CalibrationError: the file can't be written.
    """
    beside = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text_of(calibration), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise CalibrationError(
            f"{path} can't be written ({error.strerror or error}): name another file with --out"
        ) from error


def load(path: Path) -> Calibration:
    """The calibration in the file `path`.

    Raises:
        CalibrationError: there is none, or it is damaged.
    """
    again = "run `doubtit calibrate` again"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CalibrationError(
            f"the calibration {path} can't be read ({error.strerror or error}): {again}"
        ) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CalibrationError(f"the calibration {path} is damaged ({error}): {again}") from error
    try:
        return _calibration(tables)
    except ValueError as error:
        raise CalibrationError(f"the calibration {path} is damaged ({error}): {again}") from error


def text_of(calibration: Calibration) -> str:
    """The file's text."""
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

[light]  # as it was then
level = {light.level!r}  # of white paper, 0 to 255
unevenness = {light.unevenness!r}  # lightest paper over darkest
darkest = [{light.darkest[0]!r}, {light.darkest[1]!r}]  # pixels
burnt = {light.burnt!r}  # share of the paper
glare = [{glare}]  # pixels
edge_mm = {light.edge!r}  # from ink to paper
steps = {light.steps}  # of the grey patch, told apart
"""


def _calibration(tables: Mapping[str, Any]) -> Calibration:  # TOML has values of any kind
    if tables.get("format") != FORMAT:
        raise ValueError(f"format = {tables.get('format')!r}, this program knows {FORMAT}")
    camera, mat, light = (_Table(tables, name) for name in ("camera", "mat", "light"))
    rows = camera.get("matrix", list)
    if [len(row) if isinstance(row, list) else 0 for row in rows] != [3, 3, 3]:
        raise ValueError("camera.matrix must be three rows of three numbers")
    matrix = tuple(_number("camera.matrix", one) for row in rows for one in row)
    size = camera.get("width", int), camera.get("height", int)
    if not all(32 <= side <= 20_000 for side in size):
        raise ValueError(f"camera: a picture of {size[0]}x{size[1]}")
    plane = Plane(size, matrix, camera.within("bend", -MAX_BEND, MAX_BEND))
    _plausible(plane)
    numbers = mat.get("markers", list)
    if not set(numbers) <= {marker.number for marker in MARKERS}:
        raise ValueError(f"mat.markers = {numbers}: the mat has 0 to {len(MARKERS) - 1}")
    return Calibration(
        plane=plane,
        lens_known=camera.get("bend_known", bool),
        error=mat.within("error_mm", 0, 100),
        worst=mat.within("worst_mm", 0, 100),
        markers=tuple(numbers),
        light=BoxLight(
            level=light.within("level", 0, 255),
            unevenness=light.within("unevenness", 0, 255),
            darkest=_point("light.darkest", light.get("darkest", list)),
            burnt=light.within("burnt", 0, 1),
            glare=tuple(_point("light.glare", one) for one in light.get("glare", list)),
            edge=light.within("edge_mm", 0, 100),
            steps=light.get("steps", int),
        ),
        ruler=mat.within("ruler_mm", *CALIBRATION.ruler),
    )


class _Table:
    """One table of the file, whose values are asked for by name and kind."""

    def __init__(self, tables: Mapping[str, Any], name: str) -> None:  # any kind, too
        found = tables.get(name)
        if not isinstance(found, dict):
            raise ValueError(f"[{name}] is missing")  # noqa: TRY004 - it is about the file
        self._name, self._values = name, found

    def get(self, key: str, kind: type[Any]) -> Any:  # noqa: ANN401 - of that kind
        """The value of `key`. Raises ValueError where it is missing or another thing."""
        value = self._values.get(key)
        if type(value) is not kind:
            raise ValueError(f"{self._name}.{key} = {value!r}")
        return value

    def within(self, key: str, least: float, most: float) -> float:
        """A number from `least` to `most`. Raises ValueError where it is none."""
        name = f"{self._name}.{key}"
        value = _number(name, self._values.get(key))
        if not least <= value <= most:
            raise ValueError(f"{name} = {value}: allowed is {least:g} to {most:g}")
        return value


def _number(name: str, value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise ValueError(f"{name} = {value!r}: a number is needed")
    return float(value)


def _point(name: str, value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{name} = {value!r}: two numbers are needed")
    return _number(name, value[0]), _number(name, value[1])


def _plausible(plane: Plane) -> None:
    """Raises ValueError where no camera could see the mat so: its whole window, both ways."""
    nonsense = ValueError("camera.matrix is no view of a mat")
    window = np.array(box(*WINDOW))
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            back = plane.to_mat(plane.to_picture(window))
            outside = cut_off(plane)
    except (FloatingPointError, np.linalg.LinAlgError) as error:
        raise nonsense from error
    if outside or np.abs(back - window).max() > 0.1 or plane.px_per_mm < CALIBRATION.min_px_per_mm:
        raise nonsense
