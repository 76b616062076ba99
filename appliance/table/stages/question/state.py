"""The fields of a question that is drawn."""

from dataclasses import dataclass

from appliance.table import elements
from appliance.table.stages.turns.state import WithVerdict


@dataclass(frozen=True, slots=True)
class Asking(WithVerdict):
    """The next question is chosen and drawn."""

    name = elements.Stage.QUESTION
    drawing: elements.Choosing | elements.Drawing | elements.NotDrawn = elements.Choosing()  # noqa: RUF009 - frozen
    settled = True

    @property
    def waits_since(self) -> int | None:
        """Time at which a question was asked for."""
        return self.drawing.at if isinstance(self.drawing, elements.Drawing) else None
