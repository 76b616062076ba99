"""The audible part of a table: sounds, and the voice that reads the screen aloud."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from appliance.config import Config
from appliance.core.effects import PlaySound, Sound
from appliance.display.sound import Speaker
from appliance.display.telling import Teller
from appliance.display.view import View
from appliance.drivers import Post, Voice, opened
from appliance.service.context import TableContext
from appliance.service.log import Log
from appliance.service.memory import keep_late
from appliance.themes import theme_of


@dataclass(frozen=True, slots=True)
class Sounds:
    """The sounds of a table: its `speaker`, and the `teller` if it has a voice."""

    speaker: Speaker
    teller: Teller | None = None

    def show(self, view: View, now: int, *, seen: bool) -> None:
        """Play the sounds of `view` at `now` (ns) if it is `seen`; always speak its sentences."""
        if seen:
            self.speaker.show(view, now)
        if self.teller is not None:
            self.teller.show(view, now)

    def follow(self, config: Config) -> None:
        """Be as loud as `config` wants it."""
        calm, sound = config.display.reduced_motion, config.sound
        self.speaker.turn(
            sound.volume, few=sound.quiet, calm=calm, speech=sound.speech, device=sound.device,
            tuning=theme_of(config.display.theme).sounds,
        )  # fmt: skip
        if self.teller is not None:
            self.teller.turn(on=sound.speech)


@contextmanager
def play_sounds(context: TableContext, voice: Voice | None) -> Iterator[Sounds]:
    """Open all sounds; their samples are made behind the first screen."""
    with ExitStack() as stack:
        speaker = speaker_of(stack, context.config, context.log)
        context.late.then += [speaker.prepare, keep_late]
        context.performers.append(speaker.perform)
        speaker.tells(context.say)
        speech = context.config.sound.speech
        yield Sounds(speaker, teller_of(stack, voice, context.say, speaker, on=speech))


def speaker_of(stack: ExitStack, config: Config, log: Log) -> Speaker:
    """Return the speaker, which opens beside the game and plays once it is ready.

    `stack` closes it. If it can't be opened, the log has the reason.
    """
    calm, few = config.display.reduced_motion, config.sound.quiet
    sound = config.sound
    speaker = Speaker(
        sound.volume, few=few, calm=calm, speech=sound.speech, device=sound.device, late=True,
        tuning=theme_of(config.display.theme).sounds,
    )  # fmt: skip
    stack.callback(speaker.close)
    speaker.begin(log.say)
    return speaker


def teller_of(
    stack: ExitStack, voice: Voice | None, post: Post, speaker: Speaker, *, on: bool
) -> Teller | None:
    """Return the teller, open until `stack` closes, or None without a voice."""
    if voice is None:
        return None
    voice.tells(post)
    voice.through(speaker)
    stack.enter_context(opened(voice))

    def call(buzzer: int) -> None:
        speaker.perform(PlaySound(Sound.CALL, buzzer))

    return Teller(voice, call, on=on)
