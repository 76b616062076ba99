"""From the settings to the drivers that they ask for; none opened yet."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic_ns
from typing import Any

from appliance.config import Config, DriverChoice
from appliance.drivers import Camera, Context, Hardware, drivers
from appliance.errors import ConfigError, DoubtItError
from appliance.kept import InForce
from appliance.service.equip import Equipment, equipped
from appliance.service.rights import at_table
from bluffing.message import Message, message


def hardware_of(config: Config, clock: Callable[[], int]) -> Hardware:
    """The drivers that `config` names, not opened yet.

    Raises:
        ConfigError: the settings of two drivers, or of one and [seats], don't go together.
    """
    context = Context(clock, config.seats.buzzers)
    return Hardware(
        source=_made(config.buzzers, context),  # first: lamps share its board
        lamps=_made(config.lamps, context),
        camera=_made(config.camera, context),
        power=_made(config.power, context),
        voice=_made(config.speech, context),
        boards=context.boards,
    )


def equipment(start: InForce) -> Equipment:
    """The settings of a table, with what is found where they don't say."""
    return equipped(start, _refusal)


def for_camera(given: Path | None) -> Config:
    """The settings of a command that needs nothing but the camera."""
    with at_table(given) as start:
        pass
    return equipped(start, None).config


def _refusal(config: Config) -> Message | None:
    """Why the buzzers of `config` can't be opened, or None: they are for a moment."""
    try:
        source = hardware_of(config, monotonic_ns).source
        source.open(lambda _: None)
    except DoubtItError as error:
        return error.seen
    source.close()
    return None


def camera_of(config: Config, missing: str) -> Camera:
    """The camera of the settings, not opened yet; a real one is watched, and may come later.

    Raises:
        ConfigError: the catalogue's `missing`, where the settings have none.
    """
    camera: Camera | None = _made(config.camera, Context(monotonic_ns, config.seats.buzzers))
    if camera is None:
        raise ConfigError(message(missing))
    return camera


def _made(choice: DriverChoice | None, context: Context) -> Any:  # noqa: ANN401 - any kind of driver
    if choice is None or not choice.driver:
        return None
    return drivers()[choice.driver].load().of(choice.settings, context)
