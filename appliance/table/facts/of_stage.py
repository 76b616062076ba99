"""The facts of each stage in one table; they stand in its folder."""

from collections.abc import Callable, Mapping, Sequence

from appliance.presses.debounce import Press
from appliance.table import stages
from appliance.table.stages.doubt import facts as doubt
from appliance.table.stages.doubt.facts import DoubtingFacts
from appliance.table.stages.menu.facts import MenuFacts, menu_of
from appliance.table.stages.over import facts as over
from appliance.table.stages.over.facts import OverFacts, StandingFacts
from appliance.table.stages.question import facts as question
from appliance.table.stages.question.facts import AskingFacts
from appliance.table.stages.reveal import facts as reveal
from appliance.table.stages.reveal.facts import RevealingFacts, within
from appliance.table.stages.turns import facts as turns
from appliance.table.stages.turns.facts import TurnsFacts
from appliance.table.stages.verdict import facts as verdict
from appliance.table.stages.verdict.facts import JudgedFacts
from appliance.table.stages.verify import facts as verify
from appliance.table.stages.verify.facts import VerifyingFacts
from appliance.table.state import Table

__all__ = [
    "About", "AskingFacts", "DoubtingFacts", "JudgedFacts", "MenuFacts", "OverFacts",
    "RevealingFacts", "StandingFacts", "TurnsFacts", "VerifyingFacts", "about_of", "within",
]  # fmt: skip

About = (
    AskingFacts | TurnsFacts | DoubtingFacts | RevealingFacts | VerifyingFacts | JudgedFacts
    | OverFacts | MenuFacts | None
)  # fmt: skip
"""Facts of one stage; None before the deal: see `Facts.seats` and `Facts.dealer`."""

_ABOUT: Mapping[type[stages.Inner], Callable[[Table, int], About]] = {
    stages.Asking: question.about,
    stages.Turns: turns.about,
    stages.Doubting: doubt.about,
    stages.Revealing: reveal.about,
    stages.Verifying: verify.about,
    stages.Judged: verdict.about,
    stages.Over: over.about,
}


def about_of(table: Table, now: int, newest: Sequence[Press]) -> About:
    """Return the facts of the stage of `table` at `now` (ns); `newest` are the last presses."""
    stage = table.inner
    if isinstance(stage, stages.TableMenu):
        return menu_of(table, stage, newest)
    about = _ABOUT.get(type(stage))
    return None if about is None else about(table, now)
