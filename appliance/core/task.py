"""Jobs that the table's menu requests from outside: their names in both directions."""

from enum import StrEnum


class Task(StrEnum):
    """Long-running jobs; each reports its results line by line."""

    SELF_TEST = "self-test"
    CALIBRATE = "calibrate"  # the camera, with a live picture during the job
    EVENINGS = "evenings"  # those that are kept: when, what was played, who won
    STATISTICS = "statistics"  # who lied and doubted how often this evening
    SHUT_DOWN = "shut-down"
