"""What the syntax of a package shows of its order: who imports whom, which names mean what."""

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

BAGS = {"Any", "object"}
"""As the type of `**fields` these say nothing of what may be given."""

HARDWARE = re.compile(r"(Buzzers|Camera|Hub|Lamps|Power|PowerButton|Sensor|Board)$")
"""How classes of drivers and their Protocols are named, wherever they stand."""


@dataclass(frozen=True)
class Module:
    """One file of a package; `name` has dots, as an import has it."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Everything in it, in functions, classes and `if TYPE_CHECKING:` too."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def unexplained(self) -> int:
        """The lines on which `Any` stands without a comment that says why."""
        if "Any" not in self.text:
            return 0
        lines: dict[int, list[tokenize.TokenInfo]] = defaultdict(list)
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            lines[token.start[0]].append(token)
        return sum(map(_unexplained, lines.values()))

    @cached_property
    def classes(self) -> tuple[ast.ClassDef, ...]:
        return tuple(node for node in self.nodes if isinstance(node, ast.ClassDef))


@cache
def modules(package: Path) -> tuple[Module, ...]:
    """Every file of `package`, read and parsed once however many tests ask for it."""
    found = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found.append(Module(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return tuple(found)


# --- imports -------------------------------------------------------------------------------------


def imports(house: Iterable[Module]) -> dict[str, set[str]]:
    """The modules of `house` that each of them names in an import, wherever that stands."""
    rooms = list(house)
    names = {room.name for room in rooms}
    return {room.name: set(_imported(room, names)) - {room.name} for room in rooms}


def _imported(room: Module, names: set[str]) -> Iterator[str]:
    for node in room.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(room, node)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                if inner in names or base in names:
                    yield inner if inner in names else base


def _base(room: Module, node: ast.ImportFrom) -> str:
    """The module from which `node` imports, its leading dots resolved."""
    if not node.level:
        return node.module or ""
    package = room.name.split(".")
    up = node.level - (room.path.name == "__init__.py")
    return ".".join([*package[: len(package) - up], *([node.module] if node.module else [])])


def circle(known: dict[str, set[str]]) -> list[str]:
    """Modules that know each other in a circle, the first one named again; or none."""
    try:
        TopologicalSorter(known).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


# --- names ---------------------------------------------------------------------------------------


def classes(house: Iterable[Module]) -> dict[str, set[str]]:
    """Return where each name of a class is defined: nested and private ones too."""
    found = defaultdict(set)
    for room in house:
        for name in room.classes:
            if name.name == "Settings" and room.name.startswith("appliance.drivers."):
                continue  # each driver has its own, by design
            found[name.name].add(f"{room.name}:{name.lineno}")
    return found


def constants(house: Iterable[Module]) -> dict[str, set[str]]:
    """The values of each constant at the top of a module, private ones too."""
    found = defaultdict(set)
    for room in house:
        for name, value in _constants(room.tree.body):
            if not name.startswith("_"):
                found[name].add(ast.unparse(value))
    return found


def _constants(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, (ast.If, ast.Try)):
            yield from _constants(node.body)
            yield from _constants(node.orelse)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _named(node.target, node.value)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _named(target, node.value)


def _named(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple):
        each = value.elts if isinstance(value, ast.Tuple) else [value] * len(target.elts)
        for inner, part in zip(target.elts, each, strict=True):
            yield from _named(inner, part)
    elif isinstance(target, ast.Name) and target.id.isupper():
        yield target.id, value


def ambiguous(meanings: dict[str, set[str]]) -> set[str]:
    """The names that mean several things."""
    return {name for name, found in meanings.items() if len(found) > 1}


# --- types ---------------------------------------------------------------------------------------


def bags(house: Iterable[Module]) -> set[str]:
    """Functions that take keywords of any name and type: `**fields: Any`."""
    found = set()
    for room in house:
        for node in room.nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                rest = node.args.kwarg
                if rest is not None and (
                    rest.annotation is None or ast.unparse(rest.annotation) in BAGS
                ):
                    found.add(f"{room.name}.{node.name}")
    return found


def unexplained(house: Iterable[Module]) -> dict[str, int]:
    """Count `Any` in each module on lines without a comment that says why."""
    return {room.name: room.unexplained for room in house if room.unexplained}


def _unexplained(line: list[tokenize.TokenInfo]) -> bool:
    words = {token.string for token in line if token.type == tokenize.NAME}
    return "Any" in words and "import" not in words and not any(map(_reason, line))


def _reason(token: tokenize.TokenInfo) -> bool:
    """Return True if it is a comment that says more than which checks are off."""
    off = r"#|noqa: [A-Z0-9, ]+|type: ignore\[[\w, -]+\]|\s|-"
    return token.type == tokenize.COMMENT and bool(re.sub(off, "", token.string))


def hardware_checks(house: Iterable[Module]) -> dict[str, int]:
    """Count each module's questions about a driver's class: `isinstance` or a class pattern."""
    rooms = list(house)
    drivers = {
        name.name
        for room in rooms
        if room.name.startswith("appliance.drivers")
        for name in room.classes
        if {"open", "close"} <= _methods(name)
    }
    found: dict[str, int] = defaultdict(int)
    for room in rooms:
        for asked in map(_asked_class, room.nodes):
            if any(name in drivers or HARDWARE.search(name) for name in asked):
                found[room.name] += 1
    return dict(found)


def _methods(kind: ast.ClassDef) -> set[str]:
    return {part.name for part in kind.body if isinstance(part, ast.FunctionDef)}


def _asked_class(node: ast.AST) -> set[str]:
    """The classes that `node` compares something with."""
    if isinstance(node, ast.MatchClass):
        kinds: ast.expr = node.cls
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id not in {"isinstance", "issubclass"}:
            return set()
        kinds = node.args[1]
    else:
        return set()
    names = {part.id for part in ast.walk(kinds) if isinstance(part, ast.Name)}
    return names | {part.attr for part in ast.walk(kinds) if isinstance(part, ast.Attribute)}


# --- stages --------------------------------------------------------------------------------------

STAGES = "appliance.table.stages"

ENGINE = {f"appliance.table.{name}" for name in ("course", "parts", "state", "step", "work")}
"""Modules that may tell stages apart: they dispatch on them."""

STAGE_ROOTS = {"AnyTime", "_Around"}
"""Classes from which all stages derive."""


def stage_checks(house: Iterable[Module]) -> dict[str, int]:
    """Count each module's questions about the class of a stage, outside its folder."""
    rooms = list(house)
    homes = _stages(rooms)
    found: dict[str, int] = defaultdict(int)
    for room in rooms:
        for asked in map(_asked_class, room.nodes) if room.name not in ENGINE else ():
            found[room.name] += any(
                name in homes and not room.name.startswith(homes[name]) for name in asked
            )
    return {name: count for name, count in found.items() if count}


def _stages(rooms: list[Module]) -> dict[str, str]:
    """Return the folder of each stage class, or its module, by the name of the class."""
    homes: dict[str, str] = {}
    kinds = [
        (room, kind)
        for room in rooms
        if room.name.startswith((STAGES, "appliance.table.standing"))
        for kind in room.classes
    ]
    before = -1
    while before < len(homes):
        before = len(homes)
        for room, kind in kinds:
            bases = {part.id for part in kind.bases if isinstance(part, ast.Name)}
            if bases & (STAGE_ROOTS | set(homes)):
                homes[kind.name] = room.name.removesuffix("state")
    return homes
