"""The calibrated reveal box: its mat, its calibration, its flat pictures and their checks."""
