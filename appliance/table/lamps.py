"""What every lamp shows, read off the table: state that can be derived is never stored."""

from appliance.core.effects import Rhythm
from appliance.rules.game import Phase
from appliance.table.asking import starter
from appliance.table.parties import judged_parties, parties
from appliance.table.state import Item, Stage, Table
from appliance.table.verdict import loser


def rhythms(table: Table) -> tuple[Rhythm, ...]:
    """One rhythm a buzzer."""
    shown = [Rhythm.OFF] * table.settings.buzzers
    for seat, buzzer in enumerate(table.buzzers):
        shown[buzzer] = _seat(table, seat)
    return tuple(shown)


def rhythm(table: Table, buzzer: int) -> Rhythm:
    """What the lamp of one buzzer shows."""
    seat = table.seat_of(buzzer)
    return Rhythm.OFF if seat is None else _seat(table, seat)


def _seat(table: Table, seat: int) -> Rhythm:
    if table.round is not None and seat in table.game.gone:
        return Rhythm.OFF
    if table.paused_at is not None:
        return _paused(table, seat)
    match table.stage:
        case Stage.LOBBY | Stage.DEAL | Stage.QUESTION:
            return _before(table, seat)
        case Stage.PLAY:
            return _playing(table, seat)
        case Stage.DOUBT | Stage.REVEAL:
            return _revealing(table, seat)
        case Stage.VERDICT:
            return _judged(table, seat)
        case Stage.OVER:
            return _over(table, seat)
        case _:
            return Rhythm.DIM


def _before(table: Table, seat: int) -> Rhythm:
    """Until the game, or the next question, begins."""
    if table.stage is Stage.LOBBY:
        return Rhythm.SOLID if table.buzzers[seat] in table.ready else Rhythm.BREATHE
    if table.stage is Stage.DEAL:
        return Rhythm.BREATHE if table.dealer in (None, seat) else Rhythm.DIM
    return Rhythm.WALK if seat == starter(table) else Rhythm.DIM


def _paused(table: Table, seat: int) -> Rhythm:
    """Who is asked for something while the game is paused walks."""
    pause = table.pause
    if pause is None or pause.seat is None:
        return Rhythm.DIM
    if pause.ready:
        asked = seat != pause.seat
    elif pause.item is Item.RECOUNT:
        asked = any(one.seat == seat and one.number is None for one in pause.counts)
    else:
        asked = seat == pause.seat
    return Rhythm.WALK if asked else Rhythm.DIM


def _playing(table: Table, seat: int) -> Rhythm:
    game = table.game
    first = table.round.doubter if table.round is not None else None
    if game.claim is not None and seat == game.claim.seat:
        return Rhythm.SOLID
    if first is not None:  # only whether it is a force is not known yet
        return Rhythm.SOLID if seat == first else Rhythm.DIM
    open_play = game.phase in (Phase.OPEN, Phase.LAST_CARDS)
    races = table.ruleset.races or game.phase is Phase.LAST_CARDS
    if open_play and races and seat in table.ruleset.tie_order(game):
        return Rhythm.SOLID if table.buttons.is_down(table.buzzers[seat]) else Rhythm.FLASH
    live = table.ruleset.live(game)
    if seat in live:
        return Rhythm.BREATHE
    after = tuple((one + 1) % len(table.buzzers) for one in live)
    return Rhythm.NEXT if after == (seat,) else Rhythm.DIM


def _revealing(table: Table, seat: int) -> Rhythm:
    between, by_hand = parties(table), table.by_hand
    if between is None:
        return Rhythm.SOLID if seat == table.game.doubter else Rhythm.DIM
    if by_hand is not None:
        asked = between.owner if by_hand.done else between.other
        return Rhythm.WALK if seat == asked else Rhythm.DIM
    told = table.showing is None and seat == table.game.doubter
    return Rhythm.SOLID if told or seat == between.owner else Rhythm.DIM


def _judged(table: Table, seat: int) -> Rhythm:
    if table.dispute is not None:
        between = judged_parties(table)
        asked = between is not None and seat in between
        return Rhythm.WALK if asked and seat not in table.dispute.agreed else Rhythm.DIM
    return Rhythm.LOSE if seat == loser(table) else Rhythm.DIM


def _over(table: Table, seat: int) -> Rhythm:
    if seat == table.game.winner:
        return Rhythm.WIN
    return Rhythm.LOSE if seat == table.game.loser else Rhythm.DIM
