"""The fields of how to play."""

from dataclasses import dataclass

from appliance.table.stages import Aside


@dataclass(frozen=True, slots=True)
class HowTo(Aside):
    """People read how to play: a page, opened at `began`."""

    page: int = 0
