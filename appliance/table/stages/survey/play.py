"""The presses of a house survey.

A tap is yes and a hold is no. Each person may vote once in a round, at any buzzer. A lamp and a
sound confirm the vote, at the same moment after either press. The table shows no answer, but the
hand does: different presses of one button look different, so the screen calls the vote open.
Answers count, not people: a player who votes in two rounds counts twice.
"""

from dataclasses import replace

from appliance.core.effects import CountVotes, Rhythm, Sound
from appliance.core.signals import MS, SECOND, VotesCounted, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.answers import AsideFacts, Prompted
from appliance.table.codes import Prompt
from appliance.table.outcomes import Return
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.stages.survey import facts
from appliance.table.stages.survey.state import HouseSurvey, Vote
from appliance.table.state import Table
from appliance.table.work import Work

SEALED_AFTER = 1200 * MS
"""Time from a press to the sign that it was a vote. A hold counts after 700 ms: both look alike."""

SURVEY_RESTS = 60 * SECOND
"""Time without a vote after which the survey ends."""


_TAP, _HOLD = GestureKind.TAP, GestureKind.HOLD


class InHouseSurvey(Behaviour):
    """Behaviour while a round of votes is open."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Take a tap as yes and a hold as no. A long hold ends the round, and is no vote."""
        here = _here(work)
        if not work.fresh(made):
            return
        if made.kind is GestureKind.LONG:
            own = Vote(made.buzzer, yes=False, at=made.onset)
            go_on(work, tuple(one for one in here.cast if one != own))
        elif made.kind in (GestureKind.TAP, GestureKind.HOLD) and not facts.voted(
            here, made.buzzer
        ):
            vote = Vote(made.buzzer, made.kind is GestureKind.TAP, made.onset)
            work.put(replace(here, cast=(*here.cast, vote), touched_at=work.now))

    def wished(self, work: Work, signal: Wished) -> None:
        """End the round for a finger or a key; neither can vote, for all would see it."""
        if signal.wish is Wish.GO_ON:
            go_on(work, _here(work).cast)
        else:
            work.refuse(NOT_NOW)

    def heard(self, work: Work, news: News) -> None:
        """Take the number of answers so far."""
        here = _here(work)
        if isinstance(news, VotesCounted) and news.survey == here.survey:
            work.put(replace(here, asked=news.asked, missing=news.missing))

    def front(self, table: Table) -> AsideFacts:
        """Return the facts of the round that is open."""
        return facts.front(table)

    def asks(self, table: Table, buzzer: int) -> Prompted:
        """Ask for a vote."""
        return facts.asks(table, buzzer)

    def takes(self, table: Table, buzzer: int) -> Prompt | None:
        """Offer both answers to a buzzer that has not voted yet."""
        return None if facts.voted(table.at(HouseSurvey), buzzer) else Prompt.VOTE

    def cut(self, work: Work) -> None:
        """End the round, which the power cut has spoilt."""
        work.leave(Return())

    def advance(self, work: Work) -> None:
        """Show which buzzers have voted, or end a survey a while after its last vote."""
        here = _here(work)
        told = tuple(one.buzzer for one in here.cast if one.at + SEALED_AFTER <= work.now)
        if told != here.shown:
            work.put(replace(here, shown=told))
            work.sound(Sound.LOCK)
        if work.now >= here.touched_at + SURVEY_RESTS:
            _count(work, here.cast)
            work.leave(Return())

    def due(self, table: Table, now: int) -> int | None:
        """Return the time at which one of these is due."""
        here = table.at(HouseSurvey)
        untold = (one.at + SEALED_AFTER for one in here.cast if one.buzzer not in here.shown)
        return min((here.touched_at + SURVEY_RESTS, *untold))

    def light(self, table: Table, buzzer: int) -> Rhythm:
        """Light the buzzers that may still vote, occupied or not."""
        return Rhythm.SOLID if buzzer in table.at(HouseSurvey).shown else Rhythm.BREATHE


def begin(work: Work, survey: str) -> None:
    """Open the first round on `survey`, in front of the current stage."""
    work.enter(HouseSurvey(work.table.inner, work.now, work.now, survey))
    work.effects.append(CountVotes(survey))
    work.sound(Sound.TICK)


def go_on(work: Work, cast: tuple[Vote, ...]) -> None:
    """Count these votes and open the next round; without a vote, end the survey."""
    here = _here(work)
    if not cast:
        work.leave(Return())
        return
    _count(work, cast)
    work.put(replace(here, began=work.now, touched_at=work.now, cast=(), shown=()))
    work.sound(Sound.LOCK)


def _here(work: Work) -> HouseSurvey:
    return work.table.at(HouseSurvey)


def _count(work: Work, cast: tuple[Vote, ...]) -> None:
    """Have these votes counted, if there are any."""
    yes = sum(one.yes for one in cast)
    if cast:
        work.effects.append(CountVotes(_here(work).survey, yes, len(cast) - yes))
