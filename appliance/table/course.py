"""The course of an evening: which stage begins with each outcome of another one."""

from dataclasses import replace

from appliance.table import outcomes
from appliance.table.menus.opening import open_menu
from appliance.table.outcomes import Ending
from appliance.table.stages import Lobby
from appliance.table.stages.howto import play as howto
from appliance.table.stages.practice import play as practice
from appliance.table.stages.survey import play as survey
from appliance.table.state import Table
from appliance.table.work import Work


def work_on(table: Table, now: int) -> Work:
    """Return the work on `table` at `now` (ns), which knows the course."""
    return Work(table, now, begin)


def begin(work: Work, outcome: Ending) -> None:
    """Begin, at once, the stage that follows `outcome`."""
    match outcome:
        case outcomes.Return():
            work.enter(replace(work.table.inner, since=work.now))  # time stood still
        case outcomes.Lecture():
            howto.begin(work)
        case outcomes.Rehearsal():
            practice.begin(work)
        case outcomes.Poll(survey=name):
            survey.begin(work, name)
        case outcomes.MenuCall(buzzer, page):
            open_menu(work, buzzer, page)
        case outcomes.Gathering():
            work.enter(Lobby(work.now))
