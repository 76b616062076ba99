"""The games that the table referees: one file a ruleset, one line here."""

from appliance.rules.game import AnyRuleset
from appliance.rules.games.bicycle import BICYCLE
from appliance.rules.games.bluff import BLUFF
from appliance.rules.games.bullshit import BULLSHIT
from appliance.rules.games.calsbs import CALSBS
from appliance.rules.games.catsatcards import CATSATCARDS
from appliance.rules.games.doubt_it import DOUBT_IT
from appliance.rules.games.idi import IDI
from appliance.rules.games.liars_poker import LIARS_POKER
from appliance.rules.games.valepaska import VALEPASKA
from appliance.rules.games.verish import VERISH
from appliance.text import plain

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
    )
}
"""Every ruleset by its name in settings and scenario files."""

EDITION = 2
"""The number of the defaults of house options. It rises when a default changes."""


def ruleset_named(name: object) -> AnyRuleset | None:
    """Return the ruleset of that name or alias, or None, however people spell it."""
    if not isinstance(name, str):
        return None
    if name in RULESETS:
        return RULESETS[name]
    asked = plain(name)
    called = ((game, (game.name, *game.aliases)) for game in RULESETS.values())
    return next((game for game, names in called if asked in map(plain, names)), None)
