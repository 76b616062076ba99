"""Grammars: rules by which the presses of one buzzer become gestures.

Not everybody can hold a button, or press it often, or at the right moment. A grammar changes the
presses of a gesture outside a race, and nothing else: in a race every player's press is a doubt,
and the press's own time decides (ux: grammars per seat).
"""

from enum import StrEnum

from appliance.core.signals import MS, SECOND


class Grammar(StrEnum):
    """Grammars of a seat."""

    USUAL = "usual"  # taps and holds
    TAPS = "taps"  # every press goes one choice on; resting takes it
    SCAN = "scan"  # the choice moves by itself; a press takes it


TAKES_AFTER = 2 * SECOND
"""Time without a press after which taps alone take a choice (ux: tap-only)."""

REPEATS_FOR = 500 * MS
"""Maximum time from a player's choice, or slap, to a press that only repeats it.

A player who steps through the choices may have shaking hands, or press for the next choice just
after the last one was taken. Within this time such a press is ignored; later it counts. Software
for switches ignores repeats likewise: "Ignore switch repeats" of Apple's Switch Control, "Release
time" of Saltillo's devices; it is the dead time after a doubt window, too.
"""

AGAIN_WITHIN = REPEATS_FOR + 1500 * MS
"""Maximum time from a slap to a second press that forces, for players who can't hold a slap."""
