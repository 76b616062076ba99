"""Bullshit, also called Cheat or Fourshit, as Pagat has it, with the variants of Wikipedia.

Published variants that are not offered: a fixed number of cards, a rank one off from the last
or the same, and passing. They are other games for a referee: who plays what is not fixed then.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from appliance.message import message
from appliance.rules.game import Rule
from appliance.rules.house import SequenceHouse, sequence_options
from appliance.rules.options import Option, Preset
from appliance.rules.sequence import SequenceGame
from appliance.rules.words import how_many, shared_words, which_rank, who_leads


@dataclass(frozen=True, slots=True, kw_only=True)
class BullshitHouse(SequenceHouse):
    """The house options in force, with the game's own."""

    first_lead: Literal["dealer_left", "random", "winner"]
    ranks_down: bool
    five_player_packs: int


@dataclass(frozen=True, kw_only=True)
class _Bullshit(SequenceGame[BullshitHouse]):
    """What the game's own options say."""

    def direction(self, house: BullshitHouse) -> int:
        """By house option the ranks go down."""
        return -self.step if house.ranks_down else self.step


def _packs(players: int, house: BullshitHouse) -> int:
    """One pack; the house may use two from five players on."""
    return house.five_player_packs if players >= 5 else 1


def _tell(house: BullshitHouse) -> Iterator[Rule]:
    """The whole game, Pagat's rules first."""
    packs = message("bullshit.packs.2") if house.five_player_packs == 2 else ""
    first = {
        "dealer_left": message("bullshit.first.dealer-left"),
        "random": message("bullshit.first.random"),
        "winner": message("bullshit.first.winner"),
    }[house.first_lead]
    yield Rule("BS1", message("bullshit.BS1", packs=packs, first=first))
    ranks = message("bullshit.ranks.ranks-down") if house.ranks_down else message("bullshit.ranks")
    last = message("bullshit.last.ranks-down") if house.ranks_down else message("bullshit.last")
    yield Rule("BS2", message("bullshit.BS2", cards=how_many(house), ranks=ranks, last=last))
    yield Rule("BS3", message("bullshit.BS3"))
    yield Rule("BS4", message("bullshit.BS4", leads=who_leads(house), rank=which_rank(house)))
    yield Rule("BS5", message("bullshit.BS5"))
    yield from shared_words(house)


BULLSHIT = _Bullshit(
    name="bullshit",
    title=message("bullshit.title"),
    aliases=("cheat", "fourshit"),
    summary=message("bullshit.summary"),
    seats=range(2, 11),
    step=1,
    usual_packs=_packs,
    presets=(
        Preset("pagat", message("bullshit.preset.pagat")),
        Preset("down", message("bullshit.preset.down"), (("ranks_down", True),)),
        Preset("big", message("bullshit.preset.big"), (("five_player_packs", 2),)),
        Preset(
            "kids",
            message("bullshit.preset.kids"),
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
    house_class=BullshitHouse,
    options=(
        *sequence_options(tie_rule="player_left", max_cards="none"),
        Option("first_lead", default="random", allowed=("dealer_left", "random", "winner")),
        Option("ranks_down", default=False, allowed=(True, False)),
        Option(
            "five_player_packs",
            default=1,
            allowed=(range(1, 3),),
            words="bullshit.option.five_player_packs",
        ),
    ),
)
