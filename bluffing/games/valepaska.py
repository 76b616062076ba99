"""Valepaska, as far as the available opening of Pagat's page describes it.

The opening gives the players, the order of the ranks, five cards each and a stock, the start by the
first player to claim threes (or else the next lowest card), the ranks that may lie on each
other, draws, tens and aces that clear the table, twos on anything, the doubt of the newest play,
and that the last player with cards loses. Pagat says that no standard rules name the next player
after a lie.

House rulings where the opening is silent:

- At most ten players: more would leave no stock.
- Before the first play any seat may claim any rank, on turn or not, and no player draws: people ask
  for threes first, then for fours and so on, for aces and twos last. A claim counts, not the hand.
- On a two, the highest rank, only twos may lie.
- A draw passes the turn. It neither ends nor restarts the chance to doubt the newest play.
- Tens and aces clear the table once they can't be doubted any more: when the next cards are laid,
  or when last cards are final. So the next player already plays as on an empty table; after a doubt
  of the tens the loser takes the table as usual.
- After a lie the next seat on the liar's left plays, on an empty table.
- A player rid of all cards, undoubted or doubted and true, is out; the first has won.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Unpack

from bluffing.actions import Action, Draw, Play, TurnMove
from bluffing.cardgame import CardGame
from bluffing.cards import RANKS, Rank, Trait
from bluffing.cardstate import Before, CardState, after, moved, ranked
from bluffing.changed import changed
from bluffing.events import Played
from bluffing.game import Middle, Outcome, Setup
from bluffing.house import FOR_KIDS, House, Leader, Wild
from bluffing.message import AtSeat, Message, in_a_row, message, of_seats
from bluffing.options import Lesson, Preset, Rule, Topic, rule, rules

HAND = 5
_UP = (*RANKS[2:], Rank.ACE)  # threes up to aces; twos are apart
_OPENING = (*_UP, Rank.TWO)
"""Order of ranks in which people ask for the first claim."""
_COURT = (Rank.JACK, Rank.QUEEN, Rank.KING)
_CLEARING = (Rank.TEN, Rank.ACE)


def follows(top: Trait | None) -> tuple[Rank, ...]:
    """Return the ranks that may lie on `top`: VP3, VP5. None, tens and aces: an empty table."""
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


_FOLLOWS: Mapping[Trait | None, tuple[Rank, ...]] = {top: follows(top) for top in (None, *RANKS)}


@dataclass(frozen=True, kw_only=True)
class ValepaskaHouse(House):
    """House options in force; the rules fix the player after a doubt."""

    after_challenge: Leader = field(default="rotation", init=False)
    wild: Wild = "none"
    jokers: Literal[0, 2] = 0
    play_on = True

    def tell(self) -> Iterator[Rule]:
        """Tell the game, the rules of Pagat's opening first."""
        yield from rules("valepaska.VP1", "valepaska.VP2")
        yield rule("valepaska.VP3", cards=self.how_many())
        yield from self.tell_wild()
        yield from rules("valepaska.VP4", "valepaska.VP5", "valepaska.VP6", "valepaska.VP7")


@dataclass(frozen=True, slots=True)
class ValepaskaState(CardState[ValepaskaHouse]):
    """One moment of Valepaska. `top` is the rank on the table, None when it is empty."""

    top: Trait | None = None


_Outcome = Outcome[ValepaskaState]


@lru_cache(maxsize=1024, typed=True)
def _must_claim(seat: int, ranks: tuple[Rank, ...], given: Trait | None) -> Message:
    """Return the reason why `given` can't lie on the table: only `ranks` may."""
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
        """Start a new game; cards that are not in a hand are the stock."""
        terms, hands, lead = self.opening(setup, options)
        stock = max(0, len(terms.house.deck(terms.packs)) - sum(hands))
        return ValepaskaState(terms, lead, None, hands, (0,) * len(hands), stock=stock)

    def hands(self, setup: Setup, packs: int, house: ValepaskaHouse) -> tuple[int, ...]:
        """Return five cards for each seat."""
        return (HAND,) * setup.players

    def midgame(self, state: ValepaskaState, **given: Unpack[Middle]) -> ValepaskaState:
        """Extend the base: `rank` lies on the table, and the stock lacks the table's cards."""
        state = super().midgame(state, **given)
        table = sum(state.heaps)
        stock = max(0, state.stock - table - state.removed)
        return changed(state, required=None, top=given.get("rank") if table else None, stock=stock)

    # --- what is legal -----------------------------------------------------------------------

    def live(self, state: ValepaskaState) -> tuple[int, ...]:
        """Return every seat before the first play, then the seat on turn."""
        if state.begun or state.over:
            return super().live(state)
        return state.playing

    def refuse_turn(self, state: ValepaskaState, move: TurnMove) -> Message | None:
        """Extend the base: before the first play every seat may move."""
        return super().refuse_turn(state, move) if state.begun else state.absent(move.seat)

    def claims(self, state: ValepaskaState) -> tuple[Trait | None, ...]:
        """Return any rank at the start (None: threes), later those that may lie on the table."""
        return _FOLLOWS[state.top] if state.begun else (None, *_OPENING)

    def wrong_rank(self, state: ValepaskaState, play: Play) -> Message:
        """Say which ranks may be claimed."""
        ranks = _FOLLOWS[state.top] if state.begun else _OPENING
        return _must_claim(play.seat, ranks, play.rank)

    def refuse_move(self, state: ValepaskaState, action: Action) -> Message | None:
        """Return the reason why a draw is not legal, or None; it needs a stock."""
        assert isinstance(action, Draw)
        if not state.begun:
            return of_seats("valepaska.no-draw-yet")
        return None if state.stock else of_seats("valepaska.stock-empty", action.seat)

    def other_moves(self, state: ValepaskaState, seat: int) -> tuple[Action, ...]:
        """Return the draw while there is a stock."""
        return _drawing(seat) if state.begun and state.stock else ()

    # --- what follows ------------------------------------------------------------------------

    def play(self, state: ValepaskaState, play: Play) -> _Outcome:
        """Lay the cards on the table, after tens and aces below them have cleared it."""
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
        """Carry out a draw, which ends the turn."""
        assert isinstance(action, Draw)
        seat = action.seat
        hands, turn = moved(state.hands, seat, 1), after(state.hands, seat)
        return changed(state, hands=hands, stock=state.stock - 1, turn=turn), (action,)

    def taken_back(self, state: ValepaskaState) -> ValepaskaState:
        """Extend the base: the cards below are the newest."""
        assert state.before is not None
        return changed(super().taken_back(state), top=state.before.top)

    def resume(self, state: ValepaskaState, truth: bool) -> _Outcome:
        """Give the turn to the player who told the truth, or to the left of the one who lied."""
        claim = state.claim
        assert claim is not None
        turn = claim.seat if truth else after(state.hands, claim.seat)
        return changed(state, turn=turn, claim=None, doubter=None, top=None), ()

    def stands(self, state: ValepaskaState) -> _Outcome:
        """Settle the newest play without a verdict, so that tens and aces clear the table."""
        state, events = super().stands(state)
        state, removed = self._cleared(state)
        return state, (*events, *removed)

    def emptied(self, state: ValepaskaState, seat: int) -> _Outcome:
        """Extend the base: last cards that are final clear the table like any others."""
        open_to_doubt = state.claim is not None and state.claim.seat != seat
        state, removed = (state, ()) if open_to_doubt else self._cleared(state)
        state, events = super().emptied(state, seat)
        return state, (*removed, *events)

    def left(self, state: ValepaskaState, seat: int) -> _Outcome:
        """Give the turn to the next seat; a play of the seat that left is final."""
        state, _ = super().left(state, seat)
        return (state, ()) if state.claim is not None else self._cleared(state)

    def _cleared(self, state: ValepaskaState) -> _Outcome:
        """Remove the table's cards if a ten or an ace lies on top."""
        return self.remove(changed(state, top=None)) if state.top in _CLEARING else (state, ())


VALEPASKA = Valepaska(
    name="valepaska",
    seats=range(3, 11),
    usual=ValepaskaHouse(cards_max="none", leaver="leaves_play"),
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
