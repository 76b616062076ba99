"""`make hardware-parts`: the printed parts of hardware/mechanics as STL and 3MF, by OpenSCAD.

`measures.scad` has what they share, from hardware/build.toml and the mat. STL files are large and
not carried: they come into build/parts. Pictures are carried, and `make hardware` takes them again
when their sources have changed; OpenSCAD wants a screen for that, which Xvfb is.
"""

import hashlib
import math
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH, WINDOW
from appliance.box.mat.lanes import LANE_ROWS, LANES_ACROSS
from appliance.box.mat.shapes import frame
from appliance.builds.build import Build, BuildFile
from appliance.builds.file import plan_of, shipped
from workshop.hub_board import HOLES, PICO_AT, PICO_ROWS, SIZE, STEP_MM
from workshop.three_mf import Facets, three_mf

FOLDER = Path(__file__).parents[1] / "hardware" / "mechanics"

MEASURES = FOLDER / "measures.scad"

MAT = FOLDER / "mat.scad"
"""The print of the mat, for the pictures."""

OUT = Path(__file__).parents[1] / "build" / "parts"

PARTS_TO_PRINT = {
    **{
        f"buzzer-{part}-{size}": ("buzzer_housing.scad", (f'part="{part}"', f"size={size}"))
        for size in (24, 30, 60, 100)
        for part in ("cup", "lid")
    },
    "buzzer-cup-30-led": ("buzzer_housing.scad", ('part="cup"', "size=30", "led=true")),
    "camera-head": ("camera_head.scad", ()),
    "camera-screw": ("camera_screw.scad", ()),
    "mast-clamp": ("mast_clamp.scad", ()),
    "mast-foot": ("mast_foot.scad", ()),
    "light-stand": ("light_stand.scad", ()),
    "light-shade": ("light_shade.scad", ()),
    "box-corner": ("box_corner.scad", ()),
    "hub-box": ("hub_case.scad", ('part="box"',)),
    "hub-lid": ("hub_case.scad", ('part="lid"',)),
}
"""Each part, by the name of its STL: its source, and what is set in it."""

RIM_BOARD, RIM_HEIGHT, RIM_WALL = 6.0, 13.0, 3.0
"""The boards of the reveal box's rim, down to the table, and a wall of its corners, mm."""

RIM = RIM_BOARD + 2 * RIM_WALL
"""From the mat to the outside of its box: two walls and a board, mm."""

BUTTONS = ((24, 24, 36, 80), (30, 30, 50, 80), (60, 26, 65, 100), (100, 26, 70, 130))
"""Each button: what it is sold as, its hole, its depth below the face, and its housing, mm."""

WHOLE = "whole-box"
"""The picture of the reveal box with its mast and light; it is in no STL."""

SCENES = ("table", "board", "buzzer", "lamp", "light", "rim", "mast", "camera", "box")
"""The scenes of kitchen_guide.scad."""

COFFEE_SCENES = ("table", "frame", "panel", "board", "buzzer", "under", "places")
"""The scenes of coffee_guide.scad."""

PICTURES = {
    name: (source, settings, (480, 360))
    for name, (source, settings) in PARTS_TO_PRINT.items()
    if source != "buzzer_housing.scad" or name.endswith("-60")  # the others look alike
} | {
    WHOLE: ("whole_box.scad", (), (960, 720)),
    **{f"guide-{step}": ("kitchen_guide.scad", (f'step="{step}"',), (960, 720)) for step in SCENES},
    **{
        f"coffee-{step}": ("coffee_guide.scad", (f'step="{step}"',), (960, 720))
        for step in COFFEE_SCENES
    },
}
"""Each picture, by its name: its source, what is set in it, and its size in pixels."""

PICTURED = "pictures.sha256"
"""Names what the pictures were made from, so that a test sees that they are old."""

LAYER_MM, WALLS, FILLING = 0.2, 3, 20
"""What a slicer is to be set to: the height of a layer, walls, and filling in percent."""

BED_MM = 180.0
"""A small printer's bed; no part may be longer."""

SETTINGS = f"Layers of {LAYER_MM:g} mm, {WALLS} walls, {FILLING} % filling, no supports."

STEEP = math.sin(math.radians(50))
"""An overhang of more than 50 degrees from upright needs supports, but for short bridges."""

TUBE = 16.0
"""Diameter of the mast's tubes, mm."""

LENS_FRONT = 3.0
"""By which a Camera Module's lens stands out below its plate of 4 mm: an estimate, mm."""

HEAD_AXIS, HEAD_REACH, HEAD_CLAMP = 13.0, 26.0, 30.0
"""The camera's holder: see measures.scad, mm."""

CLAMP_SLEEVE, CLAMP_REACH = 40.0, 15.0
"""The clamp of upright and arm, mm."""

FOOT_HALF, FOOT_FLOOR = 40.0, 3.0
"""The mast's foot, mm."""

SLIDE = 20.0
"""By which the clamp can go up at least, mm: lenses and tables are not as drawn."""


def mast_out() -> float:
    """From the middle of the mat to the upright's axis, mm: rim, foot, and 3 mm between them."""
    return MAT_HEIGHT / 2 + RIM + 3 + FOOT_HALF


def upright_mm(build: Build) -> float:
    """Length of the upright tube of a build, mm: a multiple of 10."""
    axis = 10 * build.box.height_cm + LENS_FRONT + HEAD_AXIS
    return 10 * math.ceil((axis + CLAMP_SLEEVE / 2 + SLIDE - FOOT_FLOOR) / 10)


def arm_mm() -> float:
    """Length of the arm's tube, mm: a multiple of 10, so that it may stand out at the holder."""
    return 10 * math.ceil((mast_out() - CLAMP_REACH - HEAD_REACH) / 10)


def masts(plan: BuildFile) -> str:
    """The tubes of each build's mast, as a table in Markdown."""
    lines = [
        "| build | lens above the mat | upright | arm | from the mat's middle to the upright |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, build in plan.build.items():
        lines.append(
            f"| {name} | {10 * build.box.height_cm} mm | {upright_mm(build):g} mm | "
            f"{arm_mm():g} mm | {mast_out():g} mm |"
        )
    return "\n".join(lines)


class Measure(NamedTuple):
    """A line of measures.scad: its name, its value, what it is, and where it is from."""

    name: str
    value: str
    text: str
    source: str


CHOICE, BUILD_FILE, ESTIMATE = "our choice", "build.toml", "estimate: measure yours"
"""Source of most measures."""


def measured(plan: BuildFile) -> tuple[Measure, ...]:
    """Every measure that the parts share, mm. The mast is that of the tallest build."""
    tallest = max(plan.build.values(), key=lambda build: build.box.height_cm)
    box = tallest.box
    head = f"{HEAD_AXIS:g}", f"{HEAD_REACH:g}", f"{HEAD_CLAMP:g}"
    holes = HOLES[-1][0] - HOLES[0][0], HOLES[-1][1] - HOLES[0][1]
    window = WINDOW[2] - WINDOW[0], WINDOW[3] - WINDOW[1]
    usb = round((PICO_AT[1] + PICO_ROWS / 2 - SIZE[1] / 2) * STEP_MM, 1)
    rows = (
        ("buttons", str([list(button) for button in BUTTONS]), BUTTON, ESTIMATE),
        ("led_hole", "6.4", "the holder of a bare LED of 5 mm, in the cup for one", ESTIMATE),
        ("wire_hole", "7", "a pair for the contact, and one for the lamp", ESTIMATE),
        ("mast_tube", f"{TUBE:g}", "diameter of the mast's tubes", CHOICE),
        ("mast_out", f"{mast_out():g}", "from the mat's middle to the upright's", CHOICE),
        ("camera_height", f"{10 * box.height_cm:g}", "from the mat to the lens", BUILD_FILE),
        ("lens_front", f"{LENS_FRONT:g}", "the lens stands out below its plate", ESTIMATE),
        ("head_axis", head[0], "from that plate's underside up to the arm's axis", CHOICE),
        ("head_reach", head[1], "from the lens to the holder's clamp", CHOICE),
        ("head_clamp", head[2], "length of that clamp", CHOICE),
        ("clamp_sleeve", f"{CLAMP_SLEEVE:g}", "what slides on the upright", CHOICE),
        ("clamp_reach", f"{CLAMP_REACH:g}", "from the upright's axis to the arm's end", CHOICE),
        ("foot_half", f"{FOOT_HALF:g}", "half of the foot, towards the box", CHOICE),
        ("foot_floor", f"{FOOT_FLOOR:g}", "what is below the upright's end", CHOICE),
        ("upright", f"{upright_mm(tallest):g}", "length of that tube", "computed"),
        ("arm", f"{arm_mm():g}", "length of the arm's tube", "computed"),
        ("mat_size", f"[{MAT_WIDTH:g}, {MAT_HEIGHT:g}]", "the mat", "hardware/mat"),
        ("mat_window", f"[{window[0]:g}, {window[1]:g}]", "its ground for cards", "hardware/mat"),
        ("lanes", f"[{LANES_ACROSS}, {LANE_ROWS}]", "its lanes, across and along", "hardware/mat"),
        ("camera_holes", "[21, 12.5]", "a Camera Module's, across and along", CAMERA_DRAWING),
        ("camera_lens_hole", "16", "room for its lens", ESTIMATE),
        ("light_out", f"{10 * box.light_out_cm:g}", "mat's middle to a strip", BUILD_FILE),
        ("light_up", f"{10 * box.light_up_cm:g}", "mat up to a strip of light", BUILD_FILE),
        ("strip_width", "17.5", "an aluminium profile with its cover", ESTIMATE),
        ("strip_height", "8", "the same", ESTIMATE),
        ("shade_length", "112", "a shade: three fit between the stands", CHOICE),
        ("shade_skirt", "30", "what of it is below the strip", CHOICE),
        ("rim_board", f"{RIM_BOARD:g}", "thickness of the rim's boards", CHOICE),
        ("rim_height", f"{RIM_HEIGHT:g}", "their height, from the table", CHOICE),
        ("hub_board", _pair(SIZE), "the seat hub's board", HUB),
        ("hub_holes", _pair(holes), "its holes of M3, from middle to middle", HUB),
        ("hub_usb", f"{usb:g}", "its USB socket, from the middle towards the buttons", HUB),
    )
    return tuple(Measure(*row) for row in rows)


def _pair(steps: tuple[int, int]) -> str:
    """A place on the hub's board, mm."""
    return f"[{steps[0] * STEP_MM:.1f}, {steps[1] * STEP_MM:.1f}]"


BUTTON = "buttons: sold as, hole, depth below the face with lamp and switch, housing"

HUB = "hardware/hub_board"

CAMERA_DRAWING = "Raspberry Pi, mechanical drawings of the Camera Modules"


def rims() -> str:
    """The boards of the reveal box's rim, as a table in Markdown."""
    long, short = (side + 2 * (RIM - RIM_WALL) for side in (MAT_WIDTH, MAT_HEIGHT))
    lap = f"{RIM_BOARD:g} mm long, {RIM_HEIGHT / 2:g} mm deep"
    return "\n".join(
        (
            "| board | how many | length | section | lap at each end |",
            "|---|---:|---:|---|---|",
            f"| long | 2 | {long:g} mm | {RIM_BOARD:g} x {RIM_HEIGHT:g} mm | {lap}, from below |",
            f"| short | 2 | {short:g} mm | {RIM_BOARD:g} x {RIM_HEIGHT:g} mm | {lap}, from above |",
        )
    )


def measures(plan: BuildFile) -> str:
    """The text of measures.scad."""
    lines = [
        "// Made by `make hardware`, from hardware/build.toml. Change it to fit your parts; mm."
    ]
    lines += [
        f"{f'{measure[0]} = {measure[1]};':28}// {measure[2]} ({measure[3]})"
        for measure in measured(plan)
    ]
    return "\n".join(lines) + "\n"


def mat_print() -> str:
    """Return the text of mat.scad: what is printed on the mat, around its middle."""
    lines = ["// Made by `make hardware`: the print of the mat with its lanes; mm.", ""]
    lines.append("module mat_print() {")
    for shape in frame():
        if shape.light:  # the steps of grey
            continue
        corners = ((x - MAT_WIDTH / 2, MAT_HEIGHT / 2 - y) for x, y in shape.points)
        places = ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in corners)
        lines.append(f"  polygon([{places}]);")
    return "\n".join((*lines, "}")) + "\n"


def measures_table(plan: BuildFile) -> str:
    """The same as a table in Markdown."""
    lines = ["| measure | mm | what | source |", "|---|---|---|---|"]
    lines += [f"| `{measure[0]}` | {' | '.join(measure[1:])} |" for measure in measured(plan)]
    return "\n".join(lines)


def in_order(stl: str) -> str:
    """Return an STL with its facets sorted, each from its least corner.

    OpenSCAD writes the same facets in another order each time, and some zeros as -0.
    """
    head, *lines, tail = re.sub(r" -0(?=\s)", " 0", stl).splitlines(keepends=True)
    facets = []
    for at in range(0, len(lines), 7):
        normal, loop, *corners, endloop, endfacet = lines[at : at + 7]
        turned = min(corners[turn:] + corners[:turn] for turn in range(3))
        facets.append("".join((normal, loop, *turned, endloop, endfacet)))
    return head + "".join(sorted(facets)) + tail


def render(name: str, folder: Path, openscad: str) -> str:
    """Write NAME.stl into `folder`; gives what OpenSCAD said. The same source gives the same bytes.

    Raises:
        CalledProcessError: it refuses.
    """
    source, settings = PARTS_TO_PRINT[name]
    folder.mkdir(parents=True, exist_ok=True)
    stl = folder / f"{name}.stl"
    words = [openscad, "-o", str(stl), str(FOLDER / source)]
    for part in settings:
        words += ["-D", part]
    done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    stl.write_text(in_order(stl.read_text(encoding="ascii")), encoding="ascii")
    return done.stderr


def pictured() -> str:
    """The SHA-256 of all that the pictures are made from, but for OpenSCAD."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.glob("*.scad")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest() + "\n"


def take_pictures(folder: Path = FOLDER) -> str:
    """Take every picture again if one is old; return what is missing for that, or "".

    Raises:
        CalledProcessError: OpenSCAD refuses.
    """
    record = folder / PICTURED
    if record.exists() and record.read_text(encoding="utf-8") == pictured():
        return ""
    # xvfb-run needs xauth, which Debian's xvfb only recommends
    tools = {name: shutil.which(name) for name in ("xvfb-run", "xauth", "openscad")}
    if missing := [name for name, path in tools.items() if path is None]:
        return (
            "the pictures of hardware/mechanics are old, and there is no "
            f"{' and no '.join(missing)}: apt install xvfb xauth openscad"
        )
    for name, (source, settings, (width, height)) in PICTURES.items():
        words = [str(tools["xvfb-run"]), "-a", str(tools["openscad"]), "--preview", "--viewall"]
        words += ["--autocenter", "--colorscheme", "Tomorrow", "--imgsize", f"{width},{height}"]
        words += ["-o", str(folder / f"{name}.png"), str(FOLDER / source)]
        for part in settings:
            words += ["-D", part]
        subprocess.run(words, capture_output=True, check=True)  # noqa: S603 - ours
    record.write_text(pictured(), encoding="utf-8")
    return ""


def facets_of(stl: Path) -> Facets:
    """Return the facets of a part."""
    corners = [
        line.split()[1:]
        for line in stl.read_text(encoding="ascii").splitlines()
        if line.lstrip().startswith("vertex")
    ]
    return np.array(corners, dtype=np.float64).reshape(-1, 3, 3)


def size_of(stl: Path) -> tuple[float, float, float]:
    """Return the length, width and height of a part, mm."""
    corners = facets_of(stl).reshape(-1, 3)
    x, y, z = (corners.max(axis=0) - corners.min(axis=0)).tolist()
    return x, y, z


def volume_cm3(stl: Path) -> float:
    """Return the volume of a part: the sum of the tetrahedra from the origin to its facets."""
    first, second, third = facets_of(stl).transpose(1, 0, 2)
    return float(np.sum(first * np.cross(second, third)) / 6 / 1000)


def overhang_mm2(stl: Path) -> float:
    """Return the area that hangs steeper than `STEEP`, above the bed, in mm2 to a hundredth."""
    facets = facets_of(stl)
    across = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    area = np.linalg.norm(across, axis=1) / 2
    floor = facets[:, :, 2].min()
    above = facets[:, :, 2].max(axis=1) > floor + 0.01
    down = across[:, 2] < -STEEP * np.linalg.norm(across, axis=1)
    return round(float(area[above & down].sum()), 2)


def main() -> int:
    """Render every part into build/parts, as STL and as 3MF."""
    openscad = shutil.which("openscad")
    if openscad is None:
        print("OpenSCAD is missing: apt install openscad", file=sys.stderr)
        return 1
    if MEASURES.read_text(encoding="utf-8") != measures(plan_of(shipped())):
        print(f"{MEASURES} has measures of its own; they are used")
    for name in PARTS_TO_PRINT:
        render(name, OUT, openscad)
        stl = OUT / f"{name}.stl"
        stl.with_suffix(".3mf").write_bytes(three_mf(name, facets_of(stl), SETTINGS))
        x, y, z = size_of(stl)
        print(f"{stl}: {x:.0f} x {y:.0f} x {z:.0f} mm, {volume_cm3(stl):.0f} cm3")
    return 0


if __name__ == "__main__":
    sys.exit(main())
