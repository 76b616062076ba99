"""What the self-test observes, one file a part: through the drivers that the table itself uses.

Whatever touches the machine is here; `judge` decides what it means. Each part has one `look`,
which opens what it needs, yields findings as they come, and lets go of it again.
"""
