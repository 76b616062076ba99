"""From what the camera read to what the rules are told. Asks; never guesses.

The announced number is a check on the reading, never evidence for it: too few cards may
mean that one hides under another, so they are asked for; too many, all read, are simply
there. The pack's limits are checked by the rules when the reveal is applied.
"""

from dataclasses import dataclass

from appliance.rules.actions import Reveal
from appliance.rules.game import Claim
from appliance.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Ask:
    """The table can't tell yet; `reason` says what people should do."""

    reason: str


def judge(reading: Reading, claim: Claim) -> Reveal | Ask:
    """The reveal that `reading` proves, or what to ask for."""
    if reading.ask is not None:
        return Ask(reading.ask)
    if any(card.rank is None for card in reading.cards):
        return Ask("a card can't be read: spread the cards")
    if len(reading.cards) < claim.count:
        return Ask(f"I see {len(reading.cards)} of {claim.count} cards: spread them out")
    return Reveal(reading.ranks)
