"""The games that the table referees: one file a ruleset, one line here."""

from typing import Any

from appliance.rules.bicycle import BICYCLE
from appliance.rules.catsatcards import CATSATCARDS
from appliance.rules.doubt_it import DOUBT_IT
from appliance.rules.game import Ruleset

RULESETS: dict[str, Ruleset[Any]] = {
    game.name: game
    for game in (
        BICYCLE,
        CATSATCARDS,
        DOUBT_IT,
    )
}
"""Every ruleset by its name in settings and scenario files."""
