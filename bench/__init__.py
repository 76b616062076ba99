"""Measures that people run by hand; the figures in the documents come from here."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # games are played by `proof`'s people
