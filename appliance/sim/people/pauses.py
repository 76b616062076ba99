"""Why people pause, and what they do then: go on, count, leave, or ask for another question."""

from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import GestureKind
from appliance.sim.people.fingers import Why
from appliance.sim.people.matters import present, sitting
from appliance.sim.people.players import Players
from appliance.table.facts import Count, Facts, Item, Pause, enter, items_of


def begin(people: Players, facts: Facts, now: int) -> bool:
    """Seldom somebody who is not on turn pauses, and means to do something then.

    Where the table's counts are not what everybody holds, people count.
    """
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
                at = now + 300 * MS
                if facts.disputable_until is not None:  # until then it would be a dispute
                    at = max(at, facts.disputable_until + 100 * MS)
                people.hands.press(sitting(facts)[seat], at, 2700 * MS, Why.HOLD)
                return True
    return False


def plan(people: Players, facts: Facts, now: int) -> None:
    """Somebody goes on, or whoever paused does what he wanted, and another agrees."""
    pause = facts.pause
    rng = people.stream("paused", now)
    if pause is not None and pause.item is not None:
        people.wish = None
    at = now + rng.randint(1, 3) * SECOND
    if pause is None or pause.seat is None:
        people.hands.hold(sitting(facts)[rng.choice(present(facts))], at)
    elif pause.item is None and people.wish in items_of(facts, pause.seat):
        _choose(people, facts, pause.seat, pause, at)
    elif pause.item is Item.RECOUNT and not pause.ready:
        _count(people, facts, pause, now)
    else:  # agree, or go on
        others = [seat for seat in present(facts) if seat != pause.seat]
        people.hands.hold(sitting(facts)[rng.choice(others)], at)


def _choose(people: Players, facts: Facts, seat: int, pause: Pause, at: int) -> None:
    offered, buzzer = items_of(facts, seat), sitting(facts)[seat]
    assert people.wish is not None  # noqa: S101 - the caller looked
    for _ in range((offered.index(people.wish) - pause.cursor) % len(offered)):
        at = people.hands.tap(buzzer, at).until + 150 * MS
    people.hands.hold(buzzer, at)


def _count(people: Players, facts: Facts, pause: Pause, now: int) -> None:
    """Everybody enters how many cards there are, the tens and then the units."""
    cards = people.cards
    assert cards is not None  # noqa: S101 - only cards can be counted
    for seat in present(facts):
        counts, press_at = pause.counts, now + SECOND
        mine = _unfinished(counts, seat)
        if mine is None or people.hands.busy(sitting(facts)[seat], now):
            continue
        number = sum(cards.heaps()) if mine.pile else len(cards.hands[seat])
        digit = number // 10 if mine.tens is None else number % 10
        while mine is not None and mine.cursor != digit:
            press_at = people.hands.tap(sitting(facts)[seat], press_at).until + 150 * MS
            counts = enter(counts, seat, GestureKind.TAP)
            mine = _unfinished(counts, seat)
        people.hands.hold(sitting(facts)[seat], press_at)


def _unfinished(counts: tuple[Count, ...], seat: int) -> Count | None:
    return next((one for one in counts if one.seat == seat and one.number is None), None)
