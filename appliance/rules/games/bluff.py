"""Bluff, Pagat's variation of I Doubt It: several cards a turn, and who passes is locked.

By its rules it can go round for ever: a doubted stack goes back to a hand. Each stack that all
pass makes the game shorter.
"""

from appliance.message import message
from appliance.rules.options import Preset
from appliance.rules.pagat import PagatGame, PagatHouse

BLUFF = PagatGame(
    name="bluff",
    title=message("bluff.title"),
    summary=message("bluff.summary"),
    seats=range(2, 7),
    usual=PagatHouse(
        after_challenge="winner_leads",
        leaver="leaves_play",
        max_cards="none",
        passed_player_locked=True,
    ),
    presets=(
        Preset("pagat", message("bluff.preset.pagat")),
        Preset("jokers", message("bluff.preset.jokers"), (("jokers", 2),)),
        Preset("play_on", message("bluff.preset.play_on"), (("play_on", True),)),
        Preset("force", message("bluff.preset.force"), (("force", True),)),
    ),
)
