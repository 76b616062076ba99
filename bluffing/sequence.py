"""Games in which the claimed rank follows a fixed sequence, one seat after the other.

Bicycle's and CatsAtCards' I Doubt It and Bullshit are one mechanism with a few different values, so
this module has the mechanism once; each game's own file declares its values and the meaning of its
own options.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Generic, TypeAlias, TypeVar, Unpack

from bluffing.actions import Action, Pass, Play, TurnMove
from bluffing.cardgame import CardGame
from bluffing.cardlegality import passing
from bluffing.cards import Rank, Trait
from bluffing.cardstate import Before, CardState, after, moved, ranked
from bluffing.changed import changed
from bluffing.events import Paid, Played
from bluffing.game import Middle, Outcome, Refused, Setup
from bluffing.house import SequenceHouse
from bluffing.message import AtSeat, Message, any_of, message, of_seats

SequenceH = TypeVar("SequenceH", bound=SequenceHouse)
SequenceH_co = TypeVar("SequenceH_co", bound=SequenceHouse, covariant=True)


@dataclass(frozen=True, slots=True)
class SequenceState(CardState[SequenceH_co], Generic[SequenceH_co]):
    """One moment of a sequence game.

    `choice` holds the ranks that the next play may claim where the player chooses; then `required`
    is None.
    """

    choice: tuple[Trait, ...] = ()


@lru_cache(maxsize=1024, typed=True)
def _must_claim(seat: int, rank: Trait | None, given: Trait | None) -> Message:
    return message("sequence.must-claim", seat=AtSeat(seat), rank=ranked(rank), given=ranked(given))


@lru_cache(maxsize=1024)
def _stepped(ranks: tuple[Rank, ...], rank: Trait, step: int) -> Rank:
    """Return the rank `step` places further in the sequence, which is a circle."""
    return ranks[(ranks.index(rank) + step) % len(ranks)]


SequenceOutcome: TypeAlias = Outcome[SequenceState[SequenceH]]


@lru_cache(maxsize=1024, typed=True)
def _may_claim(seat: int, ranks: tuple[Trait, ...], given: Trait | None) -> Message:
    return message(
        "sequence.may-claim", seat=AtSeat(seat), ranks=any_of(ranks), given=ranked(given)
    )


@dataclass(frozen=True, kw_only=True)
class SequenceGame(CardGame[SequenceState[SequenceH], SequenceH], Generic[SequenceH]):
    """One sequence game as a `game.Ruleset`.

    Where `packs_by_choice` is given, a host may ask for up to that many packs.
    """

    turn_moves: ClassVar[tuple[type[TurnMove], ...]] = (Play, Pass)
    packs_by_choice: int = 0

    def start(self, setup: Setup, options: Mapping[str, object]) -> SequenceState[SequenceH]:
        """Start a new game; without `setup.hands` all cards are dealt from the dealer's left."""
        terms, hands, lead = self.opening(setup, options)
        chosen = terms.house.first_claim == "leader"
        required, choice = (None, terms.house.ranks) if chosen else (Rank.ACE, ())
        return SequenceState(terms, lead, required, hands, (0,) * len(hands), choice=choice)

    def packs(self, setup: Setup, house: SequenceH) -> int:
        """Return the usual number of packs, or the host's choice."""
        usual = house.packs(setup.players)
        packs = usual if setup.packs is None else setup.packs
        most = self.packs_by_choice
        if packs not in (range(1, most + 1) if most else range(usual, usual + 1)):
            code = "sequence.packs-from-to" if most else "sequence.packs"
            raise Refused(
                message(code, game=self.title, players=setup.players, packs=most or usual)
            )
        return packs

    def midgame(
        self, state: SequenceState[SequenceH], **given: Unpack[Middle]
    ) -> SequenceState[SequenceH]:
        """Extend the base: a given rank is the only choice."""
        choice = state.choice if given.get("rank") is None else ()
        return super().midgame(changed(state, choice=choice), **given)

    def live(self, state: SequenceState[SequenceH]) -> tuple[int, ...]:
        """Extend the base: where an ace begins, every seat may hold it."""
        return state.playing if self._awaits_ace(state) else super().live(state)

    def refuse_turn(self, state: SequenceState[SequenceH], move: TurnMove) -> Message | None:
        """Extend the base: where an ace begins, every seat may lay it."""
        if self._awaits_ace(state):
            return state.absent(move.seat)
        return super().refuse_turn(state, move)

    def passes(self, state: SequenceState[SequenceH]) -> bool:
        """Extend the base: there are no passes before an ace that begins."""
        return super().passes(state) and not self._awaits_ace(state)

    @staticmethod
    def _awaits_ace(state: SequenceState[SequenceH]) -> bool:
        return state.terms.house.starts_with_ace and not state.begun and not state.over

    def claims(self, state: SequenceState[SequenceH]) -> tuple[Trait | None, ...]:
        """Return the rank that the sequence requires, or the ranks that the player chooses from."""
        return state.choice or (None, state.required)

    def wrong_rank(self, state: SequenceState[SequenceH], play: Play) -> Message:
        """Return the reason why the rank is wrong: it must be one that the sequence allows."""
        if state.choice:
            return _may_claim(play.seat, state.choice, play.rank)
        return _must_claim(play.seat, state.required, play.rank)

    def play(self, state: SequenceState[SequenceH], play: Play) -> SequenceOutcome[SequenceH]:
        """Lay the cards on the table; the next seat claims the next rank."""
        seat, count, rank = play.seat, play.count, state.required or Rank(str(play.rank))
        hands, played = moved(state.hands, seat, -count), Played(seat, count, rank)
        open_to_all = state.opens_face_up
        doubtful = count > 0 and not open_to_all
        before = Before(state.turn, state.required, state.begun, state.choice)
        state = changed(
            self._goes_on(state, rank),
            turn=after(state.hands, seat),
            hands=hands,
            heaps=moved(state.heaps, seat, count),
            claim=played if doubtful else None,
            begun=True,
            counted=None,
            before=before if doubtful else None,
        )
        if open_to_all and not hands[seat]:
            state, news = self.emptied(state, seat)
            return state, (played, *news)
        return state, (played, *state.last_cards(seat))

    @staticmethod
    def _goes_on(state: SequenceState[SequenceH], rank: Trait) -> SequenceState[SequenceH]:
        """Return `state` with the ranks that may be claimed after `rank`."""
        house = state.terms.house
        ahead = _stepped(house.ranks, rank, house.step())
        back = _stepped(house.ranks, rank, -house.step())
        choices = {
            "up_or_down": (ahead, back),
            "same_or_next": (back, rank, ahead),
            "free": house.ranks,
        }
        choice = choices.get(house.next_claim, ())
        return changed(state, required=None if choice else ahead, choice=choice)

    def refuse_move(self, state: SequenceState[SequenceH], action: Action) -> Message | None:
        """Return the reason why a pass is not legal, or None."""
        assert isinstance(action, Pass)
        return None if self.passes(state) else of_seats("rules.nobody-passes", action.seat)

    def other_moves(self, state: SequenceState[SequenceH], seat: int) -> tuple[Action, ...]:
        """Return a pass where the house has it."""
        return passing(seat) if self.passes(state) else ()

    def move(self, state: SequenceState[SequenceH], action: Action) -> SequenceOutcome[SequenceH]:
        """Carry out a pass: the sequence moves on, and the newest play stays open."""
        assert isinstance(action, Pass)
        if state.required is not None:
            state = self._goes_on(state, state.required)
        return changed(state, turn=after(state.hands, action.seat)), (action,)

    def taken_back(self, state: SequenceState[SequenceH]) -> SequenceState[SequenceH]:
        """Extend the base: the player chooses from the same ranks once more."""
        assert state.before is not None
        return changed(super().taken_back(state), choice=state.before.choice)

    def resume(self, state: SequenceState[SequenceH], truth: bool) -> SequenceOutcome[SequenceH]:
        """Set leader and rank by house option; in the books' rules neither changes."""
        claim, doubter, house = state.claim, state.doubter, state.terms.house
        assert claim is not None
        assert doubter is not None
        winner, taker = (claim.seat, doubter) if truth else (doubter, claim.seat)
        lead = self.leader(state, winner, taker)
        ranks = {"repeat": claim.rank, "restart_ace": Rank.ACE}
        rank = ranks.get(house.rank_after_challenge)
        state = changed(state, turn=lead, claim=None, doubter=None)
        if house.rank_after_challenge == "free":
            return changed(state, required=None, choice=house.ranks), ()
        return (state if rank is None else changed(state, required=rank, choice=())), ()

    def emptied(self, state: SequenceState[SequenceH], seat: int) -> SequenceOutcome[SequenceH]:
        """Extend the base: the winner is paid where points are played."""
        won, events = super().emptied(state, seat)
        paid = (Paid(seat, won.hands),) if state.terms.house.points else ()
        return won, (*events, *paid)
