"""Turns the camera's reading into an action for the rules. Asks; never guesses.

Three answers: *confirmed* if every card is read and matches the claim, *contradicted* if surely
read cards make the claim false whatever the others are, and otherwise *ask*. A truth needs the
whole reading, a lie only one card.

The announced number is a check on the reading, never evidence for it. Too few cards may mean that
one hides under another, so the judge asks for them. Too many cards in a reveal, all read and lying
apart, are really there. If more cards of a rank are read than the game has, the reading is wrong.
Only the rules know the worth of jokers, and a pack may hold its two by mistake, so here jokers are
a rank like any other.

The rules also know the trait of a card that counts: its rank or, in a game of suits, its suit. In
such a game a rank need not be read, and the judge asks for a suit that the reader isn't sure of.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import combinations, product
from operator import attrgetter

from appliance.core.reading import Ask, Quad, Reading, SeenCard, touch, unclear
from bluffing.actions import Produce, Reveal, Show
from bluffing.cards import RANKS, Card, Rank, Suit, Trait
from bluffing.message import Message, in_a_row, message

_NUMBER = "ask.covered", "ask.index-unread", "ask.one-a-lane", "ask.something-else"

NUMBER_DOUBTS = frozenset(map(message, _NUMBER))
"""The reader's doubts about nothing but the number of cards."""

READ_TWICE = 0.5
"""Ratio of sizes at which one of two places still touches the other if they may be of one card.

Others share less than a quarter of their area. Evidence: of 1,326 answers no right one has two
cards of one rank that share a quarter, and the wrong ones share half or more.
"""

Refutes = Callable[[tuple[Trait, ...]], bool]
"""Tests if these traits, among the cards turned up, make a claim false whatever the others are."""

TraitOf = Callable[[Card], Trait]
"""Returns the trait of a card that counts, as `Ruleset.trait` does."""

_RANK: TraitOf = attrgetter("rank")


@dataclass(frozen=True, slots=True)
class Refuted:
    """The claim is false already by `cards`, whose traits are read. `ask` is about the others."""

    cards: tuple[SeenCard, ...]
    ranks: tuple[Trait, ...]
    ask: Ask


class Turn(StrEnum):
    """Kinds of cards to turn up."""

    PLAY = "play"  # the newest play's
    PRODUCED = "produced"  # one, out of a forced claimant's hand
    HAND = "hand"  # all that are left in a hand, to win by them


@dataclass(frozen=True, slots=True)
class Sought:
    """Subject of a reveal: the `count` turned up cards of `seat`."""

    turn: Turn
    seat: int
    count: int

    def action(self, ranks: Sequence[Trait]) -> Reveal | Produce | Show:
        """Return the action for the rules when the cards are `ranks`.

        Without one, none is produced.
        """
        match self.turn:
            case Turn.PLAY:
                return Reveal(tuple(ranks))
            case Turn.PRODUCED:
                return Produce(ranks[0] if ranks else None)
            case Turn.HAND:
                return Show(self.seat, tuple(ranks))


def known(seen: SeenCard, trait: TraitOf) -> Trait | None:
    """Return the `trait` of a card if its sure readings decide the trait, else None.

    A card with a suit is no joker.
    """
    ranks = tuple(Rank) if seen.suit is None else RANKS
    ranks = ranks if seen.known is None else (seen.known,)
    suits = tuple(Suit) if seen.suit is None else (seen.suit,)
    possible = {trait(Card(rank, suit)) for rank, suit in product(ranks, suits)}
    return possible.pop() if len(possible) == 1 else None


def known_traits(cards: Iterable[SeenCard], trait: TraitOf) -> tuple[Trait, ...]:
    """Return the traits of the cards whose traits are known."""
    return tuple(read for card in cards if (read := known(card, trait)) is not None)


def judge(
    reading: Reading,
    sought: Sought,
    deck: Iterable[Card],
    refutes: Refutes,
    trait: TraitOf = _RANK,
) -> Reveal | Produce | Show | Refuted | Ask:
    """Return the action that `reading` proves, or what to ask for.

    `deck` holds every card of the game, and `trait` tells their traits that count. `refutes` gives
    the rules' word on some cards of a play; it is called for surely read cards of a play only.
    """
    limits = Counter(map(trait, deck))
    traits = known_traits(reading.cards, trait)
    impossible = _impossible(traits, limits)
    ask = (
        unclear(reading, partial(known, trait=trait)) or impossible or _miscounted(reading, sought)
    )
    if ask is None:
        return sought.action(traits)
    if sought.turn is Turn.PLAY and traits and impossible is None:
        # two overlapping cards may be one, seen twice; if the reader asks, any card may be: then
        # the cards in sight prove nothing about the number
        counted = reading.ask is None and reading.apart
        cards = reading.cards if counted else _each_trait_once(reading.cards, trait)
        refuted = Refuted(cards, known_traits(cards, trait), ask)
        if refutes(refuted.ranks):
            return refuted
    return ask


def settle_number(reading: Reading, sought: Sought, weighed: int | None) -> Reading:
    """Return `reading` without a doubt about the number of cards that a scale settles.

    It does so where it has `weighed` as many cards as are read and announced, and none of them may
    be read twice: then the weight leaves no room for another card.
    """
    doubt, cards = reading.ask, reading.cards
    if doubt is None or doubt.reason not in NUMBER_DOUBTS:
        return reading
    if not weighed == len(cards) == sought.count:
        return reading
    pairs = combinations((card.quad for card in cards), 2)
    twice = any(touch(first, second, READ_TWICE) for first, second in pairs)
    return reading if twice else replace(reading, ask=None)


def too_often(reading: Reading, deck: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards that `reading` has more often than `deck`, by rank and suit.

    They decide nothing, but they show a fault of the deck.
    """
    there = Counter(deck)
    seen = Counter(one.card for one in reading.cards if one.card is not None)
    return tuple(card for card, number in seen.items() if number > there[card])


def _each_trait_once(cards: Iterable[SeenCard], trait: TraitOf) -> tuple[SeenCard, ...]:
    """Return the first card of each surely read trait."""
    firsts: dict[Trait, SeenCard] = {}
    for card in cards:
        read = known(card, trait)
        if read is not None:
            firsts.setdefault(read, card)
    return tuple(firsts.values())


def _impossible(traits: Iterable[Trait], limits: Counter[Trait]) -> Ask | None:
    """Return why cards with these traits can't all be there, or None."""
    for trait, number in Counter(traits).items():
        if number > limits[trait] and trait is not Rank.JOKER:
            seen = trait.counted(number)
            return Ask(message("table.more-than-there-are", seen=seen, limit=limits[trait]))
    return None


def _miscounted(reading: Reading, sought: Sought) -> Ask | None:
    """Return why the number of cards seen can't be that of the sought ones, or None."""
    found = len(reading.cards)
    if found < sought.count:
        return Ask(message("table.too-few-seen", found=found, n=sought.count))
    if found > sought.count and sought.turn is not Turn.PLAY:
        return Ask(message("table.too-many-seen", n=found, count=sought.count))
    if found > sought.count and not reading.apart:
        return Ask(message("table.more-than-announced", n=found, count=sought.count))
    return None


# --- a claim about a picture ----------------------------------------------------------------


class Proof(StrEnum):
    """Proof of a reading about a claim."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A proof with its reason, and the place in the picture that the reason names, if any."""

    proof: Proof
    why: Message
    at: Quad | None = None


def weigh(reading: Reading, count: int, claimed: Trait, deck: Iterable[Card]) -> Judgement:
    """Weigh `reading` against the claim that `count` cards lie there, all of a rank or a suit.

    It applies no game's rules: a joker is a joker, and a wrong number is a false claim.
    """
    trait = _suit if isinstance(claimed, Suit) else _RANK

    def refutes(traits: tuple[Trait, ...]) -> bool:
        return len(traits) > count or any(one is not claimed for one in traits)

    answer = judge(reading, Sought(Turn.PLAY, 0, count), deck, refutes, trait)
    match answer:
        case Ask(reason, at):
            return Judgement(Proof.ASK, reason, at)
        case Refuted(ranks=traits) | Reveal(ranks=traits) if refutes(traits):
            wrong = Counter(one for one in traits if one is not claimed)
            if not wrong:
                return Judgement(Proof.CONTRADICTED, _seen({claimed: len(traits)}))
            at = next(card.quad for card in reading.cards if known(card, trait) in wrong)
            return Judgement(Proof.CONTRADICTED, _seen(wrong), at)
        case _:
            return Judgement(Proof.CONFIRMED, claimed.counted(count))


def _suit(card: Card) -> Trait:
    return Rank.JOKER if card.rank is Rank.JOKER else card.suit


def _seen(traits: Mapping[Trait, int]) -> Message:
    counts = (trait.counted(number) for trait, number in traits.items())
    return message("table.seen", cards=in_a_row(counts))
