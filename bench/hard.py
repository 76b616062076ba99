"""Drawn pictures with what card readers find hard, for `python -m bench.vision --hard N`.

Training never draws with their seeds. Each kind takes its turn:

- four corners: a deck with an index in every corner, as half of Europe's decks have them
- dark: light print on dark cards
- metal: gold or silver print on black cards
- jokers: one or two among the cards
- one rank: two to four cards of one rank, with four indices or two, that overlap
- cut off: the picture's edge cuts a card in half

In the heaps of `python -m bench.doubts --heaps N` a card may show nothing at all.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from appliance.core.reading import Quad
from appliance.drivers import Image
from bench.printed import INDEX, shows_an_index
from bench.shots import Shot
from bluffing.cards import Card, Rank, pack
from lab.sim.photo.faces import DECKS, Style
from lab.sim.photo.photograph import Scene, photograph, scene_of

SEED = 5_000_000
"""The first picture's."""

HEAPS = 6_000_000
"""The first heap's."""

HEAPED = ("any", "any", "four-corners", "four-corners", "dark", "metal")
"""Decks of heaps, each drawn once for each entry."""

ALIKE = 0.6
"""Share of heaps of one rank."""

LEFT = (0.45, 0.7)
"""Least and most share of a card's height that the picture's edge leaves."""

TRIES = 30
"""Edges to try for one that cuts through no card's only index, and layouts in which each shows."""


def _hand(rng: random.Random) -> list[Card]:
    return rng.sample(pack(0), rng.randint(1, 5))


def _with_jokers(rng: random.Random) -> list[Card]:
    jokers = [card for card in pack(2) if card.rank is Rank.JOKER]
    return [*rng.sample(jokers, rng.randint(1, 2)), *rng.sample(pack(0), rng.randint(0, 3))]


def _one_rank(rng: random.Random) -> list[Card]:
    rank = rng.choice([card.rank for card in pack(0)])
    return rng.sample([card for card in pack(0) if card.rank is rank], rng.randint(2, 4))


KINDS: dict[str, tuple[tuple[str, ...], Callable[[random.Random], list[Card]]]] = {
    "four corners": (("four-corners",), _hand),
    "dark": (("dark",), _hand),
    "metal": (("metal",), _hand),
    "jokers": (("any",), _with_jokers),
    "one rank": (("any", "four-corners"), _one_rank),
    "cut off": (("any",), _hand),
}
"""Decks (`sim.photo.faces.DECKS`) and laid cards of each kind."""


def pictures(count: int) -> Iterator[Shot]:
    """`count` pictures, a kind at a time."""
    names = tuple(KINDS)
    for number in range(count):
        rng = random.Random(SEED + number)
        kind = names[number % len(names)]
        decks, hand = KINDS[kind]
        style, cards = DECKS[rng.choice(decks)](rng), hand(rng)
        scene = scene_of(rng)
        if kind == "one rank":
            scene = replace(scene, overlap=True)
        image, ranks = _taken(rng, cards, style, scene, cut=kind == "cut off")
        whole = tuple(cards) if len(ranks) == len(cards) else ()
        yield Shot(f"{kind} {number}", (kind,), image, ranks, ranks, whole)


def heaps(count: int) -> Iterator[Shot]:
    """`count` heaps as they fall, mostly of one rank: of some cards nothing shows at all."""
    for number in range(count):
        rng = random.Random(HEAPS + number)
        style = DECKS[rng.choice(HEAPED)](rng)
        alike = rng.random() < ALIKE
        cards = _one_rank(rng) if alike else rng.sample(pack(2), rng.randint(2, 5))
        photo = photograph(cards, style, rng, replace(scene_of(rng), overlap=True))
        ranks = tuple(card.rank for card in cards)
        yield Shot(f"heap {number}", ("heap",), photo.image, ranks, ranks)


def _taken(
    rng: random.Random, cards: list[Card], style: Style, scene: Scene, *, cut: bool
) -> tuple[Image, tuple[Rank, ...]]:
    """The picture, and the ranks that can be seen in it."""
    ranks = tuple(card.rank for card in cards)
    if not cut:
        photo = photograph(cards, style, rng, scene)
        for _ in range(TRIES):
            if shows_an_index([np.array(quad) for quad in photo.quads]):
                break
            photo = photograph(cards, style, rng, scene)
        return photo.image, ranks
    photo = photograph(cards, style, rng, replace(scene, overlap=False))
    for _ in range(TRIES):
        edge = _edge(photo.quads[rng.randrange(len(cards))], rng.uniform(*LEFT))
        shown = [index_shown(quad, edge, four=style.four_corners) for quad in photo.quads]
        if None not in shown and any(shown):
            break
    else:
        return photo.image, ranks
    left = (rank for rank, visible in zip(ranks, shown, strict=True) if visible)
    return np.ascontiguousarray(photo.image[:edge]), tuple(left)


def _edge(quad: Quad, share: float) -> int:
    """The row that leaves so much of a card above it."""
    rows = [y for _, y in quad]
    return round(min(rows) + share * (max(rows) - min(rows)))


INWARD = ((0, 1, 1), (2, -1, -1), (1, -1, 1), (3, 1, -1))
"""A quad's corners, and which way is into the card from each: across and down.

Those of decks with two indices come first.
"""


def index_shown(quad: Quad, edge: int, *, four: bool) -> bool | None:
    """Return True if a whole index shows above the row `edge`, None if only a part shows.

    A card has them in all `four` corners, or in two.
    """
    corners = np.array(quad)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    lowest, highest = [], []
    for number, right, below in INWARD if four else INWARD[:2]:
        corner = corners[number]
        ends = [corner, corner + right * INDEX[0] * across, corner + below * INDEX[1] * down]
        rows = [float(end[1]) for end in (*ends, ends[1] + ends[2] - corner)]
        lowest.append(max(rows))
        highest.append(min(rows))
    if min(lowest) < edge - 2:
        return True
    return False if min(highest) > edge else None
