"""An evening of each format that journals ever had, as SQL: what later versions must tell.

`make journals` adds the layout and an evening of a new format. Existing files stay.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from appliance.runtime.codec import layout_text
from appliance.runtime.database import APPLICATION_ID, VERSION
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

JOURNALS = Path(__file__).parent / "journals"


def dumped(path: Path) -> str:
    """The journal at `path` as SQL."""
    with closing(sqlite3.connect(path)) as database:
        return "\n".join(database.iterdump()) + "\n"


def loaded(name: str, path: Path) -> Path:
    """Write the kept journal `name`, such as "format-6", to `path`."""
    version = int(name.split("-")[1])
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript((JOURNALS / f"{name}.sql").read_text(encoding="utf-8"))
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {version}")
    return path


def main() -> int:
    """Write what there is not yet of this version's format."""
    layout, evening = JOURNALS / f"layout-{VERSION}.txt", JOURNALS / f"format-{VERSION}.sql"
    if layout.exists() or evening.exists():
        print(f"format {VERSION} is kept already: raise VERSION in appliance/runtime/database.py")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "evening.journal")
        play(SimulatedGame(5, "bluff", 3, journal=path))
        evening.write_text(dumped(path), encoding="utf-8")
    layout.write_text(layout_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
