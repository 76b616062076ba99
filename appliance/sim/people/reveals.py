"""What people do when cards are to be turned up, and with the verdict."""

from collections import Counter

from appliance.core.signals import MS, SECOND
from appliance.rules.actions import Withdraw
from appliance.rules.cards import RANKS, Card, Rank
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Players
from appliance.sim.truth import Box
from appliance.table import Table
from appliance.table.byhand import DONE, places
from appliance.table.judge import Sought, Turn
from appliance.table.parties import Parties, judged_parties, neutrals, parties, sought
from appliance.table.state import ByHand
from appliance.table.verdict import loser


def doubt(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """The parties may agree at once that it was an accident: both hold, together."""
    between, rng = parties(table), people.stream("withdraw")
    may = table.ruleset.refusal(table.game, Withdraw()) is None
    if fresh and may and between is not None and rng.random() < people.habits.withdraws:
        for seat in (between.owner, between.other):
            at = now + rng.randint(200, 500) * MS
            people.hands.press(table.buzzers[seat], at, rng.randint(1200, 1500) * MS, Why.HOLD)


def reveal(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """Turn the cards up in the box, spread them when asked, or enter them by hand."""
    del fresh
    rng = people.stream("reveal", table.request, now)
    wanted, between = sought(table), parties(table)
    if wanted is None or between is None:
        return
    cards = turned_up(people, table, wanted)
    if wanted.turn is Turn.PRODUCED and not cards:
        people.hands.hold(table.buzzers[between.owner], now + rng.randint(800, 2000) * MS)
    elif table.by_hand is not None:
        if not people.hands.moving:
            _by_hand(people, table, table.by_hand, cards, now)
    elif people.hands.moving:
        return
    elif people.box is None:
        people.hands.put(Box(cards, people.when, 0), now + rng.randint(800, 3000) * MS)
    elif table.ask and people.box.spread < people.spreads - 1:
        again = Box(cards, people.when, people.box.spread + 1)
        people.hands.put(again, now + rng.randint(1200, 2200) * MS)


def turned_up(people: Players, table: Table, wanted: Sought) -> tuple[Card, ...]:
    """The cards that people turn up."""
    assert people.cards is not None  # noqa: S101 - a bug, not an input
    match wanted.turn:
        case Turn.PLAY:
            return people.cards.newest
        case Turn.PRODUCED:
            return people.produced(table)
        case Turn.HAND:
            return people.cards.hands[wanted.seat]


def _by_hand(
    people: Players, table: Table, hand: ByHand, cards: tuple[Card, ...], now: int
) -> None:
    between, hands = parties(table), people.hands
    assert between is not None  # noqa: S101 - the caller looked
    at = now + 400 * MS
    missing = Counter(card.rank for card in cards)
    missing.subtract(hand.ranks)
    if hand.done:
        _agree(people, table, between, now + SECOND, right=not any(missing.values()))
        return
    buzzer = table.buzzers[between.other]
    # What was entered wrongly can't be taken back: the owner will say so.
    stops = places(table)
    here = stops.index(hand.cursor)
    ranks = (place for place in range(DONE) if missing[(*RANKS, Rank.JOKER)[place]] > 0)
    wanted = [place for place in ranks if place in stops] or [DONE]
    for _ in range(min((stops.index(place) - here) % len(stops) for place in wanted)):
        at = hands.tap(buzzer, at).until + 80 * MS
    hands.hold(buzzer, at + 100 * MS)


def _agree(people: Players, table: Table, between: Parties, at: int, *, right: bool) -> None:
    """The owner of the cards says yes or no; where he says nothing the others do."""
    rng, owner = people.stream("agree"), table.buzzers[between.owner]
    others = neutrals(table, between)
    agreed = table.by_hand.agreed if table.by_hand is not None else ()
    if not right:
        people.hands.tap(owner, at)
    elif others and rng.random() < people.habits.unwilling:
        for seat in others:
            if seat not in agreed:
                people.hands.hold(table.buzzers[seat], at)
    else:
        people.hands.hold(owner, at)


def verdict(people: Players, table: Table, now: int, *, fresh: bool) -> None:
    """Who lost holds when he has done so; seldom somebody doesn't believe the verdict."""
    rng, takes = people.stream("pick up", table.dispute is None), loser(table)
    between, judged = judged_parties(table), table.judged
    if table.dispute is not None:
        if between is not None:  # it was right, and one of them says so
            seat = rng.choice((between.owner, between.other))
            people.hands.tap(table.buzzers[seat], now + rng.randint(1000, 3000) * MS)
        return
    others = [seat for seat in range(len(table.buzzers)) if seat != takes]
    believes = judged is None or judged.final or rng.random() >= people.habits.disputes
    if fresh and not believes and takes is not None:
        at = now + rng.randint(500, 2500) * MS
        people.hands.press(table.buzzers[rng.choice(others)], at, 2700 * MS, Why.HOLD)
        return
    seat = rng.choice(others) if takes is None else takes
    people.hands.hold(table.buzzers[seat], now + rng.randint(1500, 3500) * MS)
