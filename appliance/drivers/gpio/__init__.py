"""Buzzers and lamps on the pins of a Pi."""
