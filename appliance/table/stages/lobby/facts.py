"""The choices of the lobby: the ring of each buzzer, and the options for a finger."""

from appliance.core.signals import SECOND
from appliance.table.elements import LobbyChoice, LobbyRing
from appliance.table.stages.lobby.state import Lobby

CHOOSES_FOR = 6 * SECOND
"""Time without a press after which a ring goes back to "ready"."""

BY_FINGER = {LobbyChoice.READY: 0, LobbyChoice.NAME: 1}
"""Number of taps in a touch that takes the choice at once."""

LEAVES = 2
"""Number of taps in a touch that leaves."""

RING = (LobbyChoice.READY, LobbyChoice.NAME, LobbyChoice.LEARN)
"""Choices that a tap goes round."""


def choice_of(lobby: Lobby, buzzer: int, at: int) -> LobbyChoice:
    """Return the choice of `buzzer` at `at` (ns)."""
    ring = (one.choice for one in lobby.choices if one.buzzer == buzzer and at < rests_until(one))
    return next(ring, LobbyChoice.READY)


def rests_until(ring: LobbyRing) -> int:
    """Return the moment (ns) at which a ring without a press begins again."""
    return ring.at + CHOOSES_FOR


def taps_to(lobby: Lobby, buzzer: int, choice: LobbyChoice, at: int) -> int:
    """Return the number of taps of `buzzer` at `at` (ns) that lead to `choice`."""
    return (RING.index(choice) - RING.index(choice_of(lobby, buzzer, at))) % len(RING)
