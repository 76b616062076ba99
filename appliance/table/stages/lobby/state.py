"""The fields of the lobby."""

from dataclasses import dataclass

from appliance.table import elements
from appliance.table.standing import BeforeTheDeal


@dataclass(frozen=True, slots=True)
class Lobby(BeforeTheDeal):
    """The lobby, in which people sit down; `since` is the time of their newest act.

    `ready` are the ready buzzers, and `sat` the occupied ones with the onsets of the presses that
    sat down. `leaving` is a buzzer that was asked to hold long again, with that time (ns).
    `choices` are the places of the rings.
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
