"""The rooms of the house as docs/architecture.md shows them; `make house-docs` draws them anew.

Names and order come from the layers contract in pyproject.toml, what a room is from the first
line of its docstring, and what it knows from its imports.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from house import modules

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
HOUSE = ROOT / "appliance"

BEGIN = "<!-- rooms: drawn from the code by `make house-docs` -->\n"
END = "<!-- end of rooms -->\n"


def layers() -> list[str]:
    """Every room below `appliance`, from the roof down."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    contract = next(one for one in tools["importlinter"]["contracts"] if one["type"] == "layers")
    return [room.strip() for layer in contract["layers"] for room in layer.split("|")]


def place_of(room: str) -> Path:
    """The folder of a room, or its file where it is only one."""
    folder = HOUSE / room
    return folder if folder.is_dir() else folder.with_suffix(".py")


def first_line(module: Path) -> str:
    """The first line of a module's docstring, without its full stop."""
    text = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    return text.partition("\n")[0].removesuffix(".")


def rooms_known(room: str) -> list[str]:
    """The other rooms that the modules of a room import, from the roof down."""
    place = place_of(room)
    found = set()
    for module in modules(HOUSE):
        for node in module.nodes if module.path.is_relative_to(place) else ():
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{one.name}" for one in node.names]
            elif isinstance(node, ast.Import):
                names = [one.name for one in node.names]
            else:
                continue
            found |= {name.split(".")[1] for name in names if name.startswith("appliance.")}
    return [one for one in layers() if one in found - {room}]


def lines() -> Iterator[str]:
    """The table of rooms, in Markdown, line by line."""
    yield "| room | what it is | knows |"
    yield "|---|---|---|"
    for room in layers():
        place = place_of(room)
        known = ", ".join(rooms_known(room)) or "nothing of ours"
        if not place.is_dir():
            yield f"| `{room}.py` | {first_line(place)} | {known} |"
            continue
        yield f"| `{room}/` | {first_line(place / '__init__.py')} | {known} |"
        for inner in sorted(place.rglob("__init__.py")):
            if inner.parent != place:
                yield f"| `{inner.parent.relative_to(HOUSE)}/` | {first_line(inner)} | |"


def drawn(page: str) -> str:
    """The page with its rooms as the code has them.

    Raises:
        ValueError: the page has no place for them.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE} lacks one of the lines {BEGIN!r} and {END!r}")
    table = "\n".join(lines())
    return f"{before}{BEGIN}\n{table}\n\n{END}{after}"


def named_files(page: str) -> set[str]:
    """Every file and folder of the house that the page names in backquotes."""
    return set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?)`", page))


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text("utf-8")), "utf-8")
