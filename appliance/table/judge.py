"""Turns the camera's reading into an action for the rules. Asks; never guesses.

Three answers: *confirmed* if every card is read and matches the claim, *contradicted* if surely
read cards make the claim false whatever the others are, and otherwise *ask*. A truth needs the
whole reading, a lie only one card.

The announced number is a check on the reading, never evidence for it. Too few cards may mean that
one hides under another, so the judge asks for them. Too many cards in a reveal, all read and lying
apart, are really there. If more cards of a rank are read than the game has, the reading is wrong.
Only the rules know the worth of jokers, and a pack may hold its two by mistake, so here jokers are
a rank like any other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from appliance.core.reading import Ask, Quad, Reading, SeenCard, touch, unclear
from bluffing.actions import Produce, Reveal, Show
from bluffing.cards import Card, Rank
from bluffing.message import Message, in_a_row, message

_NUMBER = "ask.covered", "ask.index-unread", "ask.one-a-lane", "ask.something-else"

NUMBER_DOUBTS = frozenset(map(message, _NUMBER))
"""The reader's doubts about nothing but the number of cards."""

READ_TWICE = 0.5
"""Ratio of sizes at which one of two places still touches the other if they may be of one card.

Others share less than a quarter of their area. Evidence: of 1,326 answers no right one has two
cards of one rank that share a quarter, and the wrong ones share half or more.
"""

Refutes = Callable[[tuple[Rank, ...]], bool]
"""Tests if these ranks, among the cards turned up, make a claim false whatever the others are."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """The claim is false already by `cards`. `ask` is the open question about the others."""

    cards: tuple[SeenCard, ...]
    ask: Ask

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Ranks of these cards, all surely read."""
        return _known(self.cards)


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

    def action(self, ranks: Sequence[Rank]) -> Reveal | Produce | Show:
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


def judge(
    reading: Reading, sought: Sought, deck: Iterable[Card], refutes: Refutes
) -> Reveal | Produce | Show | Refuted | Ask:
    """Return the action that `reading` proves, or what to ask for.

    `deck` holds every card of the game. `refutes` gives the rules' word on some cards of a play; it
    is called for surely read cards of a play only.
    """
    limits = Counter(card.rank for card in deck)
    known = _known(reading.cards)
    impossible = _impossible(known, limits)
    ask = unclear(reading) or impossible or _miscounted(reading, sought)
    if ask is None:
        return sought.action(known)
    if sought.turn is Turn.PLAY and known and impossible is None:
        # two overlapping cards may be one, seen twice; if the reader asks, any card may be: then
        # the cards in sight prove nothing about the number
        counted = reading.ask is None and reading.apart
        cards = reading.cards if counted else _each_rank_once(reading.cards)
        refuted = Refuted(cards, ask)
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

    They decide nothing, since no rule looks at suits, but they show a fault of the deck.
    """
    there = Counter(deck)
    seen = Counter(one.card for one in reading.cards if one.card is not None)
    return tuple(card for card, number in seen.items() if number > there[card])


def _known(cards: Iterable[SeenCard]) -> tuple[Rank, ...]:
    return tuple(card.known for card in cards if card.known is not None)


def _each_rank_once(cards: Iterable[SeenCard]) -> tuple[SeenCard, ...]:
    """Return the first card of each surely read rank."""
    firsts: dict[Rank, SeenCard] = {}
    for card in cards:
        if card.known is not None:
            firsts.setdefault(card.known, card)
    return tuple(firsts.values())


def _impossible(ranks: Iterable[Rank], limits: Counter[Rank]) -> Ask | None:
    """Return why cards of these ranks can't all be there, or None."""
    for rank, number in Counter(ranks).items():
        if number > limits[rank] and rank is not Rank.JOKER:
            seen = rank.counted(number)
            return Ask(message("table.more-than-there-are", seen=seen, limit=limits[rank]))
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


def weigh(reading: Reading, count: int, rank: Rank, deck: Iterable[Card]) -> Judgement:
    """Weigh `reading` against the claim that `count` cards lie there, all of `rank`.

    It applies no game's rules: a joker is a joker, and a wrong number is a false claim.
    """

    def refutes(ranks: tuple[Rank, ...]) -> bool:
        return len(ranks) > count or any(one is not rank for one in ranks)

    answer = judge(reading, Sought(Turn.PLAY, 0, count), deck, refutes)
    match answer:
        case Ask(reason, at):
            return Judgement(Proof.ASK, reason, at)
        case Refuted(ranks=ranks) | Reveal(ranks=ranks) if refutes(ranks):
            return _contradicted(reading, ranks, rank)
        case _:
            return Judgement(Proof.CONFIRMED, rank.counted(count))


def _contradicted(reading: Reading, ranks: tuple[Rank, ...], rank: Rank) -> Judgement:
    wrong = Counter(one for one in ranks if one is not rank)
    if not wrong:
        return Judgement(Proof.CONTRADICTED, _seen({rank: len(ranks)}))
    at = next(card.quad for card in reading.cards if card.known in wrong)
    return Judgement(Proof.CONTRADICTED, _seen(wrong), at)


def _seen(ranks: Mapping[Rank, int]) -> Message:
    counts = (rank.counted(number) for rank, number in ranks.items())
    return message("table.seen", cards=in_a_row(counts))
