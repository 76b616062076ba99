"""From a table to its facts. Only this package reads a table for those who show or play it."""

from functools import lru_cache

from appliance.core.signals import BUZZERS, CAMERA, NEVER
from appliance.presses.debounce import Press
from appliance.table import windows
from appliance.table.elements import Basis, Stage
from appliance.table.facts.of_stage import about_of, question_of, read_traits, within
from appliance.table.facts.replies import newcomers
from appliance.table.facts.seats import seats_of
from appliance.table.facts.until import lit_until, unchanged_until
from appliance.table.facts.values import (
    BoxFacts,
    CardFacts,
    Facts,
    GuessFacts,
    NoticeFacts,
    PartsFacts,
    PauseFacts,
    PlayFacts,
    PressFacts,
)
from appliance.table.moves import Same
from appliance.table.parts import part_of
from appliance.table.spare import asleep, some_spare, stuck
from appliance.table.state import Table
from bluffing.events import Event, Shown, SuddenDeath, Took, Verdict
from bluffing.message import Message

_URGENT = {"table.press-again", "table.spare-buzzer", "table.line-out", "table.line-in"}
"""Notices that are shown even while a buzzer is stuck."""

_ASKED = (Stage.DEAL, Stage.PLAY, Stage.DOUBT, Stage.VERIFY, Stage.VERDICT)
"""Stages with a question on the screen."""


def facts_of(table: Table, now: int) -> Facts:
    """Return the public facts of `table` at `now` (ns).

    The object stays the same while nothing in it changes, because a screen asks many times a
    second.
    """
    newest = {one.buzzer: one for one in table.buttons.presses(now)}
    presses = tuple(newest.values())
    until = min(unchanged_until(table, now), lit_until(table, now))
    return _facts(Same(table), presses, until)


def facts_until(table: Table, now: int) -> int:
    """Return the time (ns) up to which an idle `table` has the same facts as at `now`."""
    due = table.buttons.deadline(now)
    changes = NEVER if due is None else due - 1
    return min(unchanged_until(table, now), changes, lit_until(table, now))


@lru_cache(maxsize=2)
def _facts(same: Same[Table], newest: tuple[Press, ...], now: int) -> Facts:
    table = same.it
    game = table.game if table.stage.match is not None else None
    about, ruling, stage = about_of(table, now, newest), table.ruling, table.inner.name
    judged = ruling.before if ruling is not None and stage is Stage.VERDICT else game
    turns, newcomer = table.open_turns, newcomers(table, now)
    window, places = None, _places(table)
    if turns is not None and turns.closes_at is not None and stage is Stage.PLAY:
        window = (windows.burns_from(table), turns.closes_at) if about.burns else None
    notice, bad, sleeping = table.notice, bool(stuck(table, now)), asleep(table, now)
    if notice is not None and notice.code not in _URGENT and bad:
        notice = None  # the stuck buzzer itself is reported instead
    return Facts(
        settings=table.settings,
        stage=stage,
        since=table.stage.since,
        pressed_at=_pressed_at(table),
        limit=_limit(table, about.clock, now),
        names=table.players,
        dealer=table.dealer,
        games=table.games,
        seats=seats_of(table, about, newest, now),
        about=about,
        game=game,
        told=table.inner.is_told,
        play=PlayFacts(
            claim=judged.claim if judged is not None else None,
            pile=_pile(table),
            laden=_laden(table) if stage is Stage.PLAY else None,
            window=window,
            opened_at=turns.opened_at if turns is not None else 0,
            showing=table.inner.showing,
            places=places,
            tie_ms=windows.tie_window(table) if places else 0,
            tale=_tale(table),
        ),
        guess=GuessFacts(
            question=question_of(table) if stage in _ASKED else None,
            bid=getattr(judged, "bid", None) if stage in _ASKED else None,
            highest_wager=getattr(judged, "highest_wager", 0),
            sudden_death=_sudden_death(table),
        ),
        box=BoxFacts(table.inner.reading, _cards(table)),
        front=part_of(table.stage).front(table),
        pause=_pause(table),
        notice=NoticeFacts(
            newcomer[0] if newcomer else notice,
            newcomer[1] if newcomer else about.refused_at(newest) if notice else None,
        ),
        parts=PartsFacts(
            camera_lost=table.lost.get(CAMERA),
            buzzers_lost=table.lost.get(BUZZERS),
            lost_part=_lost_part(table, notice),
            spare=(bad or bool(sleeping)) and some_spare(table, now),
        ),
        opens_menu=table.stage.opens_menu,
    )


def _lost_part(table: Table, notice: Message | None) -> str:
    """Return the driver that the notice on the screen is about, or ""."""
    if BUZZERS in table.lost:
        return BUZZERS
    return next((driver for driver, why in table.lost.items() if why == notice), "")


def _pressed_at(table: Table) -> int | None:
    """Return the time of the first press in this stage, by the newest press of each button."""
    onsets = (mark.onset for mark in table.marks.values())
    return min((at for at in onsets if at > table.stage.since), default=None)


def _pause(table: Table) -> PauseFacts | None:
    if table.paused is not None:
        return PauseFacts(table.paused.at, table.paused.pause)
    return None if table.inner.wanted is None else PauseFacts(None, table.inner.wanted)


def _tale(table: Table) -> tuple[Event, ...]:
    """Return the verdicts of the game so far, except one that is still secret."""
    match = table.stage.match
    return match.tale if match is not None and table.inner.is_told else ()


def _laden(table: Table) -> int | None:
    """Return the seat that took the newest pile, until the next play."""
    match = table.stage.match
    if match is None or not match.tale or match.game.claim is not None or any(match.game.heaps):
        return None
    newest = match.tale[-1]
    return newest.seat if isinstance(newest, Took) and newest.count else None


def _pile(table: Table) -> int:
    took = (one.count for one in table.happened if isinstance(one, Took))
    on_table = sum(table.game.heaps) if table.stage.match is not None else 0
    return on_table if table.judged is None else next(took, on_table)


def _limit(table: Table, clock: tuple[int, int] | None, now: int) -> tuple[int, int] | None:
    """Return start and end of the wait for the game, the camera, people, a question or a guess."""
    if clock is not None and table.paused is None:
        return clock
    at, ends = table.stage.waits_since, part_of(table.stage).due(table, now)
    return None if at is None or ends is None else (at, ends)


# --- doubts and verdicts -----------------------------------------------------------------------


def _places(table: Table) -> tuple[PressFacts, ...]:
    finish = None if table.playing is not None else table.inner.finish
    if finish is None:
        return ()
    return tuple(
        PressFacts(
            seat=seat,
            behind_us=place.behind // 1000,
            doubter=place.buzzer == finish.doubter,
            tied=place.tied and sum(other.tied for other in finish.places) > 1,
            late=place.late,
            at=place.at,
        )
        for place in finish.places
        if (seat := table.seat_of(place.buzzer)) is not None
    )


def _cards(table: Table) -> tuple[CardFacts, ...]:
    """List the cards that the camera reads, people enter, or the verdict rests on."""
    by_hand, reading, judged = table.inner.by_hand, table.inner.reading, table.judged
    if by_hand is not None and by_hand.ranks:
        return tuple(CardFacts(rank, ()) for rank in by_hand.ranks)
    if judged is not None:
        by_people = judged.ruling.basis is not Basis.CAMERA
        if reading is None or (by_people and table.disputed is None):
            event = judged.ruling.event
            ranks = event.ranks if isinstance(event, (Verdict, Shown)) else ()
            return tuple(CardFacts(rank, ()) for rank in ranks)
    if reading is None:
        return ()
    traits = zip(read_traits(table, reading), reading.cards, strict=True)
    return tuple(CardFacts(trait, within(reading, card.quad)) for trait, card in traits)


def _sudden_death(table: Table) -> bool:
    """Return True if the seats tied for the lead play it out."""
    begins = any(isinstance(one, SuddenDeath) for one in table.happened)
    return begins or (table.stage.match is not None and getattr(table.game, "sudden_death", False))
