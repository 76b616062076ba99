"""Presses of people while they play: moves by taps and holds, doubts by slaps."""

from appliance.core.signals import MS, SECOND
from appliance.display.view import SeatView
from appliance.table.codes import Prompt
from bluffing.actions import Correct, Discard, Doubt, Force, Leave
from bluffing.game import Claim, Phase
from bluffing.message import Message
from bluffing.procedures import COUNTED
from lab.sim.people import steps
from lab.sim.people.characters import crowd_gap, reaction
from lab.sim.people.fingers import COMES_TRUE, Why
from lab.sim.people.minds import Choice
from lab.sim.people.outlook import SLAPS, Outlook, present
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


def plan_in_pause(people: Players, look: Outlook) -> None:
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


FORCED = (900 * MS, 1100 * MS)
"""Minimum and maximum length of a slap that forces."""

LATE = 0.3
"""Share of their suspicion that people keep after others have passed since the play."""


def plan(people: Players, look: Outlook) -> None:
    """Plan touches for a table at which a player moves, or may doubt."""
    game, glimpse = look.glimpse.playing, look.glimpse
    claim = game.claim
    if claim is not None and glimpse.races and people.weighed != people.when:
        _doubts(people, look)
    if look.fresh and _begins(people, look, claim):
        return
    if people.certain and claim is not None:
        return
    if claim is not None and _claimant(people, look, claim):
        return
    if _holds_for_long(look):
        return
    for seat in glimpse.seats(*steps.TO_MOVE):
        if look.free(seat):
            _move(people, look, seat)


def _begins(people: Players, look: Outlook, claim: Claim | None) -> bool:
    """Return True before a first claim, to pause or to think again after a move."""
    second = _second_thoughts(people, look)
    return not second and claim is None and begins(people, look)


def _claimant(people: Players, look: Outlook, claim: Claim) -> bool:
    """Return True if the others wait for the claimant, who counts again or ends the window."""
    if not _knows_better(people, look, claim):
        return _calls_end(look)
    if look.glimpse.playing.phase is Phase.OPEN:
        _correct(people, look, look.view.seats[claim.seat])
    return True


def _knows_better(people: Players, look: Outlook, claim: Claim) -> bool:
    """Return True if the claimant has claimed a wrong number, and no player is about to doubt it.

    A guest may leave the number uncorrected.
    """
    claimant, game = look.view.seats[claim.seat].buzzer, look.glimpse.game
    if claimant in look.hands.others or not people.miscounted(game):
        return False
    weighs = people.weighed != people.when and look.glimpse.races
    doubted = weighs or look.hands.planned(look.moment, Why.SLAP, look.now)
    return not (doubted and people.slipped(game))


def _calls_end(look: Outlook) -> bool:
    """Let the claimant end an untimed window once all have had time to think."""
    callers = look.glimpse.seats(Prompt.LAST_CALL)
    for seat in callers:
        if look.free(seat):
            look.tap(seat, look.now + look.hands.rng.randint(1000, 4000) * MS)
    return bool(callers)


def _holds_for_long(look: Outlook) -> bool:
    """Return True if a player is about to pause, which the others await."""
    return look.hands.planned(look.moment, Why.HOLD, look.now)


# --- doubts ------------------------------------------------------------------------------------


def _doubts(people: Players, look: Outlook) -> None:
    """Let all who may doubt decide and slap; the seat on turn may doubt by a hold."""
    glimpse, rng = look.glimpse, people.stream("doubt")
    idle = {
        seat.seat: seat for seat in glimpse.seats(*SLAPS) if seat.buzzer not in look.hands.others
    }
    if not idle:
        return  # no player may doubt yet
    people.weighed = people.when
    suspicious = [seat for seat in people.doubters(glimpse) if seat in idle]
    if people.moment != people.laid_at:
        suspicious = [seat for seat in suspicious if rng.random() < LATE]
    live = glimpse.rules.live(glimpse.playing)
    alone = suspicious[0] if len(suspicious) == 1 else None
    if alone in live and rng.random() < people.habits.by_hold:
        people.choose_instead(alone, Choice(Doubt(alone)))
        return
    ends = look.view.play.window[1] if look.view.play.window is not None else look.now
    for number, at in _slaps(people, look, suspicious, list(idle)).items():
        if number in live and at > ends:
            continue  # it would be a card
        may = people.sight(glimpse, number).may(Force(number))
        forces = may and rng.random() < people.policies[number].forces
        length = rng.randint(*FORCED) if forces else rng.randint(70 * MS, 240 * MS)
        look.at_this_moment(idle[number], at, length, Why.SLAP)
    if rng.random() < people.habits.glitch:
        at, length = look.now + rng.randrange(2 * SECOND), rng.randint(20_000, 2 * MS)
        look.at_this_moment(rng.choice(list(idle.values())), at, length, Why.GLITCH)


def _slaps(
    people: Players, look: Outlook, suspicious: list[int], others: list[int]
) -> dict[int, int]:
    """Return the time of each seat's slap (ns): doubters, their companions, and late ones."""
    rng, habits, game = people.stream("slaps"), people.habits, look.glimpse.playing
    times = {seat: look.now + reaction(rng) for seat in suspicious}
    if times and rng.random() < habits.crowd:
        first = min(times.values())
        for seat in rng.sample(others, rng.randint(1, len(others))):
            times[seat] = max(look.now + 100 * MS, first + crowd_gap(rng))
    elif game.phase is Phase.LAST_CARDS and rng.random() < 5 * habits.edge:
        ends = look.view.play.window[1] if look.view.play.window is not None else look.now
        times[rng.choice(others)] = max(look.now, ends + rng.randint(-40, 400) * MS)
    return times


# --- after a move ------------------------------------------------------------------------------


def _second_thoughts(people: Players, look: Outlook) -> bool:
    """Return True if a player takes a move back, or asks for more time for the last cards."""
    glimpse, rng = look.glimpse, people.stream("second thoughts")
    for seat in glimpse.seats(Prompt.TAKE_BACK):
        if not people.miscounted(glimpse.game) and rng.random() < people.habits.takes_back:
            if look.free(seat):
                look.tap(seat, look.now + rng.randint(300, 800) * MS)
            return True
    claim = glimpse.playing.claim
    last = claim is not None and glimpse.playing.phase is Phase.LAST_CARDS
    if last and claim is not None and rng.random() < people.habits.more_time:
        at = look.now + rng.randint(2, 6) * SECOND
        length = look.hands.rng.randint(60, 150) * MS
        look.at_this_moment(look.view.seats[claim.seat], at, length, Why.TAP)
    return False


def _correct(people: Players, look: Outlook, seat: SeatView) -> None:
    """Let the claimant count the play again: hold, a tap a card, hold."""
    laid, glimpse = len(people.held.newest), look.glimpse
    if not look.free(seat):
        return
    if seat.stepping is not None:
        sight = people.sight(glimpse, seat.seat)
        look.step_to(seat, steps.places(seat, Correct(laid), sight), moves=True)
        return
    pressing = steps.correcting(seat, laid)
    if pressing is None:
        pressing = steps.towards(seat, Correct(laid), people.sight(glimpse, seat.seat))
    if pressing is None:
        return
    if pressing.hold:
        look.hold(seat, why=Why.COMMIT)
    else:
        look.tap(seat)


# --- moves ---------------------------------------------------------------------------------------


def _move(people: Players, look: Outlook, seat: SeatView) -> None:
    """Press once towards the wish of the player at `seat`.

    Another player may slap at the very moment of the commit.
    """
    glimpse, rng = look.glimpse, look.hands.rng
    if seat.stepping is not None:
        choice = people.choice(glimpse, seat.seat)
        if choice is not None:
            sight = people.sight(glimpse, seat.seat)
            look.step_to(seat, steps.places(seat, choice.action, sight), moves=True)
        return
    pressing = _towards(people, look, seat)
    if pressing is None and seat.counted:
        people.make_do(glimpse, seat.seat, seat.counted)
        pressing = _towards(people, look, seat)
    if pressing is None:
        return
    thinks = people.thinking(glimpse.playing, seat.seat) if look.fresh else 0
    at = look.now + thinks if thinks else None
    if not pressing.hold:
        look.tap(seat, at)
        return
    why = Why.HOLD_SLAP if pressing.doubts and glimpse.races else Why.COMMIT
    held = look.hold(seat, at, why)
    if held is None:
        return
    commits = held.at + COMES_TRUE
    rivals = [rival for rival in glimpse.seats(*SLAPS) if rival.seat != seat.seat]
    if pressing.final and rivals and glimpse.races and rng.random() < people.habits.edge:
        slap = commits + rng.randint(-40 * MS, 40 * MS)
        look.at_this_moment(rng.choice(rivals), slap, 120 * MS, Why.SLAP)


def _towards(people: Players, look: Outlook, seat: SeatView) -> steps.Pressing | None:
    choice = people.choice(look.glimpse, seat.seat)
    if choice is None:
        return None
    return steps.towards(seat, choice.action, people.sight(look.glimpse, seat.seat))
