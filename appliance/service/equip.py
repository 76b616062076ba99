"""What a table starts with: its settings, and what is found where they don't say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from appliance.config import Config, DriverChoice, Seats
from appliance.core.signals import BUZZERS, CAMERA
from appliance.drivers import Machine
from appliance.drivers.discover import Discovery, discover
from appliance.kept import InForce
from bluffing.errors import SettingError
from bluffing.message import Message, message

Opens = Callable[[Config], Message | None]
"""Opens the buzzers of these settings for a moment; gives why they can't be opened."""

MACHINE = Machine()

BOX_NAME = "box.toml"
"""What the calibration of the reveal box is called where no settings name a file."""


ORDERS = 3
"""Minimum number of buzzers that can stand in one order or another around a table."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """The settings with all that was found in them.

    `notes` says for the log what that was and what was looked for in vain, by part;
    `buzzers` says as much of those as a screen has room for. `asks_places`: these were found, and
    nobody has said in which order they stand around the table.
    """

    config: Config
    buzzers: Message | None = None
    notes: Mapping[str, Message] = field(default_factory=dict)
    asks_places: bool = False


def equipped(start: InForce, opens: Opens | None, machine: Machine | None = None) -> Equipment:
    """Look for the buzzers and the camera, where the settings have no table of theirs.

    Buzzers that were found are tried; the next are taken in the place of what can't be opened.
    Without `opens` nobody needs buzzers, and none are looked for.
    """
    machine, config = machine or MACHINE, start.config
    if not config.reader.calibration and (box := box_file(config)).exists():
        config = replace(config, reader=replace(config.reader, calibration=str(box)))
    machine = replace(machine, buzzers=config.seats.buzzers)
    notes: dict[str, Message] = {}
    shown: Message | None = None
    asks_places = False
    refused: dict[str, Message] = {}
    while opens is not None and not start.sets("buzzers"):
        there = discover("buzzers", machine, refused)
        tried = _with_buzzers(start, there)
        why = None if there.found is None or there.found.last else opens(tried)
        if why is None:
            config = replace(tried, reader=config.reader)
            notes[BUZZERS] = _told(there)
            if there.found is not None:
                shown = message("run.found.buzzers", seen=there.found.seen)
                # the keys of a window, the last that are found, lie in a row
                told = start.sets("seats", "clockwise") or there.found.last
                asks_places = not told and config.seats.buzzers >= ORDERS
            break
        refused[there.driver] = why
    if not start.sets("camera"):
        there = discover("camera", machine)
        if there.found is not None:
            config = replace(config, camera=DriverChoice(there.driver, there.found.settings))
        notes[CAMERA] = _told(there)
    return Equipment(config, shown, notes, asks_places)


def box_file(config: Config) -> Path:
    """Path of the box's calibration: beside the journal, if the settings don't say."""
    return Path(config.reader.calibration or Path(config.journal).with_name(BOX_NAME))


def _with_buzzers(start: InForce, there: Discovery) -> Config:
    """The settings with these buzzers, and as many seats as there are, if none are set."""
    config = start.config
    if there.found is None:
        return config
    count, seats = there.found.buzzers, config.seats
    if count is not None and (count < seats.buzzers or not start.sets("seats", "buzzers")):
        try:
            seats = Seats(count, seats.names)
        except SettingError:  # more buzzers than names
            seats = replace(seats, buzzers=min(count, len(seats.names)))
    lamps = config.lamps if start.sets("lamps") else None
    chosen = DriverChoice(there.driver, there.found.settings)
    return replace(config, buzzers=chosen, lamps=lamps, seats=seats)


def _told(there: Discovery) -> Message:
    """Say what was found, and what was missing."""
    looked = there.in_vain
    if there.found is None:
        return message("run.found.nothing", looked=looked)
    if not looked:
        return there.found.seen
    return message("run.found.instead", seen=there.found.seen, looked=looked)
