"""pygame's own notices stay off our commands' output."""

import subprocess
import sys
from pathlib import Path

import pytest

PYGAME = """
import os, warnings
if "PYGAME_HIDE_SUPPORT_PROMPT" not in os.environ:
    print("Hello from the pygame community.")
warnings.warn("Your system is avx2 capable but pygame was not built with support for it.",
              RuntimeWarning)
warnings.warn("pkg_resources is deprecated as an API.", UserWarning)
class font:
    Font = None
"""
"""A pygame that says what Debian's package and some versions of setuptools make it say."""


@pytest.mark.parametrize("module", ["quiet", "last_screen"])
def test_an_import_of_pygame_says_nothing(module: str, tmp_path: Path) -> None:
    package = tmp_path / "pygame"
    package.mkdir()
    (package / "__init__.py").write_text(PYGAME)
    (package / "gfxdraw.py").write_text("")
    line = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import appliance.display.{module}"
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", line], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")
