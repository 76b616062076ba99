"""The course of an evening: which stage begins with each outcome of another one."""

from dataclasses import replace

from appliance.table import evening, outcomes
from appliance.table.menus.opening import open_menu
from appliance.table.outcomes import Ending
from appliance.table.parts import part_of
from appliance.table.stages import Attract, Doubting, Judged, Lobby, Turns, WhoDeals
from appliance.table.stages.deal import play as deal
from appliance.table.stages.howto import play as howto
from appliance.table.stages.lobby import play as lobby
from appliance.table.stages.over import play as over
from appliance.table.stages.pause import corrections
from appliance.table.stages.practice import play as practice
from appliance.table.stages.question import play as question
from appliance.table.stages.reveal import play as reveal
from appliance.table.stages.survey import play as survey
from appliance.table.stages.verdict import dispute
from appliance.table.stages.verify import play as verify
from appliance.table.state import Table
from appliance.table.work import Work


def work_on(table: Table, now: int) -> Work:
    """Return the work on `table` at `now` (ns), which knows the course."""
    return Work(table, now, begin)


def begin(work: Work, outcome: Ending) -> None:  # noqa: C901, PLR0912 - a table
    """Begin, at once, the stage that follows `outcome`."""
    table, now = work.table, work.now
    match outcome:
        case outcomes.Return():
            work.enter(replace(table.inner, since=now))  # time stood still
        case outcomes.Lecture():
            howto.begin(work)
        case outcomes.Rehearsal():
            practice.begin(work)
        case outcomes.Poll(survey=name):
            survey.begin(work, name)
        case outcomes.MenuCall(buzzer, page):
            open_menu(work, buzzer, page)
        case outcomes.Gathering():
            work.enter(Lobby(now))
        case outcomes.Arrival(press):
            lobby.sit_down(work, press)
        case outcomes.Vacancy():
            work.enter(Attract(now))
        case outcomes.Readiness():
            work.enter(WhoDeals(now))
        case outcomes.NextDeal(seat, chance):
            deal.begin(work, seat, chance)
        case outcomes.Redeal(chance):
            deal.again(work, chance)
        case outcomes.TurnsBegin(match_, ruling):
            work.enter(Turns(now, match=match_, ruling=ruling).opened(now))
        case outcomes.NextQuestion():
            question.begin(work)
        case outcomes.Challenge(turns, raced, showing):
            work.enter(Doubting(now, turns=turns, raced=raced, showing=showing))
        case outcomes.Flip():
            reveal.begin(work)
        case outcomes.PrintedCard():
            verify.begin(work)
        case outcomes.Conclusion(match_, ruling):
            work.enter(Judged(now, match=match_, ruling=ruling))
        case outcomes.End(closed_at):
            over.begin(work, closed_at)
        case outcomes.Dispute():
            dispute.begin(work)
        case outcomes.Protest(seat):
            corrections.protest(work, seat)
        case outcomes.Annulment():
            dispute.void(work)
        case outcomes.Resumption():
            part_of(table.stage).resume(work)
        case outcomes.Reopening():
            evening.drop_game(work)
            work.put(Turns(now, match=table.match, ruling=table.ruling))
