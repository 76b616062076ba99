"""Common parts of benchmarks: a command line, the machine, figures and progress."""

import os
import platform
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from appliance.errors import DoubtItError
from appliance.words import words_of

PACKAGES = ("gpiozero", "numpy", "onnxruntime", "opencv-python-headless", "pygame")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command line."""

    name: str
    settings: Mapping[str, Any]  # whatever argparse takes of an option


def option(name: str, **how: Any) -> Option:  # noqa: ANN401 - argparse's own keywords
    """An option as `ArgumentParser.add_argument` takes it."""
    return Option(name, how)


FACES = option("--faces", type=Path, metavar="DECKS", help="a folder of folders of faces")


def run(
    work: Callable[[Namespace], int | None], numbers: Mapping[str, int], *options: Option
) -> int:
    """Run `work` as the command of its module and return its exit status, 0 for None.

    `numbers` are options that are whole numbers, with their defaults: 1 or more, except a seed. The
    module's docstring is the help. First prints the machine. A missing part or a wrong argument
    (`ArgumentTypeError`) gives one line and 2.
    """
    module = sys.modules[work.__module__]
    assert module.__spec__ is not None  # noqa: S101 - benchmarks run by `python -m`
    name = module.__spec__.name.removesuffix(".__main__")
    parser = ArgumentParser(
        prog=f"python -m {name}",
        description=module.__doc__,
        formatter_class=RawDescriptionHelpFormatter,
    )
    for key, usual in numbers.items():
        kind = int if key == "seed" else count
        parser.add_argument(f"--{key}", type=kind, default=usual, metavar="N", help=f"({usual})")
    for option in options:
        parser.add_argument(option.name, **option.settings)
    args = parser.parse_args()
    print(describe(), flush=True)
    try:
        return work(args) or 0
    except ArgumentTypeError as error:
        parser.error(str(error))
    except DoubtItError as error:
        print(f"{name}: {words_of('en').say(error.says)}", file=sys.stderr)
        return 2


def describe() -> str:
    """The processor, the cores, Python and the packages, in two lines."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if "model name" in line), "?")
    packages = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    return (
        f"{model}, {os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}\n"
        f"Python {platform.python_version()}, {packages}"
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # Debian's OpenCV has another name, and the guest has no network
        return "missing"


def quantile(values: list[float], share: float) -> float:
    """The value that `share` of all do not exceed."""
    return sorted(values)[round((len(values) - 1) * share)]


def quantiles(values: list[float]) -> str:
    """Median, 99th percentile and maximum."""
    return (
        f"median {quantile(values, 0.5):7.2f}   p99 {quantile(values, 0.99):7.2f}   "
        f"max {max(values):7.2f}"
    )


def count(text: str) -> int:
    """A number from a command line, at least 1. Raises ArgumentTypeError for anything else."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def progress(done: int, of: int, new: int, words: str) -> None:
    """Print the progress after `new` more: one line on a terminal, otherwise each tenth."""
    if sys.stderr.isatty():
        print(f"\r{words:60}", end="\r" if done < of else "\n", file=sys.stderr, flush=True)
    elif done * 10 // of > (done - new) * 10 // of:
        print(words, file=sys.stderr, flush=True)
