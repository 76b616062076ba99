"""The presses at a verdict: the loser takes the cards, or a player disputes it.

In a dispute the screen shows the reading again. A tap of either party lets the verdict stand.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm, Sound
from appliance.core.signals import Chosen
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import objections, suspense
from appliance.table.outcomes import End, TurnsBegin
from appliance.table.part import Behaviour
from appliance.table.stages import Disputed
from appliance.table.stages.verdict import dispute
from appliance.table.stages.verdict.state import Judged
from appliance.table.state import Table
from appliance.table.verdict import judged_parties, loser, next_extra
from appliance.table.work import Work
from bluffing.game import Phase


class InJudged(Behaviour):
    """Behaviour while a verdict is shown."""

    touch = True

    def gesture(self, work: Work, made: Gesture) -> None:
        """Go on when the loser holds after picking the cards up; without a taker, any seat holds.

        A tap of any seat asks for more about the verdict, if it began after the reveal.
        """
        if made.kind is GestureKind.TAP:
            _asked_for_more(work, made)
        if made.kind is not GestureKind.HOLD or not work.fresh(made):
            return
        who, seat = loser(work.table.at(Judged).ruling), work.table.seat_of(made.buzzer)
        if seat is not None and who in (None, seat):
            self.go_on(work, made.onset)

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Take the verdict, or the right answer of a question, as people tell the host."""
        if not dispute.entered(work, signal.action):
            super().chosen(work, signal)

    def go_on(self, work: Work, at: int) -> None:
        """Go on with the game, or to the winner, after the cards are picked up."""
        table = work.table
        if table.game.phase is Phase.OVER:
            work.leave(End())
        else:
            work.leave(TurnsBegin(table.match, table.ruling))

    def tells_at(self, table: Table) -> int | None:
        """Return the time at which the word comes down."""
        judged = table.at(Judged)
        return None if judged.told else judged.since + suspense.kept_back(table, judged.ruling)

    def tell(self, work: Work) -> None:
        """Let the word come down."""
        work.put(replace(work.table.at(Judged), told=True, told_at=work.now))

    def moments(self, table: Table, now: int) -> list[int]:
        """Return the end of the time to dispute the verdict."""
        return [objections.until(table, table.at(Judged).ruling)]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the taker of the cards; before the word falls, light the parties."""
        judged = table.at(Judged)
        if not judged.told:
            return Rhythm.SOLID if seat in judged_parties(judged.ruling) else Rhythm.DIM
        return Rhythm.LOSE if seat == loser(judged.ruling) else Rhythm.DIM


class InDisputed(InJudged):
    """Behaviour in a dispute: the parties, or the others, vote on the verdict."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Keep the verdict after a party's tap; a hold calls it wrong."""
        table, disputed = work.table, work.table.at(Disputed)
        between, seat = judged_parties(disputed.stage.ruling), table.seat_of(made.buzzer)
        if seat is None or not work.fresh(made):
            return
        if made.kind is GestureKind.TAP and seat in between:
            dispute.stands(work)
        elif made.kind is GestureKind.HOLD and seat not in table.game.gone:
            dispute.agree(work, disputed, seat)

    def go_on(self, work: Work, at: int) -> None:
        """Let the verdict stand, like a tap of a party."""
        dispute.stands(work)

    def cut(self, work: Work) -> None:
        """Clear the dispute: people who still dispute say so again."""
        work.put(work.table.at(Judged))

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the parties until they have agreed."""
        disputed = table.at(Disputed)
        asked = seat in judged_parties(disputed.stage.ruling) and seat not in disputed.agreed
        return Rhythm.WALK if asked else Rhythm.DIM


def _asked_for_more(work: Work, made: Gesture) -> None:
    """Show the extras of a verdict one after the other, and then the verdict again."""
    table, judged = work.table, work.table.at(Judged)
    more, seat = next_extra(judged), table.seat_of(made.buzzer)
    asks = judged.told and made.onset > judged.told_at and work.fresh(made)
    if asks and seat is not None and seat not in table.game.gone and more is not judged.extra:
        work.put(replace(judged, extra=more))
        work.sound(Sound.TICK)
