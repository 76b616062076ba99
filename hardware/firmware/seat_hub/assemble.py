"""Put together what goes on the board: `python hardware/firmware/seat_hub/assemble.py FOLDER`.

`doubtit hub install` copies the same files to a board; this is for a look at them, and for tests.
"""

import sys
from pathlib import Path

from appliance.drivers.seat_hub.install import board_files


def assemble(folder: Path) -> list[Path]:
    """Write the board's whole file system into `folder`; gives its files, relative to it."""
    for name, source in board_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
    return sorted(path.relative_to(folder) for path in folder.rglob("*.py"))


def main() -> None:
    """Assemble into the folder that was named."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in assemble(Path(sys.argv[1])):
        print(path)


if __name__ == "__main__":
    main()
