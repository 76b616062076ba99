"""A tour of the table: its screens, from the first one to the end of each game.

A real table has reached each of them by signals, so the tour shows nothing that no evening shows.
Of a random game the tour keeps the moments that say something new: together they have nearly every
sentence that a screen can say, each where people meet it.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import cycle

from appliance.core.signals import SECOND, RowTouched, Wish
from appliance.questions.pack import ENGLISH, kinds_of, questions_of
from appliance.table.elements import MenuPage
from appliance.table.menus.rows import Opens, Surveys, rows
from appliance.table.stages import TableMenu
from appliance.table.state import Outside, TableSettings
from bluffing.game import AnyRuleset
from bluffing.options import Preset
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame
from lab.gallery.moments import Kept, Moment
from lab.gallery.playing import play
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
