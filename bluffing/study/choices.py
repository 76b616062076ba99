"""Every choice of a seat in any of the games, as one number.

A play is built card by card: `LAY` puts a card of the hand into it, `CLAIM` lays it face down under
a name. A guess is built by `GUESS` and then `WAGER`. So the number of choices stays small.
"""

from enum import IntEnum

from bluffing.cards import RANKS, Rank
from bluffing.rulesets import RULESETS

STUDIED = {name: game for name, game in RULESETS.items() if not game.claims_suits}
"""Rulesets that can be studied: cards are counted by rank here."""

ORDER = (*RANKS, Rank.JOKER)
"""Order of ranks in all counts by rank: ace, two ... king, joker."""


class ChoiceCode(IntEnum):
    """First number of each kind of choice; `LAY + 3` lays a card of rank `ORDER[3]`."""

    LAY = 0  # + a place in ORDER: a card of that rank into the play
    CLAIM = LAY + 14  # + a place in RANKS: the play is claimed to be of that rank
    PASS = CLAIM + 13
    DRAW = PASS + 1
    DOUBT = DRAW + 1
    FORCE = DOUBT + 1
    STAND = FORCE + 1  # no doubt of the newest play by this seat
    SHOW = STAND + 1  # the whole hand
    PRODUCE = SHOW + 1  # forced, a card of the rank
    KEEP = PRODUCE + 1  # forced, none
    BELIEVE = KEEP + 1  # the newest play, which is turned up
    AWAY = BELIEVE + 1  # + a place in RANKS: the four cards of that rank
    GUESS = AWAY + 13  # + a percentage that the answer reaches at least
    WAGER = GUESS + 101  # + points on the guess
    PICK = WAGER + 101  # + the seat that is the New Player


def size(players: int) -> int:
    """Return the number of choices for a number of players."""
    return ChoiceCode.PICK + players
