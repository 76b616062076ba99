"""The rooms of the house as docs/architecture.md shows them; `make house-docs` redraws them.

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
GAMES = ROOT / "bluffing"
LABORATORY = ROOT / "lab"
PACKAGES = (LABORATORY, HOUSE, GAMES)

BEGIN = "<!-- rooms: drawn from the code by `make house-docs` -->\n"
END = "<!-- end of rooms -->\n"


def layers(package: Path) -> list[str]:
    """Return every room of a package, from the roof down."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    contracts = tools["importlinter"]["contracts"]
    contract = next(
        contract for contract in contracts if contract.get("containers") == [package.name]
    )
    return [room.strip() for layer in contract["layers"] for room in layer.split("|")]


def place_of(package: Path, room: str) -> Path:
    """Return the folder of a room, or its file where it is only one."""
    folder = package / room
    return folder if folder.is_dir() else folder.with_suffix(".py")


def first_line(module: Path) -> str:
    """The first line of a module's docstring, without its full stop."""
    text = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    return text.partition("\n")[0].removesuffix(".")


def rooms_known(package: Path, room: str) -> list[str]:
    """Return the other rooms that a room imports, from the roof down, and the packages below."""
    place = place_of(package, room)
    found = set()
    for module in modules(package):
        for node in module.nodes if module.path.is_relative_to(place) else ():
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            ours = [name for name in names if name.startswith(("lab.", "appliance.", "bluffing."))]
            found |= {name.removeprefix(f"{package.name}.").partition(".")[0] for name in ours}
    below = [other.name for other in PACKAGES[PACKAGES.index(package) + 1 :]]
    return [known for known in (*layers(package), *below) if known in found - {room}]


def lines(package: Path) -> Iterator[str]:
    """Yield the table of a package's rooms, in Markdown, line by line."""
    yield f"| room of `{package.name}` | what it is | knows |"
    yield "|---|---|---|"
    for room in layers(package):
        place = place_of(package, room)
        known = ", ".join(rooms_known(package, room)) or "nothing of ours"
        if not place.is_dir():
            yield f"| `{room}.py` | {first_line(place)} | {known} |"
            continue
        yield f"| `{room}/` | {first_line(place / '__init__.py')} | {known} |"
        for inner in sorted(place.rglob("__init__.py")):
            if inner.parent != place:
                yield f"| `{inner.parent.relative_to(package)}/` | {first_line(inner)} | |"


def drawn(page: str) -> str:
    """The page with its rooms as the code has them.

    Raises:
        ValueError: the page has no place for them.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE} lacks one of the lines {BEGIN!r} and {END!r}")
    tables = "\n\n".join("\n".join(lines(package)) for package in PACKAGES)
    return f"{before}{BEGIN}\n{tables}\n\n{END}{after}"


def named_files(page: str) -> set[str]:
    """Every file and folder of the house that the page names in backquotes."""
    return set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?)`", page))


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text("utf-8")), "utf-8")
