"""From the steps of an evening to what each player of each game did, in numbers.

Pure: it reads steps and nothing else. Nobody knows what lies face down, so a lie counts only where
it came out: where the cards were turned up, or what was read of them made it certain.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from appliance.core.signals import MS, SECOND
from appliance.rules import events
from appliance.rules.actions import Action, Doubt, Force
from appliance.rules.game import Phase, Setup
from appliance.table import Table
from appliance.table.elements import Basis
from appliance.table.stages import Doubting, Judged, Revealing, Ruling

_US = MS // 1000  # ns


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player did.

    `claims` are the plays and guesses that stood, `lies` those of them that came out as lies, and
    `caught` the lies that somebody had doubted. `right` and `wrong` are the player's own doubts, by
    their verdicts. `slap_us` is the fastest slap that came to a verdict, in microseconds after the
    window had opened (None: there was none). `innocent` is the longest run of claims in one game of
    which none came out as a lie. `won` are games.
    """

    claims: int = 0
    lies: int = 0
    caught: int = 0
    right: int = 0
    wrong: int = 0
    slap_us: int | None = None
    innocent: int = 0
    won: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        slaps = [one for one in (self.slap_us, other.slap_us) if one is not None]
        return Tally(
            self.claims + other.claims,
            self.lies + other.lies,
            self.caught + other.caught,
            self.right + other.right,
            self.wrong + other.wrong,
            min(slaps, default=None),
            max(self.innocent, other.innocent),
            self.won + other.won,
        )


@dataclass(frozen=True, slots=True)
class TalliedGame:
    """One game that was played to its end, or voided, and each seat's `tallies`.

    `number` counts the games of the evening from 1, those without an end too; `began` is the moment
    of the deal in seconds since 1970 (0: unknown).
    """

    number: int
    began: int
    ruleset: str
    names: tuple[str, ...]
    tallies: tuple[Tally, ...]


def tallied(steps: Iterable[tuple[int, Table]], began: int = 0) -> Iterator[TalliedGame]:
    """Each game of an evening that is over, in the order in which they were dealt.

    `steps` are the moments (ns) and the tables of a replay, oldest first; `began` is when the
    evening began, in seconds since 1970 (0: unknown).
    """
    decided = (one for one in _games(steps, began) if one.made)
    wholes = (one.whole(number) for number, one in enumerate(decided, 1))
    return (one for one in wholes if one is not None)


def by_name(games: Iterable[tuple[str, Tally]]) -> dict[str, Tally]:
    """The sum of each name's tallies, the names in alphabetical order."""
    rows = sorted(games, key=lambda one: (one[0].casefold(), one[0]))
    return {
        name: sum((tally for _, tally in of), Tally())
        for name, of in groupby(rows, key=lambda one: one[0])
    }


def liars(tallies: Mapping[str, Tally]) -> tuple[str, ...]:
    """The liars of the night: whose lies came out most often. None where no lie came out."""
    most = max((one.lies for one in tallies.values()), default=0)
    return tuple(name for name, one in tallies.items() if most and one.lies == most)


# --- a game ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Made:
    """An action that counts, with the verdict that it made and the slap that it was."""

    action: Action
    ruling: Ruling | None
    slap_us: int | None


@dataclass(slots=True)
class _GameSoFar:
    """A game under way: the `table` at which it was dealt, and what counts so far."""

    setup: Setup
    table: Table
    began: int
    made: list[_Made] = field(default_factory=list)
    counting: tuple[Action, ...] = ()

    def follow(self, table: Table) -> None:
        """The evening has come to `table`: what is taken back or overruled counts no more."""
        actions = table.match.actions
        if actions is self.counting:
            return
        pairs = enumerate(zip(self.counting, actions, strict=False))
        common = min(len(self.counting), len(actions))
        kept = next((place for place, (was, now_is) in pairs if was != now_is), common)
        inner = table.inner
        ruling = inner.ruling if isinstance(inner, Judged) else None
        slap = _slap(table)
        self.made[kept:] = [
            _Made(one, ruling, slap if isinstance(one, Doubt | Force) else None)
            for one in actions[kept:]
        ]
        self.counting = actions

    def whole(self, number: int) -> TalliedGame | None:
        """What each seat did, if the game is over."""
        table, seats = self.table, range(self.setup.players)
        game, counts = table.ruleset, _Counts([Tally() for _ in seats], [[] for _ in seats])
        state = game.start(self.setup, dict(table.settings.options))
        for one in self.made:
            state, happened = game.apply(state, one.action)
            counts.slap = one.slap_us if one.slap_us is not None else counts.slap
            for event in happened:
                counts.count(event, one.ruling)
        if state.phase is not Phase.OVER:
            return None
        name = table.settings.ruleset
        return TalliedGame(number, self.began, name, table.players, counts.tallies)


def _slap(table: Table) -> int | None:
    """How long after the window had opened (us) the doubter slapped; None: nobody did."""
    inner = table.inner
    if not isinstance(inner, Doubting | Revealing) or inner.raced is None:
        return None
    race, finish = inner.raced.race, inner.raced.finish
    places = (one for one in finish.places if one.buzzer == finish.doubter)
    return next(((one.at - race.opened_at) // _US for one in places), None)


def _games(steps: Iterable[tuple[int, Table]], began: int) -> Iterator[_GameSoFar]:
    """Each game that was dealt, when the evening has gone on from it."""
    first: int | None = None
    game: _GameSoFar | None = None
    for now, table in steps:
        first = now if first is None else first
        match = table.stage.match
        if match is None or match.setup is None:
            continue
        if game is None or match.setup is not game.setup:
            if game is not None:
                yield game
            at = began and began + (now - first) // SECOND
            game = _GameSoFar(match.setup, table, at)
        game.follow(table)
    if game is not None:
        yield game


@dataclass(slots=True)
class _Counts:
    """Counts of a game by seat. `claims` says of each claim of a seat whether it came out a lie."""

    each: list[Tally]
    claims: list[list[bool]]
    slap: int | None = None

    def count(self, event: events.Event, ruling: Ruling | None) -> None:
        """Count what happened; `ruling` is the verdict that was given by it, if any."""
        match event:
            case events.Guessed(seat):
                self.claims[seat].append(False)
            case events.Played(seat, count):
                self.claims[seat] += [False] if count else []
            case events.Verdict(seat, doubter, truth, ranks):
                if not truth and (ranks or _came_out(ruling)) and self.claims[seat]:
                    self.claims[seat][-1] = True
                    self.each[seat] += Tally(lies=1, caught=int(doubter is not None))
                self._doubted(doubter, right=not truth)
            case events.Produced(doubter=doubter, rank=rank):
                self._doubted(doubter, right=rank is None)
            case events.Answered(doubter=doubter, truth=truth):
                self._doubted(doubter, right=not truth)
            case events.Withdrawn() | events.Stands():
                self.slap = None
            case events.Won(seat):
                self.each[seat] += Tally(won=1)
            case _:
                pass

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """By seat."""
        return tuple(
            one + Tally(claims=len(claims), innocent=_longest(claims))
            for one, claims in zip(self.each, self.claims, strict=True)
        )

    def _doubted(self, doubter: int | None, *, right: bool) -> None:
        if doubter is not None:
            self.each[doubter] += Tally(right=int(right), wrong=int(not right), slap_us=self.slap)
        self.slap = None


def _came_out(ruling: Ruling | None) -> bool:
    """Whether a lie without ranks is certain: by some of its cards, or as people saw them all.

    Where cards were turned up people may overrule what was read of them. Where somebody spoiled the
    reveal, or it was settled otherwise, nobody has seen what was laid.
    """
    by_camera = ruling is not None and ruling.basis is Basis.CAMERA
    return by_camera or (ruling is not None and ruling.overruled is not None)


def _longest(claims: list[bool]) -> int:
    """The longest run of claims of which none came out as a lie."""
    return max((len(list(run)) for lie, run in groupby(claims) if not lie), default=0)
