"""A tour of the table: its screens, from the first one to the end of each game.

A real table has reached each of them by signals, so the tour shows nothing that no evening shows.
Of a random game the tour keeps the moments that say something new: together they have nearly every
sentence that a screen can say, each where people meet it.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle, islice

from appliance.core.signals import (
    BUZZERS,
    CAMERA,
    MS,
    SCREEN,
    SECOND,
    Chosen,
    CodeSeen,
    DriverBack,
    DriverLost,
    EdgesLost,
    LineIn,
    LineOut,
    NotWritten,
    Resumed,
    RowTouched,
    Signal,
    Wish,
)
from appliance.questions.pack import ENGLISH, kinds_of, questions_of
from appliance.table.facts import MenuPage, Opens, Outside, Stage, TableSettings
from appliance.table.menus.rows import Surveys, rows
from appliance.table.stages import TableMenu
from appliance.table.stages.verify.facts import question_of
from bluffing.actions import Action, Discard, Leave, TimeUp, Void
from bluffing.cards import RANKS, Rank
from bluffing.game import AnyRuleset
from bluffing.message import message
from bluffing.options import Preset
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame
from lab.gallery.moments import Kept, Moment
from lab.gallery.sitting import Sitting

USUAL = 6
"""Seats at which everything is looked at once, or as many as a game is for."""

MAIN_GAMES: Mapping[str, frozenset[str]] = {
    "bicycle": frozenset({"game", "game-paused", "doubt", "reveal", "verdict", "over"}),
    "doubt_it": frozenset({"question", "question-paused", "answer", "over"}),
}
"""The games that are looked at with every number of seats, and the screens that must come up:
a game of cards, and one of questions."""

MOST_GAMES = 20
"""Games that are played until each screen of MAIN_GAMES has come up, at most."""


def settings_of(ruleset: str, seats: int, outside: tuple[Outside, ...] = ()) -> TableSettings:
    """Return the settings of a table with `seats` buzzers and that game."""
    kinds = kinds_of(questions_of(ENGLISH))
    return TableSettings(ruleset, buzzers=seats, kinds=kinds, outside=outside)


def sitting_of(settings: TableSettings) -> Sitting:
    """People at such a table, with questions of the packs that come with it."""
    return Sitting(settings, cycle(questions_of(ENGLISH)))


# --- before a game -------------------------------------------------------------------------------


def gather(kept: Kept, sitting: Sitting, game: str, seats: int) -> None:
    """Keep the first screen, the lobby as it fills, and the deal."""
    kept.see(sitting, game)
    for buzzer in range(seats):
        sitting.press(buzzer)
        if buzzer in (0, seats // 2):
            kept.see(sitting, game)
    sitting.wait(SECOND)
    for buzzer in range(seats):
        sitting.hold(buzzer)
        kept.see(sitting, game)
    sitting.wait(4 * SECOND)
    kept.see(sitting, game)


def read_and_try(kept: Kept, sitting: Sitting, game: str) -> None:
    """Every page of how to play, and every scene of the practice round behind it."""
    sitting.wish(Wish.HOW_TO)
    while (front := sitting.facts.front) is not None:
        kept.see(sitting, game)
        sitting.wish(Wish.HOW_TO if front.screen == "howto" else Wish.PRACTISE)


def look_through(kept: Kept, sitting: Sitting, game: str) -> None:
    """Every page of the table's menu, with each row lit, and one survey."""
    sitting.wish(Wish.MENU)
    visited: set[tuple[MenuPage, str]] = set()
    _page(kept, sitting, game, visited)


def _page(kept: Kept, sitting: Sitting, game: str, seen: set[tuple[MenuPage, str]]) -> None:
    """The page that is open, with each of its rows lit, and the pages behind it."""
    table = sitting.table
    menu = table.at(TableMenu)
    seen.add((menu.spot.page, menu.spot.of))
    lines = rows(table, menu)
    for number, row in enumerate(lines):
        sitting.send(RowTouched(number, sitting.now, takes=False))
        kept.see(sitting, game)
        lit = sitting.table
        match row.does:
            case Opens(page, group) if (page, group) not in seen and page is not MenuPage.GROUP:
                sitting.send(RowTouched(number, sitting.now))
                _page(kept, sitting, game, seen)
            case Surveys():
                sitting.send(RowTouched(number, sitting.now))
                kept.see(sitting, game)
                sitting.press(0)
                sitting.wait(2 * SECOND)
                kept.see(sitting, game)
            case _:
                pass
        sitting.table = lit


# --- all of it -----------------------------------------------------------------------------------


def at_usual(outside: tuple[Outside, ...]) -> list[Moment]:
    """Everything once: the menu, how to play, and every game in each of its ways to play."""
    kept = Kept()
    for name, game in RULESETS.items():
        seats = min(max(game.seats[0], USUAL), game.seats[-1])
        settings = settings_of(name, seats, outside)
        sitting = sitting_of(settings)
        sitting.press(0)
        look_through(kept, sitting, name)
        sitting = sitting_of(settings)
        sitting.press(0)
        read_and_try(kept, sitting, name)
        for variant in ways_to_play(game):
            sitting = sitting_of(replace(settings, options=variant.options))
            gather(kept, sitting, name, seats)
            play(kept, sitting, variant.name)
    return kept.moments


def ways_to_play(game: AnyRuleset) -> tuple[Preset, ...]:
    """Return the toured house options of a game: its presets, and options with their own screens.

    No preset asks for the printed cards of a game with questions.
    """
    if isinstance(game, WagerGame):
        return (*game.presets, Preset("printed-cards", (("printed_cards", True),)))
    return game.presets


def with_seats(seats: int) -> list[Moment]:
    """Return each screen of the main games once, with `seats`."""
    moments: list[Moment] = []
    for name in MAIN_GAMES:
        if seats not in RULESETS[name].seats:
            continue
        best, most, wanted = Kept(), -1, MAIN_GAMES[name]
        for seed in range(MOST_GAMES):
            kept = Kept()
            sitting = sitting_of(settings_of(name, seats))
            gather(kept, sitting, name, seats)
            play(kept, sitting, f"{seats}/{seed}")
            found_here = len(wanted & {screen for screen, *_ in kept.screens})
            if found_here > most:
                best, most = kept, found_here
            if most == len(wanted):
                break
        moments += [
            replace(moment, name=f"{moment.name}-seats{seats}")
            for moment in best.moments
            if moment.differs
        ]
    return moments


# --- a random game, the same every time ----------------------------------------------------------

MOST_MOVES = 260
"""Number of actions in a game of the gallery; later moments rarely show anything new."""

CAMERA_ASKS = tuple(
    message(f"ask.{code}")
    for code in ("covered", "half-out", "no-index", "dark", "bright", "empty")
)
"""Reasons of the camera for a failed reading."""


class Playing:
    """A random game: people and hosts do what they may do, and what they may not."""

    def __init__(self, kept: Kept, sitting: Sitting, seed: str) -> None:
        self.sitting = sitting
        self._kept, self._game = kept, sitting.table.settings.ruleset
        self._rng = random.Random(f"gallery/{self._game}/{seed}")

    def go_on(self) -> None:
        """Do one thing that is possible now."""
        sitting = self.sitting
        if sitting.table.paused is not None:
            self._set_right()
            return
        goes_on: dict[Stage, Callable[[], None]] = {
            Stage.LOBBY: self._any_buzzer,
            Stage.DEAL: self._any_buzzer,
            Stage.QUESTION: lambda: self._one_of(self._wish_on, self._any_buzzer),
            Stage.PLAY: self._move,
            Stage.DOUBT: lambda: sitting.wait(2 * SECOND),
            Stage.REVEAL: self._turn_up,
            Stage.VERIFY: self._turn_card_up,
            Stage.VERDICT: self._leave_verdict,
        }
        goes_on.get(sitting.table.inner.name, self._wish_on)()
        sitting.wait(self._rng.choice((100, 300, 900)) * MS)

    def _wish_on(self) -> None:
        self.sitting.wish(Wish.GO_ON)

    def _leave_verdict(self) -> None:
        """Look at the verdict, then leave it, dispute it or pause."""
        sitting = self.sitting
        sitting.wait(4 * SECOND)
        self._one_of(
            self._wish_on,
            self._wish_on,
            lambda: sitting.press(self._buzzer(), 2700 * MS),
            self._any_buzzer,
        )

    def _one_of(self, *does: Callable[[], None]) -> None:
        self._rng.choice(does)()

    def _buzzer(self) -> int:
        return self._rng.choice(self.sitting.table.buzzers)

    def _any_buzzer(self) -> None:
        self._one_of(
            lambda: self.sitting.press(self._buzzer()), lambda: self.sitting.hold(self._buzzer())
        )

    def _set_right(self) -> None:
        """Tap through the possible corrections and take one, or let the game go on."""
        sitting = self.sitting
        for _ in range(self._rng.randrange(4)):
            sitting.press(self._buzzer())
        self._one_of(self._wish_on, lambda: sitting.hold(self._buzzer()))

    def _move(self) -> None:
        """Let a host or the seat on turn move, let any seat press, or wait for a while."""
        sitting, rng = self.sitting, self._rng
        turn = sitting.table.game.turn
        buzzer = sitting.table.buzzers[turn]
        chance = rng.random()
        if chance < 0.45:
            action = self._legal()
            if action is not None:
                sitting.send(Chosen(action, sitting.now))
        elif chance < 0.65:
            for _ in range(rng.randint(1, 4)):
                sitting.press(buzzer)
            self._one_of(lambda: sitting.hold(buzzer), lambda: sitting.down(buzzer))
            sitting.wait(300 * MS)
        elif chance < 0.92:
            sitting.press(self._buzzer())
        elif chance < 0.95:
            sitting.wish(Wish.PAUSE)
        elif chance < 0.98:
            sitting.wait(6 * SECOND)
        else:
            self._go_wrong()

    def _go_wrong(self) -> None:
        """Break a wire, a plug or the power, and mend it; the game goes on."""
        sitting, now = self.sitting, self.sitting.now
        why = message("display.pulled")
        wrong: tuple[Signal, ...] = (
            LineOut(self._buzzer(), now),
            EdgesLost(now - SECOND, now),
            DriverLost(self._rng.choice((BUZZERS, SCREEN, CAMERA)), why, now),
            NotWritten(why, now),
            Resumed(now),
        )
        sitting.send(self._rng.choice(wrong))
        self._kept.see(sitting, self._game)
        for driver in (BUZZERS, SCREEN, CAMERA):
            if driver in sitting.table.lost:
                sitting.send(DriverBack(driver, now))
        for buzzer in sitting.table.buttons.out:
            sitting.send(LineIn(buzzer, down=False, at=now))

    def _legal(self) -> Action | None:
        """Return a legal action, each kind equally often; an action that ends the game is rare."""
        table, rng = self.sitting.table, self._rng
        legal = list(islice(table.ruleset.legal_actions(table.game), 80))
        rare = (Void, Discard, Leave, TimeUp)
        legal = [action for action in legal if not isinstance(action, rare) or rng.random() < 0.02]
        kinds = sorted({type(action).__name__ for action in legal})
        if not kinds:
            return None
        kind = rng.choice(kinds)
        likely = [action for action in legal if type(action).__name__ == kind]
        return likely[int(len(likely) * rng.random() ** 3)]  # few cards more often than many

    def _turn_up(self) -> None:
        """Let the camera read the cards, fail or be missing; then people enter the cards."""
        sitting, rng = self.sitting, self._rng
        claim = sitting.facts.play.claim
        count = claim.count if claim is not None else 1
        true = claim.rank if claim is not None and isinstance(claim.rank, Rank) else Rank.ACE
        ranks: tuple[Rank | None, ...] = tuple(rng.choice((true, *RANKS)) for _ in range(count))
        chance = rng.random()
        if chance < 0.3:
            sitting.see((true,) * count)
        elif chance < 0.6:
            sitting.see(ranks)
        elif chance < 0.8:
            sitting.see((*ranks[:-1], None), rng.choice(CAMERA_ASKS))
        elif chance < 0.85:
            sitting.send(DriverLost(CAMERA, message("screen.no-camera"), sitting.now))
        else:
            self._any_buzzer()
        sitting.wait(400 * MS)

    def _turn_card_up(self) -> None:
        """Show the camera the right card, an old print, another card or none; or unplug it."""
        sitting, rng = self.sitting, self._rng
        right = question_of(sitting.table).code
        older = replace(right, percent=float(rng.randrange(101)))
        another = replace(right, id="another")
        chance = rng.random()
        if chance < 0.6:
            card = rng.choice((right, older, another, None))
            sitting.send(CodeSeen(sitting.table.request, card, sitting.now))
        elif chance < 0.7:
            sitting.send(DriverLost(CAMERA, message("screen.no-camera"), sitting.now))
        else:
            self._any_buzzer()


def play(kept: Kept, sitting: Sitting, seed: str = "", moves: int = MOST_MOVES) -> None:
    """Play on at random, the same every time, until the game ends or `moves` are made."""
    game = sitting.table.settings.ruleset
    playing = Playing(kept, sitting, seed)
    for _ in range(moves):
        if sitting.table.stage.over:
            break
        playing.go_on()
        kept.see(sitting, game)
    else:
        sitting.send(Chosen(Void(), sitting.now))
    kept.see(sitting, game)
    sitting.wait(10 * SECOND)
    kept.see(sitting, game)
