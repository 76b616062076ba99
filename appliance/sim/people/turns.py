"""What people press while they play: their moves by taps and holds, and doubts by slaps."""

from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import GestureKind
from appliance.rules.actions import Action, Correct, Doubt, Force, Play
from appliance.rules.game import Claim, Phase
from appliance.sim.people import minds, pauses
from appliance.sim.people.characters import crowd_gap, reaction
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Players
from appliance.table.facts import Facts, TurnsFacts, taken_by_hold, way_to

FORCED = (900 * MS, 1100 * MS)
"""How long a slap lasts that means to force."""

LATE = 0.3
"""How much of their suspicion people have left when others have passed since the play."""


def plan(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """Plan touches for a table at which somebody moves, or may doubt."""
    turns = facts.about
    assert isinstance(turns, TurnsFacts)  # noqa: S101 - a bug, not an input
    claim, waits = facts.playing.claim, set[int]()
    if fresh:
        if claim is not None and turns.race:
            waits = _doubts(people, facts, turns, now)
        changed = _second_thoughts(people, facts, turns, now)
        if claim is None and not changed and pauses.begin(people, facts, now):
            return
    if people.certain and claim is not None:
        return
    if claim is not None and people.miscounted(facts):
        if facts.playing.phase is Phase.OPEN:
            _correct(people, facts, turns, claim, now)
        return
    if not turns.pending and turns.doubter is None and turns.automatic is None:
        _moves(people, facts, turns, now, waits)


# --- doubts ------------------------------------------------------------------------------------


def _doubts(people: Players, facts: Facts, turns: TurnsFacts, now: int) -> set[int]:
    """Everybody who may doubt decides; gives the seats that will doubt by a hold, not move."""
    rng, others = people.stream("doubt"), facts.ruleset.tie_order(facts.playing)
    if not others:
        return set()
    suspicious = people.doubters(facts)
    if people.moment != people.laid_at:
        suspicious = [seat for seat in suspicious if rng.random() < LATE]
    alone = suspicious[0] if len(suspicious) == 1 else None
    by_hold = alone in turns.moves.live and rng.random() < people.habits.by_hold
    if alone is not None and by_hold and _press(people, facts, Doubt(alone), now, Why.HOLD_SLAP):
        return {alone}
    for seat, at in _slaps(people, facts, turns, suspicious, now).items():
        if seat in turns.moves.live and at >= _turn_from(turns, seat):
            continue  # it would be a card
        forces = minds.forces(people.policies[seat], people.sight(facts, seat), rng)
        length = rng.randint(*FORCED) if forces else rng.randint(70 * MS, 240 * MS)
        people.hands.press(facts.seats[seat].buzzer, at, length, Why.SLAP)
    if rng.random() < people.habits.glitch:
        at, length = now + rng.randrange(2 * SECOND), rng.randint(20_000, 2 * MS)
        people.hands.press(facts.seats[rng.choice(others)].buzzer, at, length, Why.GLITCH)
    return set()


def _slaps(
    people: Players, facts: Facts, turns: TurnsFacts, suspicious: list[int], now: int
) -> dict[int, int]:
    """When which seat slaps (ns): who suspects, others together with him, or nearly too late."""
    rng, habits = people.stream("slaps"), people.habits
    others = facts.ruleset.tie_order(facts.playing)
    times = {seat: now + reaction(rng) for seat in suspicious}
    if times and rng.random() < habits.crowd:
        first = min(times.values())
        for seat in rng.sample(others, rng.randint(1, len(others))):
            times[seat] = max(now + 100 * MS, first + crowd_gap(rng))
    elif facts.playing.phase is Phase.LAST_CARDS and rng.random() < 5 * habits.edge:
        times[rng.choice(others)] = max(now, turns.turn_free_at + rng.randint(-40, 400) * MS)
    return times


# --- after a move ------------------------------------------------------------------------------


def _second_thoughts(people: Players, facts: Facts, turns: TurnsFacts, now: int) -> bool:
    """Who has moved may take it back, or ask for more time for his last cards."""
    seat, rng = turns.mover, people.stream("second thoughts")
    if seat is None:
        return False
    may = turns.kept and not people.miscounted(facts)
    if may and rng.random() < people.habits.takes_back:
        if seat == turns.on_turn and turns.automatic is None:
            return False  # a tap would be the next move
        at = turns.moved_at + rng.randint(350 * MS, 900 * MS)
        people.hands.tap(facts.seats[seat].buzzer, max(now + 100 * MS, at))
        return True
    claim = facts.playing.claim
    if facts.playing.phase is Phase.LAST_CARDS and rng.random() < people.habits.more_time:
        assert claim is not None  # noqa: S101 - the last cards are somebody's
        at = max(now, facts.opened_at) + rng.randint(2, 6) * SECOND
        people.hands.tap(facts.seats[claim.seat].buzzer, at)
    return False


def _correct(people: Players, facts: Facts, turns: TurnsFacts, claim: Claim, now: int) -> None:
    """The claimant counts his play again: hold, a tap a card, hold."""
    cards = people.cards
    assert cards is not None  # noqa: S101 - a bug, not an input
    rng, buzzer = people.stream("correct"), facts.seats[claim.seat].buzzer
    if turns.on_turn == claim.seat:
        _press(people, facts, Correct(len(cards.newest)), now, Why.COMMIT)
        return
    at = max(now + 200 * MS, facts.opened_at + 700 * MS)
    if turns.correction is None:
        at = people.hands.hold(buzzer, at).until + rng.randint(90, 250) * MS
    for _ in range(len(cards.newest) - (turns.correction or 0)):
        at = people.hands.tap(buzzer, at).until + rng.randint(90, 250) * MS
    people.hands.hold(buzzer, at, Why.COMMIT)


# --- moves ---------------------------------------------------------------------------------------


def _moves(people: Players, facts: Facts, turns: TurnsFacts, now: int, waits: set[int]) -> None:
    """Whoever may move does what he wants to; where one has the floor the others wait."""
    for mover in turns.moves.live if turns.on_turn is None else (turns.on_turn,):
        choice = people.choice(facts, mover)
        if choice is None or mover in waits or people.hands.busy(facts.seats[mover].buzzer, now):
            continue
        doubts = isinstance(choice.action, (Doubt, Force)) and turns.race
        why = Why.HOLD_SLAP if doubts else Why.COMMIT
        if not _press(people, facts, choice.action, now, why):
            _make_do(people, facts, mover, now)


def _make_do(people: Players, facts: Facts, mover: int, now: int) -> None:
    """Lay as many cards as were counted by mistake: from a count no way leads back to a draw."""
    made = taken_by_hold(facts, mover)
    if isinstance(made, Play):
        people.choose_instead(facts, made)
        _press(people, facts, made, now, Why.COMMIT)


def _press(people: Players, facts: Facts, wanted: Action, now: int, why: Why) -> bool:
    """Plan the taps and holds that lead to `wanted` from where the table stands; False: none do.

    Somebody may slap in the very moment of the commit.
    """
    turns = facts.about
    assert isinstance(turns, TurnsFacts)  # noqa: S101 - a bug, not an input
    seat = getattr(wanted, "seat", turns.on_turn)
    assert seat is not None  # noqa: S101 - a move is somebody's
    rng, buzzer = people.stream("turn", seat), facts.seats[seat].buzzer
    keys = way_to(facts, wanted, seat)
    if keys is None:
        return False
    at = max(now + rng.randint(300, 1500) * MS, _turn_from(turns, seat) + rng.randint(5, 600) * MS)
    for kind in keys[:-1]:
        made = people.hands.tap if kind is GestureKind.TAP else people.hands.hold
        at = made(buzzer, at).until + rng.randint(80, 250) * MS
    committed = people.hands.hold(buzzer, at, why).at + 700 * MS
    others = [other for other in facts.ruleset.tie_order(facts.playing) if other != seat]
    if others and turns.race and rng.random() < people.habits.edge:
        slap = committed + rng.randint(-40 * MS, 40 * MS)
        people.hands.press(facts.seats[rng.choice(others)].buzzer, slap, 120 * MS, Why.SLAP)
    return True


def _turn_from(turns: TurnsFacts, seat: int) -> int:
    """From when on (ns) presses of `seat`, which may move, are its turn."""
    return turns.turn_from[turns.moves.live.index(seat)]
