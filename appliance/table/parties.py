"""Whom a reveal or a verdict is between, and which cards it is about: read off the table."""

from dataclasses import dataclass

from appliance.rules.events import Answered, Event, Produced, Shown, Verdict
from appliance.rules.game import Phase, State
from appliance.table.judge import Sought, Turn
from appliance.table.stages import Doubting, Revealing
from appliance.table.state import Table

Outcome = Verdict | Produced | Answered | Shown


@dataclass(frozen=True, slots=True)
class Parties:
    """`owner`: whose cards or guess it is; `other`: who speaks against him.

    That is the doubter. Where a rule had the cards turned up, or a hand is shown, it is the
    next seat on the left that is still at the table.
    """

    owner: int
    other: int

    def __contains__(self, seat: object) -> bool:
        return seat in (self.owner, self.other)


def sought(table: Table) -> Sought | None:
    """Which cards are to be turned up now, or None."""
    if table.stage.match is None:
        return None
    game, seat = table.game, showing(table)
    if seat is not None:
        return Sought(Turn.HAND, seat, game.hands[seat])
    if game.claim is not None and game.phase is Phase.REVEAL:
        return Sought(Turn.PLAY, game.claim.seat, game.claim.count)
    if game.claim is not None and game.phase is Phase.PRODUCE:
        return Sought(Turn.PRODUCED, game.claim.seat, 1)
    return None


def showing(table: Table) -> int | None:
    """The seat that shows its hand, from its choice to the verdict."""
    stage = table.inner
    return stage.showing if isinstance(stage, (Doubting, Revealing)) else None


def parties(table: Table) -> Parties | None:
    """Whom the reveal that goes on is between, or None."""
    cards = sought(table)
    if cards is None:
        return None
    doubter = table.game.doubter if showing(table) is None else None
    return Parties(cards.seat, _left(table.game, cards.seat) if doubter is None else doubter)


def judged_parties(table: Table) -> Parties | None:
    """Whom the newest verdict was between, or None."""
    ruling = table.ruling
    event = outcome(ruling.events) if ruling is not None else None
    if ruling is None or event is None:
        return None
    doubter = None if isinstance(event, Shown) else event.doubter
    return Parties(event.seat, _left(ruling.before, event.seat) if doubter is None else doubter)


def outcome(events: tuple[Event, ...]) -> Outcome | None:
    """The verdict among `events`, of whatever kind, or None."""
    return next(
        (one for one in events if isinstance(one, (Verdict, Produced, Answered, Shown))), None
    )


def truth_of(event: Outcome) -> bool:
    """Whether the seat that the verdict is about was right."""
    match event:
        case Produced(rank=rank):
            return rank is not None
        case Shown():
            return True
        case _:
            return event.truth


def neutrals(table: Table, between: Parties) -> tuple[int, ...]:
    """The seats at the table that are not a party."""
    return tuple(seat for seat in _present(table.game) if seat not in between)


def most_agree(table: Table, between: Parties, agreed: tuple[int, ...]) -> bool:
    """Whether more than half of the neutral seats are among `agreed`."""
    others = neutrals(table, between)
    return 2 * sum(seat in others for seat in agreed) > len(others)


def _present(game: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(len(game.hands)) if seat not in game.gone)


def _left(game: State, seat: int) -> int:
    """The next seat on the left of `seat` that is still at the table."""
    seats = len(game.hands)
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return next((one for one in order if one not in game.gone), seat)
