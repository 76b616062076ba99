"""Equips a table at its start: settings, discovered hardware, drivers, and the opened buzzers.

It also tells the news of that start: the first lines of the log, and the notices for people.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic_ns
from typing import Any

from appliance.config import Config, DriverChoice, Seats
from appliance.core.effects import Effect, Lamp
from appliance.core.signals import BUZZERS, CAMERA, SCREEN, Held, Noted
from appliance.drivers import (
    Camera,
    Context,
    Hardware,
    Lamps,
    Machine,
    Source,
    Switch,
    driver_of,
    opened,
)
from appliance.drivers.discover import Discovery, discover
from appliance.drivers.television import CecTelevision
from appliance.errors import ConfigError, DoubtItError
from appliance.kept import InForce
from appliance.package import damage
from appliance.runtime.loop import Perform
from appliance.service.context import TableContext
from appliance.service.rights import at_table
from bluffing.errors import SettingError
from bluffing.message import Message, message

Opens = Callable[[Config], Message | None]
"""Opens the buzzers of these settings for a moment; returns the reason if that fails."""

MACHINE = Machine()

BOX_NAME = "box.toml"
"""Default name of the file with the reveal box's calibration."""

DECK_NAME = "table.deck.png"
"""Default name of the file with the deck that people taught the table."""


ORDERS = 3
"""Minimum number of buzzers that have more than one order around a table."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """The settings, completed by the discovered hardware.

    `notes` has the result of the search for each part, for the log; `buzzers` has the short result
    for a screen. `asks_places`: the buzzers were discovered, and their order around the table is
    unknown.
    """

    config: Config
    buzzers: Message | None = None
    notes: Mapping[str, Message] = field(default_factory=dict)
    asks_places: bool = False


def equip(start: InForce, opens: Opens | None, machine: Machine | None = None) -> Equipment:
    """Look for the buzzers and the camera unless the settings have a table for them.

    `opens` tries the discovered buzzers, and if it fails the next are used. Without `opens` the
    table needs no buzzers, and there is no search for them.
    """
    machine, config = machine or MACHINE, start.config
    if not config.reader.calibration and (box := box_file(config)).exists():
        config = replace(config, reader=replace(config.reader, calibration=str(box)))
    if not config.reader.deck and (deck := deck_file(config)).exists():
        config = replace(config, reader=replace(config.reader, deck=str(deck)))
    machine = replace(machine, buzzers=config.seats.buzzers)
    notes: dict[str, Message] = {}
    shown: Message | None = None
    asks_places = False
    refused: dict[str, Message] = {}
    while opens is not None and not start.sets("buzzers"):
        discovery = discover("buzzers", machine, refused)
        tried = _with_buzzers(start, discovery)
        why = None if discovery.found is None or discovery.found.last else opens(tried)
        if why is None:
            config = replace(tried, reader=config.reader)
            notes[BUZZERS] = _describe(discovery)
            if discovery.found is not None:
                shown = message("run.found.buzzers", seen=discovery.found.seen)
                # the keys of a window, the last that are found, lie in a row
                ordered = start.sets("seats", "clockwise") or discovery.found.last
                asks_places = not ordered and config.seats.buzzers >= ORDERS
            break
        refused[discovery.driver] = why
    if not start.sets("camera"):
        discovery = discover("camera", machine)
        if discovery.found is not None:
            config = replace(
                config, camera=DriverChoice(discovery.driver, discovery.found.settings)
            )
        notes[CAMERA] = _describe(discovery)
    return Equipment(config, shown, notes, asks_places)


def box_file(config: Config) -> Path:
    """Return the path of the box's calibration: by default beside the journal."""
    return Path(config.reader.calibration or Path(config.journal).with_name(BOX_NAME))


def deck_file(config: Config) -> Path:
    """Return the path of the taught deck: by default beside the journal."""
    return Path(config.reader.deck or Path(config.journal).with_name(DECK_NAME))


def _with_buzzers(start: InForce, there: Discovery) -> Config:
    """Return the settings with these buzzers, and as many seats unless their number is set."""
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


def _describe(there: Discovery) -> Message:
    """Describe the discovered hardware, and the reasons against the drivers before it."""
    looked = there.in_vain
    if there.found is None:
        return message("run.found.nothing", looked=looked)
    if not looked:
        return there.found.seen
    return message("run.found.instead", seen=there.found.seen, looked=looked)


# --- the drivers: none opened yet ----------------------------------------------------------------


def hardware_of(config: Config, clock: Callable[[], int]) -> Hardware:
    """Return the unopened drivers that `config` names.

    Raises: ConfigError: the settings of two drivers, or of a driver and [seats], contradict each
    other.
    """
    context = Context(clock, config.seats.buzzers)
    return Hardware(
        source=_make(config.buzzers, context),  # first: lamps share its board
        lamps=_make(config.lamps, context),
        camera=_make(config.camera, context),
        power=_make(config.power, context),
        voice=_make(config.speech, context),
        scale=_make(config.scale, context),
        boards=context.boards,
    )


def equipment(start: InForce) -> Equipment:
    """Return the settings of a table, completed by the discovered hardware."""
    return equip(start, _refusal)


def for_camera(given: Path | None) -> Config:
    """Return the settings of a command that needs only the camera."""
    with at_table(given) as start:
        pass
    return equip(start, None).config


def _refusal(config: Config) -> Message | None:
    """Return the reason why the buzzers of `config` can't be opened, or None after a trial."""
    try:
        source = hardware_of(config, monotonic_ns).source
        source.open(lambda _: None)
    except DoubtItError as error:
        return error.seen
    source.close()
    return None


def camera_of(config: Config, missing: str) -> Camera:
    """Return the unopened camera of the settings; a real camera is supervised.

    Raises: ConfigError: the settings have no camera; `missing` is the code of the message.
    """
    camera: Camera | None = _make(config.camera, Context(monotonic_ns, config.seats.buzzers))
    if camera is None:
        raise ConfigError(message(missing))
    return camera


def _make(choice: DriverChoice | None, context: Context) -> Any:  # noqa: ANN401 - any kind of driver
    if choice is None or not choice.driver:
        return None
    driver = driver_of(choice.driver)
    assert driver is not None  # noqa: S101 - the settings name drivers that there are
    return driver.load().of(choice.settings, context)


# --- the opened buzzers, their lamps and the power button ----------------------------------------


@contextmanager
def light_lamps(lamps: Lamps | None, context: TableContext) -> Iterator[None]:
    """Open `lamps`, if there are any."""
    if lamps is None:
        yield
        return
    context.performers.append(lamp_performer(lamps, context.clock))
    with opened(lamps):
        yield


@contextmanager
def hear_buzzers(source: Source, context: TableContext) -> Iterator[None]:
    """Open the buzzers; the loop gets those that are down, and the log their warnings."""
    source.open(context.say)
    try:
        if held := source.held():
            context.post(Held(held, context.clock()))
        for warning in warnings(source):
            context.log.say(warning)
        yield
    finally:
        source.close()


@contextmanager
def watch_power(switch: Switch | None) -> Iterator[None]:
    """Open the power button, if there is one."""
    if switch is None:
        yield
        return
    with opened(switch):
        yield


@contextmanager
def wake_television(context: TableContext) -> Iterator[CecTelevision]:
    """Wake the television now and later, if the settings want it."""
    television = CecTelevision(lambda fault: context.note(SCREEN, fault))
    television.turn(on=context.config.display.cec)
    try:
        yield television
    finally:
        television.close()


def lamp_performer(lamps: Lamps, clock: Callable[[], int]) -> Perform:
    """Passes Lamp effects to a driver, and shows them at once: a press must not wait."""

    def perform(effect: Effect) -> None:
        if isinstance(effect, Lamp):
            lamps.show(effect.buzzer, effect.rhythm)
            lamps.beat(clock())

    return perform


def warnings(source: Source) -> Iterator[Message]:
    """Yield warnings about the open buzzers for a host, before the first game."""
    yield from source.warnings()
    for buzzer in source.held():
        yield message("run.buzzer-down", buzzer=buzzer + 1)


# --- the news ------------------------------------------------------------------------------------

UNDONE = Path("/var/lib/doubtit-update/undone")
"""A line "NEW OLD start" or "NEW OLD cut": versions, and the reason why OLD came back.

packaging/update.py writes it.
"""

REASONS = ("start", "cut")


def undone(path: Path = UNDONE) -> Message | None:
    """Return the notice of an update that was undone, or None."""
    try:
        new, old, why = path.read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return None
    return message(f"update.undone.{why}", new=new, old=old) if why in REASONS else None


def announce(
    context: TableContext,
    start: InForce,
    equipment: Equipment,
    update: Message | None,
) -> None:
    """Write the first lines of the log, and show people the news."""
    for line in first_lines(start, equipment):
        context.log.say(line)
    if equipment.buzzers is not None:
        context.post(Noted(BUZZERS, equipment.buzzers, context.clock()))
    for subject, notice in notices(update):
        context.note(subject, notice)


def notices(update: Message | None) -> Iterator[tuple[str, Message]]:
    """Yield the news for people as the table starts, each with its subject."""
    if update is not None:
        yield "update", update
    if (damaged := damage()) is not None:
        yield "package", damaged.says


def first_lines(start: InForce, equipment: Equipment) -> Iterator[Message]:
    """Yield the first lines of the log: the settings, the hardware and the place of the evening."""
    none = message("run.settings.none")
    yield none if start.given is None else message("run.settings", path=str(start.given))
    yield from start.wrong
    if start.kept:
        yield message("run.kept", path=str(start.path))
    for driver, note in equipment.notes.items():
        yield message("run.driver", driver=driver, what=note)
    for part in ("buzzers", "lamps", "camera", "power"):
        chosen: DriverChoice | None = getattr(equipment.config, part)
        if part not in equipment.notes and chosen is not None and chosen.driver:
            yield message("run.driver", driver=part, what=message("text", text=chosen.driver))
    yield message("run.playing", path=str(Path(equipment.config.journal).resolve()))
