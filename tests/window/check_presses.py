"""A real window under a real X server, and keys that are pressed by XTEST: none is lost.

Run by `make window-test`; each check prints its figures.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median

import pytest
from desk import KEYS, Desk, Hands, Made, Task

from appliance.core.signals import MS, NEVER, SECOND
from appliance.presses.arbiter import Race, decide
from appliance.presses.debounce import Press
from bench.raceway import places

PRESSES = int(os.environ.get("PRESSES", "10000"))
RACES = 60
SHORTEST, LONGEST = MS, 40 * MS
GAP = 5 * MS
CHUNK = 600


@pytest.fixture(scope="module")
def hands() -> Iterator[Hands]:
    made = Hands()
    yield made
    made.close()


@pytest.fixture(params=[True, False], ids=["stamped", "unstamped"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    made = Desk(Random(7), told=request.param)
    assert made.keys.exact == request.param, "does this X server run on this machine?"
    made.until_focused()
    yield made
    made.close()


def told(name: str, figures: str) -> None:
    """Print figures where a person finds them."""
    print(f"\n    {name}: {figures}", flush=True)


def pairs(chance: Random, count: int) -> tuple[Task, list[tuple[str, str]]]:
    """Pairs of presses GAP apart, on six pairs of keys at once: the moves, and who was first."""
    moves: list[tuple[int, str, bool]] = []
    firsts = []
    free_at = [0] * 6
    for number in range(count):
        lane = number % 6
        first, second = chance.sample((KEYS[lane], KEYS[lane + 6]), 2)
        firsts.append((first, second))
        down = free_at[lane]
        for key, at in ((first, down), (second, down + GAP)):
            up = at + chance.randint(SHORTEST, LONGEST)
            moves += [(at, key, True), (up, key, False)]
            free_at[lane] = max(free_at[lane], up)
        free_at[lane] += chance.randint(35 * MS, 90 * MS)
    return sorted(moves), firsts


def verdict(desk: Desk, first: Press, second: Press) -> str:
    """Return what the arbiter makes of two presses; the second would win a tie."""
    order = (second.buzzer, first.buzzer)
    race = Race(
        0, NEVER, order, desk.keys.timekeeping.uncertainty, desk.keys.timekeeping.worst_delay
    )
    finish = decide(race, (first, second), max(first.at, second.at) + SECOND)
    assert finish is not None
    if all(place.tied for place in finish.places):
        return "tie"
    return "right" if finish.doubter == first.buzzer else "wrong"


def check_every_press_counts_and_none_overtakes(hands: Hands, desk: Desk) -> None:
    """While the loop is busy for up to 120 ms at a time."""
    chance = Random(11)
    pressed: dict[str, list[Made]] = {key: [] for key in KEYS}
    ran: list[tuple[tuple[str, int], tuple[str, int]]] = []
    while (sent := sum(map(len, pressed.values()))) < PRESSES:
        moves, firsts = pairs(chance, min(CHUNK, PRESSES - sent) // 2)
        number = {key: len(made) for key, made in pressed.items()}
        for first, second in firsts:
            ran.append(((first, number[first]), (second, number[second])))
            number[first] += 1
            number[second] += 1
        for (_, key, down), made in zip(moves, desk.watch(hands, moves), strict=True):
            if down:
                pressed[key].append(made)
    counted = {key: desk.presses_of(place) for place, key in enumerate(KEYS)}
    lost = sum(max(0, len(pressed[key]) - len(counted[key])) for key in KEYS)
    extra = sum(max(0, len(counted[key]) - len(pressed[key])) for key in KEYS)
    told("presses", f"{sent} of 1 to 40 ms: {lost} lost, {extra} too many")
    assert (lost, extra) == (0, 0)
    gaps = sorted(pressed[b][j].before - pressed[a][i].after for (a, i), (b, j) in ran)
    verdicts = [verdict(desk, counted[a][i], counted[b][j]) for (a, i), (b, j) in ran]
    right, ties, wrong = (verdicts.count(outcome) for outcome in ("right", "tie", "wrong"))
    told("pairs", f"{len(ran)}: {right} right, {ties} tied, {wrong} in the wrong order")
    told("apart", f"least {gaps[0] / MS:.1f}, median {median(gaps) / MS:.1f} ms")
    told("asked for", f"{spread(desk.late)} after the stamp")
    assert wrong == 0
    if desk.keys.exact:
        assert right == len(ran)


def check_a_short_slap_in_an_open_doubt_window_counts(hands: Hands, desk: Desk) -> None:
    """Through the whole table, its rules and their ties: 1 to 40 ms long, GAP apart."""
    chance = Random(13)
    right = ties = 0
    for spot in places(chance, RACES):
        place = replace(spot, tie_window=desk.keys.timekeeping.uncertainty)
        buzzers = desk.race(place)
        seats = [seat for seat in range(place.seats) if seat != place.claimant]
        first, second = chance.sample(seats, 2)
        moves = []
        for seat, at in ((first, 20 * MS), (second, 20 * MS + GAP)):
            key = KEYS[buzzers[seat]]
            moves += [(at, key, True), (at + chance.randint(SHORTEST, LONGEST), key, False)]
        desk.watch(hands, sorted(moves))
        finish = desk.loop.table.inner.finish
        assert finish is not None, "nobody was heard"
        tied = sum(place.tied for place in finish.places)
        assert [place.buzzer for place in finish.places if not place.tied] in (
            [],
            [buzzers[second]],
        )
        right += desk.doubter() == first and tied == 1
        ties += tied == 2
    told("races", f"{right} of {RACES} right, {ties} tied and decided by the rule")
    assert right + ties == RACES
    if desk.keys.exact:
        assert right == RACES


def spread(values: list[int]) -> str:
    """Median, 99 % and the most, in ms."""
    ordered = sorted(values)
    high = ordered[len(ordered) * 99 // 100]
    return f"{median(ordered) / MS:.1f} ms (99 % {high / MS:.1f}, most {ordered[-1] / MS:.1f})"


def check_a_key_that_repeats_itself_is_one_press(hands: Hands, desk: Desk) -> None:
    """X11 repeats a key after 0.66 s, 25 times a second."""
    made = desk.watch(hands, [(0, "1", True), (2 * SECOND, "1", False)])
    [press] = desk.presses_of(0)
    if desk.keys.exact:
        assert press.until is not None
        least, most = made[1].before - made[0].after, made[1].after - made[0].before
        assert least - 2 * MS <= press.until - press.at <= most + 2 * MS


def check_a_window_that_loses_the_keyboard_lets_go(hands: Hands, desk: Desk) -> None:
    desk.loop.busy = 0
    task = [(0, "1", True), (200 * MS, "focus", True), (SECOND, "1", False)]
    taken = desk.watch(hands, task)[1].after
    [press] = desk.presses_of(0)
    assert press.until is not None
    told("let go", f"{(press.until - taken) / MS:.0f} ms after the keyboard was taken")
    assert press.until - taken < 500 * MS
    desk.watch(hands, [(0, "focus", False), (100 * MS, "2", True), (150 * MS, "2", False)])
    assert len(desk.presses_of(1)) == 1, "the keyboard is back"


def check_how_long_a_stroke_is_under_way() -> None:
    """`worst_delay` rests on the loop's own frame; this is the X server's part."""
    hands, desk = Hands(), Desk(Random(3))
    desk.until_focused()
    desk.listen(hands, pairs(Random(5), 200)[0])
    hands.done()
    hands.close()
    desk.close()
    told("under way", f"when it was looked for, {spread(desk.missed_by)} already")
    assert max(desk.missed_by) < desk.keys.timekeeping.worst_delay
