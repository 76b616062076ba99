"""The presses of a doubt: the photo finish is shown, and any press goes on."""

from dataclasses import replace

from appliance.core.effects import Rhythm
from appliance.core.signals import MS
from appliance.presses.arbiter import Finish, complete
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import suspense, verdict
from appliance.table.challenge import InInterruption, withdrawn
from appliance.table.elements import Basis
from appliance.table.outcomes import Flip, PrintedCard
from appliance.table.stages.doubt.state import Doubting
from appliance.table.state import Table
from appliance.table.work import Work
from bluffing.game import Phase

SHOW_FINISH = 1500 * MS
"""Time to show a doubt with a single press, before the request for the cards."""

READ_FINISH = 2000 * MS
"""Time to show the photo of several presses, once it is taken."""


class InDoubting(InInterruption):
    """Behaviour of the photo finish."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Go on at once at any press, or call the doubt off for the parties.

        Presses while the race runs on the screen belong to the race. Before an answer there is no
        race.
        """
        doubt, guess = work.table.at(Doubting), work.table.game.phase is Phase.ANSWER
        runs_until = doubt.since if guess else doubt.since + suspense.RACE
        if made.kind is GestureKind.PRESS and made.onset >= runs_until:
            _turn_up(work)
            return
        between, seat = verdict.parties(work.table), work.table.seat_of(made.buzzer)
        if between is not None and seat is not None:
            withdrawn(work, made, seat, between)

    def tells_at(self, table: Table) -> int | None:
        """Return the time at which the shown race ends."""
        doubt = table.at(Doubting)
        runs = suspense.RACE if doubt.tied and not suspense.is_calm(table) else 0
        return None if doubt.told else doubt.since + runs

    def tell(self, work: Work) -> None:
        """Reveal the first seat."""
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
        """Return the time at which the doubt was shown for long enough; without a race at once."""
        doubt = table.at(Doubting)
        if doubt.raced is None:
            return doubt.since + (SHOW_FINISH if table.game.phase is Phase.ANSWER else 0)
        alone = len(doubt.raced.finish.places) == 1
        return doubt.since + (SHOW_FINISH if alone else suspense.RACE + READ_FINISH)

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the parties; until the doubter is named, all who pressed first."""
        if table.inner.is_told:
            return super().lamp(table, seat)
        between, tied = verdict.parties(table), table.buzzers[seat] in table.at(Doubting).tied
        owner = between is not None and seat == between.owner
        return Rhythm.SOLID if tied or owner else Rhythm.DIM


def _standing(table: Table, finish: Finish, now: int) -> Finish:
    """Return `finish` without presses that a late edge has shown to be sparks.

    The first and the tied presses stay, because they decided the race, which is void if they are
    uncertain.
    """
    places = tuple(
        place
        for place in finish.places
        if place.tied or not table.buttons.unmade(place.buzzer, place.at, now)
    )
    return replace(finish, places=places)


def _turn_up(work: Work) -> None:
    """Go on from the doubt to the cards, or to the answer that the table keeps."""
    table = work.table
    if verdict.has_card(table):
        work.leave(PrintedCard())
    elif table.game.phase is Phase.ANSWER:
        verdict.conclude(work, verdict.answer(table), Basis.BANK)
    else:
        work.leave(Flip())
