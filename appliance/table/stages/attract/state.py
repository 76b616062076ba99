"""The fields of an empty table."""

from dataclasses import dataclass

from appliance.table import elements
from appliance.table.standing import BeforeTheDeal


@dataclass(frozen=True, slots=True)
class Attract(BeforeTheDeal):
    """A table without players."""

    name = elements.Stage.ATTRACT
    gathers = opens_menu = True
    pauses = False
