"""A child process of the program finds what the program found, whatever else is installed."""

import os
import subprocess
from pathlib import Path

from appliance.children import python_line


def test_a_child_imports_nothing_that_the_environment_names(tmp_path: Path) -> None:
    for name in ("json", "numpy", "appliance"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger was imported')")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONSTARTUP": str(tmp_path / "json.py")}
    done = subprocess.run(  # noqa: S603 - our own line
        python_line("appliance", "--version"),
        env=env, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Doubt It! table ")


def test_a_child_gets_its_arguments_as_they_are() -> None:
    line = python_line("appliance", "replay", "no such 'file'\n")
    done = subprocess.run(line, capture_output=True, text=True, check=False)  # noqa: S603 - as above
    assert done.returncode == 5, done
    assert "no such 'file'" in done.stderr
