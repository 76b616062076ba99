"""Files that are there whole or not at all, however the power goes."""

import os
from pathlib import Path


def write_whole(data: bytes, path: Path) -> None:
    """Write `data` to `path`, whose folders are made if need be.

    Until all of it is on the disk the file is as it was: it is written beside first.

    Raises:
        OSError: it can't be written.
    """
    beside = path.with_name(f"{path.name}.new")
    path.parent.mkdir(parents=True, exist_ok=True)
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
