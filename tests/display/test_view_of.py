"""What a View says of a table: in every game, whatever people do, and nothing that is hidden."""

import random
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any

import pytest
from at_table import HOLD, People, playing, race_ruleset, ruleset_with, wager_ruleset
from extent import EXPLORES, often, tries
from pseudo import data_of, english_in, pseudo
from random_table import SECRET, WAITS, dealt, signal
from said import ENGLISH
from view_texts import at_seats, every_text

from appliance.core.signals import (
    MS,
    SECOND,
    Chosen,
    QuestionDrawn,
    Tick,
    Wish,
    Wished,
)
from appliance.display import seat_words
from appliance.display.draw import picture
from appliance.display.view import Screen, View, require
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings
from appliance.table.elements import Choosing, Match
from appliance.table.facts import Prompt, Role, Tag
from appliance.table.menu import BACK
from appliance.table.stages import (
    Asking,
    Attract,
    Doubting,
    Judged,
    Lobby,
    Over,
    Revealing,
    TableMenu,
    Turns,
)
from appliance.table.stages.pause.words import rules
from appliance.table.windows import on_turn
from bluffing.actions import (
    Action,
    Doubt,
    Force,
    Guess,
    Leave,
    Pass,
    Pick,
    Play,
    Void,
)
from bluffing.cards import RANKS, Rank
from bluffing.events import Event
from bluffing.game import Phase, Setup
from bluffing.message import AtSeat
from bluffing.rulesets import NAMED_GAMES, RULESETS

EVERY = pytest.mark.parametrize("name", RULESETS)
CARDS = ("pack/one", "pack/another")
"""What printed cards are called there."""

SEAT = re.compile(r"\b[Ss]eat \d")


def view(people: People) -> View:
    assert_no_english(people)
    return view_of(people.table, people.now, ENGLISH)


def assert_no_english(people: People) -> None:
    """The same screen in another language has no English word but names, questions and values."""
    table = people.table
    house = table.ruleset.house(table.settings.house)
    values = [str(value).replace("_", " ") for value in house.values()]
    asked = (SECRET.text, SECRET.source, SECRET.note, SECRET.date)
    drivers = [text for why in table.lost.values() for text in data_of(why)]
    titles = [named.preset.title for named in NAMED_GAMES.values()]
    data = (*table.settings.names, *values, *asked, *drivers, *titles, *CARDS)
    data = (*data, "glare", "FACT", "FUN")
    for text in every_text(view_of(table, people.now, pseudo())):
        assert not english_in(text, data), text


def prompt(people: People, seat: int) -> str:
    return seat_words.prompt(view(people).seats[seat], ENGLISH)


def texts(part: object) -> Iterator[str]:
    """Every text in a View but how to play, which may speak of any seat."""
    if isinstance(part, View):
        yield from at_seats(part)
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from texts(item)
    elif is_dataclass(part):
        for field in fields(part):
            if field.name != "rules":
                yield from texts(getattr(part, field.name))


def must_hold(table: Table, seen: View) -> None:
    """Check the properties of every View."""
    assert seen.title
    assert seen.headline
    assert len({seat.seat for seat in seen.seats}) == len(seen.seats)
    for text in texts(seen):
        assert not SEAT.search(text), text
        assert "None" not in text
    for seat in seen.seats:
        assert seat.name or seat.role is Role.EMPTY
        if seat.ring is not None:
            assert len(seat.ring.labels) > 1
            assert seat.ring.cursor in range(len(seat.ring.labels))
            assert all(seat.ring.labels)
            assert seat.prompt, "what is chosen is also said at the seat"
    if not isinstance(table.inner, Judged):
        assert "41.6" not in repr(seen), "the answer is hidden until the verdict"
        assert "almanac" not in repr(seen)
    if not isinstance(table.inner, Revealing | Judged):
        assert seen.box.cards == ()
    if isinstance(table.inner, Over):
        assert sorted(standing.seat for standing in require(seen.end).standings) == list(
            range(len(seen.seats))
        )
    someone_acts(table, seen)


def someone_acts(table: Table, seen: View) -> None:
    """Wherever the table waits for people, at least one of them reads what to do."""
    waits = not isinstance(table.inner, Attract | Doubting)
    if isinstance(table.inner, Turns) and table.paused is None:
        waits = table.turns.pending is None and table.turns.raced is None
    if isinstance(table.inner, Asking):
        waits = isinstance(table.inner.drawing, Choosing)
    if isinstance(table.inner, TableMenu):
        assert seen.detail, "how one goes through the menu"
    elif waits and seen.show.told:
        assert any(seat.prompt for seat in seen.seats), table.inner


@pytest.mark.parametrize("name", often(RULESETS, {"doubt_it"}))
@pytest.mark.examples
def test_whatever_people_do_there_is_a_view_of_it_and_nothing_hidden_in_it(name: str) -> None:
    """At six tables of each game in a thorough run; where a test explores, at a hundred."""
    drawn: set[tuple[Screen, bool]] = set()
    for seed in range(100 if EXPLORES else tries(3, of=6)):
        rng = random.Random(f"{name}/{seed}")
        people = dealt(name, rng)
        for _ in range(150):
            if rng.random() < 0.6:
                people.wait(rng.choice(WAITS))
            people.send(signal(people, rng))
            seen = view(people)
            must_hold(people.table, seen)
            must_hold(people.table, view_of(people.table, people.now + 2 * SECOND, ENGLISH))
            if (seen.screen, seen.paused) not in drawn:
                drawn.add((seen.screen, seen.paused))
                picture(seen, people.now, (800, 480), rng.choice(("tv", "tabletop")))
    assert len(drawn) > 3


@pytest.mark.parametrize(
    ("seated", "words"),
    [(3, "4 players: 1 more to sit down"), (5, "4 players: a long hold leaves the table")],
)
def test_the_lobby_says_what_is_wrong_with_the_number_of_players(seated: int, words: str) -> None:
    people = People(Table(TableSettings("liars_poker")))
    for buzzer in range(seated):
        people.press(buzzer)
        people.wait(SECOND)
    for buzzer in range(seated):
        people.hold(buzzer)
    people.wait(10 * SECOND)
    assert people.at(Lobby)
    assert view(people).detail.endswith(words)


@pytest.mark.parametrize(("seated", "hint"), [(3, "Hold 2.5 s: menu"), (4, "")])
def test_a_lobby_offers_the_menu_by_a_hold_only_while_a_buzzer_is_free(
    seated: int, hint: str
) -> None:
    people = People(Table(TableSettings("bicycle", buzzers=4)))
    for buzzer in range(seated):
        people.press(buzzer)
        people.wait(SECOND)
    assert people.at(Lobby)
    assert view(people).opens_menu == hint


@pytest.mark.parametrize("name", often(RULESETS, {"bicycle", "idi", "valepaska"}))
def test_a_game_is_told_to_its_end(name: str) -> None:
    """Without cards, cameras or buttons: only what the rules offer, until they offer no more."""
    ruleset = RULESETS[name]
    rng = random.Random(name)
    players = max(3, ruleset.seats[0])
    seats = tuple(range(players))
    game = ruleset.start(
        Setup(
            players,
            hands=None if not ruleset.deck(ruleset.start(Setup(players), {})) else (3,) * players,
        ),
        {},
    )
    happened: tuple[Event, ...] = ()
    for _ in range(400):
        match = Match(game, happened=happened)
        table = Table(TableSettings(name), Turns(match=match), buzzers=seats, names=seats)
        if game.phase in (Phase.READY, Phase.OPEN, Phase.LAST_CARDS):
            must_hold(table, view_of(table, SECOND, ENGLISH))
        legal = list(islice(ruleset.legal_actions(game), 200))
        moves = [action for action in legal if isinstance(action, (Play, Pass, Guess))]
        action = rng.choice(moves or legal) if rng.random() < 0.6 else rng.choice(legal)
        if isinstance(action, (Void, Leave)):
            continue
        game, happened = ruleset.apply(game, action)
        if game.phase is Phase.OVER:
            break
    end = replace(table, stage=Over(match=Match(game, happened=happened)))
    seen = view_of(end, SECOND, ENGLISH)
    if game.phase is Phase.OVER:
        must_hold(end, seen)
        assert (require(seen.end).winner, require(seen.end).loser) == (game.winner, game.loser)


# --- how to play ---------------------------------------------------------------------------------


@EVERY
def test_how_to_play_says_every_rule_and_what_this_house_plays_otherwise(name: str) -> None:
    ruleset = RULESETS[name]
    assert rules(name, ()) == tuple(rule.text for rule in ruleset.explain({}))
    for preset in ruleset.presets:
        usual, here = ruleset.house({}), ruleset.house(dict(preset.options))
        lines = [ENGLISH.say(rule) for rule in rules(name, preset.options)]
        odd = sum(line.startswith("House rule: ") for line in lines)
        assert odd == sum(here[key] != usual[key] for key in here)


def test_all_rules_are_there_where_the_game_is_paused() -> None:
    people = playing(4, race_ruleset())
    assert view(people).rules is None
    people.send(Wished(Wish.PAUSE, people.now))
    assert view(people).rules is not None


# --- turns ---------------------------------------------------------------------------------------


def test_who_sits_keeps_the_place_of_the_buzzer() -> None:
    people = playing(3)
    wired = replace(people.table.settings, buzzers=6)
    people.table = replace(people.table, settings=wired, buzzers=(0, 2, 5))
    seen = view(people)
    assert [(seat.seat, seat.place) for seat in seen.seats] == [(0, 0), (1, 2), (2, 5)]
    assert seen.table.places == 6


def test_the_leader_turns_a_ring_of_ranks() -> None:
    people = playing(4, ruleset_with("idi_hand_size"))
    people.press(1)
    people.hold(1)
    seen = view(people)
    assert seen.ring is not None
    seat, choice = seen.ring
    assert seat.seat == 1
    assert choice.labels == (*RANKS, BACK)
    assert seat_words.title(choice, seen.words) == "Ben: which rank"
    people.press(1)
    turned = view(people).ring
    assert turned is not None
    assert turned[1].cursor == choice.cursor + 1


def test_a_ring_of_players_has_their_names() -> None:
    people = playing(4, wager_ruleset())
    people.wait(100 * MS)
    people.hold(1)
    people.send(QuestionDrawn(people.table.request, SECRET, people.now))
    people.send(Chosen(Guess(1, 40, 10), people.now))
    people.wait(2 * SECOND)
    seen = view(people)
    assert seen.screen is Screen.QUESTION
    assert seen.guess.bid is not None
    assert (seen.guess.bid.guess, seen.guess.bid.wager, seen.guess.highest_wager) == (40, 10, 10)
    assert [seat.points for seat in seen.seats] == [100] * 4
    assert (seen.seats[1].role, seen.seats[1].tag) == (Role.CLAIMANT, Tag.CONFIDENT)
    assert seen.ring is not None
    assert {AtSeat(0), AtSeat(2), AtSeat(3)} <= set(seen.ring[1].labels)


def forced() -> People:
    people = playing(4, ruleset_with("force"), force=True)
    people.send(Chosen(Play(1, 1, Rank.SEVEN), people.now))
    people.wait(2 * SECOND)
    return people


def test_a_slap_that_may_become_a_force_says_how() -> None:
    people = forced()
    assert prompt(people, 2) == "doubt it? keep holding: force"
    people.down(2)
    people.wait(300 * MS)
    seen = view(people)
    assert seen.headline == "Cleo slaps!"
    assert seen.seats[2].prompt is Prompt.DOUBT_OR_FORCE
    assert seen.seats[2].button.hold is not None
    assert seen.seats[2].role is Role.DOUBTER


def test_who_is_forced_is_asked_for_the_card() -> None:
    people = forced()
    people.down(2)
    people.wait(3 * SECOND)
    assert people.game.phase is Phase.PRODUCE
    people.wait(2 * SECOND)
    seen = view(people)
    assert seen.headline == "Ben, produce a seven, or hold: none"
    assert seen.seats[1].prompt is Prompt.HAVE_NONE
    assert seen.box.sought is not None
    assert (seen.box.sought.count, seen.box.sought.words) == (1, "seven")


def test_who_passed_is_seen_and_so_are_cards_that_left() -> None:
    people = playing(4, ruleset_with("idi_hand_size"))
    people.send(Chosen(Play(1, 1, Rank.SEVEN), people.now))
    people.wait(6 * SECOND)
    people.send(Chosen(Pass(2), people.now))
    people.wait(2 * SECOND)
    assert view(people).seats[2].role is Role.PASSED
    for seat in (3, 0, 1):
        if people.game.turn == seat and not people.game.removed:
            people.send(Chosen(Pass(seat), people.now))
            people.wait(2 * SECOND)
    assert view(people).play.beside.endswith("1 out of the game")


def test_a_move_can_be_taken_back_for_a_moment_and_the_seat_is_told() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    assert prompt(people, 1) == "tap: take back"
    people.wait(2 * SECOND)
    assert prompt(people, 1) == "hold: wrong number"


def test_an_accident_can_be_called_off_for_a_moment_and_both_are_told() -> None:
    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.press(3)
    people.wait(300 * MS)
    assert people.at(Doubting)
    assert [prompt(people, seat) for seat in (1, 3)] == ["oops? both hold"] * 2
    people.wait(4 * SECOND)
    assert prompt(people, 3) == "flip the cards"


def test_a_choice_of_few_ranks_is_said_in_words_and_so_is_a_pass() -> None:
    game = ruleset_with("next_claim", "passing")
    people = playing(4, game, next_claim="same_or_next", passing="turn")
    people.lay(1, 2)
    people.wait(20 * SECOND)
    assert view(people).detail.startswith("Cleo plays aces or twos or kings or passes.")
    assert view(people).play.allowed == (Rank.ACE, Rank.TWO, Rank.KING)
    people.hold(2)  # pass or say that the number is wrong
    people.hold(2)
    people.wait(2 * SECOND)
    assert (people.game.turn, people.game.claim is not None) == (3, True)


def test_first_cards_that_lie_face_up_are_announced() -> None:
    people = playing(4, ruleset_with("opening_face_up"), opening_face_up=True)
    assert view(people).detail.startswith("The first cards of a pile lie face up.")
    people.lay(1, 2)
    people.wait(20 * SECOND)
    assert view(people).detail.startswith("Lay cards face down")


def test_where_anyone_may_start_everyone_is_told() -> None:
    for name, ruleset in RULESETS.items():
        players = max(3, ruleset.seats[0])
        people = playing(players, name)
        if len(ruleset.live(people.game)) > 1:
            break
    else:
        pytest.skip("no ruleset here lets anyone start")
    seen = view(people)
    assert seen.headline.startswith("Anyone may ")
    assert {seat.role for seat in seen.seats} == {Role.LIVE}
    assert {seat.prompt for seat in seen.seats} == {Prompt.BE_FIRST}
    people.press(2)
    people.wait(200 * MS)
    assert on_turn(people.table) == 2
    assert view(people).seats[2].role is Role.TURN


# --- reveals, verdicts, pauses -------------------------------------------------------------------


def doubted(**options: Any) -> People:  # noqa: ANN401 - house options
    people = playing(4, race_ruleset(), **options)
    people.lay(1, 2)
    people.press(3)
    people.wait(3 * SECOND)
    assert people.at(Revealing)
    return people


def test_a_verdict_knows_which_cards_pass_for_others() -> None:
    for options, wild in (({}, ()), ({"wild": "twos"}, (Rank.TWO,))):
        people = doubted(**options)
        people.show("A", "2")
        people.wait(100 * MS)
        assert (view(people).play.wild, require(view(people).verdict).truth) == (wild, bool(wild))


def test_cards_entered_by_hand_are_seen_in_the_box() -> None:
    people = doubted()
    people.hold(3)
    seen = view(people)
    assert seen.ring is not None
    assert seen.ring[0].seat == 3
    people.to_ranks(3)
    people.hold(3)
    assert len(view(people).box.cards) == 1
    assert view(people).box.cards[0].quad == ()


def test_a_dispute_shows_the_cards_again_and_who_has_agreed() -> None:
    people = doubted()
    people.show("A", "K")
    people.wait(100 * MS)
    assert require(view(people).verdict).hint == "Wrong? Hold 2.5 s. Tap: how likely?"
    people.press(0, 4 * HOLD)
    seen = view(people)
    assert require(seen.verdict).disputed
    assert [card.rank for card in seen.box.cards] == [Rank.ACE, Rank.KING]
    assert require(seen.verdict).hint == ""
    people.wait(100 * MS)
    people.hold(1)
    assert view(people).detail.endswith("Ben says wrong.")
    assert prompt(people, 1) == "you say: wrong"


def test_the_answer_comes_with_its_source() -> None:
    people = playing(4, wager_ruleset())
    people.wait(100 * MS)
    people.hold(1)
    people.send(QuestionDrawn(people.table.request, SECRET, people.now))
    people.send(Chosen(Guess(1, 43, 10), people.now))
    people.wait(2 * SECOND)
    picks: Any = people.table.ruleset
    people.send(Chosen(picks_of(picks, people), people.now))
    people.wait(2 * SECOND)
    people.send(Chosen(Doubt(people.game.turn), people.now))
    people.wait(200 * MS)
    hidden = view(people)
    assert hidden.screen is Screen.QUESTION
    assert hidden.guess.question is not None
    assert (hidden.guess.question.text, hidden.guess.question.percent) == ("How much of it?", None)
    people.wait(3 * SECOND)
    seen = view(people)
    assert seen.screen is Screen.ANSWER
    assert seen.guess.question is not None
    assert (seen.guess.question.percent, seen.guess.question.about) == (42, True), "41.625, rounded"
    assert "about 42%" in seen.headline
    assert (seen.guess.question.source, seen.guess.question.date) == ("the almanac", "1987")
    assert require(seen.verdict).word == "TOO HIGH"
    assert require(seen.verdict).takes == 1
    assert seen.seats[1].role is Role.LOSES


def picks_of(ruleset: Any, people: People) -> Action:  # noqa: ANN401 - a WagerGame
    return Pick(1, ruleset.picks(people.game)[0])


def test_a_pause_keeps_the_counts_in_sight() -> None:
    people = playing(4, race_ruleset())
    people.send(Wished(Wish.PAUSE, people.now))
    people.send(Tick(people.now))
    seen = view(people)
    assert seen.paused
    assert seen.headline == "Paused"
    assert [seat.cards for seat in seen.seats] == list(people.game.hands)
    assert {seat.prompt for seat in seen.seats} == {Prompt.GO_ON}


def test_who_left_is_seen_to_be_gone() -> None:
    people = playing(5, ruleset_with("idi_hand_size"))
    people.send(Wished(Wish.PAUSE, people.now))
    people.send(Chosen(Leave(3), people.now))
    people.send(Wished(Wish.GO_ON, people.now))
    assert view(people).seats[3].role is Role.GONE
    assert prompt(people, 3) == ""


def test_force_is_offered_by_name_only_where_it_is_legal() -> None:
    people = playing(4, ruleset_with("force"))
    people.send(Chosen(Play(1, 1, Rank.SEVEN), people.now))
    people.wait(2 * SECOND)
    assert people.table.ruleset.refusal(people.game, Force(2)) is not None
    assert prompt(people, 2) == "doubt it?"
