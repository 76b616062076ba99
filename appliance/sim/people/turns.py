"""What people press while they play: moves by taps and holds, doubts by slaps; and pauses."""

from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import GestureKind
from appliance.rules.actions import Action, Correct, Doubt, Force, Play
from appliance.rules.game import Claim, Phase
from appliance.sim.people.characters import crowd_gap, reaction
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Outlook, present
from appliance.table.facts import Item, TurnsFacts, enter, items_of, taken_by_hold, way_to

FORCED = (900 * MS, 1100 * MS)
"""How long a slap lasts that means to force."""

LATE = 0.3
"""How much of their suspicion people have left when others have passed since the play."""


def plan(look: Outlook, turns: TurnsFacts) -> None:
    """Plan touches for a table at which somebody moves, or may doubt."""
    people, game = look.people, look.facts.playing
    claim, waits = game.claim, set[int]()
    if look.fresh:
        if claim is not None and turns.race:
            waits = _doubts(look, turns)
        changed = _second_thoughts(look, turns)
        if claim is None and not changed and _pauses(look):
            return
    if people.certain and claim is not None:
        return
    if claim is not None and people.miscounted(look.facts):
        if game.phase is Phase.OPEN:
            _correct(look, turns, claim)
        return
    if not turns.pending and turns.doubter is None and turns.automatic is None:
        _moves(look, turns, waits)


# --- doubts ------------------------------------------------------------------------------------


def _doubts(look: Outlook, turns: TurnsFacts) -> set[int]:
    """Everybody who may doubt decides; gives the seats that will doubt by a hold, not move."""
    people, facts, now = look.people, look.facts, look.now
    rng, others = people.stream("doubt"), facts.ruleset.tie_order(facts.playing)
    if not others:
        return set()
    suspicious = people.doubters(facts)
    if people.moment != people.laid_at:
        suspicious = [seat for seat in suspicious if rng.random() < LATE]
    alone = suspicious[0] if len(suspicious) == 1 else None
    by_hold = alone in turns.moves.live and rng.random() < people.habits.by_hold
    if alone is not None and by_hold and _press(look, turns, alone, Doubt(alone), Why.HOLD_SLAP):
        return {alone}
    for seat, at in _slaps(look, turns, suspicious).items():
        if seat in turns.moves.live and at >= turns.turn_from[seat]:
            continue  # it would be a card
        may = people.sight(facts, seat).may(Force(seat))
        forces = may and rng.random() < people.policies[seat].forces
        length = rng.randint(*FORCED) if forces else rng.randint(70 * MS, 240 * MS)
        look.press(seat, at, length, Why.SLAP)
    if rng.random() < people.habits.glitch:
        at, length = now + rng.randrange(2 * SECOND), rng.randint(20_000, 2 * MS)
        look.press(rng.choice(others), at, length, Why.GLITCH)
    return set()


def _slaps(look: Outlook, turns: TurnsFacts, suspicious: list[int]) -> dict[int, int]:
    """When which seat slaps (ns): who suspects, others together with him, or nearly too late."""
    rng, habits, game = look.people.stream("slaps"), look.people.habits, look.facts.playing
    others = look.facts.ruleset.tie_order(game)
    times = {seat: look.now + reaction(rng) for seat in suspicious}
    if times and rng.random() < habits.crowd:
        first = min(times.values())
        for seat in rng.sample(others, rng.randint(1, len(others))):
            times[seat] = max(look.now + 100 * MS, first + crowd_gap(rng))
    elif game.phase is Phase.LAST_CARDS and rng.random() < 5 * habits.edge:
        at = max(look.now, turns.turn_free_at + rng.randint(-40, 400) * MS)
        times[rng.choice(others)] = at
    return times


# --- after a move ------------------------------------------------------------------------------


def _second_thoughts(look: Outlook, turns: TurnsFacts) -> bool:
    """Who has moved may take it back, or ask for more time for his last cards."""
    people, facts, seat = look.people, look.facts, turns.mover
    rng, claim = people.stream("second thoughts"), facts.playing.claim
    if seat is None:
        return False
    may = turns.kept and not people.miscounted(facts)
    if may and rng.random() < people.habits.takes_back:
        if seat == turns.on_turn and turns.automatic is None:
            return False  # a tap would be the next move
        at = turns.moved_at + rng.randint(350 * MS, 900 * MS)
        look.tap(seat, max(look.now + 100 * MS, at))
        return True
    if facts.playing.phase is Phase.LAST_CARDS and rng.random() < people.habits.more_time:
        assert claim is not None  # noqa: S101 - the last cards are somebody's
        look.tap(claim.seat, max(look.now, facts.opened_at) + rng.randint(2, 6) * SECOND)
    return False


def _correct(look: Outlook, turns: TurnsFacts, claim: Claim) -> None:
    """The claimant counts his play again: hold, a tap a card, hold."""
    rng, seat, laid = look.people.stream("correct"), claim.seat, len(look.people.held.newest)
    if turns.on_turn == seat:
        _press(look, turns, seat, Correct(laid), Why.COMMIT)
        return
    at = max(look.now + 200 * MS, look.facts.opened_at + 700 * MS)
    if turns.correction is None:
        at = look.hold(seat, at).until + rng.randint(90, 250) * MS
    for _ in range(laid - (turns.correction or 0)):
        at = look.tap(seat, at).until + rng.randint(90, 250) * MS
    look.hold(seat, at, Why.COMMIT)


# --- moves ---------------------------------------------------------------------------------------


def _moves(look: Outlook, turns: TurnsFacts, waits: set[int]) -> None:
    """Whoever may move does what he wants to; where one has the floor the others wait."""
    people, facts = look.people, look.facts
    for mover in turns.moves.live if turns.on_turn is None else (turns.on_turn,):
        choice = people.choice(facts, mover)
        if choice is None or mover in waits or people.hands.busy(look.buzzer(mover), look.now):
            continue
        doubts = isinstance(choice.action, (Doubt, Force)) and turns.race
        why = Why.HOLD_SLAP if doubts else Why.COMMIT
        if not _press(look, turns, mover, choice.action, why):
            # From a count no way leads back to a draw: as many are laid as were counted.
            made = taken_by_hold(facts, mover)
            if isinstance(made, Play):
                people.choose_instead(facts, made)
                _press(look, turns, mover, made, Why.COMMIT)


def _press(look: Outlook, turns: TurnsFacts, seat: int, wanted: Action, why: Why) -> bool:
    """Plan the taps and holds that lead `seat` to `wanted` from here; False: none do.

    Somebody may slap in the very moment of the commit.
    """
    facts, rng = look.facts, look.people.stream("turn", seat)
    keys = way_to(facts, wanted, seat)
    if keys is None:
        return False
    soon = look.now + rng.randint(300, 1500) * MS
    at = max(soon, turns.turn_from[seat] + rng.randint(5, 600) * MS)
    for kind in keys[:-1]:
        made = look.tap if kind is GestureKind.TAP else look.hold
        at = made(seat, at).until + rng.randint(80, 250) * MS
    committed = look.hold(seat, at, why).at + 700 * MS
    others = [other for other in facts.ruleset.tie_order(facts.playing) if other != seat]
    if others and turns.race and rng.random() < look.people.habits.edge:
        slap = committed + rng.randint(-40 * MS, 40 * MS)
        look.press(rng.choice(others), slap, 120 * MS, Why.SLAP)
    return True


# --- pauses -------------------------------------------------------------------------------------


def _pauses(look: Outlook) -> bool:
    """Seldom somebody who is not on turn pauses, and means to do something then.

    Where the table's counts are not what everybody holds, people count.
    """
    people, facts = look.people, look.facts
    rng, habits, game = people.stream("pause"), people.habits, facts.playing
    if people.paused == people.when:
        return False  # once is enough
    live = facts.ruleset.live(game)
    still = [seat for seat in present(facts) if seat not in live]
    for item, chance in (
        (Item.GO_ON, habits.pauses),
        (Item.RECOUNT, 1.0 if people.adrift(game) else habits.recounts),
        (Item.LEAVE, habits.leaves),
        (Item.DISCARD, habits.discards),
    ):
        if rng.random() < chance and still:
            seat = rng.choice(still)
            if item in items_of(facts, seat):
                people.wish, people.paused = item, people.when
                at = look.now + 300 * MS
                if facts.disputable_until is not None:  # until then it would be a dispute
                    at = max(at, facts.disputable_until + 100 * MS)
                look.press(seat, at, 2700 * MS, Why.HOLD)
                return True
    return False


def pause(look: Outlook) -> None:
    """Somebody goes on, or whoever paused does what he wanted, and another agrees."""
    people, pause, here = look.people, look.facts.pause, present(look.facts)
    rng = people.stream("paused", look.now)
    if pause is not None and pause.item is not None:
        people.wish = None
    at = look.now + rng.randint(1, 3) * SECOND
    if pause is None or pause.seat is None:
        look.hold(rng.choice(here), at)
    elif pause.item is None and people.wish in (offered := items_of(look.facts, pause.seat)):
        taps = (offered.index(people.wish) - pause.cursor) % len(offered)
        look.ring(pause.seat, taps, at)
    elif pause.item is Item.RECOUNT and not pause.ready:
        _count(look)
    else:  # agree, or go on
        look.hold(rng.choice([seat for seat in here if seat != pause.seat]), at)


def _count(look: Outlook) -> None:
    """Everybody enters how many cards there are, the tens and then the units."""
    cards = look.people.held
    for seat in present(look.facts):
        mine = look.facts.seats[seat].entering
        if mine is None or look.people.hands.busy(look.buzzer(seat), look.now):
            continue
        number = sum(cards.heaps()) if mine.pile else len(cards.hands[seat])
        digit = number // 10 if mine.tens is None else number % 10
        taps = 0
        while mine.cursor != digit:
            (mine,) = enter((mine,), seat, GestureKind.TAP)
            taps += 1
        look.ring(seat, taps, look.now + SECOND)
