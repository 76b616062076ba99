"""The performer that plays sounds.

All that they say is on the screen too, so a table without a loudspeaker loses nothing.
"""

from collections.abc import Iterable
from functools import cache
from typing import Literal

from appliance.core.effects import Effect, PlaySound, Sound
from appliance.core.signals import LOUDSPEAKER, MS, SECOND, DriverBack, DriverLost
from appliance.display.quiet import RATE, pygame
from appliance.display.show import Cue, calmed, cues
from appliance.display.view import View
from appliance.drivers import Post
from appliance.drivers.pulse import Pauses
from appliance.errors import DriverError
from appliance.message import message

BUFFER = 256
"""Samples that are mixed ahead: 6 ms. pygame's own choice would be heard much later."""

CHANNELS = 16
"""Sounds at once: as many people may press at once, while a fuse burns."""

Volume = Literal["on", "quiet", "off"]

_LOUD: dict[Volume, float] = {"on": 1.0, "quiet": 0.2, "off": 0.0}

TOO_OLD = 400 * MS
"""A sound of something that was seen longer ago is not played any more: a table that went on after
a power cut, or a window that was behind."""

SHOWY = frozenset({Sound.FUSE, Sound.HEART, Sound.FINISH, Sound.CARD, Sound.TAKE, Sound.WIN})
"""What is left out where few sounds are wanted: all of it is seen as well."""

LONGEST_PAUSE = 30 * SECOND
"""The longest pause between two attempts to open a loudspeaker (ns)."""


@cache
def _samples(effect: PlaySound) -> bytes:
    """Return the samples of a sound, which are made once."""
    from appliance.display.waves import wave  # noqa: PLC0415 - numpy is late

    return wave(effect.sound, effect.buzzer, effect.step).tobytes()


class Speaker:
    """Plays PlaySound effects. `perform` returns at once: the mixing is on a thread of SDL's.

    `quiet` is for a room where others sleep, `off` needs no loudspeaker at all. With `few` it only
    answers presses and says verdicts: no fuse, no heart, no fanfare. `calm` is for a window without
    motion: what is heard of the show comes with its end. A `late` one is silent until `prepare`.
    """

    def __init__(
        self,
        volume: Volume = "on",
        *,
        few: bool = False,
        calm: bool = False,
        late: bool = False,
    ) -> None:
        self._loud, self._few, self._calm = _LOUD[volume], few, calm
        self._prepared = not late
        self._view: View | None = None
        self._cues: tuple[Cue, ...] = ()
        self._told: frozenset[tuple[PlaySound, int]] = frozenset()
        self._sounds: dict[PlaySound, pygame.mixer.Sound] = {}
        self._open = self._gone = False
        self._pauses, self._open_at = Pauses(SECOND, LONGEST_PAUSE), 0
        self._post: Post = lambda _: None

    def tells(self, post: Post) -> None:
        """Let `post` hear when the loudspeaker is lost, and when it is back."""
        self._post = post

    def open(self) -> None:
        """Open the loudspeaker, if any sound is wanted.

        Raises:
            DriverError: there is none. `perform` may be called all the same.
        """
        if not self._loud:
            return
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        except (pygame.error, NotImplementedError) as error:  # a pygame may lack its mixer
            seen = message("sound.cant-open", error=str(error))
            raise DriverError(seen, message("sound.cant-open.todo")) from error
        pygame.mixer.set_num_channels(CHANNELS)
        self._open = True
        if self._prepared:
            for sound in Sound:
                self._made(PlaySound(sound))

    def prepare(self) -> None:
        """Make the samples that every evening has. Safe from any thread."""
        for sound in Sound:
            _samples(PlaySound(sound))
        self._prepared = True

    def turn(self, volume: Volume, *, few: bool = False, calm: bool = False) -> None:
        """Sound like that from now on. Raises DriverError as `open` does."""
        self._loud, self._few, self._calm, self._view = _LOUD[volume], few, calm, None
        for made in self._sounds.values():
            made.set_volume(self._loud)
        if not self._open:
            self.open()

    def keep(self, events: Iterable[pygame.event.Event], now: int, *, race: bool) -> None:
        """Open the loudspeaker that comes, or comes back.

        `events` are those of the window system since the last call, at `now` (ns). An attempt may
        take a moment, so none is made in a race. A table that never had a loudspeaker says so in
        its log alone.
        """
        kinds = {event.type for event in events if not getattr(event, "iscapture", 0)}
        self._gone = self._gone or pygame.AUDIODEVICEREMOVED in kinds
        if self._gone or pygame.AUDIODEVICEADDED in kinds:
            self._open_at = now
        if race or not self._loud or now < self._open_at or (self._open and not self._gone):
            return
        was = self._open
        self.close()
        try:
            self.open()
        except DriverError:
            self._open_at = now + self._pauses.after(now)
            if was:
                self._post(DriverLost(LOUDSPEAKER, message("sound.gone"), now))
            return
        if not was:
            self._post(DriverBack(LOUDSPEAKER, now))

    def renew(self) -> None:
        """Open the loudspeaker again at the next chance: the screen that it is in was gone."""
        self._gone = True

    def perform(self, effect: Effect) -> None:
        """Play what is to be heard; leave the rest to others."""
        if isinstance(effect, PlaySound) and self._open and self._prepared:
            self._made(effect).play()

    def show(self, view: View, at: int) -> None:
        """Play what belongs to the picture of `view` that is shown at `at` (ns), each once."""
        if view is not self._view:
            self._view, self._cues = view, cues(calmed(view) if self._calm else view)
            self._told &= {(cue.sound, cue.of) for cue in self._cues}
        for cue in self._cues:
            key = (cue.sound, cue.of)
            if cue.at > at or key in self._told:
                continue
            self._told |= {key}
            if at - cue.at < TOO_OLD and not (self._few and cue.sound.sound in SHOWY):
                self.perform(cue.sound)

    def _made(self, effect: PlaySound) -> pygame.mixer.Sound:
        made = self._sounds.get(effect)
        if made is None:
            made = self._sounds[effect] = pygame.mixer.Sound(buffer=_samples(effect))
            made.set_volume(self._loud)
        return made

    def close(self) -> None:
        """Let go of the loudspeaker. May be called twice."""
        self._gone = False
        if self._open:
            self._open, self._sounds = False, {}
            pygame.mixer.quit()
