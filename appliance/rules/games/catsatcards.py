"""I Doubt It as CatsAtCards has it: ranks go down from the ace, one pile in the middle."""

from collections.abc import Iterator

from appliance.message import message
from appliance.rules.game import Rule
from appliance.rules.house import MAX_PACKS, SequenceHouse, sequence_options
from appliance.rules.options import Preset
from appliance.rules.sequence import SequenceGame
from appliance.rules.words import how_many, shared_words, which_rank, who_leads


def _packs(players: int, _house: SequenceHouse) -> int:
    """Two packs from six players on."""
    return 1 if players < 6 else 2


def _tell(house: SequenceHouse) -> Iterator[Rule]:
    """The whole game, the page's rules first."""
    yield Rule("C1", message("catsatcards.C1"))
    yield Rule("C2", message("catsatcards.C2"))
    yield Rule("C3", message("catsatcards.C3"))
    yield Rule("C4", message("catsatcards.C4", cards=how_many(house)))
    yield Rule("C5", message("catsatcards.C5"))
    yield Rule("C6", message("catsatcards.C6"))
    yield Rule("C7", message("catsatcards.C7"))
    yield Rule("C8", message("catsatcards.C8"))
    yield Rule("C9", message("catsatcards.C9", leads=who_leads(house), rank=which_rank(house)))
    yield Rule("C10", message("catsatcards.C10"))
    yield Rule("C11", message("catsatcards.C11"))
    yield from shared_words(house)


CATSATCARDS = SequenceGame(
    name="catsatcards",
    presets=(
        Preset("page", message("catsatcards.preset.page")),
        Preset("four", message("catsatcards.preset.four"), (("max_cards", "4 x packs"),)),
        Preset(
            "kids",
            message("catsatcards.preset.kids"),
            (
                ("min_hold_ms", 5000),
                ("last_card_window_ms", 15000),
                ("withdraw_ms", 10000),
                ("count_mismatch", "correct_only"),
            ),
        ),
    ),
    tell=_tell,
    title=message("catsatcards.title"),
    summary=message("catsatcards.summary"),
    seats=range(3, 12),
    step=-1,
    heaps=False,
    usual_packs=_packs,
    packs_by_choice=MAX_PACKS,
    house_class=SequenceHouse,
    options=sequence_options(tie_rule="dealer_left", max_cards="none"),
)
