"""Bullshit, also called Cheat or Fourshit, as Pagat has it, with the variants of Wikipedia.

Published variants that are not offered: a fixed number of cards, a rank one off from the last
or the same, and passing. They are other games for a referee: who plays what is not fixed then.
"""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.house import House, sequence_options
from appliance.rules.options import Option, Preset
from appliance.rules.sequence import SequenceGame
from appliance.rules.words import how_many, shared_words, which_rank, who_leads


def _packs(players: int, house: House) -> int:
    """One pack; the house may use two from five players on."""
    return house.five_player_packs if players >= 5 else 1


def _tell(house: House) -> Iterator[Rule]:
    """The whole game, Pagat's rules first."""
    packs = ", two packs for five or more" if house.five_player_packs == 2 else ""
    first = {
        "dealer_left": "The dealer's left plays first.",
        "random": "Who plays first is left to chance.",
        "winner": "Who won the last game plays first; in a first game the dealer's left.",
    }[house.first_lead]
    yield Rule("BS1", f"2 to 10 players, one pack of 52{packs}. All the cards are dealt. {first}")
    ranks = "kings, queens" if house.ranks_down else "twos, threes"
    last = "twos" if house.ranks_down else "kings"
    yield Rule(
        "BS2",
        f"The first player lays {how_many(house)} face down as aces, the next seats as {ranks} and "
        f"so on to {last} and aces again. Nobody may pass.",
    )
    yield Rule(
        "BS3",
        "Anybody else may doubt the newest cards until the next are laid. If all are as they were "
        "announced, the doubter takes the pile; if not, who laid them does.",
    )
    yield Rule("BS4", f"After a doubt {who_leads(house)}, {which_rank(house)}.")
    yield Rule(
        "BS5",
        "Who lays the last cards wins if nobody doubts them or they are true. If they are a lie "
        "and doubted, he takes the pile and plays on.",
    )
    yield from shared_words(house)


BULLSHIT = SequenceGame(
    name="bullshit",
    title="Bullshit",
    aliases=("cheat", "fourshit"),
    summary="Ranks go up from the ace; any number of cards; one pile in the middle.",
    seats=range(2, 11),
    step=1,
    usual_packs=_packs,
    presets=(
        Preset("pagat", "As Pagat has it."),
        Preset("down", "Ranks go down.", (("ranks_down", True),)),
        Preset("big", "Two packs from five players on.", (("five_player_packs", 2),)),
        Preset(
            "kids",
            "More time for everything, at most four cards, wrong numbers are only put right.",
            (
                ("min_hold_ms", 5000),
                ("last_card_window_ms", 15000),
                ("withdraw_ms", 10000),
                ("count_mismatch", "correct_only"),
                ("max_cards", "4 x packs"),
            ),
        ),
    ),
    tell=_tell,
    options=(
        *sequence_options(tie_rule="player_left", max_cards="none"),
        Option(
            "first_lead",
            default="random",
            allowed=("dealer_left", "random", "winner"),
            says="Who plays first: the dealer's left, somebody by chance, or the last winner.",
            source="Pagat: the first player is random.",
        ),
        Option(
            "ranks_down",
            default=False,
            allowed=(True, False),
            says="Ranks go down from the ace instead of up.",
            source="Wikipedia (Cheat) names it as a variant.",
        ),
        Option(
            "five_player_packs",
            default=1,
            allowed=(range(1, 3),),
            says="Packs for five players or more.",
            source="Pagat: one pack. Wikipedia (Cheat): two for five or more, as a variant.",
        ),
    ),
)
