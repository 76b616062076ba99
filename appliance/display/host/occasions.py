"""From two neighbouring facts of a table to the moments between them: public facts alone.

A claim that can still be doubted is never called true or false, and a verdict is silent until the
whole table has seen it.
"""

from collections.abc import Callable, Iterator, Mapping

from appliance.core.signals import NO_CAMERA
from appliance.display.host.beats import Beat, Occasion
from appliance.table.facts import (
    DoubtingFacts,
    Facts,
    JudgedFacts,
    OverFacts,
    RevealingFacts,
    Stage,
    Turn,
    TurnsFacts,
)
from bluffing.events import Answered, Event, Took, Verdict
from bluffing.message import AtSeat, Spoken

BIG = 3
"""Minimum number of cards of a big claim."""

NEARLY_NONE = 3
"""Maximum number of cards in a hand that is nearly empty."""

OFTEN = 3
"""Minimum number of lies of one seat in a game that are worth counting."""

LARGE = 8
"""Minimum number of cards of a large pile."""

CLOSE_US = range(1_000, 50_001)
"""How far behind the first press the second is in a close race (microseconds)."""


def occasions(before: Facts, now: Facts) -> Iterator[Occasion]:
    """Yield the moments that came as `before` became `now`."""
    yield from _parts(before, now)
    if now.front is None:
        yield from _breaks(before, now)
        if now.paused_at is None and now.told:
            yield from _OF_STAGE.get(type(now.about), _gathering)(before, now, now.about)


def silence(facts: Facts) -> Occasion | None:
    """Return the moment at which the seat on turn has done nothing for long, if there is any."""
    turn = facts.turns
    if turn is None or turn.on_turn is None or facts.paused_at is not None or facts.front:
        return None
    return Occasion(Beat.SILENCE, turn.moved_at, _who(turn.on_turn))


def _who(who: int, other: int | None = None, **more: Spoken) -> tuple[tuple[str, Spoken], ...]:
    values: dict[str, Spoken] = {"who": AtSeat(who)}
    if other is not None:
        values["other"] = AtSeat(other)
    return tuple((values | more).items())


def _parts(before: Facts, now: Facts) -> Iterator[Occasion]:
    """Yield parts of the table that fail, or work again."""
    for was, why in (
        (before.parts.buzzers_lost, now.parts.buzzers_lost),
        (before.parts.camera_lost, now.parts.camera_lost),
    ):
        if (was is None) is not (why is None) and NO_CAMERA not in (was, why):
            yield Occasion(Beat.BACK if why is None else Beat.LOST, now.since)


def _breaks(before: Facts, now: Facts) -> Iterator[Occasion]:
    """Yield the beginning or the end of a pause."""
    if before.paused_at is None and now.paused_at is not None:
        yield Occasion(Beat.PAUSE, now.paused_at)
    elif before.paused_at is not None and now.paused_at is None:
        yield Occasion(Beat.GO_ON, before.paused_at)


def _is_new(before: Facts, now: Facts) -> bool:
    """Return True if the stage has begun, or its decision has become public."""
    return now.stage is not before.stage or not before.told


def _gathering(before: Facts, now: Facts, _about: object) -> Iterator[Occasion]:
    """Yield people who sit down, and the dealer."""
    if now.stage is Stage.LOBBY:
        if before.stage is Stage.ATTRACT:
            yield Occasion(Beat.WELCOME, now.since)
        new = [name for name in now.names if name not in before.names]
        if before.stage is Stage.LOBBY and len(new) == 1:
            yield Occasion(Beat.SIT, now.since, _who(now.names.index(new[0])))
    dealt = before.stage is Stage.DEAL and before.dealer is not None
    if now.stage is Stage.DEAL and now.dealer is not None and not dealt:
        yield Occasion(Beat.DEAL, now.since, _who(now.dealer))


def _turns(before: Facts, now: Facts, turns: TurnsFacts) -> Iterator[Occasion]:
    """Yield a claim, or a question to guess at."""
    if now.guess.question is not None and (
        before.guess.question is None or before.guess.question.id != now.guess.question.id
    ):
        yield Occasion(Beat.QUESTION, now.since)
    claim, game, at = now.play.claim, now.game, turns.laid_at
    if claim is None or game is None or at is None or claim == before.play.claim:
        return
    claimant = _who(claim.seat)
    was = before.turns
    begins = was is not None and was.mover is None and not now.play.tale
    if begins and now.play.pile == claim.count and not game.removed:
        yield Occasion(Beat.FIRST_CLAIM, at, claimant)
    if claim.count >= BIG:
        values = _who(claim.seat, count=claim.count, rank=claim.rank)
        yield Occasion(Beat.BIG_CLAIM, at, values)
    left = game.hands[claim.seat]
    if left == 1:
        yield Occasion(Beat.LAST_CARD, at, claimant)
    elif 1 < left <= NEARLY_NONE:
        yield Occasion(Beat.NEAR_END, at, _who(claim.seat, count=left))


def _doubted(before: Facts, now: Facts, doubting: DoubtingFacts) -> Iterator[Occasion]:
    """Yield a doubt; and as soon as a second press is known, a tie or a close race."""
    sought, between, news = doubting.sought, doubting.parties, _is_new(before, now)
    if news and sought is not None and sought.turn is Turn.PLAY and between is not None:
        yield Occasion(Beat.DOUBT, now.since, _who(between.other, between.owner))
    if len(now.play.places) < 2 or (len(before.play.places) >= 2 and not news):
        return
    first, second = now.play.places[:2]
    if second.tied:
        yield Occasion(Beat.TIE, first.at)
    elif second.behind_us in CLOSE_US and not second.late:
        values = _who(second.seat, first.seat, ms=second.behind_us / 1000)
        yield Occasion(Beat.CLOSE, first.at, values)


def _revealed(before: Facts, now: Facts, revealing: RevealingFacts) -> Iterator[Occasion]:
    """Yield that the camera waits for cards, or can't read them."""
    sought = revealing.sought
    if now.parts.camera_lost is not None or sought is None or sought.turn is not Turn.PLAY:
        return
    if before.stage is not Stage.REVEAL and not now.box.cards:
        yield Occasion(Beat.CAMERA, now.since)
    was = before.revealing
    unread = revealing.ask is not None and not revealing.witnesses
    if unread and was is not None and was.ask is None:
        yield Occasion(Beat.UNREADABLE, now.since)


def _judged(before: Facts, now: Facts, judged: JudgedFacts) -> Iterator[Occasion]:
    """Yield a verdict that all have seen, and the chance that the claim had."""
    event, at, was = judged.event, judged.given_at, before.judged
    if judged.chance is not None and was is not None and was.chance is None:
        yield Occasion(Beat.ODDS, at, (("percent", round(judged.chance * 100)),))
    if not _is_new(before, now) or judged.overruled:
        return
    match event:
        case Verdict(seat=seat, doubter=int(doubter), truth=True):
            yield Occasion(Beat.TRUTH, at, _who(seat, doubter))
            yield Occasion(Beat.WRONG_DOUBT, at, _who(doubter, seat))
        case Verdict(seat=seat, doubter=int(doubter)):
            yield Occasion(Beat.LIE, at, _who(seat, doubter))
            lies = sum(_is_lie_of(event, seat) for event in now.play.tale)
            if lies >= OFTEN:
                yield Occasion(Beat.REPEAT, at, _who(seat, count=lies))
        case Answered(seat=seat, doubter=doubter, truth=truth):
            guessed = Beat.HOLDS if truth else Beat.TOO_HIGH
            yield Occasion(guessed, at, _who(seat, doubter))
        case _:
            pass
    piles = [pile for pile in now.play.tale if isinstance(pile, Took) and pile.count]
    if piles and piles[-1].seat == judged.loser and now.play.tale[-1] is piles[-1]:
        newest = piles[-1]
        if newest.count >= LARGE:
            yield Occasion(Beat.PILE, at, _who(newest.seat, count=newest.count))
        if [pile.seat for pile in piles[-2:]] == [newest.seat] * 2:
            yield Occasion(Beat.CONSOLE, at, _who(newest.seat))


def _is_lie_of(event: Event, seat: int) -> bool:
    return isinstance(event, Verdict) and event.seat == seat and not event.truth


def _over(before: Facts, now: Facts, _about: OverFacts) -> Iterator[Occasion]:
    """Yield the end of the game."""
    if now.game is None or not _is_new(before, now):
        return
    if now.game.winner is not None:
        yield Occasion(Beat.WIN, now.since, _who(now.game.winner))
    elif len(now.game.tied) > 1:
        yield Occasion(Beat.DRAW, now.since)


_OF_STAGE: Mapping[type[object], Callable[..., Iterator[Occasion]]] = {
    TurnsFacts: _turns,
    DoubtingFacts: _doubted,
    RevealingFacts: _revealed,
    JudgedFacts: _judged,
    OverFacts: _over,
}
"""The occasions of each stage, by its facts; without a line players gather."""
