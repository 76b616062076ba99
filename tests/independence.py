"""`make independence`: take out one game after the other, and see that everything else stands.

For each ruleset the project is copied to a temporary folder, its file or folder and its lines
in `bluffing/rulesets.py` are deleted, and the tests run there. `--only bicycle` takes out
one game; whatever stands after `--` goes to pytest, such as `-- tests/table -x`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bluffing.rulesets import RULESETS

ROOT = Path(__file__).parent.parent
RULES = Path("bluffing")


def project_files() -> Iterator[Path]:
    """Every file that is part of the project, or is about to be, from its root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],  # noqa: S607 - any git
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return (Path(name) for name in listed.split("\0") if name and (ROOT / name).exists())


def place_of(root: Path, name: str) -> Path:
    """The file of the game `name`, or its folder where it has more than one."""
    folder = root / RULES / "games" / name
    return folder if folder.is_dir() else folder.with_suffix(".py")


def copy_without(name: str, to: Path) -> None:
    """Copy the project to `to`, without the game `name`."""
    for file in project_files():
        (to / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, to / file)
    place = place_of(to, name)
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    table = to / RULES / "rulesets.py"
    table.write_text(without(name, table.read_text(encoding="utf-8")), encoding="utf-8")


def without(name: str, table: str) -> str:
    """The text of `rulesets.py` without the two lines of the game `name`.

    Raises:
        ValueError: when it does not have just these two.
    """
    imported = re.search(rf"^from bluffing\.games\.{name} import (\w+)\n", table, re.MULTILINE)
    if imported is None:
        raise ValueError(f"bluffing/rulesets.py has no import of {name}")
    left, entries = re.subn(
        rf"^ +{imported[1]},\n", "", table.replace(imported[0], ""), flags=re.MULTILINE
    )
    if entries != 1 or imported[1] in left:
        raise ValueError(f"bluffing/rulesets.py names {imported[1]} in other places as well")
    return left


def run_without(name: str, arguments: list[str]) -> bool:
    """Return True if the tests pass without the game `name`."""
    with tempfile.TemporaryDirectory(prefix=f"without-{name}-") as folder:
        copy = Path(folder) / "project"
        copy_without(name, copy)
        done = subprocess.run(  # noqa: S603 - our own tests
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, check=False,
        )  # fmt: skip
    return done.returncode == 0


def main() -> int:
    """Take out the games and say which of them others need."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=RULESETS, action="append", help="only this game")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    args = parser.parse_args()
    needed = []
    for name in args.only or RULESETS:
        print(f"\n=== without {name}", flush=True)
        if not run_without(name, args.pytest or ["-n", "auto"]):
            needed.append(name)
    print(f"\n{len(needed)} games can't be taken out{': ' if needed else ''}{', '.join(needed)}")
    return 1 if needed else 0


if __name__ == "__main__":
    sys.exit(main())
