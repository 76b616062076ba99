"""Makes the helpers beside this file importable, and keeps Hypothesis off the clock and the dice.

`HYPOTHESIS_PROFILE=thorough` tries four times as many examples (`extent` knows it, too), `quick`
few, and `explore` looks for new ones instead of the same ones every time.
"""

import os
import sys
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from sqlite3 import Connection

import pytest
from hypothesis import settings
from pseudo import assert_in_catalogue
from said import said

from appliance.drivers import Machine
from appliance.errors import DoubtItError
from appliance.message import Message
from appliance.runtime.journal import Journal
from appliance.runtime.lock import Lock
from appliance.table import TableSettings

settings.register_profile("suite", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("thorough", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
UNTRACED = ("hypothesis", "thorough", "examples", "untraced")
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Leaves tests that run the same lines very often out of the coverage.

    These are Hypothesis's and those marked `thorough`, `examples` or `untraced`. Traced they take
    four times as long, and the other tests already run nearly all of their lines. (pytest-cov's
    own `no_cover` does nothing in a worker of xdist: below the collector that it stops another one
    goes on.)
    """
    here, in_threads = sys.gettrace(), threading.gettrace()
    if any(map(item.get_closest_marker, UNTRACED)):
        sys.settrace(None)
        threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(here)
        threading.settrace(in_threads)


@pytest.fixture
def journals_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes every journal of the test: an evening leaves its journal to whoever gave it."""
    opened: list[Journal] = []
    begin = Journal.__init__

    def remember(
        self: Journal,
        database: Connection,
        path: Path,
        lock: Lock | None = None,
        anew: TableSettings | None = None,
    ) -> None:
        begin(self, database, path, lock, anew)
        opened.append(self)

    monkeypatch.setattr(Journal, "__init__", remember)
    yield
    for journal in opened:
        journal.close()


@pytest.fixture(autouse=True)
def _errors_read_as_people_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """`pytest.raises(..., match=...)` sees the English sentence and not the code behind it."""
    monkeypatch.setattr(DoubtItError, "__str__", lambda self: said(self.says))


@pytest.fixture(autouse=True)
def _errors_are_in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every error that a test meets is said in the pseudo-language, too, with no English left."""
    made: list[Message] = []
    begin = DoubtItError.__init__

    def remember(self: DoubtItError, seen: Message, todo: Message | None = None) -> None:
        begin(self, seen, todo)
        made.append(self.says)

    monkeypatch.setattr(DoubtItError, "__init__", remember)
    yield
    for says in dict.fromkeys(made):
        assert_in_catalogue(says)


@pytest.fixture(autouse=True)
def _this_machine_has_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is plugged in where the tests run is no test's business."""
    nothing = Machine(Path("/nowhere"), lambda _library: False)
    monkeypatch.setattr("appliance.service.equip.MACHINE", nothing)
