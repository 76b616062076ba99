"""Bluff, Pagat's variation of I Doubt It: several cards a turn; a player who passes is locked.

The rules allow a game without end: a doubted stack goes back to a hand. Each stack that all players
pass makes the game shorter.
"""

from bluffing.options import Lesson, Preset, Topic
from bluffing.pagat import PagatGame, PagatHouse

BLUFF = PagatGame(
    name="bluff",
    aliases=("bluff_pagat",),
    seats=range(2, 7),
    usual=PagatHouse(
        after_challenge="winner_leads",
        leaver="leaves_play",
        cards_max="none",
        passing="round",
    ),
    presets=(
        Preset("pagat"),
        Preset("jokers", (("jokers", 2),)),
        Preset("play_on", (("play_on", True),)),
        Preset("force", (("force", True),)),
        Preset(
            "chui_niu",
            (("passing", "turn"), ("sets_of_four", "any_time")),
            title="Chui Niu",
            language="zh",
            aliases=("吹牛",),
            source="hendrikleehk.pixnet.net, newton.com.tw",
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("P2",)),
        Lesson(Topic.TURN, ("P4", "P5")),
        Lesson(Topic.ANSWER, ("U3", "P6")),
        Lesson(Topic.DOUBT, ("P7", "P10")),
        Lesson(Topic.END, ("P14", "idi_one_card_lead_wins")),
    ),
)
