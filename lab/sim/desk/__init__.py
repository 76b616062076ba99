"""The desk: a window in which a person plays at the simulated table, with bots at other seats.

The table's own picture is in the middle. Around it are the buzzers with their lamps, the person's
cards, the camera's view of the reveal box, and switches for faults.
"""
