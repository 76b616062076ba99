"""Bluff, Pagat's variation of I Doubt It: several cards a turn, and who passes is locked.

By its rules it can go round for ever: a doubted stack goes back to a hand. Each stack that all
pass makes the game shorter.
"""

from appliance.rules.options import Preset
from appliance.rules.pagat import PagatGame, pagat_options
from appliance.rules.pagat_words import pagat_words

BLUFF = PagatGame(
    name="bluff",
    title="Bluff (Pagat)",
    summary="The leader names the rank; lay any number of it, or pass for good.",
    seats=range(2, 7),
    passes="by_house",
    options=pagat_options(max_cards="none", locked=True),
    presets=(
        Preset("pagat", "As Pagat has it."),
        Preset("jokers", "With two wild jokers.", (("jokers", 2),)),
        Preset("play_on", "For places, until one player holds cards.", (("play_on", True),)),
        Preset("force", "With Force, for two players or more.", (("force", True),)),
    ),
    tell=pagat_words,
)
