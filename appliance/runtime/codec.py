"""Converts frozen values to JSON and back, and digests them, for the journal.

A dataclass is {"Name": [fields in order]} or {"Name": {field: value}}, an enum {"Name": "value"}, a
tuple a list, a mapping {"": [[key, value], ...]}. Fields with their default value are left out at
the end of a list, or anywhere in a mapping, and no digest covers them. So a row keeps its text and
its digest when a class gets a new field with a default.

Only the classes that a signal or a table can contain are ever made from a file; other content is an
error. `LAYOUT` lists their fields; a test pins it to the format's number.
"""

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any, get_args  # classes of any kind

from appliance.core import signals
from appliance.table.state import Table, TableSettings
from bluffing import message
from bluffing.rulesets import RULESETS

MAPPING = ""
"""The name of a mapping in JSON; no class has this name."""

AnyClass = type[Any]  # dataclasses, named tuples and enums, of whatever fields

DIGEST_BYTES = 8

DIGESTS_KEPT = 8192
"""Maximum number of digests that a `Digester` keeps. A table has some hundreds of parts."""


@dataclasses.dataclass(frozen=True, slots=True)
class Layout:
    """The fields of one class: their `names` in order, and their `defaults` by name.

    `digested` are the names that a digest covers: a field with `repr=False` follows from others.
    """

    names: tuple[str, ...]
    defaults: Mapping[str, object]
    digested: tuple[str, ...]

    def shortened(self, value: object) -> list[object]:
        """Return the fields of `value` without those at the end that have their default."""
        fields = [getattr(value, name) for name in self.names]
        while fields:
            name = self.names[len(fields) - 1]
            if name not in self.defaults or not _same(fields[-1], self.defaults[name]):
                break
            fields.pop()
        return fields

    def set_fields(self, value: object, names: tuple[str, ...]) -> Iterator[tuple[str, object]]:
        """Yield each of the `names` of `value` that does not have its default."""
        for name in names:
            field = getattr(value, name)
            if name not in self.defaults or not _same(field, self.defaults[name]):
                yield name, field


def _same(value: object, default: object) -> bool:
    """Return True for equal values of one type: True is no 1, and 1.0 is no 1."""
    return value is default or (type(value) is type(default) and value == default)


def encode(value: object) -> str:
    """Return `value` as one line of JSON, the fields of dataclasses in order."""
    return _dump(_plain(value, _in_order))


def encode_named(value: object) -> str:
    """Return `value` as one line of JSON, each field of a dataclass by its name."""
    return _dump(_plain(value, _by_name))


def decode(text: str) -> Any:  # noqa: ANN401 - whatever was encoded
    """Return the value that `encode` or `encode_named` wrote.

    Raises:
        ValueError: `text` is not JSON, or names a class or a shape that is not ours, or is nested
            too deep.
    """
    try:
        return _value(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a value of ours: {str(text)[:60]!r} ({error})") from error


def _dump(plain: object) -> str:
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


_Fields = Callable[[Layout, object], object]


def _in_order(layout: Layout, value: object) -> object:
    return [_plain(field, _in_order) for field in layout.shortened(value)]


def _by_name(layout: Layout, value: object) -> object:
    fields = layout.set_fields(value, layout.names)
    return {name: _plain(field, _by_name) for name, field in fields}


def _plain(value: object, fields: _Fields) -> object:
    if value is None or isinstance(value, (bool, int, float)) or type(value) is str:
        return value
    if isinstance(value, Enum):
        return {type(value).__name__: value.value}
    layout = layout_of(type(value))
    if layout is not None:
        return {type(value).__name__: fields(layout, value)}
    if isinstance(value, tuple):
        return [_plain(item, fields) for item in value]
    if isinstance(value, Mapping):
        pairs = [[_plain(key, fields), _plain(item, fields)] for key, item in value.items()]
        return {MAPPING: pairs}
    return value


def _value(plain: object) -> object:
    if isinstance(plain, list):
        return tuple(_value(item) for item in plain)
    if not isinstance(plain, dict):
        return plain
    [(name, inner)] = plain.items()
    if name == MAPPING:
        return {_value(key): _value(item) for key, item in inner}
    cls = known_classes()[name]
    if issubclass(cls, Enum):
        return cls(inner)
    if isinstance(inner, dict):
        return cls(**{key: _value(item) for key, item in inner.items()})
    layout = layout_of(cls)
    assert layout is not None  # noqa: S101 - a known class is an enum or has fields
    if len(inner) > len(layout.names):
        raise ValueError(f"{name} has {len(layout.names)} fields, not {len(inner)}")
    return cls(**dict(zip(layout.names, map(_value, inner), strict=False)))


# --- the classes that there are -----------------------------------------------------------------


@cache
def known_classes() -> Mapping[str, AnyClass]:
    """Return every class that a signal or a table can hold, by its name.

    They are found by the types of their fields, beginning with signals, settings and tables, and
    the games' states, which fields only know as a protocol.
    """
    classes: dict[str, AnyClass] = {}
    kinds: list[object] = [*get_args(signals.Signal), TableSettings, Table, *_states()]
    while kinds:
        kind = kinds.pop()
        kinds += get_args(kind)
        origin = typing.get_origin(kind)
        kind = kind if origin is None else origin
        if not isinstance(kind, type):
            continue
        if issubclass(kind, Enum):
            classes[kind.__name__] = kind
        elif kind.__name__ not in classes and layout_of(kind) is not None:
            classes[kind.__name__] = kind
            # a message's values are typed by names that only its own module knows
            kinds += typing.get_type_hints(kind, localns=vars(message)).values()
    return classes


def _states() -> Iterator[AnyClass]:
    """Yield the class of each game's state and of its house options: no field's type names it."""
    for ruleset in RULESETS.values():
        yield typing.get_type_hints(type(ruleset).start)["return"]
        yield type(ruleset.usual)


_layouts: dict[AnyClass, Layout | None] = {}


def layout_of(cls: AnyClass) -> Layout | None:
    """Return the layout of a dataclass or a named tuple; None for other classes."""
    if cls not in _layouts:
        _layouts[cls] = _layout(cls)
    return _layouts[cls]


def _layout(cls: AnyClass) -> Layout | None:
    if dataclasses.is_dataclass(cls):
        fields = [field for field in dataclasses.fields(cls) if field.init]
        names = tuple(field.name for field in fields)
        defaults = {field.name: field.default for field in fields}
        defaults |= {
            field.name: field.default_factory()
            for field in fields
            if field.default_factory is not dataclasses.MISSING
        }
        digested = tuple(field.name for field in fields if field.repr)
    elif issubclass(cls, tuple) and hasattr(cls, "_fields"):
        names = vars(cls)["_fields"]
        defaults = dict(vars(cls)["_field_defaults"])
        digested = names
    else:
        return None
    given = {name: value for name, value in defaults.items() if value is not dataclasses.MISSING}
    return Layout(names, given, digested)


def layout_text() -> str:
    """Return a line for each class that a journal can hold: its fields with their types.

    A change of this text is a change of the journal's format.
    """
    lines = []
    for name, cls in sorted(known_classes().items()):
        if issubclass(cls, Enum):
            values = " ".join(str(item.value) for item in cls)
            lines.append(f"{name} = {values}")
            continue
        layout = layout_of(cls)
        assert layout is not None  # noqa: S101 - as in _value
        hints = typing.get_type_hints(cls, localns=vars(message))
        fields = [
            f"{field}: {_type_name(hints[field])}{'?' if field in layout.defaults else ''}"
            for field in layout.names
        ]
        lines.append(f"{name}({', '.join(fields)})")
    return "\n".join(lines) + "\n"


def _type_name(hint: object) -> str:
    """Return a type as a short text that no version of Python writes otherwise."""
    arguments = [argument for argument in get_args(hint) if argument is not Ellipsis]
    if typing.get_origin(hint) in {typing.Union, types.UnionType}:
        return "|".join(sorted(map(_type_name, arguments)))
    if arguments:
        return f"{_short(typing.get_origin(hint))}[{', '.join(map(_type_name, arguments))}]"
    return _short(hint)


def _short(hint: object) -> str:
    if isinstance(hint, typing.ForwardRef):
        return "Spoken"  # the one type that contains itself
    return getattr(hint, "__name__", str(hint))


# --- digests --------------------------------------------------------------------------------------


class Digester:
    """Digests frozen values, and keeps the digest of each part: a table shares most with the last.

    Two values have one digest if their classes and fields are equal; the order of a mapping counts.
    Fields with `repr=False` and those with their default value are left out.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[object, bytes]] = {}  # by identity; the value stays alive

    def digest(self, value: object) -> bytes:
        """Return the digest of `value`: `DIGEST_BYTES` bytes."""
        if len(self._kept) > DIGESTS_KEPT:
            self._kept.clear()
        return blake2b(self._token(value), digest_size=DIGEST_BYTES).digest()

    def _token(self, value: object) -> bytes:
        """Return the bytes that represent `value` in the digest of its container."""
        kind = type(value)
        if value is None or kind in _ATOMS:
            return f"{kind.__name__} {value!r}".encode("utf-8", "surrogatepass")
        kept = self._kept.get(id(value))
        if kept is not None and kept[0] is value:
            return kept[1]
        if isinstance(value, Enum):
            token = f"{kind.__name__} {value.value!r}".encode()
        else:
            token = blake2b(b"\0".join(self._parts(value)), digest_size=16).digest()
        self._kept[id(value)] = value, token
        return token

    def _parts(self, value: object) -> Iterator[bytes]:
        layout = layout_of(type(value))
        if layout is not None:
            yield type(value).__name__.encode()
            for name, field in layout.set_fields(value, layout.digested):
                yield name.encode()
                yield self._token(field)
        elif isinstance(value, tuple):
            yield b"("
            yield from map(self._token, value)
        elif isinstance(value, Mapping):
            yield b"{"
            for key, item in value.items():
                yield self._token(key)
                yield self._token(item)
        else:
            yield repr(value).encode("utf-8", "surrogatepass")


_ATOMS = frozenset({bool, int, float, str})
