"""The presses of the deal: the choice of a dealer, and the dealer's acts.

If a rule needs chance, the nanosecond at which a press began decides: no player can aim at it, and
a replay gives the same result.
"""

from dataclasses import replace

from appliance.core.effects import NewDeck, Rhythm, Sound
from appliance.core.signals import Chosen
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import Match
from appliance.table.menus.settings import setting_of
from appliance.table.outcomes import Arrival, End, Gathering, TurnsBegin
from appliance.table.part import PROCEDURES, Behaviour
from appliance.table.stages.deal.state import Deal
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.game import Phase, Refused, Setup
from bluffing.message import in_a_row, message


class InWhoDeals(Behaviour):
    """Behaviour before a player volunteers to deal, or to start a game without cards."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Deal by the dealer's hold, ask again who plays by a long one, or seat a newcomer."""
        seat = work.table.seat_of(made.buzzer)
        if seat is None and made.kind is GestureKind.PRESS:
            work.leave(Arrival(made))
        elif made.kind is GestureKind.LONG:
            work.leave(Gathering())
        elif made.kind is GestureKind.HOLD and seat is not None and work.fresh(made):
            begin(work, seat, made.onset)

    def go_on(self, work: Work, at: int) -> None:
        """Let chance choose the dealer or the starter."""
        begin(work, at % len(work.table.buzzers), at)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light all seats."""
        return Rhythm.BREATHE


class InDeal(Behaviour):
    """The dealer gives out the cards."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Go on at the dealer's hold after the deal; a long hold asks who plays."""
        if made.kind is GestureKind.LONG:
            work.leave(Gathering())
        elif (
            made.kind is GestureKind.HOLD
            and work.table.seat_of(made.buzzer) == work.table.dealer
            and work.fresh(made)
        ):
            self.go_on(work, made.onset)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Correct a misdeal."""
        if isinstance(signal.action, PROCEDURES):
            work.act(signal.action)
        else:
            work.refuse(message("table.not-before-the-deal"))

    def go_on(self, work: Work, at: int) -> None:
        """Let the first seat lead, once the players have their cards."""
        match = replace(work.table.match, happened=(), began=work.now)
        work.leave(TurnsBegin(match))
        work.sound(Sound.LOCK)

    def follow(self, work: Work) -> None:
        """End the game if a procedure has."""
        if work.table.game.phase is Phase.OVER:
            work.leave(End())

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the dealer's seat."""
        return Rhythm.BREATHE if seat == table.dealer else Rhythm.DIM


def begin(work: Work, seat: int, chance: int) -> None:
    """Let `seat` deal the next game; the rules give the number of cards for each seat.

    Seats are numbered in the order of play, which another game can reverse.
    """
    dealer = work.table.buzzers[seat]
    work.seat(zip(work.table.buzzers, work.table.names, strict=True))
    table = work.table
    seat = table.buzzers.index(dealer)
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
    else:  # without cards, the holding player starts
        setup = replace(setup, lead=seat)
        match = Match(table.ruleset.start(setup, options), setup=setup)
        work.leave(TurnsBegin(match))
        work.sound(Sound.LOCK)
    if options != asked:
        work.set(settings=replace(table.settings, options=tuple(sorted(options.items()))))
        needed = in_a_row(
            setting_of(f"game.options.{key}").title
            for key, value in options.items()
            if asked.get(key) != value
        )
        title, n = table.ruleset.called(table.settings.house), setup.players
        work.set(notice=message("table.options-needed", game=title, n=n, options=needed))


def again(work: Work, chance: int) -> None:
    """Let the same dealer deal again."""
    if work.table.may_redeal:
        begin(work, work.table.game.dealer, chance)
        work.set(notice=message("table.deal-again"))


def _first_lead(table: Table, chance: int) -> int | None:
    """Return the seat that leads by house option; None: by the rules, the dealer's left."""
    house = table.ruleset.house(table.settings.house)
    match house.get("starts"):
        case "random":
            return chance % len(table.buzzers)
        case "winner" if table.champion is not None:
            return table.seat_of(table.champion)
        case _:
            return None
