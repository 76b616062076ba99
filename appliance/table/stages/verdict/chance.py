"""The chance of a claim, by public knowledge before the verdict."""

from functools import lru_cache

from appliance.table.elements import Match
from appliance.table.moves import Same
from appliance.table.stages import Ruling
from appliance.table.state import TableSettings
from bluffing.cardgame import CardGame
from bluffing.probability import PublicCards, probability, public_cards
from bluffing.rulesets import RULESETS


def chance_of_claim(settings: TableSettings, ruling: Ruling) -> float | None:
    """Return the chance of the judged claim, 0 to 1; None if it can't be computed.

    It uses public knowledge just before the verdict, without the cards turned up for it.
    """
    return _chance(settings.ruleset, settings.options, Same(ruling.turns.match))


@lru_cache(maxsize=8)
def _chance(name: str, options: tuple[tuple[str, object], ...], same: Same[Match]) -> float | None:
    game, match = RULESETS[name], same.it
    if not isinstance(game, CardGame):
        return None
    if match.setup is None:  # a story began in the middle: only counts are known
        known = PublicCards(tuple({} for _ in match.game.hands))
    else:
        known = public_cards(game, game.start(match.setup, dict(options)), match.actions)
    return probability(game, match.game, known)
