"""A table over weeks of its life, with faults from a seed: see `bench.weeks.__main__`."""
