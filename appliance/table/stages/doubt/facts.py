"""The public facts of a doubt, while the photo finish is shown."""

from collections.abc import Collection
from dataclasses import dataclass

from appliance.table import verdict
from appliance.table.answers import Prompted
from appliance.table.challenge import withdraws
from appliance.table.codes import Prompt
from appliance.table.judge import Sought
from appliance.table.stage_facts import StageFacts
from appliance.table.state import Table
from appliance.table.verdict import Parties
from bluffing.game import Phase
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True)
class DoubtingFacts(StageFacts):
    """A player doubts: the photo finish."""

    sought: Sought | None
    parties: Parties | None
    withdraws: bool  # both parties may call the doubt off now

    @property
    def any_press(self) -> bool:
        """True: any press ends the picture."""
        return True

    def began(self, since: int) -> int:
        """Return the start of the race."""
        return since

    def reply(self, _seat: int, _out: Collection[int]) -> Message:
        """Say that the table waits for the cards."""
        return message("reply.cards")


def about(table: Table, now: int) -> DoubtingFacts:
    """Return the facts of the doubt."""
    return DoubtingFacts(
        verdict.sought(table),
        verdict.parties(table),
        withdraws(table, now),
    )


def prompted(table: Table, about: DoubtingFacts, seat: int, _now: int) -> Prompted:
    """Offer the answer of a question at once, or a way for the parties to call the doubt off."""
    if not table.inner.is_told:
        return Prompted()
    if table.game.phase is Phase.ANSWER:
        return Prompted(Prompt.ANSWER)
    between = about.parties
    mine = between is not None and seat in between
    return Prompted(Prompt.BY_ACCIDENT if mine and about.withdraws else None)
