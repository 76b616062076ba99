"""The players of the simulated world: their knowledge, decisions and hands."""
