"""The players of the simulated world: what they know, decide and do with their hands."""
