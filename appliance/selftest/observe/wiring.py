"""Observes the wiring in the settings: it opens no device, since it can't detect wires."""

from collections.abc import Iterator
from dataclasses import replace

from appliance.builds import electrics
from appliance.builds.build import Build
from appliance.builds.file import chosen
from appliance.config import Config
from appliance.drivers.gpio.driver import BuzzerSettings, LampSettings, PowerSettings
from appliance.drivers.pca9685 import Settings as ChipSettings
from appliance.selftest.judge import Finding, skipped
from appliance.selftest.judge import wiring as judged
from appliance.selftest.observe.room import Room


def wiring(room: Room) -> Iterator[Finding]:
    """Check the build of the settings by calculation, on the pins of the settings."""
    at = wiring_of(room.config)
    if at is None:
        yield skipped("wiring", "selftest.wiring.unknown")
    elif room.config.buzzers.driver != at.build.buzzers:
        yield skipped("wiring", "selftest.wiring.other", driver=room.config.buzzers.driver)
    elif lamps_driver := other_lamps(room.config, at.build):
        yield skipped("wiring", "selftest.wiring.other-lamps", driver=lamps_driver)
    else:
        yield from judged.findings(at)


def other_lamps(config: Config, build: Build) -> str:
    """Return the driver of lamps that are not part of the build, or ""."""
    lamps = config.lamps
    if lamps is None or not isinstance(lamps.settings, LampSettings | ChipSettings):
        return ""
    dimmed = bool(build.dimming.dimmer)
    return lamps.driver if isinstance(lamps.settings, ChipSettings) != dimmed else ""


def wiring_of(config: Config) -> electrics.Wiring | None:
    """Return the wiring of a table with these settings, or None without a build.

    Raises:
        ConfigError: the file of the build can't be used.
    """
    choice = chosen(config.build)
    if choice is None:
        return None
    at = electrics.wiring(*choice, config.seats.buzzers)
    set_ = (config.buzzers.settings, config.lamps and config.lamps.settings, config.power.settings)
    at = replace(at, power_pin=0)
    for settings in set_:
        match settings:
            case BuzzerSettings(pins):
                at = replace(at, buzzer_pins=pins[: at.seats])
            case LampSettings(pins):
                at = replace(at, lamp_pins=pins[: at.seats])
            case ChipSettings(_, address, outputs):
                at = replace(at, lamp_pins=outputs[: at.seats], dimmer_address=address)
            case PowerSettings(pin):
                at = replace(at, power_pin=pin)
            case _:
                pass
    return at
