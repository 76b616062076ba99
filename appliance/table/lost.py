"""Drivers that don't work, and why, as the table was told."""

from appliance.table.state import Table

BUZZERS, CAMERA = "buzzers", "camera"


def why(table: Table, driver: str) -> str | None:
    """Why `driver` does not work, for a person; None: it does."""
    return dict(table.lost).get(driver)
