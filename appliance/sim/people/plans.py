"""What people do next, for whatever table they see: the one-button grammar, from their side."""

from collections import Counter

from appliance.core.signals import MS, SECOND
from appliance.rules.cards import Card, Rank
from appliance.sim.people import turns
from appliance.sim.people.characters import reaction
from appliance.sim.people.fingers import Why
from appliance.sim.people.players import Outlook, present, sitting
from appliance.sim.truth import Box
from appliance.table.facts import (
    AskingFacts,
    DoubtingFacts,
    JudgedFacts,
    OverFacts,
    Parties,
    RevealingFacts,
    Role,
    Sought,
    Stage,
    Stop,
    Turn,
    TurnsFacts,
)


def plan(look: Outlook) -> None:
    """Plan touches for the table as people see it."""
    if look.facts.paused_at is not None:
        turns.pause(look)
        return
    match look.facts.about:
        case None if look.facts.stage in (Stage.ATTRACT, Stage.LOBBY):
            _sit_down(look)
        case None:
            _deal(look)
        case AskingFacts() as asking:
            _question(look, asking)
        case TurnsFacts() as playing:
            turns.plan(look, playing)
        case DoubtingFacts() as doubted:
            _doubt(look, doubted)
        case RevealingFacts() as asked:
            _reveal(look, asked)
        case JudgedFacts() as judged:
            _verdict(look, judged)
        case OverFacts() if look.facts.games < look.people.games:
            _anyone_holds(look, look.now + 2 * SECOND)
        case _:
            pass


def _sit_down(look: Outlook) -> None:
    """Somebody wakes the table; then all sit down, and then all say that they are ready."""
    people, now, seated = look.people, look.now, sitting(look.facts)
    if look.facts.stage is Stage.ATTRACT:
        look.tap(people.buzzers[0], now + reaction(people.stream("wake")))
        return
    missing = [buzzer for buzzer in people.buzzers if buzzer not in seated]
    for buzzer in missing:
        look.tap(buzzer, now + reaction(people.stream("sit", buzzer)))
    for seat in () if missing else look.facts.seats:
        if seat.role is Role.SEATED:
            look.hold(seat.buzzer, now + reaction(people.stream("ready", seat.buzzer)))


def _deal(look: Outlook) -> None:
    """Somebody says that he deals; he deals, and says when it is done."""
    if look.facts.dealer is None:
        _anyone_holds(look, look.now + SECOND)
    else:
        look.hold(look.facts.dealer, look.now + 5 * SECOND)


def _question(look: Outlook, asking: AskingFacts) -> None:
    """Who starts chooses the kind, if there is one to choose."""
    if asking.request is None:
        rng, kinds = look.people.stream("kind"), len(look.facts.settings.kinds)
        at = look.now + reaction(rng) + SECOND
        look.ring(look.facts.playing.turn, (rng.randrange(kinds) - asking.cursor) % kinds, at)


def _anyone_holds(look: Outlook, at: int) -> None:
    rng = look.people.stream("anyone", look.facts.stage)
    look.hold(rng.choice(present(look.facts)), at)


# --- doubts and verdicts ------------------------------------------------------------------------


def _doubt(look: Outlook, doubting: DoubtingFacts) -> None:
    """The parties may agree at once that it was an accident: both hold, together."""
    between, rng = doubting.parties, look.people.stream("withdraw")
    may = look.fresh and doubting.withdraws
    if may and between is not None and rng.random() < look.people.habits.withdraws:
        for seat in (between.owner, between.other):
            at = look.now + rng.randint(200, 500) * MS
            look.press(seat, at, rng.randint(1200, 1500) * MS, Why.HOLD)


def _reveal(look: Outlook, asked: RevealingFacts) -> None:
    """Turn the cards up in the box, spread them when asked, or enter them by hand."""
    people, now, between = look.people, look.now, asked.parties
    rng = people.stream("reveal", asked.request, now)
    if asked.sought is None or between is None:
        return
    cards = _turned_up(look, asked.sought)
    if asked.sought.turn is Turn.PRODUCED and not cards:
        look.hold(between.owner, now + rng.randint(800, 2000) * MS)
    elif people.hands.box is not None:
        return
    elif asked.by_hand is not None:
        missing = Counter(card.rank for card in cards)
        missing.subtract(asked.by_hand.ranks)
        if asked.by_hand.done:
            _agree(look, asked, between, right=not any(missing.values()))
        else:
            here = asked.stops.index(asked.by_hand.stop)
            _enter(look, between.other, asked.stops, here, missing)
    elif people.box is None:
        people.hands.box = (now + rng.randint(800, 3000) * MS, Box(cards, people.when, 0))
    elif asked.ask and people.box.spread < people.spreads - 1:
        again = Box(cards, people.when, people.box.spread + 1)
        people.hands.box = (now + rng.randint(1200, 2200) * MS, again)


def _turned_up(look: Outlook, wanted: Sought) -> tuple[Card, ...]:
    match wanted.turn:
        case Turn.PLAY:
            return look.people.held.newest
        case Turn.PRODUCED:
            return look.people.produced(look.facts)
        case Turn.HAND:
            return look.people.held.hands[wanted.seat]


def _enter(
    look: Outlook, seat: int, stops: tuple[Stop, ...], here: int, missing: Counter[Rank]
) -> None:
    """`seat`, at the place `here`, enters a card that is `missing`: taps to its rank, and a hold.

    What was entered wrongly can't be taken back: the owner will say so.
    """
    at = look.now + 400 * MS
    ranks = [stop for stop in stops if isinstance(stop, Rank) and missing[stop] > 0]
    for _ in range(min((stops.index(stop) - here) % len(stops) for stop in ranks or (None,))):
        at = look.tap(seat, at).until + 80 * MS
    look.hold(seat, at + 100 * MS)


def _agree(look: Outlook, asked: RevealingFacts, between: Parties, *, right: bool) -> None:
    """The owner of the cards says yes or no; where he says nothing the others do."""
    rng, at = look.people.stream("agree"), look.now + SECOND
    agreed = asked.by_hand.agreed if asked.by_hand is not None else ()
    if not right:
        look.tap(between.owner, at)
    elif asked.neutrals and rng.random() < look.people.habits.unwilling:
        for seat in asked.neutrals:
            if seat not in agreed:
                look.hold(seat, at)
    else:
        look.hold(between.owner, at)


def _verdict(look: Outlook, judged: JudgedFacts) -> None:
    """Who lost holds when he has done so; seldom somebody doesn't believe the verdict."""
    rng, takes = look.people.stream("pick up", judged.agreed is None), judged.loser
    if judged.agreed is not None:
        # it was right, and one of them says so
        seat = rng.choice((judged.parties.owner, judged.parties.other))
        look.tap(seat, look.now + rng.randint(1000, 3000) * MS)
        return
    others = [seat for seat in range(len(look.facts.seats)) if seat != takes]
    believes = judged.final or rng.random() >= look.people.habits.disputes
    if look.fresh and not believes and takes is not None:
        at = look.now + rng.randint(500, 2500) * MS
        look.press(rng.choice(others), at, 2700 * MS, Why.HOLD)
        return
    seat = rng.choice(others) if takes is None else takes
    look.hold(seat, look.now + rng.randint(1500, 3500) * MS)
