"""A calibration comes back from its file bit for bit; a damaged one is one clear line."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import fails, said

from appliance.box.calibrate import Calibration
from appliance.box.file import load, save, text_of
from appliance.box.light_check import BoxLight
from appliance.box.plane import Plane
from appliance.errors import CalibrationError

PLANE = Plane((960, 720), (0.7, 0.01, 0.02, -0.01, 0.69, 0.0, 0.03, -0.02, 1.0), -0.11)
LIGHT = BoxLight(213.5, 1.25, (12.5, 700.25), 0.0, ((1.5, 2.5), (3.0, 4.0)), 0.875, 5)
KNOWN = Calibration(
    PLANE,
    lens_known=True,
    error=0.12,
    worst=0.4,
    markers=(0, 1, 2, 3, 9, 17),
    light=LIGHT,
    ruler=98.5,
)

small = st.floats(-0.05, 0.05)


@st.composite
def calibrations(draw: st.DrawFn) -> Calibration:
    matrix = (0.7 + draw(small), draw(small), draw(small), draw(small), 0.7 + draw(small))
    plane = replace(PLANE, matrix=(*matrix, draw(small), draw(small), draw(small), 1.0))
    return replace(
        KNOWN,
        plane=replace(plane, bend=draw(st.floats(-0.3, 0.1))),
        lens_known=draw(st.booleans()),
        error=draw(st.floats(0, 2)),
        markers=tuple(sorted(draw(st.sets(st.integers(0, 17))))),
        ruler=draw(st.floats(90, 110)),
        lanes=draw(st.booleans()),
        light=replace(LIGHT, glare=draw(st.sampled_from([(), ((1.0, 2.0),)]))),
    )


@given(known=calibrations())
def test_what_is_saved_comes_back(
    known: Calibration, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("box") / "box.toml"
    save(known, path)
    assert load(path) == known
    assert [path_.name for path_ in path.parent.iterdir()] == ["box.toml"]


def test_a_file_from_before_lanes_is_of_a_mat_without_them(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    text = text_of(replace(KNOWN, lanes=True))
    path.write_text(
        "".join(line for line in text.splitlines(keepends=True) if "lanes =" not in line)
    )
    assert load(path) == KNOWN


@given(seed=st.integers(0, 2**32), cut=st.integers(0, 1200), flips=st.integers(0, 3))
def test_a_damaged_file_is_one_line_or_still_a_calibration(
    seed: int, cut: int, flips: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rng = random.Random(seed)
    text = bytearray(text_of(KNOWN).encode()[: cut or None])
    for _ in range(flips):
        text[rng.randrange(len(text))] = rng.randrange(256)
    path = tmp_path_factory.mktemp("box") / "box.toml"
    path.write_bytes(bytes(text))
    says = ""
    try:
        assert load(path).plane.px_per_mm > 0
    except CalibrationError as error:
        says = said(error.says)
    if says:
        assert str(path) in says
        assert says.endswith("run `doubtit calibrate` again")
        assert "\n" not in says


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("format = 1", "format = 2", "format = 2, this program knows 1"),
        ("width = 960", "width = 0", "a picture of 0x720"),
        ("width = 960", "width = true", "camera.width = True"),
        ("bend = -0.11", "bend = -7.0", "camera.bend = -7.0: allowed is -0.45 to 0.45"),
        ("bend = -0.11", "bend = nan", "camera.bend = nan: a number is needed"),
        ("  [0.7, 0.01, 0.02],", "  [0.7, 0.01],", "three rows of three numbers"),
        ("  [0.7, 0.01, 0.02],", "  [0.0, 0.0, 0.0],", "no view of a mat"),
        ("  [0.7, 0.01, 0.02],", "  [700.0, 0.01, 0.02],", "no view of a mat"),
        ("0, 1, 2, 3, 9, 17", "0, 40", "the mat has 0 to 17"),
        ("[light]", "[night]", r"\[light\] is missing"),
        ("ruler_mm = 98.5", "ruler_mm = 12.0", "allowed is 90 to 110"),
    ],
)
def test_what_can_not_be_is_refused(tmp_path: Path, was: str, now: str, says: str) -> None:
    text = text_of(KNOWN)
    assert was in text
    path = tmp_path / "box.toml"
    path.write_text(text.replace(was, now, 1))
    with fails(CalibrationError, says):
        load(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with fails(CalibrationError, r"can't be read .*: run `doubtit calibrate` again"):
        load(tmp_path / "none.toml")


def test_a_file_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with fails(CalibrationError, "name another file with --out"):
        save(KNOWN, tmp_path / "file" / "box.toml")
