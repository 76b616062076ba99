"""What a house survey says: how to vote, and how many answers there are."""

from appliance.display.phrases import Headline
from appliance.display.view import HouseSurveyView
from appliance.table.facts import HouseSurveyFacts
from appliance.words import Words
from bluffing.message import Message, message


def headline(here: HouseSurveyFacts) -> Headline:
    """Say how to vote, who is seen to, and how it goes on after the first vote."""
    how = "survey.how-seen" if here.seen else "survey.how"
    return message("survey.headline"), message("survey.on" if here.voted else how)


def shown(here: HouseSurveyFacts, words: Words) -> HouseSurveyView:
    """The question, and what has come of it so far."""
    question = words(f"survey.{here.survey}")
    return HouseSurveyView(question, words.say(_answers(here)), here.voted)


def _answers(here: HouseSurveyFacts) -> Message:
    """Say how many answers were counted, and if the table can ask the question already."""
    if here.asked is None or here.missing is None:
        return message("survey.nobody-counts")
    counted = message("survey.answers", n=here.asked)
    if here.missing:
        return message("survey.missing", counted=counted, n=here.missing)
    return message("survey.enough", counted=counted)
