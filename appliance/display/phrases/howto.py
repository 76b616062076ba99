"""How to play: the game as its ruleset explains it, with what this house plays otherwise."""

from functools import lru_cache

from appliance.display.view import RulesView
from appliance.rules import RULESETS
from appliance.rules.options import Value
from appliance.table.state import Stage, Table
from appliance.words import words_of

_RESTING = (Stage.ATTRACT, Stage.LOBBY)


def how_to_play(table: Table) -> RulesView | None:
    """The rules, where people have time to read: while nobody plays, or the game is paused."""
    if table.paused_at is not None:
        return RulesView(lines(table.settings.ruleset, table.settings.options), table.paused_at)
    if table.stage in _RESTING:
        return RulesView(lines(table.settings.ruleset, table.settings.options), table.since)
    return None


@lru_cache(maxsize=8)
def lines(ruleset: str, options: tuple[tuple[str, Value], ...]) -> tuple[str, ...]:
    """One paragraph a rule; before them one a house option that differs from its default."""
    words, game = words_of("en"), RULESETS[ruleset]
    house = game.house(dict(options))
    differs = [
        f"House rule: {words.say(option.says)} Here: {_value(house[option.key])}."
        for option in game.options
        if house[option.key] != option.default
    ]
    return (*differs, *(words.say(rule.text) for rule in game.explain(dict(options))))


def _value(value: Value) -> str:
    return (
        {True: "yes", False: "no"}[value]
        if isinstance(value, bool)
        else (str(value).replace("_", " "))
    )
