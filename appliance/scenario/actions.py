"""What each step of a story tells the table, where that is an action of the game."""

from collections.abc import Callable

from appliance.rules.actions import (
    Action,
    Adjust,
    Audit,
    Correct,
    Discard,
    Doubt,
    Draw,
    Guess,
    LayAway,
    Leave,
    Pass,
    Pick,
    Play,
    Produce,
    Reveal,
    Settle,
    Show,
    Void,
    Withdraw,
)
from appliance.rules.cards import Rank
from appliance.scenario.checks import Told

_TRUTH = {"truth": True, "lie": False, "nobody": None}


def action_of(told: Told, turn: int) -> Action:
    """The action of a step that was checked; a step without a seat is about the one on `turn`."""
    make = next(make for key, make in _ACTIONS.items() if key in told)
    return make(told, told.get("seat", turn))


def _play(told: Told, seat: int) -> Action:
    return Play(seat, told["play"], Rank(told["rank"]) if "rank" in told else None)


def _show(told: Told, seat: int) -> Action:
    shown = told["show"]
    return Show(seat, tuple(map(Rank, [shown] if isinstance(shown, str) else shown)))


def _produce(told: Told, _seat: int) -> Action:
    return Produce(None if told["produce"] == "none" else Rank(told["produce"]))


def _adjust(told: Told, _seat: int) -> Action:
    return Adjust(told["adjust"]["giver"], told["adjust"]["taker"])


def _audit(told: Told, _seat: int) -> Action:
    return Audit(tuple(told["audit"]["hands"]), told["audit"]["table"])


_ACTIONS: dict[str, Callable[[Told, int], Action]] = {
    "play": _play,
    "pass": lambda _told, seat: Pass(seat),
    "draw": lambda _told, seat: Draw(seat),
    "lay_away": lambda told, seat: LayAway(seat, Rank(told["lay_away"])),
    "show": _show,
    "doubt": lambda _told, seat: Doubt(seat),
    "guess": lambda told, seat: Guess(seat, told["guess"], told["wager"]),
    "pick": lambda told, seat: Pick(seat, told["pick"]),
    "reveal": lambda told, _seat: Reveal(tuple(map(Rank, told["reveal"]))),
    "produce": _produce,
    "correct": lambda told, _seat: Correct(told["correct"]),
    "withdraw": lambda _told, _seat: Withdraw(),
    "settle": lambda told, _seat: Settle(_TRUTH[told["settle"]]),
    "adjust": _adjust,
    "audit": _audit,
    "leave": lambda _told, seat: Leave(seat),
    "discard": lambda _told, _seat: Discard(),
    "void": lambda _told, _seat: Void(),
}
"""By the key that names the step; presses and windows are no actions but edges and time."""
