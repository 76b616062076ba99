"""The facts of each stage in one table; each comes from the stage's own folder."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from appliance.presses.debounce import Press
from appliance.table import stages
from appliance.table.answers import Called, Prompted
from appliance.table.stage_facts import NO_STAGE, StageFacts
from appliance.table.stages.deal import facts as deal
from appliance.table.stages.doubt import facts as doubt
from appliance.table.stages.doubt.facts import DoubtingFacts
from appliance.table.stages.menu.facts import MenuFacts, menu_of
from appliance.table.stages.over import facts as over
from appliance.table.stages.over.facts import OverFacts, StandingFacts
from appliance.table.stages.question import facts as question
from appliance.table.stages.question.facts import AskingFacts, QuestionFacts, question_of
from appliance.table.stages.reveal import facts as reveal
from appliance.table.stages.reveal.facts import RevealingFacts, read_traits, stop_words, within
from appliance.table.stages.turns import facts as turns
from appliance.table.stages.turns.facts import TurnsFacts
from appliance.table.stages.verdict import facts as verdict
from appliance.table.stages.verdict.facts import JudgedFacts
from appliance.table.stages.verify import facts as verify
from appliance.table.stages.verify.facts import VerifyingFacts
from appliance.table.state import Table

__all__ = [
    "AskingFacts", "DoubtingFacts", "JudgedFacts", "MenuFacts", "OverFacts",
    "QuestionFacts", "RevealingFacts", "StandingFacts", "TurnsFacts", "VerifyingFacts", "about_of",
    "answers_of", "question_of", "read_traits", "stop_words", "within",
]  # fmt: skip


class Answers(NamedTuple):
    """The answers of a stage about itself; the defaults are those of a stage without a game.

    `about` gives its facts, `prompted` its prompt to a seat, `role` the part of a seat if that
    differs from the one in play, and `waits_for` the seat for which the table waits.
    """

    about: Callable[[Table, int], StageFacts] = lambda _, __: NO_STAGE
    prompted: Callable[..., Prompted] = lambda *_: Prompted()
    role: Callable[[Table, int], Called] | None = None
    waits_for: Callable[[Table], int | None] = lambda _: None


_ANSWERS: Mapping[type[stages.Inner], Answers] = {
    stages.WhoDeals: Answers(prompted=deal.who_deals, role=deal.role),
    stages.Deal: Answers(prompted=deal.prompted, role=deal.role, waits_for=deal.waits_for),
    stages.Asking: Answers(question.about, question.prompted, waits_for=question.waits_for),
    stages.Turns: Answers(turns.about, turns.prompted),
    stages.Doubting: Answers(doubt.about, doubt.prompted),
    stages.Revealing: Answers(reveal.about, reveal.prompted),
    stages.Verifying: Answers(verify.about, verify.prompted),
    stages.Judged: Answers(verdict.about, verdict.prompted, verdict.role, verdict.waits_for),
    stages.Over: Answers(over.about, over.prompted, over.role),
}


def answers_of(table: Table) -> Answers:
    """Return the answers of the stage of `table`."""
    return _ANSWERS.get(type(table.inner), Answers())


def about_of(table: Table, now: int, newest: Sequence[Press]) -> StageFacts:
    """Return the facts of the stage of `table` at `now` (ns); `newest` are the last presses."""
    if table.menu is not None:
        return menu_of(table, table.menu, newest)
    return answers_of(table).about(table, now)
