"""Tests for another implementation of the games: short stories and their expected states.

`stories.jsonl` has a story on each line, as JSON:

- `id`: its name.
- `game`: the ruleset, as in `RULESETS`.
- `options`: house options, by name; the others have the game's usual values.
- `setup`: players, dealer, and where they differ from the rules packs, hands, lead and points.
- `middle`: values set in the middle of the game (`bluffing.game.Middle`), or nothing.
- `refused`: the code of the refusal, where such a game can't start.
- `steps`: each with an `action` as docs/notation.md spells it, and with `seen`, the state after it,
  or with `refused`, the code of its refusal, which changes no state.

Write an adapter like `Implementation` for yours and pass it to `mismatches`.
"""

import json
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any, Generic, Protocol, TypeVar  # stories are JSON

from bluffing.errors import BluffingError
from bluffing.game import State

Story = dict[str, Any]  # JSON

StateT = TypeVar("StateT")


class Implementation(Protocol[StateT]):
    """An implementation under test. It refuses by a ValueError, or as this library by Refused."""

    def start(self, story: Story) -> StateT:
        """Return the first state of a story, from its game, options, setup and middle."""

    def apply(self, state: StateT, action: str) -> StateT:
        """Return the state after an action in notation."""

    def view(self, state: StateT) -> dict[str, Any]:  # JSON
        """Return what `view` of this module has of a state; keys that are missing don't count."""


def stories() -> Iterator[Story]:
    """Yield every story."""
    text = files(__name__).joinpath("stories.jsonl").read_text("utf-8")
    yield from map(json.loads, text.splitlines())


def mismatches(
    implementation: Implementation[StateT], told: Iterable[Story] | None = None
) -> Iterator[str]:
    """Yield a line for each story in which `implementation` differs, about the first difference."""
    for story in stories() if told is None else told:
        difference = _Trial(implementation, story).difference()
        if difference:
            yield f"{story['id']}: {difference}"


def view(state: State) -> dict[str, Any]:  # JSON
    """Return what stories compare of a state, as JSON has it."""
    claim = state.claim
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "required": state.required and state.required.value,
        "hands": [*state.hands],
        "heaps": [*state.heaps],
        "removed": state.removed,
        "stock": state.stock,
        "points": [*state.points],
        "claim": claim and [claim.seat, claim.count, claim.rank.value],
        "doubter": state.doubter,
        "out": [*state.out],
        "gone": [*state.gone],
        "winner": state.winner,
        "tied": [*state.tied],
        "loser": state.loser,
    }


class _Trial(Generic[StateT]):
    """One story, played by one implementation."""

    def __init__(self, implementation: Implementation[StateT], story: Story) -> None:
        self._tested, self._story = implementation, story

    def difference(self) -> str:
        """Return the first difference, or nothing."""
        try:
            state = self._tested.start(self._story)
        except (BluffingError, ValueError) as error:
            return "" if "refused" in self._story else f"it does not start: {error}"
        if "refused" in self._story:
            return f"it starts, against {self._story['refused']}"
        for number, step in enumerate(self._story["steps"], 1):
            place = f"step {number}, {step['action']!r}"
            try:
                after = self._tested.apply(state, step["action"])
            except (BluffingError, ValueError) as error:
                if "refused" not in step:
                    return f"{place} is refused: {error}"
                continue
            if "refused" in step:
                return f"{place} is allowed, against {step['refused']}"
            state, actual = after, self._tested.view(after)
            for key, wanted in step["seen"].items():
                if actual.get(key, wanted) != wanted:
                    return f"{place}: {key} is {actual[key]!r} and should be {wanted!r}"
        return ""
