"""A house survey: the people at the table vote, and their answers become a question.

A tap is yes and a hold is no. Everybody may vote once in a round, at any buzzer; a lamp and a sound
tell that somebody has voted, at the same moment after either press. The table shows no answer, but
a hand does: no two presses of one button differ and look alike, so the screen calls the vote open.
What counts is answers, not people: who votes in two rounds counts twice.
"""

from dataclasses import dataclass, replace

from appliance.core.effects import CountVotes, Rhythm, Sound
from appliance.core.signals import MS, SECOND, VotesCounted, Wish, Wished
from appliance.presses.gestures import Gesture, GestureKind
from appliance.table.elements import Vote
from appliance.table.part import NOT_NOW, Behaviour, News
from appliance.table.stages import Aside, Attract, Lobby, Over
from appliance.table.state import Table
from appliance.table.work import Work

SURVEYS = (
    "pineapple", "early-bird", "sing", "cheat", "last-slice", "dance", "snooze", "spoiler",
    "lost", "cook", "pet-talk", "phone-bed", "cold-water", "ghost", "lucky-number", "sock",
    "secret", "rain", "cinema-cry", "own-joke",
)  # fmt: skip
"""What people may ask themselves: the catalogue's `survey.NAME` is the question."""

SEALED_AFTER = 1200 * MS
"""How long after its press a vote is told. A hold counts after 700 ms: so long both look alike."""

SURVEY_RESTS = 60 * SECOND
"""Nobody voted for so long: nobody is asked any more."""


@dataclass(frozen=True, slots=True)
class HouseSurvey(Aside):
    """People vote on the question called `survey`.

    The round began at `began`, and the newest vote was at `touched_at`. `cast` are its votes; of
    `shown` buzzers everybody may know that they have voted. `asked` have answered in the rounds
    before it, and `missing` more are needed; None: the table does not know yet.
    """

    touched_at: int
    survey: str
    cast: tuple[Vote, ...] = ()
    shown: tuple[int, ...] = ()
    asked: int | None = None
    missing: int | None = None


class InHouseSurvey(Behaviour):
    """A round of votes is open."""

    def gesture(self, work: Work, made: Gesture) -> None:
        """Tap: yes, hold: no. A press that is held for longer ends the round, and is no vote."""
        here = _here(work)
        if not work.fresh(made):
            return
        if made.kind is GestureKind.LONG:
            own = Vote(made.buzzer, yes=False, at=made.onset)
            go_on(work, tuple(one for one in here.cast if one != own))
        elif made.kind in (GestureKind.TAP, GestureKind.HOLD) and not _voted(here, made.buzzer):
            vote = Vote(made.buzzer, made.kind is GestureKind.TAP, made.onset)
            work.put(replace(here, cast=(*here.cast, vote), touched_at=work.now))

    def wished(self, work: Work, signal: Wished) -> None:
        """A finger or a key ends the round; it can't vote, for all would see it."""
        if signal.wish is Wish.GO_ON:
            go_on(work, _here(work).cast)
        else:
            work.refuse(NOT_NOW)

    def heard(self, work: Work, news: News) -> None:
        """Take the number of answers so far."""
        here = _here(work)
        if isinstance(news, VotesCounted) and news.survey == here.survey:
            work.put(replace(here, asked=news.asked, missing=news.missing))

    def cut(self, work: Work) -> None:
        """The power was gone, and with it this round."""
        _leave(work)

    def advance(self, work: Work) -> None:
        """Tell who has voted; or nobody is there any more."""
        here = _here(work)
        told = tuple(one.buzzer for one in here.cast if one.at + SEALED_AFTER <= work.now)
        if told != here.shown:
            work.put(replace(here, shown=told))
            work.sound(Sound.LOCK)
        if work.now >= here.touched_at + SURVEY_RESTS:
            _count(work, here.cast)
            _leave(work)

    def due(self, table: Table, now: int) -> int | None:
        """Time at which one of these falls due."""
        here = table.at(HouseSurvey)
        untold = (one.at + SEALED_AFTER for one in here.cast if one.buzzer not in here.shown)
        return min((here.touched_at + SURVEY_RESTS, *untold))

    def light(self, table: Table, buzzer: int) -> Rhythm:
        """Light the buzzers that may still vote, occupied or not."""
        return Rhythm.SOLID if buzzer in table.at(HouseSurvey).shown else Rhythm.BREATHE


def begin(work: Work, survey: str) -> None:
    """Open the first round on `survey`, in front of what is there."""
    work.enter(HouseSurvey(work.table.inner, work.now, work.now, survey))
    work.effects.append(CountVotes(survey))
    work.sound(Sound.TICK)


def go_on(work: Work, cast: tuple[Vote, ...]) -> None:
    """Count these votes, and open the next round; where there are none, people have finished."""
    here = _here(work)
    if not cast:
        _leave(work)
        return
    _count(work, cast)
    work.put(replace(here, began=work.now, touched_at=work.now, cast=(), shown=()))
    work.sound(Sound.LOCK)


def _here(work: Work) -> HouseSurvey:
    return work.table.at(HouseSurvey)


def _voted(here: HouseSurvey, buzzer: int) -> bool:
    return any(one.buzzer == buzzer for one in here.cast)


def _count(work: Work, cast: tuple[Vote, ...]) -> None:
    """Have these votes counted, if there are any."""
    yes = sum(one.yes for one in cast)
    if cast:
        work.effects.append(CountVotes(_here(work).survey, yes, len(cast) - yes))


def _leave(work: Work) -> None:
    """Back to where people were."""
    stage = work.table.inner
    assert isinstance(stage, Attract | Lobby | Over), "nobody plays meanwhile"
    work.enter(replace(stage, since=work.now))
