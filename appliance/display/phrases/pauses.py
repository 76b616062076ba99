"""Sentences for a pause, what people set right in it, and how to play, where there is time."""

from functools import lru_cache

from appliance.display.phrases import Headline
from appliance.display.view import RulesView
from appliance.message import AtSeat, Message, message
from appliance.rules import RULESETS
from appliance.rules.actions import Adjust
from appliance.rules.options import Value
from appliance.table.facts import Facts, Item, Stage, item_words
from appliance.words import Words


def pause(facts: Facts) -> Headline:
    """What people set right."""
    now, title = facts.pause, message("pause.headline")
    if now is None or now.seat is None:
        return title, message("pause.nobody")
    who = AtSeat(now.seat)
    if facts.game is not None and now.seat in facts.game.gone:
        return title, message("pause.has-left", who=who)
    if now.item is None:
        return title, message("pause.chooses", who=who)
    if now.ready:
        what = item_words(now.item)
        if isinstance(now.action, Adjust):
            giver, taker = AtSeat(now.action.giver), AtSeat(now.action.taker)
            what = message("pause.move", giver=giver, taker=taker)
        headline = message("pause.proposes", who=who, what=what)
        return headline, message("pause.proposes.how")
    if now.item is Item.RECOUNT:
        return message("pause.count"), message("pause.count.how", who=who)
    headline = message("pause.give")
    if now.giver is not None:
        headline = message("pause.give-to", who=AtSeat(now.giver))
    return headline, message("pause.give.how", who=who)


# --- how to play ---------------------------------------------------------------------------------


def how_to_play(facts: Facts, words: Words) -> RulesView | None:
    """The rules, where people have time to read: while nobody plays, or the game is paused."""
    since = facts.since if facts.stage in (Stage.ATTRACT, Stage.LOBBY) else None
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
    return (*differs, *(words.say(rule.text) for rule in game.explain(dict(options))))


def _value(value: Value) -> Message | str:
    if isinstance(value, bool):
        return message("howto.yes" if value else "howto.no")
    return str(value).replace("_", " ")
