"""The pages of how to play: few large lines each, made of what the ruleset says of itself."""

from functools import lru_cache

from appliance.display.phrases import Headline
from appliance.display.qrcode import MOST_BYTES, modules
from appliance.display.view import PageView
from appliance.table.facts import Facts, HowToFacts
from appliance.words import Words
from bluffing.message import message
from bluffing.options import Topic, Value
from bluffing.rulesets import RULESETS

_FIRST = (Topic.TURN, Topic.DOUBT, Topic.END, Topic.ANSWER, Topic.AFTER, Topic.DEAL)
"""What a short text says first, if it can't say all."""


def headline(facts: Facts, here: HowToFacts) -> Headline:
    """Name the page and its number."""
    about = _about(facts.settings.ruleset, here.page)
    return message(f"howto.{about}"), message("howto.page", page=here.page + 1, pages=here.pages)


def page(facts: Facts, here: HowToFacts, words: Words) -> PageView:
    """The page that is open."""
    name, options = facts.settings.ruleset, tuple(facts.settings.house.items())
    about = _about(name, here.page)
    if about is Topic.HOME:
        code = modules(in_short(name, options, words))
        told = ("howto.home.1", "howto.home.2") if code else ("howto.home.no-code",)
        return PageView(about, tuple(map(words, told)), here.page, here.pages, code)
    if about is Topic.BUZZER:
        way = "races" if facts.ruleset.races else "turns"
        way = "guesses" if facts.asks_questions else way
        codes = (f"howto.buzzer.tap.{way}", "howto.buzzer.hold", f"howto.buzzer.doubt.{way}")
        return PageView(about, tuple(map(words, codes)), here.page, here.pages)
    _, texts = facts.ruleset.taught(dict(options))[here.page]
    return PageView(about, tuple(words.say(one) for one in texts), here.page, here.pages)


@lru_cache(maxsize=8)
def in_short(name: str, options: tuple[tuple[str, Value], ...], words: Words) -> str:
    """The game in so few words that a QR code holds them: of its lessons the first ones needed."""
    ruleset = RULESETS[name]
    title, taught = words.say(ruleset.title), ruleset.taught(dict(options))
    told = [(topic, words.say(text)) for topic, texts in taught for text in texts]
    kept: set[int] = set()
    for place in sorted(range(len(told)), key=lambda one: _FIRST.index(told[one][0])):
        longer = _joined(title, told, kept | {place})
        if len(longer.encode()) <= MOST_BYTES:
            kept.add(place)
    return _joined(title, told, kept)


def _joined(title: str, told: list[tuple[Topic, str]], kept: set[int]) -> str:
    return "\n".join([title, *(text for place, (_, text) in enumerate(told) if place in kept)])


def _about(name: str, number: int) -> Topic:
    """Topic of the page of that number, in the game of that name."""
    lessons = RULESETS[name].lessons
    if number < len(lessons):
        return lessons[number].topic
    return Topic.BUZZER if number == len(lessons) else Topic.HOME
