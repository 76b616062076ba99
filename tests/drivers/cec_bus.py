"""Televisions on HDMI-CEC, and `cec-ctl` as the real one talks to them.

Its words are those of cec-ctl 1.30.1 on the adapters of the kernel's vivid.
"""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ADAPTERS = ("cec0", "cec1")

INFO = """Driver Info:
	Driver Name                : vivid
	Adapter Name               : vivid-000-vid-out0
	Physical Address           : {address}
	Logical Address Mask       : 0x0010
	OSD Name                   : '{name}'
"""

IMAGE_VIEW_ON = """

Transmit from Playback Device 1 to TV (4 to 0):
IMAGE_VIEW_ON (0x04)
	Sequence: 5 Tx Timestamp: 38.913418s
"""

NOT_ACKNOWLEDGED = "	Tx, Not Acknowledged (4), Max Retries\n"

ACTIVE_SOURCE = """
Transmit from Playback Device 1 to all (4 to 15):
ACTIVE_SOURCE (0x82):
	phys-addr: {address}
	Sequence: 6 Tx Timestamp: 39.290547s
"""


@dataclass
class CecBus:
    """An adapter with a television. It gives an `address` once it was asked `asleep` times.

    `deaf`: it does not answer. `missing`: there is no program. `shut`: the adapter can't be opened.
    `hangs`: the program does not end in time.
    """

    address: str = "1.0.0.0"
    asleep: int = 0
    deaf: bool = False
    missing: bool = False
    shut: bool = False
    hangs: bool = False
    awake: bool = False
    shows: str = ""  # the address of the input that it shows
    name: str = ""  # that of the table in its list of inputs
    asked: list[list[str]] = field(default_factory=list)

    def ask(self, words: list[str]) -> subprocess.CompletedProcess[str]:
        """Do as `cec-ctl` does."""
        self.asked.append(words)
        if self.missing:
            raise FileNotFoundError(2, "No such file or directory", words[0])
        if self.hangs:
            raise subprocess.TimeoutExpired(words, 10.0)
        if self.shut:
            error = f"Failed to open {words[2]}: Permission denied\n"
            return subprocess.CompletedProcess(words, 1, "", error)
        return subprocess.CompletedProcess(words, 0, self._output(words[3:]), "")

    def _output(self, words: list[str]) -> str:
        output = ""
        if "--osd-name" in words:
            self.name = words[words.index("--osd-name") + 1]
        if "--skip-info" not in words:
            address, self.asleep = "f.f.f.f" if self.asleep else self.address, self.asleep - 1
            self.asleep = max(0, self.asleep)
            output += INFO.format(address=address, name=self.name)
        if "--image-view-on" in words:
            self.awake = self.awake or not self.deaf
            output += IMAGE_VIEW_ON + NOT_ACKNOWLEDGED * self.deaf
        if "--active-source" in words:
            shown = words[words.index("--active-source") + 1].removeprefix("phys-addr=")
            self.shows = "" if self.deaf else shown
            output += ACTIVE_SOURCE.format(address=shown)
        return output


def adapters(folder: Path, *names: str) -> Path:
    """Make a folder of devices with these adapters."""
    for name in (*names, "card0"):
        (folder / name).touch()
    return folder
