"""The games: one file a ruleset, one line here."""

import unicodedata
from typing import NamedTuple

from bluffing.game import AnyRuleset
from bluffing.games.bicycle import BICYCLE
from bluffing.games.bluff import BLUFF
from bluffing.games.bullshit import BULLSHIT
from bluffing.games.calsbs import CALSBS
from bluffing.games.catsatcards import CATSATCARDS
from bluffing.games.doubt_it import DOUBT_IT
from bluffing.games.idi import IDI
from bluffing.games.liars_poker import LIARS_POKER
from bluffing.games.menteur import MENTEUR
from bluffing.games.valepaska import VALEPASKA
from bluffing.games.verish import VERISH
from bluffing.options import Preset

RULESETS: dict[str, AnyRuleset] = {
    game.name: game
    for game in (
        BICYCLE,
        CATSATCARDS,
        BULLSHIT,
        IDI,
        BLUFF,
        LIARS_POKER,
        VERISH,
        CALSBS,
        DOUBT_IT,
        VALEPASKA,
        MENTEUR,
    )
}
"""Every ruleset by its name in settings and scenario files."""


class NamedGame(NamedTuple):
    """A game under the name that people know in their country: a ruleset with house options."""

    game: AnyRuleset
    preset: Preset


NAMED_GAMES: dict[str, NamedGame] = {
    preset.name: NamedGame(game, preset)
    for game in RULESETS.values()
    for preset in game.presets
    if preset.title
}
"""Every named game by its name in settings and scenario files."""

EDITION = 2
"""The number of the defaults of house options. It rises when a default changes."""


def ruleset_named(name: object) -> AnyRuleset | None:
    """Return the ruleset of that name or alias, or None, however people spell it."""
    if not isinstance(name, str):
        return None
    if name in RULESETS:
        return RULESETS[name]
    asked = _plain(name)
    called = ((game, (game.name, *game.aliases)) for game in RULESETS.values())
    return next((game for game, names in called if asked in map(_plain, names)), None)


def game_called(name: object) -> NamedGame | None:
    """Return the ruleset or the named game of that name, however people spell it, or None.

    A ruleset comes with its first preset, which sets nothing.
    """
    ruleset = ruleset_named(name)
    if ruleset is not None:
        return NamedGame(ruleset, ruleset.presets[0])
    asked = _plain(name) if isinstance(name, str) else ""
    for named in NAMED_GAMES.values():
        preset = named.preset
        if asked and asked in map(_plain, (preset.name, preset.title, *preset.aliases)):
            return named
    return None


def _plain(name: str) -> str:
    """Return the letters and digits of a name, without accents and capitals."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if letter.isalnum())
