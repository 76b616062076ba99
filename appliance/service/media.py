"""The media of a table: its screen with its light and the fingers on it, its sounds and its voice.

At a terminal the screen must be there as the table starts; a service waits for it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from appliance.config import Config, Display
from appliance.core.effects import PlaySound, Sound
from appliance.display.hotplug import Hotplug
from appliance.display.sound import Speaker
from appliance.display.telling import Teller
from appliance.display.touch import Fingers
from appliance.display.view import View
from appliance.display.window import FRAME_TAKES, Window
from appliance.drivers import Post, Typed, Voice, opened
from appliance.errors import DriverError
from appliance.service.context import TableContext
from appliance.service.log import Log
from appliance.service.memory import keep_late
from appliance.themes import theme_of
from bluffing.message import message

BACKLIGHTS = Path("/sys/class/backlight")
"""Folder of panels' backlights on Linux; most monitors have none there."""


def shine(percent: int, folder: Path = BACKLIGHTS) -> bool:
    """Set every backlight to `percent`, never to dark; return True if there is one."""
    shone = False
    for light in sorted(folder.glob("*")):
        with suppress(OSError, ValueError):
            most = int((light / "max_brightness").read_text(encoding="ascii"))
            bright = max(1, round(most * percent / 100))
            (light / "brightness").write_text(str(bright), encoding="ascii")
            shone = True
    return shone


class Light:
    """Sets the screen's own light, if it has one; otherwise the picture is drawn darker.

    The light stays as other programs set it until the settings ask for less.
    """

    def __init__(self, lights: Callable[[int], bool] = shine) -> None:
        self._lights = lights
        self._set = False

    def lit(self, display: Display) -> Display:
        """The settings of the window, now that the light is as `display` has it."""
        if display.brightness == 100 and not self._set:
            return display
        self._set = self._lights(display.brightness)
        return replace(display, brightness=100) if self._set else display


@dataclass(slots=True)
class TableScreen:
    """The screen of a table: its `window`, and the `light` of its panel."""

    window: Window
    light: Light

    def follow(self, config: Config) -> None:
        """Be as `config` wants it."""
        self.window.apply(self.light.lit(config.display))


@contextmanager
def show_screen(
    context: TableContext, typed: Typed | None, env: Mapping[str, str]
) -> Iterator[TableScreen]:
    """Open the screen; `typed` buzzers get the precision of its times.

    Raises:
        DriverError: there is no screen, and there is a terminal for the message.
    """
    light = Light()
    window = Window(light.lit(context.config.display), most=FRAME_TAKES)
    with ExitStack() as stack:
        open_or_wait(stack, window, env)
        if typed is not None:
            typed.exact = window.tells_time
        yield TableScreen(window, light)


@contextmanager
def hear_fingers(window: Window, context: TableContext) -> Iterator[tuple[Fingers, Hotplug]]:
    """Hear the fingers on `window`, and watch for a pulled screen."""
    fingers = Fingers(context.clock, window.turn_to)
    fingers.open(context.post)
    try:
        yield fingers, Hotplug(window, context.say)
    finally:
        fingers.close()


def open_or_wait(stack: ExitStack, window: Window, env: Mapping[str, str]) -> None:
    """Open the window until `stack` closes; a service, by its environment `env`, may do without.

    Raises:
        DriverError: there is no screen, and the process is no service.
    """
    stack.callback(window.close)
    try:
        window.open()
    except DriverError as error:
        if "NOTIFY_SOCKET" not in env:
            raise no_screen(error, env) from error


def no_screen(error: DriverError, env: Mapping[str, str]) -> DriverError:
    """Say what to do if the window can't open, line by line; `env` is the environment."""
    nothing = message("run.no-screen.nothing")
    cards = ", ".join(sorted(str(card) for card in Path("/dev/dri").glob("card*")))
    x11, wayland = env.get("DISPLAY") or nothing, env.get("WAYLAND_DISPLAY") or nothing
    looked = {"x11": x11, "wayland": wayland, "cards": cards or nothing}
    return DriverError(message("run.no-screen", why=error.seen, **looked))


# --- sounds, and the voice that reads the screen aloud -------------------------------------------


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
