"""How to play: the game as its ruleset explains it, with what this house plays otherwise."""

from functools import lru_cache

from appliance.display.phrases.common import text
from appliance.display.view import RulesView
from appliance.message import Message, message
from appliance.rules import RULESETS
from appliance.rules.options import Value
from appliance.table.facts import Facts, Stage
from appliance.words import Words

_RESTING = (Stage.ATTRACT, Stage.LOBBY)


def how_to_play(facts: Facts, words: Words) -> RulesView | None:
    """The rules, where people have time to read: while nobody plays, or the game is paused."""
    since = facts.since if facts.stage in _RESTING else None
    if facts.paused_at is not None:
        since = facts.paused_at
    if since is None:
        return None
    return RulesView(lines(facts.settings.ruleset, facts.settings.options, words), since)


@lru_cache(maxsize=8)
def lines(ruleset: str, options: tuple[tuple[str, Value], ...], words: Words) -> tuple[str, ...]:
    """One paragraph a rule; before them one a house option that differs from its default."""
    game = RULESETS[ruleset]
    house = game.house(dict(options))
    differs = [
        words("howto.house", says=option.says, value=_value(house[option.key]))
        for option in game.options
        if house[option.key] != option.default
    ]
    rules = (words.say(text(rule.text)) for rule in game.explain(dict(options)))
    return (*differs, *rules)


def _value(value: Value) -> Message | str:
    if isinstance(value, bool):
        return message("howto.yes" if value else "howto.no")
    return str(value).replace("_", " ")
