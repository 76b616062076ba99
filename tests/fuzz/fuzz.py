"""`make fuzz`: targets against inputs that Atheris breeds, guided by the code that they reach.

What breaks a promise is cut down and put into the target's folder of `corpus`, where every later
`make test` tries it. Inputs that reached new code stay in `build/fuzz-corpus` for the next run.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random

from proof.damage import damaged

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).with_name("corpus")
GROWN = ROOT / "build" / "fuzz-corpus"

INSTRUMENTED = ["appliance", "bluffing", "lab", "csv", "json", "tomllib", "zipfile"]
"""Packages whose code guides the breeding."""

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
"""Where files are written that no disk has to keep."""

LONGEST_INPUT = 4096
"""Bytes: each kind says all it can in fewer."""

LONGEST_RUN, MEGABYTES = 10, 2000
"""Seconds and memory that one input may take; Atheris ends what takes more."""


def failure_of(name: str, data: bytes) -> str:
    """Return how `data` breaks the promise: the exception's type and place. "": it does not."""
    targets = import_module("fuzz.targets")
    with tempfile.TemporaryDirectory() as folder:
        try:
            targets.kept_promise(targets.TARGETS[name], data, Path(folder))
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            at = "" if place is None else f"{place.tb_frame.f_code.co_name}:{place.tb_lineno}"
            return f"{type(error).__name__} in {at}"
    return ""


def minimised(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Return `data` without the parts, ever smaller, that it fails without."""
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data):
            shorter = data[:at] + data[at + size :]
            if fails(shorter):
                data = shorter
            else:
                at += size
        size //= 2
    return data


def breed(name: str, options: list[str]) -> None:
    """Run one target under Atheris, in the process that it ends."""
    import atheris  # noqa: PLC0415 - `make fuzz` alone installs it

    with atheris.instrument_imports(include=INSTRUMENTED):
        targets = import_module("fuzz.targets")
    target = targets.TARGETS[name]
    folder = Path(tempfile.mkdtemp(prefix="doubtit-fuzz-", dir=MEMORY if MEMORY.is_dir() else None))

    def once(data: bytes) -> None:
        for left in folder.iterdir():
            left.unlink()
        targets.kept_promise(target, data, folder)

    def mutated(data: bytes, longest: int, seed: int) -> bytes:
        chance = Random(seed)
        if chance.random() < 0.5:
            return bytes(atheris.Mutate(data, longest))
        return damaged(data, chance)[:longest]

    atheris.Setup([name, *options], once, custom_mutator=mutated)
    atheris.Fuzz()


def run(name: str, seconds: int) -> list[Path]:
    """Breed inputs of one target for some seconds; return the ones that break its promise."""
    grown, found = GROWN / name, GROWN / f"{name}-broken"
    for folder in (grown, found):
        folder.mkdir(parents=True, exist_ok=True)
    options = (
        f"-max_total_time={seconds}", f"-max_len={LONGEST_INPUT}", f"-timeout={LONGEST_RUN}",
        f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={found}/", "-print_final_stats=1",
        str(grown), str(CORPUS / name),
    )  # fmt: skip
    subprocess.run([sys.executable, "-m", "fuzz.fuzz", "--breed", name, *options], check=False)  # noqa: S603 - our own words
    return [_added(name, path) for path in sorted(found.iterdir())]


def _added(name: str, found: Path) -> Path:
    """Cut an input down and put it into the corpus; return its place there."""
    data = found.read_bytes()
    if failure := failure_of(name, data):
        data = minimised(data, lambda shorter: failure_of(name, shorter) == failure)
        print(f"{name}: {failure}: {data[:200]!r}")
    else:
        print(f"{name}: takes long, or too much memory: {found.name}")
    path = CORPUS / name / f"broken-{sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    found.unlink()
    return path


def main() -> int:
    """Run each target that is wanted; return 1 if one has broken its promise."""
    if sys.argv[1:2] == ["--breed"]:
        breed(sys.argv[2], sys.argv[3:])
    names = sorted(path.name for path in CORPUS.iterdir())
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--target", choices=names, action="append")
    parser.add_argument("--seconds", type=int, default=60)
    args = parser.parse_args()
    broken = [path for name in args.target or names for path in run(name, args.seconds)]
    for path in broken:
        print(path.relative_to(ROOT))
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
