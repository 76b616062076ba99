"""Sounds are short, clean and unlike each other; a table without a loudspeaker plays on."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from appliance.core.effects import Lamp, PlaySound, Rhythm, Sound
from appliance.display.quiet import pygame
from appliance.display.sound import BUFFER, RATE, Speaker, wave
from appliance.errors import DriverError


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_is_short_and_neither_clipped_nor_clicking(sound: Sound) -> None:
    made = wave(sound)
    assert 0.02 <= len(made) / RATE <= 1.0
    assert 0.5 <= np.abs(made.astype(int)).max() / 32767 <= 0.8
    assert abs(int(made[0])) < 50
    assert abs(int(made[-1])) < 50
    assert abs(made.mean()) < 200  # no offset: that would be a click at both ends
    assert (wave(sound) == made).all()


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_begins_at_once(sound: Sound) -> None:
    """Within 50 ms of the press: 10 ms to come up, after the mixer's 6."""
    begin = np.abs(wave(sound)[: RATE // 100].astype(int)).max()
    assert begin > 0.2 * 32767
    assert BUFFER / RATE < 0.01


@cache
def shape(sound: Sound) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What it is made of in each twentieth of a second, of length 1."""
    made = np.zeros(RATE)
    made[: len(wave(sound))] = wave(sound)
    spectra = np.abs(np.fft.rfft(made.reshape(20, -1), axis=1)).ravel()
    return np.asarray(spectra / np.linalg.norm(spectra))


@pytest.mark.parametrize(("one", "other"), tuple(combinations(Sound, 2)))
@pytest.mark.untraced
def test_no_two_sounds_are_alike(one: Sound, other: Sound) -> None:
    """In length or in what they are made of, and in when it comes."""
    assert float(shape(one) @ shape(other)) < 0.5


def pitch(sound: Sound, buzzer: int | None = None, step: int = 0) -> float:
    """The loudest frequency in it, hertz."""
    made = wave(sound, buzzer, step)
    return float(np.abs(np.fft.rfft(made, 8 * RATE)).argmax() / 8)


def test_every_seat_has_a_note_of_its_own() -> None:
    notes = [pitch(Sound.SIT, buzzer) for buzzer in range(12)]
    assert all(low * 1.1 < high for low, high in pairwise(notes))
    for sound in (Sound.SLAP, Sound.LOCK):
        made = {wave(sound, buzzer).tobytes() for buzzer in range(12)}
        assert len(made) == 12, sound


def test_what_is_counted_rises() -> None:
    counts = [pitch(Sound.TICK, 3, count) for count in range(9)]
    assert all(low * 1.1 < high for low, high in pairwise(counts))


def test_a_press_that_counts_is_bright_and_one_that_does_not_is_dull() -> None:
    ignored, refused = pitch(Sound.NOTHING), pitch(Sound.REFUSED)
    assert max(ignored, refused) * 2.5 < min(pitch(Sound.TICK, 0, count) for count in range(9))
    peaks = [np.abs(wave(sound).astype(int)).max() for sound in (Sound.NOTHING, Sound.TICK)]
    assert peaks[0] < 0.75 * peaks[1]


def test_the_page_about_sounds_has_them_all_and_what_is_seen_with_each() -> None:
    page = (Path(__file__).parents[2] / "docs/sounds.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| `")]
    assert all(len(row) == 4 and all(cell.strip() for cell in row) for row in rows)
    named = [name for row in rows for name in re.findall("`([^`]+)`", row[0])]
    assert named == [sound.value for sound in Sound]


@pytest.mark.usefixtures("silent")
def test_the_speaker_plays_what_it_is_told() -> None:
    speaker = Speaker()
    speaker.open()
    assert not pygame.mixer.get_busy()
    speaker.perform(Lamp(0, Rhythm.SOLID))
    assert not pygame.mixer.get_busy()
    for sound in Sound:
        speaker.perform(PlaySound(sound))
    assert pygame.mixer.get_busy()
    assert pygame.mixer.get_init() == (RATE, -16, 1)
    speaker.close()
    speaker.close()
    speaker.perform(PlaySound(Sound.WIN))


@pytest.mark.usefixtures("silent")
def test_quiet_is_quieter_and_off_needs_no_loudspeaker(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = Speaker("quiet")
    quiet.open()
    assert all(0 < made.get_volume() < 0.3 for made in quiet._sounds.values())
    quiet.close()
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    off = Speaker("off")
    off.open()
    off.perform(PlaySound(Sound.TICK))
    off.close()


@pytest.mark.usefixtures("silent")
def test_without_a_loudspeaker_it_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    speaker = Speaker()
    with pytest.raises(DriverError, match="no sound"):
        speaker.open()
    speaker.perform(PlaySound(Sound.TICK))
    speaker.close()
