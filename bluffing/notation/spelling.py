"""Spelling of each action and of each value in it: writer and reader share it."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from bluffing import actions
from bluffing.actions import Action
from bluffing.cards import Trait, trait_named
from bluffing.message import Message, message

FORMS: dict[type[Action], str] = {
    actions.Play: "<seat> play <count> <rank>?",
    actions.Pass: "<seat> pass",
    actions.Show: "<seat> show <ranks>*",
    actions.Draw: "<seat> draw",
    actions.LayAway: "<seat> lay-away <rank>",
    actions.Believe: "<seat> believe",
    actions.Guess: "<seat> guess <guess> wager <wager>",
    actions.Pick: "<seat> pick <new>",
    actions.Doubt: "<seat> doubt",
    actions.Force: "<seat> force",
    actions.Reveal: "reveal <ranks>*",
    actions.Produce: "produce <rank>?",
    actions.Answer: "answer <percent> <chance>?",
    actions.LetStand: "let-stand",
    actions.TimeUp: "time-up",
    actions.Correct: "correct <count>",
    actions.Withdraw: "withdraw",
    actions.Settle: "settle <truth>",
    actions.Adjust: "adjust <giver> <taker>",
    actions.Audit: "audit <hands>* table <table>",
    actions.Rescore: "score <seat> <points>",
    actions.Leave: "<seat> leave",
    actions.Discard: "discard",
    actions.Void: "void",
}
"""Form of each action: literal words, and `<fields>` for their values. A field with `?` may be left
out, which is None; one with `*` may have many values."""

LATEST = 253_402_300_799
"""The last second that a date can have in UTC: 31 December 9999."""

TAKEN_BACK = "take-back"
"""Word of a line that takes actions back; their number follows."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """Spelling of one kind of value, named by `what`; `read` raises ValueError for others."""

    what: Message
    read: Callable[[str], Any]  # of each kind its own type
    spell: Callable[[Any], str] = str  # as above


@dataclass(frozen=True, slots=True)
class FormPart:
    """Part of a form: a literal `word`, or the field of that `name` with its spelling."""

    word: str = ""
    name: str = ""
    spelling: Spelling | None = None
    optional: bool = False
    many: bool = False


def _matched(pattern: str, make: Callable[[str], Any]) -> Callable[[str], Any]:  # as above
    """Return a reader of texts that match `pattern` as a whole."""
    known = re.compile(pattern)

    def read(text: str) -> Any:  # noqa: ANN401 - what `make` makes
        if known.fullmatch(text) is None:
            raise ValueError(text)
        return make(text)

    return read


def _number(text: str) -> float:
    return int(text) if text.isdecimal() else float(text)


def _milliseconds(text: str) -> int:
    return int(text.replace(".", ""))


def _in_seconds(ms: int) -> str:
    return f"{ms // 1000}.{ms % 1000:03}"


def _since_1970(text: str) -> int:
    date = datetime.fromisoformat(text)
    if date.tzinfo is None or not 0 <= (seconds := int(date.timestamp())) <= LATEST:
        raise ValueError(text)
    return seconds


def _date(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


_TRUTHS = {"truth": True, "lie": False, "unclear": None}
_TRUTH_WORDS = {truth: word for word, truth in _TRUTHS.items()}

WHOLE = Spelling(message("notation.whole"), _matched("-?[0-9]{1,20}", int))
NUMBER = Spelling(
    message("notation.number"), _matched(r"[0-9]{1,20}(\.[0-9]{1,20})?(e-[0-9]{1,3})?", _number)
)
SECONDS = Spelling(
    message("notation.moment"), _matched(r"[0-9]{1,12}\.[0-9]{3}", _milliseconds), _in_seconds
)
DATE = Spelling(message("notation.date"), _since_1970, _date)
TRAIT = Spelling(message("notation.rank"), trait_named)
VERDICT = Spelling(
    message("notation.truth"),
    _matched("|".join(_TRUTHS), _TRUTHS.__getitem__),
    _TRUTH_WORDS.__getitem__,
)
QUOTED_NAME = Spelling(message("notation.name"), _matched('".*"', json.loads), json.dumps)
"""The spellings up to here are all kinds of values."""

_OF_TYPE: dict[object, Spelling] = {
    int: WHOLE,
    int | None: WHOLE,
    tuple[int, ...]: WHOLE,
    float: NUMBER,
    Trait: TRAIT,
    Trait | None: TRAIT,
    tuple[Trait, ...]: TRAIT,
    bool | None: VERDICT,
}


def _part(kind: type[Action], part: str) -> FormPart:
    if part[0] != "<":
        return FormPart(word=part)
    name = part.strip("<>?*")
    [spelling] = (_OF_TYPE[field.type] for field in fields(kind) if field.name == name)
    return FormPart("", name, spelling, optional=part[-1] == "?", many=part[-1] == "*")


PARTS_OF = {kind: tuple(_part(kind, part) for part in form.split()) for kind, form in FORMS.items()}
"""Parts of each form."""

VERBS = {next(part.word for part in parts if part.word): kind for kind, parts in PARTS_OF.items()}
"""Action of each verb, the first literal word of its form."""
