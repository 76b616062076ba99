"""The calibrated reveal box: its mat, its calibration, flat pictures, and what they show."""
