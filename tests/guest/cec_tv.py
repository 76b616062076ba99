"""A television on HDMI-CEC: the input of the kernel's vivid, to which the table's output leads."""

import subprocess
from pathlib import Path

from unit import run
from vivid import Vivid

ADAPTER, TABLE = Path("/dev/cec0"), Path("/dev/cec1")
"""The ends of the line: the television's, and the table's."""

HEARD = Path("/run/cec")
CEC_CTL = "/usr/bin/cec-ctl"
WOKEN = ("IMAGE_VIEW_ON", "ACTIVE_SOURCE", "phys-addr: 1.0.0.0")


class CecTv:
    """Writes down what it hears. Only root may use its adapter, so the table has its own alone."""

    def __init__(self) -> None:
        self._vivid = Vivid()
        run("/usr/bin/udevadm", "settle")
        ADAPTER.chmod(0)
        run(CEC_CTL, "--device", str(ADAPTER), "--tv")
        words = [CEC_CTL, "--device", str(ADAPTER), "--skip-info", "--monitor"]
        with HEARD.open("w") as file:
            self._hears = subprocess.Popen(words, stdout=file)  # noqa: S603 - ours
        self._from = 0

    def is_woken(self) -> bool:
        """Return True if the table has woken it since `forget`, and chosen its own input."""
        heard = HEARD.read_text()[self._from :]
        return all(word in heard for word in WOKEN)

    def forget(self) -> None:
        """Sleep again."""
        self._from = len(HEARD.read_text())

    def close(self) -> None:
        """Hear no more."""
        self._hears.kill()
        self._hears.wait()
