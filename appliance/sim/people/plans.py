"""What people do next, for whatever table they see: the one-button grammar, from their side."""

from appliance.core.signals import SECOND
from appliance.sim.people import pauses, reveals, turns
from appliance.sim.people.characters import reaction
from appliance.sim.people.matters import present, sitting
from appliance.sim.people.players import Outlook
from appliance.table.facts import (
    AskingFacts,
    DoubtingFacts,
    JudgedFacts,
    OverFacts,
    RevealingFacts,
    Role,
    Stage,
    TurnsFacts,
)


def plan(look: Outlook) -> None:
    """Plan touches for the table as people see it."""
    if look.facts.paused_at is not None:
        pauses.plan(look)
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
            reveals.doubt(look, doubted)
        case RevealingFacts() as asked:
            reveals.reveal(look, asked)
        case JudgedFacts() as judged:
            reveals.verdict(look, judged)
        case OverFacts() if look.facts.games < look.people.games:
            _anyone_holds(look, look.now + 2 * SECOND)
        case _:
            pass


def _sit_down(look: Outlook) -> None:
    """Somebody wakes the table; then all sit down, and then all say that they are ready."""
    people, now, seated = look.people, look.now, sitting(look.facts)
    if look.facts.stage is Stage.ATTRACT:
        people.hands.tap(people.buzzers[0], now + reaction(people.stream("wake")))
        return
    missing = [buzzer for buzzer in people.buzzers if buzzer not in seated]
    for buzzer in missing:
        people.hands.tap(buzzer, now + reaction(people.stream("sit", buzzer)))
    for seat in () if missing else look.facts.seats:
        if seat.role is Role.SEATED:
            people.hands.hold(seat.buzzer, now + reaction(people.stream("ready", seat.buzzer)))


def _deal(look: Outlook) -> None:
    """Somebody says that he deals; he deals, and says when it is done."""
    if look.facts.dealer is None:
        _anyone_holds(look, look.now + SECOND)
    else:
        look.hold(look.facts.dealer, look.now + 5 * SECOND)


def _question(look: Outlook, asking: AskingFacts) -> None:
    """Who starts chooses the kind, if there is one to choose."""
    if not asking.waits:
        rng, kinds = look.people.stream("kind"), len(look.facts.settings.kinds)
        at = look.now + reaction(rng) + SECOND
        look.ring(look.facts.playing.turn, (rng.randrange(kinds) - asking.cursor) % kinds, at)


def _anyone_holds(look: Outlook, at: int) -> None:
    rng = look.people.stream("anyone", look.facts.stage)
    look.hold(rng.choice(present(look.facts)), at)
