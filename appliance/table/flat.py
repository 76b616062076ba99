# ruff: noqa: D102
"""The table as it was before its stages were values, for readers that are not on facts yet."""

from dataclasses import dataclass

from appliance.core.question import Kind, Question
from appliance.core.reading import Quad, Reading
from appliance.message import Message
from appliance.presses.arbiter import Finish
from appliance.rules.actions import Action
from appliance.rules.cards import Rank
from appliance.rules.events import Event
from appliance.rules.game import Claim, State
from appliance.table import elements, stages
from appliance.table.elements import Stage
from appliance.table.menu import Entry

_NAMES: dict[type, Stage] = {
    stages.Attract: Stage.ATTRACT,
    stages.Lobby: Stage.LOBBY,
    stages.WhoDeals: Stage.DEAL,
    stages.Deal: Stage.DEAL,
    stages.Asking: Stage.QUESTION,
    stages.Turns: Stage.PLAY,
    stages.Doubted: Stage.DOUBT,
    stages.Revealing: Stage.REVEAL,
    stages.Judged: Stage.VERDICT,
    stages.Over: Stage.OVER,
}


@dataclass(frozen=True, slots=True)
class Round:
    """The game and the newest play."""

    game: State
    opened_at: int = 0
    counts_from: int = 0
    closes_at: int | None = None
    announced: Rank | None = None
    moved: Action | None = None
    moved_at: int = 0
    entry: Entry | None = None
    touched_at: int = 0
    floor: int | None = None
    floor_at: int = 0
    slaps_from: int = 0
    correction: int | None = None
    slap: elements.Slap | None = None
    doubter: int | None = None
    pending: elements.Pending | None = None
    counted: int = 0

    @property
    def correcting(self) -> bool:
        """Whether the claimant is counting his play again."""
        return self.correction is not None

    @property
    def mover(self) -> int | None:
        """The seat that made the newest move."""
        return getattr(self.moved, "seat", None)


@dataclass(frozen=True, slots=True)
class FlatDrawing:
    """A question on its way."""

    cursor: int = 0
    kind: Kind | None = None
    request: int | None = None
    asked_at: int = 0
    failed: Message | None = None


@dataclass(frozen=True, slots=True)
class FlatDispute:
    """Who has agreed so far."""

    agreed: tuple[int, ...]


class Flat:
    """Read-only: what a table's flat fields said."""

    __slots__ = ()
    standing: stages.Standing
    buzzers: tuple[int, ...]
    request: int

    def _in(self) -> stages.Inner:
        return self.standing.inner

    @property
    def stage(self) -> Stage:
        return _NAMES[type(self._in())]

    @property
    def since(self) -> int:
        return self.standing.since

    @property
    def ready(self) -> tuple[int, ...]:
        stage = self._in()
        return stage.ready if isinstance(stage, stages.Lobby) else ()

    @property
    def round(self) -> Round | None:
        stage = self._in()
        if isinstance(stage, (stages.Doubted, stages.Revealing)):
            return self._round(stage.turns)
        if isinstance(stage, stages.Turns):
            return self._round(stage)
        match = stage.match
        if match is None:
            return None
        return Round(match.game, moved=match.moved, moved_at=match.moved_at)

    def _round(self, turns: stages.Turns) -> Round:
        doubter = None
        if turns.raced is not None:
            doubter = self.buzzers.index(turns.raced.finish.doubter)
        return Round(
            turns.game,
            turns.opened_at,
            turns.counts_from,
            turns.closes_at,
            turns.match.announced,
            turns.match.moved,
            turns.moved_at,
            turns.entry,
            turns.touched_at,
            turns.floor,
            turns.floor_at,
            turns.slaps_from,
            turns.correction,
            turns.slap,
            doubter,
            turns.pending,
            turns.counted,
        )

    @property
    def undo(self) -> Round | None:
        stage = self._in()
        undo = stage.undo if isinstance(stage, stages.Turns) else None
        return None if undo is None else self._round(undo)

    @property
    def finish(self) -> Finish | None:
        stage = self._in()
        if isinstance(stage, stages.Judged):
            return stage.ruling.finish
        if isinstance(stage, (stages.Turns, stages.Doubted, stages.Revealing)):
            return None if stage.raced is None else stage.raced.finish
        return None

    @property
    def reading(self) -> Reading | None:
        stage = self._in()
        if isinstance(stage, stages.Judged):
            return stage.ruling.reading
        return stage.reading if isinstance(stage, stages.Revealing) else None

    @property
    def _asked(self) -> elements.Asked | None:
        stage = self._in()
        return stage.asked if isinstance(stage, stages.Revealing) else None

    @property
    def ask(self) -> Message | None:
        return None if self._asked is None else self._asked.reason

    @property
    def asks_at(self) -> Quad | None:
        return None if self._asked is None else self._asked.at

    @property
    def asked_at(self) -> int | None:
        return None if self._asked is None else self._asked.since

    @property
    def by_hand(self) -> elements.ByHand | None:
        stage = self._in()
        return stage.by_hand if isinstance(stage, stages.Revealing) else None

    @property
    def showing(self) -> int | None:
        stage = self._in()
        shows = isinstance(stage, (stages.Doubted, stages.Revealing))
        return stage.showing if shows else None  # type: ignore[union-attr]

    @property
    def doubted_at(self) -> int:
        stage = self._in()
        return stage.doubted_at if isinstance(stage, (stages.Doubted, stages.Revealing)) else 0

    @property
    def judged(self) -> stages.Ruling | None:
        return self._in().ruling

    @property
    def dispute(self) -> FlatDispute | None:
        stage = self.standing
        if isinstance(stage, stages.Paused):
            stage = stage.stage
        return FlatDispute(stage.agreed) if isinstance(stage, stages.Disputed) else None

    @property
    def drawing(self) -> FlatDrawing | None:
        stage = self._in()
        if not isinstance(stage, stages.Asking):
            return None
        match stage.drawing:
            case elements.Choosing(cursor):
                return FlatDrawing(cursor)
            case elements.Drawing(kind, at):
                return FlatDrawing(0, kind, self.request, at)
            case elements.NotDrawn(kind, why):
                return FlatDrawing(0, kind, self.request, 0, why)

    @property
    def question(self) -> Question | None:
        match = self.standing.match
        return None if match is None else match.question

    @property
    def doubted(self) -> Claim | None:
        ruling = self._in().ruling
        return None if ruling is None else ruling.claim

    @property
    def happened(self) -> tuple[Event, ...]:
        stage = self._in()
        if isinstance(stage, stages.Judged):
            return stage.ruling.events
        return () if stage.match is None else stage.match.happened

    @property
    def paused_at(self) -> int | None:
        return self.standing.at if isinstance(self.standing, stages.Paused) else None

    @property
    def pause(self) -> elements.Pause | None:
        stage = self.standing
        if isinstance(stage, stages.Paused):
            return stage.pause
        if isinstance(stage, stages.Turns) and stage.wanted is not None:
            return elements.Pause(stage.wanted.at, stage.wanted.seat)
        return None
