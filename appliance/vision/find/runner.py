"""Which library runs the card reader's networks here: the first that survives a trial.

A library can be built for a newer processor. Then the program dies of SIGILL, and nothing in it
can catch that: Debian 13's ONNX Runtime 1.21.0 does so on a Pi 4 and a Zero 2 W
(microsoft/onnxruntime #23957). So each is tried in a process of its own, where a crash is a
finding.
"""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from appliance.errors import ModelError
from appliance.vision.find.network import RUNNERS, Runner

TRIAL_TIMEOUT = 120.0
"""Seconds until a trial counts as one that hangs. On a PC one takes less than half a second."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying a runner: its version where it could tell, and what went wrong, or ""."""

    runner: Runner
    version: str = ""
    fault: str = ""

    @property
    def name(self) -> str:
        """The library and its version."""
        return f"{self.runner.name} {self.version}".strip()


@cache
def try_all() -> tuple[Trial, ...]:
    """Try the runners in their order, up to the first that works. A process does this once."""
    tried: list[Trial] = []
    for runner in RUNNERS:
        tried.append(attempt(runner))
        if not tried[-1].fault:
            break
    return tuple(tried)


def fitting() -> Runner:
    """The runner that works here.

    Raises:
        ModelError: none does.
    """
    tried = try_all()
    if tried[-1].fault:
        why = "; ".join(f"{one.name} {one.fault}" for one in tried)
        raise ModelError(f"cards can't be read: {why}: run doubtit check --part reader")
    return tried[-1].runner


def told(tried: tuple[Trial, ...]) -> str:
    """Which of the `tried` runners reads the cards, and why it is not the first; one line."""
    reasons = (f", since {one.name} {one.fault}" for one in tried if one.fault)
    return f"cards are read with {tried[-1].name}" + "".join(reasons)


def attempt(runner: Runner, module: str = "appliance.vision.find.trial") -> Trial:
    """Have `module` run both networks once with `runner`, in a process of its own."""
    command = [sys.executable, "-P", "-m", module, runner.package]
    # the child finds what this process finds, wherever that was imported from
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter
            command, env=env, capture_output=True, text=True, timeout=TRIAL_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return Trial(runner, fault=f"gave no answer within {TRIAL_TIMEOUT:g} s")
    except OSError as error:
        return Trial(runner, fault=f"can't be tried: {error.strerror}")
    lines = done.stdout.splitlines()
    version = lines[0] if lines else ""
    if done.returncode == 0 and len(lines) == 2:
        return Trial(runner, version, json.loads(lines[1]))
    return Trial(runner, version, _crash(done.returncode))


def _crash(code: int) -> str:
    """Why a process ended with `code`, which it had not planned."""
    if code == -signal.SIGILL:
        return "crashes: this processor lacks an instruction that it uses (SIGILL)"
    if code < 0:
        return f"crashes ({signal.Signals(-code).name})"
    return f"ends with code {code}"
