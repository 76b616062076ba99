"""The printed parts: their measures are the plan's, and OpenSCAD makes whole solids of them."""

import re
import shutil
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import numpy as np
import pytest

from appliance.box.mat.design import MAT_HEIGHT
from appliance.builds.file import plan_of, shipped
from workshop import guide, mechanics
from workshop.optics import look
from workshop.three_mf import three_mf

PLAN = plan_of(shipped())

BORES = {
    "camera-head": 280, "camera-screw": 35, "mast-clamp": 350, "mast-foot": 35, "light-stand": 45,
    "hub-box": 40,
}  # fmt: skip
"""Round or short ceilings of bores and openings, which a printer bridges, mm2."""
OPENSCAD = shutil.which("openscad")


def test_the_measures_are_those_of_the_plan() -> None:
    text = mechanics.MEASURES.read_text(encoding="utf-8")
    assert text == mechanics.measures(PLAN), "run `make hardware`"


def test_every_part_and_picture_is_there() -> None:
    page = (mechanics.FOLDER / "README.md").read_text(encoding="utf-8")
    for name, (source, _) in mechanics.PARTS_TO_PRINT.items():
        assert (mechanics.FOLDER / source).is_file()
        short = name.removeprefix("buzzer-cup").removeprefix("buzzer-lid")
        assert f"]({name}.png)" in page or f"`{name}`" in page or f"`{short}`" in page
    for name in mechanics.PICTURES:
        assert (mechanics.FOLDER / f"{name}.png").is_file()


def test_the_pictures_were_taken_of_what_is_here() -> None:
    made = (mechanics.FOLDER / mechanics.PICTURED).read_text(encoding="utf-8")
    assert made == mechanics.pictured(), "run `make hardware` with openscad and xvfb, and look"
    assert mechanics.take_pictures() == ""
    page = (mechanics.FOLDER / "README.md").read_text(encoding="utf-8")
    here = [name for name in mechanics.PICTURES if f"]({name}.png)" in page]
    in_guide = [picture.name for table in guide.read()[1] for picture in table.pictures]
    assert {*here, *in_guide} == set(mechanics.PICTURES)


def test_pictures_that_are_old_and_can_not_be_taken_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert mechanics.take_pictures(tmp_path) == (
        "the pictures of hardware/mechanics are old, and there is no xvfb-run and no xauth and no "
        "openscad: apt install xvfb xauth openscad"
    )


@pytest.mark.parametrize("name", PLAN.build)
def test_the_mast_reaches_the_middle_and_stands_in_nobodys_way(name: str) -> None:
    build = PLAN.build[name]
    lens = mechanics.CLAMP_REACH + mechanics.arm_mm() + mechanics.HEAD_REACH
    assert mechanics.mast_out() <= lens < mechanics.mast_out() + 10
    axis = 10 * build.box.height_cm + mechanics.LENS_FRONT + mechanics.HEAD_AXIS
    top = mechanics.FOOT_FLOOR + mechanics.upright_mm(build)
    assert mechanics.SLIDE <= top - axis - mechanics.CLAMP_SLEEVE / 2 < mechanics.SLIDE + 10
    # the foot between the box and the strip's stand, whose own foot is 60 mm
    assert mechanics.mast_out() - mechanics.FOOT_HALF > MAT_HEIGHT / 2 + mechanics.RIM
    assert mechanics.mast_out() + mechanics.TUBE / 2 < 10 * build.box.light_out_cm - 30


def test_the_upright_is_in_no_picture_of_a_module_3() -> None:
    build = PLAN.build["table"]
    sees = look(PLAN.optics[build.box.optics], build.box.height_cm).height / 2
    assert mechanics.mast_out() - mechanics.TUBE / 2 > sees


def test_each_measure_is_used_and_each_that_is_used_is_there() -> None:
    there = set(re.findall(r"^(\w+) =", mechanics.measures(PLAN), re.MULTILINE))
    sources = [
        (mechanics.FOLDER / path).read_text("utf-8") for path in mechanics.FOLDER.glob("*_*.scad")
    ]
    used = {word for text in sources for word in re.findall(r"\w+", text)}
    assert there <= used
    assert all("include <measures.scad>" in text for text in sources)


def test_without_openscad_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert mechanics.main() == 1
    assert capsys.readouterr().err == "OpenSCAD is missing: apt install openscad\n"


@pytest.mark.parametrize(("up", "overhang"), [(1, 0.0), (-1, 51.96)])
def test_overhang_size_and_volume_of_a_flat_tetrahedron(
    tmp_path: Path, up: int, overhang: float
) -> None:
    """On its foot it needs no supports; on its point its slanted side does, 10.7 degrees steep."""
    a, b, c, point = (0, 0, 0), (10, 0, 0), (0, 10, 0), (0, 0, 2)
    text = "solid part\n"
    for facet in ((c, b, a), (a, b, point), (b, c, point), (c, a, point)):
        text += "".join(f"vertex {x} {y} {up * z}\n" for x, y, z in facet[::up])
    stl = tmp_path / "part.stl"
    stl.write_text(text, encoding="ascii")
    assert mechanics.size_of(stl) == (10, 10, 2)
    assert mechanics.volume_cm3(stl) == pytest.approx(0.0333, abs=1e-3)
    assert mechanics.overhang_mm2(stl) == pytest.approx(overhang, abs=0.01)


def test_a_3mf_file_has_the_same_solid_in_millimetres() -> None:
    """A tetrahedron of 10 mm: four corners, four facets, the volume of its STL."""
    a, b, c, d = (0, 0, 0), (10, 0, 0), (0, 10, 0), (0, 0, 10.5)
    facets = np.array([(a, c, b), (a, b, d), (b, c, d), (c, a, d)], dtype=np.float64)
    written = three_mf("corner & cap", facets, mechanics.SETTINGS)
    assert written == three_mf("corner & cap", facets, mechanics.SETTINGS)
    with ZipFile(BytesIO(written)) as archive:
        assert archive.namelist()[0] == "[Content_Types].xml"
        model = ET.fromstring(archive.read("3D/3dmodel.model"))  # noqa: S314 - our own
    assert model.get("unit") == "millimeter"
    space = {"": "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"}
    assert [line.text for line in model.findall("metadata", space)] == [
        "corner & cap",
        "Layers of 0.2 mm, 3 walls, 20 % filling, no supports.",
    ]
    corners = [
        tuple(float(v.attrib[axis]) for axis in "xyz") for v in model.iterfind(".//vertex", space)
    ]
    assert sorted(corners) == sorted((a, b, c, d))
    read = [
        tuple(corners[int(facet.attrib[number])] for number in ("v1", "v2", "v3"))
        for facet in model.iterfind(".//triangle", space)
    ]
    assert read == [tuple(map(tuple, facet)) for facet in facets.tolist()]


@pytest.mark.thorough
def test_the_order_of_facets_and_corners_is_always_the_same() -> None:
    def solid(*facets: tuple[str, str]) -> str:
        written = [
            f"  facet normal {normal}\n    outer loop\n"
            + "".join(f"      vertex {corner} 0 0\n" for corner in corners)
            + "    endloop\n  endfacet\n"
            for normal, corners in facets
        ]
        return f"solid part\n{''.join(written)}endsolid part\n"

    whole = solid(("0 0 1", "132"), ("1 0 0", "456"))
    assert mechanics.in_order(solid(("1 -0 0", "564"), ("0 0 1", "321"))) == whole
    assert mechanics.in_order(whole) == whole
    assert mechanics.in_order(solid(("0 0 1", "123"))) != mechanics.in_order(
        solid(("0 0 1", "321"))
    )


@pytest.mark.skipif(OPENSCAD is None, reason="there is no openscad")
@pytest.mark.parametrize("name", mechanics.PARTS_TO_PRINT)
def test_a_part_is_one_solid_that_fits_a_printer(name: str, tmp_path: Path) -> None:
    assert OPENSCAD is not None
    said = mechanics.render(name, tmp_path, OPENSCAD)
    assert "WARNING" not in said
    assert re.search(r"Simple: +yes", said)
    assert re.search(r"Volumes: +2\b", said), "one body, and what is around it"
    stl = tmp_path / f"{name}.stl"
    assert max(mechanics.size_of(stl)) <= mechanics.BED_MM
    assert mechanics.volume_cm3(stl) > 5
    assert mechanics.overhang_mm2(stl) <= BORES.get(name, 0), "it needs supports"
