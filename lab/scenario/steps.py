"""The possible steps of a story: the keys of each, and its message to the table."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bluffing import actions
from bluffing.actions import Action
from bluffing.cards import Trait, trait_named
from lab.scenario import checks
from lab.scenario.checks import Check, Told

_SEAT = {"seat": checks.seat}
_TIMED: dict[str, Check] = {"at": checks.count}
_PRESS = checks.record(seat=checks.seat, at=checks.count)
OTHER_CARD, NO_CARD = "other", "none"
"""Results of a question's printed card other than a card with an answer."""

_TRUTH = {"truth": True, "lie": False, "nobody": None}


@dataclass(frozen=True, slots=True)
class Step:
    """One kind of step: the keys that it `must` have, and those that it `may` have.

    `action` makes a seat's action of it; None for steps that are edges and time instead.
    """

    must: dict[str, Check]
    action: Callable[[Told, int], Action] | None = None
    may: dict[str, Check] = field(default_factory=dict)


def action_of(told: Told, turn: int) -> Action:
    """The action of a step that was checked; a step without a seat is about the one on `turn`."""
    makers = (step.action for key, step in STEPS.items() if key in told)
    return next(make for make in makers if make is not None)(told, told.get("seat", turn))


def _ranks(told: str | list[str]) -> tuple[Trait, ...]:
    return tuple(map(trait_named, [told] if isinstance(told, str) else told))


def _rank(told: str | None) -> Trait | None:
    return None if told in (None, "none") else trait_named(told)


STEPS = {
    "play": Step(
        {**_SEAT, "play": checks.whole},
        lambda told, seat: actions.Play(seat, told["play"], _rank(told.get("rank"))),
        {"rank": checks.rank, **_TIMED},
    ),
    "pass": Step({**_SEAT, "pass": checks.yes}, lambda _, seat: actions.Pass(seat), _TIMED),
    "draw": Step({**_SEAT, "draw": checks.yes}, lambda _, seat: actions.Draw(seat), _TIMED),
    "lay_away": Step(
        {**_SEAT, "lay_away": checks.rank},
        lambda told, seat: actions.LayAway(seat, trait_named(told["lay_away"])),
        _TIMED,
    ),
    "believe": Step(
        {**_SEAT, "believe": checks.yes}, lambda _, seat: actions.Believe(seat), _TIMED
    ),
    "show": Step(
        {**_SEAT, "show": checks.either(checks.rank, checks.some(checks.rank))},
        lambda told, seat: actions.Show(seat, _ranks(told["show"])),
        _TIMED,
    ),
    "doubt": Step(
        {**_SEAT, "doubt": checks.yes},
        lambda _, seat: actions.Doubt(seat),
        {"answer": checks.number, **_TIMED},
    ),
    "guess": Step(
        {**_SEAT, "guess": checks.whole, "wager": checks.whole},
        lambda told, seat: actions.Guess(seat, told["guess"], told["wager"]),
        _TIMED,
    ),
    "pick": Step(
        {"pick": checks.seat}, lambda told, seat: actions.Pick(seat, told["pick"]), _TIMED
    ),
    "card": Step(
        {"card": checks.either(checks.number, checks.word(OTHER_CARD, NO_CARD))},
        may={"drop": checks.some(checks.seat)},
    ),
    "press": Step({"press": checks.some(_PRESS)}),
    "force": Step({"force": _PRESS}),
    "reveal": Step(
        {"reveal": checks.many(checks.rank)}, lambda told, _: actions.Reveal(_ranks(told["reveal"]))
    ),
    "produce": Step(
        {"produce": checks.or_none(checks.rank)},
        lambda told, _: actions.Produce(_rank(told["produce"])),
    ),
    "last_card_window_ends": Step({"last_card_window_ends": checks.yes}),
    "correct": Step(
        {"correct": checks.whole}, lambda told, _: actions.Correct(told["correct"]), _TIMED
    ),
    "withdraw": Step({"withdraw": checks.yes}, lambda *_: actions.Withdraw()),
    "settle": Step(
        {"settle": checks.word(*_TRUTH)}, lambda told, _: actions.Settle(_TRUTH[told["settle"]])
    ),
    "adjust": Step(
        {"adjust": checks.record(giver=checks.seat, taker=checks.seat)},
        lambda told, _: actions.Adjust(**told["adjust"]),
    ),
    "audit": Step(
        {"audit": checks.record(hands=checks.many(checks.whole), table=checks.whole)},
        lambda told, _: actions.Audit(tuple(told["audit"]["hands"]), told["audit"]["table"]),
    ),
    "score": Step(
        {"score": checks.record(seat=checks.seat, points=checks.whole)},
        lambda told, _: actions.Rescore(**told["score"]),
    ),
    "leave": Step({**_SEAT, "leave": checks.yes}, lambda _, seat: actions.Leave(seat)),
    "time_up": Step({"time_up": checks.yes}, lambda *_: actions.TimeUp()),
    "discard": Step({"discard": checks.yes}, lambda *_: actions.Discard()),
    "void": Step({"void": checks.yes}, lambda *_: actions.Void()),
}
"""Each kind of step by the key that names it. Every step may say that it is `refused`."""
