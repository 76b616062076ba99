"""Reads TOML and JSON from untrusted files within bounds.

Both formats can hide much in little: nesting that overflows the stack, numbers of thousands of
digits, dotted keys that take minutes. Every such file of the project comes in here.
"""

import json
import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG
from typing import Any

from appliance.errors import UnfitFileError, reason
from bluffing.message import message

FILE_BYTES = 1_000_000
"""Bytes of a file at most: a pack of two thousand questions has fewer."""

DEEPEST = 24
"""Lists and tables within each other, at most. The deepest of our formats has five."""

WHOLE_LIMIT = 2**63
"""Whole numbers are below it, and not below its negative, as TOML 1.0 promises at least."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"""(?<![\w"'-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST}}}""", re.ASCII)
"""A key of more parts than `DEEPEST`. tomllib takes 19 s for one of 16,000 parts."""


def read_toml(path: Path, most: int = FILE_BYTES) -> dict[str, Any]:  # TOML has values of any type
    """Return the tables of a TOML file of at most `most` bytes.

    Raises:
        UnfitFileError: it can't be read, is no TOML, or exceeds the bounds.
    """
    return toml_of(read_text(path, most))


def toml_of(text: str) -> dict[str, Any]:  # as above
    """The tables of a TOML text. Raises UnfitFileError as `read_toml`."""
    tables: dict[str, Any] = _parse(_toml, text)  # as above
    return tables


def read_json(path: Path) -> Any:  # noqa: ANN401 - JSON's own types
    """The value in a JSON file. Raises UnfitFileError as `read_toml`."""
    return json_of(read_text(path))


def json_of(text: str) -> Any:  # noqa: ANN401 - JSON's own types
    """The value of a JSON text. Raises UnfitFileError as `read_toml`."""
    if len(text) > FILE_BYTES:
        raise UnfitFileError(message("file.too-large", most=FILE_BYTES))
    return _parse(json.loads, text)


def read_text(path: Path, most: int = FILE_BYTES) -> str:
    """Return the text of the file `path` (UTF-8). Raises UnfitFileError as `read_toml`."""
    try:
        return read_bytes(path, most).decode("utf-8")
    except ValueError as error:
        raise UnfitFileError(str(error)) from error


def read_bytes(path: Path, most: int = FILE_BYTES) -> bytes:
    """Return the content of the file `path`. Raises UnfitFileError as `read_toml`."""
    try:
        return _bytes(path, most)
    except OSError as error:
        raise UnfitFileError(reason(error)) from error
    except ValueError as error:  # the path has a NUL in it
        raise UnfitFileError(str(error)) from error


def _bytes(path: Path, most: int) -> bytes:
    # a pipe without a writer would block, a device may never end, and opening some of them has an
    # effect: a watchdog starts
    if not S_ISREG(path.stat().st_mode):
        raise UnfitFileError(message("file.no-file"))
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UnfitFileError(message("file.no-file"))
        data = file.read(most + 1)
    if len(data) > most:
        raise UnfitFileError(message("file.too-large", most=most))
    return data


def _toml(text: str) -> dict[str, Any]:  # as above
    if _DOTTED.search(text):
        raise UnfitFileError(message("file.too-deep", most=DEEPEST))
    return tomllib.loads(text)


def _parse(parse: Callable[[str], Any], text: str) -> Any:  # noqa: ANN401 - as parsers give it
    try:
        value = parse(text)
    except RecursionError as error:
        raise UnfitFileError(message("file.too-deep", most=DEEPEST)) from error
    except ValueError as error:
        # Python's own message about too many digits of a number is about Python
        digits = "int_max_str_digits" in str(error)
        raise UnfitFileError(message("file.too-wide") if digits else str(error)) from error
    _check(value)
    return value


def _check(value: object) -> None:
    """Raises UnfitFileError if a part of `value` is too deep or too wide."""
    level: list[object] = [value]
    for _ in range(DEEPEST + 1):
        inner: list[object] = []
        for element in level:
            if isinstance(element, dict):
                inner += element.values()
            elif isinstance(element, list):
                inner += element
            elif isinstance(element, int) and not -WHOLE_LIMIT <= element < WHOLE_LIMIT:
                raise UnfitFileError(message("file.too-wide"))
        if not inner:
            return
        level = inner
    raise UnfitFileError(message("file.too-deep", most=DEEPEST))
