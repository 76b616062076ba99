"""A house survey: the question in large letters, a dot for each vote, and the answers so far."""

from appliance.display.theme import DOUBT, FAINT, LINE, PANEL, TEXT_COLOUR
from appliance.display.view import View
from appliance.display.widgets import Easel, slice_rect
from appliance.table.stages.survey import words
from appliance.table.stages.survey.facts import HouseSurveyFacts


def still(easel: Easel) -> None:
    """Draw neither answers nor voters: each vote lights the next dot from the left."""
    facts, places = easel.view.in_front(HouseSurveyFacts), max(1, easel.view.table.places)
    question, answers = read(easel.view)
    for pen, rect in easel.parts():
        box = slice_rect(rect, 0.04, 0.02, 0.96, 0.52)
        pen.box(box, pen.px(36), PANEL, LINE, pen.px(3))
        pen.words(question, box.inflate(-pen.px(80), -pen.px(50)), 96, TEXT_COLOUR, face="talk")
        dots = slice_rect(rect, 0.1, 0.54, 0.9, 0.66)
        radius = min(dots.height * 0.3, dots.width / places * 0.3)
        for place in range(places):
            at = (dots.left + dots.width * (place + 0.5) / places, dots.centery)
            pen.disc(at, radius, DOUBT if place < facts.voted else LINE)
        pen.words(answers, slice_rect(rect, 0.02, 0.68, 0.98, 1), 46, FAINT)


def read(view: View) -> tuple[str, ...]:
    """Return the question and the answers so far, in words."""
    facts = view.in_front(HouseSurveyFacts)
    return view.words.say(words.question(facts)), view.words.say(words.answers(facts))
