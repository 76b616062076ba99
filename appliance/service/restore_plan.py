"""Where each member of a backup goes, by the settings that are here; nothing is written.

Everything goes below the folder of the journal, but the settings file. What else was in the folder
of the settings goes beside the journal too, and the settings then name it there. A member that no
table has, or that leads elsewhere, makes the whole backup one that is not restored.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from appliance.bounded_files import toml_of
from appliance.builds.file import with_build
from appliance.config import Config, config_of
from appliance.errors import ArchiveError, ConfigError, UnfitFileError
from appliance.kept import InForce, Tables, text_of_tables
from appliance.message import Message, message
from appliance.plain_files import open_below
from appliance.questions.pack import PACKS
from appliance.service.archive import Archive
from appliance.service.backup import (
    SETTINGS,
    SETTINGS_FILE,
    TABLE,
    below,
    is_evening,
    is_tables_own,
)
from appliance.service.equip import box_file
from appliance.typed_toml import Toml


@dataclass(slots=True)
class RestorePlan:
    """Where each member of a backup goes: by name below the folder of the journal."""

    places: dict[str, str] = field(default_factory=dict)
    settings: bytes | None = None
    told: list[Message] = field(default_factory=list)


def planned(archive: Archive, here: InForce, given: Path | None) -> RestorePlan:
    """Decide what goes where.

    Raises:
        ArchiveError: the backup holds what no table has.
        ConfigError: its settings can't be used.
    """
    plan, journal = RestorePlan(), Path(here.config.journal).name
    member = f"{SETTINGS}/{SETTINGS_FILE}"
    tables: Tables = {}
    text, config = "", None
    if member in archive.sums:
        text = archive.text(member)
        tables, config = _settings_in(text, given)
    renamed = _renamed(archive, config, here)
    odd = [Path(one).name for one in _files_of(tables)]
    for name in sorted(archive.sums):
        folder, _, inner = name.partition("/")
        if folder == TABLE:
            place = renamed(inner)
            if not is_tables_own(place, journal, odd):
                raise _strange(archive, name)
            plan.places[name] = place
        elif folder != SETTINGS or (name != member and not is_tables_own(inner, journal, odd)):
            raise _strange(archive, name)
    if len(set(plan.places.values())) != len(plan.places):
        raise _strange(archive, min(plan.places))
    _check_no_folder_is_a_file(archive, plan)
    if given is not None and config is not None:
        wanted = _with_places(tables, config, here, plan)
        _keep_calibration(wanted, config, given, here, plan)
        _move_others(archive, wanted, given, here, plan)
        _check_no_folder_is_a_file(archive, plan)
        plan.settings = _text_with(text, tables, wanted).encode()
        config_of(with_build(wanted, given), f"{archive.path}: ")
    return plan


def _strange(archive: Archive, name: str) -> ArchiveError:
    return ArchiveError.of("archive.strange", path=str(archive.path), name=name)


def _check_no_folder_is_a_file(archive: Archive, plan: RestorePlan) -> None:
    places = set(plan.places.values())
    for name, place in plan.places.items():
        if places & {str(one) for one in PurePosixPath(place).parents}:
            raise _strange(archive, name)


def _settings_in(text: str, given: Path | None) -> tuple[Tables, Config]:
    where = f"{SETTINGS}/{SETTINGS_FILE}"
    try:
        tables: Tables = toml_of(text)
    except UnfitFileError as error:
        wrong = message("config.not-settings", path=where, error=error.why)
        raise ConfigError(wrong) from error
    merged = tables if given is None else with_build(tables, given)
    return tables, config_of(merged, f"{where}: ")


def _renamed(archive: Archive, config: Config | None, here: InForce) -> Callable[[str], str]:
    """What maps names of the backup's table to names here: its journal may be called otherwise."""
    theirs, ours = _journal_in(archive, config), Path(here.config.journal).name
    kept = Path(config.kept).name if config is not None and config.kept else here.path.name

    def name_here(inner: str) -> str:
        if is_evening(inner, theirs):
            return ours + inner.removeprefix(theirs)
        beside = here.path.parent == Path(here.config.journal).parent
        return here.path.name if inner == kept and beside else inner

    return name_here


def _journal_in(archive: Archive, config: Config | None) -> str:
    """What the journal of a backup is called."""
    said = Path((Config() if config is None else config).journal).name
    if f"{TABLE}/{said}" in archive.sums:
        return said
    marks = (one for one in archive.sums if one.endswith("-bookmark") and one.count("/") == 1)
    names = (one.removeprefix(f"{TABLE}/").removesuffix("-bookmark") for one in marks)
    return min(names, key=len, default=said)


_PLACES = (("reader", "deck"), ("reader", "calibration"), ("buzzers", "keys"))
"""Settings that name a file, besides packs of questions."""


def _files_of(tables: Toml) -> Iterator[str]:
    """The files that settings name, as they name them."""
    for table, key in _PLACES:
        there = tables.get(table)
        value = there.get(key) if isinstance(there, dict) else None
        if isinstance(value, str) and value:
            yield value
    game = tables.get("game")
    packs = game.get("questions", ()) if isinstance(game, dict) else ()
    yield from (one for one in packs if one not in PACKS)


def _with_places(tables: Tables, config: Config, here: InForce, plan: RestorePlan) -> Tables:
    """The backup's settings, with evenings and what is changed at the table where they are here."""
    wanted = dict(tables)
    for key in ("journal", "kept"):
        theirs, ours = getattr(config, key), getattr(here.config, key)
        if theirs == ours:
            continue
        wanted[key] = ours
        if not ours:
            del wanted[key]
        place = ours or str(here.path)
        plan.told.append(message("command.restore.place", key=key, place=place))
    return wanted


def _keep_calibration(
    wanted: Tables, config: Config, given: Path, here: InForce, plan: RestorePlan
) -> None:
    """Leave the calibration where it is here, if the backup's settings have it at a foreign place.

    `doubtit calibrate` writes there, and root may run it.
    """
    theirs, ours = config.reader.calibration, here.config.reader.calibration
    journal = Path(here.config.journal)
    names = (below(Path(theirs), folder) for folder in (journal.parent, given.parent))
    if theirs in {"", ours} or any(one and is_tables_own(one, journal.name) for one in names):
        return
    reader = {key: value for key, value in wanted["reader"].items() if key != "calibration"}
    wanted["reader"] = {**reader, "calibration": ours} if ours else reader
    place = str(box_file(here.config))
    plan.told.append(message("command.restore.place", key="reader.calibration", place=place))


def _move_others(
    archive: Archive, wanted: Tables, given: Path, here: InForce, plan: RestorePlan
) -> None:
    """Put other files of the settings' folder beside the journal, unless they are here as they are.

    `wanted` then names them there. So the settings file is all that is written in its folder.
    """
    table, taken = Path(here.config.journal).parent, set(plan.places.values())
    for name, digest in sorted(archive.sums.items()):
        folder, _, inner = name.partition("/")
        if folder != SETTINGS or inner == SETTINGS_FILE or _is_here(given.parent, inner, digest):
            continue
        place = inner
        if place in taken:
            place = str(PurePosixPath(inner).with_name(f"{SETTINGS}-{PurePosixPath(inner).name}"))
        if place in taken:
            raise _strange(archive, name)
        taken.add(place)
        plan.places[name] = place
        _name_there(wanted, inner, table / place)
        if given.parent / inner != table / place:
            moved = message("command.restore.moved", name=inner, place=str(table / place))
            plan.told.append(moved)


def _is_here(home: Path, inner: str, digest: str) -> bool:
    try:
        with open_below(home, inner) as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False


def _name_there(wanted: Tables, inner: str, place: Path) -> None:
    """Name `place` in the settings wherever they name the file `inner` of their folder."""

    def is_it(value: object) -> bool:
        return isinstance(value, str) and (value == inner or value.endswith(f"/{inner}"))

    for table, key in _PLACES:
        there = wanted.get(table)
        if isinstance(there, dict) and is_it(there.get(key)):
            wanted[table] = {**there, key: str(place)}
    game = wanted.get("game")
    if isinstance(game, dict) and any(map(is_it, game.get("questions", ()))):
        packs = [str(place) if is_it(one) else one for one in game["questions"]]
        wanted["game"] = {**game, "questions": packs}


def _text_with(text: str, tables: Tables, wanted: Tables) -> str:
    """`text`, changed to say `wanted`: as few lines as that takes, or all of it anew."""
    if wanted == tables:
        return text
    tops = [key for key in ("journal", "kept") if wanted.get(key) != tables.get(key)]
    lines = text.splitlines(keepends=True)
    end = next((at for at, one in enumerate(lines) if one.lstrip().startswith("[")), len(lines))
    head = [one for one in lines[:end] if one.partition("=")[0].strip() not in tops]
    said = text_of_tables({key: wanted[key] for key in tops if key in wanted})
    changed = "".join([said, *head, *lines[end:]])
    with suppress(UnfitFileError):
        if toml_of(changed) == wanted:
            return changed
    return text_of_tables(wanted)
