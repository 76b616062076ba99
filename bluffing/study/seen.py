"""View of one seat of a game, as numbers: its own cards, and the public state.

Seats are counted clockwise from the observer, which is 0. So a strategy that was learned at one
seat fits any other.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bluffing.cards import RANKS, Rank
from bluffing.game import Phase
from bluffing.study.choices import ORDER
from bluffing.study.dealt import Dealt, ToChoose

HIGHEST_SEEN = 500
"""Maximum of the numbers of an observation: more than the cards of four packs, and than 100."""

_PHASES = tuple(Phase)


class Part(NamedTuple):
    """A named part of an observation: `size` numbers."""

    name: str
    size: int


def parts(players: int) -> tuple[Part, ...]:
    """List the parts of an observation, in order, for a number of players."""
    ranks, named = len(ORDER), len(RANKS)
    return (
        Part("hand", ranks),  # own cards by rank
        Part("pending", ranks),  # own cards that are put together for a play
        Part("hands", players),  # cards in hand, by seat
        Part("heaps", players),  # cards on the table, by the seat that laid them
        Part("points", players),
        Part("turn", players),  # 1 for the seat on turn
        Part("asked", 1 + len(ToChoose)),  # 1 if this seat chooses now, and its kind of choice
        Part("phase", len(_PHASES)),
        Part("required", named),  # the rank that must be claimed, if one is
        Part("claim", players + 1 + named),  # seat, number and rank of the newest play
        Part("doubter", players),
        Part("passed", players),
        Part("out", players),
        Part("beside", 2),  # cards in the stock, cards that left the game
        Part("top", named),  # the rank that lies on the table, in Valepaska
        Part("bid", players + 4),  # seat, guess, wager, highest wager, own guess
        Part("picked", players),  # the New Player
        Part("hunch", 1),  # the seat's estimate of the answer, in percent
    )


def size(players: int) -> int:
    """Length of an observation."""
    return sum(part.size for part in parts(players))


def observed(dealt: Dealt, seat: int) -> NDArray[np.int16]:
    """Return the observation of `seat`: int16, shape (`size`,), each 0 to `HIGHEST_SEEN`."""
    state, players = dealt.state, dealt.seats
    asks = not dealt.over and dealt.asked[0] == seat
    claim, bid = state.claim, getattr(state, "bid", None)

    def round_(values: Sequence[int]) -> list[int]:
        row = list(values) or [0] * players
        return [*row[seat:], *row[:seat]]

    def seats(*those: int | None) -> list[int]:
        return round_([int(place in those) for place in range(players)])

    def rank(wanted: Rank | None) -> list[int]:
        return [int(each is wanted) for each in RANKS]

    numbers = [
        *dealt.hands[seat],
        *(dealt.pending if asks else [0] * len(ORDER)),
        *round_(state.hands),
        *round_(state.heaps),
        *round_(state.points),
        *seats(None if dealt.over else state.turn),
        int(asks),
        *(int(asks and dealt.asked[1] is kind) for kind in ToChoose),
        *(int(state.phase is phase) for phase in _PHASES),
        *rank(state.required),
        *seats(None if claim is None else claim.seat),
        0 if claim is None else claim.count,
        *rank(None if claim is None else claim.rank),
        *seats(state.doubter),
        *seats(*getattr(state, "passed", ())),
        *seats(*state.out, *state.gone),
        state.stock,
        state.removed,
        *rank(getattr(state, "top", None)),
        *seats(None if bid is None else bid.seat),
        0 if bid is None else bid.guess,
        0 if bid is None else bid.wager,
        getattr(state, "highest_wager", 0),
        dealt.guess or 0 if asks else 0,
        *seats(getattr(state, "new_player", None)),
        dealt.hunches[seat],
    ]
    return np.array(numbers, dtype=np.int16)
