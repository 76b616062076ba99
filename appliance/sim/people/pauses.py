"""Why people pause, and what they do then: go on, count, leave, or ask for another question."""

from appliance.core.signals import MS, SECOND
from appliance.presses.gestures import GestureKind
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Outlook, present
from appliance.table.facts import Item, Pause, enter, items_of


def begin(look: Outlook) -> bool:
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


def plan(look: Outlook) -> None:
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
        _count(look, pause)
    else:  # agree, or go on
        look.hold(rng.choice([seat for seat in here if seat != pause.seat]), at)


def _count(look: Outlook, pause: Pause) -> None:
    """Everybody enters how many cards there are, the tens and then the units."""
    cards = look.people.held
    for seat in present(look.facts):
        unfinished = (one for one in pause.counts if one.seat == seat and one.number is None)
        mine = next(unfinished, None)
        if mine is None or look.people.hands.busy(look.buzzer(seat), look.now):
            continue
        number = sum(cards.heaps()) if mine.pile else len(cards.hands[seat])
        digit = number // 10 if mine.tens is None else number % 10
        taps = 0
        while mine.cursor != digit:
            (mine,) = enter((mine,), seat, GestureKind.TAP)
            taps += 1
        look.ring(seat, taps, look.now + SECOND)
