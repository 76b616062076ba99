"""From what the camera read to what the rules are told. Asks; never guesses.

The announced number is a check on the reading, never evidence for it: too few cards may
mean that one hides under another, so they are asked for; too many in a reveal, all read, are
simply there. More cards of a rank than the game has can't all be read rightly. Of jokers only
the rules know what they are worth, and a pack may hold its two by mistake, so here they are a
rank like any other.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from appliance.rules.actions import Produce, Reveal, Show
from appliance.rules.cards import Card, Rank
from appliance.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Ask:
    """The table can't tell yet; `reason` says what people should do."""

    reason: str


class Turn(StrEnum):
    """Which cards are turned up."""

    PLAY = "play"  # the newest play's
    PRODUCED = "produced"  # one, out of a forced claimant's hand
    HAND = "hand"  # all that are left in a hand, to win by them


@dataclass(frozen=True, slots=True)
class Sought:
    """What a reveal is to find out: the `count` cards that are turned up, which are `seat`'s."""

    turn: Turn
    seat: int
    count: int

    def action(self, ranks: Sequence[Rank]) -> Reveal | Produce | Show:
        """What the rules are told when the cards are `ranks`. Without one, none is produced."""
        match self.turn:
            case Turn.PLAY:
                return Reveal(tuple(ranks))
            case Turn.PRODUCED:
                return Produce(ranks[0] if ranks else None)
            case Turn.HAND:
                return Show(self.seat, tuple(ranks))


def judge(reading: Reading, sought: Sought, deck: Iterable[Card]) -> Reveal | Produce | Show | Ask:
    """The action that `reading` proves, or what to ask for. `deck` holds every card of the game."""
    if reading.ask is not None:
        return Ask(reading.ask)
    if any(card.rank is None for card in reading.cards):
        return Ask("a card can't be read: spread the cards")
    found = len(reading.cards)
    if found < sought.count:
        return Ask(f"I see {found} of {sought.count} cards: spread them out")
    if found > sought.count and sought.turn is not Turn.PLAY:
        return Ask(f"I see {found} cards, and want {sought.count}: take the others away")
    limits = Counter(card.rank for card in deck)
    for rank, number in Counter(reading.ranks).items():
        if number > limits[rank] and rank is not Rank.JOKER:
            return Ask(
                f"I see {rank.spoken(number)}, and the game has {limits[rank]}: lay them anew"
            )
    return sought.action(reading.ranks)
