"""Jobs that the table's menu requests from outside: their names in both directions."""

from enum import StrEnum


class Task(StrEnum):
    """Long-running jobs; each reports its results line by line."""

    SELF_TEST = "self-test"
    CALIBRATE = "calibrate"  # the camera, with a live picture during the job
    TEACH = "teach"  # a deck, with a live picture during the job
    FORGET = "forget"  # the taught deck
    EVENINGS = "evenings"  # kept evenings: date, games, winners
    KEEPSAKE = "keepsake"  # a picture of the end of a game, on a USB stick
    STATISTICS = "statistics"  # numbers of lies and doubts this evening
    SHUT_DOWN = "shut-down"
