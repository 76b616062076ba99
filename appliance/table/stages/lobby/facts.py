"""The choices of the lobby: where the ring of each buzzer stands, and what a finger may say."""

from appliance.core.signals import SECOND
from appliance.table.elements import LobbyChoice, LobbyRing
from appliance.table.stages.lobby.state import Lobby

CHOOSES_FOR = 6 * SECOND
"""How long a ring without a press rests at a choice: every panel comes back to "ready"."""

BY_FINGER = {LobbyChoice.READY: 0, LobbyChoice.NAME: 1}
"""The number of a touch's taps by which a finger says so at once."""

LEAVES = 2
"""The same for who leaves."""

RING = (LobbyChoice.READY, LobbyChoice.NAME, LobbyChoice.LEARN)
"""What a tap goes round."""


def choice_of(lobby: Lobby, buzzer: int, at: int) -> LobbyChoice:
    """Return the choice of `buzzer` at `at` (ns)."""
    ring = (one.choice for one in lobby.choices if one.buzzer == buzzer and at < rests_until(one))
    return next(ring, LobbyChoice.READY)


def rests_until(ring: LobbyRing) -> int:
    """Return the moment (ns) at which a ring without a press begins again."""
    return ring.at + CHOOSES_FOR


def taps_to(lobby: Lobby, buzzer: int, choice: LobbyChoice, at: int) -> int:
    """Return how many taps of `buzzer` at `at` (ns) lead to `choice`."""
    return (RING.index(choice) - RING.index(choice_of(lobby, buzzer, at))) % len(RING)
