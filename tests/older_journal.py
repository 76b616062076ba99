"""A journal that an earlier version of the table wrote: three people sat down and were dealt."""

import sqlite3
from contextlib import closing
from pathlib import Path

from appliance.runtime.database import APPLICATION_ID, VERSION

JOURNALS = Path(__file__).parent / "journals"
"""As SQL, one file a format."""


def older_journal(path: Path, version: int = 1) -> bytes:
    """Writes it to `path`, marked as of format `version`; gives what is in the file."""
    assert version != VERSION
    newest = JOURNALS / f"format-{version}.sql"
    sql = newest if newest.exists() else JOURNALS / "format-1.sql"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(sql.read_text())
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {version}")
    return path.read_bytes()
