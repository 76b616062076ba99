"""The cards as they really lie: hands, and the plays on the table. What no table can know."""

import random
from collections.abc import Sequence

from appliance.rules.cards import Card, Rank, pack


class Cards:
    """Every card of one game. Plays lie in the order in which they were laid."""

    def __init__(self, counts: Sequence[int], packs: int, rng: random.Random) -> None:
        self.whole = sorted(pack() * packs)
        cards = list(self.whole)
        rng.shuffle(cards)
        self.hands: list[list[Card]] = []
        for count in counts:
            self.hands.append(cards[:count])
            cards = cards[count:]
        self.plays: list[tuple[int, tuple[Card, ...]]] = []

    @property
    def newest(self) -> tuple[Card, ...]:
        """The cards of the newest play."""
        return self.plays[-1][1]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the newest play."""
        return tuple(card.rank for card in self.newest)

    def lay(self, seat: int, cards: Sequence[Card]) -> None:
        """`cards` go from the hand of `seat` to the table."""
        for card in cards:
            self.hands[seat].remove(card)
        self.plays.append((seat, tuple(cards)))

    def take_back(self) -> None:
        """The newest play goes back into the hand that it came from."""
        seat, cards = self.plays.pop()
        self.hands[seat].extend(cards)

    def take(self, seat: int) -> None:
        """`seat` takes the whole table."""
        for _, cards in self.plays:
            self.hands[seat].extend(cards)
        self.plays.clear()

    def counts(self) -> tuple[int, ...]:
        """Cards in hand, one number a seat."""
        return tuple(map(len, self.hands))

    def heaps(self) -> tuple[int, ...]:
        """Cards on the table, by the seat that laid them."""
        heaps = [0] * len(self.hands)
        for seat, cards in self.plays:
            heaps[seat] += len(cards)
        return tuple(heaps)

    def conserved(self) -> bool:
        """Whether every card of the packs is somewhere, once."""
        cards = [card for hand in self.hands for card in hand]
        cards += [card for _, play in self.plays for card in play]
        return sorted(cards) == self.whole
