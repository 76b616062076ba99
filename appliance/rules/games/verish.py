"""Verish' ne Verish' ("trust, don't trust"): only the next player may doubt, and nobody passes.

Only the opening of Pagat's page was at hand (pagat.com/beating/verish.html), so the game keeps
to what stands there. By its rules it can go round for ever, except where sets of four are laid
away.

House rulings where the opening is silent: a player lays sets of four away on his first turn
after a pick-up, before he plays; in the version that names a loser, the pile of a
player who went out undoubted stays, and the next player must follow it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from appliance.message import AtSeat, Message, message
from appliance.rules.actions import Action, LayAway
from appliance.rules.cards import RANKS, Card, Rank
from appliance.rules.cardstate import after, moved
from appliance.rules.events import LaidAway, Took
from appliance.rules.game import Refused, Rule, Setup
from appliance.rules.house import House, card_options
from appliance.rules.options import Option, Preset
from appliance.rules.stack import Outcome, StackGame
from appliance.rules.stack_state import StackState
from appliance.rules.words import how_many, shared_words

_SHORT = (Rank.ACE, *RANKS[RANKS.index(Rank.SIX) :])


@dataclass(frozen=True, kw_only=True)
class _Verish(StackGame):
    """What the game adds: a short pack, sets of four laid away, and who leads after a doubt."""

    def packs(self, setup: Setup, house: House) -> int:
        """One; the short pack is for two or three.

        Raises:
            Refused: another number of packs, or a short pack for more players.
        """
        if house.short_pack and setup.players > 3:
            raise Refused(message("verish.short-pack", game=self.title, players=setup.players))
        return super().packs(setup, house)

    def cards(self, packs: int, house: House) -> tuple[Card, ...]:
        """Every card, or those from six to ace."""
        every = super().cards(packs, house)
        return tuple(card for card in every if card.rank in _SHORT) if house.short_pack else every

    def ranks(self, state: StackState) -> tuple[Rank, ...]:
        """The ranks in the pack."""
        return _SHORT if state.terms.house.short_pack else RANKS

    def limit(self, state: StackState, rank: Rank) -> int:
        """As the base has it, but what was laid away can't face up."""
        return 0 if rank in state.laid_away else super().limit(state, rank)

    def refuse_move(self, state: StackState, action: Action) -> Message | None:
        """Sets of four laid away."""
        if isinstance(action, LayAway):
            return self.waits(state) or self._refuse_lay_away(state, action)
        return super().refuse_move(state, action)

    def _refuse_lay_away(self, state: StackState, laid: LayAway) -> Message | None:
        seat, rank = laid.seat, laid.rank
        why = self.refuse_turn(state, seat)
        if why is not None:
            return why
        if seat not in state.picked:
            return message("verish.after-a-pick-up", seat=AtSeat(seat))
        if state.hands[seat] < 4:
            return message("verish.no-four", seat=AtSeat(seat), n=state.hands[seat])
        if rank not in self.ranks(state):
            return message("verish.no-such-four", rank=rank)
        if rank in state.laid_away:
            return message("verish.laid-away-already", rank=rank)
        return None

    def moves(self, state: StackState) -> Iterator[Action]:
        """Every legal play, and every rank that can be laid away."""
        yield from super().moves(state)
        for seat in self.live(state):
            sets = (LayAway(seat, rank) for rank in self.ranks(state))
            yield from (one for one in sets if self._refuse_lay_away(state, one) is None)

    def move(self, state: StackState, action: Action) -> Outcome:
        """Sets of four laid away: they leave the game, and perhaps the player does."""
        if not isinstance(action, LayAway):
            return super().move(state, action)
        seat, rank = action.seat, Rank(action.rank)
        state = replace(
            state,
            hands=moved(state.hands, seat, -4),
            removed=state.removed + 4,
            laid_away=(*state.laid_away, rank),
        )
        laid = LaidAway(seat, rank)
        if state.hands[seat]:
            return state, (laid,)
        state, events = self.emptied(state, seat)
        return state, (laid, *events)

    def take(self, state: StackState, seat: int) -> tuple[StackState, Took]:
        """The whole pile; on his next turn the player may lay sets of four away."""
        state, took = super().take(state, seat)
        others = tuple(other for other in state.picked if other != seat)
        return replace(state, picked=(*others, seat)), took

    def rotation(self, state: StackState, taker: int) -> int:
        """The next after who took the cards: the doubter himself if he was right."""
        return after(state, taker)


def _words(house: House) -> Iterator[Rule]:
    cards = how_many(house)
    if house.short_pack:
        yield Rule("VE1", "2 or 3 players, 36 cards, from six to ace.")
    else:
        yield Rule("VE1", "2 to 6 players, 52 cards.")
    yield Rule(
        "VE2",
        "One card is put away unseen, the others are dealt singly; who gets the first plays first.",
    )
    yield Rule("VE3", f"The leader lays {cards} face down and names a rank.")
    yield Rule(
        "VE4",
        f"Only the next player answers: he doubts and turns the cards up, or lays {cards} as the "
        "same rank. Nobody passes.",
    )
    lead = {
        "rotation": "If the cards are false, the doubter leads; if they are true, the next after "
        "him does.",
        "winner_leads": "House ruling: who was right leads.",
        "taker_leads": "House ruling: who took the cards leads.",
    }[house.after_challenge]
    yield Rule(
        "VE5", f"If the cards are false, their player takes all; else the doubter does. {lead}"
    )
    yield Rule(
        "VE6",
        "After a pick-up a player may lay away sets of four, shown. House ruling: on his next "
        "turn, before he plays.",
    )
    if house.play_on:
        yield Rule(
            "VE7",
            "Who is rid of all cards is out; the last with cards loses, and four of a kind must "
            "be laid away. House ruling: if nobody doubts last cards, they stay, and the next "
            "player follows them.",
        )
    else:
        yield Rule("VE7", "Who is rid of all cards wins, unless the last ones are found false.")
    yield from shared_words(house, races=False)


VERISH = _Verish(
    name="verish",
    title="Verish' ne Verish'",
    summary="The leader names the rank; the next player adds to it or doubts, nobody else.",
    seats=range(2, 7),
    races=False,
    passes="never",
    set_aside=1,
    options=(
        *card_options(
            tie_rule="player_left", after_challenge="rotation", max_cards=3, leaver="leaves_play"
        ),
        Option(
            "short_pack",
            default=False,
            allowed=(True, False),
            says="36 cards, from six to ace, for two or three players.",
            source="Pagat: 52 cards, or 36 for two or three players.",
        ),
        Option(
            "play_on",
            default=False,
            allowed=(True, False),
            says="The others play on, and the last to hold cards loses.",
            source="Pagat: a published version that names a loser.",
        ),
    ),
    presets=(
        Preset("pagat", "As Pagat has it."),
        Preset("short", "36 cards, for two or three players.", (("short_pack", True),)),
        Preset("loser", "The last to hold cards loses.", (("play_on", True),)),
    ),
    tell=_words,
)
