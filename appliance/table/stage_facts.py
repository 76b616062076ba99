"""The facts that every stage has."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from appliance.presses.debounce import Press
from appliance.presses.gestures import HOLD_AFTER
from appliance.table.answers import KeyFacts
from appliance.table.codes import Role
from appliance.table.moves import Offered
from bluffing.message import AtSeat, Message, message


@dataclass(frozen=True, slots=True)
class StageFacts:
    """Facts that are particular to a stage; the defaults are those of a stage without play."""

    @property
    def reads(self) -> bool:
        """True if a tap opens how to play."""
        return False

    @property
    def burns(self) -> bool:
        """True if a doubt window is shown to all."""
        return True

    @property
    def clock(self) -> tuple[int, int] | None:
        """Start and end of the time of the seat on turn; None: no clock."""
        return None

    @property
    def starts(self) -> bool:
        """True if the seat on turn starts a question, or guesses."""
        return False

    @property
    def any_press(self) -> bool:
        """True if any press goes on, so that nothing is offered."""
        return False

    @property
    def slap(self) -> int | None:
        """The seat that was the first to slap, while its hold may still make that a force."""
        return None

    @property
    def choice(self) -> Offered | None:
        """The count or the ring of the seat on turn."""
        return None

    @property
    def recount(self) -> int | None:
        """Cards that the claimant has counted again."""
        return None

    def began(self, _since: int) -> int | None:
        """Return the start of what the screen shows of a stage that began at `since` (ns)."""
        return None

    def role(self, _seat: int, _passed: Collection[int]) -> Role:
        """Return the part of a seat that has no other."""
        return Role.SEATED

    def hold_of(self, _seat: int, began: int, since: int) -> tuple[int, int] | None:
        """Return from when to when a hold is timed that `began` in a stage entered at `since`."""
        return (began, began + HOLD_AFTER) if began >= since else None

    def counted(self, _seat: int, _claimant: int | None) -> int:
        """Return the cards that a seat has tapped so far."""
        return 0

    def acts(self, _seat: int) -> bool | None:
        """Return True if the gestures of `seat` are a turn; None in a stage without turns."""
        return None

    def has_no_choice(self, _seat: int) -> bool:
        """Return True if a press of `seat` leaves it no choice."""
        return False

    def keys(self, _seat: int, _now: int) -> tuple[KeyFacts, ...] | None:
        """Return the keys that count cards for `seat`, or None in a stage without such a count."""
        return None

    def too_soon(self, _now: int) -> bool:
        """Return True if a choice from the ring would cover the newest play too early."""
        return False

    def refused_at(self, _newest: Sequence[Press]) -> int | None:
        """Return the time of the press that the notice on the screen answers, or None."""
        return None

    def reply(self, _seat: int, _out: Collection[int]) -> Message | None:
        """Reply to a press of `seat` without effect; None: name the seat to wait for."""
        return None


NO_STAGE = StageFacts()
"""Facts of a stage without play."""


def waits(seat: int | None) -> Message:
    """Say for whom the table waits."""
    return message("reply.moment") if seat is None else message("reply.waits", who=AtSeat(seat))
