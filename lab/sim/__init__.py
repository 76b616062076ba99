"""The virtual world: what is not in the room is played here, from a seed, without hardware.

`faces` draws decks of our own, `layouts` lets cards fall, and `photograph` is the camera
over the reveal box that sees them.
"""
