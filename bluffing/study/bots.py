"""Bots that play by a player's knowledge: own cards, claims, and the number of cards.

The chance that a claim is a lie follows from counts; a `Strategy` decides how readily a bot then
doubts and lies: a few chances and shares, learned by self-play (`python -m training.bots`) and kept
in `strategies.toml`, one for each game. All chance comes in as a seeded `random.Random`.
"""

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from math import erf, exp, log, sqrt
from operator import mul
from typing import Any, TypeAlias

from bluffing import actions
from bluffing.actions import Action
from bluffing.cards import RANKS, Rank, Trait
from bluffing.probability import chance_of
from bluffing.study.choices import ORDER
from bluffing.study.memory import CardMemory

Turn: TypeAlias = tuple[Action, tuple[int, ...]]
"""Move, and the cards that are really laid or laid away with it: places in `choices.ORDER`."""

_PLACE: Mapping[Trait, int] = {rank: place for place, rank in enumerate(ORDER)}


@dataclass(frozen=True, slots=True)
class Strategy:
    """Mixed strategy; each number is 0 to 1.

    Attributes:
        doubts: Least chance of a lie at which the bot doubts a play.
        last: The same for last cards; a claimant with few cards left gets a value between both.
        wavers: Largest random error in either limit.
        others: Chance that another player lays one more false card, before anything is known.
        pads: Chance of a false card beside true ones.
        bluffs: Chance of a lie where a pass or a draw would do.
        safe: In the game of percentages: required chance that a guess is true.
        courage: Share of the points that the bot wagers.
        swaps: Chance of a lie although true cards would do, which stay in the hand.
        reading: Weights of `features` in the log odds of a lie; the numbers of cards alone decide
            without them, and the bot remembers nothing.
    """

    doubts: float = 0.7
    last: float = 0.4
    wavers: float = 0.1
    others: float = 0.3
    pads: float = 0.2
    bluffs: float = 0.3
    safe: float = 0.6
    courage: float = 0.2
    swaps: float = 0.0
    reading: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """Knowledge of the player at `seat`: the public state of the game, and the own cards.

    `hand` holds the own cards by rank, in the order of `choices.ORDER`, and `packed` all cards of
    the game. In the game of percentages the player believes the answer to be `hunch`, give or take
    `doubtful` percent (standard deviation).
    """

    rules: Any  # those of any game, with its family's additions
    state: Any  # that game's own
    seat: int
    hand: Sequence[int]
    packed: Sequence[int]
    hunch: float = 50.0
    doubtful: float = 15.0
    memory: CardMemory | None = None

    def may(self, action: Action) -> bool:
        """Return True if the rules allow `action` now."""
        return self.rules.refusal(self.state, action) is None

    def ranks(self) -> list[Trait]:
        """Return the ranks that a card may be claimed to be."""
        if not max(self.rules.counts(self.state, self.seat), default=0):
            return []
        return [rank for rank in dict.fromkeys(self.rules.claims(self.state)) if rank is not None]

    def true(self, rank: Trait) -> int:
        """Count the own cards that pass for `rank`, wild ones among them."""
        return sum(self.hand[place] for place in self.passing(rank))

    def passing(self, rank: Trait) -> list[int]:
        """List the places of the ranks that pass for `rank`."""
        return [*_passing(rank, self.state.terms.house.wild_rank)]


@lru_cache(maxsize=256)
def _passing(rank: Trait, wild: Rank | None) -> tuple[int, ...]:
    return tuple(place for place, held in enumerate(ORDER) if held in (rank, wild))


@lru_cache(maxsize=1)
def learned() -> dict[str, Strategy]:
    """Return the strategy of each game that has a learned one."""
    return strategies(files("bluffing.study").joinpath("strategies.toml").read_text("utf-8"))


def strategies(text: str) -> dict[str, Strategy]:
    """Return the strategy of each game in a text as that of `strategies.toml`."""
    return {
        name: Strategy(**{**numbers, "reading": tuple(numbers.get("reading", ()))})
        for name, numbers in tomllib.loads(text).items()
    }


def strategy_of(name: str) -> Strategy:
    """Return the learned strategy of ruleset `name`, or else the starting point of learning."""
    return learned().get(name, Strategy())


# --- how likely a lie is -----------------------------------------------------------------------


def lie(known: Known, others: float) -> float:
    """Return the chance, 0 to 1, that the newest play is a lie, by the number of fitting cards.

    `others` is the chance that a player lays one more false card, before anything is known. A
    player who must lay a card and has no true one lays one false card for certain.
    """
    state, claim = known.state, known.state.claim
    free, elsewhere = _free(known)
    if claim.count > free:
        return 1.0
    if state.required is claim.rank:  # the cards below were claimed to be of the rank, too
        free = max(0, free - round((1 - others) * (sum(state.heaps) - claim.count)))
    unseen = max(sum(known.packed) - sum(known.hand) - state.removed - elsewhere, claim.count)
    before = min(state.hands[claim.seat] + claim.count, unseen)
    forced = not _may_lay_nothing(known)
    return _weighed(claim.count, before, min(free, unseen), unseen, others, forced=forced)


def _free(known: Known) -> tuple[int, int]:
    """Count the cards that the newest play may have of its rank, and those known elsewhere."""
    claim, packed, hand = known.state.claim, known.packed, known.hand
    places = known.passing(claim.rank)
    free = sum(packed[place] - hand[place] for place in places)
    if known.memory is None:
        return free, 0
    elsewhere = known.memory.elsewhere(claim.seat)
    left = sum(elsewhere) - sum(known.memory.gone)  # the state counts those that are gone
    return free - sum(elsewhere[place] for place in places), left


FEATURES = (
    "always",
    "by counts",
    "two and more",
    "three and more",
    "last cards",
    "cards left",
    "cards below",
    "none below",
    "five in the pile",
)
"""Names of the features of a claim, in the order of `features`."""


def features(known: Known, others: float) -> tuple[float, ...]:
    """Return what a reader of claims sees of the newest play, each about -5 to 5."""
    state, claim = known.state, known.state.claim
    counted = min(max(lie(known, others), 0.01), 0.99)
    left, below = state.hands[claim.seat], sum(state.heaps) - claim.count
    return (
        1.0,
        log(counted / (1 - counted)),
        float(claim.count > 1),
        float(claim.count > 2),
        float(not left),
        left / 13,
        min(below, 20) / 10,
        float(not below),
        float(below + claim.count > 4),
    )


def is_impossible(known: Known) -> bool:
    """Return True if so many cards of the rank can't be in the claimant's play."""
    return bool(known.state.claim.count > _free(known)[0])


def chance_of_lie(strategy: Strategy, known: Known) -> float:
    """Return the chance, 0 to 1, that the newest play is a lie, as the bot believes."""
    if not strategy.reading:
        return lie(replace(known, memory=None), strategy.others)
    if is_impossible(known):
        return 1.0
    row = features(known, strategy.others)
    return 1 / (1 + exp(-sum(map(mul, strategy.reading, row))))


@lru_cache(maxsize=1 << 14)
def _weighed(
    count: int, hand: int, free: int, unseen: int, others: float, *, forced: bool
) -> float:
    """Return the chance that `count` cards out of a `hand` are a lie, by Bayes' rule."""
    lied = honest = 0.0
    for held in range(min(hand, free) + 1):
        chance = chance_of(held, hand, free, unseen)
        false = count - held
        if false <= 0:
            honest += chance * (1.0 if not false else others)
        else:
            lied += chance * others ** (false - (forced and not held))
    return lied / (lied + honest) if lied + honest else 1.0


def _may_lay_nothing(known: Known) -> bool:
    """Return True if the claimant could have passed, drawn a card, or laid none."""
    rules, state = known.rules, known.state
    zero: bool = state.terms.house.zero_claim
    return zero or rules.passes(state) or actions.Draw in rules.turn_moves


def suspects(strategy: Strategy, known: Known, rng: random.Random) -> bool:
    """Return True to doubt the newest play.

    The bot always doubts an impossible claim, and last cards where a wrong doubt costs nothing.
    """
    claim = known.state.claim
    if claim is None:
        return False
    left: int = known.state.hands[claim.seat]
    if not left and _is_lost_anyway(known):
        return True
    limit = strategy.last + (strategy.doubts - strategy.last) * left / (left + 1)
    limit += strategy.wavers * rng.uniform(-1, 1)
    return chance_of_lie(strategy, known) >= min(limit, 1.0)


def _is_lost_anyway(known: Known) -> bool:
    """Return True if last cards that stand end the game, without a count of cards."""
    house = known.state.terms.house
    return not (house.play_on or house.points)


# --- moves ---------------------------------------------------------------------------------------


def move(strategy: Strategy, known: Known, rng: random.Random, keen: float = 1.0) -> Turn | None:
    """Choose a move for the player's turn in a game with cards, or None if none is allowed.

    `keen` is the chance that a player who would doubt in turn really does.
    """
    seat, hand = known.seat, known.hand
    if actions.Show in known.rules.turn_moves:
        show = actions.Show(seat, tuple(ORDER[place] for place in _spread(hand)))
        if known.may(show):
            return show, ()
    if actions.LayAway in known.rules.turn_moves:
        for place, rank in enumerate(RANKS):
            if hand[place] >= 4 and known.may(actions.LayAway(seat, rank)):
                return actions.LayAway(seat, rank), ()
    ranks = known.ranks()
    can_doubt = not known.rules.races_in(known.state) and known.may(actions.Doubt(seat))
    if can_doubt and suspects(strategy, known, rng) and rng.random() < keen:
        return actions.Doubt(seat), ()
    otherwise = [*_instead(known), *([actions.Doubt(seat)] if can_doubt and not ranks else [])]
    best = max(ranks, key=lambda rank: (hand[_PLACE[rank]], rng.random()), default=None)
    if best is None or (otherwise and not known.true(best) and rng.random() >= strategy.bluffs):
        return (otherwise[0], ()) if otherwise else None
    return _lay(strategy, known, best, rng)


def _spread(hand: Sequence[int]) -> list[int]:
    return [place for place, count in enumerate(hand) for _ in range(count)]


def _instead(known: Known) -> list[Action]:
    """List the moves other than laying cards."""
    seat, state = known.seat, known.state
    fallbacks = (actions.Play(seat, 0, state.required), actions.Draw(seat), actions.Pass(seat))
    return [action for action in fallbacks if known.may(action)]


def _lay(strategy: Strategy, known: Known, rank: Trait, rng: random.Random) -> Turn:
    """Lay true cards, if any, or a lie by the cards that are needed least."""
    seat, hand, place = known.seat, known.hand, _PLACE[rank]
    fitting, rest = known.passing(rank), junk(known, rank, rng)
    swaps = bool(strategy.swaps and rest) and rng.random() < strategy.swaps
    true = [] if swaps else [place] * hand[place]
    lies = int(not true) + (rng.random() < strategy.pads)
    wild = [card for card in _spread(hand) if card in fitting and card != place]
    laid = [*true, *rest[:lies]] or wild[:1]
    if len(laid) + len(wild) == sum(hand):
        laid += wild[: sum(hand) - len(laid)]  # with the last cards the wild ones go, too
    counts = known.rules.counts(known.state, seat)
    laid += [*rest[lies:], *wild][: max(0, counts[0] - len(laid))]
    while len(laid) > 1 and not known.may(actions.Play(seat, len(laid), rank)):
        laid.pop()
    return actions.Play(seat, len(laid), rank), tuple(laid)


def junk(known: Known, rank: Trait, rng: random.Random) -> list[int]:
    """Return the cards that don't pass for `rank`, the least needed first, by their places."""
    needed, fitting = _needed(known, rank), known.passing(rank)
    rest = [place for place in _spread(known.hand) if place not in fitting]
    rng.shuffle(rest)
    rest.sort(key=needed.__getitem__)
    return rest


def _needed(known: Known, rank: Trait) -> Sequence[int]:
    """Return the need for each rank, in the order of RANKS; a lie takes the least needed first.

    Where ranks follow a sequence, the need is greater the sooner the player's turn to claim the
    rank comes, if no player doubts. Otherwise it is the number of cards of the rank, for a free
    choice of the rank to claim.
    """
    state = known.state
    house = state.terms.house
    step = getattr(house, "step", None)
    if step is None or house.next_claim == "same_or_next":
        return known.hand
    ahead, ranks = step() * len(state.playing), len(RANKS)
    turns = {(_PLACE[rank] + ahead * turn) % ranks: turn for turn in reversed(range(ranks))}
    return [-turns.get(place, ranks) for place in range(ranks)]


# --- guesses -------------------------------------------------------------------------------------


def reaches(known: Known, guess: float) -> float:
    """Return the chance that the answer is at least `guess` percent."""
    return 0.5 * (1 + erf((known.hunch - guess + 0.5) / (known.doubtful * sqrt(2))))


def wager(strategy: Strategy, known: Known, rng: random.Random) -> Action | None:
    """Choose a move for a turn in the game of percentages, or None if none is allowed."""
    rules, state, seat = known.rules, known.state, known.seat
    picks = rules.picks(state)
    if picks:  # the player with most to lose wagers least boldly
        return actions.Pick(seat, max(picks, key=lambda new: (state.points[new], rng.random())))
    legal = [guess for some in rules.guesses(state) for guess in some]
    doubt = actions.Doubt(seat)
    safe = [guess for guess in legal if reaches(known, guess) >= strategy.safe]
    bid = state.bid
    if bid is not None and known.may(doubt):
        limit = strategy.doubts + strategy.wavers * rng.uniform(-1, 1)
        if not legal or 1 - reaches(known, bid.guess) >= limit or not safe:
            return doubt
    if not legal:
        return None
    guess = max(safe, default=legal[0]) if bid is None else (safe or legal)[0]
    points = [wager for some in rules.wagers(state, guess) for wager in some]
    stake = state.points[seat] * strategy.courage
    return actions.Guess(seat, guess, min(points, key=lambda wager: abs(wager - stake)))
