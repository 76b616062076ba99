"""Stages of an evening: one frozen value for each, with only the fields that it needs.

Entering a stage builds it, so that no old state is left over and no code resets one. A pause and a
dispute wrap the stage behind them. Each stage has its own folder.
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
    """A wrapper of `stage`, which goes on behind it."""

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
    """A dispute of the verdict of `stage`; `agreed` are the seats that call it wrong."""

    stage: Judged
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside(_Around):
    """A page, practice or survey in front of a `stage` without play."""

    began: int

    @property
    def since(self) -> int:
        """Start of the shown stage; an earlier press belongs to another one."""
        return self.began


@dataclass(frozen=True, slots=True)
class Paused(_Around):
    """A pause of `stage` since `at`, in which people make corrections."""

    at: int
    pause: elements.Pause


AnyStage: TypeAlias = Inner | Disputed | Aside | Paused
"""Any stage of an evening."""
