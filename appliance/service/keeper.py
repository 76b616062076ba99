"""Keeps changed settings: in force at once if possible, and at the next start."""

from collections.abc import Callable, Iterable, Mapping

from appliance.config import Config, config_of
from appliance.core.effects import Effect, Keep, TryNext
from appliance.errors import DoubtItError
from appliance.kept import InForce, changed, over, save
from appliance.runtime.loop import Perform
from bluffing.message import Message

Apply = Callable[[Config], None]
"""Applies settings at once. May raise DoubtItError: it is reported, and they are kept."""

CLOCKWISE = "seats.clockwise"
"""Setting with the places of the buzzers. It is valid only for their number."""


class Keeper:
    """Performs Keep: passes changed settings to `applies`, and errors to `tell`.

    A setting that is not allowed is an error, too, and neither applied nor written.
    """

    def __init__(
        self, start: InForce, applies: Iterable[Apply], tell: Callable[[Message], None]
    ) -> None:
        self._start, self._applies, self._tell = start, tuple(applies), tell
        self.kept = start.kept

    def perform(self, effect: Effect) -> None:
        """Keep the setting of a Keep effect; ignore other effects."""
        if not isinstance(effect, Keep):
            return
        kept = self.kept
        if effect.key == CLOCKWISE and effect.value and isinstance(effect.value, tuple):
            kept = changed(kept, "seats.buzzers", len(effect.value))  # one place for each
        kept = changed(kept, effect.key, effect.value)
        try:
            config = config_of(over(self._start.tables, kept))
        except DoubtItError as error:
            self._tell(error.says)
            return
        self.kept = kept
        for apply in (*self._applies, self._save):
            try:
                apply(config)
            except DoubtItError as error:
                self._tell(error.says)

    def _save(self, _: Config) -> None:
        save(self.kept, self._start.path)


def tries(parts: Mapping[str, Callable[[], str]], keep: Perform) -> Perform:
    """Return the performer that lets people step through `parts`, by the keys of their settings.

    Each part advances and returns its name; `keep` keeps the last one.
    """

    def perform(effect: Effect) -> None:
        if isinstance(effect, TryNext):
            keep(Keep(effect.key, parts[effect.key]()))

    return perform
