"""One step in progress: the table as it becomes, and what the world will be asked to do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict, Unpack

from appliance.core.effects import Announce, Effect, PlaySound, Sound
from appliance.message import AtSeat, Message, message
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import Gesture, Mark
from appliance.rules.actions import Action
from appliance.table.elements import Pause
from appliance.table.stages import AnyStage, Paused, Turns
from appliance.table.state import Table


class Shared(TypedDict, total=False):
    """The fields of a Table beside its stage that a step may change."""

    buttons: Buttons
    marks: Mapping[int, Mark]
    buzzers: tuple[int, ...]
    names: tuple[int, ...]
    request: int
    lost: Mapping[str, Message]
    notice: Message | None
    games: int
    champion: int | None
    bounced: Mapping[int, int]
    held: tuple[int, ...]


class Work:
    """A table on its way from one frozen value to the next. Lives for one step only."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table
        self.now = now
        self.effects: list[Effect] = []

    def set(self, **changes: Unpack[Shared]) -> None:
        """Change what all stages share."""
        self.table = replace(self.table, **changes)

    def put(self, stage: AnyStage) -> None:
        """The same stage with other fields, behind a pause if there is one; the notice stays."""
        around = self.table.stage
        if isinstance(around, Paused) and not isinstance(stage, Paused):
            stage = replace(around, stage=stage)
        self.table = replace(self.table, stage=stage)

    def enter(self, stage: AnyStage) -> None:
        """Another stage begins."""
        self.table = replace(self.table, stage=stage, notice=None)

    def pause(self, seat: int | None) -> None:
        """The game is paused, by `seat` or by itself."""
        stage = self.table.stage
        waits = stage.stage if isinstance(stage, Paused) else stage
        self.enter(Paused(waits, self.now, Pause(self.now, seat)))
        if seat is not None:
            self.set(notice=message("table.paused", seat=AtSeat(seat)))

    @property
    def turns(self) -> Turns:
        """The turns as they stand; only while people play."""
        return self.table.turns

    def act(self, action: Action) -> bool:
        """Let the rules carry `action` out, or show why they refuse."""
        table = self.table
        why = table.ruleset.refusal(table.game, action)
        if why is not None:
            self.refuse(why)
            return False
        game, events = table.ruleset.apply(table.game, action)
        self.enter(table.stage.playing(replace(table.match, game=game, happened=events)))
        self.effects += [Announce(event) for event in events]
        return True

    def refuse(self, why: Message) -> None:
        """Say why not, and change nothing else."""
        self.set(notice=why)
        self.sound(Sound.NOTHING)

    def sound(self, sound: Sound) -> None:
        """Ask for a sound."""
        self.effects.append(PlaySound(sound))

    def fresh(self, gesture: Gesture) -> bool:
        """Whether the press began in this stage: a button that was already down says nothing."""
        return gesture.onset >= self.table.stage.since
