"""The English text of a message, for tests."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import pytest
from pseudo import assert_in_catalogue

from appliance.errors import DoubtItError
from appliance.table import Table
from appliance.table.stages import Revealing
from bluffing.errors import SettingError
from bluffing.game import Refused
from bluffing.message import Message, message
from lab.words import words_of

ENGLISH = words_of("en")


def told(text: str) -> Message:
    """A sentence that no catalogue has, unchanged."""
    return message("text", text=text)


@lru_cache(maxsize=4096)
def said(what: Message | None, names: tuple[str, ...] = ()) -> str:
    """The sentence of `what`, or nothing; the catalogue must have all its words."""
    if what is None:
        return ""
    assert_in_catalogue(what, names)
    return words_of("en").named(names).say(what)


def noticed(table: Table) -> str:
    """The notice that the table shows."""
    return said(table.notice, table.players)


def asked(table: Table) -> str:
    """Return what the table asks about the cards."""
    asked = table.inner.asked if isinstance(table.inner, Revealing) else None
    return said(None if asked is None else asked.ask.reason, table.players)


@contextmanager
def refuses(pattern: str) -> Iterator[None]:
    """Something is refused, and its reason, as people read it, matches `pattern`."""
    with pytest.raises(Refused) as caught:
        yield
    assert_says(caught.value.why, pattern)


@contextmanager
def wrong_option(pattern: str) -> Iterator[None]:
    """A house option is wrong, and why, as people read it, matches `pattern`."""
    with pytest.raises(SettingError) as caught:
        yield
    assert_says(caught.value.why, pattern)


@contextmanager
def fails(kind: type[DoubtItError], pattern: str) -> Iterator[None]:
    """Something ends in an error of ours that, as people read it, matches `pattern`."""
    with pytest.raises(kind) as caught:
        yield
    assert_says(caught.value.says, pattern)


def assert_says(what: Message, pattern: str) -> None:
    """The message, as people read it, matches `pattern`."""
    words = said(what)
    assert re.search(pattern, words), f"{words!r} does not match {pattern!r}"
