"""Makes the helpers beside this file importable, and keeps Hypothesis off the clock and the dice.

`HYPOTHESIS_PROFILE=thorough` tries four times as many examples (`extent` knows it, too), `quick`
few, and `explore` looks for new ones instead of the same ones every time.
"""

import gc
import os
import pkgutil
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import pytest
from extent import ONE_OF_EACH
from hypothesis import settings
from pseudo import assert_in_catalogue
from said import said

import appliance
import lab
from appliance import typefaces
from appliance.core.hardware import Vitals
from appliance.drivers import Machine
from appliance.errors import DoubtItError
from appliance.runtime.journal import Journal
from appliance.runtime.lock import Lock
from appliance.table import TableSettings
from bluffing.errors import NotationError
from bluffing.message import Message
from bluffing.rulesets import RULESETS

settings.register_profile("suite", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=5)
settings.register_profile("thorough", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
os.environ["LC_ALL"] = "C.UTF-8"  # whatever the language of the person who runs the tests
typefaces.SYSTEM_FONTS = Path(os.devnull)  # and whatever fonts are installed
TRACED_IN = ONE_OF_EACH | {"valepaska"}  # in which any player may play and doubt
OUTSIDE = {"bench_", "training_"}
UNTRACED = ("thorough", "examples", "untraced")
Tracers = tuple[Any, Any]  # of this thread and of new ones, as sys and threading give and take them
NOBODY: Tracers = (None, None)
TRACED = pytest.StashKey[bool]()
TRACE = pytest.StashKey[Tracers]()
COVERED = pytest.StashKey[bool]()
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))


@contextmanager
def _tracer(tracers: Tracers) -> Iterator[None]:
    """Others trace this thread, and those that it starts, for a while."""
    here, there = sys.gettrace(), threading.gettrace()
    sys.settrace(tracers[0])
    threading.settrace(tracers[1])
    try:
        yield
    finally:
        sys.settrace(here)
        threading.settrace(there)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Imports the house while it is traced, and collects the tests while nothing is.

    A trace makes every call slow, and those of pytest and of the tests are of no interest.
    """
    session.config.stash[COVERED] = sys.gettrace() is not None
    if session.config.stash[COVERED]:
        for package in (appliance, lab):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                import_module(module.name)
    with _tracer(NOBODY):
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Says of each test whether it is traced.

    Tests that run the same lines very often are left out of the coverage: Hypothesis's, if they are
    not marked `traced`, and those marked `thorough`, `examples` or `untraced`; and what is tried in
    every game is traced in one of each kind. Traced they take four times as long, and the other
    tests already run nearly all of their lines. Tests of what is not in `appliance` are not traced
    either. Those that are traced come first: what a cache keeps is worked out while it is traced.
    (pytest-cov's own `no_cover` does nothing in a worker of xdist: below the collector that it
    stops another one goes on.)
    """
    games = [_games(item) for item in items]
    pairs = list(zip(items, games, strict=True))
    each = {_function(item) for item, played in pairs if played & TRACED_IN}
    for item, played in pairs:
        again = played and not played & TRACED_IN and _function(item) in each
        outside = item.path.parent.name in OUTSIDE
        marked = any(map(item.get_closest_marker, UNTRACED))
        # its own marker comes later, and a function for it with Hypothesis 6.131 or so
        tries = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        tries = tries and item.get_closest_marker("traced") is None
        item.stash[TRACED] = not (again or outside or marked or tries)
    if config.stash[COVERED]:
        items.sort(key=lambda item: not item.stash[TRACED])


def _games(item: pytest.Item) -> set[object]:
    """The games among the parameters of a test."""
    case = getattr(item, "callspec", None)
    given = case.params.values() if case is not None else ()
    return {item for item in given if isinstance(item, str) and item in RULESETS}


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def pytest_collection_finish() -> None:
    """Takes what was imported and collected out of the garbage collector's sight: it stays."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Traces what a test runs, and nothing around it."""
    both: Tracers = (sys.gettrace(), threading.gettrace()) if item.stash[TRACED] else NOBODY
    item.config.stash[TRACE] = both
    with _tracer(NOBODY):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(request: pytest.FixtureRequest) -> Generator[None, object, object]:
    """Traces a fixture that is made for a test that is traced."""
    with _tracer(request.config.stash[TRACE]):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Traces the test itself."""
    with _tracer(pyfuncitem.config.stash[TRACE]):
        return (yield)


@pytest.fixture
def journals_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes every journal of the test: an evening leaves its journal to the giver."""
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


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Any]:
    """A venue's board with a store of its own."""
    from board_client import Board  # noqa: PLC0415 - skips where libraries are missing

    venue = Board(tmp_path)
    yield venue
    venue.close()


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

    def remember_notation(self: NotationError, why: Message) -> None:
        begin_notation(self, why)
        made.append(why)

    begin_notation = NotationError.__init__
    monkeypatch.setattr(DoubtItError, "__init__", remember)
    monkeypatch.setattr(NotationError, "__init__", remember_notation)
    yield
    for says in dict.fromkeys(made):
        assert_in_catalogue(says)


@pytest.fixture(autouse=True)
def _this_machine_has_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on the devices or the state of the machine."""
    nothing = Machine(Path("/nowhere"), lambda _library: False)
    monkeypatch.setattr("appliance.service.equip.MACHINE", nothing)
    monkeypatch.setattr("appliance.service.troubles.VITALS", lambda _journal: Vitals())
