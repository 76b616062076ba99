"""Somebody doubts: the photo finish is shown, and both parties may still call the doubt off."""

from dataclasses import replace

from appliance.core.effects import ReadCards, ReadCode, Rhythm
from appliance.core.signals import CAMERA, MS, Chosen, EdgesLost
from appliance.presses.arbiter import Finish, complete
from appliance.presses.gestures import HOLD_AFTER, Gesture, GestureKind
from appliance.table import asking, byhand, suspense, voiding
from appliance.table.elements import Basis
from appliance.table.part import Behaviour, News
from appliance.table.stages import Doubting, Revealing, Verifying
from appliance.table.state import Table
from appliance.table.verdict import Parties, conclude, parties, sought
from appliance.table.work import Work
from bluffing.actions import Produce, Reveal, Settle, Show, Withdraw
from bluffing.game import Phase
from bluffing.message import message

SHOW_FINISH = 1500 * MS
"""How long a doubt stands alone before the reveal is asked for, where only one has pressed."""

READ_FINISH = 2000 * MS
"""How long the photo of several stands, once it is taken."""

_BY_PEOPLE = (Reveal, Produce, Show, Settle, Withdraw)
"""What a host may enter in the place of the camera, or of the parties."""


class InDoubting(Behaviour):
    """The photo finish is on: presses belong to it."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Only the parties may call the doubt off.

        Any press goes on at once; but those that come while the race is run belong to that.
        Before an answer there is no race.
        """
        doubt, guess = work.table.at(Doubting), work.table.game.phase is Phase.ANSWER
        runs_until = doubt.since if guess else doubt.since + suspense.RACE
        if made.kind is GestureKind.PRESS and made.onset >= runs_until:
            _turn_up(work)
            return
        between, seat = parties(work.table), work.table.seat_of(made.buzzer)
        if between is not None and seat is not None:
            withdrawn(work, made, seat, between)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Apply the cards, or the end of the doubt."""
        action = signal.action
        if not isinstance(action, _BY_PEOPLE):
            super().chosen(work, signal)
        elif isinstance(action, Withdraw) and turned_up(work.table):
            work.refuse(message("table.doubt-stands"))
        else:
            conclude(work, action, Basis.HOST)

    def heard(self, work: Work, news: News) -> None:
        """As long as no card is turned up, a doubt that was decided can be taken back."""
        raced = work.table.doubt.raced
        if isinstance(news, EdgesLost) and raced is not None and not turned_up(work.table):
            voiding.in_doubt(work, news, raced)

    def tells_at(self, table: Table) -> int | None:
        """Time at which the race has been run."""
        doubt = table.at(Doubting)
        runs = suspense.RACE if doubt.tied and not suspense.is_calm(table) else 0
        return None if doubt.told else doubt.since + runs

    def tell(self, work: Work) -> None:
        """Tell who was first."""
        work.put(replace(work.table.at(Doubting), told=True))

    def advance(self, work: Work) -> None:
        """Fill the photo finish with the slaps after the first, then ask for the cards."""
        table, doubt = work.table, work.table.at(Doubting)
        if doubt.raced is not None:
            standing = _standing(table, doubt.raced.finish, work.now)
            presses = table.buttons.presses(work.now)
            finish = complete(doubt.raced.race, standing, presses, work.now)
            if finish != doubt.raced.finish:
                work.put(replace(doubt, raced=replace(doubt.raced, finish=finish)))
        if self.is_due(work):
            _turn_up(work)

    def due(self, table: Table, now: int) -> int | None:
        """Time at which the doubt has been shown for long enough; without a race at once."""
        doubt = table.at(Doubting)
        if doubt.raced is None:
            return doubt.since + (SHOW_FINISH if table.game.phase is Phase.ANSWER else 0)
        alone = len(doubt.raced.finish.places) == 1
        return doubt.since + (SHOW_FINISH if alone else suspense.RACE + READ_FINISH)

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the time to call the doubt off."""
        return [withdraws_until(table)]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the parties; until the doubter is named, all who pressed first."""
        between, shows = parties(table), table.doubt.showing is not None
        if not table.inner.is_told:
            doubts = table.buzzers[seat] in table.at(Doubting).tied
        else:
            doubts = (between is None or not shows) and seat == table.game.doubter
        owner = between is not None and seat == between.owner
        return Rhythm.SOLID if doubts or owner else Rhythm.DIM


def withdraws_until(table: Table) -> int:
    """Return the last moment (ns) at which the parties may call the doubt off."""
    return table.doubt.doubted_at + table.ruleset.timing(table.game).withdraw_ms * MS - 1


def withdraws(table: Table, now: int) -> bool:
    """Return True if both parties may call the doubt off now."""
    if table.game.doubter is None or parties(table) is None or turned_up(table):
        return False
    return now <= withdraws_until(table)


def turned_up(table: Table) -> bool:
    """Return True if a card was read or entered, so that no doubt can be called off."""
    doubt = table.doubt
    read = doubt.reading is not None and bool(doubt.reading.cards)
    return read or (doubt.by_hand is not None and bool(doubt.by_hand.ranks))


def withdrawn(work: Work, made: Gesture, seat: int, between: Parties) -> bool:
    """Return True if this gesture completes both parties' agreement to withdraw the doubt."""
    table, doubt = work.table, work.table.doubt
    if seat not in between or made.kind is not GestureKind.HOLD or turned_up(table):
        return False
    until = doubt.doubted_at + table.ruleset.timing(table.game).withdraw_ms * MS
    other = table.buzzers[between.other if seat == between.owner else between.owner]

    def in_time(at: int) -> bool:
        return doubt.doubted_at < at <= until

    if not in_time(made.onset) or table.ruleset.refusal(table.game, Withdraw()) is not None:
        return False
    if table.settings.steps(made.buzzer):  # it can't hold, so what it has said stays said
        doubt = replace(doubt, mistaken=(*doubt.mistaken, made.buzzer))
        work.put(doubt)
    held = {one.buzzer: one.at for one in table.buttons.presses(work.now) if one.until is None}
    began = held.get(other)
    if other not in doubt.mistaken and (
        began is None or table.settings.steps(other) or not in_time(began)
    ):
        return made.buzzer in doubt.mistaken
    if other in doubt.mistaken or began is None or work.now >= began + HOLD_AFTER:
        conclude(work, Withdraw(), Basis.PARTIES)
    return True


def _standing(table: Table, finish: Finish, now: int) -> Finish:
    """`finish` without those whom an edge that came too late has shown to have sparked only.

    The first and the tied stay: the race was decided by them, and is void where that is in doubt.
    """
    places = tuple(
        place
        for place in finish.places
        if place.tied or not table.buttons.unmade(place.buzzer, place.at, now)
    )
    return replace(finish, places=places)


def _turn_up(work: Work) -> None:
    """On from the doubt: to the cards, or to the answer that the table keeps."""
    table, doubt = work.table, work.table.at(Doubting)
    if asking.has_card(table):
        at = doubt.doubted_at
        work.enter(Verifying(work.now, turns=doubt.turns, doubted_at=at, shown_at=work.now))
        look(work)
        return
    if table.game.phase is Phase.ANSWER:
        conclude(work, asking.answer(table), Basis.BANK)
        return
    if sought(table) is None:
        return
    work.enter(
        Revealing(
            work.now,
            turns=doubt.turns,
            raced=doubt.raced,
            showing=doubt.showing,
            doubted_at=doubt.doubted_at,
            by_hand=byhand.fresh(table) if CAMERA in table.lost else None,
        )
    )
    look(work)


def look(work: Work) -> None:
    """Ask the reader for what is to be turned up, under a new number."""
    cards, request = sought(work.table), work.table.request + 1
    if isinstance(work.table.inner, Verifying):
        work.set(request=request)
        work.effects.append(ReadCode(request))
    elif cards is not None:
        work.set(request=request)
        work.effects.append(ReadCards(request, cards.count))
