"""Makes the helpers beside this file importable, and keeps Hypothesis off the clock and the dice.

`HYPOTHESIS_PROFILE=explore` looks for new examples instead of the same ones every time, and
`HYPOTHESIS_PROFILE=quick` tries few.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection

import pytest
from hypothesis import settings
from pseudo import assert_in_catalogue
from said import said

from appliance.errors import DoubtItError
from appliance.message import Message
from appliance.runtime.journal import Journal
from appliance.table import TableSettings

settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves tests that run the same lines very often out of the coverage.

    These are Hypothesis's and those marked `thorough`. Traced they take three times as long, and
    the other tests already run nearly all of their lines.
    """
    for item in items:
        by_hypothesis = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        if by_hypothesis or item.get_closest_marker("thorough"):
            item.add_marker("no_cover")


@pytest.fixture
def journals_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes every journal of the test: an evening leaves its journal to whoever gave it."""
    opened: list[Journal] = []
    begin = Journal.__init__

    def remember(self: Journal, database: Connection, path: Path, of: TableSettings) -> None:
        begin(self, database, path, of)
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

    def remember(self: DoubtItError, seen: Message | str, todo: Message | None = None) -> None:
        begin(self, seen, todo)
        made.append(self.says)

    monkeypatch.setattr(DoubtItError, "__init__", remember)
    yield
    for says in dict.fromkeys(made):
        assert_in_catalogue(says)
