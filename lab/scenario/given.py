"""The table before the first step of a story."""

from typing import Any

from appliance.core.signals import MS
from appliance.table import Conventions, Table, TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Turns
from bluffing.cards import Rank
from bluffing.game import Setup
from bluffing.options import Value
from bluffing.rulesets import RULESETS
from lab.scenario.load import SETUP, Scenario

_LONG = 3_600_000  # ms: before everything in a story, and longer than any

_PLAIN: dict[str, Value] = {"min_hold_ms": 0, "fact_answer_rounding": "none"}
"""House options of a story that names none of them: no waiting, and answers to the fraction."""


def table_of(scenario: Scenario) -> Table:
    """Return the table. Raises Refused if no game can start or be in that state."""
    given, rules = scenario.given, RULESETS[scenario.ruleset]
    known = {option.key for option in rules.options}
    plain = {key: value for key, value in _PLAIN.items() if key in known}
    options = {**plain, **scenario.options}
    hands = tuple(given["hands"]) if "hands" in given else None
    players, dealer = given["players"], given.get("dealer", 0)
    setup = Setup(players, dealer, given.get("packs"), hands, given.get("lead"))
    game = rules.start(setup, options)
    middle: dict[str, Any] = {  # of the types that `load` has checked
        key: tuple(value) if isinstance(value, list) else Rank(value) if key == "rank" else value
        for key, value in given.items()
        if key not in {"players", "dealer", *SETUP}
    }
    if middle:
        game = rules.midgame(game, **middle)
    seats = tuple(range(players))
    settings = TableSettings(
        ruleset=scenario.ruleset,
        options=tuple(sorted(options.items())),
        buzzers=players,
        names=tuple(f"seat {seat}" for seat in seats),
        doubt_window_ms=_LONG,
        # each press of a story counts from the very moment of the play, and a story says what lies
        conventions=Conventions(hasty=True, trusting=True),
    )
    start = -_LONG * MS
    turns = Turns(start, match=Match(game), opened_at=start, counts_from=start)
    return Table(settings, turns, buzzers=seats, names=seats)
