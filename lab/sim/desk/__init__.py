"""The desk: a window in which a person plays at the simulated table, with bots at other seats.

The table's own picture stands in the middle. Around it are the buzzers with their lamps, the
person's cards, the reveal box as the camera sees it, and what can go wrong.
"""
