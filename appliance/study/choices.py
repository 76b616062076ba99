"""Every choice that a seat can have in any of the games, as one number.

A play is built card by card: `LAY` puts a card of the hand into it, `CLAIM` lays it face down under
a name. A guess is built by `GUESS` and then `WAGER`. So no choice stands for thousands of others.
"""

from appliance.rules.cards import RANKS, Rank

ORDER = (*RANKS, Rank.JOKER)
"""The order of ranks in everything that is counted by rank: ace, two ... king, joker."""

LAY = 0
"""`LAY + i`: a card of rank `ORDER[i]`."""
CLAIM = LAY + len(ORDER)
"""`CLAIM + i`: what was put together is claimed to be of rank `RANKS[i]`."""
PASS = CLAIM + len(RANKS)
DRAW = PASS + 1
DOUBT = DRAW + 1
FORCE = DOUBT + 1
STAND = FORCE + 1
"""Let the newest play stand, as far as this seat is asked."""
SHOW = STAND + 1
PRODUCE = SHOW + 1
KEEP = PRODUCE + 1
"""Forced, show no card of the rank."""
AWAY = KEEP + 1
"""`AWAY + i`: lay away the four cards of rank `RANKS[i]`."""
GUESS = AWAY + len(RANKS)
"""`GUESS + i`: the answer is at least `i` percent."""
WAGER = GUESS + 101
"""`WAGER + i`: `i` points on the guess."""
PICK = WAGER + 101
"""`PICK + i`: seat `i` is the New Player."""


def size(players: int) -> int:
    """How many choices there are with so many players."""
    return PICK + players
