"""The games in which the rank to claim follows a fixed sequence, one seat after the other.

Bicycle's and CatsAtCards' I Doubt It and Bullshit are one mechanism with a few values set
differently, so the mechanism stands here once; each game's own file declares its values, and what
its own options mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from appliance.message import AtSeat, Message, message
from appliance.rules.actions import Play
from appliance.rules.cardgame import CardGame
from appliance.rules.cards import RANKS, Rank
from appliance.rules.cardstate import CardState, after, moved, ranked
from appliance.rules.changed import changed
from appliance.rules.events import Paid, Played
from appliance.rules.game import Outcome, Refused, Setup
from appliance.rules.house import SequenceHouse

SequenceH = TypeVar("SequenceH", bound=SequenceHouse)


@lru_cache(maxsize=1024, typed=True)
def _must_claim(seat: int, rank: Rank | None, given: Rank | None) -> Message:
    return message("sequence.must-claim", seat=AtSeat(seat), rank=ranked(rank), given=ranked(given))


@dataclass(frozen=True, kw_only=True)
class SequenceGame(CardGame[CardState[SequenceH], SequenceH], Generic[SequenceH]):
    """One sequence game as a `game.Ruleset`.

    Where `packs_by_choice` is given, a host may ask for up to so many packs.
    """

    packs_by_choice: int = 0

    def start(self, setup: Setup, options: Mapping[str, object]) -> CardState[SequenceH]:
        """A new game; without `setup.hands` all cards are dealt from the dealer's left."""
        terms, hands, lead = self.opening(setup, options)
        return CardState(terms, lead, Rank.ACE, hands, (0,) * len(hands))

    def packs(self, setup: Setup, house: SequenceH) -> int:
        """The usual number, or the host's choice."""
        usual = house.packs(setup.players)
        packs = usual if setup.packs is None else setup.packs
        most = self.packs_by_choice
        if packs not in (range(1, most + 1) if most else range(usual, usual + 1)):
            code = "sequence.packs-from-to" if most else "sequence.packs"
            raise Refused(
                message(code, game=self.title, players=setup.players, packs=most or usual)
            )
        return packs

    def wrong_rank(self, state: CardState[SequenceH], play: Play) -> Message:
        """Only the rank that the sequence asks for."""
        return _must_claim(play.seat, state.required, play.rank)

    def play(self, state: CardState[SequenceH], play: Play) -> Outcome[CardState[SequenceH]]:
        """The cards lie on the table; the next seat, the next rank."""
        seat, count, rank = state.turn, play.count, state.required
        assert rank is not None
        hands, played = moved(state.hands, seat, -count), Played(seat, count, rank)
        state = CardState(
            state.terms,
            after(state.hands, seat),
            RANKS[(RANKS.index(rank) + state.terms.house.step()) % len(RANKS)],
            hands,
            moved(state.heaps, seat, count),
            played if count else None,
            None,
            True,  # noqa: FBT003 - begun; by place, because most time goes into making this
            state.removed,
            state.stock,
            state.gone,
        )
        return state, (played, *state.last_cards(seat))

    def resume(self, state: CardState[SequenceH], truth: bool) -> Outcome[CardState[SequenceH]]:
        """By house option; as the books have it nothing changes in order or rank."""
        claim, doubter, house = state.claim, state.doubter, state.terms.house
        assert claim is not None
        assert doubter is not None
        winner, taker = (claim.seat, doubter) if truth else (doubter, claim.seat)
        lead = self.leader(state, winner, taker)
        ranks = {"repeat": claim.rank, "restart_ace": Rank.ACE}
        rank = ranks.get(house.rank_after_challenge, state.required)
        return changed(state, turn=lead, required=rank, claim=None, doubter=None), ()

    def emptied(self, state: CardState[SequenceH], seat: int) -> Outcome[CardState[SequenceH]]:
        """The winner is paid where points are played."""
        won, events = super().emptied(state, seat)
        paid = (Paid(seat, won.hands),) if state.terms.house.points else ()
        return won, (*events, *paid)
