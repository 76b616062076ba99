"""Referees for the bluffing games of the "I Doubt It" family, as pure functions on frozen states.

A game is a `Ruleset`. `start` deals, `legal_actions` lists the legal actions, `apply` carries one
out and returns the next state and the events. A refusal is an exception whose `str()` gives the
reason.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any  # each name has its own type

if TYPE_CHECKING:
    from bluffing.actions import (
        Action,
        Adjust,
        Answer,
        Audit,
        Believe,
        Correct,
        Discard,
        Doubt,
        Draw,
        Force,
        Guess,
        LayAway,
        Leave,
        LetStand,
        Pass,
        Pick,
        Play,
        Produce,
        Rescore,
        Reveal,
        Settle,
        Show,
        TimeUp,
        Void,
        Withdraw,
    )
    from bluffing.cards import Card, Rank, Suit
    from bluffing.errors import BluffingError, NotationError, SettingError
    from bluffing.events import Event
    from bluffing.game import AnyRuleset, Middle, Phase, Refused, Ruleset, Setup, State, Timing
    from bluffing.message import Message
    from bluffing.notation.read import read
    from bluffing.notation.record import Decided, Record, TakenBack, result
    from bluffing.notation.write import write
    from bluffing.rulesets import EDITION, NAMED_GAMES, RULESETS, game_called, ruleset_named
    from bluffing.words import Words, words_of

__all__ = [
    "EDITION",
    "NAMED_GAMES",
    "RULESETS",
    "Action",
    "Adjust",
    "Answer",
    "AnyRuleset",
    "Audit",
    "Believe",
    "BluffingError",
    "Card",
    "Correct",
    "Decided",
    "Discard",
    "Doubt",
    "Draw",
    "Event",
    "Force",
    "Guess",
    "LayAway",
    "Leave",
    "LetStand",
    "Message",
    "Middle",
    "NotationError",
    "Pass",
    "Phase",
    "Pick",
    "Play",
    "Produce",
    "Rank",
    "Record",
    "Refused",
    "Rescore",
    "Reveal",
    "Ruleset",
    "SettingError",
    "Settle",
    "Setup",
    "Show",
    "State",
    "Suit",
    "TakenBack",
    "TimeUp",
    "Timing",
    "Void",
    "Withdraw",
    "Words",
    "game_called",
    "read",
    "result",
    "ruleset_named",
    "words_of",
    "write",
]

_ROOMS = (
    "message", "words", "errors", "cards", "actions", "events", "game", "rulesets",
    "notation.record", "notation.read", "notation.write",
)  # fmt: skip


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of each name its own type
    """Import a public name when it is first used: some programs need only messages."""
    for room in _ROOMS if name in __all__ else ():
        names = vars(import_module(f"bluffing.{room}"))
        if name in names:
            return names[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
