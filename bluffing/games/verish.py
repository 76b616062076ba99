"""Verish' ne Verish' ("trust, don't trust"): only the next player may doubt; there are no passes.

Only the opening of Pagat's page was available (pagat.com/beating/verish.html), so the game keeps to
its text. The rules allow a game without end, except where sets of four are laid away.

House rulings where the opening is silent: sets of four may leave as soon as the pile is taken,
until the next cards are laid; in the version that names a loser, the pile of a player who went out
undoubted stays, and the next player must follow it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Literal

from bluffing.actions import Action, LayAway, Pass, Play
from bluffing.cards import Rank
from bluffing.cardstate import after, drop, moved
from bluffing.changed import changed
from bluffing.events import Took
from bluffing.game import Refused, Setup
from bluffing.house import LEAST_CARDS, House, Pack, Passing, Wild
from bluffing.message import AtSeat, Message, message, of_seats
from bluffing.options import Lesson, Preset, Rule, Topic, rule
from bluffing.stack import StackGame, StackOutcome, StackState

_SHORT = 36
"""Cards of the pack for two or three players."""


@dataclass(frozen=True, kw_only=True)
class VerishHouse(House):
    """House options in force, including the game's own."""

    cards_min: Annotated[int, LEAST_CARDS] = 1
    loser_takes: Literal["pile", "none"] = "pile"
    pack: Pack = 52
    opening_face_up: bool = False
    all_dealt: bool = False
    sets_of_four: Literal["off", "after_pick_up", "any_time"] = "after_pick_up"
    passing: Passing = field(default="no", metadata={"words": "verish.option.passing"})
    wild: Wild = "none"
    jokers: Literal[0, 2] = 0
    play_on: bool = field(default=False, metadata={"words": "verish.option.play_on"})

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, Pagat's rules first."""
        short = self.pack == _SHORT
        yield rule("verish.VE1.short-pack") if short else rule("verish.VE1", pack=self.pack)
        yield from self.tell_pack()
        yield rule("verish.VE2.all-dealt" if self.all_dealt else "verish.VE2")
        yield rule("verish.VE3", cards=self.how_many())
        passes = self.passing == "turn"
        yield rule("verish.VE4.passing" if passes else "verish.VE4", cards=self.how_many())
        yield from self.tell_wild()
        yield rule("verish.VE5", lead=message(f"verish.lead.{self.after_challenge}"))
        yield rule(f"verish.VE6.{self.sets_of_four}")
        yield rule("verish.VE7.play-on" if self.play_on else "verish.VE7")


_State = StackState[VerishHouse]


@lru_cache(maxsize=1024)
def _sets(seat: int, ranks: tuple[Rank, ...], gone: tuple[Rank, ...]) -> tuple[LayAway, ...]:
    return tuple(LayAway(seat, rank) for rank in ranks if rank not in gone)


@dataclass(frozen=True, kw_only=True)
class _Verish(StackGame[VerishHouse]):
    """Verish as a stack game: a short pack, sets of four to lay away, its own lead after doubts."""

    turn_moves = (Play, Pass, LayAway)

    def aside(self, house: VerishHouse) -> int:
        """Return 1, or 0 where the house deals all cards."""
        return 0 if house.all_dealt else super().aside(house)

    def live(self, state: _State) -> tuple[int, ...]:
        """Extend the base: the taker of the pile who may lay sets of four away may move, too."""
        seats = super().live(state)
        takers = (
            seat for seat in state.picked if seat not in seats and self._may_lay_away(state, seat)
        )
        return (*seats, *takers) if seats else ()

    def awaits(self, state: _State) -> int | None:
        """Return the taker of the pile if it may lay sets of four away before the next play."""
        takers = (seat for seat in self.live(state) if seat != state.turn)
        return next(takers, None)

    def refuse_turn(self, state: _State, seat: int) -> Message | None:
        """Extend the base: the taker of the pile may move, too."""
        return None if seat in self.live(state) else super().refuse_turn(state, seat)

    def counts(self, state: _State, seat: int) -> range:
        """Extend the base: only the seat on turn lays cards on the pile."""
        return super().counts(state, seat) if seat == state.turn else range(0)

    def refuse_play(self, state: _State, play: Play) -> Message | None:
        """Extend the base: only the seat on turn lays cards on the pile."""
        return super().refuse_turn(state, play.seat) or super().refuse_play(state, play)

    def packs(self, setup: Setup, house: VerishHouse) -> int:
        """Return one pack; the short pack is for two or three players."""
        if house.pack == _SHORT and setup.players > 3:
            raise Refused(message("verish.short-pack", game=self.title, players=setup.players))
        return super().packs(setup, house)

    def limit(self, state: _State, rank: Rank) -> int:
        """Extend the base: cards that were laid away can't face up."""
        return 0 if rank in state.laid_away else super().limit(state, rank)

    def refuse_move(self, state: _State, action: Action) -> Message | None:
        """Return the reason why a pass, or a set of four to lay away, is not legal, or None."""
        if not isinstance(action, LayAway):
            assert isinstance(action, Pass)
            return super().refuse_turn(state, action.seat) or super().refuse_move(state, action)
        seat, rank = action.seat, action.rank
        sets = state.terms.house.sets_of_four
        if sets == "off":
            return message("verish.no-sets")
        if sets == "after_pick_up" and seat not in state.picked:
            return of_seats("verish.after-a-pick-up", seat)
        if state.hands[seat] < 4:
            return message("verish.no-four", seat=AtSeat(seat), n=state.hands[seat])
        if rank not in self.ranks(state):
            return message("verish.no-such-four", rank=rank)
        if rank in state.laid_away:
            return message("verish.laid-away-already", rank=rank)
        return None

    def other_moves(self, state: _State, seat: int) -> tuple[Action, ...]:
        """Return a pass, and every rank with four cards left to lay away."""
        passes = super().other_moves(state, seat) if seat == state.turn else ()
        if not self._may_lay_away(state, seat):
            return passes
        return passes + _sets(seat, self.ranks(state), state.laid_away)

    @staticmethod
    def _may_lay_away(state: _State, seat: int) -> bool:
        sets = state.terms.house.sets_of_four
        now = seat in state.picked or (sets == "any_time" and seat == state.turn)
        return now and sets != "off" and state.hands[seat] >= 4

    def play(self, state: _State, play: Play) -> StackOutcome[VerishHouse]:
        """Extend the base: the taker of the last pile may no longer lay sets away."""
        state, events = super().play(state, play)
        return changed(state, picked=()), events

    def move(self, state: _State, action: Action) -> StackOutcome[VerishHouse]:
        """Carry out a pass, or lay away a set of four: it leaves, and perhaps its player, too."""
        if not isinstance(action, LayAway):
            return super().move(state, action)
        seat, rank = action.seat, Rank(action.rank)
        state = changed(
            state,
            hands=moved(state.hands, seat, -4),
            removed=state.removed + 4,
            laid_away=(*state.laid_away, rank),
        )
        if state.hands[seat]:
            return state, (action,)
        state, events = self.emptied(state, seat)
        return state, (action, *events)

    def take(self, state: _State, seat: int) -> tuple[_State, Took]:
        """Give the whole pile to `seat`, which may lay sets of four away until the next play."""
        state, took = super().take(state, seat)
        return changed(state, picked=(*drop(state.picked, seat), seat)), took

    def leads_anew(self, state: _State) -> StackOutcome[VerishHouse]:
        """Remove the pile unseen after all others have passed; its last player leads."""
        return self.remove(super().leads_anew(state)[0])

    def leader(self, state: _State, winner: int, taker: int) -> int:
        """Return the leader: in rotation a doubter who was right, else the next one after them."""
        if state.terms.house.after_challenge == "rotation":
            return after(state.hands, taker) if taker == state.doubter else winner
        return super().leader(state, winner, taker)


VERISH = _Verish(
    name="verish",
    seats=range(2, 7),
    races=False,
    set_aside=1,
    usual=VerishHouse(cards_max=3, leaver="leaves_play"),
    presets=(
        Preset("pagat"),
        Preset("short", (("pack", 36),)),
        Preset("loser", (("play_on", True),)),
        Preset(
            "mentiroso",
            (
                ("all_dealt", True),
                ("sets_of_four", "any_time"),
                ("wild", "twos"),
                ("play_on", True),
            ),
            title="El Mentiroso",
            language="es",
            source="juegosengrupo.com, q2a.es, xakia.com, selecciondejuegos.blogspot.com",
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("VE2",)),
        Lesson(Topic.TURN, ("VE3", "VE4")),
        Lesson(Topic.DOUBT, ("VE5",)),
        Lesson(Topic.AFTER, ("VE6",)),
        Lesson(Topic.END, ("VE7",)),
    ),
)
