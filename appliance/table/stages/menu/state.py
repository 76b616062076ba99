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
    """The open menu of the table, over `under`, which goes on after it.

    `trail` are the open pages, the newest last; that one was opened at `since`. `steers` is the
    buzzer that counts, None before the first press; `touched_at` is the time of the last gesture,
    touch or key. `draft` is a typed name, `placed` are buzzers in clockwise order with their
    onsets, `told` is the result of a job so far.
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
        """The open page."""
        return self.trail[-1]

    @property
    def match(self) -> elements.Match | None:
        """The finished game under it."""
        return self.under.match
