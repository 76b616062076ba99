"""Who deals, what the dealer does, and the next deal when a game is over.

Where a rule leaves something to chance, chance is the nanosecond at which somebody's press
began: nobody can aim at that, and a replay finds the same.
"""

from appliance.core.effects import Sound
from appliance.core.signals import MS, SECOND
from appliance.message import AtSeat, message
from appliance.presses.gestures import Gesture, Kind
from appliance.rules.game import Phase, Refused, Setup
from appliance.table.lobby import stand_up, to_lobby
from appliance.table.state import Round, Stage, Table
from appliance.table.work import Work


def gesture(work: Work, made: Gesture) -> None:
    """The dealer holds: first to say who deals, then to say that the cards are dealt.

    In a game without cards who holds first starts it.
    """
    table = work.table
    seat = table.seat_of(made.buzzer)
    if made.kind is Kind.LONG:
        to_lobby(work)
    elif made.kind is Kind.HOLD and seat is not None and work.fresh(made):
        if table.dealer is None:
            set_dealer(work, seat, made.onset)
        elif seat == table.dealer:
            dealt(work)


def set_dealer(work: Work, seat: int, chance: int) -> None:
    """`seat` deals the next game: the rules say how many cards each seat gets."""
    table = work.table
    setup = Setup(len(table.buzzers), seat, lead=first_lead(table, chance))
    try:
        game = table.ruleset.start(setup, dict(table.settings.options))
    except Refused as refused:
        to_lobby(work)
        work.refuse(refused.why)
        return
    if not table.ruleset.deck(game):  # no cards: who holds does not deal, he starts
        setup = Setup(len(table.buzzers), seat, lead=seat)
        game = table.ruleset.start(setup, dict(table.settings.options))
    work.set(dealer=seat, round=Round(game), judged=None, dispute=None, race=None, finish=None)
    work.set(question=None, question_of=None)
    work.enter(Stage.DEAL)
    work.sound(Sound.LOCK)
    if not table.ruleset.deck(game):
        dealt(work)


def first_lead(table: Table, chance: int) -> int | None:
    """The seat that leads by house option; None: as the rules say, so the dealer's left."""
    house = table.ruleset.house(dict(table.settings.options))
    match next((value for key, value in house.items() if key.endswith("first_lead")), None):
        case "random":
            return chance % len(table.buzzers)
        case "winner" if table.champion is not None:
            return table.seat_of(table.champion)
        case _:
            return None


def random_dealer(work: Work, chance: int) -> None:
    """Nobody knows who deals (or starts): chance says."""
    set_dealer(work, chance % len(work.table.buzzers), chance)


def dealt(work: Work) -> None:
    """The cards are in the players' hands: the first seat leads."""
    work.round(counts_from=work.now, opened_at=work.now)
    work.set(undo=None, finish=None, race=None, happened=())
    work.enter(Stage.PLAY)
    work.sound(Sound.LOCK)


def may_redeal(table: Table) -> bool:
    """Whether nothing was played yet, so that a misdeal can simply be dealt again.

    Rules 6.2, 17: redeal before the first play, adjust after.
    """
    if table.stage is not Stage.PLAY or table.round is None or table.judged is not None:
        return False
    game, pending = table.round.game, table.round.pending
    fresh = game.phase is Phase.READY and not sum(game.heaps) and not game.removed
    return fresh and not game.gone and pending is None and bool(table.ruleset.deck(game))


def redeal(work: Work, chance: int) -> None:
    """The same dealer deals again."""
    dealer = work.table.dealer
    if dealer is not None and may_redeal(work.table):
        set_dealer(work, dealer, chance)
        work.set(notice=message("table.deal-again"))


def over(work: Work, made: Gesture) -> None:
    """A late press is told how late it was; a hold deals the next game, a long one asks who plays.

    (The long hold begins as a hold: it passes by the deal.)
    """
    table = work.table
    if made.kind is Kind.PRESS and table.race is not None and table.race.closes_at is not None:
        seat, late = table.seat_of(made.buzzer), made.at - table.race.closes_at
        if seat is not None and seat != table.game.winner and 0 < late <= 500 * MS:
            work.set(notice=message("table.was-late", seat=AtSeat(seat), seconds=late / SECOND))
    elif made.kind is Kind.HOLD and work.fresh(made):
        next_game(work, made.onset)


def next_game(work: Work, chance: int) -> None:
    """The deal moves clockwise, past those who have left; too few are left: who else plays?"""
    table = work.table
    assert table.dealer is not None  # noqa: S101 - a finished game was dealt
    seats = len(table.buzzers)
    order = ((table.dealer + step) % seats for step in range(1, seats + 1))
    gone = table.game.gone
    buzzer = next((table.buzzers[seat] for seat in order if seat not in gone), None)
    work.set(judged=None, dispute=None)
    stand_up(work, gone)
    if not work.table.buzzers:
        return
    dealer = None if buzzer is None else work.table.seat_of(buzzer)
    if dealer is None or len(work.table.buzzers) not in table.ruleset.seats:
        to_lobby(work)
    else:
        set_dealer(work, dealer, chance)
