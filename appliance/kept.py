"""Settings that were changed at the table: a small TOML file that overrides the settings file.

The file is beside the journal and only the table writes it. The table starts even if the file is
damaged: its usable part is used, and the rest is set aside.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from appliance.builds.file import tables_of
from appliance.config import Config, config_of
from appliance.core.effects import Effect, Keep, Kept, TryNext
from appliance.errors import ConfigError, DoubtItError, IrregularFileError, reason
from appliance.typed_toml import Toml, wrong_at
from appliance.whole_file import is_file, rename_broken, target_of, write_whole
from bluffing.message import Message, message

Tables = dict[str, Any]  # kept settings, with TOML's types

KEPT_NAME = "kept.toml"
"""Default name of the file."""

NEVER_KEPT = {"build", "journal", "kept", "shutdown"}
"""Keys that can't be changed at a table: its wiring, paths of files, and commands."""

OF_A_GAME = ("ruleset", "preset", "options")
"""Keys of [game] that are valid only together: options belong to one game."""

CLOCKWISE = "seats.clockwise"
"""Setting with the places of the buzzers. It is valid only for their number."""

BY_TABLE = "at the table, which writes this."
"""Words in the first line of each kept file, in that of earlier releases too."""

KEPT_TOP = f"# Changes made {BY_TABLE} They go over the settings file.\n"


@dataclass(frozen=True, slots=True)
class InForce:
    """The settings that a table uses.

    `tables` has all settings. `kept` is the usable part of the file at `path`; `wrong` describes
    the unusable part. `given` is the settings file, if there is one.
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
        values = self.tables.get(table)
        return values is not None and (not key or (isinstance(values, dict) and key in values))


def in_force(given: Path | None, journal: Path | None = None) -> InForce:
    """Return the settings of the file `given`, overridden by those that were changed at the table.

    Without a file they are the defaults. `journal` overrides that of the settings. Nothing is
    written.

    Raises:
        ConfigError: something in the file `given` is not allowed, or changes at the table can't be
            kept: their path is a folder or device, or a file that no table wrote.
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
            config = config_of(_both(tables, over(kept, part)), f"{path}: ")
        except ConfigError as error:
            wrong.append(error.seen)
        else:
            kept = over(kept, part)
    return _ours(InForce(config, _both(tables, kept), path, kept, tuple(wrong), given))


def _ours(found: InForce) -> InForce:
    """Return `found`, unless settings name its file, it is unusable, and no table wrote it.

    Such a file may be the journal, or belong to another program, and must not be renamed.

    Raises:
        ConfigError: the fault in such a file.
    """
    if found.wrong and found.config.kept:
        head = b""
        with suppress(OSError), found.path.open("rb") as file:
            head = file.readline(200)
        if BY_TABLE.encode() not in head:
            raise ConfigError(found.wrong[0])
    return found


def as_given(given: Path | None, journal: Path | None = None) -> InForce:
    """Return the settings of the file `given` alone, without changes at the table.

    Raises:
        ConfigError: something in the file is not allowed.
    """
    place = "" if given is None else f"{given}: "
    tables = {} if given is None else dict(tables_of(given))
    if journal is not None:
        tables["journal"] = str(journal)
    config = config_of(tables, place)
    with suppress(OSError):
        if given is not None and given.samefile(config.journal):
            raise wrong_at(place, message("config.itself", key="journal"))
    path = Path(config.kept) if config.kept else Path(config.journal).with_name(KEPT_NAME)
    return InForce(config, tables, path, {}, given=given)


def speaking(start: InForce, language: str) -> InForce:
    """Return these settings with the language of the environment if they name none.

    The table's menu then shows it, and it stays when another setting is changed.
    """
    if start.sets("language"):
        return start
    config = replace(start.config, language=language)
    return replace(start, config=config, tables={**start.tables, "language": language})


def over(below: Toml, above: Toml) -> Tables:
    """Merge both tables; where they differ `above` counts.

    Another game, or a list of options, replaces all of the game below.
    """
    merged = dict(below)
    for key, value in above.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            stays = before
            if key == "game" and not {"ruleset", "options"}.isdisjoint(value):
                stays = {name: it for name, it in before.items() if name not in OF_A_GAME}
                if "ruleset" in before:
                    stays["ruleset"] = before["ruleset"]
            merged[key] = {**stays, **value}
        else:
            merged[key] = value
    return merged


def _both(tables: Toml, kept: Toml) -> Tables:
    """Merge the settings file with what is `kept`.

    The table keeps all of the house's own games: one that was erased there stays erased.
    """
    return over({**tables, "saved": {}} if "saved" in kept else tables, kept)


def changed(kept: Toml, key: str, value: Kept) -> Tables:
    """Return `kept` with the setting `key`, such as "display.layout", at `value`."""
    table, _, name = key.rpartition(".")
    plain = _with_lists(value)
    if key == "saved":  # all of the house's own games, so that a game can be erased
        games = cast("list[tuple[str, str, list[list[object]]]]", plain)
        of_name = {
            title: {"ruleset": ruleset, "options": {str(option): it for option, it in options}}
            for title, ruleset, options in games
        }
        return {**kept, "saved": of_name}
    if key == "game.options":  # pairs; in a file they are a table
        plain = {str(name): it for name, it in cast("list[list[object]]", plain)}
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


def mend(found: InForce) -> InForce:
    """Rename a partly unusable file, write its usable part, and return the settings with a note.

    A file that can't be renamed stays, and its faults are reported.
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
    why = tuple(message("kept.broken", why=fault, aside=str(aside)) for fault in found.wrong)
    return replace(found, wrong=why)


def text_of_tables(tables: Toml) -> str:
    """Return `tables` as TOML: text, numbers, booleans, and lists and tables of these."""
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
    """Yield each setting by itself; the keys of a game stay together."""
    for key, value in tables.items():
        if not isinstance(value, dict):
            yield {key: value}
            continue
        together = {name: it for name, it in value.items() if key == "game" and name in OF_A_GAME}
        if together:
            yield {key: together}
        yield from ({key: {name: it}} for name, it in value.items() if name not in together)


def _with_lists(value: object) -> object:
    """Return `value` with lists for tuples, as tomllib reads them."""
    return [_with_lists(element) for element in value] if isinstance(value, tuple) else value


Apply = Callable[[Config], None]
"""Applies settings at once. May raise DoubtItError: it is reported, and they are kept."""


class Keeper:
    """Performs Keep: passes changed settings to `applies`, and errors to `tell`.

    A setting that is not allowed is an error, too, and neither applied nor written.
    """

    def __init__(
        self, start: InForce, applies: Iterable[Apply], tell: Callable[[Message], None]
    ) -> None:
        self._start, self._applies, self._tell = start, tuple(applies), tell
        self.kept = start.kept

    def perform(self, effect: Effect) -> None:
        """Keep the setting of a Keep effect; ignore other effects."""
        if not isinstance(effect, Keep):
            return
        kept = self.kept
        if effect.key == CLOCKWISE and effect.value and isinstance(effect.value, tuple):
            kept = changed(kept, "seats.buzzers", len(effect.value))  # one place for each
        kept = changed(kept, effect.key, effect.value)
        try:
            config = config_of(_both(self._start.tables, kept))
        except DoubtItError as error:
            self._tell(error.says)
            return
        self.kept = kept
        for apply in (*self._applies, self._save):
            try:
                apply(config)
            except DoubtItError as error:
                self._tell(error.says)

    def _save(self, _: Config) -> None:
        save(self.kept, self._start.path)


def tries(
    parts: Mapping[str, Callable[[], str]], keep: Callable[[Effect], None]
) -> Callable[[Effect], None]:
    """Return the performer that lets people step through `parts`, by the keys of their settings.

    Each part advances and returns its name; `keep` keeps the last one.
    """

    def perform(effect: Effect) -> None:
        if isinstance(effect, TryNext):
            keep(Keep(effect.key, parts[effect.key]()))

    return perform
