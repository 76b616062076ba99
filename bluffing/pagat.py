"""Pagat's I Doubt It and Bluff as stack games: one mechanism with different defaults.

A stack that all players pass is removed unseen, a single last card may win if shown or led, and
where Force is played a doubter may ask for a card out of the hand instead of the laid card.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Literal, Self

from bluffing.actions import Action, Force, LayAway, Pass, Play, Produce, Reveal, Show
from bluffing.cards import Rank, Trait
from bluffing.cardstate import laid, moved
from bluffing.changed import changed
from bluffing.events import Forced, Produced
from bluffing.game import Phase, Refused, Setup
from bluffing.house import LEAST_CARDS, ON, Doubters, House, Pack, Sets, Wild, number
from bluffing.message import AtSeat, Message, message, of_seats
from bluffing.options import Rule, Value, rule, rules
from bluffing.stack import StackGame, StackOutcome, StackState


@dataclass(frozen=True, kw_only=True)
class PagatHouse(House):
    """House options in force, including those of Pagat's games."""

    cards_min: Annotated[int, LEAST_CARDS] = 1
    who_may_doubt: Doubters = "all"
    loser_takes: Literal["pile", "none"] = "pile"
    pack: Pack = 52
    opening_face_up: bool = False
    force: bool = False
    sets_of_four: Sets = "off"
    passing: Literal["no", "turn", "round"] = field(
        default="turn", metadata={"words": "pagat.option.passing"}
    )
    idi_passes_to_end: Literal["n", "n-1"] = "n"
    idi_hand_size: Literal["all"] | Annotated[int, range(5, 27)] = "all"
    starts: Literal["dealer_left", "random", "winner"] = "dealer_left"
    idi_one_card_lead_wins: bool = True
    idi_last_card: Literal["show_or_survive", "must_show"] = "show_or_survive"
    wild: Wild = "none"
    jokers: Literal[0, 2] = 0
    play_on: bool = False

    def given(self, options: Mapping[str, object]) -> Self:
        """Extend the base: one card on lead counts as off where it can't win face down."""
        if not {options.get(key) for key in ("play_on", "opening_face_up")}.isdisjoint(ON):
            options = {"idi_one_card_lead_wins": False, **options}
        return super().given(options)

    def clash(self) -> Message | None:
        """Refuse one card on lead in play for places: Pagat has it where the first win ends all."""
        if self.play_on and self.idi_one_card_lead_wins:
            return message("pagat.play-on-and-one-card-lead")
        if self.opening_face_up and self.idi_one_card_lead_wins:
            return message("pagat.face-up-and-one-card-lead")
        return super().clash()

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, the rules of Pagat's text first."""
        yield rule("pagat.P1.force" if self.force else "pagat.P1")
        size, jokers = self.idi_hand_size, self.jokers
        all_cards = message("pagat.deal.all")
        deal = all_cards if size == "all" else message("pagat.deal", number=number(size))
        pack = message("pagat.pack.jokers" if jokers else "pagat.pack")
        yield rule("pagat.P2", pack=pack, deal=deal)
        yield from self.tell_pack()
        yield from rules("pagat.U2") if jokers else self.tell_wild()
        yield rule("pagat.P3")
        yield from self._round()
        if self.who_may_doubt == "next":
            yield rule("pagat.P7.next")
        else:
            yield from rules("pagat.P7", "pagat.P8")
        yield rule("pagat.P9")
        yield rule("pagat.P10", leads=self.who_leads())
        if self.sets_of_four != "off":
            yield Rule("sets_of_four", self.sets_in_words())
        yield rule("pagat.U5")
        yield from self._last_card()
        if self.force:
            yield rule("pagat.F1")
            yield rule("pagat.F2", leads=self.who_leads())
            yield rule("pagat.F3")
            yield from rules("pagat.F4", "pagat.F5", "pagat.F6")

    def _round(self) -> Iterator[Rule]:
        locked, passes = self.passing == "round", self.passing != "no"
        yield rule("pagat.P4", cards=self.how_many())
        yield rule(f"rules.starts.{self.starts}")
        yield rule("pagat.P5" if passes else "pagat.P5.no-pass", cards=self.how_many())
        yield from rules("pagat.U1") if self.cards_max != 1 else ()
        yield from rules("pagat.U3") if locked else ()
        passed = message("pagat.passed.locked" if locked else "pagat.passed")
        everybody = self.idi_passes_to_end == "n"
        if passes:
            yield rule("pagat.P6.n" if everybody else "pagat.P6", passed=passed)
        yield rule("pagat.P11")

    def _last_card(self) -> Iterator[Rule]:
        wins = message("pagat.wins.play-on" if self.play_on else "pagat.wins")
        yield rule(
            "pagat.idi_one_card_lead_wins.on"
            if self.idi_one_card_lead_wins
            else "pagat.idi_one_card_lead_wins"
        )
        must_show = self.idi_last_card == "must_show"
        down = message("pagat.down.must-show") if must_show else message("pagat.down", wins=wins)
        yield rule("pagat.P12", wins=wins, down=down)
        yield from rules("pagat.U4", "pagat.P13") if self.play_on else rules("pagat.P14")


_State = StackState[PagatHouse]

_ANSWERS = tuple(map(Produce, (None, *Rank)))
"""Every possible answer of a forced seat."""


@cache
def _shows(seat: int, ranks: tuple[Trait, ...]) -> tuple[Show, ...]:
    return tuple(Show(seat, (rank,)) for rank in ranks)


@dataclass(frozen=True, kw_only=True)
class PagatGame(StackGame[PagatHouse]):
    """I Doubt It or Bluff as a `game.Ruleset`."""

    turn_moves = (Play, Pass, Show, LayAway)

    # --- the start -----------------------------------------------------------------------------

    def fitted(self, players: int, options: Mapping[str, Value]) -> dict[str, Value]:
        """Return `options`, for two players with Force."""
        return {**options, "force": True} if players == 2 else dict(options)

    def packs(self, setup: Setup, house: PagatHouse) -> int:
        """Return one pack; two players need Force."""
        if setup.players == 2 and not house.force:
            raise Refused(message("pagat.two-need-force", game=self.title))
        return super().packs(setup, house)

    def hands(self, setup: Setup, packs: int, house: PagatHouse) -> tuple[int, ...]:
        """Return an equal number of cards for each seat; the rest stays aside."""
        most = len(house.deck(packs)) // setup.players
        each = most if house.idi_hand_size == "all" else house.idi_hand_size
        if each > most:
            given = {"size": each, "players": setup.players, "n": most}
            raise Refused(message("pagat.hand-too-large", game=self.title, **given))
        return (each,) * setup.players

    # --- what is legal -----------------------------------------------------------------------

    def refuse_move(self, state: _State, action: Action) -> Message | None:
        """Return the reason why a pass, or a show of the last card, is not legal, or None."""
        if not isinstance(action, Show):
            return super().refuse_move(state, action)
        seat, ranks, required = action.seat, action.ranks, state.required
        if state.hands[seat] != 1 or len(ranks) != 1:
            return message("pagat.one-card-to-show", seat=AtSeat(seat), cards=state.hands[seat])
        if required is None:
            return of_seats("pagat.nothing-to-match", seat)
        if not self.fits(state, ranks[0], required):
            return message("pagat.shows-another", seat=AtSeat(seat), shown=ranks[0], rank=required)
        return None

    def refuse_other(self, state: _State, action: Action) -> Message | None:
        """Return the reason why Force, or its answer, is not legal, or None."""
        match action:
            case Force() if not state.terms.house.force:
                return message("pagat.no-force")
            case Force(seat):
                claim, why = state.claim, self.refuse_doubt(state, seat)
                if why is None and claim is not None and not state.hands[claim.seat]:
                    return of_seats("pagat.force-no-use", claim.seat)
                return why
            case Produce() if state.phase is not Phase.PRODUCE:
                return message("pagat.nobody-forced")
            case Produce(rank):
                known = rank is None or rank in tuple(Rank)
                return None if known else message("pagat.no-such-rank", given=str(rank))
            case _:
                return super().refuse_other(state, action)

    def refuse_doubt(self, state: _State, seat: int) -> Message | None:
        """Return the reason why `seat` can't doubt, or None; the rules alone may turn cards up."""
        claim = state.claim
        if claim is not None and state.doubter is None and state.must_show:
            return of_seats("pagat.must-show", claim.seat)
        return super().refuse_doubt(state, seat)

    def refuse_reveal(self, state: _State, reveal: Reveal) -> Message | None:
        """Return the reason why the turned-up cards can't be the newest play, or None."""
        if state.forced:
            return message("pagat.forced-not-doubted")
        return super().refuse_reveal(state, reveal)

    def answers(self, state: _State) -> tuple[Action, ...]:
        """Return any card, or none: a card that does not fit counts as none."""
        return _ANSWERS if state.phase is Phase.PRODUCE else ()

    def other_moves(self, state: _State, seat: int) -> tuple[Action, ...]:
        """Return a pass, and a show of the last card, which is of the rank that was led."""
        led, passes = state.required, super().other_moves(state, seat)
        if led is None or state.hands[seat] != 1:
            return passes
        fitting = tuple(rank for rank in Rank if self.fits(state, rank, led))
        return passes + _shows(seat, fitting)

    def other_doubts(self, state: _State) -> tuple[Action, ...]:
        """Return Force of each seat that may doubt."""
        if not state.terms.house.force:
            return ()
        forces = map(Force, self.tie_order(state))
        return tuple(force for force in forces if self.refusal(state, force) is None)

    # --- what follows ------------------------------------------------------------------------

    def on_lead(self, state: _State) -> StackOutcome[PagatHouse]:
        """Let a player on lead with one card win; the card stays face down."""
        state, events = super().on_lead(state)
        if state.hands[state.turn] == 1 and state.terms.house.idi_one_card_lead_wins:
            return self.emptied(state, state.turn)
        return state, events

    def move(self, state: _State, action: Action) -> StackOutcome[PagatHouse]:
        """Carry out a pass, a show of a last card, Force or its answer."""
        match action:
            case Show():
                return self._show(state, action)
            case Force():
                assert state.claim is not None
                forced = changed(state, doubter=action.seat, forced=True)
                return forced, (Forced(action.seat, state.claim.seat),)
            case Produce():
                return self._produce(state, action.rank)
            case _:
                return super().move(state, action)

    def _show(self, state: _State, show: Show) -> StackOutcome[PagatHouse]:
        """Let the card in the hand win; where players play on, the card is removed."""
        seat = show.seat
        if state.terms.house.play_on:
            hands = moved(state.hands, seat, -1)
            state = changed(state, hands=hands, removed=state.removed + 1)
        state, events = self.emptied(state, seat)
        return state, (show, *events)

    def _produce(self, state: _State, rank: Trait | None) -> StackOutcome[PagatHouse]:
        """Judge the produced card: one that does not fit goes back to the hand, counted as none."""
        claim, doubter = state.claim, state.doubter
        assert claim is not None
        assert doubter is not None
        met = rank is not None and self.fits(state, rank, claim.rank)
        produced = Produced(claim.seat, doubter, rank if met else None)
        return self.judged(laid(state, claim.seat, 1) if met else state, met, produced)

    def leads_anew(self, state: _State) -> StackOutcome[PagatHouse]:
        """Remove the stack unseen after all have passed; its last player leads."""
        led, _ = super().leads_anew(state)
        return self.remove(changed(led, claim=None))

    def went_out(self, state: _State, seat: int) -> StackOutcome[PagatHouse]:
        """Let the others play on; remove the stack when its last player goes out undoubted."""
        if state.required is None:
            return super().went_out(state, seat)
        if state.last == seat:
            return self.leads_anew(state)
        state, _ = super().went_out(state, seat)
        return self.leads_anew(state) if self.all_passed(state) else (state, ())
