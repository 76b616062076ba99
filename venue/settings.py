"""The settings of a venue's programs: one TOML file, whose every fault is one line."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self, TypeVar

from venue.topics import TABLE_NAME


class SettingsError(Exception):
    """Something in the settings that can't be used."""


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """[broker]: where it is, and the account there. `socket` is a path, and goes before `host`.

    With `ca_file` the connection is encrypted, and the broker proves itself by a certificate of
    that authority. `password_file` has the password in its first line.
    """

    host: str = "127.0.0.1"
    port: int = 1883
    socket: str = ""
    user: str = ""
    password_file: str = ""
    ca_file: str = ""

    @property
    def password(self) -> str:
        """The password. Raises SettingsError."""
        if not self.password_file:
            return ""
        try:
            text = Path(self.password_file).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise SettingsError(f"broker.password_file: {error}") from error
        return text.partition("\n")[0]


@dataclass(frozen=True, slots=True)
class HomeAssistant:
    """[home_assistant]: its discovery of the table, shown there as `name`."""

    discovery: bool = False
    prefix: str = "homeassistant"
    name: str = ""


CODE_LETTERS = 8
"""Minimum length of a code for guests."""

GUEST_CODE = re.compile(f"[A-Za-z0-9-]{{{CODE_LETTERS},64}}")


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """[board]: where its page is, and the `code` for guests, if it needs one; shown as `name`."""

    name: str = "Doubt It!"
    host: str = "127.0.0.1"
    port: int = 8080
    code: str = ""


@dataclass(frozen=True, slots=True)
class VenueSettings:
    """A whole settings file. `table` is for the publisher, `store` for the store and the board.

    With `commands` the publisher hands commands of the broker to the table. The store drops the
    events of evenings that are `keep_days` old; 0 keeps them.
    """

    table: str = ""
    folder: str = "/var/lib/doubtit-public"
    store: str = "venue.sqlite"
    keep_days: int = 0
    commands: bool = False
    broker: BrokerAddress = field(default_factory=BrokerAddress)
    home_assistant: HomeAssistant = field(default_factory=HomeAssistant)
    board: BoardSettings = field(default_factory=BoardSettings)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the settings in the file at `path`. Raises SettingsError."""
        try:
            given = tomllib.loads(path.read_text(encoding="utf-8"))
            settings = _filled(cls, given, "")
        except (OSError, ValueError, SettingsError) as error:
            raise SettingsError(f"{path}: {error}") from error
        if settings.table and not TABLE_NAME.fullmatch(settings.table):
            allowed = "1 to 32 of a-z, 0-9 and -, and no - first"
            raise SettingsError(f"{path}: table = {settings.table!r} is not allowed: {allowed}")
        if settings.keep_days < 0:
            allowed = "0, which keeps all, or more"
            raise SettingsError(
                f"{path}: keep_days = {settings.keep_days} is not allowed: {allowed}"
            )
        code = settings.board.code
        if code and not GUEST_CODE.fullmatch(code):
            allowed = f"{CODE_LETTERS} or more letters and digits, and -"
            raise SettingsError(f"{path}: board.code is not allowed: {allowed}")
        return settings


_Part = BrokerAddress | BoardSettings | HomeAssistant
_Settings = TypeVar("_Settings", bound=_Part | VenueSettings)


def _filled(kind: type[_Settings], given: Mapping[str, object], where: str) -> _Settings:
    """Return the settings of a table of the file. Raises SettingsError."""
    known = {setting.name: setting.type for setting in fields(kind)}
    values: dict[str, Any] = {}  # of the kinds that are checked below
    for key, value in given.items():
        if key not in known:
            raise SettingsError(f"there is no setting {where}{key}; allowed are {', '.join(known)}")
        wanted = known[key]
        if isinstance(value, dict) and wanted in _PARTS:
            values[key] = _filled(_PARTS[wanted], value, f"{key}.")
        elif type(value) is wanted:
            values[key] = value
        else:
            allowed = _KINDS.get(wanted, "a table")
            raise SettingsError(f"{where}{key} = {value!r} is not allowed: {allowed} is")
    return kind(**values)


_PARTS: dict[object, type[_Part]] = {
    kind: kind for kind in (BrokerAddress, BoardSettings, HomeAssistant)
}
_KINDS: dict[object, str] = {str: "text", int: "a whole number", bool: "true or false"}
