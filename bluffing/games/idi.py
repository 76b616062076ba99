"""I Doubt It as Pagat has it: one card a turn, of the rank that the leader named, or a pass.

The rules allow a game without end: a doubted stack goes back to a hand. Each stack that all players
pass makes the game shorter.
"""

from bluffing.options import Lesson, Preset, Topic
from bluffing.pagat import PagatGame, PagatHouse

IDI = PagatGame(
    name="idi",
    aliases=("i_doubt_it_pagat",),
    seats=range(2, 7),
    usual=PagatHouse(after_challenge="winner_leads", leaver="leaves_play", cards_max=1),
    presets=(
        Preset("pagat"),
        Preset("force", (("force", True),)),
        Preset(
            "quick",
            (("idi_passes_to_end", "n-1"), ("idi_hand_size", 7)),
        ),
        Preset(
            "strict",
            (("idi_last_card", "must_show"), ("idi_one_card_lead_wins", False)),
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("P2",)),
        Lesson(Topic.TURN, ("P4", "P5")),
        Lesson(Topic.ANSWER, ("P6",)),
        Lesson(Topic.DOUBT, ("P7", "P10")),
        Lesson(Topic.END, ("P14", "idi_one_card_lead_wins")),
    ),
)
