"""Reading scenario files. Every key, name and number is checked before a story begins.

An impossible entry is an error that names file, scenario and key; the reader never skips an entry
in silence.
"""

from dataclasses import dataclass
from pathlib import Path

from appliance.bounded_files import read_toml
from appliance.errors import DoubtItError, UnfitFileError
from bluffing.errors import SettingError
from bluffing.game import AnyRuleset
from bluffing.message import Message, in_a_row, message, quoted
from bluffing.options import Value, parse_options
from bluffing.rulesets import NAMED_GAMES, RULESETS, NamedGame, game_called
from bluffing.wagers import WagerGame
from lab.scenario import checks
from lab.scenario.checks import Check, Told, at
from lab.scenario.seen import expected
from lab.scenario.steps import STEPS


class ScenarioError(DoubtItError, exit_code=6):
    """A scenario file has an entry that no scenario can have."""


_STORY: dict[str, Check] = {
    "id": checks.text,
    "title": checks.text,
    "basis": checks.word("S", "S+R", "R"),
    "source": checks.text,
    "rules": checks.many(checks.text),
}
"""Keys of a story that serve readers and the count of tested rules."""

_PARTS = ("ruleset", "options", "given", "steps", "expect", "setup_refused")

SETUP: dict[str, Check] = {
    "hands": checks.many(checks.count),
    "packs": checks.count,
    "lead": checks.seat,
}
"""Keys of a set-up of a game with cards; the rest of `given` is the ruleset's `midgame`."""

_MIDGAME: dict[str, Check] = {
    "turn": checks.seat,
    "rank": checks.claimable,
    "table": checks.count,
    "removed": checks.count,
    "passed": checks.many(checks.seat),
    "points": checks.many(checks.count),
    "starter": checks.seat,
    "sudden_death": checks.flag,
    "in_play": checks.many(checks.seat),
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """One story: `where` is its file and id, for messages. `rules` are the rules that it names."""

    where: str
    title: str
    ruleset: str
    options: Told
    given: Told
    steps: tuple[Told, ...]
    expect: Told
    setup_refused: bool
    rules: tuple[str, ...] = ()


def load(path: Path, rulesets: list[str] | None = None) -> list[Scenario | ScenarioError | None]:
    """Load every scenario of a file; an impossible one is returned as its error.

    With `rulesets`, names or aliases, a scenario of another ruleset is not checked and is returned
    as None.

    Raises:
        ScenarioError: the file can't be read or is not TOML with [[scenario]] tables, or there
            is no such ruleset.
    """
    try:
        tables = read_toml(path)
    except UnfitFileError as error:
        raise ScenarioError(
            message("scenario.cannot-read", path=str(path), error=error.why)
        ) from error
    stories = tables.get("scenario")
    if set(tables) != {"scenario"} or not isinstance(stories, list):
        raise ScenarioError(message("scenario.tables-only", path=str(path)))
    wanted = None if rulesets is None else {_called(str(path), name).game.name for name in rulesets}
    loaded: list[Scenario | ScenarioError | None] = []
    earlier: set[str] = set()
    for number, story in enumerate(stories, 1):
        try:
            place = _where(path, number, story)
            named = _called(place, story.get("ruleset"))
            if wanted is not None and named.game.name not in wanted:
                loaded.append(None)
                continue
            loaded.append(_scenario(place, story, named, earlier))
            earlier.add(place)
        except ScenarioError as error:
            loaded.append(error)
    return loaded


def _where(path: Path, number: int, story: object) -> str:
    if not isinstance(story, dict):
        raise ScenarioError(
            message("scenario.not-a-table", file=path.name, number=number, given=quoted(story))
        )
    return f"{path.name} {story.get('id', f'number {number}')}"


def _scenario(where: str, story: Told, named: NamedGame, told: set[str]) -> Scenario:
    rules, preset = named
    if where in told:
        raise _error(where, message("scenario.same-id"))
    unknown = set(story) - {*_STORY, *_PARTS}
    if unknown:
        raise _error(where, message("scenario.unknown-key", key=quoted(min(unknown))))
    given, steps, expect = story.get("given", {}), story.get("steps", []), story.get("expect", {})
    players = given.get("players") if isinstance(given, dict) else None
    if type(players) is not int or players < 1:
        raise _error(where, message("scenario.players", given=quoted(players)))
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise _error(where, message("scenario.list-of-steps"))
    wrong = (
        next((at(k, w) for k, c in _STORY.items() if k in story and (w := c(story[k], 0))), None)
        or checks.keys("given", given, _given(rules), players)
        or next(
            (w for n, step in enumerate(steps, 1) if (w := _step(n, step, players, rules))), None
        )
        or checks.keys("expect", expect, expected(rules), players)
    )
    if wrong is not None:
        raise _error(where, wrong)
    if story.get("setup_refused", True) is not True:
        raise _error(where, message("scenario.setup-refused-is-true"))
    refused = "setup_refused" in story
    if refused == ("steps" in story or "expect" in story):
        raise _error(where, message("scenario.steps-or-refused"))
    return Scenario(
        where,
        story.get("title", ""),
        rules.name,
        dict(preset.options) | _options(where, rules, story.get("options", {})),
        given,
        tuple(steps),
        expect,
        refused,
        tuple(story.get("rules", ())),
    )


def _error(where: str, wrong: Message) -> ScenarioError:
    return ScenarioError(at(where, wrong))


def _called(where: str, name: object) -> NamedGame:
    called = game_called(name)
    if called is None:
        known = in_a_row((*RULESETS, *NAMED_GAMES))
        raise _error(where, message("scenario.unknown-ruleset", given=quoted(name), known=known))
    return called


def _options(where: str, rules: AnyRuleset, options: object) -> dict[str, Value]:
    """Return the options with the ruleset's values; the ruleset checks if they agree."""
    if not isinstance(options, dict):
        raise _error(where, message("scenario.options", given=quoted(options)))
    try:
        return parse_options(rules.options, options)
    except SettingError as error:
        raise _error(where, error.why) from error


def _given(rules: AnyRuleset) -> dict[str, Check]:
    """List the values that a story may give for this game, as a set-up or in mid-game."""
    setup = {} if isinstance(rules, WagerGame) else SETUP
    return {
        "players": checks.count,
        "dealer": checks.seat,
        **setup,
        **{key: check for key, check in _MIDGAME.items() if key in rules.middle},
    }


def _step(number: int, told: Told, players: int, rules: AnyRuleset) -> Message | None:
    """Return the fault of a step, or None."""
    place = f"step {number}"
    kinds = [kind for kind in STEPS if kind in told]
    if len(kinds) != 1:
        return at(place, message("scenario.no-such-step", keys=in_a_row(sorted(told))))
    step = STEPS[kinds[0]]
    missing = [key for key in step.must if key not in told]
    if missing:
        return at(place, message("scenario.needs-key", step=kinds[0], key=quoted(missing[0])))
    if "answer" in told and not isinstance(rules, WagerGame):
        return at(f"{place}.answer", message("scenario.no-questions"))
    return checks.keys(place, told, {**step.must, **step.may, "refused": checks.flag}, players)
