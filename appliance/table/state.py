"""The state of a table: one frozen value that a screen can draw and a journal can rebuild."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeVar

from appliance.core.question import Kind, Pack
from appliance.core.signals import Stocked
from appliance.core.weighing import Zero
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import Mark
from appliance.presses.grammar import Grammar
from appliance.table import stages
from appliance.table.elements import Match, Stepping, Unheard
from bluffing.events import Event
from bluffing.game import AnyRuleset, Phase, State
from bluffing.message import Message
from bluffing.options import Value
from bluffing.rulesets import EDITION, RULESETS
from bluffing.wagers import WagerGame

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lia")

AVATARS = (
    "cat", "rabbit", "bear", "fox", "owl", "frog", "fish", "duck", "snail", "turtle", "butterfly",
    "whale",
)  # fmt: skip
"""Animals that people may choose as their signs, one for each possible player."""

StandingT = TypeVar("StandingT", bound=stages.AnyStage)


@dataclass(frozen=True, slots=True)
class Outside:
    """A setting of the world outside: the table's menu shows it, and asks to keep another value.

    `key` is that of the settings file ("display.layout"), `choices` are its values here.
    """

    key: str
    value: Value
    choices: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A named game of the house: a ruleset with house options."""

    name: str
    ruleset: str
    options: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Household:
    """The house's own games, and the scripts that its fonts have beside our typeface."""

    saved: tuple[SavedGame, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conventions:
    """What an evening counts by, which differs for evenings of earlier formats and for stories.

    `edition` is the edition of the house options' defaults: evenings recorded before a default
    changed keep the earlier one. With `hasty`, a press changes its meaning at once, without time
    for hands to settle: evenings before format 8 were played so. A `trusting` table needs no seat
    to confirm that nothing lies below the cards that make a claim true.
    """

    edition: int = EDITION
    hasty: bool = False
    trusting: bool = False


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Settings of a table: the game, the buzzers, the times to wait.

    `options` are the ruleset's house options that differ from its defaults.
    `doubt_window_ms` None means untimed: the claimant calls the end of each doubt window.
    `settle_ms` is longer than any edge takes from its contact to the core. `kinds` are the
    available kinds of questions, for games with questions. Presses within `tie_ms` of the first are
    a tie under any house option, because their stamps are too close to compare. `clockwise` are the
    buzzers in their order around the table; without it, that is the order of their numbers.
    `outside` are further settings that the table's menu can change. `packs` are the available packs
    of questions, and `questions` the names of the packs in use. `avatars` are the signs that people
    have chosen, by the place of their names; "" is none. `grammars` are the grammars of the
    buzzers, the usual one by default, and `scan_ms` is the time for which a moving choice rests on
    an option. `proxies` have, for each buzzer, the buzzer for which it presses; -1 or nothing: its
    own. While a buzzer of `more_time` may doubt, windows are twice as long, for all. In games of
    guesses so many neighbouring buzzers as `teams` says press for the first of them: a team.
    """

    ruleset: str = next(iter(RULESETS))
    options: tuple[tuple[str, Value], ...] = ()
    buzzers: int = 6
    names: tuple[str, ...] = NAMES
    doubt_window_ms: int | None = 5000
    settle_ms: int = 30
    kinds: tuple[Kind, ...] = tuple(Kind)
    tie_ms: int = 0
    clockwise: tuple[int, ...] = ()
    outside: tuple[Outside, ...] = ()
    packs: tuple[Pack, ...] = ()
    questions: tuple[str, ...] = ()
    avatars: tuple[str, ...] = ()
    grammars: tuple[str, ...] = ()
    scan_ms: int = 1200
    proxies: tuple[int, ...] = ()
    more_time: tuple[int, ...] = ()
    teams: int = 1
    household: Household = Household()
    conventions: Conventions = Conventions()

    @property
    def earlier(self) -> Mapping[str, Value]:
        """House options of the game whose default differs from today's rules."""
        return dict(RULESETS[self.ruleset].first_edition) if self.conventions.edition == 1 else {}

    @property
    def house(self) -> dict[str, Value]:
        """House options that differ from the defaults of today's rules."""
        return {**self.earlier, **dict(self.options)}

    @property
    def anticlockwise(self) -> bool:
        """True if cards are dealt and turns go anticlockwise, by house option."""
        house = RULESETS[self.ruleset].house(self.house)
        return house.get("direction") == "anticlockwise"

    def proxy(self, buzzer: int) -> int:
        """Return the buzzer for which `buzzer` presses, whatever its team."""
        other = self.proxies[buzzer] if buzzer < len(self.proxies) else -1
        return buzzer if other < 0 else other

    def stocked(self, stock: Stocked) -> Self:
        """Return these settings with the questions that can be asked."""
        offered = dict(stock.offered)
        outside = tuple(
            replace(setting, choices=offered.get(setting.key, setting.choices))
            for setting in self.outside
        )
        return replace(
            self,
            outside=outside,
            packs=stock.packs,
            questions=stock.questions,
            kinds=stock.kinds,
        )

    @property
    def team_play(self) -> bool:
        """True if teams play, of several buzzers each."""
        return self.teams > 1 and isinstance(RULESETS[self.ruleset], WagerGame)

    def presses_for(self, buzzer: int) -> int:
        """Return the buzzer for which a press of `buzzer` counts: in a team, the team's first."""
        whose = self.proxy(buzzer)
        if not self.team_play:
            return whose
        around = self.clockwise or tuple(range(self.buzzers))
        place = around.index(whose)
        return around[place - place % self.teams]

    def pressed_by(self, buzzer: int) -> tuple[int, ...]:
        """Return the buzzers whose presses count for `buzzer`."""
        return tuple(one for one in range(self.buzzers) if self.presses_for(one) == buzzer)

    def grammar(self, buzzer: int) -> Grammar:
        """Return the grammar of `buzzer`."""
        return Grammar(self.grammars[buzzer]) if buzzer < len(self.grammars) else Grammar.USUAL

    def steps(self, buzzer: int) -> bool:
        """Return True if `buzzer` steps through the choices, without taps and holds."""
        return self.grammar(buzzer) is not Grammar.USUAL

    @property
    def some_step(self) -> bool:
        """True if any buzzer steps through the choices."""
        return any(one != Grammar.USUAL for one in self.grammars)

    def avatar(self, place: int) -> str:
        """Return the sign of the person with the name at `place`; "" without one."""
        return self.avatars[place] if place < len(self.avatars) else ""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that players could see or that decides the next events.

    `stage` is the evening's current stage with its own fields; the other fields are common to all
    stages.
    """

    settings: TableSettings
    stage: stages.AnyStage = stages.Attract()  # noqa: RUF009 - a frozen value, like any other
    buttons: Buttons = field(default_factory=Buttons)
    marks: Mapping[int, Mark] = field(default_factory=dict)  # by buzzer
    buzzers: tuple[int, ...] = ()  # seat -> buzzer, in the order of play
    names: tuple[int, ...] = ()  # seat -> place in settings.names
    request: int = 0  # number of the newest ReadCards or DrawQuestion: no other is answered
    lost: Mapping[str, Message] = field(default_factory=dict)  # drivers that don't work, and why
    notice: Message | None = None
    games: int = 0  # finished this evening
    champion: int | None = None  # the buzzer of the last game's winner
    chips: Mapping[int, int] = field(
        default_factory=dict
    )  # by buzzer, its winnings less payments this evening, in games with payments
    bounced: Mapping[int, int] = field(
        default_factory=dict
    )  # by buzzer, the longest bounce in the lobby (ns)
    held: tuple[int, ...] = ()  # buzzers that were down at start, and still are
    unheard: Mapping[int, Unheard] = field(default_factory=dict)  # by buzzer, for a moment
    stepping: Mapping[int, Stepping] = field(
        default_factory=dict
    )  # by buzzer, of those that step through their choices
    helpers: Mapping[int, int] = field(
        default_factory=dict
    )  # by stuck buzzer, that of another player, which presses for its seat as well
    zero: Zero | None = None  # of the scale: the weight of the empty reveal box

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All buzzers, in their order around the table."""
        return self.settings.clockwise or tuple(range(self.settings.buzzers))

    def place_of(self, buzzer: int) -> int:
        """Return the place of `buzzer`, clockwise among all buzzers."""
        return self.clockwise.index(buzzer)

    def in_turn(self, buzzers: Iterable[int]) -> tuple[int, ...]:
        """Return `buzzers` in the order of play."""
        return tuple(sorted(buzzers, key=self.place_of, reverse=self.settings.anticlockwise))

    @property
    def ruleset(self) -> AnyRuleset:
        """Rules of the chosen game."""
        return RULESETS[self.settings.ruleset]

    @property
    def inner(self) -> stages.Inner:
        """The stage itself, without a pause or a dispute around it."""
        return self.stage.inner

    @property
    def paused(self) -> stages.Paused | None:
        """The pause, while the table is paused."""
        return self.stage if isinstance(self.stage, stages.Paused) else None

    @property
    def aside(self) -> stages.Aside | None:
        """Page, practice or survey in front of people while no game is played."""
        here = self.stage
        return here if isinstance(here, stages.Aside) else None

    @property
    def match(self) -> Match:
        """The game under way; only once dealt."""
        match = self.stage.match
        assert match is not None, "no game has been dealt"
        return match

    @property
    def game(self) -> State:
        """The current state of the game; only once dealt."""
        return self.match.game

    @property
    def turns(self) -> stages.Turns:
        """The current turns; only while people play."""
        return self.at(stages.Turns)

    @property
    def menu(self) -> stages.TableMenu | None:
        """The table's menu, while it is open."""
        stage = self.inner
        return stage if isinstance(stage, stages.TableMenu) else None

    @property
    def between_games(self) -> stages.Attract | stages.Lobby | stages.Over | None:
        """The stage between games over which the table's menu can open, if nothing is in front."""
        stage = self.stage
        return stage if isinstance(stage, stages.Attract | stages.Lobby | stages.Over) else None

    @property
    def lobby(self) -> stages.Lobby | None:
        """The lobby, while people sit down, behind a pause or an open page too."""
        stage = self.inner
        return stage if isinstance(stage, stages.Lobby) else None

    @property
    def playing(self) -> stages.Turns | None:
        """The turns while people play, behind a pause too."""
        stage = self.inner
        return stage if isinstance(stage, stages.Turns) else None

    @property
    def judged(self) -> stages.Judged | None:
        """The shown verdict, behind a dispute or a pause too."""
        stage = self.inner
        return stage if isinstance(stage, stages.Judged) else None

    @property
    def open_turns(self) -> stages.Turns | None:
        """The current turns, or those that a doubt interrupted; None in any other stage."""
        stage = self.inner
        if isinstance(stage, stages.Doubting | stages.Revealing | stages.Verifying):
            return stage.turns
        return stage if isinstance(stage, stages.Turns) else None

    @property
    def may_redeal(self) -> bool:
        """True before the first play, while a misdeal can be dealt again.

        Rules 6.2, 17: redeal before the first play, adjust after.
        """
        turns = self.playing
        if turns is None or turns.ruling is not None:
            return False
        game = turns.game
        fresh = game.phase is Phase.READY and not sum(game.heaps) and not game.removed
        return fresh and not game.gone and turns.pending is None and bool(self.ruleset.deck(game))

    @property
    def doubt(self) -> stages.Doubting | stages.Revealing | stages.Verifying:
        """The doubt; only from the photo finish to the verdict."""
        stage, doubts = self.inner, stages.Doubting | stages.Revealing | stages.Verifying
        assert isinstance(stage, doubts), "nothing is doubted"
        return stage

    def at(self, kind: type[StandingT]) -> StandingT:
        """Return the stage, of that `kind`: itself, or behind a pause or a dispute."""
        stage = self.stage if isinstance(self.stage, kind) else self.inner
        assert isinstance(stage, kind), f"{stage} is another stage"
        return stage

    @property
    def ruling(self) -> stages.Ruling | None:
        """The newest verdict of the game, up to the next one."""
        return self.inner.ruling

    @property
    def happened(self) -> tuple[Event, ...]:
        """Events of the newest action; while a verdict is shown, its events."""
        if self.judged is not None:
            return self.judged.ruling.events
        match = self.inner.match
        return () if match is None else match.happened

    @property
    def disputed(self) -> stages.Disputed | None:
        """The dispute of the verdict, behind a pause too."""
        stage = self.stage.stage if isinstance(self.stage, stages.Paused) else self.stage
        return stage if isinstance(stage, stages.Disputed) else None

    @property
    def dealer(self) -> int | None:
        """The seat that deals, or the next one if it has left; None before a player volunteers."""
        if self.stage.match is None:
            return None
        game, seats = self.game, len(self.game.hands)
        order = ((game.dealer + step) % seats for step in range(seats))
        return next((seat for seat in order if seat not in game.gone), game.dealer)

    def seat_of(self, buzzer: int) -> int | None:
        """Return the seat of `buzzer`, or None if it is free."""
        return self.buzzers.index(buzzer) if buzzer in self.buzzers else None

    def helped_by(self, seat: int) -> int | None:
        """Return the seat for which the buzzer of `seat` presses as well; None: only its own."""
        buzzer = self.buzzers[seat]
        stuck = (item for item, helper in self.helpers.items() if helper == buzzer)
        return next((self.seat_of(item) for item in stuck), None)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, by seat."""
        return tuple(self.settings.names[place] for place in self.names)

    def name(self, seat: int) -> str:
        """Name of the player at `seat`."""
        return self.settings.names[self.names[seat]]

    def avatar(self, seat: int) -> str:
        """The sign that the player of `seat` has chosen; "" without one."""
        return self.settings.avatar(self.names[seat])
