"""The public facts while cards are turned up."""

from dataclasses import dataclass

from appliance.core.reading import Quad, Reading
from appliance.table import byhand, stages, verdict
from appliance.table.doubting import withdraws
from appliance.table.elements import ByHand, Stop
from appliance.table.judge import Sought
from appliance.table.revealing import unhurried_until
from appliance.table.state import Table
from appliance.table.verdict import Parties
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class RevealingFacts:
    """Cards are turned up and read, or entered by hand: `stops` are the places of the ring."""

    request: int
    sought: Sought | None
    parties: Parties | None
    neutrals: tuple[int, ...]
    ask: Message | None  # why the camera can't tell yet
    asks_at: Quad  # the place that it asks about, as a card's `quad`
    by_hand: ByHand | None
    stops: tuple[Stop, ...]
    withdraws: bool


def about(table: Table, now: int) -> RevealingFacts:
    """Return the facts of the cards in the reveal box."""
    stage = table.at(stages.Revealing)
    reading, between = stage.reading, verdict.parties(table)
    asked = stage.asked if now > unhurried_until(stage) else None
    ask = None if asked is None else asked.ask
    return RevealingFacts(
        request=table.request,
        sought=verdict.sought(table),
        parties=between,
        neutrals=verdict.neutrals(table, between) if between is not None else (),
        ask=None if ask is None else ask.reason,
        asks_at=within(reading, ask.at) if reading and ask and ask.at else (),
        by_hand=stage.by_hand,
        stops=byhand.stops(table),
        withdraws=withdraws(table, now),
    )


def within(reading: Reading, quad: Quad) -> Quad:
    """`quad` as parts (0 to 1) of the frame."""
    return tuple((x / reading.width, y / reading.height) for x, y in quad)
