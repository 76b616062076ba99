"""What every lamp shows, read off the table: state that can be derived is never stored."""

from appliance.core.effects import Rhythm
from appliance.table.parts import part_of
from appliance.table.state import Table


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
    if table.stage.match is not None and seat in table.game.gone:
        return Rhythm.OFF
    return part_of(table.stage).lamp(table, seat)
