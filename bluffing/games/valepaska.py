"""Valepaska, as far as Pagat's page of it was at hand: only its opening was.

What stands there: the players, the order of the ranks, five cards each and a stock, whoever
claims threes starts, and where nobody does whoever claims the next lowest card, what may lie on
what, draws, tens and aces that clear the table, twos on anything, the doubt of the newest play, and
that the last with cards loses. Pagat says that there are no standard rules for who goes on after a
lie.

House rulings where that opening is silent:

- At most ten players: more would leave no stock.
- Before the first play any seat may claim any rank, on turn or not, and nobody draws: people ask
  for threes first, then for fours and so on, for aces and twos last. A claim counts, not the hand.
- On a two, the highest rank, only twos may lie.
- A draw passes the turn. It neither ends nor restarts the chance to doubt the newest play.
- Tens and aces clear the table once they can't be doubted any more: when the next cards are
  laid, or when last cards stand. So the next player plays as on an empty table already; if the
  tens are doubted before, the loser takes the table as ever.
- After a lie the next seat on the liar's left plays, on an empty table.
- Who is rid of all cards, undoubted or doubted and true, is out; the first has won.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Unpack

from bluffing.actions import Action, Draw, Play
from bluffing.cardgame import CardGame
from bluffing.cards import RANKS, Rank
from bluffing.cardstate import Before, CardState, after, moved, ranked
from bluffing.changed import changed
from bluffing.events import Played
from bluffing.game import Middle, Outcome, Setup
from bluffing.house import FOR_KIDS, House, Leader, Wild
from bluffing.message import AtSeat, Message, in_a_row, message, of_seats
from bluffing.options import Lesson, Preset, Rule, Topic, rule, rules

HAND = 5
_UP = (*RANKS[2:], Rank.ACE)  # from threes up to aces; twos are apart
_OPENING = (*_UP, Rank.TWO)
"""The order in which people ask who starts."""
_COURT = (Rank.JACK, Rank.QUEEN, Rank.KING)
_CLEARING = (Rank.TEN, Rank.ACE)


def follows(top: Rank | None) -> tuple[Rank, ...]:
    """The ranks that may lie on `top`: VP3 and VP5. None, tens and aces are an empty table."""
    if top is None or top in _CLEARING:
        return RANKS
    if top == Rank.TWO:
        return (Rank.TWO,)
    higher = set(_UP[_UP.index(top) :])
    if top not in _COURT:
        higher.remove(Rank.ACE)
        if top not in (Rank.EIGHT, Rank.NINE):
            higher -= set(_COURT)
    return tuple(rank for rank in (*_UP, Rank.TWO) if rank in higher or rank == Rank.TWO)


_FOLLOWS = {top: follows(top) for top in (None, *RANKS)}


@dataclass(frozen=True, kw_only=True)
class ValepaskaHouse(House):
    """The house options in force; the rules say who plays after a doubt."""

    after_challenge: Leader = field(default="rotation", init=False)
    wild: Wild = "none"
    jokers: Literal[0, 2] = 0
    play_on = True

    def tell(self) -> Iterator[Rule]:
        """The game, what Pagat's opening says first."""
        yield from rules("valepaska.VP1", "valepaska.VP2")
        yield rule("valepaska.VP3", cards=self.how_many())
        yield from self.tell_wild()
        yield from rules("valepaska.VP4", "valepaska.VP5", "valepaska.VP6", "valepaska.VP7")


@dataclass(frozen=True, slots=True)
class ValepaskaState(CardState[ValepaskaHouse]):
    """One moment of Valepaska. `top` is the rank on the table, None when it is empty."""

    top: Rank | None = None


_Outcome = Outcome[ValepaskaState]


@lru_cache(maxsize=1024, typed=True)
def _must_claim(seat: int, ranks: tuple[Rank, ...], given: Rank | None) -> Message:
    """Why `given` can't lie on the table: `ranks` may."""
    who = AtSeat(seat)
    return message("valepaska.may-claim", seat=who, ranks=in_a_row(ranks), given=ranked(given))


@lru_cache(maxsize=16)
def _drawing(seat: int) -> tuple[Draw]:
    return (Draw(seat),)


@dataclass(frozen=True, kw_only=True)
class Valepaska(CardGame[ValepaskaState, ValepaskaHouse]):
    """Valepaska as a `game.Ruleset`."""

    turn_moves = (Play, Draw)

    def start(self, setup: Setup, options: Mapping[str, object]) -> ValepaskaState:
        """A new game; cards that are not in a hand are the stock."""
        terms, hands, lead = self.opening(setup, options)
        stock = max(0, len(terms.house.deck(terms.packs)) - sum(hands))
        return ValepaskaState(terms, lead, None, hands, (0,) * len(hands), stock=stock)

    def hands(self, setup: Setup, packs: int, house: ValepaskaHouse) -> tuple[int, ...]:
        """Five cards for each seat."""
        return (HAND,) * setup.players

    def midgame(self, state: ValepaskaState, **given: Unpack[Middle]) -> ValepaskaState:
        """As the base has it, but `rank` lies on the table; what lies there is not in the stock."""
        state = super().midgame(state, **given)
        table = sum(state.heaps)
        stock = max(0, state.stock - table - state.removed)
        return changed(state, required=None, top=given.get("rank") if table else None, stock=stock)

    # --- what is legal -----------------------------------------------------------------------

    def live(self, state: ValepaskaState) -> tuple[int, ...]:
        """Before the first play every seat, then the one on turn."""
        if state.begun or state.over:
            return super().live(state)
        return state.playing

    def refuse_turn(self, state: ValepaskaState, seat: int) -> Message | None:
        """As the base has it; before the first play every seat may move."""
        return super().refuse_turn(state, seat) if state.begun else state.absent(seat)

    def claims(self, state: ValepaskaState) -> tuple[Rank | None, ...]:
        """Any rank to begin with (None: threes), then what may lie on what is on the table."""
        return _FOLLOWS[state.top] if state.begun else (None, *_OPENING)

    def wrong_rank(self, state: ValepaskaState, play: Play) -> Message:
        """Say which ranks may be claimed."""
        ranks = _FOLLOWS[state.top] if state.begun else _OPENING
        return _must_claim(play.seat, ranks, play.rank)

    def refuse_move(self, state: ValepaskaState, action: Action) -> Message | None:
        """A draw, while there is a stock."""
        assert isinstance(action, Draw)
        if not state.begun:
            return of_seats("valepaska.no-draw-yet")
        return None if state.stock else of_seats("valepaska.stock-empty", action.seat)

    def other_moves(self, state: ValepaskaState, seat: int) -> tuple[Action, ...]:
        """The draw, while there is a stock."""
        return _drawing(seat) if state.begun and state.stock else ()

    # --- what follows ------------------------------------------------------------------------

    def play(self, state: ValepaskaState, play: Play) -> _Outcome:
        """The cards lie on the table, which tens and aces below them clear."""
        begun, (state, removed) = state.begun, self._cleared(state)
        seat, count, rank = play.seat, play.count, Rank(play.rank or Rank.THREE)
        played = Played(seat, count, rank)
        state = changed(
            state,
            turn=after(state.hands, seat),
            required=None,
            hands=moved(state.hands, seat, -count),
            heaps=moved(state.heaps, seat, count),
            claim=played,
            begun=True,
            top=rank,
            counted=None,
            before=Before(seat, None, begun, top=state.top),
        )
        return state, (*removed, played, *state.last_cards(seat))

    def move(self, state: ValepaskaState, action: Action) -> _Outcome:
        """A draw, which ends the turn."""
        assert isinstance(action, Draw)
        seat = action.seat
        hands, turn = moved(state.hands, seat, 1), after(state.hands, seat)
        return changed(state, hands=hands, stock=state.stock - 1, turn=turn), (action,)

    def taken_back(self, state: ValepaskaState) -> ValepaskaState:
        """As the base has it; the cards below are the newest."""
        assert state.before is not None
        return changed(super().taken_back(state), top=state.before.top)

    def resume(self, state: ValepaskaState, truth: bool) -> _Outcome:
        """Give the turn to the player who told the truth, or to the left of the one who lied."""
        claim = state.claim
        assert claim is not None
        turn = claim.seat if truth else after(state.hands, claim.seat)
        return changed(state, turn=turn, claim=None, doubter=None, top=None), ()

    def stands(self, state: ValepaskaState) -> _Outcome:
        """The newest play stands for good, so tens and aces clear the table."""
        state, events = super().stands(state)
        state, removed = self._cleared(state)
        return state, (*events, *removed)

    def emptied(self, state: ValepaskaState, seat: int) -> _Outcome:
        """As the base has it; last cards that stand clear the table like any others."""
        open_to_doubt = state.claim is not None and state.claim.seat != seat
        state, removed = (state, ()) if open_to_doubt else self._cleared(state)
        state, events = super().emptied(state, seat)
        return state, (*removed, *events)

    def left(self, state: ValepaskaState, seat: int) -> _Outcome:
        """The next seat takes the turn; a play of the one who left stands for good."""
        state, _ = super().left(state, seat)
        return (state, ()) if state.claim is not None else self._cleared(state)

    def _cleared(self, state: ValepaskaState) -> _Outcome:
        """Without the table's cards, if a ten or an ace lies on it."""
        return self.remove(changed(state, top=None)) if state.top in _CLEARING else (state, ())


VALEPASKA = Valepaska(
    name="valepaska",
    seats=range(3, 11),
    usual=ValepaskaHouse(max_cards="none", leaver="leaves_play"),
    presets=(
        Preset("pagat"),
        Preset("kids", FOR_KIDS),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("VP2",)),
        Lesson(Topic.TURN, ("VP3",)),
        Lesson(Topic.ANSWER, ("VP4", "VP5")),
        Lesson(Topic.DOUBT, ("VP6",)),
        Lesson(Topic.END, ("VP7",)),
    ),
)
