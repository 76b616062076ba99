"""What became of the last update of the table's package, as packaging/update.py notes it."""

from pathlib import Path

from bluffing.message import Message, message

UNDONE = Path("/var/lib/doubtit-update/undone")
"""One line, "NEW OLD start" or "NEW OLD cut": versions, and why NEW was replaced by OLD again."""

REASONS = ("start", "cut")


def undone(path: Path = UNDONE) -> Message | None:
    """Return the notice of an update that was put back, or None."""
    try:
        new, old, why = path.read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return None
    return message(f"update.undone.{why}", new=new, old=old) if why in REASONS else None
