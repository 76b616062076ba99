"""What people at the simulated table do that makes a table's life hard, and how often."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do what makes a table's life hard; chances, 0 to 1."""

    crowd: float = 0.35  # others slap together with a doubter
    miscount: float = 0.02  # says another number than he lays, and corrects it
    takes_back: float = 0.02
    edge: float = 0.02  # slaps in the very moment of a commit or of the end of a window
    by_hold: float = 0.15  # the seat on turn doubts by a hold after its window
    more_time: float = 0.1
    pauses: float = 0.01
    glitch: float = 0.05  # a spark on somebody's line during a play
    unwilling: float = 0.1  # the claimant does not agree to cards entered by hand
    hides: float = 0.05  # a forced claimant has the card and does not produce it
    withdraws: float = 0.02  # the parties agree that a doubt was an accident
    disputes: float = 0.02  # somebody doesn't believe a verdict
    recounts: float = 0.004  # everybody counts the cards
    leaves: float = 0.002  # somebody leaves in the middle of a game
    discards: float = 0.01  # a question is thrown away


CALM = Habits(**dict.fromkeys(Habits.__slots__, 0.0))
"""People who do nothing odd."""
