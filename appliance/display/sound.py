"""The performer that plays sounds.

The screen shows everything that sounds tell, so a table without a loudspeaker loses nothing.
"""

import ctypes
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import Literal

from appliance.core.effects import Effect, PlaySound, Sound
from appliance.core.signals import LOUDSPEAKER, MS, NEVER, SECOND, DriverBack, DriverLost, Noted
from appliance.display.quiet import RATE, pygame
from appliance.display.show import LAYERS, Cue, calmed, cues
from appliance.display.view import View
from appliance.drivers import Post
from appliance.errors import DriverError
from appliance.themes import USUAL_TUNING, Tuning
from bluffing.message import Message, message

Volume = Literal["on", "quiet", "off"]

QUIETER = 0.25
"""Volume of a quiet evening: 12 dB lower."""

_LOUD: dict[Volume, float] = {"on": 1.0, "quiet": QUIETER, "off": 0.0}

_SPOKEN: dict[Volume, float] = {"on": 1.0, "quiet": 0.5, "off": 1.0}
"""Volume of speech: without other sounds it is as loud as possible."""

SOFTER = 0.4
"""Volume of other sounds during speech, as a share of their own."""

ANSWERED_WITHIN = 1.0
"""Maximum time that speech waits for a loudspeaker that is being opened (s)."""

GIVES_WAY = 0.005
"""Maximum time that a sound waits for speech that is just about to begin (s)."""

TOO_OLD = 400 * MS
"""Age at which the sound of a visible event is dropped: after a power cut, or if a window was
behind."""

ESSENTIAL = frozenset({Sound.SLAP, Sound.TRUTH, Sound.LIE, Sound.CALL})
"""Audible sounds if few are wanted; the screen shows all others. CALL belongs to speech."""

TAKES = {Sound.TICK: 3, Sound.SLAP: 3, Sound.CARD: 3}
"""Number of samples with the same meaning; LIE has those of the tuning, all other sounds one."""

FADES = 60
"""Fade-out of a lasting sound (ms): with the mixed samples, 80 ms after a slap at most."""

_LATEST = 200
"""Maximum further time (ms) of such a sound if no picture follows that would end it."""

AUTO = "auto"
"""The loudspeaker that the system prefers."""

RETRIED_EVERY = 2 * SECOND
"""The pause between two attempts to open a loudspeaker (ns): it is heard 5 s after it comes."""

LOOKED_EVERY = SECOND // 2
"""Time between two looks at the kernel's list of sound devices (ns)."""

GIVEN_WITHIN = 5 * SECOND
"""Time after a change of that list in which attempts follow each other quickly (ns): the system
lists a device before it gives it to the table's account."""

STEADY = SECOND
"""Minimum playing time of a loudspeaker (ns) until it counts as back."""

MISSED_AFTER = 2 * SECOND
"""Maximum time to open the loudspeaker (ns); then the table reports that there is no sound."""

Away = Callable[[Callable[[], None]], None]
"""Function that runs a job elsewhere, and returns at once."""


def _on_a_thread(job: Callable[[], None]) -> None:
    Thread(target=job, name="loudspeaker", daemon=True).start()


def takes_of(sound: Sound, tuning: Tuning = USUAL_TUNING) -> int:
    """Return the number of takes of `sound`."""
    return len(tuning.lies) if sound is Sound.LIE else TAKES.get(sound, 1)


@cache
def _samples(effect: PlaySound, take: int, tuning: Tuning) -> bytes:
    """Return the samples of a sound, which are made once."""
    from appliance.display.waves import wave  # noqa: PLC0415 - numpy is late

    return wave(effect.sound, effect.buzzer, effect.step, take, tuning).tobytes()


def _of_every_evening(tuning: Tuning = USUAL_TUNING) -> Iterator[tuple[PlaySound, int]]:
    """Yield each sound and take to make in advance."""
    for sound in Sound:
        for step in range(LAYERS if sound is Sound.BED else 1):
            for take in range(takes_of(sound, tuning)):
                yield PlaySound(sound, step=step), take


class Speaker:
    """Plays PlaySound effects. `perform` returns at once: the mixing is on a thread of SDL's.

    `quiet` is for a room with sleepers nearby, `off` needs no loudspeaker at all. With `few` only
    slaps and verdicts are heard, and softer. `calm` is for a window without motion: the sounds of
    the show come with its end. A `late` one is silent until `prepare`. With `speech` it plays a
    voice, even if no other sounds are wanted. `device` is the loudspeaker's name; while it is
    missing another plays. `away` opens and closes the loudspeaker while the game goes on. `tuning`
    is the theme's.
    """

    def __init__(
        self,
        volume: Volume = "on",
        *,
        few: bool = False,
        calm: bool = False,
        speech: bool = False,
        device: str = AUTO,
        tuning: Tuning = USUAL_TUNING,
        late: bool = False,
        away: Away = _on_a_thread,
    ) -> None:
        self._volume, self._few, self._calm, self._speech = volume, few, calm, speech
        self._prepared, self._speaks = not late, False
        self._score = tuning
        self._device, self._names = device, tuple[str, ...]()
        self._other = self._tests = False  # other: another plays than was chosen; tests: it shall
        self._named: tuple[str, bool] | None = (device, False)  # what people know of it
        self._view: View | None = None
        self._cues: tuple[Cue, ...] = ()
        self._told: frozenset[tuple[PlaySound, int]] = frozenset()
        self._lasts: frozenset[tuple[PlaySound, int]] = frozenset()  # what has begun, and not ended
        self._sounds: dict[tuple[PlaySound, int], pygame.mixer.Sound] = {}
        self._takes: dict[Sound, int] = {}  # the newest of each
        self._chance = Random(0)
        self._away, self._held = away, Lock()  # held while the loudspeaker is opened or closed
        self._open = self._busy = self._gone = self._renews = False
        self._plays_since = NEVER  # when the mixer opened, ns; NEVER: it is closed
        self._there = self._asked = False  # there: as people know; asked: they wait for it
        self._tried_at, self._opened_at, self._changed_at, self._look_at = -NEVER, -NEVER, -NEVER, 0
        self._cards: str | None = None
        self._now = 0
        self._post: Post = lambda _: None
        self._first: Callable[[Message], None] | None = None  # hears why the first attempt failed
        self._babbles: pygame.mixer.Sound | None = None  # what the host says
        self._babbled_at: int | None = None

    def tells(self, post: Post) -> None:
        """Set `post`, which receives the loss and the return of the loudspeaker."""
        self._post = post

    def open(self) -> None:
        """Open the loudspeaker, if any sound is wanted and it is not open yet.

        Raises:
            DriverError: there is none. `perform` may be called all the same.
        """
        if self._is_wanted() and not self._open:
            self._begin()
            self._there = True

    def begin(self, fails: Callable[[Message], None]) -> None:
        """Open the loudspeaker with the first `keep`, if any sound is wanted.

        `fails` receives the reason of a failure; the table names a loudspeaker that doesn't answer.
        """
        if self._is_wanted():
            self._first, self._asked = fails, True

    def prepare(self) -> None:
        """Make the samples that every evening has. Safe from any thread."""
        from appliance.display.host.babble import make_syllables  # noqa: PLC0415 - numpy is late

        for effect, take in _of_every_evening(self._score):
            _samples(effect, take, self._score)
        make_syllables()
        self._prepared = True

    def turn(
        self,
        volume: Volume,
        *,
        few: bool = False,
        calm: bool = False,
        speech: bool = False,
        device: str = AUTO,
        tuning: Tuning = USUAL_TUNING,
    ) -> None:
        """Apply these sound settings; `keep` opens a loudspeaker that they newly need."""
        if (device, tuning) != (self._device, self._score):
            self._device, self._score, self._renews = device, tuning, True
        was, self._volume, self._speech = self._is_wanted(), volume, speech
        self._few, self._calm, self._view = few, calm, None
        if self._is_wanted() and not was and not self._open:
            self._asked, self._tried_at = True, -NEVER
        with self._hold(GIVES_WAY) as held:
            if held:  # else they are just being made
                self._end(self._lasts)
                self._balance()

    def keep(self, events: Iterable[pygame.event.Event], now: int) -> None:
        """Open the loudspeaker that comes, or comes back, while the game goes on.

        `events` are those of the window system since the last call, at `now` (ns). A table that
        never had a loudspeaker says so in its log alone.
        """
        self._now = now
        kinds = {event.type for event in events if not getattr(event, "iscapture", 0)}
        plays = self._plays_since != NEVER
        self._gone = self._gone or (plays and pygame.AUDIODEVICEREMOVED in kinds)
        if now >= self._look_at:
            self._look(now)
        tried, opened = now - self._tried_at, now - self._opened_at
        if not self._is_wanted():
            self._name(now)
            return
        if self._busy:
            if tried >= MISSED_AFTER and not self._open:
                self._miss()
        elif self._gone and opened < RETRIED_EVERY:
            self._do(self._give_up)  # it opens, and does not play
        elif self._is_due(tried):
            self._do(self._renew)
        elif self._open and self._other and tried >= RETRIED_EVERY:
            self._do(self._seek)
        elif self._open and not self._there and now - self._plays_since >= STEADY:
            self._there = True
            self._post(DriverBack(LOUDSPEAKER, now))
        elif self._open:
            self._name(now)

    def renew(self) -> None:
        """Open the loudspeaker again at the next chance: the screen that it is in was gone."""
        self._renews = True

    def _is_due(self, since: int) -> bool:
        """Return True if it is time to open the loudspeaker, `since` (ns) the newest attempt."""
        if self._gone or self._renews:
            return since >= SECOND
        changed = self._now - self._changed_at < GIVEN_WITHIN
        return not self._open and since >= (SECOND if changed else RETRIED_EVERY)

    def try_next(self) -> str:
        """Play a fanfare on the loudspeaker after the one that is chosen, and return its name.

        AUTO is the first. People hear its name once it plays.
        """
        every = (AUTO, *self._names)
        place = every.index(self._device) if self._device in every else -1
        self._device = every[(place + 1) % len(every)]
        self._tests = self._renews = True
        self._asked = not self._open
        self._tried_at, self._named = -NEVER, None
        return self._device

    def _name(self, now: int) -> None:
        """Announce the loudspeaker that plays, if people know of another."""
        plays = (self._device, self._other)
        if plays != self._named:
            self._named = plays
            code = "sound.other" if self._other else "sound.device"
            name = message("sound.auto") if self._device == AUTO else self._device
            self._post(Noted(LOUDSPEAKER, message(code, name=name), now))

    def _look(self, now: int) -> None:
        """Check the kernel's sound devices for changes: without a window no event reports one."""
        self._look_at = now + LOOKED_EVERY
        before, self._cards = self._cards, sound_cards()
        if before not in {None, self._cards}:
            self._renews, self._changed_at = True, now

    def _do(self, job: Callable[[], None]) -> None:
        """Run `job` elsewhere, while it holds the loudspeaker."""
        self._busy, self._tried_at = True, self._now
        self._gone = self._renews = False

        def alone() -> None:
            try:
                job()
            finally:
                self._busy = False

        self._away(alone)

    def _renew(self) -> None:
        with self._held:
            if not self._busy:  # it was closed in the meantime
                return
            since = self._plays_since
            self._let_go()
            try:
                self._begin()
            except DriverError as error:
                if self._first is not None:
                    self._asked = False
                    self._first(error.says)
                    self._first = None
                self._miss()
                return
            self._opened_at, self._plays_since = self._now, min(since, self._plays_since)
            if self._first is not None:
                self._there, self._asked, self._first = self._asked, False, None
            if self._tests:
                self._tests = False
                self._made(PlaySound(Sound.WIN)).play()

    def _give_up(self) -> None:
        with self._held:
            self._let_go()
        self._miss()

    def _seek(self) -> None:
        """Go back to the chosen loudspeaker, if it has returned."""
        self._names = loudspeakers()
        if self._device in self._names:
            with suppress(pygame.error):
                knock(self._device)
                self._renew()

    def _miss(self) -> None:
        """Report missing sound, once, if there was some or people wait for it."""
        if self._there or self._asked:
            self._there = self._asked = False
            self._post(DriverLost(LOUDSPEAKER, message("sound.gone"), self._now))

    def _begin(self) -> None:
        """Open the loudspeaker, or raise DriverError."""
        chosen = None if self._device == AUTO else self._device
        try:
            self._other = chosen is not None
            if chosen is not None:
                with suppress(pygame.error):
                    open_mixer(chosen)
                    self._other = chosen not in loudspeakers()
            if pygame.mixer.get_init() is None:
                open_mixer()
            self._plays_since = self._now
            self._names = loudspeakers()
            if self._prepared and self._volume != "off":
                for effect, take in _of_every_evening(self._score):
                    self._made(effect, take)
        except (pygame.error, NotImplementedError) as error:  # a pygame may lack its mixer
            symptom = message("sound.cant-open", error=str(error))
            raise DriverError(symptom, message("sound.cant-open.todo")) from error
        self._open = True

    def _let_go(self) -> None:
        if self._open:
            self._open, self._sounds, self._babbles = False, {}, None
            self._plays_since = NEVER
            pygame.mixer.quit()

    def perform(self, effect: Effect, lasts: int = 0) -> None:
        """Play an audible effect; leave the rest to others.

        A sound ends after the time that it `lasts` (ns), even if no further picture is shown.
        """
        if not isinstance(effect, PlaySound) or self._volume == "off":
            return
        if self._few and effect.sound not in ESSENTIAL:
            return
        with self._hold(GIVES_WAY) as held:
            if held and self._open and self._prepared:
                if effect.sound is Sound.SLAP:
                    self._end(self._lasts)
                    self._hush()
                sample = self._made(effect, self._take(effect.sound))
                again = -1 if lasts > sample.get_length() * SECOND else 0
                sample.play(again, lasts // MS + _LATEST if lasts else 0)

    def _take(self, sound: Sound) -> int:
        """Choose a take of `sound`: never the same twice in a row."""
        takes = takes_of(sound, self._score)
        if takes > 1:
            further = self._chance.randint(1, takes - 1)
            self._takes[sound] = (self._takes.get(sound, 0) + further) % takes
        return self._takes.get(sound, 0)

    def _end(self, lasts: frozenset[tuple[PlaySound, int]]) -> None:
        """Fade these sounds out, while the loudspeaker is held."""
        self._lasts -= lasts
        if self._open:
            for effect, _ in lasts:
                self._made(effect).fadeout(FADES)

    def _babble(self, text: str) -> None:
        """Play the host's babble, if all sounds are wanted and no voice speaks."""
        from appliance.display.host.babble import babble  # noqa: PLC0415 - numpy is late

        if self._few or self._speech or self._volume == "off":
            return
        with self._hold(GIVES_WAY) as held:
            if held and self._open and self._prepared:
                self._babbles = pygame.mixer.Sound(buffer=babble(text).tobytes())
                self._babbles.set_volume(self._loud())
                self._babbles.play()

    def _hush(self) -> None:
        """Silence the host, while the loudspeaker is held."""
        if self._babbles is not None and self._open:
            self._babbles.fadeout(FADES)
        self._babbles = None

    def speak(self, samples: bytes, rate: int) -> float | None:
        """Begin to play mono 16-bit samples at `rate` (Hz); return their length (s).

        All other sounds are softer in that time. None: there is no loudspeaker.
        """
        from appliance.display.waves import at_rate  # noqa: PLC0415 - numpy is late

        sample = at_rate(samples, rate)
        with self._hold(ANSWERED_WITHIN) as held:
            if not (held and self._open):
                return None
            sound = pygame.mixer.Sound(buffer=sample)
            sound.set_volume(_SPOKEN[self._volume])
            self._speaks = True
            self._balance()
            pygame.mixer.Channel(SPEECH_CHANNEL).play(sound)
            return sound.get_length()

    def fall_silent(self) -> None:
        """End the speech of `speak`; all other sounds are as loud as before."""
        self._speaks = False
        with self._hold(ANSWERED_WITHIN) as held:
            if held and self._open:
                pygame.mixer.Channel(SPEECH_CHANNEL).stop()
                self._balance()

    def show(self, view: View, at: int) -> None:
        """Play the sounds of `view`, shown at `at` (ns), each once."""
        if view is not self._view:
            self._view, self._cues = view, cues(calmed(view) if self._calm else view)
            self._told &= {(cue.sound, cue.of) for cue in self._cues}
        lasting = {(cue.sound, cue.of) for cue in self._cues if at < cue.until}
        if over := self._lasts - lasting:
            with self._hold(GIVES_WAY) as held:
                if held:
                    self._end(over)
        notice = view.notice
        if notice.by_host and notice.at is not None and notice.at != self._babbled_at:
            self._babbled_at = notice.at
            if at - notice.at < TOO_OLD:
                self._babble(notice.text)
        for cue in self._cues:
            key = (cue.sound, cue.of)
            if cue.at > at or key in self._told:
                continue
            self._told |= {key}
            if at - cue.at < TOO_OLD and (not cue.until or key in lasting):
                self.perform(cue.sound, max(0, cue.until - at))
                self._lasts |= {key} & lasting

    def _is_wanted(self) -> bool:
        """Return True if a loudspeaker is needed."""
        return self._speech or self._volume != "off"

    def _balance(self) -> None:
        """Set all sounds to their current volume."""
        for sample in self._sounds.values():
            sample.set_volume(self._loud())

    def _loud(self) -> float:
        loud = min(_LOUD[self._volume], QUIETER if self._few else 1.0)
        return loud * (SOFTER if self._speaks else 1.0)

    def _made(self, effect: PlaySound, take: int = 0) -> pygame.mixer.Sound:
        sample = self._sounds.get((effect, take))
        if sample is None:
            sample = pygame.mixer.Sound(buffer=_samples(effect, take, self._score))
            self._sounds[effect, take] = sample
            sample.set_volume(self._loud())
        return sample

    def close(self) -> None:
        """Close the loudspeaker. May be called twice."""
        self._busy = False
        with self._hold(ANSWERED_WITHIN) as held:
            if held:  # one that doesn't answer ends with the table
                self._let_go()

    @contextmanager
    def _hold(self, seconds: float) -> Iterator[bool]:
        """Keep the loudspeaker from being opened or closed; yield False if that takes too long.

        A loudspeaker that fails meanwhile is opened again by `keep`, and the game goes on.
        """
        held = self._held.acquire(timeout=seconds)
        try:
            yield held
        except pygame.error:
            self._gone = True
        finally:
            if held:
                self._held.release()


# --- the mixer -----------------------------------------------------------------------------------
# pygame keeps Python's lock while it opens a loudspeaker, and the game stops for as long as
# the loudspeaker takes to answer. So SDL is asked first, through ctypes, which lets other threads
# go on; pygame opens only what has just answered.

BUFFER = 256
"""Samples that are mixed ahead: 6 ms. pygame's own choice would be heard much later."""

CHANNELS = 16
"""Sounds at once: as many people may press at once, while a fuse burns."""

SPEECH_CHANNEL = 0
"""The channel that only speech has; the sounds have those above it."""

SOUND_DEVICES = Path("/proc/asound/pcm")
"""The kernel's list of sound devices."""

_AUDIO, _EVENTS = 0x10, 0x4000  # SDL_INIT_AUDIO, SDL_INIT_EVENTS
_S16 = 0x8010  # AUDIO_S16SYS on a little-endian machine


class _Spec(ctypes.Structure):
    """SDL_AudioSpec of SDL 2."""

    _fields_ = (
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),
        ("userdata", ctypes.c_void_p),
    )


@cache
def _sdl() -> ctypes.CDLL | None:
    """Return the SDL that pygame's mixer uses; None where it can't be called.

    Its events stay on for good: a window that closes at the same time doesn't end them.
    """
    try:
        sdl = ctypes.CDLL(pygame.mixer.__file__)
        sdl.SDL_GetError.restype = ctypes.c_char_p
        sdl.SDL_InitSubSystem(_EVENTS)
    except (AttributeError, OSError, NotImplementedError):
        return None
    _hush_alsa()
    return sdl


def _hush_alsa() -> None:
    """Keep ALSA from writing eight lines to the log with every attempt: SDL gives the reason."""
    with suppress(AttributeError, OSError):
        system = ctypes.CDLL(None)
        nothing = ctypes.cast(system.getppid, ctypes.c_void_p)  # takes nothing, does nothing
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)


def knock(device: str | None = None) -> None:
    """Open a loudspeaker, or the `device` of that name, and close it; other threads go on.

    Raises:
        pygame.error: it can't be opened.
    """
    sdl = _sdl()
    if sdl is None:
        return
    if sdl.SDL_InitSubSystem(_AUDIO):
        raise pygame.error(_error(sdl))
    try:
        wanted = _Spec(RATE, _S16, 1, 0, BUFFER)
        name = None if device is None else device.encode()
        number = sdl.SDL_OpenAudioDevice(name, 0, ctypes.byref(wanted), None, 0)
        if not number:
            raise pygame.error(_error(sdl))
        sdl.SDL_CloseAudioDevice(number)
    finally:
        sdl.SDL_QuitSubSystem(_AUDIO)


def _error(sdl: ctypes.CDLL) -> str:
    sentence: bytes = sdl.SDL_GetError()
    return sentence.decode(errors="replace")


def open_mixer(device: str | None = None) -> None:
    """Open the mixer on the loudspeaker `device`, or on the system's own choice.

    Raises:
        pygame.error: no loudspeaker opens.
        NotImplementedError: this pygame has no mixer.
    """
    knock(device)
    pygame.mixer.init(RATE, -16, 1, BUFFER, devicename=device, allowedchanges=0)
    pygame.mixer.set_num_channels(1 + CHANNELS)
    pygame.mixer.set_reserved(1)


def loudspeakers() -> tuple[str, ...]:
    """Return the names of the loudspeakers that there are, while the mixer is open."""
    try:
        from pygame._sdl2.audio import get_audio_device_names  # noqa: PLC0415 - a part of its own

        return tuple(get_audio_device_names(False))  # noqa: FBT003 - False: no microphones
    except (ImportError, RuntimeError):  # an error of its own, where the mixer is closed
        return ()


def sound_cards() -> str:
    """Return the kernel's list of sound devices; "" without one."""
    try:
        return SOUND_DEVICES.read_text("utf-8", "replace")
    except OSError:
        return ""
