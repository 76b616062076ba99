"""The table's menu is open."""
