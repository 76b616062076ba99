"""Measure how plain the project's English is, and fail where it got worse.

`python tests/prose.py` compares the counts with `prose_bounds.toml`. `--list KIND` lists the places
of a kind, and `--lower` writes the bounds down to today's counts. Bounds never go up.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
BOUNDS = Path(__file__).with_name("prose_bounds.toml")

CODE = ("appliance", "bluffing", "lab", "bench", "training", "workshop", "packaging", "hardware")

DOCUMENTS = (
    "docs", "docs/build", "docs/rules", "hardware", "hardware/hub_board", "hardware/mat",
    "hardware/mechanics", "systemd", "bench", "training",
)  # fmt: skip

SLACK = 15
"""Counts below a bound that a change may leave before it has to lower the bound."""

PATTERNS = re.compile(
    r"\banew\b|\bfrom [^.,;()\n]{1,28} on\b(?! the| a)"
    r"|(?:^|(?<=[.:;] ))(?:Who|Whoever|What|Which) (?:is|was|has|had|can|may|lays|leaves|holds)\b"
    r"|\b(?:is|are|was|were|be) told\b|\b(?:of which|of whom|thereof|in vain|at the most)\b"
    r"|\bstands? (?:in|on|at|there|here|for|still|as)\b|\bwhere there (?:is|are)\b"
    r"|\bin the place of\b|\bas (?:it|they) (?:is|are|was|were|stands?)\b"
    r"|\b(?:nobody|somebody|anybody|whoever)\b",
    re.MULTILINE,
)
"""Archaic and foreign turns of phrase."""

OPENER = re.compile(r"(?:What|Whether|Where|How|Who|Whose|Which|When)\b")
"""Words that open a clause, not a docstring."""

ODD_NAMES = {
    "comes", "found", "here", "made", "one", "ones", "other", "others", "own", "said", "seen",
    "that", "there", "told", "what", "which",
}  # fmt: skip
"""Pronouns and participles, which name nothing."""


def measure(root: Path) -> dict[str, list[str]]:
    """Return the places of each kind: `code`, `docs`, `catalogue`, `openers` and `names`."""
    places: dict[str, list[str]] = defaultdict(list)
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            name = str(path.relative_to(root))
            _measure_code(name, path.read_text(encoding="utf-8"), places)
    for folder in (".", *DOCUMENTS):
        for path in sorted((root / folder).glob("*.md")):
            name = str(path.relative_to(root))
            places["docs"] += _phrases(name, path.read_text(encoding="utf-8"))
    for path in sorted(root.glob("*/words/en/*.po")):
        sentences = re.findall(r'^msgstr(?:\[\d\])? "(.*)"', path.read_text("utf-8"), re.MULTILINE)
        places["catalogue"] += _phrases(path.name, "\n".join(sentences))
    return places


def _measure_code(name: str, text: str, places: dict[str, list[str]]) -> None:
    for number, line in enumerate(text.splitlines(), 1):
        if comment := re.search(r"#\s+(.*)", line):
            places["code"] += _phrases(f"{name}:{number}", comment.group(1))
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring))):
                places["code"] += _phrases(f"{name}:{node.lineno}", docstring)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if OPENER.match(ast.get_docstring(node) or ""):
                    places["openers"].append(f"{name}:{node.lineno} {node.name}")
            case ast.Name(id=given, ctx=ast.Store()) if given in ODD_NAMES:
                places["names"].append(f"{name}:{node.lineno} {given}")
            case _:
                pass


def _phrases(where: str, text: str) -> Iterator[str]:
    for phrase in PATTERNS.finditer(text):
        yield f"{where}: {phrase.group(0)!r}"


def main() -> int:
    """Compare with the bounds; returns 1 if a count exceeds its bound or is far below it."""
    parser = argparse.ArgumentParser(description=__doc__)
    bounds: dict[str, int] = tomllib.loads(BOUNDS.read_text(encoding="utf-8"))
    parser.add_argument("--lower", action="store_true", help="write today's counts as bounds")
    parser.add_argument("--list", choices=bounds, help="list the places of a kind")
    asked = parser.parse_args()
    lower, places = asked.lower, measure(ROOT)
    if asked.list:
        print(*places[asked.list], sep="\n")
        return 0
    status = 0
    for kind, bound in bounds.items():
        count = len(places[kind])
        if count > bound:
            print(f"prose: {count} places of {kind}, bound {bound}: list them with --list {kind}")
            status = 1
        elif lower:
            bounds[kind] = count
        elif count < bound - SLACK:
            print(f"prose: {count} places of {kind}: lower the bound {bound} (--lower)")
            status = 1
    if lower:
        head = "# Places of English that needs two readings (tests/prose.py): they only go down.\n"
        lines = (f"{kind} = {bound}\n" for kind, bound in bounds.items())
        BOUNDS.write_text(head + "".join(lines), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
