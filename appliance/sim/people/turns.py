"""What people press while they play: their moves by taps and holds, and doubts by slaps."""

from typing import TYPE_CHECKING

from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import Kind
from appliance.rules.actions import Action, Correct, Doubt, Force, Play
from appliance.rules.game import Claim, Phase
from appliance.sim.people import minds, pauses
from appliance.sim.people.characters import crowd_gap, reaction
from appliance.sim.people.fingers import Why
from appliance.table import Table
from appliance.table.doubting import menu_of, on_turn, race_of, turn_free_at, turn_from
from appliance.table.register import automatic_pick
from appliance.table.state import Round

if TYPE_CHECKING:
    from appliance.sim.world import World

FORCED = (900 * MS, 1100 * MS)
"""How long a slap lasts that means to force."""

LATE = 0.3
"""How much of their suspicion people have left when others have passed since the play."""


def plan(world: "World", table: Table, now: int, *, fresh: bool) -> None:
    """Plan touches for a table at which somebody moves, or may doubt."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    claim, waits = round_.game.claim, set[int]()
    if fresh:
        if claim is not None and race_of(table) is not None:
            waits = _doubts(world, table, now)
        changed = _second_thoughts(world, table, round_, now)
        if claim is None and not changed and pauses.begin(world, table, now):
            return
    if world.certain and claim is not None:
        return
    if claim is not None and world.miscounted:
        if round_.game.phase is Phase.OPEN:
            _correct(world, table, claim, now)
        return
    if round_.pending is None and round_.doubter is None and automatic_pick(table) is None:
        _moves(world, table, round_, now, waits)


# --- doubts ------------------------------------------------------------------------------------


def _doubts(world: "World", table: Table, now: int) -> set[int]:
    """Everybody who may doubt decides; gives the seats that will doubt by a hold, not move."""
    rng, others = world.stream("doubt"), table.ruleset.tie_order(table.game)
    if not others:
        return set()
    suspicious = world.doubters(table)
    if world.moment != world.laid_at:
        suspicious = [seat for seat in suspicious if rng.random() < LATE]
    live = table.ruleset.live(table.game)
    alone = suspicious[0] if len(suspicious) == 1 else None
    by_hold = alone in live and rng.random() < world.habits.by_hold
    if alone is not None and by_hold and _press(world, table, Doubt(alone), now, Why.HOLD_SLAP):
        return {alone}
    for seat, at in _slaps(world, table, suspicious, now).items():
        if seat in live and at >= turn_from(table, seat):
            continue  # it would be a card
        forces = minds.forces(world.people[seat], world.sight(table, seat), rng)
        length = rng.randint(*FORCED) if forces else rng.randint(70 * MS, 240 * MS)
        world.hands.press(table.buzzers[seat], at, length, Why.SLAP)
    if rng.random() < world.habits.glitch:
        at, length = now + rng.randrange(2 * SECOND), rng.randint(20_000, 2 * MS)
        world.hands.press(table.buzzers[rng.choice(others)], at, length, Why.GLITCH)
    return set()


def _slaps(world: "World", table: Table, suspicious: list[int], now: int) -> dict[int, int]:
    """When which seat slaps (ns): who suspects, others together with him, or nearly too late."""
    rng, habits = world.stream("slaps"), world.habits
    others = table.ruleset.tie_order(table.game)
    times = {seat: now + reaction(rng) for seat in suspicious}
    if times and rng.random() < habits.crowd:
        first = min(times.values())
        for seat in rng.sample(others, rng.randint(1, len(others))):
            times[seat] = max(now + 100 * MS, first + crowd_gap(rng))
    elif table.game.phase is Phase.LAST_CARDS and rng.random() < 5 * habits.edge:
        times[rng.choice(others)] = max(now, turn_free_at(table) + rng.randint(-40, 400) * MS)
    return times


# --- after a move ------------------------------------------------------------------------------


def _second_thoughts(world: "World", table: Table, round_: Round, now: int) -> bool:
    """Who has moved may take it back, or ask for more time for his last cards."""
    seat, rng = round_.mover, world.stream("second thoughts")
    if seat is None:
        return False
    if table.undo is not None and not world.miscounted and rng.random() < world.habits.takes_back:
        if seat == on_turn(table) and automatic_pick(table) is None:
            return False  # a tap would be the next move
        at = round_.moved_at + rng.randint(350 * MS, 900 * MS)
        world.hands.tap(table.buzzers[seat], max(now + 100 * MS, at))
        return True
    claim = table.game.claim
    if table.game.phase is Phase.LAST_CARDS and rng.random() < world.habits.more_time:
        assert claim is not None  # noqa: S101 - the last cards are somebody's
        at = max(now, round_.opened_at) + rng.randint(2, 6) * SECOND
        world.hands.tap(table.buzzers[claim.seat], at)
    return False


def _correct(world: "World", table: Table, claim: Claim, now: int) -> None:
    """The claimant counts his play again: hold, a tap a card, hold."""
    round_, cards = table.round, world.cards
    assert round_ is not None  # noqa: S101 - a bug, not an input
    assert cards is not None  # noqa: S101 - a bug, not an input
    rng, buzzer = world.stream("correct"), table.buzzers[claim.seat]
    if on_turn(table) == claim.seat:
        _press(world, table, Correct(len(cards.newest)), now, Why.COMMIT)
        return
    at = max(now + 200 * MS, round_.opened_at + 700 * MS)
    counted = round_.counted
    if not round_.correcting:
        at = world.hands.hold(buzzer, at).until + rng.randint(90, 250) * MS
        counted = 0
    for _ in range(len(cards.newest) - counted):
        at = world.hands.tap(buzzer, at).until + rng.randint(90, 250) * MS
    world.hands.hold(buzzer, at, Why.COMMIT)


# --- moves ---------------------------------------------------------------------------------------


def _moves(world: "World", table: Table, round_: Round, now: int, waits: set[int]) -> None:
    """Whoever may move does what he wants to; where one has the floor the others wait."""
    seat = on_turn(table)
    for mover in table.ruleset.live(round_.game) if seat is None else (seat,):
        choice = world.choice(table, mover)
        if choice is None or mover in waits or world.hands.busy(table.buzzers[mover], now):
            continue
        doubts = isinstance(choice.action, (Doubt, Force)) and race_of(table) is not None
        why = Why.HOLD_SLAP if doubts else Why.COMMIT
        if not _press(world, table, choice.action, now, why):
            _make_do(world, table, round_, mover, now)


def _make_do(world: "World", table: Table, round_: Round, mover: int, now: int) -> None:
    """Lay as many cards as were counted by mistake: from a count no way leads back to a draw."""
    made = menu_of(table, mover).press(round_.entry, Kind.HOLD)
    if isinstance(made, Play):
        world.choose_instead(table, made)
        _press(world, table, made, now, Why.COMMIT)


def _press(world: "World", table: Table, wanted: Action, now: int, why: Why) -> bool:
    """Plan the taps and holds that lead to `wanted` from where the table stands; False: none do.

    Somebody may slap in the very moment of the commit.
    """
    round_, seat = table.round, getattr(wanted, "seat", on_turn(table))
    assert round_ is not None  # noqa: S101 - a bug, not an input
    assert seat is not None  # noqa: S101 - a move is somebody's
    rng, buzzer = world.stream("turn", seat), table.buzzers[seat]
    entry = round_.entry if round_.entry is not None and round_.entry.seat == seat else None
    keys = menu_of(table, seat).keys(wanted, entry)
    if keys is None:
        return False
    at = max(now + rng.randint(300, 1500) * MS, turn_from(table, seat) + rng.randint(5, 600) * MS)
    for kind in keys[:-1]:
        made = world.hands.tap if kind is Kind.TAP else world.hands.hold
        at = made(buzzer, at).until + rng.randint(80, 250) * MS
    committed = world.hands.hold(buzzer, at, why).at + 700 * MS
    others = [other for other in table.ruleset.tie_order(table.game) if other != seat]
    if others and race_of(table) is not None and rng.random() < world.habits.edge:
        slap = committed + rng.randint(-40 * MS, 40 * MS)
        world.hands.press(table.buzzers[rng.choice(others)], slap, 120 * MS, Why.SLAP)
    return True
