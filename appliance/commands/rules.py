"""`doubtit rules [NAME]`: the games, and how each is played under given house options."""

import argparse
import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from appliance.config import load_config
from appliance.errors import ConfigError
from appliance.rules import RULESETS, ruleset_named
from appliance.rules.game import Ruleset
from appliance.rules.options import OptionError, Value, preset_options
from appliance.rules.words import players
from appliance.words import Words

WIDTH = 80
"""Columns of the text; a terminal has at least so many."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The command's own arguments."""
    add = parser.add_argument
    add("name", nargs="?", metavar="NAME", help=words("command.rules.name"))
    add(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=words("command.rules.option"),
    )
    add("--preset", metavar="NAME", help=words("command.rules.preset"))
    add(
        "--config",
        type=Path,
        metavar="FILE",
        help=words("command.rules.config"),
    )
    add("--json", action="store_true", help=words("command.rules.json"))


def execute(args: argparse.Namespace, words: Words) -> int:  # noqa: ARG001 - to come
    """Print the list of games, or one game as it will be played."""
    if args.name is None and args.config is None:
        if args.option or args.preset is not None:
            raise ConfigError("options and presets belong to a game: doubtit rules NAME ...")
        print(json.dumps([_about(game) for game in RULESETS.values()]) if args.json else _games())
        return 0
    game, given = _chosen(args)
    try:
        house, rules = game.house(given), game.explain(given)
    except OptionError as error:
        raise ConfigError(f"{game.name}: {error}") from error
    if args.json:
        told = [{"id": rule.id, "text": rule.text} for rule in rules]
        print(json.dumps(_about(game) | {"rules": told} | _for_editors(game, house)))
    else:
        print("\n".join(_tell(game, given, house)))
    return 0


# --- which game, with which options ------------------------------------------------------------


def _chosen(args: argparse.Namespace) -> tuple[Ruleset[Any], dict[str, object]]:
    """The game and the house options: those of the file, then the preset's, then those given."""
    given: dict[str, object] = {}
    name = args.name
    if args.config is not None:
        settings = load_config(args.config).game
        name = settings.ruleset if name is None else name
        given |= settings.options
    game = ruleset_named(name)
    if game is None:
        raise ConfigError(f"no game is called {name!r}: there are {', '.join(RULESETS)}")
    if args.config is not None and game is not ruleset_named(settings.ruleset):
        raise ConfigError(f"{args.config} sets the game {settings.ruleset}, not {game.name}")
    if args.preset is not None:
        try:
            given |= preset_options(game.presets, args.preset)
        except OptionError as error:
            raise ConfigError(f"{game.name}: {error}") from error
    for text in args.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise ConfigError(f"--option {text}: must be KEY=VALUE")
        given[key.strip()] = _value(value.strip())
    return game, given


def _value(text: str) -> Value:
    """What stands after the `=`, as a settings file would give it; the option checks it."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.removeprefix("-").isdecimal() else text


# --- in words ----------------------------------------------------------------------------------


def words(value: Value) -> str:
    """A house option's value as people write it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _games() -> str:
    names = max(map(len, RULESETS))
    titles = max(len(game.title) for game in RULESETS.values())
    lines = []
    for game in RULESETS.values():
        lines.append(f"{game.name:{names}}  {game.title:{titles}}  {players(game.seats)}")
        lines.append(f"{'':{names}}  {game.summary}")
        if game.aliases:
            lines.append(f"{'':{names}}  also called {', '.join(game.aliases)}")
    lines += ["", "doubtit rules NAME tells how a game is played, and its house options."]
    return "\n".join(lines)


def _tell(
    game: Ruleset[Any], given: Mapping[str, object], house: Mapping[str, Value]
) -> Iterator[str]:
    yield game.title
    also = f"; also called {', '.join(game.aliases)}" if game.aliases else ""
    yield f"{game.name}{also}; {players(game.seats)}"
    yield ""
    for number, rule in enumerate(game.explain(given), 1):
        yield _wrapped(f"{number:3}. ", f"{rule.text} ({rule.id})")
    yield from ("", "House options")
    for option in game.options:
        value = words(house[option.key])
        default = words(option.default)
        standing = "the default" if value == default else f"the default is {default}"
        yield _wrapped("  ", f"{option.key} = {value} ({option.range_words()}; {standing})")
        yield _wrapped("      ", f"{option.says} {option.source}")
    if game.presets:
        yield from ("", "Presets")
    for preset in game.presets:
        sets = ", ".join(f"{key} = {words(value)}" for key, value in preset.options)
        yield _wrapped("  ", f"{preset.name}: {preset.says}" + (f" ({sets})" if sets else ""))


def _wrapped(first: str, text: str) -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * max(4, len(first)),
        break_on_hyphens=False,
    )


# --- for programs ------------------------------------------------------------------------------


def _about(game: Ruleset[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "aliases": list(game.aliases),
        "players": [game.seats[0], game.seats[-1]],
    }


def _for_editors(game: Ruleset[Any], house: Mapping[str, Value]) -> dict[str, Any]:
    options = [
        {
            "key": option.key,
            "value": house[option.key],
            "default": option.default,
            "kind": option.kind,
            "allowed": option.range_words(),
            "says": option.says,
            "source": option.source,
        }
        for option in game.options
    ]
    presets = [
        {"name": preset.name, "says": preset.says, "options": dict(preset.options)}
        for preset in game.presets
    ]
    return {"options": options, "presets": presets}
