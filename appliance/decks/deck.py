"""The pictures of one enrolled deck, so that odd letters, signs and jokers are read too.

Its letters have the meaning of its country. The deck keeps a few pictures of each rank's index, and
a small picture of each whole card without an index. It names a picture only if one rank is alike
and leads all others by a margin.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, TypeVar

import numpy as np

from appliance.core.reading import SURE
from appliance.decks.likeness import (
    CARD_COMPARISON,
    PIP_COMPARISON,
    RANK_COMPARISON,
    THUMBNAIL_SIZE,
    likeness,
    plain,
    thumbnail,
)
from appliance.vision.arrays import Floats, Image
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.find.free_cards import Outline, free_cards
from appliance.vision.find.grouping import LETTERS
from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH, LABELS
from appliance.vision.find.runner import Runner
from bluffing.cards import RANKS, Card, Rank, Suit

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLimits:
    """Limits for names by an enrolled deck. Likeness is a correlation, -1 to 1 (`decks.likeness`).

    Set by eye on decks that were enrolled from the simulator; see `sureness` for the evidence.
    """

    min_likeness: float = 0.78
    """Minimum likeness to a known picture; below it the deck gives no name."""

    min_margin: float = 0.1
    """Minimum lead over every other rank. The network reads printed numerals, which lead less."""

    min_suit_margin: float = 0.03
    """The same between the suits of one rank."""

    unseen_likeness: float = 0.82
    """Likeness of an index to a rank without a picture: all are ink on paper."""

    min_own_likeness: float = 0.5
    """Minimum likeness to a rank that the network names; below it, it is not believed."""

    min_confidence: float = 0.25
    """Minimum confidence of a detection that is checked; others stay unchanged."""

    doubtful: float = 0.5
    """Chance that remains for a label on which deck and network disagree."""

    whole_ends: int = 2
    """Number of surely named indices with which a card needs no picture."""


DECK = DeckLimits()

_EVERYWHERE = {str(rank): rank for rank in (*RANKS[1:10], Rank.JOKER)}


class Named(NamedTuple):
    """Rank that a deck gives a picture, and its certainty, 0 to 1."""

    rank: Rank
    sure: float


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One picture of an enrolled card: its index as `crop_index` crops it, or the whole card.

    `picture` is uint8 BGR (56, 48, 3), or (68, 48, 3) for a whole card. `suit` is None if unknown;
    for jokers it distinguishes the two of a pack.
    """

    rank: Rank
    suit: Suit | None
    picture: Image


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """An enrolled deck. `letters` is a key of LETTERS, or "" if unknown.

    `indices` and `wholes` are its pictures in the order in which they were taken.
    """

    name: str
    letters: str = ""
    indices: tuple[Sample, ...] = ()
    wholes: tuple[Sample, ...] = ()
    _ranks: Floats = field(init=False, repr=False)
    _pips: Floats = field(init=False, repr=False)
    _wholes: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Raises ValueError for a picture of a wrong size."""
        for looks, size in (
            (self.indices, (INDEX_WIDTH, INDEX_HEIGHT)),
            (self.wholes, THUMBNAIL_SIZE),
        ):
            for look in looks:
                if not _is_picture(look.picture, size):
                    raise ValueError(f"a picture of {look.rank} is {look.picture.shape}")
        indices, wholes = (
            [look.picture for look in looks] for looks in (self.indices, self.wholes)
        )
        object.__setattr__(self, "_ranks", plain(indices, RANK_COMPARISON))
        object.__setattr__(self, "_pips", plain(indices, PIP_COMPARISON))
        object.__setattr__(self, "_wholes", plain(wholes, CARD_COMPARISON))

    @property
    def ranks(self) -> frozenset[Rank]:
        """The ranks that have a picture."""
        return frozenset(look.rank for look in (*self.indices, *self.wholes))

    def knows_suits(self, rank: Rank) -> bool:
        """Return True if the deck has the index of all four suits of `rank`."""
        return {look.suit for look in self.indices if look.rank is rank} >= set(Suit)

    def name_index(self, picture: Image) -> Named | None:
        """Return the rank of the index in `picture`, uint8 BGR (56, 48, 3), or None if unclear."""
        return _clear(self._like(picture))

    def name_whole(self, picture: Image) -> tuple[Named, bool] | None:
        """Return the rank of the whole card in `picture`, uint8 BGR (68, 48, 3), either way up.

        The second value is True if it is upside down. None if no rank is clear.
        """
        if not self.wholes or not _is_picture(picture, THUMBNAIL_SIZE):
            return None
        ranks = [look.rank for look in self.wholes]
        upright, turned = (best_of(ranks, scores) for scores in self.like_wholes(picture))
        best = {rank: max(like, turned[rank]) for rank, like in upright.items()}
        # pictures differ far more than indices do
        named = _clear(best, DECK.min_own_likeness)
        return None if named is None else (named, turned[named.rank] > upright[named.rank])

    def like_wholes(self, picture: Image) -> Floats:
        """Likeness of a whole card to each of `wholes`, upright and upside down: float32 (2, k)."""
        views = (picture, np.ascontiguousarray(picture[::-1, ::-1]))
        return np.stack([likeness(view, self._wholes, CARD_COMPARISON) for view in views])

    def name_card(self, picture: Image, rank: Rank) -> Card | None:
        """Name the card of `rank` that the index in `picture` belongs to.

        None if unclear or unknown.
        """
        if not self.knows_suits(rank) or not _is_picture(picture, (INDEX_WIDTH, INDEX_HEIGHT)):
            return None
        suits = [look.suit if look.rank is rank else None for look in self.indices]
        best = best_of(suits, likeness(picture, self._pips, PIP_COMPARISON))
        first, second = sorted(Suit, key=lambda suit: -best[suit])[:2]
        if best[first] < DECK.min_likeness or best[first] - best[second] < DECK.min_suit_margin:
            return None
        return Card(rank, first)

    def named(
        self, image: Image, detections: Sequence[Detection], maps: CardMaps
    ) -> list[Detection]:
        """Return `detections` of the BGR `image` under the names that they have in this deck.

        Letters of its country become English ones. A clear name of the deck overrides the network;
        an unclear disagreement leaves no usable name. A card that only its picture identifies
        becomes one index, in its middle. Never raises on a picture.
        """
        renamed = [self.renamed(image, index) for index in detections]
        for outline in free_cards(maps.faces, maps.cell) if self.ranks else ():
            mine = [index for index in renamed if outline.holds(index.at)]
            spot = self._as_one(image, outline, mine)
            if spot is not None:
                renamed = [*(index for index in renamed if index not in mine), spot]
        return renamed

    def renamed(self, image: Image, index: Detection) -> Detection:
        """Return `index` of the BGR `image` under the name that it has in this deck; as `named`."""
        names = self._in_english(index)
        if index.confidence < DECK.min_confidence or not self.indices:
            return index if names is index.probabilities else replace(index, probabilities=names)
        like = self._like(index.crop(image))
        return replace(index, probabilities=_judge(names, like))

    def _in_english(self, index: Detection) -> Floats:
        """Map the chances of its country's letters to English ones; impossible labels get none."""
        if not self.letters:
            return index.probabilities
        names = np.zeros_like(index.probabilities)
        names[-1] = index.probabilities[-1]
        for label, chance in zip(LABELS[:-1], index.probabilities[:-1], strict=True):
            rank = LETTERS[self.letters].get(label) or _EVERYWHERE.get(label)
            if rank is not None:
                names[LABELS.index(rank)] += chance
        return names

    def _like(self, picture: Image) -> dict[Rank, float]:
        """Return the likeness of an index to each known rank."""
        if not self.indices or not _is_picture(picture, (INDEX_WIDTH, INDEX_HEIGHT)):
            return {}
        ranks = [look.rank for look in self.indices]
        return best_of(ranks, likeness(picture, self._ranks, RANK_COMPARISON))

    def _as_one(
        self, image: Image, outline: Outline, mine: Sequence[Detection]
    ) -> Detection | None:
        """Return a card that lies apart as one index: a joker, or a card known by its picture only.

        A joker's ornaments may be anywhere on the card, and would count as several indices.
        """
        named, sure = None, [index for index in mine if index.sure >= SURE]
        if Rank.JOKER in self.ranks and {index.label for index in sure} == {Rank.JOKER}:
            named = Named(Rank.JOKER, max(index.sure for index in sure))
        if self.wholes and (named is not None or len(sure) < DECK.whole_ends):
            match = self.name_whole(thumbnail(image, outline))
            if match is not None:
                named = match[0]
                outline = outline.turned() if match[1] else outline
        if named is None:
            return None
        place, height, names = outline.centre, outline.height, only(*named)
        return Detection(place, 0.1 * height, outline.up, 1.0, place, height, names)


@dataclass(slots=True)
class DeckInUse:
    """The `deck` on the table, which may change; safe from any thread."""

    deck: Deck = field(default_factory=partial(Deck, ""))


class DeckFinder(Finder):
    """A Finder that knows the deck in use. Not for use by two threads at once."""

    def __init__(self, in_use: DeckInUse, runner: Runner | None = None) -> None:
        """Load the networks, for a `runner` or for the first that works.

        Raises:
            ModelError: a file is no network, or no library can run one.
        """
        super().__init__(runner)
        self._in_use = in_use

    def find(
        self, image: Image, card_height: float | None, *, large: bool = False
    ) -> tuple[list[Detection], CardMaps]:
        """Detect as Finder does; a picture card is one index in its middle."""
        detections, maps = super().find(image, card_height, large=large)
        return self._in_use.deck.named(image, detections, maps), maps


def rank_called(label: str) -> Rank | None:
    """Return the rank whose English name is this label, or None."""
    return next((rank for rank in Rank if rank == label), None)


def _is_picture(picture: Image, size: tuple[int, int]) -> bool:
    """Return True for a colour picture of that width and height."""
    return picture.shape == (*size[::-1], 3) and picture.dtype == np.uint8


def best_of(names: Iterable[T], scores: Floats) -> dict[T, float]:
    """Return the best score of each name."""
    best: dict[T, float] = {}
    for name, score in zip(names, scores.tolist(), strict=True):
        best[name] = max(best.get(name, -1.0), score)
    return best


def _clear(like: Mapping[Rank, float], others: float | None = None) -> Named | None:
    """Return the rank with a clear lead, or None; `others` as in `lead`."""
    first = max(like, key=lambda rank: like[rank], default=None)
    if first is None or like[first] < DECK.min_likeness:
        return None
    margin = lead(like, first, others)
    return Named(first, sureness(margin)) if margin >= DECK.min_margin else None


def lead(like: Mapping[Rank, float], rank: Rank, unseen: float | None = None) -> float:
    """Return the lead in likeness of `rank` over every other rank.

    Ranks without a picture count with the likeness `unseen`, by default that of indices.
    """
    rest = [score for another, score in like.items() if another is not rank]
    if unseen is None and not like.keys() >= set(RANKS):
        unseen = DECK.unseen_likeness
    return like[rank] - max(rest if unseen is None else [*rest, unseen])


def sureness(margin: float) -> float:
    """Return the chance that a rank is right if it leads by `margin` in likeness.

    Measured on 164 indices of simulated decks that were shown once: 82 to 91 % right for margins of
    0.04 to 0.1, none of 96 wrong above.
    """
    return 1 - 0.5 * math.exp(-margin / 0.045)


def _judge(names: Floats, like: Mapping[Rank, float]) -> Floats:
    """Combine the network's `names` with the likeness to the deck's own indices."""
    label = LABELS[int(names[:-1].argmax())]
    rank = rank_called(label)
    clear = _clear(like)
    if clear is not None:
        wrong = 1 - clear.sure
        if rank is clear.rank:  # both would have to be wrong
            wrong *= 1 - float(names[LABELS.index(label)])
        return only(clear.rank, 1 - wrong)
    if not like or names[-1] >= DECK.doubtful:  # probably no index
        return names
    if rank is None or rank not in like:
        fits = rank is Rank.JOKER or not like.keys() >= set(RANKS)
    else:
        fits = like[rank] >= max(DECK.min_own_likeness, max(like.values()) - DECK.min_margin)
    return names if fits else np.asarray(names * np.float32(DECK.doubtful), np.float32)


def only(rank: Rank, sure: float = 1.0) -> Floats:
    """Return the chances of LABELS if this rank alone is known: float32 (25,)."""
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(rank)] = sure
    return names
