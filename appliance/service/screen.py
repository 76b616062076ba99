"""The table's screen, its light and the fingers on it.

At a terminal the screen must be there as the table starts; a service waits for it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from appliance.config import Config, Display
from appliance.display.hotplug import Hotplug
from appliance.display.touch import Fingers
from appliance.display.window import FRAME_TAKES, Window
from appliance.drivers import Typed
from appliance.errors import DriverError
from appliance.service.context import TableContext
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
