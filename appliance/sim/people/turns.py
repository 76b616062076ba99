"""What people press while they play: their moves by taps and holds, and doubts by slaps."""

from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import Kind
from appliance.rules.actions import Action, Correct, Doubt, Force, Play
from appliance.rules.game import Claim, Phase
from appliance.sim.people import minds, pauses
from appliance.sim.people.characters import crowd_gap, reaction
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Players
from appliance.table import Table
from appliance.table.doubting import menu_of, on_turn, race_of, turn_free_at, turn_from
from appliance.table.register import automatic_pick
from appliance.table.state import Round

FORCED = (900 * MS, 1100 * MS)
"""How long a slap lasts that means to force."""

LATE = 0.3
"""How much of their suspicion people have left when others have passed since the play."""


def plan(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """Plan touches for a table at which somebody moves, or may doubt."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    claim, waits = round_.game.claim, set[int]()
    if fresh:
        if claim is not None and race_of(table) is not None:
            waits = _doubts(people, table, now)
        changed = _second_thoughts(people, table, round_, now)
        if claim is None and not changed and pauses.begin(people, table, now):
            return
    if people.certain and claim is not None:
        return
    if claim is not None and people.miscounted(table):
        if round_.game.phase is Phase.OPEN:
            _correct(people, table, claim, now)
        return
    if round_.pending is None and round_.doubter is None and automatic_pick(table) is None:
        _moves(people, table, round_, now, waits)


# --- doubts ------------------------------------------------------------------------------------


def _doubts(people: Players, table: Table, now: int) -> set[int]:
    """Everybody who may doubt decides; gives the seats that will doubt by a hold, not move."""
    rng, others = people.stream("doubt"), table.ruleset.tie_order(table.game)
    if not others:
        return set()
    suspicious = people.doubters(table)
    if people.moment != people.laid_at:
        suspicious = [seat for seat in suspicious if rng.random() < LATE]
    live = table.ruleset.live(table.game)
    alone = suspicious[0] if len(suspicious) == 1 else None
    by_hold = alone in live and rng.random() < people.habits.by_hold
    if alone is not None and by_hold and _press(people, table, Doubt(alone), now, Why.HOLD_SLAP):
        return {alone}
    for seat, at in _slaps(people, table, suspicious, now).items():
        if seat in live and at >= turn_from(table, seat):
            continue  # it would be a card
        forces = minds.forces(people.policies[seat], people.sight(table, seat), rng)
        length = rng.randint(*FORCED) if forces else rng.randint(70 * MS, 240 * MS)
        people.hands.press(table.buzzers[seat], at, length, Why.SLAP)
    if rng.random() < people.habits.glitch:
        at, length = now + rng.randrange(2 * SECOND), rng.randint(20_000, 2 * MS)
        people.hands.press(table.buzzers[rng.choice(others)], at, length, Why.GLITCH)
    return set()


def _slaps(people: Players, table: Table, suspicious: list[int], now: int) -> dict[int, int]:
    """When which seat slaps (ns): who suspects, others together with him, or nearly too late."""
    rng, habits = people.stream("slaps"), people.habits
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


def _second_thoughts(people: Players, table: Table, round_: Round, now: int) -> bool:
    """Who has moved may take it back, or ask for more time for his last cards."""
    seat, rng = round_.mover, people.stream("second thoughts")
    if seat is None:
        return False
    may = table.undo is not None and not people.miscounted(table)
    if may and rng.random() < people.habits.takes_back:
        if seat == on_turn(table) and automatic_pick(table) is None:
            return False  # a tap would be the next move
        at = round_.moved_at + rng.randint(350 * MS, 900 * MS)
        people.hands.tap(table.buzzers[seat], max(now + 100 * MS, at))
        return True
    claim = table.game.claim
    if table.game.phase is Phase.LAST_CARDS and rng.random() < people.habits.more_time:
        assert claim is not None  # noqa: S101 - the last cards are somebody's
        at = max(now, round_.opened_at) + rng.randint(2, 6) * SECOND
        people.hands.tap(table.buzzers[claim.seat], at)
    return False


def _correct(people: Players, table: Table, claim: Claim, now: int) -> None:
    """The claimant counts his play again: hold, a tap a card, hold."""
    round_, cards = table.round, people.cards
    assert round_ is not None  # noqa: S101 - a bug, not an input
    assert cards is not None  # noqa: S101 - a bug, not an input
    rng, buzzer = people.stream("correct"), table.buzzers[claim.seat]
    if on_turn(table) == claim.seat:
        _press(people, table, Correct(len(cards.newest)), now, Why.COMMIT)
        return
    at = max(now + 200 * MS, round_.opened_at + 700 * MS)
    counted = round_.counted
    if not round_.correcting:
        at = people.hands.hold(buzzer, at).until + rng.randint(90, 250) * MS
        counted = 0
    for _ in range(len(cards.newest) - counted):
        at = people.hands.tap(buzzer, at).until + rng.randint(90, 250) * MS
    people.hands.hold(buzzer, at, Why.COMMIT)


# --- moves ---------------------------------------------------------------------------------------


def _moves(people: Players, table: Table, round_: Round, now: int, waits: set[int]) -> None:
    """Whoever may move does what he wants to; where one has the floor the others wait."""
    seat = on_turn(table)
    for mover in table.ruleset.live(round_.game) if seat is None else (seat,):
        choice = people.choice(table, mover)
        if choice is None or mover in waits or people.hands.busy(table.buzzers[mover], now):
            continue
        doubts = isinstance(choice.action, (Doubt, Force)) and race_of(table) is not None
        why = Why.HOLD_SLAP if doubts else Why.COMMIT
        if not _press(people, table, choice.action, now, why):
            _make_do(people, table, round_, mover, now)


def _make_do(people: Players, table: Table, round_: Round, mover: int, now: int) -> None:
    """Lay as many cards as were counted by mistake: from a count no way leads back to a draw."""
    made = menu_of(table, mover).press(round_.entry, Kind.HOLD)
    if isinstance(made, Play):
        people.choose_instead(table, made)
        _press(people, table, made, now, Why.COMMIT)


def _press(people: Players, table: Table, wanted: Action, now: int, why: Why) -> bool:
    """Plan the taps and holds that lead to `wanted` from where the table stands; False: none do.

    Somebody may slap in the very moment of the commit.
    """
    round_, seat = table.round, getattr(wanted, "seat", on_turn(table))
    assert round_ is not None  # noqa: S101 - a bug, not an input
    assert seat is not None  # noqa: S101 - a move is somebody's
    rng, buzzer = people.stream("turn", seat), table.buzzers[seat]
    entry = round_.entry if round_.entry is not None and round_.entry.seat == seat else None
    keys = menu_of(table, seat).keys(wanted, entry)
    if keys is None:
        return False
    at = max(now + rng.randint(300, 1500) * MS, turn_from(table, seat) + rng.randint(5, 600) * MS)
    for kind in keys[:-1]:
        made = people.hands.tap if kind is Kind.TAP else people.hands.hold
        at = made(buzzer, at).until + rng.randint(80, 250) * MS
    committed = people.hands.hold(buzzer, at, why).at + 700 * MS
    others = [other for other in table.ruleset.tie_order(table.game) if other != seat]
    if others and race_of(table) is not None and rng.random() < people.habits.edge:
        slap = committed + rng.randint(-40 * MS, 40 * MS)
        people.hands.press(table.buzzers[rng.choice(others)], slap, 120 * MS, Why.SLAP)
    return True
