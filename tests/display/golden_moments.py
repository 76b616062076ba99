"""The moments of the golden screens: what told tables show, made of their facts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import cache

from at_table import People, playing, reading_of, seated
from example_views import hosted
from random_table import SECRET
from said import ENGLISH

from appliance.core.reading import Ask
from appliance.core.signals import (
    MS,
    SECOND,
    CardsSeen,
    Chosen,
    QuestionDrawn,
    RowTouched,
    Told,
    Wish,
    Wished,
)
from appliance.core.task import Task
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.drivers.stick import Stick
from appliance.errors import ConfigError
from appliance.service.fault import fault_of, view_of_fault
from appliance.service.jobs import Lines
from appliance.service.keepsake import take_home
from appliance.table import Table, TableSettings
from appliance.table.elements import Match, MenuPage
from appliance.table.menus.rows import Opens, Surveys, rows
from appliance.table.stages import Over, TableMenu, Turns
from appliance.table.stages.howto.state import HowTo
from appliance.words import Words
from bluffing.actions import (
    Action,
    Doubt,
    Guess,
    Pick,
    Play,
    Void,
)
from bluffing.cards import Rank, Suit
from bluffing.message import message

ASKED = replace(SECRET, text="How many in a hundred homes have a piano?", source="an almanac")


def does(people: People, *actions: Action) -> People:
    """People do something one after the other, with time to look in between."""
    for action in actions:
        people.send(Chosen(action, people.now))
        people.wait(700 * MS)
    return people


def wishes(people: People, *wishes: Wish) -> People:
    """A host wishes for something."""
    for wish in wishes:
        people.send(Wished(wish, people.now))
        people.wait(100 * MS)
    return people


# --- before a game -------------------------------------------------------------------------------


def attract(ruleset: str = "bicycle") -> People:
    return People(Table(TableSettings(ruleset, buzzers=4)), now=SECOND)


def lobby(ruleset: str = "bicycle") -> People:
    people = attract(ruleset)
    for buzzer in (0, 1, 3):
        people.press(buzzer)
        people.wait(500 * MS)
    people.hold(1)
    return people


def menu(*pages: MenuPage, ruleset: str = "bicycle") -> People:
    """The menu with the way through `pages`, each from the one before it."""
    people = wishes(lobby(ruleset), Wish.MENU)
    for page in pages:
        _touch(people, page)
    return people


def taught() -> People:
    """A lesson about a deck without indices."""
    people = menu(MenuPage.SERVICE)
    people.send(RowTouched(1, people.now))
    clubs, hearts = (
        message("card.of-suit", rank=Rank.ACE, suit=suit) for suit in (Suit.CLUBS, Suit.HEARTS)
    )
    lines = (
        message("enrol.every-suit"),
        message("command.enrol.got", card=clubs),
        message("command.enrol.show", card=hearts, left=14),
    )
    people.send(Told(Task.TEACH, lines, done=False, at=people.now))
    return people


def home(*answers: int) -> People:
    """The wizard after the answers of these numbers."""
    people = menu(MenuPage.GAME, MenuPage.HOME)
    for answer in answers:
        people.send(RowTouched(answer, people.now))
    return people


def known_as() -> People:
    """The games by the names that people know."""
    people = menu(MenuPage.GAME)
    people.send(RowTouched(1, people.now))
    return people


def _touch(people: People, page: MenuPage | None) -> None:
    """A finger takes the row that opens a page; without one the first survey."""
    made = rows(people.table, people.table.at(TableMenu))
    wanted = [
        number
        for number, row in enumerate(made)
        if (isinstance(row.does, Opens) and row.does.page is page)
        or (isinstance(row.does, Surveys) and page is None)
    ]
    people.send(RowTouched(wanted[0], people.now))


def survey() -> People:
    people = menu(MenuPage.GAME, MenuPage.SURVEYS, ruleset="doubt_it")
    _touch(people, None)
    people.press(0)
    return people


def practice() -> People:
    people = wishes(lobby(), Wish.HOW_TO)
    while isinstance(people.table.stage, HowTo):
        wishes(people, Wish.HOW_TO)
    return wishes(people, Wish.PRACTISE)


# --- games of cards ------------------------------------------------------------------------------


def claimed() -> People:
    people = does(playing(4, hands=(6, 5, 7, 6)), Play(1, 2))
    people.wait(9 * SECOND)
    people = does(people, Play(2, 3))
    people.wait(1500 * MS)  # hands have come to rest, and a press is a doubt of this play
    return people


def doubted() -> People:
    people = claimed()
    people.down(0)
    people.wait(41 * MS)
    people.down(3)
    people.wait(400 * MS)
    for buzzer in (0, 3):
        people.up(buzzer)
    return people


def reveals() -> People:
    people = doubted()
    people.wait(4 * SECOND)
    return people


def unsure() -> People:
    people = reveals()
    seen = replace(reading_of(("2", "2")), ask=Ask(message("ask.no-index")))
    people.send(CardsSeen(people.table.request, seen, people.now))
    people.wait(SECOND)
    return people


def unknown() -> People:
    """The cards lie in plain sight, and the reader knows no sign on them."""
    people = reveals()
    seen = replace(reading_of(()), ask=Ask(message("ask.unknown-face")))
    people.send(CardsSeen(people.table.request, seen, people.now))
    people.wait(9 * SECOND)
    return people


def laned() -> People:
    people = reveals()
    people.send(CardsSeen(people.table.request, replace(reading_of(()), lanes=8), people.now))
    people.wait(SECOND)
    return people


def judged(*ranks: str) -> People:
    people = reveals()
    people.show(*ranks)
    people.wait(4 * SECOND)
    return people


def chance() -> People:
    people = judged("2", "2", "9")
    people.press(3)
    people.wait(500 * MS)
    return people


def disputed() -> People:
    people = judged("2", "2", "9")
    people.press(2, 2700 * MS)
    people.wait(SECOND)
    return people


def paused() -> People:
    return wishes(claimed(), Wish.PAUSE)


def won() -> People:
    people = does(playing(4, hands=(6, 1, 7, 6)), Play(1, 1))
    people.wait(20 * SECOND)
    return people


def caught() -> People:
    """The end of a game in which a lie of three cards was caught."""
    people = does(playing(4, hands=(6, 5, 7, 6)), Play(1, 2))
    people.wait(9 * SECOND)
    people = does(people, Play(2, 3))
    people.wait(1500 * MS)
    people.press(0)
    people.wait(4 * SECOND)
    people.show("2", "2", "9")
    people.wait(9 * SECOND)
    people.put(Over(people.now, match=people.table.match))
    people.wait(10 * SECOND)
    return people


def stopped() -> People:
    return does(claimed(), Void())


def heaps() -> People:
    return does(playing(4, "valepaska", hands=(6, 6, 6, 6)), Play(1, 2, Rank.THREE))


# --- a game of questions -------------------------------------------------------------------------


def keepsake() -> People:
    """The end of a game is on a stick, and its result in a code."""
    people, results = wishes(won(), Wish.MENU), list[Lines]()
    people.send(RowTouched(0, people.now))
    stick = Stick(mounted=lambda _: True, save=lambda *_: None)
    take_home(people.table, ENGLISH, stick, date(2026, 12, 1), results.append)
    people.send(Told(Task.KEEPSAKE, results[-1], done=True, at=people.now))
    return people


def chooses(*, printed_cards: bool = False) -> People:
    people = playing(4, "doubt_it", printed_cards=printed_cards)
    people.wait(SECOND)
    return people


def holding(*points: int, sudden_death: bool = False) -> People:
    """The same where each seat has so many points."""
    people = playing(len(points), "doubt_it")
    stage, in_play = people.table.at(Turns), tuple(i for i, some in enumerate(points) if some)
    game = people.table.ruleset.midgame(
        people.game, points=points, in_play=in_play, sudden_death=sudden_death
    )
    people.put(replace(stage, match=Match(game)))
    people.wait(SECOND)
    return people


def asked(people: People) -> People:
    """The starter has drawn a question."""
    people.hold(1)
    people.send(QuestionDrawn(people.table.request, ASKED, people.now))
    people.wait(SECOND)
    return people


def wagers() -> People:
    """A seat that has chosen a guess, and now what to wager on it."""
    people = asked(chooses())
    for _ in range(2):
        people.hold(1)
        people.wait(300 * MS)
    return people


def guessed() -> People:
    return does(asked(chooses()), Guess(1, 40, 5), Pick(1, 2), Guess(2, 55, 8))


def all_in() -> People:
    return does(asked(holding(80, 90, 5, 60)), Guess(1, 40, 30), Pick(1, 2))


def answered() -> People:
    people = does(asked(chooses()), Guess(1, 60, 5), Pick(1, 2), Doubt(2))
    people.wait(12 * SECOND)
    return people


def verifies() -> People:
    """The printed card of the question is to be turned up."""
    people = does(asked(chooses(printed_cards=True)), Guess(1, 60, 5), Pick(1, 2), Doubt(2))
    people.wait(2 * SECOND)
    return people


STORIES: Mapping[str, Callable[[], People]] = {
    "attract": attract,
    "lobby": lobby,
    "menu": menu,
    "menu_games": lambda: menu(MenuPage.GAME),
    "suit_led": lambda: playing(4, "menteur"),
    "suit_claimed": lambda: does(
        playing(4, "menteur", min_hold_ms=0), Play(0, 1, Suit.HEARTS), Play(1, 1)
    ),
    "menu_home": lambda: home(0, 0),
    "menu_home_game": lambda: home(0, 0, 0, 1, 1, 1, 1),
    "menu_known_as": known_as,
    "menu_names": lambda: menu(MenuPage.PEOPLE, MenuPage.NAMES),
    "menu_letters": lambda: menu(MenuPage.PEOPLE, MenuPage.NAMES, MenuPage.LETTERS),
    "menu_options": lambda: menu(MenuPage.GAME, MenuPage.OPTIONS),
    "menu_service": lambda: menu(MenuPage.SERVICE),
    "menu_teach": taught,
    "survey": survey,
    "how_to": lambda: wishes(lobby(), Wish.HOW_TO, Wish.HOW_TO),
    "practice": practice,
    "deal": seated,
    "game": claimed,
    "heaps": heaps,
    "doubt": doubted,
    "reveal": reveals,
    "lanes": laned,
    "unsure": unsure,
    "unknown_deck": unknown,
    "truth": lambda: judged("2", "2", "2"),
    "lie": lambda: judged("2", "2", "9"),
    "chance": chance,
    "dispute": disputed,
    "paused": paused,
    "over": won,
    "catch": caught,
    "keepsake": keepsake,
    "void": stopped,
    "asking": chooses,
    "guess": lambda: asked(chooses()),
    "wager": wagers,
    "question": guessed,
    "all_in": all_in,
    "sudden_death": lambda: holding(1, 1, 0, 1, sudden_death=True),
    "answer": answered,
    "verify": verifies,
}
"""How a table comes to each moment, by the name of its pictures."""

FAULT = "fault"
MOMENTS = (*STORIES, FAULT)
"""The stories, and a table that can't go on."""


@cache
def _at(name: str) -> People:
    return STORIES[name]()


def view(name: str, words: Words) -> tuple[View, int]:
    """A moment in the words of a language, and when it is (ns)."""
    if name == FAULT:
        return view_of_fault(fault_of(ConfigError(message("sim.other-people"))), words), 0
    people = _at(name)
    return hosted(view_of(people.table, people.now, words)), people.now
