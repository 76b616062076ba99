"""The command line, and the only place that wires everything together."""


def main() -> int:
    """Run `doubtit`; gives the exit code."""
    return 0
