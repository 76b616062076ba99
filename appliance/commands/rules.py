"""`doubtit rules [NAME]`: list the games, or print the rules of one under given house options."""

import argparse
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from appliance.config import load_config
from appliance.errors import ConfigError
from appliance.words import Words
from bluffing.errors import SettingError
from bluffing.game import AnyRuleset
from bluffing.house import players
from bluffing.message import in_a_row, message, quoted
from bluffing.options import Rule, Value, preset_options
from bluffing.rulesets import NAMED_GAMES, RULESETS, game_called

LONGEST_NUMBER = 20
"""Maximum number of letters of a number in KEY=VALUE; a longer one is refused like a text."""

WIDTH = 80
"""Columns of the text; every terminal has them."""


def add_arguments(parser: argparse.ArgumentParser, _: Words) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", nargs="?", metavar="NAME")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--preset", metavar="NAME")
    parser.add_argument("--config", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")


def execute(args: argparse.Namespace, words: Words) -> int:
    """Print the list of games, or one game as it will be played."""
    if args.name is None and args.config is None:
        if args.option or args.preset is not None:
            raise ConfigError(message("rules.command.option-without-a-game"))
        if args.json:
            print(json.dumps([_about(game, words) for game in RULESETS.values()]))
        else:
            print(_games(words))
        return 0
    game, given = _game_with_options(args)
    try:
        if args.preset is not None:
            given |= preset_options(game.presets, args.preset)
        given |= map(option_of, args.option)
        house, rules = game.house(given), game.explain(given)
    except SettingError as error:
        why = message("rules.command.refused", name=game.name, why=error.why)
        raise ConfigError(why) from error
    if args.json:
        texts = [{"id": rule.id, "text": words.say(rule.text)} for rule in rules]
        about = _about(game, words) | {"rules": texts} | _for_editors(game, house, words)
        print(json.dumps(about))
    else:
        print("\n".join(_tell(game, rules, house, words)))
    return 0


# --- which game, with which options ------------------------------------------------------------


def _game_with_options(args: argparse.Namespace) -> tuple[AnyRuleset, dict[str, object]]:
    """The game, and the house options that the settings have for it."""
    settings = None if args.config is None else load_config(args.config).game
    name = settings.ruleset if settings is not None and args.name is None else args.name
    called = game_called(name)
    if called is None:
        known = in_a_row((*RULESETS, *NAMED_GAMES))
        raise ConfigError(message("rules.command.no-such-game", given=quoted(name), known=known))
    game = called.game
    if settings is None:
        return game, dict(called.preset.options)
    if game.name != settings.ruleset:
        sets = {"sets": settings.ruleset, "name": game.name}
        raise ConfigError(message("rules.command.another-game", path=str(args.config), **sets))
    return game, dict(settings.options)


def option_of(text: str) -> tuple[str, Value]:
    """Parse a house option from KEY=VALUE, as in a settings file; the option checks the value.

    Raises:
        ConfigError: the format is wrong.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    key = key.replace("-", "_")
    if not equals:
        raise ConfigError(message("rules.command.key-and-value", given=text))
    if value.lower() in ("true", "false"):
        return key, value.lower() == "true"
    if len(value) <= LONGEST_NUMBER and value.removeprefix("-").isdecimal():
        return key, int(value)
    return key, value


# --- in words ----------------------------------------------------------------------------------


def written(value: Value) -> str:
    """A house option's value as people write it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _games(words: Words) -> str:
    titles = {name: words.say(game.title) for name, game in RULESETS.items()}
    titles |= {name: named.preset.title for name, named in NAMED_GAMES.items()}
    first, second = max(map(len, titles)), max(map(len, titles.values()))
    lines = []
    for name, game in RULESETS.items():
        seats = words.say(players(game.seats))
        lines.append(f"{name:{first}}  {titles[name]:{second}}  {seats}")
        lines.append(f"{'':{first}}  {words.say(game.summary)}")
        if game.aliases:
            also = words("rules.command.also-called", names=in_a_row(game.aliases))
            lines.append(f"{'':{first}}  {also}")
    for name, (game, preset) in NAMED_GAMES.items():
        lines.append(f"{name:{first}}  {titles[name]:{second}}  {game.name}")
        lines.append(f"{'':{first}}  {words.say(game.says(preset))}")
    return "\n".join([*lines, "", words("rules.command.more")])


def _tell(
    game: AnyRuleset, rules: Iterable[Rule], house: Mapping[str, Value], words: Words
) -> Iterator[str]:
    yield words.say(game.called(house))
    also = words("rules.command.also-called", names=in_a_row(game.aliases)) if game.aliases else ""
    yield "; ".join(part for part in (game.name, also, words.say(players(game.seats))) if part)
    yield ""
    for number, rule in enumerate(rules, 1):
        yield _wrap(f"{number:3}. ", f"{words.say(rule.text)} ({rule.id})")
    yield from ("", words("rules.command.options"))
    for option in game.options:
        value, default = written(house[option.key]), written(option.default)
        code = "rules.command.default" if value == default else "rules.command.not-default"
        given = words(
            code, key=option.key, value=value, allowed=option.range_words(), default=default
        )
        yield _wrap("  ", given)
        yield _wrap("      ", f"{words.say(option.says)} {words.say(option.source)}")
    if game.presets:
        yield from ("", words("rules.command.presets"))
    for preset in game.presets:
        sets = ", ".join(f"{key} = {written(value)}" for key, value in preset.options)
        summary = words.say(game.says(preset))
        yield _wrap("  ", f"{preset.name}: {summary}" + (f" ({sets})" if sets else ""))


def _wrap(first: str, text: str) -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * max(4, len(first)),
        break_on_hyphens=False,
    )


# --- for programs ------------------------------------------------------------------------------


def _about(game: AnyRuleset, words: Words) -> dict[str, object]:
    return {
        "name": game.name,
        "title": words.say(game.title),
        "summary": words.say(game.summary),
        "aliases": list(game.aliases),
        "players": [game.seats[0], game.seats[-1]],
    }


def _for_editors(game: AnyRuleset, house: Mapping[str, Value], words: Words) -> dict[str, object]:
    options = [
        {
            "key": option.key,
            "value": house[option.key],
            "default": option.default,
            "kind": option.kind,
            "allowed": words.say(option.range_words()),
            "says": words.say(option.says),
            "source": words.say(option.source),
        }
        for option in game.options
    ]
    presets = [
        {"name": preset.name, "says": words.say(game.says(preset)), "options": dict(preset.options)}
        for preset in game.presets
    ]
    return {"options": options, "presets": presets}
