"""Scenarios: small stories about the rules, in TOML, that people read and the project runs.

A scenario goes through the real table, so its presses are decided by the arbiter, its waiting
rules are kept by the clock, and a reveal is judged as the camera's would be. `load` reads and
checks, `run` tells.
"""

from lab.scenario.load import Scenario, load
from lab.scenario.tell import run

__all__ = ["Scenario", "load", "run"]
