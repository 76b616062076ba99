"""One page a game, made from the rulesets' own words; run it to write them again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from said import said

from appliance.commands.rules import written
from bluffing.game import Ruleset
from bluffing.house import players
from bluffing.options import Value
from bluffing.rulesets import NAMED_GAMES, RULESETS, NamedGame

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def page(game: Ruleset[Any]) -> str:
    """Return the page of one game without house options."""
    return "\n".join([*_page(game), ""])


def index() -> str:
    """The page that leads to all others."""
    return "\n".join(
        [
            "# The games",
            "",
            "How each game is played at this table, and every house option. The pages are made by",
            "`make rules-docs` from what `doubtit rules NAME` prints.",
            "",
            "| game | in settings | players | |",
            "|---|---|---|---|",
            *map(line, RULESETS.values()),
            "",
            "## By the names that people know at home",
            "",
            "Each is one of these games with house options, chosen by its name at the table, in",
            "the settings and by `doubtit rules`.",
            "",
            "| game | in settings | played as | language | |",
            "|---|---|---|---|---|",
            *map(named_line, NAMED_GAMES.values()),
            "",
            *_house_table(),
            "",
        ]
    )


def _house_table() -> Iterator[str]:
    games = RULESETS.values()
    yield from ("## Which option in which game", "")
    yield "The value that a game has by itself; `-`: the game has no such option."
    yield from ("", f"| option | {' | '.join(f'`{game.name}`' for game in games)} |")
    yield "|---" * (len(games) + 1) + "|"
    for key in dict.fromkeys(option.key for game in games for option in game.options):
        cells = (
            next((written(own.default) for own in game.options if own.key == key), "-")
            for game in games
        )
        yield f"| `{key}` | {' | '.join(cells)} |"


def line(game: Ruleset[Any]) -> str:
    """The line of one game in the index."""
    names = ", ".join(f"`{name}`" for name in (game.name, *game.aliases))
    title, summary = said(game.title), said(game.summary)
    return f"| [{title}]({game.name}.md) | {names} | {_seats(game)} | {summary} |"


def named_line(named: NamedGame) -> str:
    """The line of a named game in the index."""
    game, preset = named
    names = ", ".join(f"`{name}`" for name in (preset.name, *preset.aliases))
    base = f"[{said(game.title)}]({game.name}.md)"
    title = f"[{preset.title}]({preset.name}.md)"
    return f"| {title} | {names} | {base} | {preset.language} | {said(game.says(preset))} |"


def named_page(named: NamedGame) -> str:
    """The page of a named game, as it is played."""
    return "\n".join([*_named_page(named), ""])


def _named_page(named: NamedGame) -> Iterator[str]:
    game, preset = named
    names = ", ".join(f"`{name}`" for name in (preset.name, *preset.aliases))
    sets = ", ".join(f"`{key} = {written(value)}`" for key, value in preset.options)
    yield from (f"# {preset.title}", "", f"{said(game.says(preset))}", "")
    yield from (f"In settings: {names}.", "")
    base = f"[{said(game.title)}]({game.name}.md)"
    yield f"It is {base} with {sets}." if sets else f"It is {base}, without house options."
    yield from ("", f"Source: {preset.source}.", "", "## How it is played", "")
    options = dict(preset.options)
    yield from _told(game, options)


def _told(game: Ruleset[Any], options: dict[str, Value]) -> Iterator[str]:
    for rule in game.explain(options):
        number = f"`{rule.id}`" if rule.id in game.house(options) else rule.id
        yield f"- {said(rule.text)} ({number})"


def _seats(game: Ruleset[Any]) -> str:
    return said(players(game.seats)).removesuffix(" players")


def _page(game: Ruleset[Any]) -> Iterator[str]:
    yield from (
        f"# {said(game.title)}",
        "",
        f"{said(game.summary)} {said(players(game.seats))}.",
        "",
    )
    also = (
        f", also called {', '.join(f'`{name}`' for name in game.aliases)}" if game.aliases else ""
    )
    yield from (f"In settings: `{game.name}`{also}.", "", "## How it is played", "")
    yield from _told(game, {})
    yield from ("", "## House options", "")
    yield from ("| key | allowed | kind | default | meaning | why |", "|---|---|---|---|---|---|")
    for option in game.options:
        default = written(option.default)
        yield (
            f"| `{option.key}` | {said(option.range_words())} | {option.kind} | {default} "
            f"| {said(option.says)} | {said(option.source)} |"
        )
    yield from ("", "## Presets", "", "| preset | meaning | sets |", "|---|---|---|")
    for preset in game.presets:
        sets = ", ".join(f"`{key} = {written(value)}`" for key, value in preset.options)
        yield f"| {preset.name} | {said(game.says(preset))} | {sets} |"


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for ruleset in RULESETS.values():
        (PAGES / f"{ruleset.name}.md").write_text(page(ruleset), encoding="utf-8")
    for named in NAMED_GAMES.values():
        path = PAGES / f"{named.preset.name}.md"
        path.write_text(named_page(named), encoding="utf-8")
    (PAGES / "README.md").write_text(index(), encoding="utf-8")
