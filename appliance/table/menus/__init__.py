"""The table's menu: its pages, its settings, and its control by one button."""
