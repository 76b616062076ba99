"""Converts tables of TOML to frozen dataclasses, or reports their fault in one line.

The types of a dataclass determine the values of its keys: `Annotated[int, range(2, 13)]`, words in
a `Literal`, tuples, other dataclasses, and mappings of names to dataclasses. The keys of an
`Annotated[Group, "in place"]` are in the table itself, not in one of their own. An error names the
key, the value and the allowed values.
"""

import dataclasses
import re
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from appliance.errors import ConfigError
from bluffing.errors import SettingError
from bluffing.message import Message, Spoken, any_of, message, quoted
from bluffing.options import Value, choices, fits

Toml = Mapping[str, Any]  # a table of a TOML file, with values of any type

Parts = Mapping[Any, Callable[[str, Toml, str], Any]]  # types, and the reader of their tables
"""Special readers of tables, by type; a reader takes the key, the table and the place."""

IN_PLACE = "in place"
"""Mark of a dataclass whose keys are in the table itself."""

LONGEST_TEXT = 1000
"""Maximum number of letters of a text in a file; a path has fewer."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
"""Control characters: not allowed in file names, on screens and in the log."""


def fill(
    cls: Any,  # noqa: ANN401 - any dataclass of settings
    table: Toml,
    where: str,
    more: tuple[str, ...] = (),
    parts: Parts | None = None,
) -> Any:  # noqa: ANN401 - as above
    """Return `cls` with the values of `table`; `more` are further known keys.

    `where` begins errors.

    Raises:
        ConfigError: a key or value is not allowed, or one is missing.
    """
    hints = get_type_hints(cls, include_extras=True)
    groups = {name: get_args(it)[0] for name, it in hints.items() if IN_PLACE in get_args(it)}
    group_of = {key: name for name, group in groups.items() for key in get_type_hints(group)}
    values = {}
    for key, value in table.items():
        if key in groups or key not in {**hints, **group_of}:
            keys = [[key] if key not in groups else get_type_hints(groups[key]) for key in hints]
            known = ", ".join((*more, *chain(*keys)))
            raise wrong_at(where, message("config.unknown-key", key=quoted(key), known=known))
        if key not in group_of:
            values[key] = _value(key, hints[key], value, where, parts or {})
    for name, group in groups.items():
        inner = {key: value for key, value in table.items() if group_of.get(key) == name}
        values[name] = fill(group, inner, where, parts=parts)
    for setting in dataclasses.fields(cls):
        unset = (
            setting.default is dataclasses.MISSING
            and setting.default_factory is dataclasses.MISSING
        )
        if unset and setting.name not in values:
            allowed = _allowed_values(hints[setting.name])
            raise wrong_at(where, message("config.missing", key=setting.name, allowed=allowed))
    try:
        return cls(**values)
    except SettingError as error:
        raise wrong_at(where, error.why) from error


def _value(key: str, wanted: Any, value: Any, where: str, parts: Parts) -> Any:  # noqa: ANN401 - TOML's own types
    """Convert `value` for a field of type `wanted`: a table, several by name, or a setting."""
    each = get_args(wanted)[1] if get_origin(wanted) is Mapping else None
    if wanted not in parts and not dataclasses.is_dataclass(each or wanted):
        return _convert(wanted, value, f"{where}{key}")
    if not isinstance(value, dict):
        raise wrong_at(where, message("config.no-table", key=key))
    if wanted in parts:
        return parts[wanted](key, value, where)
    if each is not None:
        inner = f"{where}{key}."
        return {name: _value(name, each, part, inner, parts) for name, part in value.items()}
    return fill(wanted, value, f"{where}{key}.", parts=parts)


def _convert(wanted: Any, value: Any, where: str) -> Any:  # noqa: ANN401 - TOML's own types
    if get_origin(wanted) is tuple and isinstance(value, list):
        inner = get_args(wanted)[0]
        return tuple(
            _convert(inner, element, f"{where}[{place}]") for place, element in enumerate(value)
        )
    if _fits(wanted, value):
        return wanted(value) if wanted in (Path, float) else value
    raise ConfigError(not_allowed(where, value, _allowed_values(wanted)))


def _fits(wanted: Any, value: object) -> bool:  # noqa: ANN401 - a type
    if get_origin(wanted) in (Mapping, tuple):
        return get_origin(wanted) is Mapping and isinstance(value, dict)
    if wanted is Path:
        return value != "" and _fits(str, value)
    if wanted is str:
        return isinstance(value, str) and len(value) <= LONGEST_TEXT and not _CONTROL.search(value)
    if wanted in (int, float):
        return type(value) is wanted or (wanted is float and type(value) is int)
    return fits(value, choices(wanted))


def _allowed_values(wanted: Any) -> Spoken:  # noqa: ANN401 - a type
    """Describe the allowed values of a setting of type `wanted`."""
    if get_origin(wanted) is tuple:
        return message("config.list", each=_allowed_values(get_args(wanted)[0]))
    codes = {int: "whole-number", float: "number", str: "text", Path: "path", bool: "true-or-false"}
    if wanted in codes or not choices(wanted) or get_origin(wanted) is Mapping:
        return message(f"config.{codes.get(wanted, 'table')}")
    return any_of(map(as_toml, choices(wanted)))


def as_toml(value: Value | range) -> Spoken:
    """Return an allowed value of a setting as a file spells it."""
    if isinstance(value, range):
        return message("config.whole-number-from", least=value[0], most=value[-1])
    return f'"{value}"' if isinstance(value, str) else value


def wrong_at(where: str, wrong: Message, todo: Message | None = None) -> ConfigError:
    """Return the error for a fault at the place in the file that `where` names."""
    return ConfigError(message("config.at", where=where, wrong=wrong), todo)


def not_allowed(key: str, value: object, allowed: Spoken) -> Message:
    """Return the message that `key` may not be `value`, with the allowed values."""
    return message("config.not-allowed", key=key, value=quoted(value), allowed=allowed)
