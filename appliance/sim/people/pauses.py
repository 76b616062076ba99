"""Why people pause, and what they do then: go on, count, leave, or ask for another question."""

from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import Kind
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Players
from appliance.table import Table
from appliance.table.counting import enter
from appliance.table.dispute import WITHIN
from appliance.table.pausing import items
from appliance.table.state import Count, Item, Pause


def begin(people: Players, table: Table, now: int) -> bool:
    """Seldom somebody who is not on turn pauses, and means to do something then.

    Where the table's counts are not what everybody holds, people count.
    """
    rng, habits, game = people.stream("pause"), people.habits, table.game
    if people.paused == people.when:
        return False  # once is enough
    live = table.ruleset.live(game)
    still = [seat for seat in present(table) if seat not in live]
    for item, chance in (
        (Item.GO_ON, habits.pauses),
        (Item.RECOUNT, 1.0 if people.adrift(game) else habits.recounts),
        (Item.LEAVE, habits.leaves),
        (Item.DISCARD, habits.discards),
    ):
        if rng.random() < chance and still:
            seat = rng.choice(still)
            if item in items(table, seat):
                people.wish, people.paused = item, people.when
                at = now + 300 * MS
                if table.judged is not None:  # so soon it would be a dispute
                    at = max(at, table.judged.at + WITHIN + 100 * MS)
                people.hands.press(table.buzzers[seat], at, 2700 * MS, Why.HOLD)
                return True
    return False


def plan(people: Players, table: Table, now: int) -> None:
    """Somebody goes on, or whoever paused does what he wanted, and another agrees."""
    pause = table.pause
    rng = people.stream("paused", now)
    if pause is not None and pause.item is not None:
        people.wish = None
    at = now + rng.randint(1, 3) * SECOND
    if pause is None or pause.seat is None:
        people.hands.hold(table.buzzers[rng.choice(present(table))], at)
    elif pause.item is None and people.wish in items(table, pause.seat):
        _choose(people, table, pause.seat, pause, at)
    elif pause.item is Item.RECOUNT and not pause.ready:
        _count(people, table, pause, now)
    else:  # agree, or go on
        others = [seat for seat in present(table) if seat != pause.seat]
        people.hands.hold(table.buzzers[rng.choice(others)], at)


def present(table: Table) -> list[int]:
    """The seats at which somebody sits."""
    gone = table.game.gone if table.round is not None else ()
    return [seat for seat in range(len(table.buzzers)) if seat not in gone]


def _choose(people: Players, table: Table, seat: int, pause: Pause, at: int) -> None:
    offered, buzzer = items(table, seat), table.buzzers[seat]
    assert people.wish is not None  # noqa: S101 - the caller looked
    for _ in range((offered.index(people.wish) - pause.cursor) % len(offered)):
        at = people.hands.tap(buzzer, at).until + 150 * MS
    people.hands.hold(buzzer, at)


def _count(people: Players, table: Table, pause: Pause, now: int) -> None:
    """Everybody enters how many cards there are, the tens and then the units."""
    cards = people.cards
    assert cards is not None  # noqa: S101 - only cards can be counted
    for seat in present(table):
        counts, press_at = pause.counts, now + SECOND
        mine = _unfinished(counts, seat)
        if mine is None or people.hands.busy(table.buzzers[seat], now):
            continue
        number = sum(cards.heaps()) if mine.pile else len(cards.hands[seat])
        digit = number // 10 if mine.tens is None else number % 10
        while mine is not None and mine.cursor != digit:
            press_at = people.hands.tap(table.buzzers[seat], press_at).until + 150 * MS
            counts = enter(counts, seat, Kind.TAP)
            mine = _unfinished(counts, seat)
        people.hands.hold(table.buzzers[seat], press_at)


def _unfinished(counts: tuple[Count, ...], seat: int) -> Count | None:
    return next((one for one in counts if one.seat == seat and one.number is None), None)
