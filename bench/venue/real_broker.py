"""A real Mosquitto on this machine."""

import signal
import socket
import subprocess
from pathlib import Path

PATH = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin"


class Mosquitto:
    """A broker on a free port of this machine, with its default persistence."""

    def __init__(
        self, program: str, folder: Path, more: str = "", *, anonymous: bool = True
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.settings = folder / "mosquitto.conf"
        self._program = program
        lines = (
            f"listener {self.port} 127.0.0.1", "persistence true", "user root",
            f"allow_anonymous {str(anonymous).lower()}", f"persistence_location {folder}/", more,
        )  # fmt: skip
        self.settings.write_text("\n".join(lines), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The running process."""
        assert self._process is not None  # noqa: S101 - after `start`
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [self._program, "-c", str(self.settings)]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603 - ours
        while True:
            assert self._process.poll() is None, "the broker ended"  # noqa: S101 - of this tool
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None
