"""Plan of a restore: the place of each member of a backup, by the settings here.

All members but the settings file go below the folder of the journal. This holds for other files of
the settings' folder, too, and the restored settings then name them there. A backup with a member
that no table has is refused.
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
from bluffing.message import Message, message


@dataclass(slots=True)
class RestorePlan:
    """Places of members, by name below the folder of the journal, and the settings to write."""

    places: dict[str, str] = field(default_factory=dict)
    settings: bytes | None = None
    messages: list[Message] = field(default_factory=list)


def plan_restore(archive: Archive, here: InForce, given: Path | None) -> RestorePlan:
    """Return the plan for `archive`; nothing is written.

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
    renamed = _renames(archive, config, here)
    odd = [Path(entry).name for entry in _files_of(tables)]
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
        if places & {str(entry) for entry in PurePosixPath(place).parents}:
            raise _strange(archive, name)


def _settings_in(text: str, given: Path | None) -> tuple[Tables, Config]:
    place = f"{SETTINGS}/{SETTINGS_FILE}"
    try:
        tables: Tables = toml_of(text)
    except UnfitFileError as error:
        wrong = message("config.not-settings", path=place, error=error.why)
        raise ConfigError(wrong) from error
    merged = tables if given is None else with_build(tables, given)
    return tables, config_of(merged, f"{place}: ")


def _renames(archive: Archive, config: Config | None, here: InForce) -> Callable[[str], str]:
    """Return the map from names in the backup to names here: journals may be called otherwise."""
    theirs, ours = _journal_in(archive, config), Path(here.config.journal).name
    kept = Path(config.kept).name if config is not None and config.kept else here.path.name

    def name_here(inner: str) -> str:
        if is_evening(inner, theirs):
            return ours + inner.removeprefix(theirs)
        beside = here.path.parent == Path(here.config.journal).parent
        return here.path.name if inner == kept and beside else inner

    return name_here


def _journal_in(archive: Archive, config: Config | None) -> str:
    """Return the name of the journal in a backup."""
    name = Path((Config() if config is None else config).journal).name
    if f"{TABLE}/{name}" in archive.sums:
        return name
    marks = (
        entry for entry in archive.sums if entry.endswith("-bookmark") and entry.count("/") == 1
    )
    names = (entry.removeprefix(f"{TABLE}/").removesuffix("-bookmark") for entry in marks)
    return min(names, key=len, default=name)


_PLACES = (("reader", "deck"), ("reader", "calibration"), ("buzzers", "keys"))
"""Settings that name a file, besides packs of questions."""


def _files_of(tables: Toml) -> Iterator[str]:
    """Return the files that settings name."""
    for table, key in _PLACES:
        section = tables.get(table)
        value = section.get(key) if isinstance(section, dict) else None
        if isinstance(value, str) and value:
            yield value
    game = tables.get("game")
    packs = game.get("questions", ()) if isinstance(game, dict) else ()
    yield from (entry for entry in packs if entry not in PACKS)


def _with_places(tables: Tables, config: Config, here: InForce, plan: RestorePlan) -> Tables:
    """Return the backup's settings with the `journal` and `kept` of this machine."""
    wanted = dict(tables)
    for key in ("journal", "kept"):
        theirs, ours = getattr(config, key), getattr(here.config, key)
        if theirs == ours:
            continue
        wanted[key] = ours
        if not ours:
            del wanted[key]
        place = ours or str(here.path)
        plan.messages.append(message("command.restore.place", key=key, place=place))
    return wanted


def _keep_calibration(
    wanted: Tables, config: Config, given: Path, here: InForce, plan: RestorePlan
) -> None:
    """Keep the calibration's place here, if the backup's settings name one outside the table.

    `doubtit calibrate` writes to it, perhaps as root.
    """
    theirs, ours = config.reader.calibration, here.config.reader.calibration
    journal = Path(here.config.journal)
    names = (below(Path(theirs), folder) for folder in (journal.parent, given.parent))
    if theirs in {"", ours} or any(entry and is_tables_own(entry, journal.name) for entry in names):
        return
    reader = {key: value for key, value in wanted["reader"].items() if key != "calibration"}
    wanted["reader"] = {**reader, "calibration": ours} if ours else reader
    place = str(box_file(here.config))
    plan.messages.append(message("command.restore.place", key="reader.calibration", place=place))


def _move_others(
    archive: Archive, wanted: Tables, given: Path, here: InForce, plan: RestorePlan
) -> None:
    """Put other files of the settings' folder beside the journal, and name them so in `wanted`.

    A file that is already here with the same content stays. So a restore writes only the settings
    file in its folder.
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
            plan.messages.append(moved)


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
        section = wanted.get(table)
        if isinstance(section, dict) and is_it(section.get(key)):
            wanted[table] = {**section, key: str(place)}
    game = wanted.get("game")
    if isinstance(game, dict) and any(map(is_it, game.get("questions", ()))):
        packs = [str(place) if is_it(entry) else entry for entry in game["questions"]]
        wanted["game"] = {**game, "questions": packs}


def _text_with(text: str, tables: Tables, wanted: Tables) -> str:
    """Return `text` changed to mean `wanted`, with as few other lines as possible."""
    if wanted == tables:
        return text
    tops = [key for key in ("journal", "kept") if wanted.get(key) != tables.get(key)]
    lines = text.splitlines(keepends=True)
    end = next((at for at, entry in enumerate(lines) if entry.lstrip().startswith("[")), len(lines))
    head = [entry for entry in lines[:end] if entry.partition("=")[0].strip() not in tops]
    top = text_of_tables({key: wanted[key] for key in tops if key in wanted})
    changed = "".join([top, *head, *lines[end:]])
    with suppress(UnfitFileError):
        if toml_of(changed) == wanted:
            return changed
    return text_of_tables(wanted)
