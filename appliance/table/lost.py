"""Drivers that don't work, and why, as the table was told."""

from appliance.message import Message
from appliance.table.state import Table

BUZZERS, CAMERA, QUESTIONS = "buzzers", "camera", "questions"
"""What the sources of edges, readings and questions are called when they are lost."""


def why(table: Table, driver: str) -> Message | None:
    """Why `driver` does not work; None: it does."""
    return dict(table.lost).get(driver)
