"""The fields of the lobby."""

from dataclasses import dataclass

from appliance.table import elements
from appliance.table.standing import BeforeTheDeal


@dataclass(frozen=True, slots=True)
class Lobby(BeforeTheDeal):
    """People sit down; `since` is when the newest of them did anything.

    `ready` are the buzzers that are, `sat` those with the onset of the press that sat down,
    `leaving` one that was asked at that time (ns) to hold long again, `choices` where rings stand.
    """

    name = elements.Stage.LOBBY
    gathers = opens_menu = True
    pauses = False
    ready: tuple[int, ...] = ()
    sat: tuple[tuple[int, int], ...] = ()
    leaving: tuple[int, int] | None = None
    choices: tuple[elements.LobbyRing, ...] = ()

    @property
    def waits_since(self) -> int:
        """Time of the newest press."""
        return self.since
