"""I Doubt It as the Bicycle rule book has it: ranks go up, a heap in front of each player."""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.house import House, sequence_options
from appliance.rules.options import Option, Preset
from appliance.rules.sequence import SequenceGame
from appliance.rules.words import how_many, shared_words, which_rank, who_leads


def _packs(players: int, house: House) -> int:
    """Two packs from six players on; with five the house chooses."""
    if players == 5:
        return house.five_player_packs
    return 1 if players < 5 else 2


def _tell(house: House) -> Iterator[Rule]:
    """The whole game, the book's rules first."""
    yield Rule("B1", "2 to 12 players.")
    five = "one pack" if house.five_player_packs == 1 else "two packs"
    yield Rule(
        "B2",
        f"Up to four players use one pack of 52, five use {five}, six or more use two packs.",
    )
    yield Rule(
        "B3", "Everybody draws a card and the highest deals, aces high; who ties draws again."
    )
    yield Rule("B4", "All the cards are dealt, so some hands may have one card more.")
    yield Rule(
        "B5",
        f"The dealer's left lays {how_many(house)} face down as aces, the next seat as twos, and "
        "so on to kings and aces again.",
    )
    yield Rule(
        "B6",
        "Anybody else may doubt the newest cards, and they are turned up. If all are as they were "
        "announced, the doubter takes all cards on the table; if not, who laid them does.",
    )
    yield Rule("B7", "Who doubts first is the only doubter.")
    yield Rule("B8", "Cards that nobody doubts stay face down in front of who laid them.")
    yield Rule("B9", f"After a doubt {who_leads(house)}, {which_rank(house)}.")
    yield Rule(
        "B10",
        "Who lays the last cards wins if nobody doubts them or they are true. If they are a lie "
        "and doubted, he takes the cards and plays on.",
    )
    yield Rule(
        "B11",
        'Who has no card of the rank may say so ("no sevens") and lay none. The play before can '
        "then not be doubted any more."
        if house.zero_claim
        else 'Saying "no sevens" is only talk: everybody lays at least one card.',
    )
    yield Rule(
        "B12",
        "Each of the others pays the winner one point for every card left in the hand."
        if house.points
        else "No points are paid.",
    )
    yield Rule(
        "doubter_takes_final_pile",
        "Who doubts the winner's true last cards takes the table, before anybody pays."
        if house.doubter_takes_final_pile
        else "Who doubts the winner's true last cards takes nothing.",
    )
    yield Rule("B13", "There is no penalty for a misdeal.")
    yield from shared_words(house, heaps=True, adjusts=True)


BICYCLE = SequenceGame(
    name="bicycle",
    presets=(
        Preset("book", "As the book has it, without points."),
        Preset("points", "Everybody pays the winner for the cards left.", (("points", True),)),
        Preset(
            "kids",
            "More time for everything, numbers are only put right, and no sevens may be said.",
            (
                ("min_hold_ms", 5000),
                ("last_card_window_ms", 15000),
                ("withdraw_ms", 10000),
                ("count_mismatch", "correct_only"),
                ("zero_claim", True),
            ),
        ),
        Preset("double", "Two packs for five players.", (("five_player_packs", 2),)),
    ),
    tell=_tell,
    title="I Doubt It (Bicycle)",
    summary="Ranks go up from the ace; a heap in front of each player.",
    seats=range(2, 13),
    step=1,
    heaps=True,
    usual_packs=_packs,
    adjusts=True,
    options=(
        *sequence_options(tie_rule="player_left", max_cards="4 x packs"),
        Option(
            "zero_claim",
            default=False,
            allowed=(True, False),
            says='A player without the rank may say so ("no sevens") and lay nothing.',
            source="Bicycle calls saying it normal, yet has everybody lay cards: table talk.",
        ),
        Option(
            "five_player_packs",
            default=1,
            allowed=(range(1, 3),),
            says="Packs for five players.",
            source="Bicycle: either a single or a double pack.",
        ),
        Option(
            "doubter_takes_final_pile",
            default=True,
            allowed=(True, False),
            says="Who doubts the winner's true last cards takes the table before points are paid.",
            source="Bicycle: the doubter of a true play takes the cards; the order is not given.",
        ),
        Option(
            "points",
            default=False,
            allowed=(True, False),
            says="Each player pays the winner one point for each card left in the hand.",
            source="Bicycle: one point or chip a card, if the game is played for points.",
        ),
    ),
)
