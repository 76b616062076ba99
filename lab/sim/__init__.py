"""The virtual world: it simulates everything around the table, from a seed, without hardware.

`faces` draws decks of our own, `layouts` lets cards fall, and `photograph` is the camera over the
reveal box that sees them.
"""
