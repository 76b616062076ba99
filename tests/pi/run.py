"""`make pi-test`: the table as a Pi runs it, on the processors of three Pis, under QEMU.

    run.py [--game] [--contract] CPU...

A CPU is cortex-a72 (a Pi 4), cortex-a53 (a Zero 2 W or Pi 3) or cortex-a76 (a Pi 5);
without one, all are tried.

The table's own package is installed by dpkg. On each processor it finds out what
reads its cards, reads photographs that the project draws, and with --game plays a whole simulated
game. With --contract the first one runs tests/deb/contract.py, too. Exit 0 if all holds, or with a
line SKIP and the reason where the system can't be had or not within WITHIN seconds; 1 where
something fails.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
DEB = PROJECT / "tests" / "deb"
STORIES = PROJECT / "tests" / "scenarios" / "bluff.toml"
SITE = "/usr/lib/doubtit"
DOUBTIT = "/usr/bin/doubtit"

LOCK = (PROJECT / "requirements" / "pi.lock").read_text()
PINNED = "ONNX Runtime " + re.findall(r"^onnxruntime==(\S+)", LOCK, re.MULTILINE)[0]
"""What requirements/pi.lock brings."""

APTS = {
    "cortex-a72": "OpenCV 4.10.0",
    "cortex-a53": "OpenCV 4.10.0",
    "cortex-a76": "ONNX Runtime 1.21",
}
"""What reads cards with Debian 13's ONNX Runtime in its place, which the first two can't run."""


class Skip(Exception):  # noqa: N818 - nothing is wrong
    """The test can't be run here, and why."""


class Failed(Exception):  # noqa: N818 - as pytest says it
    """Something is not as it should be."""


@dataclass(frozen=True)
class Done:
    """What a command in the Pi's system took and gave: CPU (s), most memory (MiB)."""

    code: int
    stdout: str
    stderr: str
    cpu_s: float
    wall_s: float
    peak_mib: float


class Pi:
    """The Pi's system, with a layer that keeps what is installed; `place` is a folder for it."""

    def __init__(self, made: Path, place: Path, until: float | None) -> None:
        self._made, self._place, self._until = made, place, until
        self.shared = place / "shared"
        self.shared.mkdir()

    def run(self, cpu: str, *command: str) -> Done:
        """Run a command on an emulated processor. Raises Skip when the time is up."""
        out = self.shared / "out.json"
        out.unlink(missing_ok=True)
        env = {
            **os.environ,
            "CPU": cpu,
            "CHANGES": f"{self._place}/changes",
            "SHARED": f"{self.shared}",
        }
        left = None if self._until is None else self._until - time.monotonic()
        words = ("python3", "/shared/measure.py", "/shared/out.json", *command)
        try:
            done = subprocess.run(  # noqa: S603 - our own script
                [HERE / "enter.sh", self._made, *words],
                env=env, capture_output=True, text=True, timeout=left, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Skip(f"not done in the time that was left, on {cpu}: {command}") from None
        if not out.exists():
            raise Failed(f"{cpu}: {command} could not be run: {done.stdout}{done.stderr}")
        return Done(**json.loads(out.read_text()))

    def shell(self, cpu: str, script: str) -> Done:
        """Run a script. Raises Failed where it fails."""
        done = self.run(cpu, "bash", "-euc", script)
        expect(done.code == 0, f"{cpu}: {script}\n{done.stdout}{done.stderr}")
        return done


def expect(holds: bool, otherwise: str) -> None:
    """Raise Failed with the words of `otherwise` unless it `holds`."""
    if not holds:
        raise Failed(otherwise)


def say(line: str) -> None:
    """Tell how far it is."""
    print(f"pi-test: {line}", flush=True)


def build(until: float | None) -> Path:
    """Return the place of the Pi's system. Raises Skip if it is missing."""
    left = None if until is None else until - time.monotonic()
    try:
        made = subprocess.run(  # noqa: S603 - our own script
            [HERE / "build.sh"], capture_output=True, text=True,
            timeout=left, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Skip("the Pi's system was not made in the time that was left") from None
    sys.stderr.write(made.stderr)
    if made.returncode == 77:
        raise Skip(made.stderr.splitlines()[-1])
    expect(made.returncode == 0, "tests/pi/build.sh failed")
    return Path(made.stdout.strip())


def share(pi: Pi, count: int) -> list[dict[str, Any]]:
    """Give the Pi the packages and `count` photographs; gives what these show."""
    pack = [sys.executable, str(PROJECT / "packaging" / "deb.py"), str(pi.shared), "13", "arm64"]
    done = subprocess.run(pack, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    expect(done.returncode == 0, f"the package can't be built: {done.stdout}{done.stderr}")
    for script in (HERE / "measure.py", DEB / "contract.py", DEB / "ready.py", STORIES):
        shutil.copy(script, pi.shared)
    (pi.shared / "table.toml").write_text('[camera]\ndriver = "v4l2"\n')
    photos = pi.shared / "photos"
    draw = [sys.executable, str(HERE / "draw.py"), str(photos), str(count)]
    subprocess.run(draw, cwd=PROJECT, check=True)  # noqa: S603 - ours
    labels: list[dict[str, Any]] = json.loads((photos / "labels.json").read_text())
    return labels


def install(pi: Pi, cpu: str) -> None:
    """Install the packages, by their own scripts: dpkg refuses one that lacks something."""
    done = pi.shell(cpu, "dpkg --install /shared/doubtit_*.deb /shared/doubtit-lab_*.deb")
    told = pi.shell(cpu, f"{DOUBTIT} --version; id doubtit").stdout.split("\n")
    say(f"{cpu}: {done.wall_s:5.0f} s to install {told[0]}; {told[1]}")


def reader_of(pi: Pi, cpu: str) -> str:
    """Return what runs the card reader's networks, by `doubtit check`."""
    check = (DOUBTIT, "check", "--config", "/shared/table.toml", "--part", "reader", "--json")
    done = pi.run(cpu, *check)
    expect(done.code == 0, f"{cpu}: doubtit check: {done.stdout}{done.stderr}")
    [finding] = json.loads(done.stdout)["findings"]
    say(f"{cpu}: {finding['seen']}")
    return str(finding["figures"]["runner"])


def read(pi: Pi, cpu: str, labels: list[dict[str, Any]]) -> tuple[list[Any], Done]:
    """Return what `doubtit read` says of the photographs. Raises Failed where it is wrong."""
    photos = [f"/shared/photos/{label['file']}" for label in labels]
    done = pi.run(cpu, DOUBTIT, "read", "--json", *photos)
    expect(done.code == 0, f"{cpu}: doubtit read: {done.stdout}{done.stderr}")
    readings = [json.loads(line) for line in done.stdout.splitlines()]
    answered = 0
    for label, reading in zip(labels, readings, strict=True):
        if reading["ask"] is None:
            answered += 1
            ranks = Counter(card["rank"] for card in reading["cards"])
            expect(ranks == Counter(label["ranks"]), f"{cpu}: WRONG: {reading}, it shows {label}")
    say(f"{cpu}: {len(readings)} photographs read, {answered} answered, 0 wrong")
    expect(answered * 2 >= len(readings), f"{cpu}: too few answers: {readings}")
    return [
        (reading["ask"], sorted(card["rank"] or "" for card in reading["cards"]))
        for reading in readings
    ], done


def figures(pi: Pi, cpu: str, labels: list[dict[str, Any]]) -> list[Any]:
    """Read the photographs; tell what a reading takes. Gives what was read."""
    reading = pi.run(cpu, DOUBTIT, "read", f"/shared/photos/{labels[0]['file']}")
    nothing = pi.run(cpu, "python3", "-c", "pass")
    said, all_of = read(pi, cpu, labels)
    each = (all_of.cpu_s - reading.cpu_s) / (len(labels) - 1)
    expect(all_of.stderr == "", f"{cpu}: doubtit read says more than it should: {all_of.stderr}")
    say(
        f"{cpu}: a reading takes {each:.1f} s of emulated CPU, from start to the first "
        f"{reading.wall_s:.0f} s; peak {all_of.peak_mib:.0f} MiB, of which bare Python "
        f"{nothing.peak_mib:.0f}, QEMU's own memory in both"
    )
    return said


def with_apts(pi: Pi, cpu: str, labels: list[dict[str, Any]], wanted: list[Any]) -> None:
    """The same cards with Debian's own ONNX Runtime, or with OpenCV where it crashes."""
    pi.shell(cpu, f"mkdir -p /root/aside; mv {SITE}/onnxruntime* /root/aside/")
    try:
        runner = reader_of(pi, cpu)
        expect(runner == APTS[cpu], f"{cpu}: {runner} reads, and not {APTS[cpu]}")
        said, done = read(pi, cpu, labels)
    finally:
        pi.shell(cpu, f"mv /root/aside/onnxruntime* {SITE}/")
    expect(said == wanted, f"{cpu}: {runner} reads other cards: {said}, {PINNED} {wanted}")
    lines = done.stderr.splitlines()
    expect(len(lines) <= 1, f"{cpu}: {runner} says {len(lines)} lines: {lines[:3]}")


def play(pi: Pi, cpu: str) -> None:
    """A whole simulated game, refereed. Raises Failed where the table was wrong."""
    done = pi.run(cpu, DOUBTIT, "simulate", "--seed", "1", "--no-display", "--fast", "--json")
    expect(done.code == 0, f"{cpu}: doubtit simulate: {done.stdout}{done.stderr}")
    told = json.loads(done.stdout)
    say(f"{cpu}: a whole game in {done.wall_s:.0f} s, peak {done.peak_mib:.0f} MiB: {told}")
    wrong = told["wrong"] + told["misread"] + told["wrong_doubters"]
    expect(told["finished"] == 1 and told["challenges"] > 0 and wrong == 0, f"{cpu}: {told}")


def keep_contract(pi: Pi, cpu: str) -> None:
    """Try each command with its normal and its wrong use. Raises Failed where one fails."""
    say(f"{cpu}: each use of a command adds a line to {pi.shared}/contract.txt")
    script = (
        "mkdir -p /run/doubtit /var/lib/doubtit; set -o pipefail; "
        "python3 -u /shared/contract.py --one-user | tee /shared/contract.txt"
    )
    done = pi.shell(cpu, script)
    print(done.stdout, end="")
    say(f"{cpu}: {done.stdout.count('  ok: ')} uses of the commands in {done.wall_s:.0f} s")


def main() -> int:
    """Try what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cpus", nargs="*", default=list(APTS), metavar="CPU")
    parser.add_argument("--photos", type=int, default=6, metavar="N", help="so many are read")
    parser.add_argument("--game", action="store_true", help="play a whole simulated game, too")
    parser.add_argument("--contract", action="store_true", help="try each command, too")
    args = parser.parse_args()
    for cpu in args.cpus:
        if cpu not in APTS:
            parser.error(f"{cpu}: known are {', '.join(APTS)}")
    within = os.environ.get("WITHIN")
    until = None if within is None else time.monotonic() + float(within)
    place = None
    try:
        made = build(until)
        place = Path(tempfile.mkdtemp(prefix="run.", dir=made.parent))
        pi = Pi(made, place, until)
        labels = share(pi, args.photos)
        install(pi, args.cpus[0])
        if args.contract:
            keep_contract(pi, args.cpus[0])
        for cpu in args.cpus:
            runner = reader_of(pi, cpu)
            expect(runner == PINNED, f"{cpu}: {runner} reads, and not {PINNED}")
            said = figures(pi, cpu, labels)
            with_apts(pi, cpu, labels, said)
            if args.game:
                play(pi, cpu)
    except Skip as reason:
        print(f"SKIP: pi-test: {reason}")
        return 0
    except Failed as why:
        print(f"FAILED: pi-test: {why}")
        return 1
    finally:
        if place is not None:
            # the layer's own folder may not be entered by who is not root
            subprocess.run(["chmod", "-R", "u+rwX", place], check=False)  # noqa: S603, S607
            shutil.rmtree(place)
    say("all holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
