"""What the figures were taken on."""

import os
import platform
import sys
from argparse import ArgumentTypeError
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("gpiozero", "numpy", "onnxruntime", "opencv-python-headless", "pygame")


def describe() -> str:
    """The processor, the cores, Python and the packages, in two lines."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if "model name" in line), "?")
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{model}, {os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}\n"
        f"Python {platform.python_version()}, {packages}"
    )


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
    """How far a long run is, `new` of it just now: on one line of a terminal, else each tenth."""
    if sys.stderr.isatty():
        print(f"\r{words:60}", end="\r" if done < of else "\n", file=sys.stderr, flush=True)
    elif done * 10 // of > (done - new) * 10 // of:
        print(words, file=sys.stderr, flush=True)
