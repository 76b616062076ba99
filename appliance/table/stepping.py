"""Seats that step through their choices: by taps alone, or as the choice moves by itself.

A pure translation from the presses of such a seat to the gestures of other seats. In an open doubt
window every press is a doubt, as at any seat, and is not translated. The table's state at the start
of the press gives the lit option and its meaning.
"""

from collections.abc import Callable
from dataclasses import replace

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import MS, Wished
from appliance.presses.debounce import JUDGED
from appliance.presses.gestures import Gesture, GestureKind
from appliance.presses.grammar import TAKES_AFTER, Grammar
from appliance.table.elements import Stepping, Steps, Way
from appliance.table.facts.until import lit, pace, unchanged_until
from appliance.table.facts.ways import Ways, stands, ways_of
from appliance.table.part import is_another
from appliance.table.parts import part_of
from appliance.table.state import Table
from appliance.table.work import Work

Tell = Callable[[Work, Gesture], None]
"""Passes a gesture to the current stage."""


def pressed(work: Work, made: Gesture, tell: Tell) -> None:
    """Apply a press of such a seat: its usual meaning, and a step on, or the lit option."""
    if made.kind is not GestureKind.PRESS:
        return  # its length means nothing
    table, buzzer = work.table, made.buzzer
    one, place = stands(table, buzzer, made.onset - 1), lit(table, buzzer, made.onset)
    tell(work, made)
    if one is None or made.onset < one.since or is_another(work.table, table.stage):
        return  # it was meant for the earlier screen
    if one.taken is not None:
        return
    if one.steps is Steps.AT_ONCE:
        _put(work, buzzer, replace(one, taken=made.onset))
    elif table.settings.grammar(buzzer) is Grammar.TAPS:
        place = 0 if place is None else (place + 1) % len(one.ways)
        _put(work, buzzer, replace(one, place=place, at=made.onset))
        work.sound(Sound.TICK, buzzer)
    elif place is not None:
        _put(work, buzzer, replace(one, place=place, taken=made.onset))
    elif one.steps is Steps.QUIET:
        _put(work, buzzer, replace(one, place=0, at=made.onset))
        work.sound(Sound.TICK, buzzer)


def rested(work: Work, tell: Tell) -> None:
    """Take the lit option: by taps alone after a while without a press."""
    for buzzer, one in work.table.stepping.items():
        at = _taken_at(work.table, buzzer, one)
        if at is not None and work.now >= at and one.place is not None:
            rests = 0 if one.taken is not None else TAKES_AFTER
            onset = _onset(work, buzzer, one.at if one.taken is None else one.taken)
            made = Gesture(GestureKind.PRESS, buzzer, onset, onset + rests)
            _take(work, made, one.ways[one.place], tell)
            return  # the other seats follow in the next step


def offer(work: Work) -> None:
    """Put each such seat at the beginning of its options, if they have changed."""
    table = work.table
    if not table.settings.some_step:
        return
    buzzers = (one for one in range(table.settings.buzzers) if table.settings.steps(one))
    found = {}
    for buzzer in buzzers:
        now, before = ways_of(table, buzzer, work.now), table.stepping.get(buzzer)
        if before is not None and before.taken is not None and before.since >= table.stage.since:
            found[buzzer] = before
            continue
        if not now.ways:
            continue
        same = before is not None and (before.steps, before.ways) == now
        found[buzzer] = before if before is not None and same else _begun(work, buzzer, now)
    if found != table.stepping:
        work.set(stepping=found)


def due(table: Table, now: int) -> int | None:
    """Return the time (ns) at which such a seat takes the lit option or gets another, or None."""
    if not table.settings.some_step:
        return None
    taken = (_taken_at(table, buzzer, one) for buzzer, one in table.stepping.items())
    until = unchanged_until(table, now) + 1
    return min((at for at in (*taken, until) if at is not None), default=None)


def _begun(work: Work, buzzer: int, now: Ways) -> Stepping:
    """Begin a choice; a scan lights its first option only later, so no earlier press takes it."""
    one = Stepping(now.steps, now.ways, work.now)
    if now.steps is Steps.AT_ONCE:
        return replace(one, place=0, at=work.now)
    if now.steps is Steps.ASKED and work.table.settings.grammar(buzzer) is Grammar.SCAN:
        return replace(one, place=0, at=work.now + pace(work.table))
    return one


def _taken_at(table: Table, buzzer: int, one: Stepping) -> int | None:
    if one.taken is not None:
        return one.taken + JUDGED + table.settings.settle_ms * MS
    taps = table.settings.grammar(buzzer) is Grammar.TAPS
    waits = taps and one.place is not None and one.steps is not Steps.AT_ONCE
    return one.at + TAKES_AFTER if waits else None


def _onset(work: Work, buzzer: int, at: int) -> int:
    """Return the onset of the press reported at `at` (ns): one of its edges may have come late."""
    own = (one for one in work.table.buttons.presses(work.now) if one.buzzer == buzzer)
    ends = ((one.at, work.now if one.until is None else one.until) for one in own)
    return next((began for began, end in ends if began <= at <= end), at)


def _take(work: Work, made: Gesture, way: Way, tell: Tell) -> None:
    """Carry out `way` by the press `made`; the seat then starts with its next options."""
    left = {one: it for one, it in work.table.stepping.items() if one != made.buzzer}
    work.set(stepping=left)
    if not way.makes and way.wish is None:
        return
    before, asked = work.table, len(work.effects)
    if way.wish is not None:
        part_of(before.stage).wished(work, Wished(way.wish, made.at))
    for kind in way.makes:
        tell(work, replace(made, kind=kind))
        if is_another(work.table, before.stage):
            break  # the next gestures would answer another question
    sounds = [one for one in work.effects[asked:] if isinstance(one, PlaySound)]
    for one in sounds[:-1]:
        work.effects.remove(one)


def _put(work: Work, buzzer: int, one: Stepping) -> None:
    work.set(stepping={**work.table.stepping, buzzer: one})
