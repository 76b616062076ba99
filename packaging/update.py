#!/usr/bin/python3 -IS
"""Updates that undo themselves: the version before is kept until the new one has proven itself.

    update keep NEW   prerm, before a file changes: the installed version is kept as a package
    update whole      postinst: every file is there, the table may start
    update prove      doubtit-proof.service: when dpkg is done, watch the table; put back if need be

It is installed apart from the table and imports no part of the table, so it works while the table's
own files are half replaced or broken. That is why its lines in the log are not in the catalogue.
The kept files are in a folder that only root writes to:

    doubtit_OLD.deb   the last version that has proven itself
    pending           "OLD NEW running|idle": an update that has not proven itself yet, and whether
                      the table was up before it: one that was not has nothing to prove
    half              files are being replaced: the table does not start (doubtit.service)
    undone            "NEW OLD start|cut": what was put back, and why; the table tells it
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

FOLDER = Path("/var/lib/doubtit-update")
PENDING, HALF, UNDONE = "pending", "half", "undone"

PRISTINE = Path("/usr/share/doubtit")
"""The conffiles of the package: dpkg compares people's changes with these."""

LOCK = Path("/var/lib/dpkg/lock-frontend")
"""Lock of a program that changes packages: apt holds it from its first package to its last."""

DONE = tuple(f"install ok {word}" for word in ("installed", "triggers-awaited", "triggers-pending"))
"""dpkg's word for a package that is completely installed."""

LABORATORY = "doubtit-lab"
"""The package that fits only its own version of the table."""

PUTTING_BACK = "DOUBTIT_PUTS_BACK"
"""Variable in the environment of prerm while dpkg runs for `prove`: nothing is kept then."""

STAYS = 75.0
"""Seconds for which a table must go on after it was ready: one that hangs while it loads the rest
behind its first screen is ended after 60."""

PATIENCE = 330.0
"""Most seconds until it is ready: `TimeoutStartSec`, and a second start."""

REFUSED = 75
"""The exit code that refuses an update: what is installed can't be kept, as on a full disk."""

TRIES = 3
"""Failed starts by systemd itself that are no accident any more."""


class Pending(NamedTuple):
    """An update that has not proven itself yet; `ran`: the table was up before it."""

    old: str
    new: str
    ran: bool


class Look(NamedTuple):
    """systemd's report on the table at one moment."""

    state: str
    restarts: int
    pid: str


# --- judging: pure ------------------------------------------------------------------------------


def proves(look: Callable[[], Look], clock: Callable[[], float]) -> bool | None:
    """Return True if the table gets ready and stays so, None if a person stopped it when ready.

    `look` waits a moment before it looks again, `clock` is in seconds.
    """
    began, pid, since = clock(), "", 0.0
    while True:
        state, restarts, now = look()
        if state == "active" and not pid:
            pid, since = now, clock()
        if state == "active" and now == pid:
            if clock() - since >= STAYS:
                return True
        elif state == "deactivating":
            pass  # by whom is known when it has ended
        elif pid:
            return None if state == "inactive" else False
        elif state == "inactive" or restarts >= TRIES or clock() - began > PATIENCE:
            return False


# --- keeping ------------------------------------------------------------------------------------


def keep(new: str) -> None:
    """Keep what is installed before dpkg replaces it with version `new`."""
    if PUTTING_BACK in os.environ:
        return
    FOLDER.mkdir(mode=0o755, exist_ok=True)
    systemd, before = Path("/run/systemd/system").exists(), pending()
    if before is None:
        old = told("dpkg-query", "--show", "--showformat=${Version}", "doubtit")
        ran = systemd and look().state == "active"
    else:  # what is installed has not proven itself: what was kept before it stays
        old, ran = before.old, before.ran
    write(PENDING, f"{old} {new} {'running' if ran else 'idle'}")
    if before is None:
        try:
            repack(kept(old))
        except BaseException:
            forget(PENDING)
            raise
    write(HALF, "")
    if systemd:
        run("systemctl", "--no-block", "start", "doubtit-proof.service")


def kept(version: str) -> Path:
    """The package of a version that is kept."""
    return FOLDER / f"doubtit_{version}.deb"


def repack(package: Path) -> None:
    """Make a package of the installed files, and of the conffiles of their package.

    A file that is missing is left out: damage must not block its own repair.
    """
    for left in package.parent.glob("keeping.*"):  # by a power cut
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(dir=package.parent, prefix="keeping.") as work:
        root = Path(work, "root")
        debian = root / "DEBIAN"
        debian.mkdir(parents=True)
        root.chmod(0o755)
        control = described(told("dpkg-query", "--status", "doubtit"))
        (debian / "control").write_text(control, encoding="utf-8")
        listed = told("dpkg-query", "--show", "--showformat=${Conffiles}", "doubtit")
        conffiles = [conffile for conffile in packed(listed) if pristine(conffile).exists()]
        # dpkg does not name the file that lists them
        (debian / "conffiles").write_text("".join(f"{conffile}\n" for conffile in conffiles))
        missing = 0
        for info in told("dpkg-query", "--control-path", "doubtit").splitlines():
            shutil.copy2(info, debian / Path(info).suffix[1:])
        for name in told("dpkg-query", "--listfiles", "doubtit").splitlines():
            relative, installed = Path(name), root / name[1:]
            if name in conffiles:  # a copy: a package must not have one as a second name
                installed.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(pristine(name), installed)
            elif relative.is_dir() and not relative.is_symlink():
                installed.mkdir(parents=True, exist_ok=True)
            elif relative.is_symlink() or relative.exists():
                share(relative, installed)
            else:
                missing += 1
        if missing:
            say(f"files that the installed version lacks, and so what is kept of it: {missing}")
        deb = Path(work, "made.deb")
        told("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(root), str(deb))
        flush(deb)
        deb.replace(package)


def pristine(conffile: str) -> Path:
    """Return the packed conffile, or the present one if that copy is missing."""
    packed_file = PRISTINE / Path(conffile).name
    return packed_file if packed_file.exists() else Path(conffile)


def share(here: Path, there: Path) -> None:
    """Give the file `here` a second name, or copy it where that is another file system's."""
    try:
        os.link(here, there, follow_symlinks=False)
    except OSError:
        shutil.copy2(here, there, follow_symlinks=False)


def described(status: str) -> str:
    """A package's control file, from what dpkg says of the installed package."""
    fields = status.replace("\n ", "\0 ").splitlines()
    prefixes = ("Status:", "Conffiles:", "Config-Version:")
    return "".join(
        part.replace("\0", "\n") + "\n" for part in fields if part and not part.startswith(prefixes)
    )


def packed(listed: str) -> list[str]:
    """The conffiles of the installed version, from dpkg's list of " PATH MD5 [obsolete]"."""
    lines = [line.split() for line in listed.splitlines() if line.strip()]
    return [line[0] for line in lines if "obsolete" not in line]


# --- proving ------------------------------------------------------------------------------------


def prove() -> None:
    """Watch the table after an update, and put the version before back if it does not go on."""
    while True:
        with locked():  # dpkg is done
            update = pending()
            if update is None:
                return
            if cut_off():
                say(f"the update from {update.old} to {update.new} was cut off")
                put_back(update, "cut")
                return
        good = proves(look, time.monotonic) if update.ran else True
        with locked():
            if pending() != update or cut_off():
                continue  # another update came meanwhile
            if good is None:
                say(f"{update.new} was stopped before it had proven itself: at the next start")
            elif good:
                say(f"{update.new} has proven itself; {update.old} is kept")
                for package in set(FOLDER.glob("*.deb")) - {kept(update.old)}:
                    package.unlink()
                forget(UNDONE)
                forget(PENDING)
            else:
                say(f"{update.new} does not get ready or does not go on")
                put_back(update, "start")
            return


def put_back(update: Pending, why: str) -> None:
    """Install the kept version; the lock is ours. If that fails, the present version starts."""
    if not kept(update.old).exists():  # it was cut off before a file was replaced
        repack(kept(update.old))
    write(HALF, "")
    run("systemctl", "stop", "doubtit.service")
    env = {"DPKG_FRONTEND_LOCKED": "1", "DEBIAN_FRONTEND": "noninteractive", PUTTING_BACK: "1"}
    if laboratory() not in {"", update.old}:
        run("dpkg", "--force-remove-reinstreq", "--remove", LABORATORY, **env)
    asks = ("--force-confdef", "--force-confold", "--force-downgrade")
    write(UNDONE, f"{update.new} {update.old} {why}")  # dpkg starts the table, which tells it
    code = run("dpkg", *asks, "--install", str(kept(update.old)), **env)
    if code:
        say(f"{update.old} could not be put back: dpkg ended with {code}")
        forget(UNDONE)
        forget(HALF)
    else:
        say(f"{update.old} was put back")
        forget(PENDING)
    run("systemctl", "--no-block", "start", "doubtit.service")


def laboratory() -> str:
    """Return the version of the laboratory that dpkg knows, whole or not, or ""."""
    shown = ("dpkg-query", "--show", "--showformat=${Version}", LABORATORY)
    return subprocess.run(shown, capture_output=True, text=True, check=False).stdout  # noqa: S603 - ours


def cut_off() -> bool:
    """Return True if dpkg was interrupted; it does not run now, since the lock is ours."""
    status = told("dpkg-query", "--show", "--showformat=${Status}", "doubtit").strip()
    return (FOLDER / HALF).exists() or status not in DONE


# --- the machine --------------------------------------------------------------------------------


def look() -> Look:
    """Look at the table, a second after the last time."""
    time.sleep(1.0)
    asked = "--property=ActiveState,NRestarts,MainPID"
    answers = dict(
        line.split("=", 1) for line in told("systemctl", "show", "doubtit", asked).splitlines()
    )
    state = answers.get("ActiveState", "inactive")
    return Look(state, int(answers.get("NRestarts") or 0), answers.get("MainPID", ""))


@contextmanager
def locked() -> Iterator[None]:
    """Wait until no other program changes packages, and keep others out meanwhile."""
    with LOCK.open("a") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        yield


def pending() -> Pending | None:
    """The update that has not proven itself yet."""
    try:
        old, new, ran = (FOLDER / PENDING).read_text(encoding="utf-8").split()
    except (OSError, ValueError):  # ValueError: it is empty, for the power went; nothing was begun
        return None
    return Pending(old, new, ran == "running")


def write(name: str, text: str) -> None:
    """Write a file whole or not at all, so that a power cut leaves the old or the new."""
    part = FOLDER / f"{name}.part"
    part.write_text(text + "\n", encoding="utf-8")
    flush(part)
    part.replace(FOLDER / name)
    flush(FOLDER)


def forget(name: str) -> None:
    """Remove a file, for good."""
    (FOLDER / name).unlink(missing_ok=True)
    if FOLDER.is_dir():
        flush(FOLDER)


def flush(path: Path) -> None:
    """Sync the file to the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def told(*command: str) -> str:
    """Return the output of a command. Raises CalledProcessError if it fails."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 - ours


def run(*command: str, **env: str) -> int:
    """Run a command; gives its exit code."""
    return subprocess.run(command, env={**os.environ, **env}, check=False).returncode  # noqa: S603 - ours


def say(line: str) -> None:
    """Tell the log."""
    print(f"doubtit: {line}", flush=True)


def main() -> int:
    """Do what a script of the package or doubtit-proof.service asks for."""
    match sys.argv[1:]:
        case ["keep", new]:
            keep(new)
        case ["whole"]:
            forget(HALF)
        case ["prove"]:
            prove()
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError) as error:
        say(f"the installed version can't be kept, or put back: {error}")
        sys.exit(REFUSED)
