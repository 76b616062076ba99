"""Where an evening can stand: one frozen value a stage, with exactly what means something there.

Entering a stage is building it: nothing is left over from before, and nothing is reset by hand.
A pause and a dispute wrap the stage behind them. Each stage has a folder of its own.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Self, TypeAlias

from appliance.table import elements
from appliance.table.stages.attract.state import Attract
from appliance.table.stages.deal.state import Deal, WhoDeals
from appliance.table.stages.doubt.state import Doubting
from appliance.table.stages.lobby.state import Lobby
from appliance.table.stages.menu.state import TableMenu
from appliance.table.stages.over.state import Over
from appliance.table.stages.question.state import Asking
from appliance.table.stages.reveal.state import Revealing
from appliance.table.stages.turns.state import Ruling, Turns
from appliance.table.stages.verdict.state import Judged
from appliance.table.stages.verify.state import Verifying

__all__ = [
    "AnyStage", "Aside", "Asking", "Attract", "Deal", "Disputed", "Doubting", "Inner", "Judged",
    "Lobby", "Over", "Paused", "Revealing", "Ruling", "TableMenu", "Turns", "Verifying", "WhoDeals",
]  # fmt: skip

Inner: TypeAlias = (
    Attract | Lobby | WhoDeals | Deal | Asking | Turns | Doubting | Revealing | Verifying | Judged
    | Over | TableMenu
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Around:
    """Something around `stage`, which goes on behind it."""

    over: ClassVar[bool] = False
    gathers: ClassVar[bool] = False
    opens_menu: ClassVar[bool] = False
    waits_since: ClassVar[None] = None
    stage: "Inner | Disputed"

    @property
    def inner(self) -> Inner:
        return self.stage.inner

    @property
    def since(self) -> int:
        return self.stage.since

    @property
    def match(self) -> elements.Match | None:
        return self.stage.match

    def playing(self, match: elements.Match) -> Self:
        return replace(self, stage=self.stage.playing(match))

    def shifted(self, by: int, now: int) -> Self:
        return replace(self, stage=self.stage.shifted(by, now))

    def only_touched(self, before: object) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Disputed(_Around):
    """The verdict of `stage` is disputed; `agreed` are the seats that say it is wrong."""

    stage: Judged
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside(_Around):
    """What people read, try or are asked in front of a `stage` in which nobody plays."""

    began: int

    @property
    def since(self) -> int:
        """Start of the shown stage: an earlier press was about something else."""
        return self.began


@dataclass(frozen=True, slots=True)
class Paused(_Around):
    """Time stands still in `stage` since `at`; meanwhile people set things right."""

    at: int
    pause: elements.Pause


AnyStage: TypeAlias = Inner | Disputed | Aside | Paused
"""Where an evening stands."""
