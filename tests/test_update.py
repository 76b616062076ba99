"""Updates that undo themselves: how a version proves itself, and that no power cut hurts.

dpkg and systemd are played here; `make deb-test` and `make guest-test GUEST=updates` have the real.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import chain, count, repeat
from pathlib import Path
from types import ModuleType
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.service.manager import LOADING_US

SCRIPT = Path(__file__).parents[1] / "packaging" / "update.py"

UP, STARTS, ENDS, DOWN, BROKEN = "active", "activating", "deactivating", "inactive", "failed"


def loaded() -> ModuleType:
    """The script, as a module."""
    loader = SourceFileLoader("update", str(SCRIPT))
    spec = spec_from_loader("update", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def update() -> ModuleType:
    return loaded()


# --- judging ------------------------------------------------------------------------------------

Seen = tuple[str, int, str]  # the state, how often systemd started it, the process


JUDGE = loaded()


def judged(*seen: Seen) -> bool | None:
    """Return the result of a table `seen` so, a second for each; the last one goes on for ever."""
    seconds, looks = count(), chain(seen, repeat(seen[-1]))
    clock = 0.0

    def look() -> object:
        nonlocal clock
        clock = float(next(seconds))
        assert clock < 1000, "it never ends"
        return JUDGE.Look(*next(looks))

    verdict: bool | None = JUDGE.proves(look, lambda: clock)
    return verdict


def test_a_table_that_gets_ready_and_goes_on_has_proven_itself() -> None:
    assert judged((STARTS, 0, "7"), (UP, 0, "7")) is True
    assert judged((STARTS, 0, "7"), (STARTS, 1, "0"), (UP, 1, "8")) is True


@pytest.mark.parametrize(
    "seen",
    [
        [(STARTS, 0, "7")],  # it never gets ready
        [(STARTS, 0, "7"), (STARTS, 1, "0"), (STARTS, 2, "8"), (STARTS, 3, "9")],  # and again
        [(DOWN, 0, "0")],  # it ended as if all were well
        [(UP, 0, "7"), (STARTS, 1, "0")],  # it was up, and is started again
        [(UP, 0, "7"), (UP, 1, "8")],  # the same between two looks
        [(UP, 0, "7"), (ENDS, 0, "7"), (STARTS, 0, "0")],  # the watchdog has ended it
        [(UP, 0, "7"), (BROKEN, 0, "0")],
    ],
)
def test_a_table_that_does_not_has_not(seen: list[Seen]) -> None:
    assert judged(*seen) is False


def test_a_table_that_somebody_stops_is_not_judged() -> None:
    assert judged((UP, 0, "7"), (ENDS, 0, "7"), (DOWN, 0, "0")) is None


def test_one_that_hangs_while_it_loads_is_ended_before_it_has_proven_itself() -> None:
    assert LOADING_US / 1e6 < JUDGE.STAYS


looks = st.tuples(
    st.sampled_from([UP, STARTS, ENDS, DOWN, BROKEN]), st.integers(0, 4), st.sampled_from("789")
)


@given(st.lists(looks, min_size=1, max_size=120))
def test_it_always_comes_to_an_end(seen: list[Seen]) -> None:
    if judged(*seen, (STARTS, 0, "0")):
        assert sum(state == UP for state, _, _ in seen) > JUDGE.STAYS


# --- the whole way, cut off anywhere ------------------------------------------------------------


class Cut(BaseException):
    """The power went."""


class Machine:
    """dpkg and systemd, whose every act may be the last: `left` counts down to that."""

    def __init__(self, update: ModuleType, monkeypatch: pytest.MonkeyPatch, *, good: bool) -> None:
        self.update, self.good, self.left = update, good, -1
        self.version, self.whole, self.status = "1", True, "ok installed"
        self.up, self.tells, self.laboratory = True, False, ""
        for name, mine in (
            ("run", self.run), ("told", self.told), ("look", self.look), ("locked", self.locked),
            ("repack", self.repack), ("flush", lambda _: self.acts()),
            ("laboratory", lambda: self.laboratory),
        ):  # fmt: skip
            monkeypatch.setattr(update, name, mine)
        seconds = count()
        monkeypatch.setattr(update.time, "monotonic", lambda: float(next(seconds)))

    def acts(self) -> None:
        """One act more: it may be the last."""
        self.left -= 1
        if self.left == 0:
            raise Cut

    @contextmanager
    def locked(self) -> Iterator[None]:
        yield

    def repack(self, package: Path) -> None:
        self.acts()
        assert self.whole
        package.write_text(self.version)

    def look(self) -> object:
        self.acts()
        stands = self.up and (self.version == "1" or self.good)
        return self.update.Look(UP if stands else STARTS, 0 if stands else 3, "7")

    def told(self, *command: str) -> str:
        return self.version if "Version" in command[2] else f"install {self.status}"

    def run(self, *command: str, **_: str) -> int:
        self.acts()
        match command:
            case ["systemctl", *_, "stop", "doubtit.service"] | ["systemctl", "stop", *_]:
                self.up = False
            case ["systemctl", *_, "start", "doubtit.service"]:
                self.up = not (self.update.FOLDER / "half").exists()
            case ["dpkg", *_, "--install", package]:
                self.install(Path(package).read_text())
            case ["dpkg", *_, "--remove", "doubtit-lab"]:
                self.laboratory = ""
        return 0

    def install(self, version: str) -> None:
        """Return what dpkg does of a package, from the first file to the last script."""
        self.whole, self.status = False, "reinstreq half-installed"
        self.acts()
        self.version, self.whole, self.status = version, True, "ok unpacked"
        self.acts()
        self.configure()

    def configure(self) -> None:
        """Our postinst."""
        self.update.forget("half")
        self.up, self.tells = True, (self.update.FOLDER / "undone").exists()
        self.acts()
        self.status = "ok installed"

    def updates(self, version: str) -> None:
        """Return what dpkg does of an update."""
        self.status = "reinstreq half-configured"
        self.acts()
        self.update.keep(version)
        self.up = False
        self.install(version)

    def boots(self) -> None:
        """The power is back: the table is started, and what proves it."""
        self.left = -1
        self.up = not (self.update.FOLDER / "half").exists()
        assert self.whole or not self.up, "half a version was started"
        self.update.prove()


class Makes(Protocol):
    """Makes a machine, on which the next version is good or not."""

    def __call__(self, *, good: bool) -> Machine: ...


@pytest.fixture
def machine(update: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Makes:
    monkeypatch.setattr(update, "FOLDER", tmp_path / "update")
    is_there = Path.exists
    monkeypatch.setattr(
        Path, "exists", lambda path: str(path) == "/run/systemd/system" or is_there(path)
    )
    return lambda *, good: Machine(update, monkeypatch, good=good)


@pytest.mark.parametrize(("good", "ends_at"), [(True, "2"), (False, "1")])
def test_a_good_version_stays_and_a_bad_one_is_put_back(
    machine: Makes, good: bool, ends_at: str
) -> None:
    table = machine(good=good)
    table.updates("2")
    table.update.prove()
    assert (table.version, table.status, table.up) == (ends_at, "ok installed", True)
    assert table.tells is not good
    left = {path.name for path in table.update.FOLDER.iterdir()}
    assert left == {"doubtit_1.deb"} | ({"undone"} if not good else set())


@pytest.mark.parametrize(("good", "version", "stays"), [(1, "2", "2"), (0, "2", ""), (0, "1", "1")])
def test_a_laboratory_of_another_version_goes_when_a_table_is_put_back(
    machine: Makes, good: bool, version: str, stays: str
) -> None:
    """Its dependency would keep dpkg from configuring the table, and apt from any work."""
    table = machine(good=good)
    table.laboratory = version
    table.updates("2")
    table.update.prove()
    assert table.laboratory == stays


@pytest.mark.parametrize("good", [True, False])
def test_the_power_may_go_at_any_moment(machine: Makes, good: bool, tmp_path: Path) -> None:
    for last in count(1):
        table = machine(good=good)
        vars(table.update)["FOLDER"] = tmp_path / f"update-{last}"
        table.left = last
        try:
            table.updates("2")
            table.update.prove()
        except Cut:
            table.boots()
        else:
            break
        assert table.whole
        assert table.up
        assert table.version in ({"1", "2"} if good else {"1"}), last
        left = {path.name for path in table.update.FOLDER.glob("*")}
        assert not left & {"half", "pending"}, last
        assert table.status == "ok installed" or left <= {"pending.part"}, last  # nothing was begun
    assert last > 15


def test_a_version_that_is_not_proven_is_never_kept(machine: Makes) -> None:
    table = machine(good=False)
    table.updates("2")
    table.updates("3")
    table.update.prove()
    assert table.version == "1"


def test_a_table_that_was_not_up_has_nothing_to_prove(machine: Makes) -> None:
    table = machine(good=False)
    table.up = False
    table.updates("2")
    table.update.prove()
    assert table.version == "2"


def test_while_a_version_is_put_back_none_is_kept(
    machine: Makes, monkeypatch: pytest.MonkeyPatch, update: ModuleType
) -> None:
    monkeypatch.setitem(os.environ, update.PUTTING_BACK, "1")
    table = machine(good=True)
    table.update.keep("2")
    assert not table.update.FOLDER.exists()


def test_what_dpkg_says_becomes_a_control_file(update: ModuleType) -> None:
    status = (
        "Package: doubtit\nStatus: install ok installed\nVersion: 1\nConffiles:\n"
        " /etc/doubtit/table.toml 0123\nDescription: a table\n with buzzers\n .\n and lamps\n"
    )
    assert update.described(status) == (
        "Package: doubtit\nVersion: 1\nDescription: a table\n with buzzers\n .\n and lamps\n"
    )


def test_conffiles_of_older_versions_are_not_packed(update: ModuleType) -> None:
    listed = "\n /etc/doubtit/table.toml 0123\n /etc/doubtit/old.toml 4567 obsolete\n"
    assert update.packed(listed) == ["/etc/doubtit/table.toml"]


def test_it_says_what_it_can_do(
    update: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["update"])
    assert update.main() == 2
    assert "keep NEW" in capsys.readouterr().out
