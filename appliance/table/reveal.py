# ruff: noqa: PLC0414
"""Moved to `doubted` and `revealing`."""

from appliance.table.doubted import SHOW_FINISH as SHOW_FINISH
from appliance.table.doubted import turned_up as turned_up
from appliance.table.revealing import ASK_FOR as ASK_FOR
from appliance.table.revealing import WAIT_FOR as WAIT_FOR
from appliance.table.revealing import by_hand_at as by_hand_at
