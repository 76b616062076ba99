"""Turns raw edges into presses and gestures, and decides races."""
