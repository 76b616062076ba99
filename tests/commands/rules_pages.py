"""One page a game, made from what the rulesets say of themselves; run it to make them anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from said import said

from appliance.commands.rules import written
from bluffing.game import Ruleset
from bluffing.house import players
from bluffing.rulesets import RULESETS

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def page(game: Ruleset[Any]) -> str:
    """The page of one game, as it is played without any house option."""
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
        ]
    )


def line(game: Ruleset[Any]) -> str:
    """The line of one game in the index."""
    names = ", ".join(f"`{name}`" for name in (game.name, *game.aliases))
    title, summary = said(game.title), said(game.summary)
    return f"| [{title}]({game.name}.md) | {names} | {_seats(game)} | {summary} |"


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
    for rule in game.explain({}):
        number = f"`{rule.id}`" if rule.id in game.house({}) else rule.id
        yield f"- {said(rule.text)} ({number})"
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
    for one in RULESETS.values():
        (PAGES / f"{one.name}.md").write_text(page(one), encoding="utf-8")
    (PAGES / "README.md").write_text(index(), encoding="utf-8")
