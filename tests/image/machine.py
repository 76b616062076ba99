"""QEMU's virt machine with UEFI, a screen and a keyboard, and without a network."""

import base64
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
CPU = "cortex-a72"
FIRMWARE = "/usr/share/qemu-efi-aarch64/QEMU_EFI.fd"

EMERGENCY = "You are in emergency mode"
"""The words of systemd in the initrd, where the disk of the system did not appear in time."""

PROBE = """[Unit]
DefaultDependencies=no
ConditionPathExists=!/etc/initrd-release
After=local-fs.target
[Service]
ExecStart=/bin/sh -c 'echo $${PROGRAM} | base64 --decode | /bin/sh'
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyAMA0
Environment=PROGRAM={program}
"""


def credentials() -> Iterator[str]:
    """Yield QEMU's options that give the system a unit more: it has no login to look inside."""
    program = base64.b64encode((HERE / "probe.sh").read_bytes()).decode()
    units = {
        "systemd.extra-unit.probe.service": PROBE.replace("{program}", program),
        "systemd.unit-dropin.basic.target": "[Unit]\nWants=probe.service\n",
    }
    for name, text in units.items():
        value = base64.b64encode(text.encode()).decode()
        yield from ("-smbios", f"type=11,value=io.systemd.credential.binary:{name}={value}")


class Machine:
    """A machine that runs: `debian` has QEMU, and `folder` the files that it reads and writes."""

    def __init__(self, debian: Path, folder: Path, disk: str, *more: str) -> None:
        self.folder = folder
        self.console = folder / "console"
        self.console.write_text("")
        (folder / "control").unlink(missing_ok=True)
        command = (
            "qemu-system-aarch64", "-nodefaults", "-no-user-config", "-M", "virt", "-cpu", CPU,
            "-accel", "tcg,tb-size=512", "-smp", "2", "-m", "2048", "-bios", FIRMWARE,
            "-display", "none", "-serial", "file:/made/console",
            "-qmp", "unix:/made/control,server,nowait",
            "-device", "virtio-gpu-pci,xres=1920,yres=1080", "-device", "virtio-keyboard-pci",
            "-device", "virtio-rng-pci", "-drive", f"if=virtio,file=/made/{disk},cache=writeback",
            "-nic", "none", *credentials(), *more,
        )  # fmt: skip
        inside = 'mkdir -p "$0/made" && mount --bind "$1" "$0/made" && exec chroot "$0" "${@:2}"'
        run = ["unshare", "--mount", "bash", "-c", inside, str(debian), str(folder), *command]
        self.process = subprocess.Popen(run, stdin=subprocess.DEVNULL)  # noqa: S603 - our own words

    def cut(self) -> None:
        """Take the power away."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def ask(self, command: str, arguments: dict[str, object]) -> None:
        """Have QEMU do something. Raises RuntimeError if it refuses."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(str(self.folder / "control"))
            lines = control.makefile("rw")
            lines.readline()
            for asked in (
                {"execute": "qmp_capabilities"},
                {"execute": command, "arguments": arguments},
            ):
                lines.write(json.dumps(asked) + "\n")
                lines.flush()
                answer: dict[str, object] = {}
                while not answer.keys() & {"return", "error"}:  # events come in between
                    answer = json.loads(lines.readline())
                if "error" in answer:
                    raise RuntimeError(answer["error"])

    def press(self, key: str, hold_ms: int = 80) -> None:
        """Press a key of the keyboard."""
        keys = [{"type": "qcode", "data": key}]
        self.ask("send-key", {"keys": keys, "hold-time": hold_ms})

    def picture(self, name: str) -> Path:
        """Keep what the screen shows."""
        self.ask("screendump", {"filename": f"/made/{name}.png", "format": "png"})
        return self.folder / f"{name}.png"

    def said(self, word: str) -> list[str]:
        """Return what the probe has said of something, each time."""
        start = f"PROBE {word} "
        # systemd resets the console first, so its control characters are before the first word
        lines = (f"{line} " for line in self.console.read_text(errors="replace").splitlines())
        return [line.partition(start)[2].strip() for line in lines if start in line]

    def last(self, word: str) -> str:
        """Return what the probe has said of something the last time."""
        return self.said(word)[-1]

    def computed_s(self) -> float:
        """Return the processor time that QEMU has used, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        user, system = map(int, fields[11:13])
        return (user + system) / os.sysconf("SC_CLK_TCK")

    def wait(self, word: str, limit_s: float) -> str:
        """Wait until the probe has said a word, and return what it said.

        The limit is in processor time, which a busy computer does not shorten. Raises TimeoutError.
        """
        ends = self.computed_s() + limit_s
        while not (lines := self.said(word)):
            self.go_on(f"no {word!r}", ends)
            time.sleep(1)
        return lines[0]

    def ends(self, limit_s: float) -> bool:
        """Wait until QEMU has ended by itself; return False past that processor time."""
        ends = self.computed_s() + limit_s
        while self.process.poll() is None:
            if self.computed_s() > ends:
                return False
            time.sleep(1)
        return True

    def go_on(self, lacks: str, ends_s: float) -> None:
        """Raise TimeoutError past that processor time, RuntimeError if the machine gave up."""
        if self.process.poll() is not None:
            raise RuntimeError(f"{lacks}, and QEMU ended with {self.process.returncode}")
        console = self.console.read_text(errors="replace")
        if EMERGENCY in console:
            raise RuntimeError(f"{lacks}, and the system is in emergency mode")
        if self.computed_s() > ends_s:
            end = console[-2000:]
            raise TimeoutError(f"{lacks} within {ends_s:.0f} s of processor time:\n{end}")


@contextmanager
def running(debian: Path, folder: Path, disk: str, *more: str) -> Iterator[Machine]:
    """A machine that is cut off at the end."""
    machine = Machine(debian, folder, disk, *more)
    try:
        yield machine
    finally:
        machine.cut()
