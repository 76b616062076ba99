"""The fields of the table's menu."""

from dataclasses import dataclass
from typing import ClassVar

from appliance.core.signals import Told
from appliance.table import elements
from appliance.table.stages.attract.state import Attract
from appliance.table.stages.lobby.state import Lobby
from appliance.table.stages.over.state import Over
from appliance.table.standing import AnyTime


@dataclass(frozen=True, slots=True)
class TableMenu(AnyTime):
    """The table's menu is open: over `under`, which goes on when it is left.

    `trail` are the open pages, the newest last; that was opened at `since`. `steers` is the buzzer
    that counts, None before the first press; `touched_at` when anybody last did anything. `draft`
    is a name that is typed, `placed` are buzzers in clockwise order with their onsets, `told` is
    what has come of a job.
    """

    name = elements.Stage.MENU
    pauses = False
    ruling: ClassVar[None] = None
    under: Attract | Lobby | Over = Attract()  # noqa: RUF009 - a frozen value
    trail: tuple[elements.OpenPage, ...] = (elements.OpenPage(elements.MenuPage.ROOT),)
    steers: int | None = None
    touched_at: int = 0
    draft: str = ""
    placed: tuple[tuple[int, int], ...] = ()
    told: Told | None = None

    @property
    def spot(self) -> elements.OpenPage:
        """The page that is open."""
        return self.trail[-1]

    @property
    def match(self) -> elements.Match | None:
        """The game that is over under it."""
        return self.under.match
