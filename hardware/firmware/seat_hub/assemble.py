"""Put together what goes on the board: `python hardware/firmware/seat_hub/assemble.py FOLDER`.

The board runs two files of the table's own sources, byte for byte. They are kept once and copied
here, so that they can't differ.
"""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHARED = tuple(
    HERE.parents[2] / "appliance" / "drivers" / name for name in ("hub_protocol.py", "hub_board.py")
)


def assemble(folder: Path) -> list[Path]:
    """Write the board's whole file system into `folder`; gives its files, relative to it."""
    package = folder / "seat_hub"
    package.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(HERE / "main.py", folder / "main.py")
    for source in (*sorted((HERE / "seat_hub").glob("*.py")), *SHARED):
        shutil.copyfile(source, package / source.name)
    return sorted(path.relative_to(folder) for path in folder.rglob("*.py"))


def main() -> None:
    """Assemble into the folder that was named."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in assemble(Path(sys.argv[1])):
        print(path)


if __name__ == "__main__":
    main()
