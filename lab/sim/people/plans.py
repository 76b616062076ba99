"""The next actions of people on any screen: sit down, deal, doubt, turn up, pick up."""

from appliance.core.signals import MS, SECOND
from appliance.display.view import Screen, require
from appliance.table.codes import GestureKind, Prompt
from lab.sim.people import pauses, reveals, turns
from lab.sim.people.fingers import Why
from lab.sim.people.outlook import Outlook, asks, sitting
from lab.sim.people.players import Players

ANYBODY = (Prompt.DEAL, Prompt.BEGIN, Prompt.TRY_AGAIN, Prompt.NEXT_DEAL)
"""Prompts that one hold of any player answers for all."""


def plan(people: Players, look: Outlook) -> None:
    """Plan touches for the table as people see it."""
    view = look.view
    if view.paused:
        pauses.plan(people, look)
    elif view.screen in (Screen.ATTRACT, Screen.LOBBY):
        _sit_down(people, look)
    elif not _between(people, look):
        if view.screen in (Screen.VERDICT, Screen.ANSWER):
            _verdict(people, look)
        elif view.screen is Screen.REVEAL:
            reveals.plan(people, look)
        elif view.screen is Screen.VERIFY:
            reveals.plan_print(people, look)
        elif view.screen is Screen.DOUBT:
            _doubt(people, look)
        elif view.screen is Screen.GAME or view.guess.question is not None:
            turns.plan(people, look)


def _between(people: Players, look: Outlook) -> bool:
    """Plan the answer between two games, and before a question; return True if asked."""
    view, glimpse = look.view, look.glimpse
    anybody, dealers = glimpse.seats(*ANYBODY), glimpse.seats(Prompt.DEALT)
    starters = glimpse.seats(Prompt.CHOOSE_KIND, Prompt.DRAW_QUESTION)
    if anybody and (view.screen is not Screen.OVER or glimpse.games < people.games):
        _anybody(people, look)
    for seat in look.able(dealers):
        look.hold(seat, look.now + 5 * SECOND)
    for seat in look.able(starters):
        _kind(people, look, seat.seat)
    return bool(anybody or dealers or starters)


def _sit_down(people: Players, look: Outlook) -> None:
    """Let a player wake the table; then all sit down, and then all report that they are ready."""
    seated = [seat.buzzer for seat in sitting(look.view)]
    missing = [buzzer for buzzer in people.buzzers if buzzer not in seated]
    if look.view.screen is Screen.ATTRACT:
        missing = [buzzer for buzzer in missing if buzzer not in people.hands.others][:1]
    for seat in look.view.seats:
        if seat.buzzer in missing and look.free(seat):
            look.tap(seat)
        elif asks(seat) in (Prompt.READY, Prompt.NAMING) and not missing and look.free(seat):
            look.hold(seat)
        elif asks(seat) is Prompt.ONLY and not missing and look.free(seat):
            look.tap(seat)


def _anybody(people: Players, look: Outlook) -> None:
    able = look.able(look.glimpse.seats(*ANYBODY))
    if able:
        rng = people.stream("anybody", look.view.screen)
        look.hold(rng.choice(able), look.now + rng.randint(1000, 2000) * MS)


def _kind(people: Players, look: Outlook, number: int) -> None:
    """Plan the starter's choice of the kind of question, if there is a choice."""
    seat = look.view.seats[number]
    if seat.stepping is not None:
        kinds = sum(gestures[-1:] == (GestureKind.HOLD,) for gestures in seat.stepping.makes)
        look.step_to(seat, [people.stream("kind").randrange(kinds)])
        return
    kinds = 1 if seat.ring is None else len(seat.ring.labels)
    wanted = people.stream("kind").randrange(kinds)
    if seat.ring is None or seat.ring.cursor == wanted:
        look.hold(seat)
    else:
        look.tap(seat)


def _doubt(people: Players, look: Outlook) -> None:
    """Let the parties agree at once that the doubt was an accident: both hold, together."""
    parties, rng = look.glimpse.seats(Prompt.BY_ACCIDENT), people.stream("withdraw")
    if look.fresh and len(parties) > 1 and rng.random() < people.habits.withdraws:
        for seat in parties:
            at = look.now + rng.randint(200, 500) * MS
            look.at_this_moment(seat, at, rng.randint(1200, 1500) * MS, Why.HOLD)


def _verdict(people: Players, look: Outlook) -> None:
    """Plan the loser's hold; seldom a player doesn't believe the verdict."""
    view, glimpse, verdict = look.view, look.glimpse, require(look.view.verdict)
    rng = people.stream("pick up", verdict.disputed)
    if verdict.disputed:  # it was right, and one of them says so
        if able := look.able(glimpse.seats(Prompt.WRONG_OR_STANDS)):
            look.tap(rng.choice(able), look.now + rng.randint(1000, 3000) * MS)
        return
    free = [seat for seat in view.seats if seat.seat != verdict.takes]
    believes = not verdict.hint or rng.random() >= people.habits.disputes
    if look.fresh and not believes and verdict.takes is not None:
        at = look.now + rng.randint(500, 2500) * MS
        look.at_this_moment(rng.choice(free), at, pauses.LONG, Why.HOLD)
        return
    able = look.able(glimpse.seats(Prompt.PICK_UP, Prompt.GO_ON))
    if able and not look.hands.planned(look.moment, Why.HOLD, look.now):
        look.hold(rng.choice(able), look.now + rng.randint(1500, 3500) * MS)
