"""Settings that were changed at the table: a small TOML file, which goes over the settings file.

It stands beside the journal and is written by the table alone. Whatever is wrong with it, the table
starts: what can be used of it is used, and the rest is set aside.
"""

import json
import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from appliance.builds.file import tables_of
from appliance.config import Config, config_of
from appliance.core.effects import Kept
from appliance.errors import ConfigError, IrregularFileError, reason
from appliance.typed_toml import Toml, wrong_at
from appliance.whole_file import is_file, rename_broken, target_of, write_whole
from bluffing.message import Message, message

Tables = dict[str, Any]  # what is kept, as TOML has it: values of any type

KEPT_NAME = "kept.toml"
"""The file's name, where the settings give none."""

NEVER_KEPT = {"build", "journal", "kept", "shutdown"}
"""Keys that nobody can change at a table: its wiring, where files are, and what is run."""

OF_A_GAME = ("ruleset", "preset", "options")
"""Keys of [game] that mean something together only: options are those of one game."""

KEPT_TOP = "# What was changed at the table, which writes this. It goes over the settings file.\n"


@dataclass(frozen=True, slots=True)
class InForce:
    """The settings that a table goes by.

    `tables` is all that is set. `kept` is what of the file at `path` is in force; `wrong` says what
    could not be used of it. `given` is the settings file, where there is one.
    """

    config: Config
    tables: Tables
    path: Path
    kept: Tables
    wrong: tuple[Message, ...] = ()
    given: Path | None = None

    @property
    def folders(self) -> tuple[Path, ...]:
        """List the folders for people's own files: beside the settings, and beside the journal."""
        files = (self.path,) if self.given is None else (self.given, self.path)
        return tuple(dict.fromkeys(file.parent for file in files))

    def sets(self, table: str, key: str = "") -> bool:
        """Return True if the file has this table, or this key in it."""
        there = self.tables.get(table)
        return there is not None and (not key or (isinstance(there, dict) and key in there))


def in_force(given: Path | None, journal: Path | None = None) -> InForce:
    """The settings of the file `given`, and over them what was changed at the table.

    Without a file they are those of a table that nobody has set up. `journal` goes before the
    settings'. Nothing is written.

    Raises:
        ConfigError: something in the file `given` is not allowed, or what was changed at the table
            can't be kept: a folder or device is in its place, or settings name a file that no table
            wrote.
    """
    alone = as_given(given, journal)
    config, tables, path = alone.config, alone.tables, alone.path
    try:
        if not is_file(path):
            return alone
    except IrregularFileError as error:
        raise ConfigError.of("kept.irregular", path=str(path), error=reason(error)) from error
    try:
        asked = tables_of(path)
    except ConfigError as error:
        return _ours(InForce(config, tables, path, {}, (error.seen,), given))
    kept: Tables = {}
    wrong: list[Message] = []
    for part in _parts(asked):
        try:
            if NEVER_KEPT & part.keys():
                raise ConfigError(message("kept.never", key=min(part)))  # noqa: TRY301 - as others
            config = config_of(over(tables, over(kept, part)), f"{path}: ")
        except ConfigError as error:
            wrong.append(error.seen)
        else:
            kept = over(kept, part)
    return _ours(InForce(config, over(tables, kept), path, kept, tuple(wrong), given))


def _ours(found: InForce) -> InForce:
    """Return `found`, unless settings name its file, it can't be used, and no table wrote it.

    It may be the journal, or belong to another program: nobody asked to rename that.

    Raises:
        ConfigError: what is wrong in it.
    """
    if found.wrong and found.config.kept:
        head = b""
        with suppress(OSError), found.path.open("rb") as file:
            head = file.read(len(KEPT_TOP))
        if head != KEPT_TOP.encode():
            raise ConfigError(found.wrong[0])
    return found


def as_given(given: Path | None, journal: Path | None = None) -> InForce:
    """Return the settings of the file `given` alone, without what was changed at the table.

    Raises:
        ConfigError: something in the file is not allowed.
    """
    where = "" if given is None else f"{given}: "
    tables = {} if given is None else dict(tables_of(given))
    if journal is not None:
        tables["journal"] = str(journal)
    config = config_of(tables, where)
    with suppress(OSError):
        if given is not None and given.samefile(config.journal):
            raise wrong_at(where, message("config.itself", key="journal"))
    path = Path(config.kept) if config.kept else Path(config.journal).with_name(KEPT_NAME)
    return InForce(config, tables, path, {}, given=given)


def speaking(start: InForce, language: str) -> InForce:
    """These settings in the language of the environment, where they name none themselves.

    The table's menu then shows it, and it stays when something else is changed.
    """
    if start.sets("language"):
        return start
    config = replace(start.config, language=language)
    return replace(start, config=config, tables={**start.tables, "language": language})


def over(below: Toml, above: Toml) -> Tables:
    """The tables of both; where they differ `above` goes first.

    Another game, or options that were set, leave nothing of the game that was set before.
    """
    merged = dict(below)
    for key, value in above.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            stays = before
            if key == "game" and not {"ruleset", "options"}.isdisjoint(value):
                stays = {one: it for one, it in before.items() if one not in OF_A_GAME}
                if "ruleset" in before:
                    stays["ruleset"] = before["ruleset"]
            merged[key] = {**stays, **value}
        else:
            merged[key] = value
    return merged


def changed(kept: Toml, key: str, value: Kept) -> Tables:
    """`kept` with the setting `key`, such as "display.layout", at `value`."""
    table, _, name = key.rpartition(".")
    plain = _listed(value)
    if key == "game.options":  # pairs, of which a file makes a table
        plain = {str(one): it for one, it in cast("list[list[object]]", plain)}
    return over(kept, {table: {name: plain}} if table else {name: plain})


def save(tables: Toml, path: Path) -> None:
    """Write `tables` to `path`, whole or not at all, through a power cut too.

    Raises:
        ConfigError: the file can't be written.
    """
    try:
        write_whole((KEPT_TOP + text_of_tables(tables)).encode("utf-8", "replace"), path)
    except OSError as error:
        raise ConfigError.of("kept.unwritable", path=str(path), error=reason(error)) from error


def mended(found: InForce) -> InForce:
    """Rename a file that can't be used as it is, write what can, and return what to say of it.

    A file that can't be renamed stays, and what is wrong in it is said.
    """
    if not found.wrong:
        return found
    try:
        target = target_of(found.path)
        aside = rename_broken(target)
    except OSError:
        return found
    with suppress(ConfigError):
        save(found.kept, target)
    why = tuple(message("kept.broken", why=one, aside=str(aside)) for one in found.wrong)
    return replace(found, wrong=why)


def text_of_tables(tables: Toml) -> str:
    """`tables` as TOML: text, numbers, truth, and lists and tables of these."""
    return "".join(_rows(tables, ()))


def _rows(table: Toml, path: tuple[str, ...]) -> Iterator[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    if path and (plain or not table):
        yield f"\n[{'.'.join(map(_key, path))}]\n"
    for key, value in plain.items():
        yield f"{_key(key)} = {_value(value)}\n"
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _rows(value, (*path, key))


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else _value(key)


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():  # JSON's text is TOML's, but for one control character
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case float() if math.isnan(value):
            return "nan"
        case _:
            return repr(value)


def _parts(tables: Toml) -> Iterator[Tables]:
    """Each setting by itself; what makes a game stays together."""
    for key, value in tables.items():
        if not isinstance(value, dict):
            yield {key: value}
            continue
        together = {one: it for one, it in value.items() if key == "game" and one in OF_A_GAME}
        if together:
            yield {key: together}
        yield from ({key: {one: it}} for one, it in value.items() if one not in together)


def _listed(value: object) -> object:
    """With lists for tuples, as tomllib reads them."""
    return [_listed(one) for one in value] if isinstance(value, tuple) else value
