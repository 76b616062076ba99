"""Scenarios: small stories about the rules, in TOML, that people read and the project runs.

A scenario goes through the real table, so its presses are decided by the arbiter, its waiting
rules are kept by the clock, and a reveal is judged as the camera's would be.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from appliance.arbiter import silent_at
from appliance.errors import ScenarioError
from appliance.gestures import HOLD_AFTER, TAP_WITHIN
from appliance.rules import RULESETS
from appliance.rules.actions import Action, Correct, Play, Reveal
from appliance.rules.cards import Rank
from appliance.rules.cardstate import CardState
from appliance.rules.events import Doubted, Paid, Played, Took, Verdict
from appliance.rules.game import Phase, Refused, Setup
from appliance.rules.midgame import midgame
from appliance.rules.options import OptionError, parse_options
from appliance.signals import MS, Chosen, Edge, Signal, Tick, Wish, Wished
from appliance.table import Stage, Table, TableSettings, step
from appliance.table.doubting import race_of
from appliance.table.reveal import SHOW_FINISH
from appliance.table.state import Round

_KEYS = {"id", "title", "basis", "source", "ruleset", "options", "given", "steps", "expect"}
_GIVEN = {"players", "dealer", "packs", "hands", "turn", "rank", "table"}
_STEPS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (frozenset({"seat", "play"}), frozenset({"rank", "at", "refused"})),
    (frozenset({"press"}), frozenset({"refused"})),
    (frozenset({"reveal"}), frozenset({"refused"})),
    (frozenset({"correct"}), frozenset({"refused"})),
    (frozenset({"last_card_window_ends"}), frozenset({"refused"})),
)
_EXPECT = {
    "hands", "turn", "rank", "table", "doubter", "verdict", "takes", "winner", "paid", "packs",
}  # fmt: skip
_LONG = 3_600_000  # ms: before everything in a story
_NEVER = 1 << 62
_PRESSED = (TAP_WITHIN + HOLD_AFTER) // 2  # neither a tap nor a hold: nothing but a press


@dataclass(frozen=True, slots=True)
class Scenario:
    """One story: `where` is its file and id, for messages."""

    where: str
    title: str
    ruleset: str
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    steps: tuple[Mapping[str, Any], ...]
    expect: Mapping[str, Any]
    setup_refused: bool


def load(path: Path, rulesets: list[str] | None = None) -> list[Scenario | ScenarioError | None]:
    """Every scenario of a file; one that says something impossible is given as its error.

    With `rulesets`, a scenario of another ruleset is not looked at and given as None.

    Raises:
        ScenarioError: the file can't be read or is not TOML with [[scenario]] tables.
    """
    try:
        text = path.read_text(encoding="utf-8")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(f"can't read the scenarios in {path}: {error}") from error
    stories = tables.get("scenario")
    if set(tables) != {"scenario"} or not isinstance(stories, list):
        raise ScenarioError(f"{path}: a scenario file holds [[scenario]] tables and nothing else")
    loaded: list[Scenario | ScenarioError | None] = []
    for number, story in enumerate(stories, 1):
        if rulesets and story.get("ruleset") not in rulesets:
            loaded.append(None)
            continue
        where = f"{path.name} {story.get('id', f'number {number}')}"
        try:
            loaded.append(_scenario(where, story))
        except ScenarioError as error:
            loaded.append(error)
    return loaded


def run(scenario: Scenario) -> list[str]:
    """Play the story; what differs from what it expects, empty when it holds."""
    try:
        table, clock = _given(scenario)
    except Refused as refused:
        return [] if scenario.setup_refused else [f"the set-up was refused: {refused}"]
    if scenario.setup_refused:
        return ["the set-up should be refused, and was not"]
    teller = _Teller(table, clock, by_clock="last_card_window_ms" in scenario.options)
    for number, told in enumerate(scenario.steps, 1):
        nxt = scenario.steps[number] if number < len(scenario.steps) else {}
        refusal = teller.tell(told, nxt)
        wanted = told.get("refused", False)
        if wanted and refusal is None:
            return [f"step {number} should be refused, and was not"]
        if not wanted and refusal is not None:
            return [f"step {number} was refused: {refusal}"]
    seen = teller.seen()
    return [
        f"{key}: expected {wanted!r}, is {seen[key]!r}"
        for key, wanted in scenario.expect.items()
        if seen[key] != wanted
    ]


class _Teller:
    """Tells one story to a table, on the story's own clock (ns)."""

    def __init__(self, table: Table, clock: int, *, by_clock: bool) -> None:
        self.table = table
        self.now = clock
        self._by_clock = by_clock  # the last-card window ends by the clock, else by its own step
        self._doubter: int | None = None
        self._verdict: str | None = None
        self._takes: int | None = None
        self._paid: int | None = None

    def tell(self, told: Mapping[str, Any], following: Mapping[str, Any]) -> str | None:
        """Carry one step out; why it was refused, or None. A refused step changes no game."""
        if self.table.stage is Stage.VERDICT and "press" not in told:
            self._send(Wished(Wish.GO_ON, self.now))
        game = self.table.game
        if "play" in told:
            at = told["at"] * MS if "at" in told else self._before(following)
            rank = Rank(told["rank"]) if "rank" in told else None
            self._choose(Play(told["seat"], told["play"], rank), at)
        elif "press" in told:
            self._press(told["press"])
        elif "reveal" in told:
            if self.table.stage is Stage.DOUBT:
                self._wait(self.table.since + SHOW_FINISH - self.now)
            self._choose(Reveal(tuple(Rank(rank) for rank in told["reveal"])), self.now)
        elif "correct" in told:
            self._choose(Correct(told["correct"]), self.now)
        else:
            self._end_window()
        return None if self.table.game is not game else self._why()

    def seen(self) -> dict[str, Any]:
        """What stands now, under the names that `expect` uses."""
        game = self.table.game
        return {
            "hands": list(game.hands),
            "turn": game.turn,
            "rank": _or_none(game.required),
            "table": sum(game.heaps),
            "doubter": _or_none(self._doubter),
            "verdict": _or_none(self._verdict),
            "takes": _or_none(self._takes),
            "winner": _or_none(game.winner),
            "paid": _or_none(self._paid),
            "packs": game.packs,
        }

    def _why(self) -> str:
        return self.table.notice or "it changed nothing"

    def _before(self, following: Mapping[str, Any]) -> int:
        """When a play without a time lies: before the presses that follow it."""
        presses: list[dict[str, int]] = following.get("press", [])
        return min([self.now, *((press["at"] - 1) * MS for press in presses)])

    def _choose(self, action: Action, at: int) -> None:
        self.now = max(self.now, at)
        self._send(Chosen(action, at))
        self._wait(100 * MS)

    def _press(self, presses: list[Mapping[str, int]]) -> None:
        down = [Edge(press["seat"], down=True, at=press["at"] * MS) for press in presses]
        up = [Edge(edge.buzzer, down=False, at=edge.at + _PRESSED) for edge in down]
        self.now = max(self.now, *(edge.at for edge in down))
        for edge in sorted(down + up, key=lambda edge: edge.at):
            self._send(edge, edge.at)
            self._send(Tick(edge.at), edge.at)
        timing = self.table.ruleset.timing(self.table.game)
        self._wait((timing.tie_window_ms + 100) * MS)

    def _end_window(self) -> None:
        round_ = self.table.round
        if round_ is not None and round_.game.phase is Phase.LAST_CARDS and not self._by_clock:
            self.table = replace(self.table, round=replace(round_, closes_at=self.now))
        race = race_of(self.table)
        end = silent_at(race) if race is not None else None
        if end is not None:
            self._wait(max(0, end - self.now) + 1)

    def _wait(self, ns: int) -> None:
        """Let the table see a later moment; the story's own clock does not move."""
        self._send(Tick(self.now + ns), self.now + ns)

    def _send(self, signal: Signal, now: int | None = None) -> None:
        before = self.table.happened
        self.table, _ = step(self.table, signal, self.now if now is None else now)
        round_ = self.table.round
        if round_ is not None and round_.closes_at is not None and not self._by_clock:
            # no window ends by itself in a story
            self.table = replace(self.table, round=replace(round_, closes_at=_NEVER))
        if self.table.happened is before:
            return
        for event in self.table.happened:
            if isinstance(event, Doubted):
                self._doubter = event.doubter
            elif isinstance(event, Played):
                self._doubter = None
            elif isinstance(event, Verdict):
                self._verdict, self._takes = ("true" if event.truth else "lie"), None
            elif isinstance(event, Took):
                self._takes = event.seat
            elif isinstance(event, Paid):
                self._paid = sum(event.parts)


def _or_none(value: object) -> object:
    return "none" if value is None else value


def _given(scenario: Scenario) -> tuple[Table, int]:
    """The table as the story finds it, and its clock (ns): before anything in the story."""
    given = scenario.given
    rules = RULESETS[scenario.ruleset]
    options = {"min_hold_ms": 0, **scenario.options}
    hands = tuple(given["hands"]) if "hands" in given else None
    setup = Setup(given["players"], given.get("dealer", 0), given.get("packs"), hands)
    game = rules.start(setup, options)
    if isinstance(game, CardState) and given.keys() & {"turn", "rank", "table"}:
        rank = Rank(given["rank"]) if "rank" in given else None
        game = midgame(game, turn=given.get("turn"), rank=rank, table=given.get("table", 0))
    seats = tuple(range(given["players"]))
    settings = TableSettings(
        ruleset=scenario.ruleset,
        options=tuple(sorted(options.items())),
        buzzers=given["players"],
        doubt_window_ms=_LONG,
    )
    start = -_LONG * MS
    table = Table(
        settings, Stage.PLAY, since=start, buzzers=seats, names=seats, dealer=setup.dealer
    )
    return replace(table, round=Round(game, opened_at=start, counts_from=start)), 0


def _scenario(where: str, story: Mapping[str, Any]) -> Scenario:
    unknown = set(story) - _KEYS - {"setup_refused"}
    if unknown:
        raise ScenarioError(f"{where}: unknown key {min(unknown)!r}")
    ruleset = story.get("ruleset")
    if ruleset not in RULESETS:
        raise ScenarioError(f"{where}: unknown ruleset {ruleset!r}; known: {', '.join(RULESETS)}")
    given = story.get("given", {})
    players = given.get("players")
    if type(players) is not int or players < 1:
        raise ScenarioError(f"{where}: given.players must be a whole number, not {players!r}")
    steps = tuple(story.get("steps", ()))
    _check_given(where, given)
    for number, told in enumerate(steps, 1):
        _check_step(f"{where} step {number}", told, players)
    options = story.get("options", {})
    try:
        options = {
            key: parse_options(RULESETS[ruleset].options, {key: v})[key]
            for key, v in options.items()
        }
    except OptionError as error:
        raise ScenarioError(f"{where}: {error}") from error
    expect = story.get("expect", {})
    unknown = set(expect) - _EXPECT
    if unknown:
        raise ScenarioError(f"{where}: expect has no key {min(unknown)!r}")
    refused = bool(story.get("setup_refused", False))
    if refused == ("steps" in story or "expect" in story):
        raise ScenarioError(f"{where}: needs either steps and expect, or setup_refused = true")
    return Scenario(
        where, str(story.get("title", "")), ruleset, options, given, steps, expect, refused
    )


def _check_given(where: str, given: Mapping[str, Any]) -> None:
    unknown = set(given) - _GIVEN
    if unknown:
        raise ScenarioError(f"{where}: given has no key {min(unknown)!r}")
    for key in ("dealer", "turn"):
        if key in given:
            _check_seat(f"{where}: given.{key}", given[key], given["players"])
    if "rank" in given:
        _check_rank(f"{where}: given.rank", given["rank"])
    for key in ("packs", "table"):
        if key in given and (type(given[key]) is not int or given[key] < 0):
            raise ScenarioError(f"{where}: given.{key} must be a whole number from 0")
    hands = given.get("hands", [])
    if not isinstance(hands, list) or not all(type(n) is int and n >= 0 for n in hands):
        raise ScenarioError(f"{where}: given.hands must be a list of whole numbers")


def _check_step(where: str, told: Mapping[str, Any], players: int) -> None:
    keys = set(told)
    if not any(must <= keys <= must | may for must, may in _STEPS):
        raise ScenarioError(f"{where}: no step has the keys {', '.join(sorted(keys))}")
    if "seat" in told:
        _check_seat(where, told["seat"], players)
    for press in told.get("press", ()):
        if set(press) != {"seat", "at"} or type(press["at"]) is not int:
            raise ScenarioError(f"{where}: a press is {{ seat, at }} with `at` in ms")
        _check_seat(where, press["seat"], players)
    for rank in (*told.get("reveal", ()), *([told["rank"]] if "rank" in told else ())):
        _check_rank(where, rank)


def _check_seat(where: str, seat: object, players: int) -> None:
    if type(seat) is not int or not 0 <= seat < players:
        raise ScenarioError(f"{where}: no seat {seat!r}; seats are 0 to {players - 1}")


def _check_rank(where: str, rank: object) -> None:
    if rank not in list(Rank):
        raise ScenarioError(f"{where}: unknown rank {rank!r}; ranks are {', '.join(Rank)}")
