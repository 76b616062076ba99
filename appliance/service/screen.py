"""The table's screen as it starts: at a terminal it must be there, a service waits for it."""

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from appliance.display.window import Window
from appliance.errors import DriverError
from bluffing.message import message


def open_or_wait(stack: ExitStack, window: Window, env: Mapping[str, str]) -> None:
    """Open the window until `stack` closes; a service, by its environment `env`, may do without.

    Raises:
        DriverError: there is no screen, and somebody at a terminal who can read so.
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
    cards = ", ".join(sorted(str(one) for one in Path("/dev/dri").glob("card*")))
    x11, wayland = env.get("DISPLAY") or nothing, env.get("WAYLAND_DISPLAY") or nothing
    looked = {"x11": x11, "wayland": wayland, "cards": cards or nothing}
    return DriverError(message("run.no-screen", why=error.seen, **looked))
