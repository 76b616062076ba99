"""Reasons of people to pause a game, and their corrections in the pause."""

from appliance.core.signals import MS, SECOND
from appliance.display.view import SeatView
from appliance.table.codes import Prompt
from bluffing.actions import Discard, Leave
from bluffing.message import Message
from bluffing.procedures import COUNTED
from lab.sim.people import steps
from lab.sim.people.fingers import Why
from lab.sim.people.outlook import Outlook, present
from lab.sim.people.players import Players

LONG = 2700 * MS
"""Length of people's hold for an action that takes 2.5 s."""

DISPUTES_FOR = 8 * SECOND
"""Time after a verdict in which a long hold disputes it: people who want to pause wait."""

GO_ON, RECOUNT = "pause.item.go-on", "pause.item.recount"
LEAVE, DISCARD = "pause.item.leave", "pause.item.discard"
"""Options of a pause's ring, as names of people's wishes."""


def begins(people: Players, look: Outlook) -> bool:
    """Let a player who is not on turn pause now and then, with a correction in mind.

    People recount when the table's counts differ from their hands.
    """
    glimpse = look.glimpse
    rng, habits, game = people.stream("pause"), people.habits, glimpse.playing
    if people.paused == people.when:
        return False  # once is enough
    live = glimpse.rules.live(game)
    still = [seat for seat in present(look.view) if seat.seat not in live]
    for item, chance in (
        (GO_ON, habits.pauses),
        (RECOUNT, 1.0 if people.adrift(game) else habits.recounts),
        (LEAVE, habits.leaves),
        (DISCARD, habits.discards),
    ):
        if rng.random() < chance and still:
            seat = rng.choice(still)
            if _may(look, item, seat.seat):
                people.wish, people.paused = item, people.when
                at = max(look.now + 300 * MS, people.verdict_at + DISPUTES_FOR + 300 * MS)
                look.at_this_moment(seat, at, LONG, Why.HOLD)
                return True
    return False


def _may(look: Outlook, item: str, seat: int) -> bool:
    """Return True if the rules let `seat` make that correction."""
    rules, game = look.glimpse.rules, look.glimpse.playing
    if item == RECOUNT:
        return game.phase in COUNTED and bool(rules.deck(game))
    action = Leave(seat) if item == LEAVE else Discard()
    return item == GO_ON or rules.refusal(game, action) is None


def plan(people: Players, look: Outlook) -> None:
    """Let the player who paused make the correction, another agree, and a player resume."""
    rng, glimpse = people.stream("paused", look.now), look.glimpse
    at = look.now + rng.randint(1, 3) * SECOND
    agree, choose = glimpse.seats(Prompt.AGREE_OR_NOT), glimpse.seats(Prompt.CHOOSE)
    counting = glimpse.seats(Prompt.COUNT_HAND, Prompt.COUNT_PILE)
    if agree or counting:
        people.wish = ""
    for seat in counting:
        if look.free(seat):
            _count(people, look, seat)
    if agree:
        if able := look.able(agree):
            look.hold(rng.choice(able), at)
        return
    for seat in choose:
        places = _places(people, seat)
        if places:
            if look.free(seat):
                _choose(look, seat, places)
            return
    if able := look.able(glimpse.seats(Prompt.GO_ON)):
        look.hold(rng.choice(able), at)


def _choose(look: Outlook, seat: SeatView, places: list[int]) -> None:
    if seat.stepping is not None:
        look.step_to(seat, places)
    elif seat.ring is not None:
        press = look.hold if seat.ring.cursor in places else look.tap
        press(seat)


def _places(people: Players, seat: SeatView) -> list[int]:
    """Place of the wanted item in the ring of a pause."""
    codes = [label.code if isinstance(label, Message) else "" for label in steps.labels(seat)]
    return [place for place, code in enumerate(codes) if people.wish and code == people.wish]


def _count(people: Players, look: Outlook, seat: SeatView) -> None:
    """Enter the number of cards, the tens and then the units."""
    mine, cards = seat.entering, people.held
    if mine is None:
        return
    number = sum(cards.heaps()) if mine.pile else len(cards.hands[seat.seat])
    digit = number // 10 if mine.tens is None else number % 10
    if seat.stepping is not None:
        text = f"{digit}_" if mine.tens is None else f"{mine.tens}{digit}"
        look.step_to(seat, [seat.stepping.labels.index(text)])
    elif mine.cursor == digit:
        look.hold(seat)
    else:
        look.tap(seat)
