"""The public facts while the printed card of a question is compared."""

from collections.abc import Collection
from dataclasses import dataclass

from appliance.table import stages, verdict, verifying
from appliance.table.answers import Prompted
from appliance.table.codes import Prompt
from appliance.table.stage_facts import StageFacts
from appliance.table.state import Table
from appliance.table.verdict import Parties
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True)
class VerifyingFacts(StageFacts):
    """A question's printed card is asked for, which is called `name`.

    `other` is what another card is called that lies there. Where an older print would judge the
    guess otherwise, `printed` is the answer on it and `percent` the table's: people are asked
    whether the question counts, and `agreed` say that it does not.
    """

    request: int
    parties: Parties
    neutrals: tuple[int, ...]
    name: str
    other: str | None = None
    printed: float | None = None
    percent: float | None = None
    agreed: tuple[int, ...] = ()

    def reply(self, _seat: int, _out: Collection[int]) -> Message:
        """Say that the card is waited for."""
        return message("reply.cards")


def about(table: Table, _now: int) -> VerifyingFacts:
    """Return the facts of the printed card that is asked for."""
    stage = table.at(stages.Verifying)
    between, question, card = verdict.guess_parties(table), verifying.question_of(table), stage.card
    older = verifying.turns_round(table)
    return VerifyingFacts(
        request=table.request,
        parties=between,
        neutrals=verdict.neutrals(table, between),
        name=question.code.name,
        other=None if card is None or verifying.is_its_card(table) else card.name,
        printed=card.percent if card is not None and older else None,
        percent=question.percent if older else None,
        agreed=stage.agreed,
    )


def prompted(_table: Table, verifying: VerifyingFacts, seat: int, _now: int) -> Prompted:
    """Let a party go on without the card; about an older print ask both, or the others."""
    mine = seat in verifying.parties
    if verifying.printed is None:
        return Prompted(Prompt.GO_ON if mine else None)
    if seat in verifying.agreed:
        return Prompted(Prompt.AGREED)
    return Prompted(Prompt.AGREE_OR_NOT if mine else Prompt.AGREE)
