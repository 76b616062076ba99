"""The messages while a question is drawn."""

from appliance.table.answers import Headline
from appliance.table.facts.values import Facts
from appliance.table.stages.question.facts import AskingFacts
from bluffing.message import AtSeat, message


def headline(facts: Facts, asking: AskingFacts) -> Headline:
    """Ask for the kind of question."""
    if asking.failed is not None:
        return message("asking.none"), asking.failed
    if asking.request is not None:
        return message("asking.next"), None
    code = "chooses" if asking.chooses else "draws"
    rule = message("turn.sudden-death.why" if facts.guess.sudden_death else f"asking.{code}.how")
    return message(f"asking.{code}", who=AtSeat(facts.playing.turn)), rule
