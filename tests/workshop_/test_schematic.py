"""The hub's schematic: joined as its board is, and KiCad's ERC finds what is spoilt in it.

The carried files are read again here, by the places of pins and labels.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from workshop import board_files

SHEET = (board_files.FOLDER / board_files.SCHEMATIC).read_text(encoding="utf-8")
BOARD = (board_files.FOLDER / board_files.BOARD).read_text(encoding="utf-8")

Tree = list["str | Tree"]
Nets = dict[str, set[tuple[str, str]]]
"""The legs on each net: the part's name, and the leg's number."""


def tree_of(text: str) -> Tree:
    """The content of KiCad's brackets, as lists in lists."""
    open_lists: list[Tree] = [[]]
    for word in re.findall(r'"[^"]*"|[()]|[^\s()"]+', text):
        if word == "(":
            open_lists.append([])
        elif word == ")":
            done = open_lists.pop()
            open_lists[-1].append(done)
        else:
            open_lists[-1].append(word.strip('"'))
    [[whole]] = open_lists
    assert isinstance(whole, list)
    return whole


def each(tree: Tree, name: str) -> Iterator[Tree]:
    """The lists of that name in a list."""
    for item in tree:
        if isinstance(item, list) and item[0] == name:
            yield item


def the(tree: Tree, name: str) -> list[str]:
    """The words of the one list of that name."""
    [found] = each(tree, name)
    return [str(item) for item in found[1:]]


def reference(symbol: Tree) -> str:
    """The name of a part on the sheet."""
    [found] = (field for field in each(symbol, "property") if field[1] == "Reference")
    return str(found[2])


def nets_of_sheet(text: str) -> Nets:
    """The nets by labels; a leg that is marked as free is on no net."""
    sheet = tree_of(text)
    [library] = each(sheet, "lib_symbols")
    pins = {
        str(symbol[1]): {
            the(pin, "number")[0]: [*map(float, the(pin, "at"))]
            for unit in each(symbol, "symbol")
            for pin in each(unit, "pin")
        }
        for symbol in each(library, "symbol")
    }
    labels = {
        tuple(map(float, the(one, "at")[:2])): str(one[1]) for one in each(sheet, "global_label")
    }
    free = {tuple(map(float, the(one, "at"))) for one in each(sheet, "no_connect")}
    assert not free & {*labels}
    nets: Nets = {}
    for symbol in each(sheet, "symbol"):
        x, y, _ = map(float, the(symbol, "at"))
        for number, (right, up, _) in pins[the(symbol, "lib_id")[0]].items():
            end = round(x + right, 4), round(y - up, 4)
            if end not in free:
                nets.setdefault(labels[end], set()).add((reference(symbol), number))
    return nets


def nets_of_board(text: str) -> Nets:
    """The nets by pads."""
    nets: Nets = {}
    for footprint in each(tree_of(text), "footprint"):
        [name] = (str(one[2]) for one in each(footprint, "fp_text") if one[1] == "reference")
        for pad in each(footprint, "pad"):
            for net in each(pad, "net"):
                nets.setdefault(str(net[2]), set()).add((name, str(pad[1])))
    return nets


def test_the_schematic_is_joined_as_the_board() -> None:
    sheet, board = nets_of_sheet(SHEET), nets_of_board(BOARD)
    free = {leg for name, legs in board.items() if name.startswith("unconnected-") for leg in legs}
    assert len(free) == 9 + 2 * 5  # of the Pico, and of the second chip's last five channels
    joined = {name: legs for name, legs in board.items() if not legs <= free}
    assert sheet == joined
    assert len(joined) == 5 + 5 * 11  # a seat: its contact, two pins, both sides of its lamp


def spoilt(old: str, new: str) -> str:
    """The schematic with one thing changed."""
    assert SHEET.count(old) >= 1, old
    return SHEET.replace(old, new, 1)


def label_of(name: str, part: int) -> str:
    """The text of a label: the `part`-th of that name."""
    labels: list[str] = re.findall(
        rf'\(global_label "{re.escape(name)}".*?\)\)\)\n', SHEET, re.DOTALL
    )
    return labels[part]


FAULTS = {
    "": SHEET,
    # two of the Pico's outputs on one net, and a chip's input on none
    "pin_to_pin": SHEET.replace('(global_label "GP12"', '(global_label "GP11"'),
    "pin_not_connected": spoilt(label_of("GP3", 0), ""),
    # nothing gives ground its current
    "power_pin_not_driven": SHEET.replace("(pin power_out line", "(pin passive line"),
    # button 1 on button 2's pin: the ERC alone can't tell
    "net_conflict": SHEET.replace(label_of("GP0", 0), label_of("GP0", 0).replace("GP0", "GP1")),
}
"""Each rule, by KiCad's name for it, and a schematic that breaks it."""


@pytest.mark.thorough
@pytest.mark.untraced
@pytest.mark.skipif(not board_files.erc_is_there(), reason="there is no kicad-cli with an ERC")
@pytest.mark.parametrize("rule", FAULTS)
def test_kicads_erc_finds_nothing_but_what_is_spoilt(tmp_path: Path, rule: str) -> None:
    for name in (board_files.BOARD, board_files.PROJECT):
        (tmp_path / name).write_bytes((board_files.FOLDER / name).read_bytes())
    (tmp_path / board_files.SCHEMATIC).write_text(FAULTS[rule], encoding="utf-8")
    found = board_files.rules_broken(tmp_path)
    assert bool(found) == bool(rule), found
    assert f": {rule}: " in found or not rule, found
