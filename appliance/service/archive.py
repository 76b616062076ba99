"""Archives of the table: one ZIP file with a manifest, for reports and backups.

The manifest is the first member: the archive's kind, its format, the version of the table that
wrote it, and a checksum for each other member. Archives are written and read as a stream, member by
member, so memory stays level. An archive may come from a stranger: names, counts and sizes are
checked before unpacking, and the checksum of each member during it.
"""

import hashlib
import json
import os
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BufferedReader, FileIO
from pathlib import Path, PurePosixPath
from stat import S_IFMT, S_IFREG
from typing import BinaryIO, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from appliance.bounded_files import FILE_BYTES, json_of
from appliance.errors import ArchiveError, UnfitFileError, reason
from appliance.plain_files import NotPlainError, open_plain, sync_folder
from bluffing.message import Spoken, message

FORMAT = 1

MANIFEST = "manifest.json"

MEMBERS = 5_000
"""Maximum number of members: a thousand kept evenings have two thousand."""

MEMBER_BYTES = 4_000_000_000
"""Maximum size of a member: an hour of play has about two million bytes."""

ARCHIVE_BYTES = 64_000_000_000
"""Maximum size of all members together."""

SWELLS, SLACK = 100, 64_000_000
"""Maximum size of all members in archive sizes, and how many bytes more: journals have about 8."""

DIRECTORY_BYTES = 2_000_000
"""Maximum size of `zipfile`'s single reads: a directory of `MEMBERS` entries is smaller."""

NAME_BYTES, NAME_PARTS = 200, 4
"""Maximum length of each part of a member's name, in bytes, and maximum number of parts."""

VERSION_LETTERS = 40
"""Letters of a version that are shown, at most."""

CHUNK = 1 << 18

_SAME_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of every member: ZIP has none before 1980 and none after 2107."""

_LARGE = 1_000_000_000
"""Minimum size (bytes) of a member that may outgrow 32 bits while it is packed."""

T = TypeVar("T")


# --- written ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewFile:
    """An archive that is being written to `file`, and will be at `path`."""

    path: Path
    file: BinaryIO

    def writing(self, write: Callable[[], T]) -> T:
        """Call `write`. Raises ArchiveError: the file can't be written."""
        try:
            return write()
        except OSError as error:
            raise _unwritable(self.path, error) from error


@contextmanager
def new_file(path: Path) -> Iterator[NewFile]:
    """Make the file `path` as the caller and for the caller alone, whole or not at all.

    Raises:
        ArchiveError: something is at `path`, or it can't be written.
    """
    if os.path.lexists(path):
        raise ArchiveError.of("archive.there", path=str(path))
    try:
        descriptor, name = tempfile.mkstemp(prefix=".doubtit-", dir=path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    beside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            new = NewFile(path, file)
            yield new
            new.writing(file.flush)
            new.writing(lambda: os.fsync(descriptor))
            new.writing(lambda: _name(beside, path))
        new.writing(lambda: sync_folder(path.parent))
    finally:
        with suppress(OSError):
            beside.unlink()


def _name(beside: Path, path: Path) -> None:
    """Give the finished file its name, unless something has it. Raises OSError, ArchiveError."""
    try:
        os.link(beside, path)
    except FileExistsError as error:
        raise ArchiveError.of("archive.there", path=str(path)) from error
    except OSError:  # a file system without links, as on most USB sticks
        if os.path.lexists(path):
            raise ArchiveError.of("archive.there", path=str(path)) from None
        beside.rename(path)


def pack(new: NewFile, kind: str, version: str, members: Iterable[tuple[str, BinaryIO]]) -> int:
    """Write an archive of these named files, and close them; return their number.

    Raises:
        ArchiveError: the archive can't be written, or has too many members.
        OSError: a member can't be read.
    """
    sums: dict[str, str] = {}
    with _zip_to(new) as packed:
        for name, source in members:
            with source:
                sums[name] = _add(new, packed, name, source)
            if len(sums) >= MEMBERS:
                raise ArchiveError.of("archive.too-large", path=str(new.path))
        about = {"format": FORMAT, "kind": kind, "version": version, "files": sums}
        new.writing(lambda: packed.writestr(_info(MANIFEST), json.dumps(about, indent=1)))
        listed = packed.infolist()
        listed.insert(0, listed.pop())  # in the directory the manifest is the first
    return len(sums)


@contextmanager
def _zip_to(new: NewFile) -> Iterator[ZipFile]:
    packed = ZipFile(new.file, "w", ZIP_DEFLATED)
    try:
        yield packed
        new.writing(packed.close)
    finally:
        with suppress(OSError, ValueError):
            packed.close()


def _add(new: NewFile, packed: ZipFile, name: str, source: BinaryIO) -> str:
    """Pack one file; return its checksum."""
    large = source.seek(0, os.SEEK_END) > _LARGE
    source.seek(0)
    digest = hashlib.sha256()
    to = packed.open(_info(name), "w", force_zip64=large)
    try:
        while chunk := source.read(CHUNK):
            digest.update(chunk)
            try:
                to.write(chunk)
            except OSError as error:
                raise _unwritable(new.path, error) from error
    finally:
        new.writing(to.close)
    return digest.hexdigest()


def _info(name: str) -> ZipInfo:
    info = ZipInfo(name, _SAME_DATE)
    info.compress_type, info.external_attr = ZIP_DEFLATED, (S_IFREG | 0o600) << 16
    return info


def _unwritable(path: Path, error: OSError) -> ArchiveError:
    return ArchiveError.of("archive.unwritable", path=str(path), error=reason(error))


# --- read --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Archive:
    """An open archive, by the `version` of the table that wrote it; `sums` are its checksums.

    Names and sizes have been checked; the content of a member is checked when it is copied.
    """

    path: Path
    version: str
    sums: dict[str, str]
    _packed: ZipFile = field(repr=False)

    def copy(self, name: str, to: BinaryIO) -> None:
        """Copy a member. Raises ArchiveError: it is damaged. Raises OSError: `to` can't be written.

        After an error the copy must not be used.
        """
        digest = hashlib.sha256()
        for chunk in self._chunks(name):
            digest.update(chunk)
            to.write(chunk)
        if digest.hexdigest() != self.sums[name]:
            raise _damage(self.path, name)

    def text(self, name: str) -> str:
        """The text of a small member. Raises ArchiveError: it is damaged, or too large."""
        data = b""
        for chunk in self._chunks(name):
            data += chunk
            if len(data) > FILE_BYTES:
                raise _damage(self.path, name)
        if hashlib.sha256(data).hexdigest() != self.sums[name]:
            raise _damage(self.path, name)
        return data.decode("utf-8", "replace")

    def _chunks(self, name: str) -> Iterator[bytes]:
        try:
            left = self._packed.getinfo(name).file_size
            with self._packed.open(name) as member:
                while chunk := member.read(CHUNK):
                    left -= len(chunk)
                    yield chunk
            if left:
                raise BadZipFile(name)
        except OSError as error:
            raise _unreadable(self.path, reason(error)) from error
        except _DAMAGE as error:
            raise _damage(self.path, name) from error


_DAMAGE = (
    BadZipFile, UnfitFileError, ValueError, LookupError, EOFError, RuntimeError, OverflowError,
    struct.error, zlib.error,
)  # fmt: skip
"""Errors that zipfile and the readers of the manifest raise for a damaged file."""


class _Bounded(BufferedReader):
    """A file that refuses to be read in large pieces."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read as any file does; raises BadZipFile for more than `DIRECTORY_BYTES`."""
        if size is None or size < 0:
            size = DIRECTORY_BYTES
        if size > DIRECTORY_BYTES:
            raise BadZipFile("its directory is too large")
        return super().read(size)


@contextmanager
def opened(path: Path, kind: str) -> Iterator[Archive]:
    """Open the archive `path`, which is of that `kind`.

    Raises:
        ArchiveError: it can't be read, is no archive or of another kind, is damaged, has too many
        or
            unknown members, or is of a format that this version does not know.
    """
    try:
        source_file = open_plain(path)
    except FileNotFoundError as error:
        raise ArchiveError.of("archive.missing", path=str(path)) from error
    except NotPlainError as error:
        raise _unreadable(path, message("file.no-file")) from error
    except (OSError, ValueError) as error:  # a NUL in its name
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise _unreadable(path, why) from error
    with source_file, _Bounded(FileIO(source_file.fileno(), closefd=False)) as file:
        size = os.fstat(source_file.fileno()).st_size
        with _zip_from(path, file) as packed:
            yield _check(packed, path, kind, size)


@contextmanager
def _zip_from(path: Path, file: BufferedReader) -> Iterator[ZipFile]:
    try:
        packed = ZipFile(file)
    except OSError as error:
        raise _unreadable(path, reason(error)) from error
    except _DAMAGE as error:
        raise ArchiveError.of("archive.foreign", path=str(path)) from error
    with packed:
        yield packed


def _check(packed: ZipFile, path: Path, kind: str, size: int) -> Archive:
    """Check the directory and the manifest; return the archive."""
    listed = packed.infolist()
    names = [info.filename for info in listed]
    if names[:1] != [MANIFEST]:
        raise ArchiveError.of("archive.foreign", path=str(path))
    whole = sum(info.file_size for info in listed)
    most = min(ARCHIVE_BYTES, SWELLS * size + SLACK)
    if len(names) > MEMBERS or whole > most or max(map(_size, listed)) > MEMBER_BYTES:
        raise ArchiveError.of("archive.too-large", path=str(path))
    about = _manifest(packed, path)
    number = about.get("format")
    if about.get("kind") != kind or type(number) is not int:
        raise ArchiveError.of("archive.foreign", path=str(path))
    version = _version(about)
    if number != FORMAT:
        raise ArchiveError.of("archive.newer", path=str(path), version=version)
    sums = about.get("files")
    known: dict[object, object] = sums if isinstance(sums, dict) else {}
    checked: set[str] = set()
    for info in listed[1:]:
        name = info.filename
        if not stays_within(name):
            raise ArchiveError.of("archive.leaves", path=str(path), name=_printable(name))
        if name in checked or not isinstance(known.get(name), str) or not _plain(info):
            raise _damage(path, name)
        checked.add(name)
    folders = {str(info) for name in checked for info in PurePosixPath(name).parents}
    for name in sorted(map(str, known.keys() ^ checked)) + sorted(folders & checked):
        raise _damage(path, name)
    return Archive(path, version, {name: str(known[name]) for name in checked}, packed)


def _manifest(packed: ZipFile, path: Path) -> dict[str, object]:
    try:
        with packed.open(MANIFEST) as member:
            about = json_of(member.read(FILE_BYTES + 1).decode())
    except OSError as error:
        raise _unreadable(path, reason(error)) from error
    except _DAMAGE as error:
        raise _damage(path, MANIFEST) from error
    if not isinstance(about, dict):
        raise ArchiveError.of("archive.foreign", path=str(path))
    return about


def _size(info: ZipInfo) -> int:
    return info.file_size


def _plain(info: ZipInfo) -> bool:
    """Return True if a member is a file, packed as we pack it, without a password."""
    kind = S_IFMT(info.external_attr >> 16)
    ours = info.compress_type in {ZIP_DEFLATED, ZIP_STORED} and not info.flag_bits & 1
    return ours and kind in {0, S_IFREG}


def stays_within(name: str) -> bool:
    """Return True if a member of that name is written below the folder in which it is unpacked."""
    parts = PurePosixPath(name).parts
    plain = name == "/".join(parts) and not {"..", ".", "/"} & set(parts)
    short = len(parts) <= NAME_PARTS and all(
        len(info.encode("utf-8", "replace")) <= NAME_BYTES for info in parts
    )
    return bool(parts) and plain and "\\" not in name and name.isprintable() and short


def _version(about: dict[str, object]) -> str:
    """Return the version that wrote it, or "?" if a line can't show that."""
    version = about.get("version")
    fits = isinstance(version, str) and version.isprintable() and len(version) <= VERSION_LETTERS
    return str(version) if fits else "?"


def _damage(path: Path, name: str) -> ArchiveError:
    return ArchiveError.of("archive.damaged", path=str(path), name=_printable(name))


def _printable(name: str) -> str:
    """Return a name for a line of output, without control characters."""
    return name if name.isprintable() else ascii(name)


def _unreadable(path: Path, why: Spoken) -> ArchiveError:
    return ArchiveError.of("archive.unreadable", path=str(path), error=why)
