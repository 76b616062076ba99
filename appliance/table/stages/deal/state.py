"""The fields of the deal."""

from dataclasses import dataclass
from typing import ClassVar

from appliance.table import elements
from appliance.table.standing import BeforeTheDeal, FromTheDeal


@dataclass(frozen=True, slots=True)
class WhoDeals(BeforeTheDeal):
    """The search for a dealer, once all are ready."""

    name = elements.Stage.DEAL


@dataclass(frozen=True, slots=True)
class Deal(FromTheDeal):
    """The dealer gives out the cards."""

    name = elements.Stage.DEAL
    ruling: ClassVar[None] = None
