"""I Doubt It as CatsAtCards has it: ranks go down from the ace, one pile in the middle."""

from appliance.rules.house import house_options
from appliance.rules.sequence import SequenceGame

CATSATCARDS = SequenceGame(
    name="catsatcards",
    title="I Doubt It (CatsAtCards)",
    seats=range(3, 12),
    step=-1,
    heaps=False,
    packs_by_choice=True,
    adjusts=False,
    options=house_options(tie_rule="dealer_left", max_cards="none"),
)
