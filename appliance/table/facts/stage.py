"""Which stage a table is in, by its name, and what happened in it last."""

from appliance.rules.events import Event
from appliance.table.elements import Pause, Stage
from appliance.table.stages import (
    Asking,
    Attract,
    Deal,
    Disputed,
    Doubting,
    Inner,
    Judged,
    Lobby,
    Over,
    Paused,
    Revealing,
    Turns,
    WhoDeals,
)
from appliance.table.state import Table

_NAMES: dict[type[Inner], Stage] = {
    Attract: Stage.ATTRACT,
    Lobby: Stage.LOBBY,
    WhoDeals: Stage.DEAL,
    Deal: Stage.DEAL,
    Asking: Stage.QUESTION,
    Turns: Stage.PLAY,
    Doubting: Stage.DOUBT,
    Revealing: Stage.REVEAL,
    Judged: Stage.VERDICT,
    Over: Stage.OVER,
}


def stage_of(table: Table) -> Stage:
    """The name of the stage, whether or not a pause or a dispute is around it."""
    return _NAMES[type(table.inner)]


def happened(table: Table) -> tuple[Event, ...]:
    """The events of the newest action; while a verdict is shown, those that it made."""
    stage = table.inner
    if isinstance(stage, Judged):
        return stage.ruling.events
    return () if stage.match is None else stage.match.happened


def dispute_of(table: Table) -> Disputed | None:
    """The dispute of the verdict, behind a pause too."""
    stage = table.stage.stage if isinstance(table.stage, Paused) else table.stage
    return stage if isinstance(stage, Disputed) else None


def pause_of(table: Table) -> Pause | None:
    """The pause, or the one that begins as soon as no doubt from before can still turn up."""
    stage = table.stage
    if isinstance(stage, Paused):
        return stage.pause
    if isinstance(stage, Turns) and stage.wanted is not None:
        return Pause(stage.wanted.at, stage.wanted.seat)
    return None
