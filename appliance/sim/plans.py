"""What people do next, for whatever table they see: the one-button grammar, from their side."""

from collections import Counter
from typing import TYPE_CHECKING

from appliance.rules.cards import RANKS, Rank
from appliance.rules.events import Took
from appliance.rules.game import Claim, Phase
from appliance.signals import MS, SECOND
from appliance.sim.fingers import Why
from appliance.sim.people import crowd_gap, reaction
from appliance.table import Stage, Table
from appliance.table.byhand import DONE, places
from appliance.table.doubting import DEAD_TIME
from appliance.table.state import ByHand, Round

if TYPE_CHECKING:
    from appliance.sim.world import World

KEEN_FOR = 25
"""From so many plays on people grow tired and let more and more stand, so that games end."""


def plan(world: "World", table: Table, now: int, *, fresh: bool) -> None:
    """Plan touches for `table` at `now` (ns); `fresh` when people see it for the first time."""
    if table.paused_at is not None:
        rng = world.stream("go on", now)
        world.hands.hold(rng.choice(table.buzzers), now + rng.randint(1, 3) * SECOND)
    elif table.stage is Stage.PLAY:
        _play(world, table, now, fresh=fresh)
    elif table.stage in _PLANS:
        _PLANS[table.stage](world, table, now)


def _attract(world: "World", _table: Table, now: int) -> None:
    """Somebody wakes the table."""
    world.hands.tap(world.buzzers[0], now + reaction(world.stream("wake")))


def _lobby(world: "World", table: Table, now: int) -> None:
    """First all sit down, then all say that they are ready."""
    missing = [buzzer for buzzer in world.buzzers if buzzer not in table.buzzers]
    for buzzer in missing:
        world.hands.tap(buzzer, now + reaction(world.stream("sit", buzzer)))
    if not missing:
        for buzzer in table.buzzers:
            if buzzer not in table.ready:
                world.hands.hold(buzzer, now + reaction(world.stream("ready", buzzer)))


def _deal(world: "World", table: Table, now: int) -> None:
    """Somebody says that he deals; he deals, and says when it is done."""
    if table.dealer is None:
        _anyone_holds(world, table, now + SECOND)
    else:
        world.hands.hold(table.buzzers[table.dealer], now + 5 * SECOND)


def _play(world: "World", table: Table, now: int, *, fresh: bool) -> None:
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    game = round_.game
    waits = False
    if game.claim is not None:
        if fresh:
            waits = _doubts(world, table, game.claim, now)
            _second_thoughts(world, table, game.claim, now)
        if world.certain:
            return
        if world.miscounted:
            if game.phase is Phase.OPEN:
                _correct(world, table, game.claim, now)
            return
    elif fresh:
        _pause(world, table, now)
    if game.phase in (Phase.READY, Phase.OPEN) and not waits and round_.pending is None:
        _turn(world, table, round_, now)


def _doubts(world: "World", table: Table, claim: Claim, now: int) -> bool:
    """Everybody else decides; True when the seat on turn will doubt by a hold, not play."""
    game, habits, hands, buzzers = table.game, world.habits, world.hands, table.buzzers
    rng = world.stream("doubt")
    others = [seat for seat in range(len(buzzers)) if seat != claim.seat]
    suspicious = world.doubters(game, claim, min(1.0, KEEN_FOR / world.moment))
    if game.turn in suspicious and game.phase is Phase.OPEN and rng.random() < habits.by_hold:
        suspicious.remove(game.turn)
        if not suspicious:
            at = _free_at(table) + DEAD_TIME + rng.randint(50 * MS, SECOND)
            hands.hold(buzzers[game.turn], max(at, now + 200 * MS), Why.HOLD_SLAP)
            return True
    times = {seat: now + reaction(rng) for seat in suspicious}
    if times and rng.random() < habits.crowd:
        first = min(times.values())
        for seat in rng.sample(others, rng.randint(1, len(others))):
            times[seat] = max(now + 100 * MS, first + crowd_gap(rng))
    elif game.phase is Phase.LAST_CARDS and rng.random() < 5 * habits.edge:
        end = _free_at(table)
        times[rng.choice(others)] = max(now, end + rng.randint(-40 * MS, 400 * MS))
    for seat, at in times.items():
        hands.press(buzzers[seat], at, rng.randint(70 * MS, 240 * MS), Why.SLAP)
    if rng.random() < habits.glitch:
        at = now + rng.randrange(2 * SECOND)
        hands.press(buzzers[rng.choice(others)], at, rng.randint(20_000, 2 * MS), Why.GLITCH)
    return False


def _second_thoughts(world: "World", table: Table, claim: Claim, now: int) -> None:
    """The claimant may take the play back, or ask for more time for his last cards."""
    round_, rng = table.round, world.stream("second thoughts")
    assert round_ is not None  # noqa: S101 - a bug, not an input
    buzzer = table.buzzers[claim.seat]
    if table.undo is not None and not world.miscounted and rng.random() < world.habits.takes_back:
        at = round_.opened_at + rng.randint(350 * MS, 900 * MS)
        world.hands.tap(buzzer, max(now + 100 * MS, at))
    elif table.game.phase is Phase.LAST_CARDS and rng.random() < world.habits.more_time:
        world.hands.tap(buzzer, max(now, round_.opened_at) + rng.randint(2, 6) * SECOND)


def _correct(world: "World", table: Table, claim: Claim, now: int) -> None:
    """The claimant counts his play again: hold, a tap a card, hold."""
    round_, cards = table.round, world.cards
    assert round_ is not None  # noqa: S101 - a bug, not an input
    assert cards is not None  # noqa: S101 - a bug, not an input
    rng, buzzer = world.stream("correct"), table.buzzers[claim.seat]
    at = max(now + 200 * MS, round_.opened_at + 700 * MS)
    counted = round_.counted
    if not round_.correcting:
        at = world.hands.hold(buzzer, at).until + rng.randint(90, 250) * MS
        counted = 0
    for _ in range(len(cards.newest) - counted):
        at = world.hands.tap(buzzer, at).until + rng.randint(90, 250) * MS
    world.hands.hold(buzzer, at, Why.COMMIT)


def _pause(world: "World", table: Table, now: int) -> None:
    rng = world.stream("pause")
    if rng.random() < world.habits.pauses:
        seat = (table.game.turn + 1) % len(table.buzzers)
        world.hands.press(table.buzzers[seat], now + 300 * MS, 2700 * MS, Why.HOLD)


def _turn(world: "World", table: Table, round_: Round, now: int) -> None:
    """The seat on turn taps once a card and holds; somebody may slap in that very moment."""
    game, rng = round_.game, world.stream("turn")
    buzzer = table.buzzers[game.turn]
    at = now + rng.randint(300, 1500) * MS
    if game.phase is Phase.OPEN:
        at = max(at, _free_at(table) + DEAD_TIME + rng.randint(5, 600) * MS)
    for _ in range(world.choice(game, cap_of(table)).said - round_.counted):
        at = world.hands.tap(buzzer, at).until + rng.randint(80, 250) * MS
    committed = world.hands.hold(buzzer, at, Why.COMMIT).at + 700 * MS
    if rng.random() < world.habits.edge:
        others = [other for other in table.buzzers if other != buzzer]
        slap = committed + rng.randint(-40 * MS, 40 * MS)
        world.hands.press(rng.choice(others), slap, 120 * MS, Why.SLAP)


def _reveal(world: "World", table: Table, now: int) -> None:
    """Flip the newest play into the box, spread it when asked, or enter it by hand."""
    rng = world.stream("reveal", table.request, now)
    if table.by_hand is not None:
        if not world.moving:
            _by_hand(world, table, table.by_hand, now)
    elif world.moving:
        return
    elif world.box is None:
        world.put(now + rng.randint(800, 3000) * MS, 0)
    elif table.ask and world.box.spread < world.spreads - 1:
        world.put(now + rng.randint(1200, 2200) * MS, world.box.spread + 1)


def _by_hand(world: "World", table: Table, hand: ByHand, now: int) -> None:
    game, hands = table.game, world.hands
    claim, doubter = game.claim, game.doubter
    assert claim is not None  # noqa: S101 - the reveal of a claim
    assert doubter is not None  # noqa: S101 - that somebody doubts
    at = now + 400 * MS
    missing = Counter(world.true_ranks())
    missing.subtract(hand.ranks)
    if hand.done:
        _agree(world, table, hand, now + SECOND, right=not any(missing.values()))
        return
    buzzer = table.buzzers[doubter]
    wanted = [place for place in range(DONE) if missing[(*RANKS, Rank.JOKER)[place]] > 0]
    # What was entered wrongly can't be taken back: the claimant will say so.
    stops = places(table)
    taps = {place: (stops.index(place) - stops.index(hand.cursor)) % len(stops) for place in stops}
    for _ in range(min((taps[place] for place in wanted if place in taps), default=taps[DONE])):
        at = hands.tap(buzzer, at).until + 80 * MS
    hands.hold(buzzer, at + 100 * MS)


def _agree(world: "World", table: Table, hand: ByHand, at: int, *, right: bool) -> None:
    """The claimant says yes or no; where he says nothing the others do."""
    claim, doubter = table.game.claim, table.game.doubter
    assert claim is not None  # noqa: S101 - the reveal of a claim
    rng = world.stream("agree")
    others = [seat for seat in range(len(table.buzzers)) if seat not in (claim.seat, doubter)]
    if not right:
        world.hands.tap(table.buzzers[claim.seat], at)
    elif others and rng.random() < world.habits.unwilling:
        for seat in others:
            if seat not in hand.agreed:
                world.hands.hold(table.buzzers[seat], at)
    else:
        world.hands.hold(table.buzzers[claim.seat], at)


def _verdict(world: "World", table: Table, now: int) -> None:
    taker = next((event.seat for event in table.happened if isinstance(event, Took)), None)
    at = now + world.stream("pick up").randint(1500, 3500) * MS
    if taker is None:
        _anyone_holds(world, table, at)
    else:
        world.hands.hold(table.buzzers[taker], at)


def _over(world: "World", table: Table, now: int) -> None:
    """Another game?"""
    if table.games < world.games:
        _anyone_holds(world, table, now + 2 * SECOND)


def _anyone_holds(world: "World", table: Table, at: int) -> None:
    world.hands.hold(world.stream("anyone", table.stage).choice(table.buzzers), at)


def _free_at(table: Table) -> int:
    """When the window ends in which a press of the seat on turn is a doubt."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a bug, not an input
    if round_.closes_at is not None:
        return round_.closes_at
    return round_.opened_at + table.ruleset.timing(round_.game).min_hold_ms * MS


def cap_of(table: Table) -> int | None:
    """The most cards in one play that the players know of (Bicycle: four a pack)."""
    return 4 * table.game.packs if table.settings.ruleset == "bicycle" else None


_PLANS = {
    Stage.ATTRACT: _attract,
    Stage.LOBBY: _lobby,
    Stage.DEAL: _deal,
    Stage.REVEAL: _reveal,
    Stage.VERDICT: _verdict,
    Stage.OVER: _over,
}
