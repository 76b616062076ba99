"""The messages of a house survey: how to vote, and how many answers there are."""

from appliance.table.answers import Headline
from appliance.table.stages.survey.facts import HouseSurveyFacts
from bluffing.message import Message, message


def headline(here: HouseSurveyFacts) -> Headline:
    """Say how to vote and who sees it; after the first vote, how the round goes on."""
    how = "survey.how-seen" if here.seen else "survey.how"
    return message("survey.headline"), message("survey.on" if here.voted else how)


def question(here: HouseSurveyFacts) -> Message:
    """Return the question that people vote on."""
    return message(f"survey.{here.survey}")


def answers(here: HouseSurveyFacts) -> Message:
    """Say how many answers were counted, and if the table can ask the question already."""
    if here.asked is None or here.missing is None:
        return message("survey.nobody-counts")
    counted = message("survey.answers", n=here.asked)
    if here.missing:
        return message("survey.missing", counted=counted, n=here.missing)
    return message("survey.enough", counted=counted)
