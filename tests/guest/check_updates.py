"""Updates of the table's package behind the real systemd: good ones stay, broken ones go.

Run in the guest, by `make guest-test GUEST=updates`, after `install.sh` has installed and started
it. The checks are in order. `tests/deb/another.sh` made these versions of the package that ships.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import run as run_any

import gpiosim
import pytest
from figures import told, until
from hands import Hands
from unit import JOURNAL, SETTINGS, SLOW, comes_up, hears_a_press, log, rows, run, told_of

PACKAGES = Path("/run/shared")
STATE = Path("/var/lib/doubtit-update")
PROVEN = 120.0 + SLOW
"""Seconds in which a version has proven itself, here where all is slow."""


@pytest.fixture(scope="module")
def hands() -> Iterator[Hands]:
    made = Hands(gpiosim.make())
    yield made
    made.close()


def version() -> str:
    return run("/usr/bin/dpkg-query", "--show", "--showformat=${Version} ${Status}", "doubtit")


FIRST = "90.1"


def installs(package: Path) -> tuple[int, float]:
    """Let dpkg install a package; gives its exit code, and the seconds that it took."""
    began = time.monotonic()
    command = ["/usr/bin/dpkg", "--install", str(package)]
    done = run_any(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    print(done.stdout, done.stderr)
    return done.returncode, time.monotonic() - began


def another(number: str) -> Path:
    return PACKAGES / f"doubtit_{number}_amd64.deb"


def decided() -> float:
    """Wait until an update has proven itself, or is undone; gives the seconds."""

    def over() -> bool:
        time.sleep(1)
        proof = told_of("ActiveState", "doubtit-proof")
        return not (STATE / "pending").exists() and proof == "inactive"

    return until(over, PROVEN)


def is_at(number: str, hands: Hands) -> None:
    """This version is installed and plays, with our settings and the evening of before."""
    assert version() == f"{number} install ok installed"
    comes_up()
    assert not (STATE / "half").exists()
    assert 'driver = "gpio"' in SETTINGS.read_text()
    hears_a_press(hands)


def check_the_first_version_plays(hands: Hands) -> None:
    is_at(FIRST, hands)
    assert not STATE.exists()


def check_an_update_proves_itself_and_the_version_before_is_kept(hands: Hands) -> None:
    evening = JOURNAL.stat().st_ino, rows()[0]
    code, took = installs(another("90.2"))
    assert code == 0
    waited = decided()
    told("update", f"dpkg took {took:.0f} s, proven {waited:.0f} s later")
    is_at("90.2", hands)
    assert [path.name for path in STATE.glob("*.deb")] == [f"doubtit_{FIRST}.deb"]
    assert "90.2 has proven itself" in log("doubtit-proof")
    assert JOURNAL.stat().st_ino == evening[0] or list(JOURNAL.parent.glob("*evening-*"))


@pytest.mark.parametrize(
    ("number", "fault"),
    [("90.3", "it ends as it starts"), ("90.4", "its script fails"), ("90.5", "it hangs")],
)
def check_a_broken_version_is_put_back_by_itself(hands: Hands, number: str, fault: str) -> None:
    _, took = installs(another(number))
    waited = decided()
    told(fault, f"dpkg took {took:.0f} s, 90.2 was back {waited:.0f} s later")
    is_at("90.2", hands)
    assert (STATE / "undone").read_text().startswith(f"{number} 90.2 ")
    assert "90.2 was put back" in log("doubtit-proof")
    assert "back" in log(), "the table does not tell of it"


def check_a_downgrade(hands: Hands) -> None:
    [kept] = STATE.glob("doubtit_90.2.deb")
    assert installs(another(FIRST))[0] == 0
    decided()
    is_at(FIRST, hands)
    assert kept.exists()


def check_it_is_removed_and_purged() -> None:
    run("/usr/bin/dpkg", "--remove", "doubtit")
    assert told_of("ActiveState") == "inactive"
    assert JOURNAL.exists()
    assert SETTINGS.exists()
    assert not STATE.exists()
    run("/usr/bin/dpkg", "--purge", "doubtit")
    for left in (JOURNAL.parent, SETTINGS.parent, Path("/usr/lib/doubtit"), STATE):
        assert not left.exists(), left
    assert told_of("LoadState") == "not-found"
