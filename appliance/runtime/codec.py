"""Our frozen values to JSON and back: what the journal writes and replays.

A dataclass is {"Name": [fields in order]}, an enum {"Name": "value"}, a tuple a list. Only the
classes listed here are ever made from a file; anything else in it is an error.
"""

import dataclasses
import json
from enum import Enum
from typing import Any, get_args

from appliance import message
from appliance.core import question, reading, signals, task
from appliance.rules import actions, cards
from appliance.table import state

_CLASSES: dict[str, type[Any]] = {  # frozen dataclasses, of whatever fields
    cls.__name__: cls
    for cls in (
        *get_args(signals.Signal),
        signals.Wish,
        task.Task,
        *get_args(actions.Action),
        message.AtSeat,
        message.Message,
        cards.Rank,
        cards.Suit,
        question.CardCode,
        question.Kind,
        question.Pack,
        question.Question,
        question.Survey,
        reading.Ask,
        reading.Reading,
        reading.SeenCard,
        state.Outside,
        state.TableSettings,
    )
}


def encode(value: object) -> str:
    """`value` as one line of JSON."""
    return json.dumps(_plain(value), separators=(",", ":"), ensure_ascii=False)


def decode(text: str) -> Any:  # noqa: ANN401 - whatever was encoded
    """The value that `encode` wrote.

    Raises:
        ValueError: `text` is not JSON, or names a class or a shape that is not ours, or is nested
            too deep.
    """
    try:
        return _value(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"not a value of ours: {str(text)[:60]!r} ({error})") from error


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return {type(value).__name__: value.value}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [_plain(getattr(value, field.name)) for field in dataclasses.fields(value)]
        return {type(value).__name__: fields}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def _value(plain: object) -> object:
    if isinstance(plain, list):
        return tuple(_value(one) for one in plain)
    if isinstance(plain, dict):
        [(name, inner)] = plain.items()
        cls = _CLASSES[name]
        return cls(inner) if issubclass(cls, Enum) else cls(*(_value(one) for one in inner))
    return plain
