"""One step in progress: the table as it becomes, and what the world will be asked to do."""

from dataclasses import replace
from typing import Any

from appliance.core.effects import Announce, Effect, PlaySound, Sound
from appliance.message import Message
from appliance.presses.gestures import Gesture
from appliance.rules.actions import Action
from appliance.table.state import Round, Stage, Table


class Work:
    """A table on its way from one frozen value to the next. Lives for one step only."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.now = now
        self.effects: list[Effect] = []

    def set(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of Table, checked by replace
        """Change fields of the table."""
        self.table = replace(self.table, **changes)

    def round(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of Round
        """Change fields of the round."""
        self.table = replace(self.table, round=replace(self.current, **changes))

    @property
    def current(self) -> Round:
        """The round as it stands; only from the deal on."""
        assert self.table.round is not None, "no game has been dealt"  # noqa: S101 - a bug
        return self.table.round

    def enter(self, stage: Stage) -> None:
        """Begin `stage` now."""
        self.table = self.table.enter(stage, self.now)

    def act(self, action: Action) -> bool:
        """Let the rules carry `action` out, or show why they refuse."""
        table = self.table
        why = table.ruleset.refusal(table.game, action)
        if why is not None:
            self.refuse(why)
            return False
        game, events = table.ruleset.apply(table.game, action)
        self.round(game=game, entry=None, correction=None)  # what was begun is about another state
        self.set(happened=events, notice=None)
        self.effects += [Announce(event) for event in events]
        return True

    def refuse(self, why: Message) -> None:
        """Say why not, and change nothing else."""
        self.set(notice=why)
        self.sound(Sound.TICK)

    def sound(self, sound: Sound) -> None:
        """Ask for a sound."""
        self.effects.append(PlaySound(sound))

    def fresh(self, gesture: Gesture) -> bool:
        """Whether the press began in this stage: a button that was already down says nothing."""
        return gesture.onset >= self.table.since
