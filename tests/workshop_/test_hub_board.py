"""The seat hub's board: it is joined as build.toml says, nothing touches, and KiCad finds no fault.

The checks here are computed again from the tracks, without the grid that they were found on.
"""

import math
import re
import zipfile
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from appliance.builds.file import plan_of, shipped
from workshop import board_files, kicad, route, schematic
from workshop.hub_board import (
    DATE,
    GROUND,
    HOLES,
    LAMPS,
    REVISION,
    SIZE,
    STEP_MM,
    THREE_VOLTS,
    nets,
    parts,
)  # fmt: skip
from workshop.pins import PICO
from workshop.route import CLEARANCE, VIA, WIDTH, Copper

PLAN = plan_of(shipped())
HUB = PLAN.build["big-table"]
PARTS = parts(PLAN)
BY_NAME = {part.name: part for part in PARTS}

Place = tuple[float, float]
Shape = tuple[str, int, Place, Place, float]
"""Copper: its net, its layer, from where to where (mm), and how wide it is to each side."""


def legs(name: str) -> list[str]:
    """The nets of a part's legs."""
    return [pad.net for pad in BY_NAME[name].pads]


# --- what is joined to what ----------------------------------------------------------------------


def test_each_seat_has_its_contact_its_resistors_and_its_lamp() -> None:
    count = len(HUB.buzzer_pins)
    pico = {pad.number: pad.net for pad in BY_NAME["U1"].pads}
    for seat, (pin, lamp) in enumerate(zip(HUB.buzzer_pins, HUB.lamp_pins, strict=True), 1):
        node = f"CONTACT{seat}"
        assert legs(f"J{seat}") == [node, GROUND]
        assert legs(f"R{seat}") == [node, pico[str(PICO[pin])]]
        assert legs(f"R{seat + count}") == [node, THREE_VOLTS]
        assert legs(f"D{seat}") == [node, GROUND]
        assert legs(f"C{seat}") == [pico[str(PICO[pin])], GROUND]
        assert legs(f"J{seat + count}") == [f"LAMP{seat}+", f"LAMP{seat}"]
        assert legs(f"F{seat + 1}") == [f"LAMP{seat}+", LAMPS]
        chip, channel = BY_NAME[f"U{2 + (seat - 1) // 8}"], (seat - 1) % 8 + 1
        by_number = {pad.number: pad.net for pad in chip.pads}
        assert by_number[str(channel)] == pico[str(PICO[lamp])]
        assert by_number[str(19 - channel)] == f"LAMP{seat}"


def on(net: str) -> set[tuple[str, str]]:
    """The legs on a net: the part's name, and what the leg is called, or its number."""
    mine = nets(PARTS)[net]
    return {
        (part.name, pad.name or pad.number) for part in PARTS for pad in part.pads if pad in mine
    }


def test_the_lamps_plus_comes_through_diode_and_fuse_alone() -> None:
    """Supply, diode, fuse, lamps, the chips' COM and the light: TBD62083APG's pins 9 and 10."""
    assert on("SUPPLY") == {("J23", "2"), ("D12", "A")}
    assert on("GUARDED") == {("D12", "K"), ("F1", "1")}
    assert on(LAMPS) == {
        ("F1", "2"), ("J24", "2"), ("D13", "K"), ("U2", "COM"), ("U3", "COM"),
        *((f"F{seat + 1}", "2") for seat in range(1, 12)),
    }  # fmt: skip
    for chip in ("U2", "U3"):
        assert {pad.number: pad.net for pad in BY_NAME[chip].pads if pad.number in ("9", "10")} == {
            "9": GROUND, "10": LAMPS,
        }  # fmt: skip
    assert THREE_VOLTS not in {*legs("F1"), *legs("J23"), *legs("J24")}


def test_each_terminal_says_what_goes_where() -> None:
    """Plus and minus of lamps and supply, contact and ground of buttons, and the cathodes."""
    printed = {
        part.name: {pad.mark: pad.net for pad in part.pads if pad.mark}
        for part in PARTS
        if part.name[0] in "JD"
    }
    assert printed["J1"] == {"S": "CONTACT1", "G": GROUND}
    assert printed["J12"] == {"+": "LAMP1+", "-": "LAMP1"}
    assert printed["J23"] == {"-": GROUND, "+": "SUPPLY"}
    assert printed["J24"] == {"-": GROUND, "+": LAMPS}
    assert printed["D12"] == {"K": "GUARDED"}
    assert printed["D13"] == {"K": LAMPS}
    assert all(len(printed[f"J{number}"]) == 2 for number in range(1, 25))
    text = (board_files.FOLDER / board_files.BOARD).read_text(encoding="utf-8")
    assert all(f'(gr_text "{words}"' in text for words in ("+", "-", "S", "G", "K", "USB"))
    assert f"seat hub {REVISION}, {DATE}" in text


def test_no_leg_hangs_alone_and_no_two_are_in_one_hole() -> None:
    assert all(len(pads) > 1 for pads in nets(PARTS).values())
    spots = [pad.at for part in PARTS for pad in part.pads]
    assert len(spots) == len({*spots})
    for first, second in combinations(PARTS, 2):
        (left, top), (right, bottom) = first.outline
        (left_2, top_2), (right_2, bottom_2) = second.outline
        apart = right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top
        assert apart, (first.name, second.name)


def test_another_plan_is_another_board() -> None:
    pins = (*HUB.lamp_pins[1:], HUB.lamp_pins[0])
    other = replace(PLAN, build={**PLAN.build, "big-table": replace(HUB, lamp_pins=pins)})
    assert parts(other) != PARTS
    assert board_files.inputs(other) != board_files.inputs(PLAN)


# --- the files that are carried ------------------------------------------------------------------


def test_the_files_are_of_this_plan() -> None:
    assert board_files.is_current(PLAN), "run `make hardware` with KiCad, and look at the board"
    assert board_files.make(PLAN) == ""
    with zipfile.ZipFile(board_files.FOLDER / board_files.GERBERS) as pack:
        names = pack.namelist()
        layers = ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "Edge_Cuts")
        assert {f"seat-hub-{layer}.gbr" for layer in layers} <= {*names}
        drilled = pack.read("seat-hub-PTH.drl").decode()
        told = [line for name in names for line in pack.read(name).decode().splitlines()]
    dates = [line for line in told if re.search(r"\bdate |CreationDate", line)]
    assert dates  # of no hour: the same board gives the same files
    assert all("2026-01-01T00:00:00+00:00" in line for line in dates)
    page = (board_files.FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"]({name}.png)" in page for name in board_files.PICTURES)
    holes = len(re.findall(r"^X[-\d.]+Y", drilled, re.MULTILINE))
    board = (board_files.FOLDER / board_files.BOARD).read_text(encoding="utf-8")
    legs_of_parts = sum(bool(pad.drill) for part in PARTS for pad in part.pads)
    assert holes == legs_of_parts + board.count("(via ")


@pytest.mark.parametrize(
    "page",
    [
        'width="29.700220cm" height="21.000720cm" viewBox="0 0 297002200 210007200"',  # KiCad 6
        'width="297.0022mm" height="210.0072mm" viewBox="0.0000 0.0000 297.0022 210.0072"',
    ],
)
def test_a_plot_of_any_kicad_is_cut_to_the_board(page: str) -> None:
    found = board_files.PLOT_PAGE.search(page)
    assert found
    words = re.findall(r"[-\d.]+", board_files.cut_to_board(found))
    left, top, wide, high = (float(word) / -float(words[0]) for word in words)
    assert (left, top, wide) == pytest.approx((-1, -1, 162.02))
    assert high == pytest.approx(102.33)


def test_what_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_files, "kicad_is_there", lambda: False)
    monkeypatch.setattr(board_files, "write_board", lambda *_: None)
    said = board_files.make(PLAN, tmp_path)
    assert said.endswith("gerbers and pictures are old: apt install kicad librsvg2-bin")
    assert not board_files.is_current(PLAN, tmp_path)


# --- tracks: all that follows takes seconds ------------------------------------------------------


@pytest.fixture(scope="module")
def copper() -> Copper:
    return route.routed(PARTS)


def mm(spot: tuple[int, int]) -> Place:
    return spot[0] * STEP_MM, spot[1] * STEP_MM


def shapes(copper: Copper) -> list[Shape]:
    """All copper but ground's planes."""
    found: list[Shape] = [
        (track.net, track.layer, mm(track.one), mm(track.other), track.width / 2)
        for track in copper.tracks
    ]
    for layer in (route.FRONT, route.BACK):
        found += [(via.net, layer, mm(via.at), mm(via.at), VIA / 2) for via in copper.vias]
        found += [
            (pad.net or f"{part.name} {pad.number}", layer, mm(pad.at), mm(pad.at), pad.size / 2)
            for part in PARTS
            for pad in part.pads
            if pad.drill or layer == route.FRONT
        ]
    return found


def distance(one: Shape, other: Shape) -> float:
    """Between the edges of two shapes, mm: they are straight along the board's sides, or points."""
    gaps = []
    for axis in (0, 1):
        low, high = sorted((one[2][axis], one[3][axis]))
        low_2, high_2 = sorted((other[2][axis], other[3][axis]))
        gaps.append(max(0.0, low_2 - high, low - high_2))
    return math.hypot(*gaps) - one[4] - other[4]


@pytest.mark.thorough
@pytest.mark.untraced
def test_what_is_carried_is_what_is_routed(copper: Copper) -> None:
    carried = (board_files.FOLDER / board_files.BOARD).read_text(encoding="utf-8")
    assert carried == kicad.board_file(PARTS, copper)
    drawn = (board_files.FOLDER / board_files.SCHEMATIC).read_text(encoding="utf-8")
    assert drawn == schematic.schematic_file(PARTS)
    rules = (board_files.FOLDER / board_files.PROJECT).read_text(encoding="utf-8")
    assert rules == kicad.project_file()


@pytest.mark.thorough
@pytest.mark.untraced
def test_copper_of_two_nets_keeps_away(copper: Copper) -> None:
    there = shapes(copper)
    for first, second in combinations(there, 2):
        if first[0] != second[0] and first[1] == second[1]:
            assert distance(first, second) >= CLEARANCE - 1e-9, (first, second)
    for net, _, start, end, half in there:
        for hole in HOLES:
            point = (net, 0, mm(hole), mm(hole), 1.6)
            assert distance((net, 0, start, end, half), point) >= 0.5
        for x, y in (start, end):
            assert x - half >= 0.5
            assert x + half <= SIZE[0] * STEP_MM - 0.5
            assert y - half >= 0.5
            assert y + half <= SIZE[1] * STEP_MM - 0.5


@pytest.mark.thorough
@pytest.mark.untraced
def test_each_net_hangs_together(copper: Copper) -> None:
    """But for ground, which KiCad fills: see below."""
    there = shapes(copper)
    for net, pads in nets(PARTS).items():
        if net == GROUND:
            continue
        mine = [hole for hole in there if hole[0] == net]
        # a leg and a via join both layers
        joined = [mine[0]]
        rest = mine[1:]
        while near := [
            track
            for track in rest
            if any(
                distance(track, other) < 0 and (track[1] == other[1] or track[2:] == other[2:])
                for other in joined
            )
        ]:
            joined += near
            rest = [track for track in rest if track not in near]
        assert not rest, net
        assert len(pads) > 1


@pytest.mark.thorough
@pytest.mark.untraced
@pytest.mark.skipif(not board_files.kicad_is_there(), reason="there is no KiCad")
def test_kicad_finds_no_fault_and_finds_those_that_are_made(tmp_path: Path) -> None:
    sound = (board_files.FOLDER / board_files.BOARD).read_text(encoding="utf-8")
    contact = re.search(r"\(segment [^\n]*\n", sound)
    assert contact
    for name, text, finds in (
        ("sound", sound, ""),
        ("cut", sound.replace(contact[0], "", 1), "unconnected"),
        ("near", sound.replace(f"(width {WIDTH:g})", "(width 1.2)"), "clearance"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        board = folder / board_files.BOARD
        board.write_text(text, encoding="utf-8")
        (folder / board_files.PROJECT).write_text(kicad.project_file(), encoding="utf-8")
        found = board_files.checked(board, folder)
        assert bool(found) == bool(finds), name
        assert finds in found
