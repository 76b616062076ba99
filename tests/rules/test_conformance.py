"""The conformance suite: the library passes it, and a referee with one wrong rule does not."""

from typing import Any  # states of any game, and JSON

import pytest
from proof.stories import FILE, text

from bluffing import RULESETS, BluffingError, Setup, State
from bluffing.cards import trait_named
from bluffing.conformance import Story, mismatches, stories, view
from bluffing.notation.read import read_action


class Library:
    """The library itself as the implementation under test. `wrong` options replace a story's."""

    def __init__(self, **wrong: object) -> None:
        self._wrong = wrong

    def start(self, story: Story) -> tuple[str, State]:
        game = RULESETS[story["game"]]
        known = {option.key for option in game.options}
        wrong = {key: value for key, value in self._wrong.items() if key in known}
        setup: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in story["setup"].items()
        }
        middle: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in story["middle"].items()
        }
        if "rank" in middle:
            middle["rank"] = trait_named(middle["rank"])
        state = game.start(Setup(**setup), {**story["options"], **wrong})
        return game.name, game.midgame(state, **middle) if middle else state

    def apply(self, state: tuple[str, State], action: str) -> tuple[str, State]:
        name, before = state
        return name, RULESETS[name].apply(before, read_action(action))[0]

    def view(self, state: tuple[str, State]) -> dict[str, Any]:
        return view(state[1])


def test_the_library_passes() -> None:
    assert [*mismatches(Library())] == []


def test_every_game_has_stories_and_refusals() -> None:
    told = [*stories()]
    assert {story["game"] for story in told} == {*RULESETS}
    assert sum("refused" in step for story in told for step in story.get("steps", ())) > 50
    assert len({story["id"] for story in told}) == len(told)


@pytest.mark.parametrize(
    "wrong", [{"after_challenge": "winner_leads"}, {"cards_max": 2}, {"leaver": "removed"}]
)
def test_a_wrong_rule_is_seen(wrong: dict[str, object]) -> None:
    assert len([*mismatches(Library(**wrong))]) > 3


def test_the_stories_are_those_of_the_scenarios() -> None:
    assert text() == FILE.read_text("utf-8"), "run `make conformance` and read the difference"


class Lenient(Library):
    """An implementation that starts any game and allows any action."""

    def start(self, story: Story) -> tuple[str, State]:
        try:
            return super().start(story)
        except BluffingError:
            return super().start({**story, "options": {}, "middle": {}, "setup": {"players": 4}})

    def apply(self, state: tuple[str, State], action: str) -> tuple[str, State]:
        try:
            return super().apply(state, action)
        except BluffingError:
            return state


class Strict(Library):
    """An implementation that refuses every action."""

    def apply(self, state: tuple[str, State], action: str) -> tuple[str, State]:
        raise ValueError(f"{action} of {state}")


class Stuck(Library):
    """An implementation that starts no game."""

    def start(self, story: Story) -> tuple[str, State]:
        raise ValueError(story["id"])


def test_what_is_allowed_and_should_be_refused_is_seen() -> None:
    lines = [*mismatches(Lenient())]
    assert any("it starts, against rules." in line for line in lines)
    assert any("is allowed, against rules." in line for line in lines)


def test_what_is_refused_and_should_be_allowed_is_seen() -> None:
    assert any("step 1, '3 play 1' is refused" in line for line in mismatches(Strict()))
    assert all("it does not start: " in line for line in mismatches(Stuck()))
