"""I Doubt It as Pagat has it: one card a turn, of the rank that the leader named, or a pass.

By its rules it can go round for ever: a doubted stack goes back to a hand. Each stack that all
pass makes the game shorter.
"""

from appliance.rules.options import Preset
from appliance.rules.pagat import PagatGame, pagat_options
from appliance.rules.pagat_words import pagat_words

IDI = PagatGame(
    name="idi",
    title="I Doubt It (Pagat)",
    summary="The leader names the rank; lay one card of it, or pass.",
    seats=range(2, 7),
    passes="by_house",
    options=pagat_options(max_cards=1, locked=False),
    presets=(
        Preset("pagat", "As Pagat has it."),
        Preset("force", "With Force, for two players or more.", (("force", True),)),
        Preset(
            "quick",
            "A stack is removed when all but its last player have passed, seven cards each.",
            (("idi_passes_to_end", "n-1"), ("idi_hand_size", 7)),
        ),
        Preset(
            "strict",
            "Last cards are always turned up, and leading the last card wins nothing yet.",
            (("idi_last_card", "must_show"), ("idi_one_card_lead_wins", False)),
        ),
    ),
    tell=pagat_words,
)
