"""Settings: converts a TOML file to frozen values, or reports its fault in one line.

Every key has a default, so an empty file is a working table. A part of the hardware has a table
that names its driver; the other keys in it are that driver's own. An error names the file, the
key, the value and the allowed values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, cast

from appliance.builds.file import BuildChoice, tables_of
from appliance.core.question import Kind
from appliance.drivers import DriverNames, PartName, driver_of
from appliance.presses.grammar import Grammar
from appliance.questions.pack import PACKS
from appliance.questions.sieve import Sieve
from appliance.table.state import AVATARS, NAMES, Household, SavedGame, TableSettings
from appliance.text import neat, unshown
from appliance.typed_toml import Parts, Toml, as_toml, fill, not_allowed, wrong_at
from appliance.typefaces import installed
from appliance.words import LANGUAGES
from bluffing.errors import SettingError
from bluffing.message import any_of, message, quoted
from bluffing.options import Value, preset_options
from bluffing.rulesets import NAMED_GAMES, RULESETS, game_called


@dataclass(frozen=True, slots=True)
class Game:
    """[game]: the game, and the duration of a doubt window; see docs/settings.md.

    `options` are all options that are set: the given ones override those of the preset.
    """

    ruleset: str = next(iter(RULESETS))
    preset: str = ""
    doubt_window_ms: Annotated[int, range(1000, 60_001)] | Literal["untimed"] = 5000
    questions: tuple[str, ...] = PACKS
    options: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        called = game_called(self.ruleset)
        if called is None:
            known = any_of((*RULESETS, *NAMED_GAMES))
            raise SettingError(not_allowed("ruleset", self.ruleset, known))
        rules = called.game
        object.__setattr__(self, "ruleset", rules.name)  # an alias is the same game
        preset = preset_options(rules.presets, self.preset or called.preset.name)
        options = {**preset, **self.options}
        object.__setattr__(self, "options", options)
        try:
            rules.house(options)
        except SettingError as error:
            raise SettingError(message("config.option", wrong=error.why)) from error


@dataclass(frozen=True, slots=True)
class HouseGame:
    """[saved.NAME]: a game of the house; `options` are over those of a named game."""

    ruleset: str
    options: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = Game(self.ruleset, options=self.options)
        object.__setattr__(self, "ruleset", game.ruleset)
        object.__setattr__(self, "options", game.options)


LEAST_TEAMS = 3
"""Fewest teams that can play."""


@dataclass(frozen=True, slots=True)
class Seats:
    """[seats]: the number of buzzers, and the players' default names.

    `clockwise` has the buzzers' numbers, from 1, in their order around the table. `avatars` are the
    chosen avatars in the order of the names; "" is none. `grammars` has the grammar of each buzzer,
    and `scan_ms` is the time for which a choice that moves by itself rests. `proxies` are, in the
    order of the buzzers, the numbers of the buzzers for which they press, 0 for their own;
    `more_time` has the numbers of buzzers with longer windows. See docs/for-everybody.md. In games
    of guesses, `teams` is the number of neighbouring buzzers of a team.
    """

    buzzers: Annotated[int, range(2, 13)] = 6
    names: tuple[str, ...] = NAMES
    clockwise: tuple[int, ...] = ()
    avatars: tuple[str, ...] = ()
    grammars: tuple[str, ...] = ()
    scan_ms: Annotated[int, range(400, 10_001)] = 1200
    proxies: tuple[int, ...] = ()
    more_time: tuple[int, ...] = ()
    teams: Annotated[int, range(1, 5)] = 1

    def __post_init__(self) -> None:
        each = list(range(1, self.buzzers + 1))
        if self.clockwise and sorted(self.clockwise) != each:
            raise SettingError(message("config.clockwise", last=self.buzzers))
        if len(self.names) < self.buzzers:
            raise SettingError(message("config.few-names", names=len(self.names)))
        for grammar in self.grammars:
            if grammar not in tuple(Grammar):
                raise SettingError(not_allowed("grammars", grammar, any_of(map(as_toml, Grammar))))
        independent = {
            buzzer for buzzer, proxy in enumerate(self.proxies, 1) if proxy in (0, buzzer)
        }
        independent |= {*range(len(self.proxies) + 1, self.buzzers + 1)}
        if len(self.proxies) > self.buzzers or not {*self.proxies} <= {0, *independent}:
            raise SettingError(message("config.proxies", last=self.buzzers))
        if not {*self.more_time} <= {*each}:
            raise SettingError(message("config.more-time", last=self.buzzers))
        if self.teams > 1 and -(-self.buzzers // self.teams) < LEAST_TEAMS:
            raise SettingError(message("config.teams", least=LEAST_TEAMS, buzzers=self.buzzers))
        object.__setattr__(self, "names", tuple(map(_name, self.names)))
        chosen = [avatar for avatar in self.avatars if avatar]
        for avatar in chosen:
            if avatar not in AVATARS or chosen.count(avatar) > 1:
                raise SettingError(
                    message("config.avatars", given=quoted(avatar), all=any_of(AVATARS))
                )


def _name(given: str) -> str:
    """Return a name as we keep it. Raises SettingError: it can't be drawn."""
    name = neat(given)
    if unshown(name, installed()):
        raise SettingError(not_allowed("names", given, message("config.name")))
    return name


@dataclass(frozen=True, slots=True)
class DriverChoice:
    """A part's table: the name of its driver in DRIVERS, and that driver's own `Settings`.

    Without a name the part is left out.
    """

    driver: str = ""
    settings: object = None


@dataclass(frozen=True, slots=True)
class CardReading:
    """[reader]: files that help the card reader. Both may be missing."""

    deck: str = ""  # what `doubtit enrol` wrote; "": any deck with English letters
    calibration: str = ""  # what `doubtit calibrate` wrote; "": the box is read uncalibrated


LEAST_LONG, LEAST_SHORT = 800, 480
"""Minimum sides of a screen in pixels, for either orientation."""


@dataclass(frozen=True, slots=True)
class Display:
    """[display]: the shared screen."""

    width: Annotated[int, range(LEAST_SHORT, 7681)] = 1280
    height: Annotated[int, range(LEAST_SHORT, 7681)] = 720
    layout: Literal["tv", "tabletop"] = "tv"
    fullscreen: bool = False
    reduced_motion: bool = False
    host: bool = True
    text: Literal["normal", "larger", "largest"] = "normal"
    contrast: Literal["normal", "high"] = "normal"
    theme: str = "paper"  # or the path of a file; see docs/add-a-theme.md
    touch: bool = False
    brightness: Annotated[int, range(10, 101)] = 100  # percent
    margin_percent: Annotated[int, range(11)] = 0  # of width and height, at each edge
    rotation: Literal[0, 90, 180, 270] = 0  # degrees, clockwise
    screen: str = ""  # the name of the output, or its number from 1; "": the first
    cec: bool = False  # wakes the television
    diagonal_inch: Annotated[int, range(5, 121)] = 27
    distance_cm: Annotated[int, range(20, 601)] = 130

    def __post_init__(self) -> None:
        if max(self.width, self.height) < LEAST_LONG:
            size = {"width": self.width, "height": self.height, "least": LEAST_LONG}
            raise SettingError(message("config.small", **size))

    @property
    def picture_inch(self) -> float:
        """The diagonal of the picture inside its margins, in inches."""
        return self.diagonal_inch * (1 - 2 * self.margin_percent / 100)


@dataclass(frozen=True, slots=True)
class SoundChoice:
    """[sound]: every sound has a visual twin, so none is needed. `speech` reads the screen aloud.

    `device` is SDL's name of the loudspeaker.
    """

    volume: Literal["on", "quiet", "off"] = "on"
    quiet: bool = False
    speech: bool = False
    device: str = "auto"


@dataclass(frozen=True, slots=True)
class Evenings:
    """[evenings]: maximum number and total size of past evenings that are kept.

    `pictures` is the folder of pictures to take home, for tables without a USB stick.
    `keep_days` is a former name; its value is the number of kept evenings.
    """

    keep: Annotated[int, range(1, 36_501)] = 1000
    keep_mb: Annotated[int, range(1, 1_000_001)] = 200
    keep_days: Annotated[int, range(36_501)] = 0
    pictures: str = ""  # "": the working folder, or no folder where the package mounts sticks

    def __post_init__(self) -> None:
        if self.keep_days:
            object.__setattr__(self, "keep", self.keep_days)


@dataclass(frozen=True, slots=True)
class Venue:
    """[venue]: a public file of each evening, for programs beside the table; see docs/venue.md.

    Without `publish` the table writes none, and its menu does not ask. `agreed` is the answer of
    the people at the table. `folder` is where the files are; "": `public` beside the journal. With
    `commands` programs beside the table may pause a game.
    """

    publish: bool = False
    agreed: bool = False
    commands: bool = False
    folder: str = ""


NONE = "none"
"""The driver of a part that a table does without."""

UNNAMED: dict[PartName, str] = {"buzzers": "gpio", "power": "gpio-power", "speech": "espeak"}
"""Default driver of a part whose table has no `driver`."""


def choice(part: PartName, table: Toml, where: str = "") -> DriverChoice:
    """Return the driver that a part's `table` names, with its settings; `where` begins errors.

    Raises:
        ConfigError: there is no such driver, or a key or value is not allowed.
    """
    name, none = table.get("driver", UNNAMED.get(part)), () if part == "buzzers" else (NONE,)
    driver = None if name in none else driver_of(name)
    if name not in none and (driver is None or driver.part != part):
        allowed = any_of(map(as_toml, (*DriverNames(part), *none)))
        raise wrong_at(where, not_allowed(f"{part}.driver", name, allowed))
    settings = {key: value for key, value in table.items() if key != "driver"}
    if driver is None:
        if settings:
            raise wrong_at(where, message("config.no-driver", key=f"{part}.{min(settings)}"))
        return DriverChoice()
    return DriverChoice(name, fill(driver.settings, settings, f"{where}{part}.", ("driver",)))


@dataclass(frozen=True, slots=True)
class Config:
    """A whole settings file. `journal` is the file of the evening.

    `build` is the table's build in hardware/build.toml, if any.

    With `lamps` None the table uses the lamps of the buzzers. `shutdown` is the command that runs
    after a hold of the power button, once all is closed; without it the exit code asks the parent
    process to switch the machine off.
    """

    game: Game = field(default_factory=Game)
    seats: Seats = field(default_factory=Seats)
    buzzers: DriverChoice = field(default_factory=lambda: choice("buzzers", {}))
    lamps: DriverChoice | None = None
    camera: DriverChoice = field(default_factory=DriverChoice)
    power: DriverChoice = field(default_factory=DriverChoice)
    speech: DriverChoice = field(default_factory=lambda: choice("speech", {}))
    scale: DriverChoice = field(default_factory=DriverChoice)
    reader: CardReading = field(default_factory=CardReading)
    display: Display = field(default_factory=Display)
    sound: SoundChoice = field(default_factory=SoundChoice)
    evenings: Evenings = field(default_factory=Evenings)
    venue: Venue = field(default_factory=Venue)
    questions: Sieve = field(default_factory=Sieve)
    saved: Mapping[str, HouseGame] = field(default_factory=dict)
    build: BuildChoice = field(default_factory=BuildChoice)
    journal: str = "evening.journal"
    kept: str = ""  # settings changed at the table; "": the file kept.toml beside the journal
    language: str = "en"
    shutdown: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for key, path in (("journal", self.journal), ("kept", self.kept or "kept")):
            if Path(path).name in {"", ".."}:  # a folder, which no file can be
                raise SettingError(not_allowed(key, path, message("config.path")))
        if self.language not in LANGUAGES:
            allowed = any_of(map(as_toml, LANGUAGES))
            raise SettingError(not_allowed("language", self.language, allowed))
        if self.lamps is None:
            buzzers = driver_of(self.buzzers.driver)
            theirs = buzzers.lamps if buzzers else ""
            lamps = choice("lamps", {"driver": theirs}) if theirs else DriverChoice()
            object.__setattr__(self, "lamps", lamps)

    def table(
        self, settle_ms: int, kinds: tuple[Kind, ...] = tuple(Kind), tie_ms: int = 0
    ) -> TableSettings:
        """Return the table's own settings.

        `settle_ms` and `tie_ms` come from the buzzers' driver, `kinds` are those of the available
        questions.
        """
        window = self.game.doubt_window_ms
        saved = tuple(
            SavedGame(name, game.ruleset, tuple(sorted(game.options.items())))
            for name, game in self.saved.items()
        )
        return TableSettings(
            ruleset=self.game.ruleset,
            options=tuple(sorted(self.game.options.items())),
            buzzers=self.seats.buzzers,
            names=self.seats.names,
            doubt_window_ms=None if window == "untimed" else window,
            settle_ms=settle_ms,
            kinds=kinds,
            tie_ms=tie_ms,
            clockwise=tuple(number - 1 for number in self.seats.clockwise),
            avatars=self.seats.avatars,
            grammars=self.seats.grammars,
            scan_ms=self.seats.scan_ms,
            proxies=tuple(number - 1 for number in self.seats.proxies),
            more_time=tuple(number - 1 for number in self.seats.more_time),
            teams=self.seats.teams,
            household=Household(saved, tuple(installed())),
        )


def _part(key: str, table: Toml, where: str) -> DriverChoice:
    return choice(cast("PartName", key), table, where)


_PARTS: Parts = {DriverChoice: _part, DriverChoice | None: _part}
"""Read a part's table: the name of its driver, and the driver's own settings."""

RENAMED = {
    "drivers.buzzers": "[buzzers] driver",
    "drivers.port": "[buzzers] port",
    "drivers.keys": "[buzzers] keys",
    "drivers.pin_factory": "[buzzers] factory",
    "drivers.pins": "[buzzers] pins, [lamps] pins and [power] pin",
    "drivers.camera": "[camera] driver",
    "drivers.camera_device": "[camera] device (v4l2) or number (picamera2)",
    "drivers.camera_width": "[camera] width",
    "drivers.camera_height": "[camera] height",
    "drivers.camera_height_cm": "[camera] height_cm",
    "drivers.mains_hz": "[camera] mains_hz",
    "drivers.pictures": "[camera] folder",
    "drivers.deck": "[reader] deck",
    "drivers.calibration": "[reader] calibration",
    "power.command": "shutdown, above all tables",
}
"""Former keys, from the time when one table had all drivers, with their present ones."""


def load_config(path: Path | None) -> Config:
    """Load the settings in the TOML file at `path`; None: the defaults.

    Raises:
        ConfigError: it can't be read, or a key or value in it is not allowed.
    """
    return Config() if path is None else config_of(tables_of(path), f"{path}: ")


def config_of(tables: Toml, where: str = "") -> Config:
    """The settings in the tables of a file; `where` begins errors.

    Raises:
        ConfigError: a key or value in them is not allowed.
    """
    _refuse_renamed(tables, where)
    config: Config = fill(Config, tables, where, parts=_PARTS)
    return config


def _refuse_renamed(tables: Toml, where: str) -> None:
    """Raise one error with the present names of all former keys in a file."""
    known = {table: keys for table, keys in tables.items() if isinstance(keys, dict)}
    given = (f"{table}.{key}" for table, keys in known.items() for key in keys)
    renamed = [
        message("config.renamed", key=key, now=RENAMED[key]) for key in given if key in RENAMED
    ]
    if "drivers" in tables or renamed:
        now = renamed[0] if renamed else message("config.drivers-gone")
        for further in renamed[1:]:
            now = message("config.and-then", left=now, right=further)
        raise wrong_at(where, message("config.each-driver"), now)
