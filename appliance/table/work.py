"""One step in progress: the changing table, and the effects to ask the world for."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias, TypedDict, Unpack

from appliance.core.effects import Announce, Effect, PlaySound, Sound
from appliance.core.weighing import Zero
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import Gesture, Mark
from appliance.table.elements import Pause, Stepping, Unheard
from appliance.table.outcomes import Ending, Vacancy
from appliance.table.stages import AnyStage, Aside, Paused, Turns
from appliance.table.state import Table, TableSettings
from bluffing.actions import Action
from bluffing.message import AtSeat, Message, message


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
    chips: Mapping[int, int]
    bounced: Mapping[int, int]
    held: tuple[int, ...]
    settings: TableSettings
    unheard: Mapping[int, Unheard]
    stepping: Mapping[int, Stepping]
    helpers: Mapping[int, int]
    zero: Zero | None


class Work:
    """A table on its way from one frozen value to the next. Lives for one step only."""

    def __init__(self, table: Table, now: int, course: "Course") -> None:
        self.table = table
        self._course = course
        self.now = now
        self.effects: list[Effect] = []

    def set(self, **changes: Unpack[Shared]) -> None:
        """Change fields that all stages share."""
        self.table = replace(self.table, **changes)

    def put(self, stage: AnyStage) -> None:
        """Give the same stage other fields, behind a pause if there is one; the notice stays."""
        around = self.table.stage
        if isinstance(around, Paused) and not isinstance(stage, Paused | Aside):
            stage = replace(around, stage=stage)
        self.table = replace(self.table, stage=stage)

    def enter(self, stage: AnyStage) -> None:
        """Begin another stage."""
        self.table = replace(self.table, stage=stage, notice=None)

    def leave(self, outcome: Ending) -> None:
        """End the stage with `outcome`, and begin the stage that follows at once."""
        self._course(self, outcome)

    def pause(self, seat: int | None) -> None:
        """Pause the game, for `seat` or automatically."""
        stage = self.table.stage
        waits = stage.stage if isinstance(stage, Paused | Aside) else stage
        self.enter(Paused(waits, self.now, Pause(self.now, seat)))
        if seat is not None:
            self.set(notice=message("table.paused", seat=AtSeat(seat)))

    def vacate(self, seats: Container[int]) -> None:
        """Free `seats`; the others keep their order."""
        table = self.table
        left = [seat for seat in range(len(table.buzzers)) if seat not in seats]
        buzzers = tuple(table.buzzers[seat] for seat in left)
        chips = {one: held for one, held in table.chips.items() if one in buzzers}
        self.set(buzzers=buzzers, names=tuple(table.names[seat] for seat in left), chips=chips)

    def stand_up(self, seats: Container[int]) -> None:
        """Free `seats` again; without players the table waits for people."""
        self.vacate(seats)
        if not self.table.buzzers:
            self.leave(Vacancy())

    def seat(self, people: Iterable[tuple[int, int]]) -> None:
        """Seat `people`, each a buzzer and the place of a name, in the order of play."""
        names = dict(people)
        buzzers = self.table.in_turn(names)
        self.set(buzzers=buzzers, names=tuple(names[buzzer] for buzzer in buzzers))

    @property
    def turns(self) -> Turns:
        """The current turns; only while people play."""
        return self.table.turns

    def act(self, action: Action) -> bool:
        """Let the rules apply `action`, or show why they refuse."""
        table = self.table
        why = table.ruleset.refusal(table.game, action)
        if why is not None:
            self.refuse(why)
            return False
        game, events = table.ruleset.apply(table.game, action)
        actions = (*table.match.actions, action)
        match = replace(table.match, game=game, happened=events, amended=None, actions=actions)
        self.enter(table.stage.playing(match))
        self.effects += [Announce(event) for event in events]
        return True

    def refuse(self, why: Message) -> None:
        """Show the reason of a refusal, and change nothing else."""
        self.set(notice=why)
        self.sound(Sound.REFUSED)

    def sound(self, sound: Sound, buzzer: int | None = None, step: int = 0) -> None:
        """Ask for a sound, in the note of `buzzer`; `step` is the number of counted cards."""
        self.effects.append(PlaySound(sound, buzzer, step))

    def fresh(self, gesture: Gesture) -> bool:
        """Return True if the press began in this stage; an earlier one means nothing."""
        return gesture.onset >= self.table.stage.since


Course: TypeAlias = Callable[[Work, Ending], None]
"""Begins the stage that follows an outcome."""
