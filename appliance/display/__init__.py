"""The face of the table: a frozen View in, pixels out. Only `window` owns a display."""
