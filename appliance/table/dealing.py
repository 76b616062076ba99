"""Who deals, what the dealer does, and the next deal when a game is over.

Where a rule leaves something to chance, chance is the nanosecond at which somebody's press
began: nobody can aim at that, and a replay finds the same.
"""

from dataclasses import replace

from appliance.core.effects import NewDeck, Rhythm, Sound
from appliance.core.signals import MS, SECOND, Chosen, Touched, Wish, Wished
from appliance.presses.gestures import HOLD_AFTER, Gesture, GestureKind
from appliance.table.elements import Match
from appliance.table.lobby import sit_down, stand_up
from appliance.table.menus.opening import opens
from appliance.table.menus.settings import setting_of
from appliance.table.outcomes import Gathering, Lecture, MenuCall
from appliance.table.part import PROCEDURES, Behaviour
from appliance.table.stages import Deal, Over, Turns
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.events import Paid
from bluffing.game import Phase, Refused, Setup
from bluffing.message import AtSeat, in_a_row, message

READ_AFTER = 3 * SECOND
"""The end is looked at for so long before a tap opens how to play."""


class InWhoDeals(Behaviour):
    """Nobody has said yet who deals, or in a game without cards who starts."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Deal by the dealer's hold, ask again who plays by a long one, or seat a newcomer."""
        seat = work.table.seat_of(made.buzzer)
        if seat is None and made.kind is GestureKind.PRESS:
            sit_down(work, made)
        elif made.kind is GestureKind.LONG:
            work.leave(Gathering())
        elif made.kind is GestureKind.HOLD and seat is not None and work.fresh(made):
            set_dealer(work, seat, made.onset)

    def go_on(self, work: Work, at: int) -> None:
        """Nobody knows who deals (or starts): chance says."""
        set_dealer(work, at % len(work.table.buzzers), at)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Everybody is asked."""
        return Rhythm.BREATHE


class InDeal(Behaviour):
    """The dealer gives out the cards."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """The dealer holds when the cards are dealt; a long hold asks anew who plays."""
        if made.kind is GestureKind.LONG:
            work.leave(Gathering())
        elif (
            made.kind is GestureKind.HOLD
            and work.table.seat_of(made.buzzer) == work.table.dealer
            and work.fresh(made)
        ):
            self.go_on(work, made.onset)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """A misdeal is put right."""
        if isinstance(signal.action, PROCEDURES):
            work.act(signal.action)
        else:
            work.refuse(message("table.not-before-the-deal"))

    def go_on(self, work: Work, at: int) -> None:
        """The cards are in the players' hands: the first seat leads."""
        match = replace(work.table.match, happened=(), began=work.now)
        work.enter(Turns(work.now, match=match).opened(work.now))
        work.sound(Sound.LOCK)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """The dealer is asked."""
        return Rhythm.BREATHE if seat == table.dealer else Rhythm.DIM


class InOver(Behaviour):
    """Somebody has won or lost, or the game is void."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """A late press is told how late it was; a hold deals the next game; a newcomer sits down.

        A tap opens how to play, a long hold the table's menu: so a hold deals when it is let go,
        and never both.
        """
        table, closed_at = work.table, work.table.at(Over).closed_at
        if made.kind is GestureKind.PRESS and made.buzzer not in _players(table):
            stand_up(work, table.game.gone)
            sit_down(work, made)
        elif made.kind is GestureKind.PRESS and closed_at is not None:
            seat, late = table.seat_of(made.buzzer), made.at - closed_at
            if seat is not None and seat != table.game.winner and 0 < late <= 500 * MS:
                work.set(notice=message("table.was-late", seat=AtSeat(seat), seconds=late / SECOND))
        elif made.kind is GestureKind.LET_GO and work.fresh(made):
            self.go_on(work, made.onset)
        elif made.kind is GestureKind.LONG and work.fresh(made):
            work.leave(MenuCall(made.buzzer))
        elif made.kind is GestureKind.TAP and made.onset > readable_from(table):
            work.leave(Lecture())

    def touched(self, work: Work, signal: Touched) -> None:
        """A finger can't hold on: it deals at once."""
        self.go_on(work, signal.at)

    def wished(self, work: Work, signal: Wished) -> None:
        """Open how to play, the menu, or the choice of players; the rest is as everywhere."""
        if signal.wish is Wish.WHO_PLAYS:
            stand_up(work, work.table.game.gone)
            if work.table.buzzers:
                work.leave(Gathering())
        elif not opens(work, signal):
            super().wished(work, signal)

    def go_on(self, work: Work, at: int) -> None:
        """The deal moves clockwise, past those who have left; too few are left: who else plays?"""
        table, seats, gone = work.table, len(work.table.buzzers), work.table.game.gone
        order = ((table.game.dealer + step) % seats for step in range(1, seats + 1))
        buzzer = next((table.buzzers[seat] for seat in order if seat not in gone), None)
        stand_up(work, gone)
        if buzzer is None:
            return
        dealer = work.table.seat_of(buzzer)
        if dealer is None or len(work.table.buzzers) not in table.ruleset.seats:
            work.leave(Gathering())
        else:
            set_dealer(work, dealer, at)

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the holds that deal, and the time from which a tap opens how to play."""
        down = [one.at for one in table.buttons.presses(now) if one.until is None]
        return [*(at + HOLD_AFTER - 1 for at in down), readable_from(table)]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the winner and the loser."""
        if seat == table.game.winner:
            return Rhythm.WIN
        return Rhythm.LOSE if seat == table.game.loser else Rhythm.DIM


def _players(table: Table) -> tuple[int, ...]:
    """The buzzers of those who have not left the game."""
    seats = enumerate(table.buzzers)
    return tuple(buzzer for seat, buzzer in seats if seat not in table.game.gone)


def readable_from(table: Table) -> int:
    """From when on (ns) a tap at the end means how to play, and no doubt that comes too late."""
    return table.at(Over).since + READ_AFTER


def end(work: Work, closed_at: int | None = None) -> None:
    """The game is over: somebody has won or lost, or it is void.

    `closed_at` is when the window for the last cards ended, if that was the end.
    """
    table, game = work.table, work.table.game
    _pay(work, 1)
    work.set(games=table.games + 1)
    if game.winner is not None:
        work.set(champion=table.buzzers[game.winner])
    work.enter(Over(work.now, match=table.match, ruling=table.ruling, closed_at=closed_at))


def reopen(work: Work) -> None:
    """The game that was over goes on: it does not count, and what was paid goes back."""
    _pay(work, -1)
    work.set(games=work.table.games - 1)


def _pay(work: Work, times: int) -> None:
    """Add the payments of the newest action to the chips of the evening."""
    chips, buzzers = dict(work.table.chips), work.table.buzzers
    for paid in (one for one in work.table.match.happened if isinstance(one, Paid)):
        for seat, part in enumerate(paid.parts):
            won = sum(paid.parts) if seat == paid.seat else -part
            chips[buzzers[seat]] = chips.get(buzzers[seat], 0) + times * won
        work.set(chips=chips)


def set_dealer(work: Work, seat: int, chance: int) -> None:
    """`seat` deals the next game: the rules say how many cards each seat gets."""
    table = work.table
    setup = Setup(len(table.buzzers), seat, lead=_first_lead(table, chance))
    asked = table.settings.house
    options = table.ruleset.fitted(setup.players, asked)
    try:
        game = table.ruleset.start(setup, options)
    except Refused as refused:
        work.leave(Gathering())
        work.refuse(message("table.change-the-rules", why=refused.why))
        return
    if table.ruleset.deck(game):
        work.sound(Sound.DEAL)
        work.effects.append(NewDeck())
        work.enter(Deal(work.now, match=Match(game, setup=setup)))
    else:  # who holds does not deal, he starts
        setup = replace(setup, lead=seat)
        match = Match(table.ruleset.start(setup, options), setup=setup)
        work.enter(Turns(work.now, match=match).opened(work.now))
        work.sound(Sound.LOCK)
    if options != asked:
        work.set(settings=replace(table.settings, options=tuple(sorted(options.items()))))
        needed = in_a_row(
            setting_of(f"game.options.{key}").title
            for key, value in options.items()
            if asked.get(key) != value
        )
        title, n = table.ruleset.title, setup.players
        work.set(notice=message("table.options-needed", game=title, n=n, options=needed))


def may_redeal(table: Table) -> bool:
    """Return True if nothing was played yet, so that a misdeal can be dealt again.

    Rules 6.2, 17: redeal before the first play, adjust after.
    """
    turns = table.playing
    if turns is None or turns.ruling is not None:
        return False
    game = turns.game
    fresh = game.phase is Phase.READY and not sum(game.heaps) and not game.removed
    return fresh and not game.gone and turns.pending is None and bool(table.ruleset.deck(game))


def redeal(work: Work, chance: int) -> None:
    """The same dealer deals again."""
    if may_redeal(work.table):
        set_dealer(work, work.table.game.dealer, chance)
        work.set(notice=message("table.deal-again"))


def _first_lead(table: Table, chance: int) -> int | None:
    """The seat that leads by house option; None: as the rules say, so the dealer's left."""
    house = table.ruleset.house(table.settings.house)
    match next((value for key, value in house.items() if key.endswith("first_lead")), None):
        case "random":
            return chance % len(table.buzzers)
        case "winner" if table.champion is not None:
            return table.seat_of(table.champion)
        case _:
            return None
