"""What people do with the real cards when the table says that something happened."""

from appliance.rules.actions import Action, Draw, Guess, LayAway, Pass, Pick, Play
from appliance.rules.cards import Card
from appliance.rules.events import (
    Drew,
    Event,
    Guessed,
    LaidAway,
    Left,
    Passed,
    Picked,
    Played,
    Produced,
    Removed,
    Shown,
    Took,
)
from appliance.rules.game import State
from appliance.sim.truth import Cards

MOVES = Played | Passed | Drew | LaidAway | Guessed | Picked
"""What only a player's own choice brings about, but for doubts."""


def handled(cards: Cards, event: Event, game: State, meant: tuple[Card, ...]) -> Cards:
    """The cards after `event`; `game` is how the table stands by then.

    `meant` are the cards that the seat has chosen to lay or to produce.
    """
    match event:
        case Played(seat):
            return cards.lay(seat, meant) if meant else cards
        case Produced(seat, rank=rank) if rank is not None:
            return cards.lay(seat, meant)
        case Took(seat):
            return cards.take(seat)
        case Removed():
            return cards.clear()
        case Drew(seat):
            return cards.draw(seat)
        case LaidAway(seat, rank):
            four = tuple(card for card in cards.hands[seat] if card.rank is rank)[:4]
            return cards.discard(seat, four)
        case Shown(seat) if not game.hands[seat]:
            return cards.discard(seat, cards.hands[seat])
        case Left(seat):
            return cards.leave(seat, joins=sum(game.heaps) > sum(cards.heaps()))
        case _:
            return cards


def as_meant(event: Event, wanted: Action | None) -> bool:
    """Whether the move that was registered is what its player wanted to do."""
    match event, wanted:
        case Played(_, count, rank), Play(_, said, claimed):
            return count == said and claimed in (rank, None)
        case (Passed(), Pass()) | (Drew(), Draw()):
            return True
        case LaidAway(_, rank), LayAway(_, chosen):
            return rank is chosen
        case Guessed(_, guess, wager), Guess(_, percent, points):
            return (guess, wager) == (percent, points)
        case Picked(_, new), Pick(_, other):
            return new == other
        case _:
            return False
