"""hardware/build.toml: reading it, and what settings follow from a build in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from appliance.bounded_files import read_toml
from appliance.errors import ConfigError, UnfitFileError
from appliance.typed_toml import Toml, fill, not_allowed, wrong_at
from bluffing.message import any_of, message

if TYPE_CHECKING:
    from appliance.builds.build import Build, BuildFile

Table = dict[str, Any]  # settings, as TOML has them: values of any type

_OURS = Path(__file__).resolve().parent

_PLACES = (
    _OURS.parents[1] / "hardware" / "build.toml",  # a checkout
    _OURS / "build.toml",  # a package (pyproject.toml puts it there)
)


@dataclass(frozen=True, slots=True)
class BuildChoice:
    """[build]: the table's build in hardware/build.toml; "" is none.

    `file` is a copy of that file with the owner's measures; "" is the shipped one.
    """

    name: str = ""
    file: str = ""


def shipped() -> Path:
    """Return the path of the shipped hardware/build.toml."""
    return next(place for place in _PLACES if place.exists())


def plan_of(path: Path) -> "BuildFile":
    """Read a file like hardware/build.toml.

    Raises:
        ConfigError: it can't be read, or something in it is not allowed.
    """
    from appliance.builds.build import BuildFile  # noqa: PLC0415 - most settings name no build

    try:
        tables = read_toml(path)
    except UnfitFileError as error:
        raise ConfigError(message("build.not-read", path=str(path), error=error.why)) from error
    plan: BuildFile = fill(BuildFile, tables, f"{path}: ")
    return plan


def chosen(choice: BuildChoice) -> "tuple[BuildFile, Build] | None":
    """Return the build that settings name, with its file; None if they name none.

    Raises:
        ConfigError: the file can't be used, or has no such build.
    """
    if not choice.name:
        return None
    plan = plan_of(Path(choice.file) if choice.file else shipped())
    if choice.name not in plan.build:
        allowed = any_of(f'"{name}"' for name in plan.build)
        raise ConfigError(not_allowed("build.name", choice.name, allowed))
    return plan, plan.build[choice.name]


def tables_of(path: Path) -> Toml:
    """Read the TOML file at `path` over the build that it names.

    Raises:
        ConfigError: one of them can't be read, or there is no such build.
    """
    try:
        tables = read_toml(path)
    except UnfitFileError as error:
        wrong = message("config.not-settings", path=str(path), error=error.why)
        raise ConfigError(wrong) from error
    return with_build(tables, path)


def with_build(tables: Toml, path: Path) -> Toml:
    """Merge the `tables` of the settings file at `path` over those of the build that it names.

    A part's table in the settings replaces the build's; in [seats] and [display] each key does. A
    path in the settings is relative to their file.

    Raises:
        ConfigError: there is no such build, or its file can't be used.
    """
    table = tables.get("build")
    if not isinstance(table, Mapping):
        return tables
    choice: BuildChoice = fill(BuildChoice, table, f"{path}: build.")
    if choice.file:
        choice = BuildChoice(choice.name, str(path.parent / choice.file))
    try:
        build = chosen(choice)
    except ConfigError as error:
        raise wrong_at(f"{path}: ", error.seen) from error
    if build is None:
        return tables
    merged = dict(tables) | {"build": {"name": choice.name, "file": choice.file}}
    for name, part in settings_of(*build).items():
        overrides = tables.get(name)
        if overrides is None:
            merged[name] = part
        elif name in ("seats", "display") and isinstance(overrides, Mapping):
            merged[name] = {**part, **overrides}
    return merged


def _lamps_of(build: "Build") -> Table:
    """Return the lamps of a build whose buzzers are on the Pi's pins."""
    if build.dimming.dimmer:
        address, outputs = build.dimming.dimmer_address, list(build.lamp_pins)
        return {"driver": build.dimming.dimmer, "address": address, "outputs": outputs}
    return {"driver": "gpio-lamps", "pins": list(build.lamp_pins)}


def settings_of(plan: "BuildFile", build: "Build") -> dict[str, Table]:
    """Return the tables of settings for the wiring of this build."""
    optics = plan.optics[build.box.optics]
    width, height = optics.picture
    camera: Table = {"driver": optics.driver, "width": width, "height": height}
    if optics.driver == "picamera2":
        camera["height_cm"] = build.box.height_cm
    tables: dict[str, Table] = {
        "seats": {"buzzers": build.seats},
        "buzzers": {"driver": build.buzzers},
        "camera": camera,
    }
    if build.buzzers == "gpio":
        tables["buzzers"]["pins"] = list(build.buzzer_pins)
        tables["lamps"] = _lamps_of(build)
    if build.power_pin:
        tables["power"] = {"driver": "gpio-power", "pin": build.power_pin}
    if build.display:
        tables["display"] = dict(build.display)
    return tables
