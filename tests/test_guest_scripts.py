"""How `make guest-test` ends: failed checks fail it, want of time or of QEMU is a visible skip."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

GUEST = Path(__file__).parent / "guest"
HANGS = "exec sleep 60"


def run(script: str, *words: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own scripts
        [GUEST / script, *words],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def boot(
    folder: Path, qemu: str, limit: str = "60", **settings: str
) -> subprocess.CompletedProcess[str]:
    """`boot.sh` with a QEMU that does this."""
    program = folder / "qemu-system-x86_64"
    program.write_text(f"#!/bin/sh\necho GUEST up\n{qemu}\n")
    program.chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    return run("boot.sh", folder, folder, "checks.sh", PATH=path, LIMIT=limit, **settings)


@pytest.mark.parametrize("status", [0, 1])
def test_ends_as_the_checks_do(tmp_path: Path, status: int) -> None:
    assert boot(tmp_path, f"echo 'GUEST-RC {status}'").returncode == status


def test_no_time_is_no_failure(tmp_path: Path) -> None:
    leaves = "trap 'kill $!; echo qemu-system-x86_64: terminating on signal 15; exit' TERM"
    qemu = f"{leaves}; echo check_one PASSED; printf 'check_two '; sleep 60 & wait"
    ended = boot(tmp_path, qemu, limit="0.5")
    assert ended.returncode == 77
    assert "not done after 0.5 s; its last word: check_two" in ended.stderr


def test_what_failed_before_the_time_was_up_has_failed(tmp_path: Path) -> None:
    ended = boot(tmp_path, f"echo 'check_one FAILED'; {HANGS}", limit="0.5")
    assert ended.returncode == 1
    assert "FAILED" in ended.stdout


def test_qemu_that_can_not_run_is_no_failure(tmp_path: Path) -> None:
    ended = boot(tmp_path, "echo 'qemu-system-x86_64: cannot set up guest memory'; exit 1")
    assert ended.returncode == 77
    assert "status 1" in ended.stderr
    assert "cannot set up guest memory" in ended.stderr


def test_a_guest_that_ends_without_an_answer_has_failed(tmp_path: Path) -> None:
    assert boot(tmp_path, "exit 0").returncode == 1


def test_qemu_is_killed_when_so_many_steps_were_shown(tmp_path: Path) -> None:
    identify = 'while [ "$1" != -pidfile ]; do shift; done; echo $$ >"$2"'
    shows = "echo SHOWN one; echo else; echo SHOWN two"
    assert boot(tmp_path, f"{identify}; {shows}; {HANGS}", KILL="2").returncode == 0
    assert (tmp_path / "shown").read_text() == "SHOWN one\nSHOWN two\n"


def test_a_gate_without_time_left_says_so() -> None:
    ended = run("run.sh", WITHIN="-5")
    assert ended.returncode == 0
    assert ended.stdout == "SKIP: guest-test: did not run: no time was left for it\n"


def test_without_an_x_server_the_window_test_says_so(tmp_path: Path) -> None:
    for tool in ("bash", "dirname"):
        found = shutil.which(tool)
        assert found is not None
        (tmp_path / tool).symlink_to(found)
    ended = run("../window/run.sh", PATH=str(tmp_path))
    assert ended.returncode == 0
    assert ended.stdout == "SKIP: window-test: Xvfb is missing (apt-get install xvfb)\n"
