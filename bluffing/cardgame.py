"""Rules that all games with cards share: the deal, doubts, reveals, last cards and procedures.

A family of games extends `CardGame` by its own rules: how cards may be laid, whose turn follows,
and who leads after a doubt.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, Unpack

from bluffing import actions, events, procedures
from bluffing.actions import Action, Doubt, Play, Reveal
from bluffing.cardlegality import CardLegality
from bluffing.cards import Card, Trait
from bluffing.cardstate import CardStateT, Terms, after, laid, moved
from bluffing.changed import changed
from bluffing.game import Middle, Outcome, Refused, Setup, Timing
from bluffing.house import H
from bluffing.message import in_a_row, message
from bluffing.options import Rule


@dataclass(frozen=True, kw_only=True)
class CardGame(CardLegality[CardStateT], Generic[CardStateT, H]):
    """Base of every game with cards, as a `game.Ruleset`; a family adds its own rules.

    `set_aside` is the number of cards that are not dealt.
    """

    usual: H
    set_aside: int = 0
    middle: ClassVar[tuple[str, ...]] = ("turn", "rank", "table", "removed")

    def explain(self, options: Mapping[str, object]) -> tuple[Rule, ...]:
        """Return the game's own rules, then the rules that it shares with the other games."""
        house = self.usual.given(options)
        races = self.races_by(options)
        return (*house.tell(), *house.shared(races=races, heaps=self.heaps))

    def races_in(self, state: CardStateT) -> bool:
        """Return True unless the game or the house leaves doubts to the seat on turn."""
        return self.races and state.terms.house.who_may_doubt == "all"

    def races_by(self, options: Mapping[str, object]) -> bool:
        """Return True unless the game or the house leaves doubts to the seat on turn."""
        return self.races and self.usual.given(options).who_may_doubt == "all"

    # --- the start ---------------------------------------------------------------------------

    def opening(
        self, setup: Setup, options: Mapping[str, object]
    ) -> tuple[Terms[H], tuple[int, ...], int]:
        """Return the terms of a new game, the hands, and the seat that leads.

        Raises:
            Refused: when the set-up or an option is not legal.
        """
        house = self.agreed(self.usual, setup, options)
        players, dealer = setup.players, setup.dealer
        if players not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            given = {"least": least, "most": most, "players": players}
            raise Refused(message("rules.players", game=self.title, **given))
        if setup.points is not None:
            raise Refused(message("rules.no-points", game=self.title))
        if dealer not in range(players):
            raise Refused(message("rules.no-seat-to-deal", number=dealer, last=players - 1))
        if setup.lead is not None and setup.lead not in range(players):
            raise Refused(message("rules.no-seat-to-lead", number=setup.lead, last=players - 1))
        packs = self.packs(setup, house)
        cap = house.cards_max if isinstance(house.cards_max, int) else None
        if house.cards_max == "4 x packs":
            cap = 4 * packs
        hands = self.hands(setup, packs, house) if setup.hands is None else tuple(setup.hands)
        if len(hands) != players or any(hand < 1 for hand in hands):
            held = ", ".join(map(str, hands))
            raise Refused(message("rules.a-hand-each", players=players, hands=held))
        cards = len(house.deck(packs)) - self.aside(house)
        if sum(hands) > cards:
            raise Refused(message("rules.more-than-the-pack", dealt=sum(hands), n=cards))
        lead = (dealer + 1) % players if setup.lead is None else setup.lead
        return Terms(dealer, packs, cap, house), hands, lead

    def packs(self, setup: Setup, house: H) -> int:
        """Return the number of packs that `setup` asks for, or that the rules take.

        Raises:
            Refused: the rules don't allow that many.
        """
        if setup.packs not in (None, 1):
            raise Refused(message("rules.one-pack", game=self.title, packs=str(setup.packs)))
        return 1

    def aside(self, _house: H) -> int:
        """Return the number of cards that are not dealt."""
        return self.set_aside

    def ranks(self, state: CardStateT) -> tuple[Trait, ...]:
        """Return the ranks that can be claimed."""
        return state.terms.house.ranks

    def deck(self, state: CardStateT) -> tuple[Card, ...]:
        """Return every card of the game."""
        return state.terms.house.deck(state.terms.packs)

    def hands(self, setup: Setup, packs: int, house: H) -> tuple[int, ...]:
        """Deal all cards one at a time from the dealer's left; return each seat's number."""
        dealt, first = len(house.deck(packs)) - self.aside(house), setup.dealer + 1
        each, extra = divmod(dealt, setup.players)
        return tuple(
            each + ((seat - first) % setup.players < extra) for seat in range(setup.players)
        )

    def timing(self, state: CardStateT) -> Timing:
        """Return the waiting rules in force."""
        house = state.terms.house
        return Timing(
            house.tie_window_ms,
            house.min_hold_ms,
            house.last_card_window_ms,
            house.withdraw_ms,
            None if house.game_minutes == "none" else 60_000 * house.game_minutes,
            None if house.game_rounds == "none" else house.game_rounds * len(state.hands),
        )

    def midgame(self, state: CardStateT, **given: Unpack[Middle]) -> CardStateT:
        """Set `state` in the middle of a game; the table's cards count as the previous seat's."""
        assert given.keys() <= {*self.middle}
        seats, turn = len(state.hands), given.get("turn", state.turn)
        rank = given.get("rank") or state.required
        table, removed = given.get("table", 0), given.get("removed", 0)
        if turn not in range(seats):
            raise Refused(state.no_seat(turn))
        ranks = self.ranks(state)
        if rank is not None and rank not in ranks:
            raise Refused(message("rules.not-to-claim", rank=rank, ranks=in_a_row(ranks)))
        if table < 0:
            raise Refused(message("rules.too-few-on-the-table", cards=table))
        if removed < 0:
            raise Refused(message("rules.too-few-removed", cards=removed))
        heaps = moved((0,) * seats, (turn - 1) % seats, table)
        return changed(state, turn=turn, required=rank, heaps=heaps, removed=removed, begun=True)

    # --- what follows ------------------------------------------------------------------------

    def carry_out(self, state: CardStateT, action: Action) -> Outcome[CardStateT]:
        """Return the state after `action`, a legal one, and its events."""
        state, news = self._carried(state, action)
        if state.claim is None and state.before is not None:
            state = changed(state, counted=None, before=None)
        return state, news

    def _carried(self, state: CardStateT, action: Action) -> Outcome[CardStateT]:
        match action:
            case Play():
                return self.play(state, action)
            case _ if isinstance(action, self.turn_moves):
                return self.move(state, action)
            case Doubt(seat):
                assert state.claim is not None
                return changed(state, doubter=seat), (events.Doubted(seat, state.claim.seat),)
            case Reveal():
                return self._reveal(state, action.ranks)
            case actions.LetStand():
                assert state.claim is not None
                return self.emptied(state, state.claim.seat)
            case actions.TimeUp():
                return self._time_up(state)
            case actions.Void():
                return self.void(state)
            case _:
                return self._proceed(state, action)

    def _proceed(self, state: CardStateT, action: Action) -> Outcome[CardStateT]:
        match action:
            case actions.Correct(count):
                return procedures.correct(state, count)
            case actions.Withdraw():
                assert state.doubter is not None
                withdrawn = events.Withdrawn(state.doubter)
                return changed(state, doubter=None, forced=False, believed=False), (withdrawn,)
            case actions.Settle(truth):
                return self.stands(state) if truth is None else self._verdict(state, truth, ())
            case actions.Adjust():
                return self._counted(state, *procedures.adjust(state, action))
            case actions.Audit():
                return self._counted(state, *procedures.audit(state, action))
            case actions.Leave(seat):
                return self._leave(state, seat)
            case _:
                return self.move(state, action)

    def play(self, state: CardStateT, play: Play) -> Outcome[CardStateT]:
        """Return the state after a legal play, and its events."""
        raise NotImplementedError

    def move(self, state: CardStateT, action: Action) -> Outcome[CardStateT]:
        """Return the state after a legal action that only some games know, and its events."""
        raise NotImplementedError

    def truth(self, state: CardStateT, ranks: tuple[Trait, ...]) -> bool:
        """Return True if cards of these ranks are as the newest play claimed."""
        claim = state.claim
        assert claim is not None
        if len(ranks) != claim.count and state.terms.house.count_mismatch == "lie":
            return False
        return all(self.fits(state, rank, claim.rank) for rank in dict.fromkeys(ranks))

    def refutes(self, state: CardStateT, ranks: tuple[Trait, ...]) -> bool:
        """Return True if a card is wrong, or if there are too many and the house calls that a lie.

        The number of all cards need not be known: a liar takes them back. A player who believed
        takes them from the liar, so they are counted there.
        """
        claim = state.claim
        if claim is None or state.believed or self.refusal(state, Reveal(ranks)) is not None:
            return False
        if len(ranks) > claim.count and state.terms.house.count_mismatch == "lie":
            return True
        return not all(self.fits(state, rank, claim.rank) for rank in dict.fromkeys(ranks))

    def fits(self, state: CardStateT, rank: Trait, claimed: Trait) -> bool:
        """Return True if a card of `rank` is of the `claimed` rank, or wild."""
        wild = state.terms.house.wild_rank
        return rank == claimed or (wild is not None and rank == wild)

    def _reveal(self, state: CardStateT, ranks: tuple[Trait, ...]) -> Outcome[CardStateT]:
        """Judge the newest play by its cards, and correct the counts to the number that faces up.

        A count of all cards since the play has already corrected them.
        """
        claim = state.claim
        assert claim is not None
        wrong = 0 if state.counted is not None else len(ranks) - claim.count
        truth = self.truth(state, ranks)
        return self._verdict(laid(state, claim.seat, wrong) if wrong else state, truth, ranks)

    def _verdict(
        self, state: CardStateT, truth: bool, ranks: tuple[Trait, ...]
    ) -> Outcome[CardStateT]:
        assert state.claim is not None
        doubter = None if state.believed else state.doubter
        verdict = events.Verdict(state.claim.seat, doubter, truth, ranks)
        return self.judged(state, truth, verdict)

    def judged(self, state: CardStateT, truth: bool, verdict: events.Event) -> Outcome[CardStateT]:
        """Carry out the verdict: the table's taker, the leader, and a claimant out of cards."""
        claim = state.claim
        assert claim is not None
        taker = state.doubter if truth else claim.seat
        emptied = truth and not state.hands[claim.seat]
        news: tuple[events.Event, ...] = (verdict,)
        if taker is not None:
            owed = () if state.doubter is None else self._owed(state, taker, verdict)
            if not (emptied and not state.terms.house.doubter_takes_final_pile):
                state, more = self._given_up(state, taker)
                news = (*news, *more)
            news = (*news, *owed)
        state, more = self.resume(state, truth)
        state, out = self.emptied(state, claim.seat) if emptied else (state, ())
        return state, (*news, *more, *out)

    @staticmethod
    def _owed(state: CardStateT, loser: int, verdict: events.Event) -> tuple[events.Owes, ...]:
        """Return the forfeits of the `loser` of a doubt by house option; the cards still lie."""
        turned_up = verdict.ranks if isinstance(verdict, events.Verdict) else ()
        forfeits = {
            "off": 0,
            "one": 1,
            "newest": len(turned_up) or state.lying,
            "pile": sum(state.heaps),
        }[state.terms.house.forfeit]
        return (events.Owes(loser, forfeits),) if forfeits else ()

    def _given_up(self, state: CardStateT, loser: int) -> Outcome[CardStateT]:
        """Give the table to the `loser` of a doubt; by house option it leaves the game instead.

        A liar without any other card takes it all the same: no doubted lie wins.
        """
        of_a_doubt = state.doubter is not None
        if of_a_doubt and state.terms.house.loser_takes == "none" and state.hands[loser]:
            return self.remove(state)
        state, took = self.take(state, loser)
        return state, (took,)

    def take(self, state: CardStateT, seat: int) -> tuple[CardStateT, events.Took]:
        """Give the whole table to `seat`."""
        count = sum(state.heaps)
        hands, heaps = moved(state.hands, seat, count), (0,) * len(state.heaps)
        return changed(state, hands=hands, heaps=heaps), events.Took(seat, count)

    def remove(self, state: CardStateT) -> Outcome[CardStateT]:
        """Remove the whole table from the game, unseen."""
        count, heaps = sum(state.heaps), (0,) * len(state.heaps)
        removed = changed(state, heaps=heaps, removed=state.removed + count)
        return removed, (events.Removed(count),)

    def resume(self, state: CardStateT, truth: bool) -> Outcome[CardStateT]:
        """Set leader and rank after the verdict on `state.claim`, doubted by `state.doubter`."""
        raise NotImplementedError

    def leader(self, state: CardStateT, winner: int, taker: int) -> int:
        """Return the leader after a doubt that `winner` won and that gave the table to `taker`."""
        leads = {"winner_leads": winner, "taker_leads": taker}
        return leads.get(state.terms.house.after_challenge, state.turn)

    def emptied(self, state: CardStateT, seat: int) -> Outcome[CardStateT]:
        """Let `seat` win; in play for places it goes out, and the last seat with cards loses."""
        won, out = () if state.out else (events.Won(seat),), (*state.out, seat)
        if not state.terms.house.play_on:
            return changed(state, claim=None, doubter=None, out=out, over=True), won
        claim = None if state.claim is not None and state.claim.seat == seat else state.claim
        state = changed(state, claim=claim, doubter=None, out=out)
        state, more = self.alone(state) if len(state.playing) == 1 else self.went_out(state, seat)
        return state, (events.WentOut(seat), *won, *more)

    def _counted(
        self, before: CardStateT, state: CardStateT, news: tuple[events.Event, ...]
    ) -> Outcome[CardStateT]:
        """Apply the counted hands: players with cards are in, players without are out.

        Ours: a covered play stands, so a player who laid more cards than announced is rid of them;
        only the newest play can still be doubted. Several such players go out in clockwise order,
        starting with the seat on turn: its newest play is the earliest.
        """
        back = tuple(seat for seat in state.out if state.hands[seat])
        if back:
            state, more = self._back(state, back)
            news = (*news, *more)
        if state.claim is not None and not state.lying:
            state = self.taken_back(state)
        claimant = None if state.claim is None else state.claim.seat
        last: tuple[events.Event, ...] = ()
        if claimant is not None and before.hands[claimant]:
            last = state.last_cards(claimant)
        out: tuple[events.Event, ...] = ()
        seats = len(state.hands)
        for seat in ((state.turn + step) % seats for step in range(seats)):
            if seat != claimant and not state.hands[seat] and seat in state.playing:
                state, more = self.emptied(state, seat)
                out = (*out, *more)
            if state.over:  # no doubt is possible any more
                return state, (*news, *out)
        return state, (*news, *last, *out)

    def taken_back(self, state: CardStateT) -> CardStateT:
        """Restore turn and rank after a count that finds no card of the newest play."""
        before = state.before
        assert before is not None
        turn = before.turn if state.hands[before.turn] else after(state.hands, before.turn)
        begun = before.begun or any(state.heaps)
        return changed(state, turn=turn, required=before.required, begun=begun, claim=None)

    def _back(self, state: CardStateT, back: tuple[int, ...]) -> Outcome[CardStateT]:
        """Bring the seats in `back` into play again; the first place may go to another seat."""
        was = state.winner
        state = changed(state, out=tuple(seat for seat in state.out if seat not in back))
        news: tuple[events.Event, ...] = tuple(map(events.CameBack, back))
        if state.winner not in (None, was):
            assert state.winner is not None
            news = (*news, events.Won(state.winner))
        return state, news

    def went_out(self, state: CardStateT, seat: int) -> Outcome[CardStateT]:
        """Let the others play on without `seat`, which is out."""
        turn = state.turn if state.hands[state.turn] else after(state.hands, state.turn)
        return changed(state, turn=turn), ()

    def stands(self, state: CardStateT) -> Outcome[CardStateT]:
        """Settle the newest play without a verdict: it can't be doubted any more."""
        assert state.claim is not None
        seat = state.claim.seat
        stood = changed(state, claim=None, doubter=None, forced=False, believed=False)
        if state.hands[seat]:
            return stood, (events.Stands(seat),)
        stood, out = self.emptied(stood, seat)
        return stood, (events.Stands(seat), *out)

    def _leave(self, state: CardStateT, seat: int) -> Outcome[CardStateT]:
        left, news = procedures.leave(state, seat)
        if state.terms.house.leaver == "void":
            left, more = self.void(left)
        elif len(left.playing) < 2:
            left, more = self.alone(left)
        else:
            left, more = self.left(left, seat)
        return left, (*news, *more)

    def alone(self, state: CardStateT) -> Outcome[CardStateT]:
        """End the game with one seat left: it loses if others are out, else the game is void."""
        if not state.out:
            return self.void(state)
        [loser] = state.playing
        lost = changed(state, claim=None, doubter=None, loser=loser, over=True)
        return lost, (events.Lost(loser),)

    def _time_up(self, state: CardStateT) -> Outcome[CardStateT]:
        """End the game at time up: the fewest cards win or share; an earlier winner stays.

        The newest play stands.
        """
        state = changed(state, claim=None, doubter=None, over=True)
        news: tuple[events.Event, ...] = (events.TimeCalled(),)
        if state.out:
            return state, news
        fewest = min(state.hands[seat] for seat in state.playing)
        best = tuple(seat for seat in state.playing if state.hands[seat] == fewest)
        if len(best) > 1:
            return changed(state, tied=best), (*news, events.Tied(best))
        return changed(state, out=best), (*news, events.Won(best[0]))

    def left(self, state: CardStateT, seat: int) -> Outcome[CardStateT]:
        """Continue the game without `seat`, which has just left; the next seat takes its turn."""
        turn = after(state.hands, seat) if state.turn == seat else state.turn
        return changed(state, turn=turn), ()

    def void(self, state: CardStateT) -> Outcome[CardStateT]:
        """End the game without a winner."""
        return changed(state, claim=None, doubter=None, over=True), (events.Voided(),)
