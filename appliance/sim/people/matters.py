"""What people see of a table: what it is about, and how far that has come."""

from appliance.rules.game import Phase
from appliance.table import Stage, Table


def describe(table: Table) -> str:
    """Where a table stands, in one line for a fault report."""
    game = table.round.game if table.round is not None else None
    parts = [f"stage {table.stage}", f"seats {len(table.buzzers)}", f"paused {table.paused_at}"]
    if game is not None:
        parts += [f"phase {game.phase}", f"turn {game.turn}", f"claim {game.claim}"]
    return ", ".join([*parts, f"ask {table.ask!r}", f"notice {table.notice!r}"])


def matter_of(table: Table, moment: int) -> object:
    """What people think about: another matter, and they think anew."""
    phase = table.round.game.phase if table.round is not None else Phase.OVER
    where = (table.stage, table.games, table.paused_at, moment, table.dealer is None, phase)
    return (*where, table.dispute is None)


def state_of(table: Table) -> object:
    """How far a matter has come: another state, and people go on from there."""
    round_, hand = table.round, table.by_hand
    entered = None if hand is None else (len(hand.ranks), hand.done, hand.agreed)
    who = None if round_ is None else (round_.floor, round_.doubter, round_.pending is None)
    asked = (table.request, table.ask) if table.stage is Stage.REVEAL else None
    drawn = None if table.drawing is None else (table.drawing.request, table.drawing.failed)
    pause = table.pause
    counted = () if pause is None else tuple((one.tens, one.number) for one in pause.counts)
    set_right = None if pause is None else (pause.since, pause.item, pause.ready, counted)
    return (entered, who, asked, table.dispute, drawn, set_right)


def floor_of(table: Table) -> int | None:
    """The buzzer of the seat that has the floor, where several may move."""
    floor = table.round.floor if table.round is not None else None
    return None if floor is None else table.buzzers[floor]
