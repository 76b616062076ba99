"""The messages of how to play: a few lines a page, from the ruleset's own texts."""

from appliance.table.answers import Headline
from appliance.table.stages.howto.facts import HowToFacts
from bluffing.message import Message, message
from bluffing.options import Topic
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame


def headline(here: HowToFacts) -> Headline:
    """Name the page and its number."""
    number = message("howto.page", page=here.page + 1, pages=here.pages)
    return message(f"howto.{here.about}"), number


def lines(here: HowToFacts) -> tuple[Message, ...]:
    """Return the lines of the page; the last one has a code beside them."""
    ruleset = RULESETS[here.game]
    if here.about is Topic.HOME:
        return message("howto.home.1"), message("howto.home.2")
    if here.about is Topic.BUZZER:
        way = "races" if ruleset.races_by(dict(here.options)) else "turns"
        way = "guesses" if isinstance(ruleset, WagerGame) else way
        tap, doubt = message(f"howto.buzzer.tap.{way}"), message(f"howto.buzzer.doubt.{way}")
        return tap, message("howto.buzzer.hold"), doubt
    _, texts = ruleset.taught(dict(here.options))[here.page]
    return texts
