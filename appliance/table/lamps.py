"""What every lamp shows, read off the table: state that can be derived is never stored."""

from appliance.effects import Rhythm
from appliance.rules.game import Phase
from appliance.table.reveal import taker
from appliance.table.state import Stage, Table


def rhythms(table: Table) -> tuple[Rhythm, ...]:
    """One rhythm a buzzer."""
    shown = [Rhythm.OFF] * table.settings.buzzers
    for seat, buzzer in enumerate(table.buzzers):
        shown[buzzer] = _seat(table, seat)
    return tuple(shown)


def _seat(table: Table, seat: int) -> Rhythm:
    if table.stage is Stage.ATTRACT or table.paused_at is not None:
        return Rhythm.DIM
    if table.stage is Stage.LOBBY:
        return Rhythm.SOLID if table.buzzers[seat] in table.ready else Rhythm.BREATHE
    if table.stage is Stage.DEAL:
        return Rhythm.BREATHE if table.dealer in (None, seat) else Rhythm.DIM
    game = table.game
    if table.stage is Stage.PLAY:
        return _playing(table, seat)
    if table.stage is Stage.VERDICT and seat == taker(table):
        return Rhythm.LOSE
    if table.stage is Stage.OVER:
        return Rhythm.WIN if seat == game.winner else Rhythm.DIM
    if table.stage is Stage.REVEAL and table.by_hand is not None:
        chooses = game.claim.seat if table.by_hand.done and game.claim else game.doubter
        return Rhythm.WALK if seat == chooses else Rhythm.DIM
    if table.stage is Stage.VERDICT:
        return Rhythm.DIM
    claimant = game.claim.seat if game.claim is not None else None
    return Rhythm.SOLID if seat in (game.doubter, claimant) else Rhythm.DIM


def _playing(table: Table, seat: int) -> Rhythm:
    game = table.game
    if game.claim is not None and seat == game.claim.seat:
        return Rhythm.SOLID
    if game.phase in (Phase.OPEN, Phase.LAST_CARDS):
        return Rhythm.SOLID if table.buttons.is_down(table.buzzers[seat]) else Rhythm.FLASH
    if seat == game.turn:
        return Rhythm.BREATHE
    return Rhythm.NEXT if seat == (game.turn + 1) % len(table.buzzers) else Rhythm.DIM
