"""Liar's Poker as the Tierney family plays it: only the player on turn may doubt.

By its rules it can go round for ever: all cards that leave a hand come back to one.

House rulings where the family's rules are silent: when all others have passed, the last player
leads any rank on top of the pile; and all others may doubt last cards, for the right to doubt
can be passed all the way round.
"""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.house import House, card_options
from appliance.rules.options import Preset
from appliance.rules.stack import StackGame
from appliance.rules.words import how_many, shared_words, who_leads


def _words(house: House) -> Iterator[Rule]:
    cards = how_many(house)
    yield Rule("LP1", "Four players, 13 cards each. Cut for the deal; the ace is high.")
    yield Rule("LP2", f"The dealer's left leads {cards} face down and names any rank.")
    yield Rule(
        "LP3",
        f"The next player doubts the last cards, or lays {cards} as the same rank, or passes to "
        "the left, who may then doubt, lay or pass. House ruling: when all others have passed, "
        "the player of the last cards leads any rank on top of the pile.",
    )
    yield Rule(
        "LP4",
        "If the cards are true, the doubter takes the pile; if not, their player does. After a "
        f"doubt {who_leads(house)}, and leads any rank. Covered cards are safe.",
    )
    yield Rule(
        "LP5",
        "Who lays his last cards is out and wins, unless they are doubted and false. House "
        "ruling: everybody else may doubt last cards; the first press does.",
    )
    yield from shared_words(house, races=False)


LIARS_POKER = StackGame(
    name="liars_poker",
    title="Liar's Poker (Tierney family)",
    summary="Four players; the leader names the rank, the next one adds, passes or doubts.",
    seats=range(4, 5),
    races=False,
    options=card_options(
        tie_rule="player_left", after_challenge="winner_leads", max_cards=4, leaver="void"
    ),
    presets=(
        Preset("tierney", "As the Tierney family plays it."),
        Preset(
            "patient",
            "Last cards can be doubted for longer, and who leaves only takes his cards along.",
            (("last_card_window_ms", 15000), ("leaver", "leaves_play")),
        ),
    ),
    tell=_words,
)
