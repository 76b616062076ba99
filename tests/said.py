"""What people read of a message, in English, for tests."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import pytest

from appliance.errors import DoubtItError
from appliance.message import Message
from appliance.rules.game import Refused
from appliance.table import Table
from appliance.words import words_of

ENGLISH = words_of("en")


@lru_cache(maxsize=4096)
def said(what: Message | None, names: tuple[str, ...] = ()) -> str:
    """The sentence of `what`, or nothing."""
    return "" if what is None else ENGLISH.named(names).say(what)


def noticed(table: Table) -> str:
    """The notice that the table shows."""
    return said(table.notice, table.players)


def asked(table: Table) -> str:
    """What the table asks about the cards."""
    return said(table.ask, table.players)


@contextmanager
def fails(kind: type[DoubtItError], pattern: str) -> Iterator[None]:
    """An error of this kind is raised, and what people read of it matches `pattern`."""
    with pytest.raises(kind) as caught:
        yield
    says = said(caught.value.says)
    assert re.search(pattern, says), f"{says!r} does not match {pattern!r}"


@contextmanager
def refuses(pattern: str) -> Iterator[None]:
    """Something is refused, and its reason, as people read it, matches `pattern`."""
    with pytest.raises(Refused) as caught:
        yield
    why = said(caught.value.why)
    assert re.search(pattern, why), f"{why!r} does not match {pattern!r}"
