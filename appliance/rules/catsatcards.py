"""I Doubt It as CatsAtCards has it: ranks go down from the ace, one pile in the middle."""

from appliance.rules.house import MAX_PACKS, House, sequence_options
from appliance.rules.sequence import SequenceGame


def _packs(players: int, _house: House) -> int:
    """Two packs from six players on."""
    return 1 if players < 6 else 2


CATSATCARDS = SequenceGame(
    name="catsatcards",
    presets=(),
    tell=lambda _house: (),
    title="I Doubt It (CatsAtCards)",
    summary="Ranks go down from the ace; one pile in the middle.",
    seats=range(3, 12),
    step=-1,
    heaps=False,
    usual_packs=_packs,
    packs_by_choice=MAX_PACKS,
    options=sequence_options(tie_rule="dealer_left", max_cards="none"),
)
