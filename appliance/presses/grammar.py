"""Grammars: how the presses of one buzzer become gestures.

Not everybody can hold a button, or press it often, or at the right moment. A grammar changes what
outside a race has to be pressed for a gesture, and nothing else: in a race every press is a doubt,
whoever makes it, and the press's own time decides (ux: grammars per seat).
"""

from enum import StrEnum

from appliance.core.signals import MS, SECOND


class Grammar(StrEnum):
    """How somebody presses."""

    USUAL = "usual"  # taps and holds
    TAPS = "taps"  # every press goes one choice on; resting takes it
    SCAN = "scan"  # the choice moves by itself; a press takes it


TAKES_AFTER = 2 * SECOND
"""By taps alone, a choice is taken when nothing was pressed for so long (ux: tap-only)."""

REPEATS_FOR = 500 * MS
"""Maximum time from what somebody took, or slapped, to a press that only repeats that press.

Who steps through the choices may have hands that shake, or presses for the next choice when the one
before was taken just now. Up to it such a press says nothing; beyond it, it is meant. Software for
switches ignores repeats likewise: "Ignore switch repeats" of Apple's Switch Control, "Release time"
of Saltillo's devices; it is the dead time after a doubt window, too.
"""

AGAIN_WITHIN = REPEATS_FOR + 1500 * MS
"""Who can't hold a slap forces with a second press that begins within this time of the first."""
