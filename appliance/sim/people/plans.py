"""What people do next, for whatever table they see: the one-button grammar, from their side."""

from appliance.core.signals import MS, SECOND
from appliance.sim.people import pauses, reveals, turns
from appliance.sim.people.characters import reaction
from appliance.sim.people.matters import present, sitting
from appliance.sim.people.players import Players
from appliance.table.facts import AskingFacts, Facts, LobbyFacts, Stage


def plan(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """Plan touches for a table at `now` (ns); `fresh` when people see it for the first time."""
    if facts.paused_at is not None:
        pauses.plan(people, facts, now)
    elif facts.stage in _PLANS:
        _PLANS[facts.stage](people, facts, now, fresh=fresh)


def _attract(people: Players, _facts: Facts, now: int, *, fresh: bool) -> None:
    """Somebody wakes the facts."""
    del fresh
    people.hands.tap(people.buzzers[0], now + reaction(people.stream("wake")))


def _lobby(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """First all sit down, then all say that they are ready."""
    del fresh
    missing = [buzzer for buzzer in people.buzzers if buzzer not in sitting(facts)]
    for buzzer in missing:
        people.hands.tap(buzzer, now + reaction(people.stream("sit", buzzer)))
    if not missing:
        ready = facts.about.ready if isinstance(facts.about, LobbyFacts) else ()
        for buzzer in sitting(facts):
            if buzzer not in ready:
                people.hands.hold(buzzer, now + reaction(people.stream("ready", buzzer)))


def _deal(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """Somebody says that he deals; he deals, and says when it is done."""
    del fresh
    if facts.dealer is None:
        _anyone_holds(people, facts, now + SECOND)
    else:
        people.hands.hold(facts.seats[facts.dealer].buzzer, now + 5 * SECOND)


def _question(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """Who starts chooses the kind, if there is one to choose."""
    del fresh
    asking, rng = facts.about, people.stream("kind")
    if not isinstance(asking, AskingFacts) or asking.waits:
        return
    at, buzzer = now + reaction(rng) + SECOND, facts.seats[facts.playing.turn].buzzer
    kinds = len(facts.settings.kinds)
    for _ in range((rng.randrange(kinds) - asking.cursor) % kinds):
        at = people.hands.tap(buzzer, at).until + 150 * MS
    people.hands.hold(buzzer, at)


def _over(people: Players, facts: Facts, now: int, *, fresh: bool) -> None:
    """Another game?"""
    del fresh
    if facts.games < people.games:
        _anyone_holds(people, facts, now + 2 * SECOND)


def _anyone_holds(people: Players, facts: Facts, at: int) -> None:
    seat = people.stream("anyone", facts.stage).choice(present(facts))
    people.hands.hold(facts.seats[seat].buzzer, at)


_PLANS = {
    Stage.ATTRACT: _attract,
    Stage.LOBBY: _lobby,
    Stage.DEAL: _deal,
    Stage.QUESTION: _question,
    Stage.PLAY: turns.plan,
    Stage.DOUBT: reveals.doubt,
    Stage.REVEAL: reveals.reveal,
    Stage.VERDICT: reveals.verdict,
    Stage.OVER: _over,
}
