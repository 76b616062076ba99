"""I Doubt It as CatsAtCards has it: ranks go down from the ace, one pile in the middle."""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.house import MAX_PACKS, House, sequence_options
from appliance.rules.options import Preset
from appliance.rules.sequence import SequenceGame
from appliance.rules.words import how_many, shared_words, which_rank, who_leads


def _packs(players: int, _house: House) -> int:
    """Two packs from six players on."""
    return 1 if players < 6 else 2


def _tell(house: House) -> Iterator[Rule]:
    """The whole game, the page's rules first."""
    yield Rule(
        "C1", "3 to 11 players: one pack of 52 for up to five, two packs for six or more players."
    )
    yield Rule(
        "C2",
        "The dealer is found in any way, say by the highest card. All the cards are dealt one at "
        "a time from the dealer's left, so some hands may have one card more.",
    )
    yield Rule(
        "C3", "The dealer's left plays aces, the next seat kings, and so on down to twos and aces."
    )
    yield Rule("C4", f"Each lays {how_many(house)} face down on the pile. Nobody may pass.")
    yield Rule("C5", "Everybody says how many cards he lays and as what. The number must be true.")
    yield Rule(
        "C6",
        "Anybody else may doubt the newest cards until the next player has laid his; older cards "
        "are safe.",
    )
    yield Rule("C7", "Who doubts first is the challenger, and turns up the newest cards only.")
    yield Rule(
        "C8",
        "If all are as they were announced, the challenger takes the whole pile; if not, who laid "
        "them does.",
    )
    yield Rule("C9", f"After a doubt {who_leads(house)}, {which_rank(house)}.")
    yield Rule(
        "C10",
        "Who lays the last cards wins if nobody doubts them or they are true. If they are a lie "
        "and doubted, he takes the pile and plays on.",
    )
    yield Rule(
        "C11", "Each hand is a game, the deal goes round clockwise, and there are no points."
    )
    yield from shared_words(house)


CATSATCARDS = SequenceGame(
    name="catsatcards",
    presets=(
        Preset("page", "As the page has it."),
        Preset("four", "At most four cards at once, or eight.", (("max_cards", "4 x packs"),)),
        Preset(
            "kids",
            "More time for everything, and wrong numbers are only put right.",
            (
                ("min_hold_ms", 5000),
                ("last_card_window_ms", 15000),
                ("withdraw_ms", 10000),
                ("count_mismatch", "correct_only"),
            ),
        ),
    ),
    tell=_tell,
    title="I Doubt It (CatsAtCards)",
    summary="Ranks go down from the ace; one pile in the middle.",
    seats=range(3, 12),
    step=-1,
    heaps=False,
    usual_packs=_packs,
    packs_by_choice=MAX_PACKS,
    options=sequence_options(tie_rule="dealer_left", max_cards="none"),
)
