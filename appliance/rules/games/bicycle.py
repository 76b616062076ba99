"""I Doubt It as the Bicycle rule book has it: ranks go up, a heap in front of each player."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.message import message
from appliance.rules.cardstate import CardState
from appliance.rules.game import Rule
from appliance.rules.house import SequenceHouse, sequence_options
from appliance.rules.options import Option, Preset
from appliance.rules.sequence import SequenceGame
from appliance.rules.words import how_many, shared_words, which_rank, who_leads


@dataclass(frozen=True, slots=True, kw_only=True)
class BicycleHouse(SequenceHouse):
    """The house options in force, with the game's own."""

    zero_claim: bool
    five_player_packs: int
    doubter_takes_final_pile: bool
    points: bool


@dataclass(frozen=True, kw_only=True)
class _Bicycle(SequenceGame[BicycleHouse]):
    """What the game's own options say."""

    def least(self, house: BicycleHouse) -> int:
        """None for who says that he has no card of the rank, by house option."""
        return 0 if house.zero_claim else 1

    def pays(self, house: BicycleHouse) -> bool:
        """By house option."""
        return house.points

    def leaves_final_table(self, state: CardState[BicycleHouse]) -> bool:
        """By house option."""
        return not state.terms.house.doubter_takes_final_pile


def _packs(players: int, house: BicycleHouse) -> int:
    """Two packs from six players on; with five the house chooses."""
    if players == 5:
        return house.five_player_packs
    return 1 if players < 5 else 2


def _tell(house: BicycleHouse) -> Iterator[Rule]:
    """The whole game, the book's rules first."""
    yield Rule("B1", message("bicycle.B1"))
    five = message("bicycle.five.1") if house.five_player_packs == 1 else message("bicycle.five")
    yield Rule("B2", message("bicycle.B2", five=five))
    yield Rule("B3", message("bicycle.B3"))
    yield Rule("B4", message("bicycle.B4"))
    yield Rule("B5", message("bicycle.B5", cards=how_many(house)))
    yield Rule("B6", message("bicycle.B6"))
    yield Rule("B7", message("bicycle.B7"))
    yield Rule("B8", message("bicycle.B8"))
    yield Rule("B9", message("bicycle.B9", leads=who_leads(house), rank=which_rank(house)))
    yield Rule("B10", message("bicycle.B10"))
    yield Rule(
        "B11", message("bicycle.B11.zero-claim") if house.zero_claim else message("bicycle.B11")
    )
    yield Rule("B12", message("bicycle.B12.points") if house.points else message("bicycle.B12"))
    yield Rule(
        "doubter_takes_final_pile",
        message("bicycle.doubter_takes_final_pile.on")
        if house.doubter_takes_final_pile
        else message("bicycle.doubter_takes_final_pile"),
    )
    yield Rule("B13", message("bicycle.B13"))
    yield from shared_words(house, heaps=True, adjusts=True)


BICYCLE = _Bicycle(
    name="bicycle",
    presets=(
        Preset("book", message("bicycle.preset.book")),
        Preset("points", message("bicycle.preset.points"), (("points", True),)),
        Preset(
            "kids",
            message("bicycle.preset.kids"),
            (
                ("min_hold_ms", 5000),
                ("last_card_window_ms", 15000),
                ("withdraw_ms", 10000),
                ("count_mismatch", "correct_only"),
                ("zero_claim", True),
            ),
        ),
        Preset("double", message("bicycle.preset.double"), (("five_player_packs", 2),)),
    ),
    tell=_tell,
    title=message("bicycle.title"),
    summary=message("bicycle.summary"),
    seats=range(2, 13),
    step=1,
    heaps=True,
    usual_packs=_packs,
    adjusts=True,
    house_class=BicycleHouse,
    options=(
        *sequence_options(tie_rule="player_left", max_cards="4 x packs"),
        Option("zero_claim", default=False, allowed=(True, False)),
        Option("five_player_packs", default=1, allowed=(range(1, 3),)),
        Option("doubter_takes_final_pile", default=True, allowed=(True, False)),
        Option("points", default=False, allowed=(True, False)),
    ),
)
