"""The table: pure, from a signal to what is shown. `step` is the way in."""

from appliance.table.state import Conventions, Table, TableSettings
from appliance.table.step import deadline, restart_effects, step

__all__ = ["Conventions", "Table", "TableSettings", "deadline", "restart_effects", "step"]
