"""Buzzers and lamps on the seat hub, a board on a USB cable that stamps edges itself."""
