"""Writes a circuit board as KiCad 6 and everything newer reads it: the board, and its rules.

The format is that of KiCad's developer documentation, "Board File Format", version 20211014. Names
of things are made of what they are, so the same board gives the same bytes.
"""

import json
import uuid
from collections.abc import Iterator

from workshop.hub_board import DATE, GROUND, HOLES, REVISION, SIZE, STEP_MM, Pad, Part, Spot
from workshop.route import BACK, CLEARANCE, FRONT, VIA, VIA_DRILL, WIDTH, Copper

NAME = "seat-hub"

LAYERS = {FRONT: "F.Cu", BACK: "B.Cu"}

_SPACE = uuid.UUID("8b1f0e2c-5d43-4d0e-9a3c-6f6d5a0b7c11")

TITLE = (
    f'(title_block (title "Doubt It! seat hub") (date "{DATE}") (rev "{REVISION}") '
    '(comment 1 "Made by make hardware"))'
)

_HEAD = f"""(kicad_pcb (version 20211014) (generator doubtit)
(general (thickness 1.6))
(paper "A4")
{TITLE}
(layers
(0 "F.Cu" signal) (31 "B.Cu" signal) (34 "B.Paste" user) (35 "F.Paste" user)
(36 "B.SilkS" user "B.Silkscreen") (37 "F.SilkS" user "F.Silkscreen") (38 "B.Mask" user)
(39 "F.Mask" user) (44 "Edge.Cuts" user) (46 "B.CrtYd" user "B.Courtyard")
(47 "F.CrtYd" user "F.Courtyard") (48 "B.Fab" user) (49 "F.Fab" user))
(setup (pad_to_mask_clearance 0.05))
"""


def mm(steps: float) -> str:
    """Steps of the board's grid in millimetres, as KiCad writes them."""
    return f"{round(steps * STEP_MM, 4):g}"


def _xy(spot: tuple[float, float]) -> str:
    return f"{mm(spot[0])} {mm(spot[1])}"


def stamp(*what: object, key: str = "tstamp") -> str:
    """The name of a thing, in all files for ever the same."""
    return f"({key} {uuid.uuid5(_SPACE, repr(what))})"


def _text(words: str, at: tuple[float, float], size: float, turned: int = 0) -> str:
    """Words on the front's silkscreen."""
    return (
        f'(gr_text "{words}" (at {_xy(at)} {turned}) (layer "F.SilkS") {stamp("text", words, at)} '
        f"(effects (font (size {size} {size}) (thickness {round(0.15 * size, 3)}))))\n"
    )


def net_of(part: Part, pad: Pad) -> str:
    """The net of a leg; one that is joined to nothing has its own, as KiCad calls it."""
    name = f"{pad.name}-" if pad.name else ""
    return pad.net or f"unconnected-({part.name}-{name}Pad{pad.number})"


def board_file(parts: tuple[Part, ...], copper: Copper) -> str:
    """The text of a .kicad_pcb: parts, tracks, ground on both sides, edges and words."""
    names = {net_of(part, pad) for part in parts for pad in part.pads}
    numbers = {name: number for number, name in enumerate(sorted(names), 1)}
    lines = [_HEAD, '(net 0 "")\n']
    lines += [f'(net {number} "{name}")\n' for name, number in numbers.items()]
    lines += [_footprint(part, numbers) for part in parts]
    lines += [_hole(number, spot) for number, spot in enumerate(HOLES, 1)]
    lines += _edges()
    for part in parts:
        lines += _words(part)
    lines.append(_text(f"Doubt It! seat hub {REVISION}, {DATE}", (160, 86), 1.5))
    lines.append(_text("lamps of 12 V", (160, 91), 1.5))
    lines.append(_text("USB", (4, 86), 1.5, 90))
    lines.append(_text("S: contact of the button, G: its ground", (60, 50), 1.2))
    for track in copper.tracks:
        lines.append(
            f"(segment (start {_xy(track.one)}) (end {_xy(track.other)}) (width {track.width:g}) "
            f'(layer "{LAYERS[track.layer]}") (net {numbers[track.net]}) {stamp(track)})\n'
        )
    for via in copper.vias:
        lines.append(
            f"(via (at {_xy(via.at)}) (size {VIA}) (drill {VIA_DRILL}) "
            f'(layers "F.Cu" "B.Cu") (net {numbers[via.net]}) {stamp(via)})\n'
        )
    lines += [_ground(layer, numbers[GROUND]) for layer in LAYERS.values()]
    return "".join(lines) + ")\n"


def _footprint(part: Part, numbers: dict[str, int]) -> str:
    x, y = part.pads[0].at
    name, value = part.name, part.value
    font = "(effects (font (size 1 1) (thickness 0.15)))"
    lines = [
        f'(footprint "doubtit:{name}" (layer "F.Cu") {stamp(name)} (at {_xy((x, y))})\n',
        "(attr through_hole)\n",
        f'(fp_text reference "{name}" (at 0 0) (layer "F.Fab") {stamp(name, "ref")} {font})\n',
        f'(fp_text value "{value}" (at 0 1.5) (layer "F.Fab") {stamp(name, "value")} {font})\n',
    ]
    (left, top), (right, bottom) = part.outline
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True):
        lines.append(
            f"(fp_line (start {_xy((corner[0] - x, corner[1] - y))}) "
            f'(end {_xy((following[0] - x, following[1] - y))}) (layer "F.SilkS") (width 0.15) '
            f"{stamp(part.name, corner)})\n"
        )
    for pad in part.pads:
        net = net_of(part, pad)
        shape = "rect" if pad.number == "1" and len(part.pads) > 2 else "circle"
        lines.append(
            f'(pad "{pad.number}" {_kind(pad, shape)} '
            f"(at {_xy((pad.at[0] - x, pad.at[1] - y))}) "
            f"(size {pad.size} {pad.size}) {_layers_of(pad)} "
            f'(net {numbers[net]} "{net}") (pintype "{pad.type}") '
            f"{stamp(part.name, pad.number)})\n"
        )
    return "".join(lines) + ")\n"


def _kind(pad: Pad, shape: str) -> str:
    return f"thru_hole {shape}" if pad.drill else "smd rect"


def _layers_of(pad: Pad) -> str:
    drilled = f"(drill {pad.drill}) (layers *.Cu *.Mask)"
    return drilled if pad.drill else "(layers F.Cu F.Paste F.Mask)"


def _hole(number: int, spot: Spot) -> str:
    return (
        f'(footprint "doubtit:hole" (layer "F.Cu") {stamp("hole", number)} (at {_xy(spot)}) '
        "(attr board_only exclude_from_pos_files exclude_from_bom)\n"
        f'(fp_text reference "H{number}" (at 0 0) (layer "F.Fab") {stamp("hole", number, "ref")} '
        "(effects (font (size 1 1) (thickness 0.15))))\n"
        f'(pad "" np_thru_hole circle (at 0 0) (size 3.2 3.2) (drill 3.2) (layers *.Cu *.Mask) '
        f"{stamp('hole', number, 'pad')}))\n"
    )


def _edges() -> Iterator[str]:
    corners = ((0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1]))
    for corner, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield (
            f'(gr_line (start {_xy(corner)}) (end {_xy(end)}) (layer "Edge.Cuts") (width 0.1) '
            f"{stamp('edge', corner)})\n"
        )


def _words(part: Part) -> Iterator[str]:
    """Notes for the person who solders the board: beside terminals, else inside of the outline."""
    (left, top), (right, bottom) = part.outline
    middle = (left + right) / 2, (top + bottom) / 2
    beside = {"C": top - 1.6, "Clamp": top - 1.6, "Polyfuse": bottom + 1.6}
    yield from _marks(part)
    if part.name.startswith("R"):
        yield _text(part.value.replace(" kΩ", "k").replace(" Ω", ""), middle, 1.0, 90)
    elif part.symbol in beside:
        words = f"{part.name} {part.value}" if part.symbol == "C" else part.name
        yield _text(words, (middle[0], beside[part.symbol]), 0.8)
    elif part.symbol in ("Surge", "Diode"):
        yield _text(part.value, middle, 0.8, 90)
    elif _upright(part):
        yield _text(part.value, (left - 3, middle[1]), 1.2, 90)
    elif part.name.startswith("J"):
        line = bottom + 4 if top < SIZE[1] / 2 else top - 4
        yield _text(part.value, (middle[0], line), 1.0)
    else:
        turned = 0 if part.name == "U1" else 90
        yield _text(f"{part.name}: {part.value}", middle, 1.2, turned)


def _upright(part: Part) -> bool:
    """Return True for a terminal at the board's short side."""
    (left, top), (right, bottom) = part.outline
    return part.name.startswith("J") and right - left < bottom - top


def _marks(part: Part) -> Iterator[str]:
    """Print the marks of single legs."""
    (left, top), (right, bottom) = part.outline
    for pad in part.pads:
        if pad.mark and _upright(part):
            yield _text(pad.mark, (right + 2.2, pad.at[1]), 1.2)
        elif pad.mark and part.name.startswith("J"):
            line = bottom + 1.6 if top < SIZE[1] / 2 else top - 1.6
            yield _text(pad.mark, (pad.at[0], line), 1.0)
        elif pad.mark:
            yield _text(pad.mark, (left - 1.6, pad.at[1]), 1.2)


def _ground(layer: str, number: int) -> str:
    inset = 1 / STEP_MM
    left, top, right, bottom = inset, inset, SIZE[0] - inset, SIZE[1] - inset
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    points = " ".join(f"(xy {_xy(corner)})" for corner in corners)
    return (
        f'(zone (net {number}) (net_name "{GROUND}") (layer "{layer}") {stamp("zone", layer)} '
        "(hatch edge 0.508) (connect_pads (clearance 0.3)) (min_thickness 0.25) "
        "(filled_areas_thickness no) (fill (thermal_gap 0.4) (thermal_bridge_width 0.5)) "
        f"(polygon (pts {points})))\n"
    )


def project_file() -> str:
    """The text of a .kicad_pro: the rules that KiCad checks the board by."""
    rules = {
        "min_clearance": CLEARANCE,
        "min_copper_edge_clearance": 0.5,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_through_hole_diameter": 0.3,
        "min_track_width": WIDTH,
        "min_via_annular_width": 0.15,
        "min_via_diameter": VIA,
    }
    default = {
        "name": "Default", "clearance": CLEARANCE, "track_width": WIDTH,
        "via_diameter": VIA, "via_drill": VIA_DRILL,
    }  # fmt: skip
    # symbols and footprints are in the files themselves, and in no library of KiCad's
    erc = dict.fromkeys(("lib_symbol_issues", "footprint_link_issues"), "ignore")
    drc = {"lib_footprint_issues": "ignore"}
    project = {
        "board": {"design_settings": {"rule_severities": drc, "rules": rules}},
        "erc": {"meta": {"version": 0}, "rule_severities": erc},
        "meta": {"filename": f"{NAME}.kicad_pro", "version": 1},
        "net_settings": {"classes": [default], "meta": {"version": 2}},
    }
    return json.dumps(project, indent=2) + "\n"
