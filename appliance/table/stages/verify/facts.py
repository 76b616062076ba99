"""The public facts while the printed card of a question is compared."""

from collections.abc import Collection
from dataclasses import dataclass

from appliance.core.question import Question
from appliance.table import verdict
from appliance.table.answers import Prompted
from appliance.table.codes import Prompt
from appliance.table.stage_facts import StageFacts
from appliance.table.stages.verify.state import Verifying
from appliance.table.state import Table
from appliance.table.verdict import Parties, outcome, truth_of
from bluffing.actions import Answer
from bluffing.message import Message, message


@dataclass(frozen=True, slots=True)
class VerifyingFacts(StageFacts):
    """Facts while the table asks for a question's printed card, called `name`.

    `other` is the name of a wrong card in sight. If an older print would judge the guess otherwise,
    `printed` is its answer and `percent` the table's. People then vote on the question, and the
    `agreed` seats vote against it.
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
        """Say that the table waits for the card."""
        return message("reply.cards")


def about(table: Table, _now: int) -> VerifyingFacts:
    """Return the facts of the printed card that is asked for."""
    stage = table.at(Verifying)
    between, question, card = verdict.guess_parties(table), question_of(table), stage.card
    older = turns_round(table)
    return VerifyingFacts(
        request=table.request,
        parties=between,
        neutrals=verdict.neutrals(table, between),
        name=question.code.name,
        other=None if card is None or is_its_card(table) else card.name,
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


def question_of(table: Table) -> Question:
    """Return the question whose card is turned up."""
    question = table.match.question
    assert question is not None, "no card belongs to no question"
    return question


def is_its_card(table: Table) -> bool:
    """Return True if the card in sight is the question's, of any print."""
    card, question = table.at(Verifying).card, question_of(table)
    return card is not None and card.name == question.code.name


def turns_round(table: Table) -> bool:
    """Return True if an older print in sight would judge the guess differently."""
    card, question = table.at(Verifying).card, question_of(table)
    if card is None or card == question.code or not is_its_card(table):
        return False
    return _truth(table, card.percent) is not _truth(table, question.percent)


def _truth(table: Table, percent: float) -> bool:
    """Return True if the guess would hold with that answer."""
    event = outcome(table.ruleset.apply(table.game, Answer(percent))[1])
    assert event is not None, "an answer judges a guess"
    return truth_of(event)
