"""`make hardware-parts`: the printed parts of hardware/mechanics as STL, by OpenSCAD.

`measures.scad` has what they share, from hardware/build.toml and the mat. STL files are large and
not carried: they come into build/parts.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from appliance.builds.build import BuildFile
from appliance.builds.file import plan_of, shipped

FOLDER = Path(__file__).parents[1] / "hardware" / "mechanics"

MEASURES = FOLDER / "measures.scad"

OUT = Path(__file__).parents[1] / "build" / "parts"

PARTS_TO_PRINT = {
    "buzzer-cup": ("buzzer_housing.scad", ('part="cup"',)),
    "buzzer-lid": ("buzzer_housing.scad", ('part="lid"',)),
    "camera-head": ("camera_head.scad", ()),
    "light-stand": ("light_stand.scad", ()),
    "box-corner": ("box_corner.scad", ()),
}
"""Each part, by the name of its STL: its source, and what is set in it."""

BED_MM = 220.0
"""A common printer's bed; no part may be longer."""


def measures(plan: BuildFile) -> str:
    """The text of measures.scad."""
    light = {build.light_up_cm for build in plan.build.values()}
    lines = [
        "// Made by `make hardware`, from hardware/build.toml. Change it to fit your parts; mm.",
        "button_hole = 28;       // an arcade button of 30 mm screws into it",
        "button_depth = 34;      // what of the button and its switch is below",
        "wire_hole = 7;          // a pair for the contact, and one for the lamp",
        "mast_tube = 16;         // diameter of the mast's tube",
        "camera_arm = 60;        // from the tube to the lens",
        "camera_holes = [21, 12.5]; // of a Camera Module: across, and along (its drawings)",
        "camera_lens_hole = 16;",
        f"light_up = {10 * max(light):g};         // from the mat to a strip of light",
        "strip_width = 17.5;     // an aluminium profile with its cover",
        "strip_height = 8;",
        "rim_board = 6;          // thickness of the rim's boards",
        "rim_height = 10;",
    ]
    return "\n".join(lines) + "\n"


def render(name: str, folder: Path, openscad: str) -> str:
    """Write NAME.stl into `folder`; gives what OpenSCAD said.

    Raises:
        CalledProcessError: it refuses.
    """
    source, settings = PARTS_TO_PRINT[name]
    folder.mkdir(parents=True, exist_ok=True)
    words = [openscad, "-o", str(folder / f"{name}.stl"), str(FOLDER / source)]
    for one in settings:
        words += ["-D", one]
    done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    return done.stderr


def size_of(stl: Path) -> tuple[float, float, float]:
    """How long, wide and high a part is, mm."""
    corners = [
        tuple(map(float, line.split()[1:]))
        for line in stl.read_text(encoding="ascii").splitlines()
        if line.lstrip().startswith("vertex")
    ]
    x, y, z = (max(axis) - min(axis) for axis in zip(*corners, strict=True))
    return x, y, z


def main() -> int:
    """Render every part into build/parts."""
    openscad = shutil.which("openscad")
    if openscad is None:
        print("OpenSCAD is missing: apt install openscad", file=sys.stderr)
        return 1
    if MEASURES.read_text(encoding="utf-8") != measures(plan_of(shipped())):
        print(f"{MEASURES} has measures of its own; they are used")
    for name in PARTS_TO_PRINT:
        render(name, OUT, openscad)
        x, y, z = size_of(OUT / f"{name}.stl")
        print(f"{OUT / name}.stl: {x:.0f} x {y:.0f} x {z:.0f} mm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
