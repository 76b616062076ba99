"""The cards as they really lie, and the answers to questions: facts that no table can know.

Cards are a value: each action of people gives new `Cards`, so that taking a play back leaves
nothing behind.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, islice

from appliance.core.effects import Effect
from appliance.core.question import CardCode, Question
from appliance.core.signals import Signal
from appliance.questions.drawer import Drawer, Key, key_of
from appliance.questions.pack import PACKS, contents, questions_of
from appliance.questions.sieve import Sieve, sifted
from bluffing import events
from bluffing.cards import Card, Rank, Suit
from bluffing.game import State
from bluffing.study.memory import CardMemory
from lab.sim.photo.lanes import Laying, Slip
from lab.sim.photo.packets import Motion


@dataclass(frozen=True, slots=True)
class Box:
    """Cards that lie face up in the reveal box.

    `play` is the game and moment of their play; `spread` counts how often people laid them out
    again. `printed` is a question's printed card, back up. `motion` is the hands' first arrangement
    of the cards, or their way to lay them into lanes; without one they lie apart, or as they fell.
    In lanes, `slip` is the place of a card more than was announced.
    """

    cards: tuple[Card, ...]
    play: tuple[int, int]
    spread: int
    printed: CardCode | None = None
    motion: Motion | Laying | None = None
    slip: Slip | None = None

    def again(self, cards: tuple[Card, ...], lanes: int) -> "Box":
        """Lay `cards` out once more: into `lanes` if these are enough, else apart.

        A card that was slipped in stays below another only at the first repetition.
        """
        spread = self.spread + 1
        if len(cards) > lanes:
            return Box(cards, self.play, spread)
        slip = self.slip if spread == 1 or self.slip is None else Slip.LANE
        return Box(cards, self.play, spread, motion=Laying.PUSH, slip=slip)

    @property
    def all(self) -> tuple[Card | CardCode, ...]:
        """All cards in the box."""
        return self.cards if self.printed is None else (*self.cards, self.printed)


@dataclass(frozen=True, slots=True)
class Cards:
    """Every card of one game.

    `plays` lie on the table in the order in which they were laid, each with its seat. `stock` lies
    face down beside the game, its last card on top: to draw from, or set aside. `removed` have left
    the game. `memories` has each player's, by seat.
    """

    whole: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    plays: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    stock: tuple[Card, ...] = ()
    removed: tuple[Card, ...] = ()
    memories: tuple[CardMemory, ...] = ()

    @property
    def newest(self) -> tuple[Card, ...]:
        """The cards of the newest play."""
        return self.plays[-1][1]

    def lay(self, seat: int, cards: Sequence[Card]) -> "Cards":
        """Return the cards after `seat` has laid `cards` on the table."""
        laid = (*self.plays, (seat, tuple(cards)))
        return replace(self, hands=self._without(seat, cards), plays=laid)

    def discard(self, seat: int, cards: Sequence[Card]) -> "Cards":
        """Return the cards after `cards` have left the game from the hand of `seat`."""
        return replace(self, hands=self._without(seat, cards), removed=(*self.removed, *cards))

    def after(self, event: events.Event, game: State, meant: tuple[Card, ...]) -> "Cards":
        """Return the cards after `event` has brought the table to `game`.

        `meant` are the cards that the seat has chosen to lay or to produce.
        """
        ranks = tuple(card.rank for card in meant)
        memories = tuple(memory.after(event, ranks) for memory in self.memories)
        return replace(self._moved(event, game, meant), memories=memories)

    def _moved(self, event: events.Event, game: State, meant: tuple[Card, ...]) -> "Cards":
        match event:
            case events.Played(seat) if not meant:
                return self
            case events.Played(seat) | events.Produced(seat, rank=Rank() | Suit()):
                return self.lay(seat, meant)
            case events.Took(seat):
                return replace(self, hands=self._with(seat, self._table()), plays=())
            case events.Removed():
                return replace(self, removed=(*self.removed, *self._table()), plays=())
            case events.Drew(seat):
                hands = self._with(seat, self.stock[-1:])
                return replace(self, hands=hands, stock=self.stock[:-1])
            case events.LaidAway(seat, rank):
                four = tuple(card for card in self.hands[seat] if card.rank is rank)[:4]
                return self.discard(seat, four)
            case events.Shown(seat) if not game.hands[seat]:
                return self.discard(seat, self.hands[seat])
            case events.Left(seat, to_table=True) if self.hands[seat]:  # under all that lies there
                hand = self.hands[seat]
                under = ((seat, hand), *self.plays)
                return replace(self, hands=self._without(seat, hand), plays=under)
            case events.Left(seat):
                return self.discard(seat, self.hands[seat])
            case _:
                return self

    def counts(self) -> tuple[int, ...]:
        """Return the number of cards in each hand, by seat."""
        return tuple(map(len, self.hands))

    def heaps(self) -> tuple[int, ...]:
        """Return the number of cards on the table, by the seat that laid them."""
        heaps = [0] * len(self.hands)
        for seat, cards in self.plays:
            heaps[seat] += len(cards)
        return tuple(heaps)

    def conserved(self) -> bool:
        """True if every card of the packs is in exactly one place."""
        cards = chain(*self.hands, self._table(), self.stock, self.removed)
        return sorted(cards) == list(self.whole)

    def _table(self) -> tuple[Card, ...]:
        return tuple(card for _, cards in self.plays for card in cards)

    def _with(self, seat: int, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
        hand = (*self.hands[seat], *cards)
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def _without(self, seat: int, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        return (*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :])


def deal(deck: Sequence[Card], counts: Sequence[int], rng: random.Random) -> Cards:
    """Shuffle and deal `deck`: `counts` cards to each seat; the rest lies beside the game."""
    cards = list(deck)
    rng.shuffle(cards)
    rest = iter(cards)
    hands = tuple(tuple(islice(rest, count)) for count in counts)
    memories = tuple(CardMemory.fresh(seat, len(counts)) for seat in range(len(counts)))
    return Cards(tuple(sorted(deck)), hands, stock=tuple(rest), memories=memories)


@lru_cache(maxsize=1)
def answers() -> dict[str, float]:
    """The answers (percent) to the shipped questions, by their ids."""
    return {question.id: question.percent for question in questions_of(PACKS)}


@lru_cache(maxsize=1)
def printed_cards() -> dict[str, CardCode]:
    """Return the codes on today's prints of the shipped questions' cards, by the questions' ids."""
    return {question.id: question.code for question in questions_of(PACKS)}


@cache
def asked_in(language: str) -> tuple[Question, ...]:
    """Return the questions that a table of that language asks with the usual settings."""
    shipped = (entry for name in PACKS for entry in contents(name).entries)
    return tuple(entry.question for entry in sifted(shipped, Sieve().at(language)))


@cache
def topics() -> dict[Key, str]:
    """Return the topics of the shipped questions."""
    shipped = (entry for name in PACKS for entry in contents(name).entries)
    return {key_of(entry.question): entry.topic for entry in shipped}


class Quiz:
    """Draws from the shipped questions of one language at a time, and posts them by `post`."""

    def __init__(
        self, seed: int, language: str, post: Callable[[Signal], None], clock: Callable[[], int]
    ) -> None:
        self._language, questions = language, asked_in(language)
        chance = random.Random(f"{seed}/questions")
        self._drawer = Drawer(questions, chance, post, clock, topics=topics())

    def perform(self, effect: Effect) -> None:
        """Draw a question that an effect of the table requests."""
        self._drawer.perform(effect)

    def ask_in(self, language: str) -> None:
        """Switch to questions in `language`; flagged ones stay out until it changes."""
        if language != self._language:
            self._language = language
            self._drawer.take(asked_in(language))
