"""The files of the seat hub's circuit board: for KiCad, for a maker of boards, and to look at.

`make hardware` makes them when what they are made of has changed. KiCad checks the board, fills its
ground and plots it; rsvg-convert turns its pictures into PNG. KiCad 8 or newer checks the
schematic, too, and that the board is joined as the schematic is.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from appliance.builds.build import BuildFile
from workshop import kicad, schematic
from workshop.hub_board import SIZE, STEP_MM, parts
from workshop.route import routed

FOLDER = Path(__file__).parents[1] / "hardware" / "hub_board"

BOARD, PROJECT, SCHEMATIC = (f"{kicad.NAME}.kicad_{kind}" for kind in ("pcb", "pro", "sch"))

GERBERS = f"{kicad.NAME}-gerbers.zip"

PICTURES = ("placement", "front", "back")

MADE_FROM = "inputs.sha256"
"""Names what the files were made from, so that a test sees that they are old without KiCad."""

SOURCES = ("board_files", "hub_board", "kicad", "kicad_run", "route", "schematic")

FIRST_WITH_ERC = 8
"""The first KiCad whose kicad-cli checks schematics: Debian 12 has KiCad 6, Debian 13 KiCad 9."""

KICADS_PYTHON = os.environ.get("KICAD_PYTHON", "/usr/bin/python3")
"""The Python that has KiCad's module: Debian's, if $KICAD_PYTHON names no other."""

_DATE = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d)?"
    r"|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}"  # KiCad 6 in drill files
)

_A_DAY = "2026-01-01T00:00:00+00:00"
"""In place of when it was plotted: the same board gives the same files."""


def inputs(plan: BuildFile) -> str:
    """The SHA-256 of what the board is made of, and of what makes it."""
    digest = hashlib.sha256(repr(parts(plan)).encode())
    for name in SOURCES:
        source = Path(__file__).with_name(f"{name}.py").read_bytes()
        digest.update(source.replace(b"\r\n", b"\n"))
    return digest.hexdigest() + "\n"


def is_current(plan: BuildFile, folder: Path = FOLDER) -> bool:
    """Return True if the files are those of this plan."""
    record = folder / MADE_FROM
    return record.exists() and record.read_text(encoding="utf-8") == inputs(plan)


def kicad_is_there() -> bool:
    """Return True if Debian's Python has KiCad's module, and SVG can be turned into PNG."""
    if not (Path(KICADS_PYTHON).exists() and shutil.which("rsvg-convert")):
        return False
    words = [KICADS_PYTHON, "-c", "import pcbnew"]
    return not subprocess.run(words, capture_output=True, check=False).returncode  # noqa: S603


def erc_is_there() -> bool:
    """Return True if a kicad-cli can check schematics: KiCad 8 or newer."""
    cli = shutil.which("kicad-cli")
    if cli is None:
        return False
    done = subprocess.run([cli, "version"], capture_output=True, text=True, check=False)  # noqa: S603
    number = done.stdout.split(".")[0].strip()
    return number.isdecimal() and int(number) >= FIRST_WITH_ERC


def make(plan: BuildFile, folder: Path = FOLDER) -> str:
    """Write every file again if they are old; return what is wrong or missing, or "".

    Raises:
        ValueError: a net finds no way on the board.
    """
    if is_current(plan, folder):
        return ""
    write_board(plan, folder)
    if not kicad_is_there():
        return f"{folder}: gerbers and pictures are old: apt install kicad librsvg2-bin"
    with tempfile.TemporaryDirectory() as out:
        if fault := checked(folder / BOARD, Path(out)):
            return fault
        _pack(Path(out), folder / GERBERS)
        for name in PICTURES:
            _picture(Path(out) / f"{kicad.NAME}-{name}.svg", folder / f"{name}.png")
    if not erc_is_there():
        trouble = f"{folder}: the schematic is not checked: make board-test, or KiCad 8 or newer"
    elif trouble := rules_broken(folder):
        return trouble
    (folder / MADE_FROM).write_text(inputs(plan), encoding="utf-8")
    return trouble


def write_board(plan: BuildFile, folder: Path) -> None:
    """Write the board and its rules, without KiCad."""
    folder.mkdir(parents=True, exist_ok=True)
    board = parts(plan)
    text = kicad.board_file(board, routed(board))
    (folder / BOARD).write_text(text, encoding="utf-8")
    (folder / PROJECT).write_text(kicad.project_file(), encoding="utf-8")
    (folder / SCHEMATIC).write_text(schematic.schematic_file(board), encoding="utf-8")


def checked(board: Path, out: Path) -> str:
    """Have KiCad check a board and plot it into `out`; gives what it found, or ""."""
    runner = Path(__file__).with_name("kicad_run.py")
    with tempfile.TemporaryDirectory() as copy:  # KiCad writes settings beside what it opens
        for file in (runner, board, board.with_suffix(".kicad_pro")):
            shutil.copy(file, copy)
        words = [KICADS_PYTHON, str(Path(copy) / runner.name), str(Path(copy) / board.name)]
        words.append(str(out))
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    report = out / "drc.txt"
    text = report.read_text(encoding="utf-8") if report.exists() else done.stderr
    return text if done.returncode else ""


def rules_broken(folder: Path) -> str:
    """Return KiCad's ERC findings and the differences of the board from the schematic, or "".

    Every warning counts. `checked` checks the board's own rules, with its ground filled.
    """
    cli = str(shutil.which("kicad-cli"))
    faults = []
    with tempfile.TemporaryDirectory() as copy:  # KiCad writes settings beside what it opens
        for name in (BOARD, PROJECT, SCHEMATIC):
            shutil.copy(folder / name, copy)
        for words, file in (
            (["sch", "erc"], SCHEMATIC),
            (["pcb", "drc", "--schematic-parity"], BOARD),
        ):
            report = Path(copy) / f"{file}.json"
            options = ["--severity-all", "--format", "json", "-o", str(report)]
            words = [cli, *words, *options, str(Path(copy) / file)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - ours
            if not report.exists():
                return done.stderr or done.stdout
            answer = json.loads(report.read_text(encoding="utf-8"))
            violations = list(answer.get("schematic_parity", ()))
            for sheet in answer.get("sheets", ()):
                violations += sheet["violations"]
            for violation in violations:
                place = ", ".join(item["description"] for item in violation["items"])
                faults.append(f"{file}: {violation['type']}: {violation['description']}: {place}\n")
    return "".join(faults)


def _pack(out: Path, into: Path) -> None:
    """All gerbers and drill files, without the hour at which they were plotted."""
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as pack:
        for path in sorted([*out.glob("*.gbr"), *out.glob("*.drl")]):
            text = _DATE.sub(_A_DAY, path.read_text(encoding="utf-8"))
            pack.writestr(zipfile.ZipInfo(path.name, (2026, 1, 1, 0, 0, 0)), text, 8)


PLOT_PAGE = re.compile(r'width="([\d.]+)([cm])m" height="[^"]*" viewBox="\S+ \S+ (\S+) \S+"')
"""The size of a plot: KiCad 6 tells centimetres and counts millionths of a mm, KiCad 9 mm."""


def cut_to_board(page: re.Match[str]) -> str:
    """A view of the board and a millimetre around it, in place of the page."""
    per_mm = float(page[3]) / float(page[1]) / (10 if page[2] == "c" else 1)
    view = -1.0, -1.0, *(side * STEP_MM + 2 for side in SIZE)
    return f'viewBox="{" ".join(f"{side * per_mm:.4f}" for side in view)}"'


def _picture(svg: Path, png: Path) -> None:
    """Save a plot as PNG: KiCad puts it on a page of A4, and adds invisible words."""
    text = re.sub(r"<text.*?</text>", "", svg.read_text(encoding="utf-8"), flags=re.DOTALL)
    svg.write_text(PLOT_PAGE.sub(cut_to_board, text, count=1), encoding="utf-8")
    words = [
        str(shutil.which("rsvg-convert")),
        "-w",
        "1200",
        "-b",
        "white",
        str(svg),
        "-o",
        str(png),
    ]
    subprocess.run(words, capture_output=True, check=True)  # noqa: S603 - ours
