"""The seat hub's schematic as KiCad 6 and everything newer reads it: what KiCad's ERC looks at.

It is of the same parts as the board, so both are joined alike. A leg has the label of its net in
place of a wire; one that is joined to nothing is marked so. The format is that of KiCad's developer
documentation, "Schematic File Format", version 20211123.
"""

from workshop.hub_board import Pad, Part
from workshop.kicad import TITLE, stamp

GRID = 2.54
"""From one pin of a symbol to the next, mm."""

LINE = 5
"""From a seat to the next, in steps of the grid."""

BESIDE = 8
"""Half of the width of a symbol, with its pins, in steps of the grid."""

CONTACT, LAMP = 5, 2
"""Parts of a contact and of a lamp."""

Place = tuple[int, int]
"""Steps of the grid from the left and from above."""

_FONT = "(font (size 1.27 1.27))"


def places(parts: tuple[Part, ...]) -> dict[str, Place]:
    """The middle of each part: a line for each seat, the chips beside them, the supply below."""
    kinds = "Terminal", "R", "Clamp", "C", "Polyfuse"
    small = [part for part in parts if part.symbol in kinds and part.value != "light"]
    seats = len(small) // (CONTACT + LAMP)
    contacts, lamps = small[: CONTACT * seats], small[CONTACT * seats :]
    symbols = {}
    for seat in range(seats):
        row = 12 + LINE * seat
        contact, lamp = contacts[CONTACT * seat :], lamps[LAMP * seat :]
        for column, part in enumerate((*contact[:CONTACT], *lamp[:LAMP])):
            symbols[part.name] = 14 + 24 * column, row
    rest = [part for part in parts if part.name not in symbols]
    spots = (
        (203, 22), (189, 50), (217, 50), (62, 76), (86, 76), (110, 76), (134, 76), (158, 76),
    )  # fmt: skip
    return symbols | {part.name: spot for part, spot in zip(rest, spots, strict=True)}


def rows(part: Part) -> int:
    """Number of pins on a symbol's left; the others follow on its right, from below."""
    return len(part.pads) // 2


def pin_at(part: Part, number: int) -> Place:
    """Return the end of a part's leg (from 0), from the symbol's middle, to the right and down."""
    left = number < rows(part)
    line = number if left else 2 * rows(part) - 1 - number
    return (-half(part) if left else half(part)), line - rows(part) // 2


def half(part: Part) -> int:
    """Half of a symbol's width with its pins: legs with names need more."""
    return BESIDE if any(pad.name for pad in part.pads) else BESIDE // 2


def schematic_file(parts: tuple[Part, ...]) -> str:
    """The text of a .kicad_sch."""
    sheet = stamp("sheet", key="uuid")
    lines = [f"(kicad_sch (version 20211123) (generator doubtit)\n{sheet}\n"]
    lines += [f'(paper "A2")\n{TITLE}\n(lib_symbols\n']
    lines += [_symbol(part) for part in {part.symbol: part for part in parts}.values()]
    lines.append(")\n")
    places_of = places(parts)
    for part in parts:
        for number, pad in enumerate(part.pads):
            lines.append(_joined(part, pad, places_of[part.name], pin_at(part, number)))
    lines += [_placed(part, places_of[part.name]) for part in parts]
    lines.append('(sheet_instances (path "/" (page "1")))\n(symbol_instances\n')
    for part in parts:
        path = stamp("symbol", part.name, key="uuid").split()[1].rstrip(")")
        lines.append(
            f'(path "/{path}" (reference "{part.name}") (unit 1) (value "{part.value}") '
            f'(footprint "doubtit:{part.name}"))\n'
        )
    return "".join(lines) + "))\n"


def _mm(step: float) -> str:
    return f"{round(step * GRID, 4):g}"


def _symbol(part: Part) -> str:
    """Return the symbol of parts of one kind. Symbols count upwards, and sheets down."""
    name, high, wide = part.symbol, rows(part), half(part) - 2
    lines = [f'(symbol "doubtit:{name}" (in_bom yes) (on_board yes)\n']
    for number, key in enumerate(("Reference", "Value", "Footprint", "Datasheet")):
        value = {"Reference": part.name.rstrip("0123456789"), "Value": name}.get(key, "")
        lines.append(_property(key, value, number, (0, 0)))
    top, below = rows(part) // 2 + 1, rows(part) // 2 + 1 - high - 1
    lines.append(
        f'(symbol "{name}_0_1" (rectangle (start {_mm(-wide)} {_mm(top)}) '
        f"(end {_mm(wide)} {_mm(below)}) (stroke (width 0.254) (type default) (color 0 0 0 0)) "
        "(fill (type none))))\n"
    )
    lines.append(f'(symbol "{name}_1_1"\n')
    for number, pad in enumerate(part.pads):
        x, y = pin_at(part, number)
        lines.append(
            f"(pin {pad.type} line (at {_mm(x)} {_mm(-y)} {0 if x < 0 else 180}) "
            f'(length {_mm(2)}) (name "{pad.name or "~"}" (effects {_FONT})) '
            f'(number "{pad.number}" (effects {_FONT})))\n'
        )
    return "".join(lines) + "))\n"


def _property(key: str, value: str, number: int, at: tuple[float, float]) -> str:
    hidden = "" if key in ("Reference", "Value") else " hide"
    return (
        f'(property "{key}" "{value}" (id {number}) (at {_mm(at[0])} {_mm(at[1])} 0) '
        f"(effects {_FONT}{hidden}))\n"
    )


def _placed(part: Part, at: Place) -> str:
    """A part on the sheet, its name and its value above it."""
    above = at[1] - rows(part) // 2 - 1
    values = {"Reference": part.name, "Value": part.value, "Footprint": f"doubtit:{part.name}"}
    lines = [f'(symbol (lib_id "doubtit:{part.symbol}") (at {_mm(at[0])} {_mm(at[1])} 0) (unit 1) ']
    lines.append(f"(in_bom yes) (on_board yes) {stamp('symbol', part.name, key='uuid')}\n")
    for number, key in enumerate(("Reference", "Value", "Footprint", "Datasheet")):
        line = above - (1.4 if key == "Reference" else 0.6)
        lines.append(_property(key, values.get(key, ""), number, (at[0], line)))
    lines += [
        f'(pin "{pad.number}" {stamp("pin", part.name, pad.number, key="uuid")})\n'
        for pad in part.pads
    ]
    return "".join(lines) + ")\n"


def _joined(part: Part, pad: Pad, at: Place, pin: Place) -> str:
    """The label at a leg's end, or the mark that it is joined to nothing."""
    x, y = _mm(at[0] + pin[0]), _mm(at[1] + pin[1])
    name = stamp("joined", part.name, pad.number, key="uuid")
    if not pad.net:
        return f"(no_connect (at {x} {y}) {name})\n"
    turned, side = (180, "right") if pin[0] < 0 else (0, "left")
    return (
        f'(global_label "{pad.net}" (shape passive) (at {x} {y} {turned}) (fields_autoplaced) '
        f"(effects {_FONT} (justify {side})) {name}\n"
        f'(property "Intersheet References" "${{INTERSHEET_REFS}}" (id 0) (at {x} {y} 0) '
        f"(effects {_FONT} hide)))\n"
    )
