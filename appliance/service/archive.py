"""Archives of the table: one ZIP file with a manifest, for reports and backups.

The manifest is the first member: what the archive is, of which format, by which version of the
table, and a checksum for each other member. Nothing of an archive is believed before all of it is
checked.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from appliance.bounded_files import json_of
from appliance.errors import ArchiveError, UnfitFileError, reason

FORMAT = 1

MANIFEST = "manifest.json"

ARCHIVE_BYTES = 2_000_000_000
"""Bytes of all members at most: an evening has about one million."""


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive holds: its `kind`, the `version` that wrote it, `files` by their names."""

    kind: str
    version: str
    files: dict[str, bytes]


def pack(path: Path, archive: Archive) -> None:
    """Write `archive` to a new file `path`, whole or not at all.

    Raises:
        ArchiveError: there is such a file, or it can't be written.
    """
    if path.exists():
        raise ArchiveError.of("archive.there", path=str(path))
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in archive.files.items()}
    about = {"format": FORMAT, "kind": archive.kind, "version": archive.version, "files": sums}
    beside = path.with_name(f"{path.name}.new")
    try:
        with beside.open("wb") as file:
            with ZipFile(file, "w", ZIP_DEFLATED) as packed:
                packed.writestr(MANIFEST, json.dumps(about, indent=1))
                for name, data in archive.files.items():
                    packed.writestr(name, data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError):
            said = {"path": str(path), "error": reason(error)}
            raise ArchiveError.of("archive.unwritable", **said) from error
        raise


def unpack(path: Path, kind: str) -> Archive:
    """What is in the archive `path`, which is of that `kind`.

    Raises:
        ArchiveError: it can't be read, is none or of another kind, is damaged, or is of a format
            that this version does not know.
    """
    try:
        with ZipFile(path) as packed:
            about, files = _read(packed, path, kind)
    except FileNotFoundError as error:
        raise ArchiveError.of("archive.missing", path=str(path)) from error
    except BadZipFile as error:
        raise ArchiveError.of("archive.foreign", path=str(path)) from error
    except OSError as error:
        raise ArchiveError.of("archive.unreadable", path=str(path), error=reason(error)) from error
    except _DAMAGE as error:
        raise _damaged(path, MANIFEST) from error
    sums: object = about.get("files")
    known = sums if isinstance(sums, dict) else {}
    for name in sorted({*known, *files}):
        if name not in files or known.get(name) != hashlib.sha256(files[name]).hexdigest():
            raise _damaged(path, name)
        if not stays_within(name):
            raise ArchiveError.of("archive.leaves", path=str(path), name=name)
    return Archive(kind, _version(about), files)


_DAMAGE = (UnfitFileError, ValueError, KeyError, EOFError, RuntimeError, zlib.error)
"""What zipfile and the manifest's readers raise where something is not as it was written."""


def _read(packed: ZipFile, path: Path, kind: str) -> tuple[dict[str, object], dict[str, bytes]]:
    """The manifest and the other members, each unchecked."""
    listed = packed.infolist()
    names = [one.filename for one in listed]
    if names[:1] != [MANIFEST]:
        raise ArchiveError.of("archive.foreign", path=str(path))
    if len(set(names)) != len(names) or sum(one.file_size for one in listed) > ARCHIVE_BYTES:
        raise _damaged(path, MANIFEST)
    about = json_of(packed.read(MANIFEST).decode())
    if not isinstance(about, dict) or about.get("kind") != kind:
        raise ArchiveError.of("archive.foreign", path=str(path))
    if about.get("format") != FORMAT:
        raise ArchiveError.of("archive.newer", path=str(path), version=_version(about))
    return about, {name: _member(packed, path, name) for name in names[1:]}


def _member(packed: ZipFile, path: Path, name: str) -> bytes:
    """One file of an archive that is of ours, as its manifest says."""
    try:
        return packed.read(name)
    except (BadZipFile, *_DAMAGE) as error:
        raise _damaged(path, name) from error


def stays_within(name: str) -> bool:
    """Whether a member of that name is written below the folder in which it is unpacked."""
    parts = PurePosixPath(name).parts
    plain = name == "/".join(parts) and not {"..", ".", "/"} & set(parts)
    return bool(parts) and plain and "\\" not in name and name.isprintable()


def _version(about: dict[str, object]) -> str:
    return str(about.get("version"))


def _damaged(path: Path, name: str) -> ArchiveError:
    return ArchiveError.of("archive.damaged", path=str(path), name=name)


def members(folder: Path, files: Iterable[Path], below: str) -> dict[str, bytes]:
    """The `files` of `folder` as members of an archive, `below` a folder there. Raises OSError."""
    return {f"{below}/{one.relative_to(folder).as_posix()}": one.read_bytes() for one in files}
