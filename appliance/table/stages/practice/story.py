"""The story of a practice round: pretend players and cards, played by the rules of the game itself.

The practising player is seat 0. Each scene waits for a press, and shows the result of the one
before.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from appliance.presses.gestures import GestureKind
from bluffing.actions import Action, Answer, Doubt, Guess, Pick, Play, Reveal
from bluffing.cards import Rank, Trait
from bluffing.events import Event, LostPoints, Took
from bluffing.game import AnyRuleset, Claim, Refused, Setup, State
from bluffing.message import Spoken, message
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

_LOOKED_AT = 20_000
"""Maximum number of legal actions to try for a play; there are at most some hundreds."""

_HAND = 5


@dataclass(frozen=True, slots=True)
class PracticeStep:
    """One step: its words, and the number of presses of one kind that it waits for.

    `hand` are the pretend cards of the practising player, `turned` those face up in the box.
    """

    code: str
    wants: GestureKind = GestureKind.TAP
    times: int = 1
    values: Mapping[str, Spoken] = field(default_factory=dict)
    hand: tuple[Trait, ...] = ()
    laid: int = 0  # cards of that hand, face down
    claim: Claim | None = None
    pile: int = 0
    turned: tuple[Trait, ...] = ()
    truth: bool | None = None
    percent: int | None = None  # a guess or the answer


@lru_cache(maxsize=16)
def story(name: str) -> tuple[PracticeStep, ...]:
    """Return the scenes of a practice round of the game of that name."""
    ruleset = RULESETS[name]
    told = _guesses(ruleset) if isinstance(ruleset, WagerGame) else _cards(ruleset)
    scenes = tuple(told)
    hand = scenes[0].hand
    return (
        PracticeStep("practice.offer", hand=hand),
        *scenes,
        PracticeStep("practice.end", hand=hand),
    )


# --- with cards ----------------------------------------------------------------------------------


def _cards(ruleset: AnyRuleset) -> Iterator[PracticeStep]:
    """Yield the scenes: lay a lie, see another's play, doubt it; a lie's and a truth's results."""
    game, mine = _opening(ruleset)
    rank, traits = mine.rank or game.required or Rank.ACE, ruleset.traits
    laid = tuple(one for one in traits if one is not rank)[: mine.count]
    kept = tuple(one for one in reversed(traits) if one not in (rank, *laid))[: _HAND - mine.count]
    hand, cards = (*laid, *kept), rank.counted(mine.count)
    lay = PracticeStep("practice.lay", times=mine.count, values={"cards": cards}, hand=hand)
    yield replace(lay, laid=mine.count)
    yield PracticeStep("practice.lock", GestureKind.HOLD, 1, {"cards": cards}, hand, mine.count)
    game, _ = ruleset.apply(game, mine)
    while ruleset.refusal(game, Doubt(0)) is not None:
        theirs = next(one for one in _plays(ruleset, game) if one.seat != 0)
        game, _ = ruleset.apply(game, theirs)
    claim = game.claim
    assert claim is not None, "what is doubted was claimed"
    says = {"cards": claim.rank.counted(claim.count)}
    pile = sum(game.heaps)
    before = PracticeStep("", values=says, hand=kept, claim=claim, pile=pile)
    if ruleset.races_in(game):
        yield replace(before, code="practice.doubt", wants=GestureKind.PRESS)
    else:
        yield replace(before, code="practice.doubt-by-hold", wants=GestureKind.HOLD)
    doubted, _ = ruleset.apply(game, Doubt(0))
    for truth in (False, True):
        shown = (claim.rank if truth else _other(ruleset, claim.rank),) * claim.count
        _, events = ruleset.apply(doubted, Reveal(shown))
        code = "practice.truth" if truth else "practice.lie"
        seen = replace(before, code=code, values={"n": _taken(events)}, claim=claim)
        yield replace(seen, turned=shown, truth=truth)
    yield PracticeStep("practice.pick-up", GestureKind.HOLD, hand=kept, pile=pile)


def _opening(ruleset: AnyRuleset) -> tuple[State, Play]:
    """Return a game that seat 0 opens, and its play: of two cards, if it may lay two.

    The first cards lie face down, so that they can be doubted.
    """
    players = max(3, ruleset.seats[0])
    options = {"opening_face_up": False} if "opening_face_up" in ruleset.house({}) else {}
    for dealer in reversed(range(players)):
        game = ruleset.start(Setup(players, dealer), options)
        plays = [one for one in _plays(ruleset, game) if one.seat == 0]
        if plays:
            return game, next((one for one in plays if one.count == 2), plays[0])
    raise Refused(message("table.not-now"))


def _plays(ruleset: AnyRuleset, game: State) -> Iterator[Play]:
    found = islice(ruleset.legal_actions(game), _LOOKED_AT)
    return (one for one in found if isinstance(one, Play) and one.count > 0)


def _other(ruleset: AnyRuleset, claimed: Trait) -> Trait:
    """Return what a wrong card counts as: a king where a king is no truth."""
    wrong = (Rank.KING, Rank.NINE, *reversed(ruleset.traits))
    return next(trait for trait in wrong if trait in ruleset.traits and trait is not claimed)


def _taken(events: tuple[Event, ...]) -> int:
    """Return the number of cards that a player takes by `events`."""
    return sum(one.count for one in events if isinstance(one, Took))


# --- with guesses --------------------------------------------------------------------------------


def _guesses(ruleset: AnyRuleset) -> Iterator[PracticeStep]:
    """Yield the scenes: guess, be picked, and doubt a guess that is too high."""
    game = ruleset.start(Setup(3, lead=0), {})
    made: tuple[Action, ...] = (
        Guess(0, 30, 10), Pick(0, 1), Guess(1, 60, 10), Pick(1, 2), Guess(2, 90, 10), Pick(2, 0),
    )  # fmt: skip
    yield PracticeStep("practice.guess", times=3, percent=0)
    yield PracticeStep("practice.lock-guess", GestureKind.HOLD, percent=30)
    for action in (*made, Doubt(0)):
        game, _ = ruleset.apply(game, action)
    yield PracticeStep("practice.doubt-guess", GestureKind.HOLD, percent=90)
    _, events = ruleset.apply(game, Answer(71.0))
    lost = sum(one.points for one in events if isinstance(one, LostPoints))
    yield PracticeStep("practice.answer", values={"n": lost}, percent=71, truth=False)
