"""`make conformance`: the scenarios as stories about the rules alone, for other implementations.

A real table plays a scenario. What the table asked its ruleset becomes the story: the
actions from the deal to the last state, and each step that the rules refused.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any  # JSON, and states of any game

from bluffing.actions import Action
from bluffing.conformance import Story, view
from bluffing.game import AnyRuleset, Refused, State
from bluffing.notation.write import spelled
from bluffing.rulesets import RULESETS
from lab.scenario import _Teller
from lab.scenario.load import SETUP, Scenario, load
from lab.scenario.steps import action_of
from lab.scenario.story_table import table_of

FILE = Path(__file__).parents[2] / "bluffing" / "conformance" / "stories.jsonl"
SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))

BESIDE_THE_RULES = {"press", "force", "last_card_window_ends", "card"}
"""Steps about presses, time and printed cards: a referee of the rules knows none of these."""


class _Witness:
    """A ruleset that remembers the state before each state."""

    def __init__(self, game: AnyRuleset) -> None:
        self._game = game
        self.came_of: dict[int, tuple[State, Action, State]] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - the ruleset's own
        return getattr(self._game, name)

    def apply(self, state: State, action: Action) -> Any:  # noqa: ANN401 - the ruleset's own
        after, events = self._game.apply(state, action)
        self.came_of.setdefault(id(after), (state, action, after))
        return after, events

    def path(self, last: State) -> Iterator[tuple[State, Action, State]]:
        """Yield the steps that lead to `last`, the newest first."""
        while id(last) in self.came_of:
            step = self.came_of[id(last)]
            yield step
            last = step[0]


def story_of(scenario: Scenario) -> Story | None:
    """Return a scenario as a story about the rules alone; None if a play is taken back."""
    given = scenario.given
    story: Story = {
        "id": scenario.where.replace(".toml ", "/"),
        "game": scenario.ruleset,
        "options": scenario.options,
        "setup": {key: given[key] for key in ("players", "dealer", *SETUP) if key in given},
        "middle": {key: given[key] for key in given if key not in {"players", "dealer", *SETUP}},
    }
    game = RULESETS[scenario.ruleset]
    witness: Any = _Witness(game)
    RULESETS[scenario.ruleset] = witness
    try:
        table = table_of(scenario)
        story["options"] = dict(table.settings.options)
        teller = _Teller(table, scenario.steps, by_clock="last_card_window_ms" in scenario.options)
        steps = _steps(scenario, witness, teller)
    except Refused as refused:
        return {**story, "refused": refused.why.code}
    finally:
        RULESETS[scenario.ruleset] = game
    return None if steps is None else {**story, "steps": steps}


def _seen(action: Action, after: State) -> Story:
    return {"action": spelled(action), "seen": view(after)}


def _steps(scenario: Scenario, witness: _Witness, teller: _Teller) -> list[Story] | None:
    steps: list[Story] = []
    path: list[tuple[State, Action, State]] = []
    first = teller.table.game
    for told in scenario.steps:
        before, known = teller.table.game, path
        teller.tell()
        path = [*witness.path(teller.table.game)][::-1]
        if path[: len(known)] != known or (path and path[0][0] is not first):
            return None
        steps += [_seen(action, after) for _, action, after in path[len(known) :]]
        if told.get("refused") and not {"press", "force", "last_card_window_ends", "card"} & {
            *told
        }:
            action = action_of(told, before.turn)
            if (why := witness.refusal(before, action)) is not None:
                steps.append({"action": spelled(action), "refused": why.code})
    return steps


def text() -> str:
    """Return the stories of all scenarios, as the file has them."""
    scenarios = (scenario for path in SCENARIOS for scenario in load(path))
    told = (story_of(scenario) for scenario in scenarios if isinstance(scenario, Scenario))
    return "".join(f"{json.dumps(story, separators=(',', ':'))}\n" for story in told if story)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
