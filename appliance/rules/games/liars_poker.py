"""Liar's Poker as the Tierney family plays it: only the player on turn may doubt.

By its rules it can go round for ever: all cards that leave a hand come back to one.

House rulings where the family's rules are silent: when all others have passed, the last player
leads any rank on top of the pile; and all others may doubt last cards, for the right to doubt
can be passed all the way round.
"""

from collections.abc import Iterator

from appliance.message import message
from appliance.rules.game import Rule
from appliance.rules.house import House, card_options
from appliance.rules.options import Preset
from appliance.rules.stack import StackGame
from appliance.rules.words import how_many, shared_words, who_leads


def _words(house: House) -> Iterator[Rule]:
    cards = how_many(house)
    yield Rule("LP1", message("liars-poker.LP1"))
    yield Rule("LP2", message("liars-poker.LP2", cards=cards))
    yield Rule("LP3", message("liars-poker.LP3", cards=cards))
    yield Rule("LP4", message("liars-poker.LP4", leads=who_leads(house)))
    yield Rule("LP5", message("liars-poker.LP5"))
    yield from shared_words(house, races=False)


LIARS_POKER = StackGame(
    name="liars_poker",
    title=message("liars-poker.title"),
    summary=message("liars-poker.summary"),
    seats=range(4, 5),
    races=False,
    house_class=House,
    options=card_options(
        tie_rule="player_left", after_challenge="winner_leads", max_cards=4, leaver="void"
    ),
    presets=(
        Preset("tierney", message("liars-poker.preset.tierney")),
        Preset(
            "patient",
            message("liars-poker.preset.patient"),
            (("last_card_window_ms", 15000), ("leaver", "leaves_play")),
        ),
    ),
    tell=_words,
)
