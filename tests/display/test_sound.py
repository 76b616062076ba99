"""Sounds are short, clean and unlike each other; a table without a loudspeaker plays on."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from appliance.core.effects import Lamp, PlaySound, Rhythm, Sound
from appliance.core.signals import LOUDSPEAKER, SECOND, DriverBack, DriverLost, Signal
from appliance.display.quiet import RATE, pygame
from appliance.display.sound import BUFFER, Speaker, _samples
from appliance.display.waves import wave
from appliance.errors import DriverError
from appliance.message import message


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


REMOVED = pygame.event.Event(pygame.AUDIODEVICEREMOVED, iscapture=0)
ADDED = pygame.event.Event(pygame.AUDIODEVICEADDED, iscapture=0)
MICROPHONE = pygame.event.Event(pygame.AUDIODEVICEREMOVED, iscapture=1)


class Television:
    """A loudspeaker that is switched on and off; counts the attempts to open it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on, self.attempts = True, 0
        init = pygame.mixer.init

        def attempt(rate: int, size: int, channels: int, ahead: int, allowedchanges: int) -> None:
            self.attempts += 1
            if not self.on:
                raise pygame.error("ALSA: Couldn't open audio device: No such device")
            init(rate, size, channels, ahead, allowedchanges=allowedchanges)

        monkeypatch.setattr(pygame.mixer, "init", attempt)


@pytest.fixture
def television(monkeypatch: pytest.MonkeyPatch) -> Iterator[Television]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield Television(monkeypatch)
    pygame.mixer.quit()


@pytest.fixture
def heard() -> list[Signal]:
    return []


@pytest.fixture
def speaker(heard: list[Signal]) -> Speaker:
    speaker = Speaker()
    speaker.tells(heard.append)
    return speaker


def plays(speaker: Speaker) -> bool:
    """Return whether something of it is heard."""
    speaker.perform(PlaySound(Sound.WIN))
    return pygame.mixer.get_init() is not None and pygame.mixer.get_busy()


def test_a_television_that_is_switched_on_late_is_heard(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    television.on = False
    with pytest.raises(DriverError):
        speaker.open()
    seconds = [now for now in range(100) if keeps_trying(speaker, television, now)]
    assert seconds == [0, 1, 3, 7, 15, 31, 61, 91]
    assert not heard, "nobody at the table misses what never was"
    television.on = True
    speaker.keep([ADDED], 100 * SECOND, race=False)
    assert heard == [DriverBack(LOUDSPEAKER, 100 * SECOND)]
    assert plays(speaker)


def keeps_trying(speaker: Speaker, television: Television, now: int) -> bool:
    """Return whether it tries to open the loudspeaker in this second."""
    before = television.attempts
    speaker.keep([], now * SECOND, race=False)
    return television.attempts > before


def test_a_television_that_was_off_for_a_while_is_heard_again(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    speaker.open()
    television.on = False
    speaker.keep([REMOVED], 0, race=False)
    assert heard == [DriverLost(LOUDSPEAKER, message("sound.gone"), 0)]
    assert not plays(speaker)
    television.on = True
    speaker.keep([], SECOND, race=False)
    assert heard[1:] == [DriverBack(LOUDSPEAKER, SECOND)]
    assert plays(speaker)


def test_a_loudspeaker_that_is_back_at_once_is_not_missed(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    speaker.open()
    speaker.keep([REMOVED], 0, race=False)
    speaker.keep([MICROPHONE], 0, race=False)
    assert television.attempts == 2
    speaker.renew()
    speaker.keep([], 1, race=False)
    assert television.attempts == 3
    assert not heard
    assert plays(speaker)


def test_nothing_is_opened_in_a_race_or_where_sound_is_off(
    speaker: Speaker, television: Television
) -> None:
    speaker.open()
    speaker.keep([REMOVED], 0, race=True)
    assert television.attempts == 1
    speaker.turn("off")
    speaker.keep([ADDED], 1, race=False)
    assert television.attempts == 1
    speaker.turn("on")
    speaker.keep([], 2, race=False)
    assert television.attempts == 2
    assert plays(speaker)


@pytest.mark.usefixtures("silent")
def test_a_television_may_go_while_sounds_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made on a thread of their own, and the loudspeaker is kept on the table's."""
    speaker = Speaker(late=True)
    speaker.open()
    _samples.cache_clear()

    def close_and_make(sound: Sound, *notes: int) -> npt.NDArray[np.int16]:
        speaker.close()
        return wave(sound, *notes)

    monkeypatch.setattr("appliance.display.waves.wave", close_and_make)
    speaker.prepare()
    speaker.open()
    assert plays(speaker)
    speaker.close()


@pytest.mark.usefixtures("silent")
def test_a_late_speaker_is_silent_until_it_is_prepared() -> None:
    speaker = Speaker(late=True)
    speaker.open()
    speaker.perform(PlaySound(Sound.WIN))
    assert not pygame.mixer.get_busy()
    speaker.prepare()
    speaker.perform(PlaySound(Sound.WIN))
    assert pygame.mixer.get_busy()
    speaker.close()
    speaker.prepare()  # there is no loudspeaker any more
