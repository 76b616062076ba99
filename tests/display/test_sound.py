"""Sounds are short, clean and unlike each other; a table without a loudspeaker plays on."""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from threading import Event

import numpy as np
import numpy.typing as npt
import pytest
from example_seats import AT
from example_views import EXAMPLES
from hypothesis import given, settings
from hypothesis import strategies as st
from said import said

from appliance.core.effects import Lamp, PlaySound, Rhythm, Sound
from appliance.core.signals import LOUDSPEAKER, MS, SECOND, DriverBack, DriverLost, Noted, Signal
from appliance.display import sound as speaking
from appliance.display.loudness import LOWEST, a_weight, level
from appliance.display.quiet import RATE, pygame
from appliance.display.show import cues
from appliance.display.sound import (
    AUTO,
    BUFFER,
    CHANNELS,
    FADES,
    MISSED_AFTER,
    QUIETER,
    RETRIED_EVERY,
    SOFTER,
    STEADY,
    TAKES,
    Speaker,
    Volume,
    _of_every_evening,
    _samples,
    takes_of,
)
from appliance.display.waves import GROWS, HEADROOM, LAYER, LOUDNESS, at_rate, wave
from appliance.errors import DriverError
from appliance.themes import THEMES, USUAL_TUNING, Tuning, theme_of
from bluffing.message import Message, message


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    _await_loudspeakers()
    yield
    _await_loudspeakers()
    pygame.mixer.quit()


def _await_loudspeakers() -> None:
    """Wait for closed tables that still make their sounds: pygame has one mixer for all."""
    for thread in threading.enumerate():
        if thread.name == "loudspeaker":
            thread.join(60)


EVERY = tuple(_of_every_evening())
"""Each sound and take that is made beforehand."""

SHOWN = {Sound.BED, Sound.FUSE, Sound.HEART, Sound.GASP, Sound.FINISH, Sound.ROLL, Sound.CARD,
         Sound.STAMP, Sound.TRUTH, Sound.LIE, Sound.TAKE, Sound.WIN}  # fmt: skip
ANSWERS = set(Sound) - SHOWN
"""What a press is answered with."""

Made = npt.NDArray[np.int16]


@cache
def made(sound: Sound, step: int = 0, take: int = 0, tuning: Tuning = USUAL_TUNING) -> Made:
    return wave(sound, None, step, take, tuning)


TUNINGS = {name: theme_of(name).sounds for name in THEMES}
IN_EACH_THEME = pytest.mark.parametrize("tuning", TUNINGS.values(), ids=TUNINGS)
EVERY_IN_EACH_THEME = [
    (effect, take, tuning)
    for tuning in TUNINGS.values()
    for effect, take in _of_every_evening(tuning)
]


@pytest.mark.parametrize(("effect", "take", "tuning"), EVERY_IN_EACH_THEME)
def test_a_sound_is_short_and_neither_clipped_nor_clicking(
    effect: PlaySound, take: int, tuning: Tuning
) -> None:
    sound = made(effect.sound, effect.step, take, tuning)
    assert 0.02 <= len(sound) / RATE <= (0.7 if effect.sound in ANSWERS else 2.5)
    assert abs(int(sound[0])) < 50
    assert abs(int(sound[-1])) < 50
    assert abs(sound.mean()) < 0.001 * 32767  # no offset: that would be a click at both ends
    assert (wave(effect.sound, None, effect.step, take, tuning) == sound).all()


@pytest.mark.parametrize("sound", sorted(ANSWERS))
def test_an_answer_begins_at_once(sound: Sound) -> None:
    """Within 50 ms of the press: 10 ms to come up, after the mixer's 6."""
    loud = np.abs(made(sound).astype(int))
    assert loud[: RATE // 100].max() > 0.3 * loud.max()
    assert BUFFER / RATE < 0.01


# --- how loud ------------------------------------------------------------------------------------


def measured(sound: Made) -> float:
    """dB(A), as LOUDNESS has them."""
    return level(sound / 32767) - HEADROOM


def of_meaning(effect: PlaySound, take: int = 0, tuning: Tuning = USUAL_TUNING) -> float:
    """The level of a sound, measured where its level is promised: a roll has it as it begins."""
    sound = made(effect.sound, effect.step, take, tuning)
    return measured(sound[: RATE // 2] if effect.sound is Sound.ROLL else sound)


def test_the_ear_is_that_of_the_standard() -> None:
    """IEC 61672-1, the table of the A-weighting: dB at nominal frequencies."""
    wanted = {
        31.623: -39.4, 63.096: -26.2, 125.89: -16.1, 251.19: -8.6, 501.19: -3.2, 1000: 0,
        1995.3: 1.2, 3981.1: 1.0, 7943.3: -1.1, 15849: -6.6,
    }  # fmt: skip
    found = 20 * np.log10(a_weight(np.array([*wanted])))
    assert found == pytest.approx(np.array([*wanted.values()]), abs=0.1)


def test_a_tone_of_full_scale_has_minus_three() -> None:
    at = np.arange(RATE) / RATE
    tone = np.sin(2 * np.pi * 1000 * at)
    assert level(tone) == pytest.approx(-3, abs=0.1)
    assert level(tone / 2) == pytest.approx(-9, abs=0.1)
    assert level(tone[: RATE // 20]) == pytest.approx(-6, abs=0.2), "of 100 ms only 50"
    low = np.sin(2 * np.pi * 100 * at)
    assert level(low, whole=True) == pytest.approx(-22.1, abs=0.2)
    assert level(low) < level(low, whole=True) - 20, "a small loudspeaker has little"


@pytest.mark.parametrize(("effect", "take", "tuning"), EVERY_IN_EACH_THEME)
def test_a_sound_is_as_loud_as_its_meaning(effect: PlaySound, take: int, tuning: Tuning) -> None:
    thicker = LAYER * effect.step if effect.sound is Sound.BED else 0
    assert of_meaning(effect, take, tuning) == pytest.approx(
        LOUDNESS[effect.sound] + thicker, abs=1
    )


@IN_EACH_THEME
@pytest.mark.parametrize("sound", [Sound.SIT, Sound.SLAP, Sound.LOCK, Sound.CALL, Sound.TICK])
def test_each_note_is_as_loud_as_any_other(sound: Sound, tuning: Tuning) -> None:
    for place in range(12):
        buzzer, step = (None, place) if sound is Sound.TICK else (place, 0)
        samples = wave(sound, buzzer, step, tuning=tuning)
        assert measured(samples) == pytest.approx(LOUDNESS[sound], abs=1), place


@IN_EACH_THEME
def test_what_matters_more_is_louder(tuning: Tuning) -> None:
    """A listener in the next room hears a slap and a verdict, and not the corrections."""
    louder_first = (
        {Sound.SLAP, Sound.WIN}, {Sound.TRUTH, Sound.LIE}, {Sound.STAMP}, {Sound.TAKE},
        {Sound.GASP}, {Sound.ROLL, Sound.FUSE}, {Sound.SIT}, {Sound.CARD}, {Sound.TICK},
        {Sound.BACK}, {Sound.BED},
    )  # fmt: skip
    for louder, softer in pairwise(louder_first):
        assert min(LOUDNESS[sound] for sound in louder) > max(LOUDNESS[sound] for sound in softer)
    levels = {sound: of_meaning(PlaySound(sound), tuning=tuning) for sound in Sound}
    for first, second in combinations(Sound, 2):
        if LOUDNESS[first] != LOUDNESS[second]:
            assert (levels[first] > levels[second]) == (LOUDNESS[first] > LOUDNESS[second]), (
                first,
                second,
            )


def test_a_roll_grows() -> None:
    begins, ends = (measured(part) for part in np.split(made(Sound.ROLL)[: RATE * 19 // 10], 2))
    assert begins < ends
    assert measured(made(Sound.ROLL)) == pytest.approx(LOUDNESS[Sound.ROLL] + GROWS, abs=1)


@pytest.mark.parametrize(("effect", "take"), EVERY)
def test_a_small_loudspeaker_loses_nothing(effect: PlaySound, take: int) -> None:
    sound = made(effect.sound, effect.step, take) / 32767
    assert level(sound, whole=True) - level(sound) <= 0.5
    power, hertz = np.abs(np.fft.rfft(sound)) ** 2, np.fft.rfftfreq(len(sound), 1 / RATE)
    assert power[hertz >= LOWEST].sum() > 0.85 * power.sum()


FULL = 32767 * 10 ** (-1 / 20)
"""1 dB less than the loudest that there can be."""


def test_any_three_sounds_at_once_fit() -> None:
    """Whenever each begins: also where the loudest samples of all three meet."""
    sounds = [made(effect.sound, effect.step, take) for effect, take in EVERY]
    sounds += [wave(Sound.SLAP, seat, 0, take) for seat in range(12) for take in range(3)]
    assert 3 * max(np.abs(sound.astype(int)).max() for sound in sounds) <= FULL
    slaps = sum(wave(Sound.SLAP, seat).astype(int) for seat in range(3))
    assert np.abs(slaps).max() <= FULL


@pytest.mark.parametrize("name", ["lie", "truth", "safe", "doubt", "over", "game"])
@pytest.mark.parametrize("take", range(3))
def test_what_a_show_plays_fits(name: str, take: int) -> None:
    """Also where more than three sounds overlap."""
    view = replace(
        EXAMPLES[name],
        show=replace(EXAMPLES[name].show, began=AT),
        play=replace(EXAMPLES[name].play, window=None),
    )
    if view.play.open:
        view = replace(view, play=replace(view.play, window=(AT, AT + 5 * SECOND), pile=20))
    mixed = np.zeros(10 * RATE, int)
    for cue in cues(view):
        sound, first = cue.sound.sound, (cue.at - AT) * RATE // SECOND
        part = made(sound, cue.sound.step, take % takes_of(sound)).astype(int)
        part = part[: (cue.until - cue.at) * RATE // SECOND] if cue.until else part
        mixed[first : first + len(part)] += part
    assert 0 < np.abs(mixed).max() <= FULL


# --- what they are like --------------------------------------------------------------------------


@cache
def shape(sound: Sound) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return what it is made of in each twentieth of a second, of length 1."""
    whole = np.zeros(RATE * 5 // 2)
    whole[: len(made(sound))] = made(sound)
    spectra = np.abs(np.fft.rfft(whole.reshape(50, -1), axis=1)).ravel()
    return np.asarray(spectra / np.linalg.norm(spectra))


@pytest.mark.parametrize(("one", "other"), tuple(combinations(Sound, 2)))
@pytest.mark.untraced
def test_no_two_sounds_are_alike(one: Sound, other: Sound) -> None:
    """In length or in what they are made of, and in when it comes."""
    assert float(shape(one) @ shape(other)) < 0.5


def pitch(sound: Sound, buzzer: int | None = None, step: int = 0) -> float:
    """The loudest frequency in it, hertz."""
    return pitch_of(wave(sound, buzzer, step))


def pitch_of(sound: Made) -> float:
    return float(np.abs(np.fft.rfft(sound, 8 * RATE)).argmax() / 8)


def test_every_seat_has_a_note_of_its_own() -> None:
    notes = [pitch(Sound.SIT, buzzer) for buzzer in range(12)]
    assert all(low * 1.1 < high for low, high in pairwise(notes))
    for sound in (Sound.SLAP, Sound.LOCK):
        assert len({wave(sound, buzzer).tobytes() for buzzer in range(12)}) == 12, sound


def test_what_is_counted_rises() -> None:
    counts = [pitch(Sound.TICK, 3, count) for count in range(9)]
    assert all(low * 1.1 < high for low, high in pairwise(counts))


def test_a_press_that_counts_is_bright_and_one_that_does_not_is_dull() -> None:
    ignored, refused = pitch(Sound.NOTHING), pitch(Sound.REFUSED)
    assert max(ignored, refused) * 2.5 < min(pitch(Sound.TICK, 0, count) for count in range(9))
    assert of_meaning(PlaySound(Sound.NOTHING)) < of_meaning(PlaySound(Sound.TICK)) - 3


@pytest.mark.parametrize("sound", [*TAKES, Sound.LIE])
def test_no_two_takes_are_the_same(sound: Sound) -> None:
    takes = [made(sound, 0, take) for take in range(takes_of(sound))]
    assert len({take.tobytes() for take in takes}) == 3
    if sound is Sound.TICK:
        pitches = [pitch_of(take) for take in takes]
        assert max(pitches) / min(pitches) == pytest.approx(1.02 / 0.98, abs=0.01)


@IN_EACH_THEME
def test_no_take_comes_twice_in_a_row(tuning: Tuning) -> None:
    speaker = Speaker(tuning=tuning)
    for sound in Sound:
        takes = [speaker._take(sound) for _ in range(60)]
        assert {*takes} == {*range(takes_of(sound, tuning))}
        if takes_of(sound, tuning) > 1:
            assert all(first != second for first, second in pairwise(takes))


def test_the_page_about_sounds_has_them_all_and_what_is_seen_with_each() -> None:
    page = (Path(__file__).parents[2] / "docs/sounds.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| `")]
    assert all(len(row) == 4 and all(cell.strip() for cell in row) for row in rows)
    named = [name for row in rows for name in re.findall("`([^`]+)`", row[0])]
    assert named == [sound.value for sound in Sound]


@pytest.mark.usefixtures("silent")
def test_a_loudspeaker_that_fails_while_it_plays_is_opened_again() -> None:
    speaker = Speaker(away=lambda job: job())
    speaker.open()
    try:
        pygame.mixer.quit()
        speaker.perform(PlaySound(Sound.SLAP))
        assert speaker.speak(b"\0" * RATE, RATE) is None
        speaker.keep((), RETRIED_EVERY)
        speaker.perform(PlaySound(Sound.SLAP))
        assert pygame.mixer.get_busy()
    finally:
        speaker.close()


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
    assert {sound.get_volume() for sound in quiet._sounds.values()} == {QUIETER}
    assert 20 * np.log10(QUIETER) == pytest.approx(-12, abs=0.1)
    quiet.close()
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    off = Speaker("off")
    off.open()
    off.perform(PlaySound(Sound.TICK))
    off.close()


class Heard:
    """A pygame Sound that keeps how it was used."""

    def __init__(self) -> None:
        self.played: list[tuple[int, int]] = []
        self.faded: list[int] = []
        self.volume = 1.0

    def play(self, loops: int, maxtime: int) -> None:
        self.played.append((loops, maxtime))

    def fadeout(self, ms: int) -> None:
        self.faded.append(ms)

    def get_length(self) -> float:
        return 2.0

    def set_volume(self, volume: float) -> None:
        self.volume = volume


def listened(speaker: Speaker) -> dict[tuple[PlaySound, int], Heard]:
    """Open `speaker`, and hear what it plays of what was made beforehand."""
    speaker.open()
    heard = {sound: Heard() for sound in speaker._sounds}
    speaker._sounds.update(heard)  # type: ignore[arg-type]  # the only part that is called
    return heard


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("volume", ["on", "quiet"])
def test_a_quiet_evening_has_slaps_and_verdicts_and_softer_ones(volume: Volume) -> None:
    speaker = Speaker(volume, few=True)
    heard = listened(speaker)
    for sound in Sound:
        speaker.perform(PlaySound(sound))
    kept = {Sound.SLAP, Sound.TRUTH, Sound.LIE, Sound.CALL}
    assert {effect.sound for (effect, _), sound in heard.items() if sound.played} == kept
    speaker.turn(volume)
    assert {sound.volume for sound in heard.values()} == {1.0 if volume == "on" else QUIETER}
    speaker.turn(volume, few=True)
    assert {sound.volume for sound in heard.values()} == {QUIETER}
    speaker.close()


@pytest.mark.usefixtures("silent")
def test_the_bed_is_silent_as_soon_as_somebody_slaps() -> None:
    """Within 80 ms: it fades, after what is mixed already and is being played."""
    assert FADES + 2 * BUFFER / RATE * 1000 < 80
    speaker = Speaker()
    heard = listened(speaker)
    bed = heard[PlaySound(Sound.BED, step=1), 0]
    view = replace(
        EXAMPLES["game"], play=replace(EXAMPLES["game"].play, window=(AT, AT + 5 * SECOND), pile=7)
    )
    speaker.show(view, AT + 100 * MS)
    ((again, ends),) = bed.played
    assert again == -1
    assert 4900 <= ends <= 5100, "also where no picture is shown any more"
    speaker.show(view, AT + SECOND)
    assert bed.faded == []
    speaker.perform(PlaySound(Sound.SLAP))
    speaker.show(view, AT + 2 * SECOND)
    assert bed.faded == [FADES]
    assert len(bed.played) == 1
    speaker.show(view, AT + 3100 * MS)
    fuse = heard[PlaySound(Sound.FUSE), 0]
    assert fuse.played == [(0, 2100)]
    speaker.turn("on", calm=True)
    assert fuse.faded == [FADES]
    speaker.close()


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
    """A loudspeaker that is switched on and off; counts the attempts to open it.

    `deaf`: it opens, and does not play. `cards` are what the kernel has. There may be several, by
    their `names`; those that are `off` can't be opened. `used` is the one that plays.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on, self.deaf, self.attempts, self.cards = True, False, 0, "hdmi"
        self.names: tuple[str, ...] = ()
        self.off: set[str] = set()
        self.used: str | None = None
        self.knocks = 0
        init: Callable[..., None] = pygame.mixer.init

        def attempt(*form: int, devicename: str | None, allowedchanges: int) -> None:
            self.attempts += 1
            if not self.on or devicename in self.off:
                raise pygame.error("ALSA: Couldn't open audio device: No such device")
            self.used = None if devicename not in self.names else devicename
            init(*form, allowedchanges=allowedchanges)

        def knock(device: str | None = None) -> None:
            self.knocks += 1
            if device in self.off:
                raise pygame.error("No such device")

        monkeypatch.setattr(pygame.mixer, "init", attempt)
        monkeypatch.setattr("appliance.display.sound.knock", knock)
        monkeypatch.setattr("appliance.display.sound.loudspeakers", lambda: self.names)
        monkeypatch.setattr("appliance.display.sound.sound_cards", lambda: self.cards)

    def events(self) -> list[pygame.event.Event]:
        """Return what SDL reports: it writes to a loudspeaker that is open, and can't."""
        silent = self.deaf or not self.on
        return [REMOVED] if silent and pygame.mixer.get_init() is not None else []


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
    speaker = Speaker(away=lambda job: job())
    speaker.tells(heard.append)
    return speaker


def plays(speaker: Speaker) -> bool:
    """Return True if any part is audible."""
    speaker.perform(PlaySound(Sound.WIN))
    return pygame.mixer.get_init() is not None and pygame.mixer.get_busy()


LOST = message("sound.gone")


def test_a_television_that_is_switched_on_late_is_heard(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    television.on = False
    with pytest.raises(DriverError):
        speaker.open()
    seconds = [now for now in range(3600) if keeps_trying(speaker, television, now)]
    assert seconds == list(range(0, 3600, RETRIED_EVERY // SECOND))
    assert not heard, "nobody at the table misses what never was"
    television.on = True
    late = 3600 * SECOND
    speaker.keep([], late)
    assert plays(speaker)
    speaker.keep([], late + STEADY)
    assert heard == [DriverBack(LOUDSPEAKER, late + STEADY)]


def keeps_trying(speaker: Speaker, television: Television, now: int) -> bool:
    """Return whether it tries to open the loudspeaker in this second."""
    before = television.attempts
    speaker.keep([ADDED], now * SECOND)
    return television.attempts > before


def test_a_television_that_was_off_for_a_while_is_heard_again(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    speaker.open()
    television.on = False
    speaker.keep(television.events(), 0)
    assert heard == [DriverLost(LOUDSPEAKER, LOST, 0)]
    assert not plays(speaker)
    television.on = True
    speaker.keep([], RETRIED_EVERY)
    assert plays(speaker)
    speaker.keep([], RETRIED_EVERY + STEADY)
    assert heard[1:] == [DriverBack(LOUDSPEAKER, RETRIED_EVERY + STEADY)]


def test_a_loudspeaker_that_is_back_at_once_is_not_missed(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    speaker.open()
    speaker.keep([REMOVED], 0)
    speaker.keep([MICROPHONE], 0)
    assert television.attempts == 2
    speaker.renew()
    speaker.keep([], 1)
    assert television.attempts == 2, "one attempt a second at most"
    speaker.keep([], SECOND)
    assert television.attempts == 3
    assert not heard
    assert plays(speaker)


def test_a_loudspeaker_that_opens_and_does_not_play_is_named_once(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    speaker.open()
    television.deaf = True
    for now in range(0, 60 * SECOND, 100 * MS):
        speaker.keep(television.events(), now)
    assert [type(sound) for sound in heard] == [DriverLost]
    assert heard == [DriverLost(LOUDSPEAKER, LOST, 100 * MS)]
    assert television.attempts <= 1 + 60 * SECOND // RETRIED_EVERY + 1
    television.deaf = False
    for now in range(60 * SECOND, 65 * SECOND, 100 * MS):
        speaker.keep(television.events(), now)
    assert [type(sound) for sound in heard] == [DriverLost, DriverBack]


def test_a_loudspeaker_is_back_a_second_after_it_opens_however_long_samples_take(
    speaker: Speaker,
    television: Television,
    heard: list[Signal],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speaker.open()
    television.on = False
    speaker.keep(television.events(), 0)
    television.on = True
    made, ready = Speaker._made, RETRIED_EVERY + STEADY + 200 * MS

    def slowly(self: Speaker, effect: PlaySound, take: int = 0) -> pygame.mixer.Sound:
        speaker.keep([], ready)
        return made(self, effect, take)

    monkeypatch.setattr(Speaker, "_made", slowly)
    speaker.keep([], RETRIED_EVERY)
    speaker.keep([], ready + 50 * MS)
    assert heard[1:] == [DriverBack(LOUDSPEAKER, ready + 50 * MS)]


def test_a_loudspeaker_that_is_pulled_while_samples_are_made_is_not_back(
    speaker: Speaker,
    television: Television,
    heard: list[Signal],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speaker.open()
    television.on = False
    speaker.keep(television.events(), 0)
    television.on, made, ready = True, Speaker._made, RETRIED_EVERY + STEADY + 200 * MS

    def pulled(self: Speaker, effect: PlaySound, take: int = 0) -> pygame.mixer.Sound:
        speaker.keep([REMOVED], ready)
        television.on = False
        return made(self, effect, take)

    monkeypatch.setattr(Speaker, "_made", pulled)
    for later in range(0, 3 * RETRIED_EVERY, 100 * MS):
        speaker.keep([], ready + later)
    assert [type(sound) for sound in heard] == [DriverLost]


def test_the_screens_return_does_not_delay_a_loudspeaker_that_plays(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    speaker.open()
    television.on = False
    speaker.keep(television.events(), 0)
    television.on = True
    speaker.keep([], RETRIED_EVERY)
    attempts = television.attempts
    speaker.renew()
    speaker.keep([], RETRIED_EVERY + SECOND)
    assert television.attempts == attempts + 1
    speaker.keep([], RETRIED_EVERY + SECOND + 50 * MS)
    assert heard[1:] == [DriverBack(LOUDSPEAKER, RETRIED_EVERY + SECOND + 50 * MS)]


def test_sound_that_is_switched_off_opens_nothing(speaker: Speaker, television: Television) -> None:
    speaker.open()
    speaker.turn("off")
    speaker.keep([REMOVED], 1)
    assert television.attempts == 1
    speaker.turn("on")
    speaker.keep([], 2)
    assert television.attempts == 2
    assert plays(speaker)


def test_sound_that_is_switched_on_without_a_loudspeaker_is_told(
    television: Television, heard: list[Signal]
) -> None:
    television.on = False
    speaker = Speaker("off", away=lambda job: job())
    speaker.tells(heard.append)
    speaker.open()
    speaker.keep([], 0)
    assert not television.attempts
    speaker.turn("quiet")
    for now in range(10):
        speaker.keep([], now * SECOND)
    assert heard == [DriverLost(LOUDSPEAKER, LOST, 0)]


def test_a_sound_card_that_is_plugged_in_is_opened_without_an_event(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    """Without a window, SDL's events reach no handler."""
    speaker.open()
    speaker.keep([], 0)
    assert television.attempts == 1
    television.cards = "hdmi usb"
    speaker.keep([], RETRIED_EVERY)
    assert television.attempts == 2
    television.on, television.cards = False, ""
    speaker.keep([], 2 * RETRIED_EVERY)
    assert heard == [DriverLost(LOUDSPEAKER, LOST, 2 * RETRIED_EVERY)]


def test_the_kernel_lists_its_sound_devices(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(speaking, "SOUND_DEVICES", tmp_path / "pcm")
    assert not speaking.sound_cards()
    speaking.SOUND_DEVICES.write_text("00-00: MAI PCM i2s-hifi-0 : : playback 1\n")
    assert "playback" in speaking.sound_cards()


@pytest.mark.usefixtures("television")
def test_nobody_waits_for_a_loudspeaker_that_does_not_answer(
    heard: list[Signal], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, ready = Event(), Event()

    def slow(_: str | None = None) -> None:
        ready.set()
        assert answers.wait(10)

    speaker = Speaker()
    speaker.tells(heard.append)
    speaker.open()
    monkeypatch.setattr(speaking, "knock", slow)
    speaker.keep([REMOVED], 0)
    assert ready.wait(10)
    speaker.keep([REMOVED], MISSED_AFTER - 1)
    speaker.perform(PlaySound(Sound.WIN))
    speaker.turn("quiet")
    monkeypatch.setattr("appliance.display.sound.ANSWERED_WITHIN", 0)
    assert speaker.speak(SENTENCE, RATE) is None
    speaker.fall_silent()
    assert not heard
    speaker.keep([], MISSED_AFTER)
    speaker.keep([], 2 * MISSED_AFTER)
    assert heard == [DriverLost(LOUDSPEAKER, LOST, MISSED_AFTER)]
    answers.set()
    speaker.close()


def test_sdl_says_why_there_is_no_loudspeaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "none such")
    with pytest.raises(pygame.error, match="not available"):
        speaking.knock()
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", "/no/such/folder/sound")
    with pytest.raises(pygame.error):
        speaking.knock()


@pytest.mark.usefixtures("silent")
def test_a_pygame_without_some_of_its_parts_is_used_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speaking._sdl.cache_clear()
    monkeypatch.setattr(pygame.mixer, "__file__", "/no/such/mixer.so")
    monkeypatch.setitem(sys.modules, "pygame._sdl2.audio", None)
    speaking.knock()  # no other source: pygame will say
    speaking.open_mixer()
    assert speaking.loudspeakers() == ()
    speaking._sdl.cache_clear()


def test_a_table_that_has_ended_opens_no_loudspeaker(
    television: Television, heard: list[Signal]
) -> None:
    jobs: list[Callable[[], None]] = []
    speaker = Speaker(away=jobs.append)
    speaker.tells(heard.append)
    speaker.keep([], 0)
    speaker.close()
    jobs.pop()()
    assert not television.attempts
    assert not heard


def test_people_who_try_a_loudspeaker_hear_that_there_is_none(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    television.on = False
    speaker.keep([], 0)
    assert not heard
    speaker.try_next()
    speaker.keep([], 1)
    assert heard == [DriverLost(LOUDSPEAKER, LOST, 1)]


ROUND = 50 * MS
"""How often a table at rest looks."""


class Socket:
    """A loudspeaker without pygame, and a table that keeps `speaker` open; `now` in ns.

    Its device is listed at once, and is the table's only from `ours_at` on; to open it takes
    `takes`.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.there, self.deaf, self.seen, self.open = True, False, True, False
        self.heard: list[Signal] = []
        self.now = self.ours_at = self.takes = 0
        self._jobs = list[tuple[int, Callable[[], None]]]()
        patch.setattr("appliance.display.sound.open_mixer", self.opens)
        patch.setattr("appliance.display.sound.sound_cards", lambda: str(self.there or self.deaf))
        patch.setattr(pygame.mixer, "quit", self.closes)
        patch.setattr(pygame.mixer, "get_init", lambda: (RATE, -16, 1) if self.open else None)
        self.speaker = Speaker(late=True, away=self.does)
        self.speaker.tells(self.heard.append)

    def does(self, job: Callable[[], None]) -> None:
        self._jobs.append((self.speaker._now + self.takes, job))

    def opens(self, device: str | None = None) -> None:
        assert device is None
        if not (self.there or self.deaf) or self.speaker._now < self.ours_at:
            raise pygame.error("No such device")
        self.open = True

    def closes(self) -> None:
        self.open = False

    def passes(self, ns: int) -> None:
        """Let the table run for this time."""
        for now in range(self.now, self.now + ns, ROUND):
            while self._jobs and self._jobs[0][0] <= now:
                self._jobs.pop(0)[1]()
            gone = self.open and not self.there and self.seen
            self.speaker.keep([REMOVED] if gone else [], now)
        self.now += ns

    def tells(self) -> Signal:
        """Return the only report since the last time."""
        assert len(self.heard) == 1, self.heard
        return self.heard.pop()


spans = st.integers(0, 400).map(lambda rounds: rounds * ROUND)
moments = st.integers(0, 20).map(lambda rounds: rounds * ROUND)


@settings(max_examples=20, deadline=None)
@given(
    late=st.booleans(),
    pulls=st.lists(st.tuples(spans, spans, st.integers(0, 2), moments), min_size=20),
    takes=st.integers(0, 15).map(lambda rounds: rounds * ROUND),
)
def test_a_loudspeaker_that_is_pulled_twenty_times_is_named_and_adopted_each_time(
    late: bool,
    pulls: list[tuple[int, int, int, int]],
    takes: int,
) -> None:
    """Whatever the moments: told within 3 s, heard within 5 s of its return, never stuck."""
    with pytest.MonkeyPatch.context() as patch:
        room = Socket(patch)
        room.there, room.takes = not late, takes
        with suppress(DriverError):
            room.speaker.open()
        room.passes(10 * SECOND)
        room.there = True
        room.passes(5 * SECOND)
        assert room.open
        assert len(room.heard) == late
        room.heard.clear()
        for before, away, kind, lag in pulls:
            room.passes(before)
            room.there, room.deaf, room.seen = False, kind == 1, kind != 2
            went = room.now
            room.passes(3 * SECOND)
            lost = room.tells()
            assert isinstance(lost, DriverLost)
            assert lost.at - went <= 3 * SECOND
            room.passes(away)
            room.there, room.deaf, room.ours_at = True, False, room.now + lag
            room.passes(5 * SECOND)
            assert isinstance(room.tells(), DriverBack)
            assert room.open


def test_the_first_opening_is_done_beside_the_game(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    wrong: list[Message] = []
    speaker.begin(wrong.append)
    assert not plays(speaker)
    for now in range(0, 5 * SECOND, ROUND):
        speaker.keep([], now)
    assert plays(speaker)
    assert (heard, wrong, television.attempts) == ([], [], 1)


def test_a_loudspeaker_that_is_missing_at_first_is_a_line_of_the_log(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    wrong: list[Message] = []
    television.on = False
    speaker.begin(wrong.append)
    for now in range(0, 20 * SECOND, ROUND):
        speaker.keep([], now)
    assert "No such device" in said(wrong[0])
    assert (heard, len(wrong)) == ([], 1)
    television.on = True
    for now in range(20 * SECOND, 25 * SECOND, ROUND):
        speaker.keep([], now)
    assert [type(sound) for sound in heard] == [DriverBack]


def test_a_loudspeaker_that_does_not_answer_at_first_is_named_and_its_answer_taken(
    television: Television, heard: list[Signal]
) -> None:
    jobs: list[Callable[[], None]] = []
    wrong: list[Message] = []
    speaker = Speaker(away=jobs.append)
    speaker.tells(heard.append)
    speaker.begin(wrong.append)
    start = 900 * SECOND  # an evening that goes on
    for now in range(start, start + 60 * SECOND, ROUND):
        speaker.keep([], now)
    assert heard == [DriverLost(LOUDSPEAKER, LOST, start + MISSED_AFTER)]
    (job,) = jobs
    job()
    for now in range(start + 60 * SECOND, start + 65 * SECOND, ROUND):
        speaker.keep([], now)
    assert plays(speaker)
    assert [type(sound) for sound in heard] == [DriverLost, DriverBack]
    assert (wrong, television.attempts) == ([], 1)


def test_without_sounds_no_loudspeaker_is_opened_at_first(television: Television) -> None:
    speaker = Speaker("off", away=lambda job: job())
    speaker.begin(lambda _: None)
    speaker.keep([], 0)
    assert television.attempts == 0


# --- which loudspeaker ---------------------------------------------------------------------------


def test_people_step_through_the_loudspeakers_and_hear_each(
    speaker: Speaker, television: Television, heard: list[Signal]
) -> None:
    television.names = ("HDMI", "USB")
    speaker.open()
    used, tried, now = list[str | None](), list[str](), 0
    for now in range(4):
        tried.append(speaker.try_next())
        speaker.keep([], now)
        assert pygame.mixer.get_busy(), "each plays a fanfare"
        speaker.turn("on", device=tried[-1])
        speaker.keep([], now)
        used.append(television.used)
    assert tried == ["HDMI", "USB", AUTO, "HDMI"]
    assert used == ["HDMI", "USB", None, "HDMI"]
    named = [message("sound.device", name=name) for name in ("HDMI", "USB")]
    auto = message("sound.device", name=message("sound.auto"))
    whole = [*named, auto, named[0]]
    assert heard == [Noted(LOUDSPEAKER, what, at) for at, what in enumerate(whole)]


def test_a_loudspeaker_that_the_settings_name_is_opened_without_a_fanfare(
    speaker: Speaker, television: Television
) -> None:
    television.names = ("HDMI", "USB")
    speaker.open()
    speaker.keep([], 0)
    speaker.turn("on", device="USB")
    speaker.keep([], SECOND)
    assert television.used == "USB"
    assert not pygame.mixer.get_busy()


@pytest.mark.parametrize("how", ["missing", "off"])
def test_a_chosen_loudspeaker_that_is_missing_is_named_and_another_plays(
    television: Television, heard: list[Signal], how: str
) -> None:
    television.names = ("HDMI",) if how == "missing" else ("HDMI", "USB")
    television.off = {"USB"}
    speaker = Speaker(device="USB", away=lambda job: job())
    speaker.tells(heard.append)
    speaker.open()
    assert plays(speaker)
    first = television.used
    assert first is None
    for now in range(10):
        speaker.keep([], now * SECOND)
    assert heard == [Noted(LOUDSPEAKER, message("sound.other", name="USB"), SECOND)]
    assert television.attempts == 1, "sound has no gaps"
    television.names, television.off = ("HDMI", "USB"), set()
    speaker.keep([], 13 * SECOND)
    assert television.used == "USB"
    speaker.keep([], 14 * SECOND)
    assert heard[1:] == [Noted(LOUDSPEAKER, message("sound.device", name="USB"), 14 * SECOND)]


def test_a_loudspeaker_is_chosen_while_sound_is_off(
    television: Television, heard: list[Signal]
) -> None:
    speaker = Speaker("off", away=lambda job: job())
    speaker.tells(heard.append)
    assert speaker.try_next() == AUTO
    speaker.keep([], 5)
    assert not television.attempts
    auto = message("sound.auto")
    assert heard == [Noted(LOUDSPEAKER, message("sound.device", name=auto), 5)]


@pytest.mark.usefixtures("silent")
def test_sdl_names_the_loudspeakers_and_opens_the_one_that_is_chosen() -> None:
    assert not speaking.loudspeakers(), "the mixer is not open"
    speaker = Speaker(away=lambda job: job())
    speaker.open()
    there = speaking.loudspeakers()
    assert there
    assert speaker.try_next() == there[0]
    speaker.keep([], 0)
    assert pygame.mixer.get_busy()
    speaker.close()


SENTENCE = wave(Sound.WIN).tobytes()


@pytest.mark.usefixtures("silent")
def test_speech_is_heard_through_the_mixer_and_all_else_is_softer() -> None:
    speaker = Speaker()
    speaker.open()
    tick = speaker._sounds[PlaySound(Sound.TICK), 0]
    seconds = speaker.speak(SENTENCE, RATE // 2)
    assert seconds == pytest.approx(2 * len(wave(Sound.WIN)) / RATE, abs=0.01)
    assert pygame.mixer.Channel(0).get_busy()
    assert tick.get_volume() == pytest.approx(SOFTER, abs=0.01)
    for _ in range(CHANNELS + 1):
        speaker.perform(PlaySound(Sound.WIN))
    assert pygame.mixer.Channel(0).get_sound().get_length() == seconds, "no sound takes its place"
    speaker.fall_silent()
    assert not pygame.mixer.Channel(0).get_busy()
    assert tick.get_volume() == 1.0
    speaker.close()
    assert speaker.speak(SENTENCE, RATE) is None
    speaker.fall_silent()


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(("volume", "loud"), [("on", 1.0), ("quiet", 0.5), ("off", 1.0)])
def test_speech_is_as_loud_as_the_evening_allows(volume: Volume, loud: float) -> None:
    speaker = Speaker(volume, speech=True)
    speaker.open()
    speaker.perform(PlaySound(Sound.TICK))
    assert pygame.mixer.get_busy() == (volume != "off")
    speaker.speak(SENTENCE, RATE)
    assert pygame.mixer.Channel(0).get_sound().get_volume() == pytest.approx(loud, abs=0.01)
    speaker.close()


def test_speech_opens_a_loudspeaker_where_no_other_sound_is_wanted(
    television: Television,
) -> None:
    speaker = Speaker("off", away=lambda job: job())
    speaker.open()
    speaker.keep([], 0)
    tried = television.attempts
    speaker.turn("off", speech=True)
    speaker.keep([], 1)
    assert (tried, television.attempts) == (0, 1)
    assert speaker.speak(SENTENCE, RATE)
    speaker.close()


@pytest.mark.parametrize("rate", [8000, 22_050, 44_100, 48_000])
def test_samples_at_any_rate_last_as_long(rate: int) -> None:
    given = np.round(np.sin(np.arange(rate) / rate * 2 * np.pi * 440) * 20_000).astype(np.int16)
    made = np.frombuffer(at_rate(given.tobytes(), rate), np.int16)
    assert len(made) == RATE
    assert float(np.abs(np.fft.rfft(made)).argmax()) == 440


@pytest.mark.usefixtures("silent")
def test_a_television_may_go_while_sounds_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made on a thread of their own, and the loudspeaker is kept on the table's."""
    speaker = Speaker(late=True)
    speaker.open()
    _samples.cache_clear()

    def close_and_make(
        sound: Sound, buzzer: int, step: int, take: int, tuning: Tuning
    ) -> npt.NDArray[np.int16]:
        speaker.close()
        return wave(sound, buzzer, step, take, tuning)

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
