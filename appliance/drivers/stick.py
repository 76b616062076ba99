"""A USB stick that people plug in to take a picture home.

The system mounts it (systemd/90-doubtit-stick.rules), and the table writes whole files.
"""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from appliance.errors import DriverError
from appliance.whole_file import write_whole
from bluffing.message import Message, message

MOUNTED_AT = Path("/run/doubtit-stick")
"""Folder of the stick, while one is plugged in."""

_READ_ONLY = message("stick.read-only")
_GONE = message("stick.gone")
_CAUSES = {
    errno.ENOSPC: message("stick.full"),
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.EIO: _GONE,
    errno.ENODEV: _GONE,
    errno.ENOENT: _GONE,
    errno.ENXIO: _GONE,
}


@dataclass(frozen=True, slots=True)
class Stick:
    """Writes files on what is `mounted` on `folder`, or in `spare` if nothing is.

    `save` raises what the system says.
    """

    folder: Path = MOUNTED_AT
    mounted: Callable[[Path], bool] = os.path.ismount
    save: Callable[[bytes, Path], None] = write_whole
    spare: Path | None = None

    def write(self, name: str, data: bytes) -> Message:
        """Write `data` as the file `name`, and say where it is; a stick may be taken out then.

        Raises:
            DriverError: there is no stick, or it does not take the file.
        """
        if not self.mounted(self.folder):
            if self.spare is None:
                raise DriverError(message("stick.missing"))
            return self._spare(self.spare, name, data)
        try:
            self.save(data, self.folder / name)
        except OSError as error:
            unnamed = message("stick.refused", why=error.strerror or str(error))
            raise DriverError(_CAUSES.get(error.errno or 0, unnamed)) from error
        return message("job.keepsake")

    def _spare(self, folder: Path, name: str, data: bytes) -> Message:
        path = folder.absolute() / name
        try:
            self.save(data, path)
        except OSError as error:
            why = error.strerror or str(error)
            raise DriverError(message("stick.folder", folder=str(path.parent), why=why)) from error
        return message("job.keepsake.folder", path=str(path))
