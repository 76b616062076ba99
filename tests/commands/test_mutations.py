"""Damaged files of every kind, by the hundred: `make mutations` tries 2,000."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.thorough
def test_no_damage_is_a_fault_of_the_program() -> None:
    """In a process of its own, since each attempt is a fork."""
    done = subprocess.run(
        [sys.executable, "-m", "proof.mutations", "--mutations", "300", "--seed", "7"],
        cwd=ROOT, env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
