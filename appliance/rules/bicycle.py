"""I Doubt It as the Bicycle rule book has it: ranks go up, a heap in front of each player."""

from appliance.rules.house import House, sequence_options
from appliance.rules.options import Option
from appliance.rules.sequence import SequenceGame


def _packs(players: int, house: House) -> int:
    """Two packs from six players on; with five the house chooses."""
    if players == 5:
        return house.five_player_packs
    return 1 if players < 5 else 2


BICYCLE = SequenceGame(
    name="bicycle",
    presets=(),
    tell=lambda _house: (),
    title="I Doubt It (Bicycle)",
    summary="Ranks go up from the ace; a heap in front of each player.",
    seats=range(2, 13),
    step=1,
    heaps=True,
    usual_packs=_packs,
    adjusts=True,
    options=(
        *sequence_options(tie_rule="player_left", max_cards="4 x packs"),
        Option(
            "zero_claim",
            default=False,
            allowed=(True, False),
            says='A player without the rank may say so ("no sevens") and lay nothing.',
            source="Bicycle calls saying it normal, yet has everybody lay cards: table talk.",
        ),
        Option(
            "five_player_packs",
            default=1,
            allowed=(range(1, 3),),
            says="Packs for five players.",
            source="Bicycle: either a single or a double pack.",
        ),
        Option(
            "doubter_takes_final_pile",
            default=True,
            allowed=(True, False),
            says="Who doubts the winner's true last cards takes the table before points are paid.",
            source="Bicycle: the doubter of a true play takes the cards; the order is not given.",
        ),
        Option(
            "points",
            default=False,
            allowed=(True, False),
            says="Each player pays the winner one point for each card left in the hand.",
            source="Bicycle: one point or chip a card, if the game is played for points.",
        ),
    ),
)
