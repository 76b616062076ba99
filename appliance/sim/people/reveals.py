"""What people do when cards are to be turned up, and with the verdict."""

from collections import Counter

from appliance.core.signals import MS, SECOND
from appliance.rules.actions import Withdraw
from appliance.rules.cards import RANKS, Card, Rank
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Players
from appliance.sim.truth import Box
from appliance.table.facts import (
    DONE,
    DoubtingFacts,
    Facts,
    JudgedFacts,
    RevealingFacts,
    Sought,
    Turn,
)


def doubt(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """The parties may agree at once that it was an accident: both hold, together."""
    between = facts.about.parties if isinstance(facts.about, DoubtingFacts) else None
    rng = people.stream("withdraw")
    may = facts.ruleset.refusal(facts.playing, Withdraw()) is None
    if fresh and may and between is not None and rng.random() < people.habits.withdraws:
        for seat in (between.owner, between.other):
            at = now + rng.randint(200, 500) * MS
            people.hands.press(facts.seats[seat].buzzer, at, rng.randint(1200, 1500) * MS, Why.HOLD)


def reveal(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """Turn the cards up in the box, spread them when asked, or enter them by hand."""
    del fresh
    asked = facts.about
    assert isinstance(asked, RevealingFacts)  # noqa: S101 - a bug, not an input
    rng = people.stream("reveal", asked.request, now)
    if asked.sought is None or asked.parties is None:
        return
    cards = turned_up(people, facts, asked.sought)
    if asked.sought.turn is Turn.PRODUCED and not cards:
        people.hands.hold(
            facts.seats[asked.parties.owner].buzzer, now + rng.randint(800, 2000) * MS
        )
    elif asked.by_hand is not None:
        if not people.hands.moving:
            _by_hand(people, facts, asked, cards, now)
    elif people.hands.moving:
        return
    elif people.box is None:
        people.hands.put(Box(cards, people.when, 0), now + rng.randint(800, 3000) * MS)
    elif asked.ask and people.box.spread < people.spreads - 1:
        again = Box(cards, people.when, people.box.spread + 1)
        people.hands.put(again, now + rng.randint(1200, 2200) * MS)


def turned_up(people: Players, facts: Facts, wanted: Sought) -> tuple[Card, ...]:
    """The cards that people turn up."""
    assert people.cards is not None  # noqa: S101 - a bug, not an input
    match wanted.turn:
        case Turn.PLAY:
            return people.cards.newest
        case Turn.PRODUCED:
            return people.produced(facts)
        case Turn.HAND:
            return people.cards.hands[wanted.seat]


def _by_hand(
    people: Players,
    facts: Facts,
    asked: RevealingFacts,
    cards: tuple[Card, ...],
    now: int,
) -> None:
    """The other party enters the cards: taps to a rank, a hold takes it."""
    hand = asked.by_hand
    assert asked.parties is not None  # noqa: S101 - the caller looked
    assert hand is not None  # noqa: S101 - the caller looked
    at = now + 400 * MS
    missing = Counter(card.rank for card in cards)
    missing.subtract(hand.ranks)
    if hand.done:
        _agree(people, facts, asked, now + SECOND, right=not any(missing.values()))
        return
    buzzer = facts.seats[asked.parties.other].buzzer
    # What was entered wrongly can't be taken back: the owner will say so.
    stops = asked.stops
    here = stops.index(hand.cursor)
    ranks = (place for place in range(DONE) if missing[(*RANKS, Rank.JOKER)[place]] > 0)
    wanted = [place for place in ranks if place in stops] or [DONE]
    for _ in range(min((stops.index(place) - here) % len(stops) for place in wanted)):
        at = people.hands.tap(buzzer, at).until + 80 * MS
    people.hands.hold(buzzer, at + 100 * MS)


def _agree(people: Players, facts: Facts, asked: RevealingFacts, at: int, *, right: bool) -> None:
    """The owner of the cards says yes or no; where he says nothing the others do."""
    assert asked.parties is not None  # noqa: S101 - the caller looked
    rng, owner = people.stream("agree"), facts.seats[asked.parties.owner].buzzer
    agreed = asked.by_hand.agreed if asked.by_hand is not None else ()
    if not right:
        people.hands.tap(owner, at)
    elif asked.neutrals and rng.random() < people.habits.unwilling:
        for seat in asked.neutrals:
            if seat not in agreed:
                people.hands.hold(facts.seats[seat].buzzer, at)
    else:
        people.hands.hold(owner, at)


def verdict(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """Who lost holds when he has done so; seldom somebody doesn't believe the verdict."""
    judged, hands = facts.about, people.hands
    assert isinstance(judged, JudgedFacts)  # noqa: S101 - a bug, not an input
    rng, takes = people.stream("pick up", judged.dispute is None), judged.loser
    if judged.dispute is not None:
        if judged.parties is not None:  # it was right, and one of them says so
            seat = rng.choice((judged.parties.owner, judged.parties.other))
            hands.tap(facts.seats[seat].buzzer, now + rng.randint(1000, 3000) * MS)
        return
    others = [seat for seat in range(len(facts.seats)) if seat != takes]
    believes = judged.final or rng.random() >= people.habits.disputes
    if fresh and not believes and takes is not None:
        at = now + rng.randint(500, 2500) * MS
        hands.press(facts.seats[rng.choice(others)].buzzer, at, 2700 * MS, Why.HOLD)
        return
    seat = rng.choice(others) if takes is None else takes
    hands.hold(facts.seats[seat].buzzer, now + rng.randint(1500, 3500) * MS)
