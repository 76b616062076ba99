"""The loudspeaker on ALSA: what is played on the kernel's loop of two sound cards is recorded.

Run in the guest, by `make guest-test GUEST=sound`; each check prints its figures.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from threading import Thread

import numpy as np
import pytest
from figures import told, until

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import MS
from appliance.display.quiet import RATE
from appliance.display.sound import Speaker

BLOCK = 256
TIMES = 20
CARD = "hw:Loopback,0,0"


class Recorder:
    """The other end of the loop: blocks of samples, each with the time of its arrival."""

    def __init__(self) -> None:
        words = (
            f"arecord -q -D hw:Loopback,1,0 -f S16_LE -r {RATE} -c 1 -t raw --period-size={BLOCK}"
        )
        self._process = subprocess.Popen(  # noqa: S603 - our own words
            [*words.split(), f"--buffer-size={64 * BLOCK}"], stdout=subprocess.PIPE
        )
        self.blocks: list[tuple[int, np.ndarray]] = []
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while data := self._process.stdout.read(2 * BLOCK):
            self.blocks.append((time.monotonic_ns(), np.frombuffer(data, np.int16)))

    def heard(self, since: int) -> int | None:
        """Return when the first loud sample came after block number `since` (ns)."""
        for at, samples in self.blocks[since:]:
            loud = np.flatnonzero(np.abs(samples.astype(int)) > 300)
            if loud.size:
                return int(at - (BLOCK - loud[0]) * 1_000 * MS // RATE)
        return None

    def hears(self, since: int) -> bool:
        return self.heard(since) is not None

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    subprocess.run(["/sbin/modprobe", "snd-aloop"], check=True)
    os.environ |= {"SDL_AUDIODRIVER": "alsa", "AUDIODEV": CARD}
    listening = Recorder()
    yield listening
    listening.close()


@pytest.fixture
def speaker() -> Iterator[Speaker]:
    playing = Speaker()
    playing.prepare()
    playing.open()
    yield playing
    playing.close()


def check_each_sound_is_heard_whole(recorder: Recorder, speaker: Speaker) -> None:
    delays, lengths = [], []
    for _ in range(TIMES):
        time.sleep(0.4)
        since, at = len(recorder.blocks), time.monotonic_ns()
        speaker.perform(PlaySound(Sound.TRUTH))
        until(partial(recorder.hears, since))
        heard = recorder.heard(since) or 0
        delays.append((heard - at) / MS)
        time.sleep(2.0)
        sound = np.concatenate([samples for _, samples in recorder.blocks[since:]])
        loud = np.flatnonzero(np.abs(sound.astype(int)) > 300)
        lengths.append((loud[-1] - loud[0]) * 1000 / RATE)
    told("sound", f"{TIMES} sounds heard after {np.median(delays):.0f} ms (most {max(delays):.0f})")
    told(
        "sound", f"each lasts {min(lengths):.0f} to {max(lengths):.0f} ms; longer ones have a pause"
    )
    assert min(lengths) > 0.95 * np.median(lengths)
