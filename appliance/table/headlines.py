"""The words at the top of the screen of each stage, and of each page in front of one."""

from collections.abc import Callable, Mapping

from appliance.table.facts import Facts, Headline, Stage
from appliance.table.stages.attract import words as attract
from appliance.table.stages.deal import words as deal
from appliance.table.stages.doubt import words as doubt
from appliance.table.stages.howto import words as howto
from appliance.table.stages.lobby import words as lobby
from appliance.table.stages.menu import words as menu
from appliance.table.stages.over import words as over
from appliance.table.stages.practice import words as practice
from appliance.table.stages.question import words as question
from appliance.table.stages.reveal import words as reveal
from appliance.table.stages.survey import words as survey
from appliance.table.stages.turns import words as turns
from appliance.table.stages.verdict import words as verdict
from appliance.table.stages.verify import words as verify

_OF_STAGES: Mapping[Stage, Callable[..., Headline]] = {
    Stage.ATTRACT: attract.headline,
    Stage.LOBBY: lobby.headline,
    Stage.DEAL: deal.headline,
    Stage.QUESTION: question.headline,
    Stage.PLAY: turns.headline,
    Stage.DOUBT: doubt.headline,
    Stage.REVEAL: reveal.headline,
    Stage.VERIFY: verify.headline,
    Stage.VERDICT: verdict.headline,
    Stage.OVER: over.headline,
    Stage.MENU: menu.headline,
}

_IN_FRONT: Mapping[str, Callable[..., Headline]] = {
    "howto": howto.headline,
    "practice": practice.headline,
    "survey": survey.headline,
}


def headline_of(facts: Facts) -> Headline:
    """Return the headline and its detail; those of a pause are the pause's own."""
    if facts.front is not None:
        return _IN_FRONT[facts.front.screen](facts.front)
    return _OF_STAGES[facts.stage](facts, facts.about)
