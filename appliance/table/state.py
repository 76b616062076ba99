"""What a table is: one frozen value that a screen can draw and a journal can rebuild."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from appliance.core.question import Kind, Pack
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

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lia")

AVATARS = (
    "cat", "rabbit", "bear", "fox", "owl", "frog", "fish", "duck", "snail", "turtle", "butterfly",
    "whale",
)  # fmt: skip
"""The animals that people may choose as their signs; one for each who can sit down."""

StandingT = TypeVar("StandingT", bound=stages.AnyStage)


@dataclass(frozen=True, slots=True)
class Outside:
    """A setting of the world outside: the table's menu shows it, and asks to keep another value.

    `key` is that of the settings file ("display.layout"), `choices` are what it may be here.
    """

    key: str
    value: Value
    choices: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game of the house under a name of its own: a ruleset with house options."""

    name: str
    ruleset: str
    options: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is set: which game, which buzzers, how long it waits.

    `options` are the ruleset's house options that differ from its defaults.
    `doubt_window_ms` None means untimed: the claimant calls the end of each doubt window.
    `settle_ms` is longer than any edge is under way from its contact to the core. `kinds` are
    the kinds of questions that there are, where a game asks any. Presses within `tie_ms` of the
    first are a tie whatever the house says, because their stamps can't be told apart.
    `clockwise` are the buzzers in the order in which they stand around the table; without it they
    stand as they are numbered. `outside` is what else the table's menu can change. `packs` are the
    packs of questions that there are, and `questions` the names of those that are drawn from.
    `avatars` are the signs that people have chosen, by the place of their names; "" is none.
    `grammars` say how each buzzer is pressed, the usual way where they say nothing, and `scan_ms`
    how long a choice that moves by itself stays where it is. `proxies` have, for each buzzer, the
    buzzer for which it presses; -1 or nothing: its own. Where a buzzer of `more_time` may doubt,
    windows are twice as long, for all. `edition` says which defaults its house options have:
    evenings that were recorded before a default changed keep the earlier. With `hasty` a change of
    what a press means does not settle: evenings before format 8 were played so. A `trusting` table
    needs no seat to confirm that nothing lies below the cards that make a claim true.
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
    edition: int = EDITION
    hasty: bool = False
    trusting: bool = False
    saved: tuple[SavedGame, ...] = ()  # the house's own games

    @property
    def earlier(self) -> Mapping[str, Value]:
        """The house options of the game whose default is not that of today's rules."""
        return dict(RULESETS[self.ruleset].first_edition) if self.edition == 1 else {}

    @property
    def house(self) -> dict[str, Value]:
        """The house options that differ from the defaults of today's rules."""
        return {**self.earlier, **dict(self.options)}

    def presses_for(self, buzzer: int) -> int:
        """The buzzer for which a press of `buzzer` counts."""
        other = self.proxies[buzzer] if buzzer < len(self.proxies) else -1
        return buzzer if other < 0 else other

    def pressed_by(self, buzzer: int) -> tuple[int, ...]:
        """The buzzers whose presses count for `buzzer`."""
        return tuple(one for one in range(self.buzzers) if self.presses_for(one) == buzzer)

    def grammar(self, buzzer: int) -> Grammar:
        """Grammar of `buzzer`."""
        return Grammar(self.grammars[buzzer]) if buzzer < len(self.grammars) else Grammar.USUAL

    def steps(self, buzzer: int) -> bool:
        """Return True if `buzzer` steps through the choices, and neither taps nor holds."""
        return self.grammar(buzzer) is not Grammar.USUAL

    @property
    def some_step(self) -> bool:
        """True if there is any such buzzer."""
        return any(one != Grammar.USUAL for one in self.grammars)

    def avatar(self, place: int) -> str:
        """The sign of who has the name at `place`; "" without one."""
        return self.avatars[place] if place < len(self.avatars) else ""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that players could see or that decides what happens next.

    `stage` is where the evening stands, with what means something only there; the rest is what
    all stages share.
    """

    settings: TableSettings
    stage: stages.AnyStage = stages.Attract()  # noqa: RUF009 - a frozen value, like any other
    buttons: Buttons = field(default_factory=Buttons)
    marks: Mapping[int, Mark] = field(default_factory=dict)  # by buzzer
    buzzers: tuple[int, ...] = ()  # seat -> buzzer, clockwise
    names: tuple[int, ...] = ()  # seat -> place in settings.names
    request: int = 0  # number of the newest ReadCards or DrawQuestion: no other is answered
    lost: Mapping[str, Message] = field(default_factory=dict)  # drivers that don't work, and why
    notice: Message | None = None
    games: int = 0  # finished this evening
    champion: int | None = None  # the buzzer of who won the last game
    chips: Mapping[int, int] = field(
        default_factory=dict
    )  # by buzzer, what it has won and paid this evening, where points are paid
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

    @property
    def clockwise(self) -> tuple[int, ...]:
        """Every buzzer, in the order in which they stand around the table."""
        return self.settings.clockwise or tuple(range(self.settings.buzzers))

    def place_of(self, buzzer: int) -> int:
        """Place of `buzzer`, clockwise among all buzzers."""
        return self.clockwise.index(buzzer)

    @property
    def ruleset(self) -> AnyRuleset:
        """The rules of the game that is played here."""
        return RULESETS[self.settings.ruleset]

    @property
    def inner(self) -> stages.Inner:
        """The stage itself, without a pause or a dispute around it."""
        return self.stage.inner

    @property
    def paused(self) -> stages.Paused | None:
        """The pause, while time stands still."""
        return self.stage if isinstance(self.stage, stages.Paused) else None

    @property
    def aside(self) -> stages.Aside | None:
        """Page that people read, try or are asked while no game is played."""
        here = self.stage
        return here if isinstance(here, stages.Aside) else None

    @property
    def match(self) -> Match:
        """The game under way; only from the deal on."""
        match = self.stage.match
        assert match is not None, "no game has been dealt"
        return match

    @property
    def game(self) -> State:
        """The game as it stands; only from the deal on."""
        return self.match.game

    @property
    def turns(self) -> stages.Turns:
        """The turns as they stand; only while people play."""
        return self.at(stages.Turns)

    @property
    def menu(self) -> stages.TableMenu | None:
        """The table's menu, while it is open."""
        stage = self.inner
        return stage if isinstance(stage, stages.TableMenu) else None

    @property
    def between_games(self) -> stages.Attract | stages.Lobby | stages.Over | None:
        """The stage over which the table's menu can be open, in front of everything."""
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
        """The verdict that is shown, behind a dispute or a pause too."""
        stage = self.inner
        return stage if isinstance(stage, stages.Judged) else None

    @property
    def open_turns(self) -> stages.Turns | None:
        """The turns as they stand, or as a doubt interrupted them; None in any other stage."""
        stage = self.inner
        if isinstance(stage, stages.Doubting | stages.Revealing | stages.Verifying):
            return stage.turns
        return stage if isinstance(stage, stages.Turns) else None

    @property
    def may_redeal(self) -> bool:
        """True if nothing was played yet, so that a misdeal can be dealt again.

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
        """The stage, which is of that `kind`: itself, or behind a pause or a dispute."""
        stage = self.stage if isinstance(self.stage, kind) else self.inner
        assert isinstance(stage, kind), f"{stage} is another stage"
        return stage

    @property
    def ruling(self) -> stages.Ruling | None:
        """The newest verdict of the game, until cards are judged again."""
        return self.inner.ruling

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of the newest action; while a verdict is shown, those that it made."""
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
        """The seat that deals; None where nobody has said so yet."""
        return None if self.stage.match is None else self.game.dealer

    def seat_of(self, buzzer: int) -> int | None:
        """The seat that `buzzer` belongs to, or None when nobody sits there."""
        return self.buzzers.index(buzzer) if buzzer in self.buzzers else None

    def helped_by(self, seat: int) -> int | None:
        """The seat for which the buzzer of `seat` presses as well; None: only for its own."""
        buzzer = self.buzzers[seat]
        stuck = (item for item, helper in self.helpers.items() if helper == buzzer)
        return next((self.seat_of(item) for item in stuck), None)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, seat by seat."""
        return tuple(self.settings.names[place] for place in self.names)

    def name(self, seat: int) -> str:
        """Name of the player at `seat`."""
        return self.settings.names[self.names[seat]]

    def avatar(self, seat: int) -> str:
        """The sign that the player of `seat` has chosen; "" without one."""
        return self.settings.avatar(self.names[seat])
