"""Derives the entries of an evening's record from its tables, as they happen.

The recorder holds back a decision until the table shows it (see `appliance.table.suspense`), so the
newest entry reveals no more than the screen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from appliance.core.signals import MS
from appliance.record.entry import EVENT_KINDS, EntryKind, RecordEntry, SeatNames, data_of
from appliance.record.story import story_lines
from appliance.table import Table
from appliance.table.elements import Basis, Match, Outcome
from appliance.table.facts import Facts, Stage, facts_of, truth_of
from appliance.table.stages import Ruling
from appliance.table.stages.verdict.chance import chance_of_claim
from appliance.table.stages.verdict.words import likely
from bluffing import events
from bluffing.actions import Action, Doubt, Force
from bluffing.events import Event
from bluffing.game import Phase, Setup, State
from bluffing.message import Message
from bluffing.notation.write import spelled

_US = MS // 1000


@dataclass(frozen=True, slots=True)
class Recorded:
    """Additions of one step to a record."""

    entries: tuple[RecordEntry, ...] = ()
    names: tuple[SeatNames, ...] = ()


AGREED = "venue.agreed"
"""Key of the setting by which the people at the table agree that its facts are published."""

_NOTHING = Recorded()

_CHALLENGED = (Stage.DOUBT, Stage.REVEAL)
"""The stages that a challenge begins: a rule, too, may have cards turned up."""


@dataclass(slots=True)
class Recorder:
    """Follows an evening; `table` is its newest table.

    `first` is the time of its first step (ns; None: no step yet), `count` the number of its
    entries, `game` that of its deals, and `names` the newest names of the seats. `agreed` is True
    while the people at the table agree that its facts are published.
    """

    table: Table
    first: int | None = None
    count: int = 0
    game: int = 0
    names: tuple[str, ...] = ()
    held: tuple[RecordEntry, ...] = ()
    agreed: bool = False
    _setup: Setup | None = None
    _actions: tuple[Action, ...] = ()
    _state: State | None = None
    _shown: tuple[int, Outcome] | None = None
    _facts: Facts | None = None

    def __post_init__(self) -> None:
        match = self.table.stage.match
        if match is not None and match.setup is not None:
            self._setup, self._actions, self._state = match.setup, match.actions, match.game
        if self.table.inner.is_told:
            self._shown = _shown(self.table.ruling)
        self.agreed = self.count > 0 and _is_agreed(self.table)

    @property
    def at_rest(self) -> bool:
        """True if nothing is held back: a new recorder of the table continues alike."""
        return not self.held

    def copy(self) -> "Recorder":
        """Return an independent copy."""
        return replace(self)

    def observe(self, row: int, now: int, table: Table) -> Recorded:
        """Return what `row` of the journal, handled at `now` (ns), added: `table` is after it."""
        before, self.table = self.table, table
        self.first = now if self.first is None else self.first
        if _alike(before, table):
            return _NOTHING
        at_ms = -(-(now - self.first) // MS)
        was = self._facts or facts_of(before, now)
        facts = self._facts = facts_of(table, now)
        entries = [
            RecordEntry(row, at_ms, self.game, kind, data, line)
            for kind, data, line in self._changes(before, table, was, facts)
        ]
        self.held = (*self.held, *entries)
        if not table.inner.is_told:
            return _NOTHING
        names: tuple[SeatNames, ...] = ()
        if self.held and facts.names != self.names:
            self.names = facts.names
            names = (SeatNames(self.count + 1, facts.names),)
        known, self.held = self.held, ()
        self.count += len(known)
        return Recorded(known, names)

    def _changes(
        self, before: Table, table: Table, was: Facts, facts: Facts
    ) -> Iterator["_Change"]:
        inner, happened = table.inner, list[Event]()
        if self.agreed is not _is_agreed(table):
            self.agreed = not self.agreed
            yield EntryKind.AGREEMENT, {"public": self.agreed}, None
        yield from _faults(before, table)
        if inner.name in _CHALLENGED and before.inner.name not in _CHALLENGED:
            yield EntryKind.CHALLENGE, {}, None
        for change, event in self._deal_entries(before, table):
            yield change
            happened += [] if event is None else [event]
        if before.inner.name is Stage.DOUBT is not inner.name:
            yield from _finish(before)
        yield from _question_entries(table, was, facts)
        for line in story_lines(was, facts, happened):
            yield EntryKind.TOLD, {}, line
        judged = table.judged
        if judged is not None and judged.ruling.event in happened:
            yield from _chance(table, judged.ruling)
        shown = _shown(table.ruling) if table.inner.is_told else self._shown
        if shown is not None and shown != self._shown:
            yield EntryKind.SHOWN, {"truth": truth_of(shown[1])}, None
        self._shown = shown
        if inner.name is Stage.OVER is not before.inner.name:
            yield EntryKind.ENDED, _end(table.settings.ruleset, table.game), None

    def _deal_entries(
        self, before: Table, table: Table
    ) -> Iterator[tuple["_Change", Event | None]]:
        """Yield a new deal, and the decisions since the last step."""
        match = table.stage.match
        if match is None or match.setup is None:
            return
        if match.setup is not self._setup:
            yield self._dealt(table, match.setup), None
        if match.actions is not self._actions:
            yield from self._decision_entries(before, table, match)

    def _dealt(self, table: Table, setup: Setup) -> "_Change":
        options = dict(table.settings.options)
        game = table.ruleset.start(setup, table.settings.house)
        self.game, self._setup, self._actions, self._state = self.game + 1, setup, (), game
        data = {
            "game": table.settings.ruleset, "options": options, "setup": _setup_data(setup),
            "buzzers": [*table.buzzers], "hands": [*game.hands], "points": [*game.points],
            "stock": game.stock, "packs": game.packs,
        }  # fmt: skip
        edition = table.settings.conventions.edition
        if edition > 1:  # older formats lack it
            data["edition"] = edition
        return EntryKind.DEALT, data, None

    def _decision_entries(
        self, before: Table, table: Table, match: Match
    ) -> Iterator[tuple["_Change", Event | None]]:
        """Yield undone actions, each action that counts now, and its events."""
        known, actions = self._actions, match.actions
        pairs = enumerate(zip(known, actions, strict=False))
        common = min(len(known), len(actions))
        kept = next((place for place, (was, now) in pairs if was != now), common)
        ruleset, state = table.ruleset, self._state
        if kept < len(known) or state is None:
            yield (EntryKind.TAKEN_BACK, {"count": len(known) - kept}, None), None
            assert match.setup is not None  # noqa: S101 - as the caller has seen
            state = ruleset.start(match.setup, table.settings.house)
            for action in actions[:kept]:
                state, _ = ruleset.apply(state, action)
        for index, action in enumerate(actions[kept:], kept):
            state, happened = ruleset.apply(state, action)
            over = state.phase is Phase.OVER
            data = {
                "index": index, "action": spelled(action), "hands": [*state.hands],
                "points": [*state.points], "over": over, "turn": state.turn,
            }  # fmt: skip
            yield (EntryKind.DECIDED, data, None), None
            for event in happened:
                more = _details(before, table, action, event)
                yield (
                    (EVENT_KINDS[type(event)], {**data_of(event), "index": index, **more}, None),
                    event,
                )
        self._actions, self._state = actions, state


_Change = tuple[str, dict[str, Any], Message | None]  # kind, data and line of an entry


def _setup_data(setup: Setup) -> dict[str, Any]:  # as JSON has it
    """Return the setup of a game, without values that its rules choose."""
    data = {
        "players": setup.players, "dealer": setup.dealer, "packs": setup.packs,
        "hands": setup.hands, "lead": setup.lead, "points": setup.points,
    }  # fmt: skip
    return {name: value for name, value in data.items() if value is not None}


def _alike(before: Table, table: Table) -> bool:
    """Return True where nothing has changed but presses that are under way."""
    return (
        table.stage is before.stage
        and table.lost is before.lost
        and table.notice is before.notice
        and table.buzzers is before.buzzers
        and table.names is before.names
        and table.settings is before.settings
    )


def _is_agreed(table: Table) -> bool:
    return any(item.key == AGREED and item.value is True for item in table.settings.outside)


def _faults(before: Table, table: Table) -> Iterator[_Change]:
    """Yield each driver that does not work, with the reason's code, or that works again."""
    was, lost = before.lost, table.lost
    for part in sorted(part for part in {*was, *lost} if was.get(part) != lost.get(part)):
        why = lost.get(part)
        yield EntryKind.FAULT, {"part": part, "code": "" if why is None else why.code}, None


def _details(before: Table, table: Table, action: Action, event: Event) -> dict[str, object]:
    """Return the table's own details of an event.

    They are the time of a doubter's slap after the opening of the window (us), and the certainty of
    a lie without ranks: by some of its cards, by all, or by agreement of doubter and claimant.
    A witness is the seat that confirmed that no card lay below those in sight; or the scale weighed
    their number.
    """
    inner = table.inner
    if isinstance(event, events.Verdict):
        ruling = None if table.judged is None else table.judged.ruling
        certain = bool(event.ranks) or _came_out(ruling) or _by_word(before)
        number = {"witness": ruling and ruling.witness, "weighed": ruling and ruling.weighed}
        known = {name: value for name, value in number.items() if value is not None}
        return {"certain": certain, **known}
    doubts = isinstance(event, events.Doubted | events.Forced) and isinstance(action, Doubt | Force)
    if not doubts or inner.name not in _CHALLENGED or inner.raced is None:
        return {}
    race, finish = inner.raced.race, inner.raced.finish
    places = (place for place in finish.places if place.buzzer == finish.doubter)
    slap = next(((place.at - race.opened_at) // _US for place in places), None)
    return {} if slap is None else {"slap_us": slap}


def _by_word(before: Table) -> bool:
    """Return True if the doubter has said "a lie" or "the truth", and waits for agreement."""
    by_hand = before.inner.by_hand
    return by_hand is not None and by_hand.word and by_hand.done


def _came_out(ruling: Ruling | None) -> bool:
    by_camera = ruling is not None and ruling.basis is Basis.CAMERA
    return by_camera or (ruling is not None and ruling.overruled is not None)


def _question_entries(table: Table, was: Facts, facts: Facts) -> Iterator[_Change]:
    """Yield a new question, without its answer."""
    question, match = facts.guess.question, table.stage.match
    if question is None or (
        was.guess.question is not None and question.id == was.guess.question.id
    ):
        return
    pack = "" if match is None or match.question is None else match.question.pack
    data = {"pack": pack, "id": question.id, "kind": question.kind, "text": question.text}
    yield EntryKind.QUESTION, data, None


def _finish(table: Table) -> Iterator[_Change]:
    """Yield the photo finish of a race: how far behind the doubter (us) the others were."""
    raced = table.inner.raced
    if raced is None:
        return
    race, finish = raced.race, raced.finish
    places = [
        {
            "seat": table.seat_of(place.buzzer), "at_us": (place.at - race.opened_at) // _US,
            "behind_us": place.behind // _US, "tied": place.tied, "late": place.late,
        }
        for place in finish.places
    ]  # fmt: skip
    yield EntryKind.FINISH, {"doubter": table.seat_of(finish.doubter), "places": places}, None


def _chance(table: Table, ruling: Ruling) -> Iterator[_Change]:
    """Yield the chance of the claim, except for a disputed one or a guess."""
    chance = chance_of_claim(table.settings, ruling)
    if chance is not None and ruling.claim is not None and ruling.overruled is None:
        yield EntryKind.TOLD, {}, likely(ruling.claim, ruling.event, chance)


def _shown(ruling: Ruling | None) -> tuple[int, Outcome] | None:
    return None if ruling is None else (len(ruling.turns.match.actions), ruling.event)


def _end(name: str, game: State) -> dict[str, object]:
    return {"game": name, "winner": game.winner, "loser": game.loser, "tied": [*game.tied]}
