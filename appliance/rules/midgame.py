"""A game with cards set in its middle, for stories and tests."""

from dataclasses import replace

from appliance.message import in_a_row, message
from appliance.rules.cards import RANKS, Rank
from appliance.rules.cardstate import CardStateT, moved, no_seat
from appliance.rules.game import Refused


def midgame(
    state: CardStateT,
    *,
    turn: int | None = None,
    rank: Rank | None = None,
    table: int = 0,
    removed: int = 0,
) -> CardStateT:
    """`state`, set in the middle of a game with nothing to doubt.

    Seat `turn` must claim `rank` next; None keeps what `state` has. The `table` cards count
    as laid by the seat to the right of the one on turn; `removed` cards left the game.

    Raises:
        Refused: for a seat, rank or number of cards that cannot be.
    """
    seats = len(state.hands)
    turn = state.turn if turn is None else turn
    rank = state.required if rank is None else rank
    if turn not in range(seats):
        raise Refused(no_seat(state, turn))
    if rank is not None and rank not in RANKS:
        raise Refused(message("rules.not-to-claim", rank=rank, ranks=in_a_row(RANKS)))
    if table < 0:
        raise Refused(message("rules.too-few-on-the-table", cards=table))
    if removed < 0:
        raise Refused(message("rules.too-few-removed", cards=removed))
    return replace(
        state,
        turn=turn,
        required=rank,
        heaps=moved((0,) * seats, (turn - 1) % seats, table),
        removed=removed,
        begun=True,
    )
