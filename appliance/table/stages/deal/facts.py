"""The questions of the deal: who deals, and are the cards dealt."""

from appliance.table.answers import Called, Prompted
from appliance.table.codes import Prompt, Role, Tag
from appliance.table.stage_facts import StageFacts
from appliance.table.state import Table


def who_deals(table: Table, _about: StageFacts, _seat: int, _now: int) -> Prompted:
    """Ask all seats for a dealer, or in a game without cards for a starter."""
    return Prompted(Prompt.DEAL if table.ruleset.races else Prompt.BEGIN)


def prompted(table: Table, _about: StageFacts, seat: int, _now: int) -> Prompted:
    """Ask the dealer if the cards are dealt."""
    return Prompted(Prompt.DEALT if seat == table.dealer else None)


def role(table: Table, seat: int) -> Called:
    """Return the part of a seat, such as the dealer's."""
    return (Role.TURN, Tag.DEALS) if seat == table.dealer else (Role.SEATED, None)


def waits_for(table: Table) -> int | None:
    """Return the dealer."""
    return table.dealer
