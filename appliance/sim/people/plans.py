"""What people do next, for whatever table they see: the one-button grammar, from their side."""

from appliance.core.signals import MS, SECOND
from appliance.sim.people import pauses, reveals, turns
from appliance.sim.people.characters import reaction
from appliance.sim.people.players import Players
from appliance.table import Stage, Table


def plan(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """Plan touches for `table` at `now` (ns); `fresh` when people see it for the first time."""
    if table.paused_at is not None:
        pauses.plan(people, table, now)
    elif table.stage in _PLANS:
        _PLANS[table.stage](people, table, now, fresh=fresh)


def _attract(people: Players, _table: Table, now: int, *, fresh: bool) -> None:
    """Somebody wakes the table."""
    del fresh
    people.hands.tap(people.buzzers[0], now + reaction(people.stream("wake")))


def _lobby(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """First all sit down, then all say that they are ready."""
    del fresh
    missing = [buzzer for buzzer in people.buzzers if buzzer not in table.buzzers]
    for buzzer in missing:
        people.hands.tap(buzzer, now + reaction(people.stream("sit", buzzer)))
    if not missing:
        for buzzer in table.buzzers:
            if buzzer not in table.ready:
                people.hands.hold(buzzer, now + reaction(people.stream("ready", buzzer)))


def _deal(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """Somebody says that he deals; he deals, and says when it is done."""
    del fresh
    if table.dealer is None:
        _anyone_holds(people, table, now + SECOND)
    else:
        people.hands.hold(table.buzzers[table.dealer], now + 5 * SECOND)


def _question(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """Who starts chooses the kind, if there is one to choose."""
    del fresh
    drawing, rng = table.drawing, people.stream("kind")
    if drawing is None or drawing.request is not None:
        return
    at, buzzer = now + reaction(rng) + SECOND, table.buzzers[table.game.turn]
    kinds = len(table.settings.kinds)
    for _ in range((rng.randrange(kinds) - drawing.cursor) % kinds):
        at = people.hands.tap(buzzer, at).until + 150 * MS
    people.hands.hold(buzzer, at)


def _over(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """Another game?"""
    del fresh
    if table.games < people.games:
        _anyone_holds(people, table, now + 2 * SECOND)


def _anyone_holds(people: Players, table: Table, at: int) -> None:
    seat = people.stream("anyone", table.stage).choice(pauses.present(table))
    people.hands.hold(table.buzzers[seat], at)


_PLANS = {
    Stage.ATTRACT: _attract,
    Stage.LOBBY: _lobby,
    Stage.DEAL: _deal,
    Stage.QUESTION: _question,
    Stage.PLAY: turns.plan,
    Stage.DOUBT: reveals.doubt,
    Stage.REVEAL: reveals.reveal,
    Stage.VERDICT: reveals.verdict,
    Stage.OVER: _over,
}
