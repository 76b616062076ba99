"""Buzzers and lamps on USB devices: keyboards, game pads, Buzz! controllers."""
