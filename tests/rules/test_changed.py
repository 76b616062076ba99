"""States are copied fast, and stay as frozen as `dataclasses.replace` would leave them."""

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from bluffing.cardstate import CardState
from bluffing.changed import changed
from bluffing.game import Setup
from bluffing.house import House
from bluffing.rulesets import RULESETS

_State = CardState[House]  # or another with the fields that are changed here


@pytest.fixture(params=RULESETS)
def state(request: pytest.FixtureRequest) -> _State:
    game = RULESETS[request.param]
    start: _State = game.start(Setup(game.seats[-1]), {})
    return start


def test_a_changed_state_is_what_replace_makes(state: _State) -> None:
    after, expected = changed(state, over=True), replace(state, over=True)
    assert type(after) is type(state)
    assert (after, hash(after), repr(after)) == (expected, hash(expected), repr(expected))
    assert pickle.loads(pickle.dumps(after)) == expected  # noqa: S301 - its own bytes
    assert changed(state) == state


def test_a_changed_state_is_frozen_and_leaves_the_other_as_it_was(state: _State) -> None:
    kept, after = replace(state), changed(state, gone=(1,))
    assert state == kept != after
    for frozen in (state, after):
        with pytest.raises(FrozenInstanceError):
            frozen.gone = ()  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del frozen.gone


def test_no_field_is_made_up(state: _State) -> None:
    with pytest.raises(AttributeError):
        changed(state, colour="red")  # type: ignore[call-arg]
