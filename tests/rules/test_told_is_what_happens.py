"""What `doubtit rules` tells of who leads, takes, pays, wins or loses is what the engine does.

Each such sentence has a reading of its own in `proof.readings`. Games at random, by random house
options, are held against the sentences that these options tell.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from extent import often, tries
from proof.random_play import RandomPlayer
from proof.random_setup import random_start
from proof.readings import READINGS, Some, Step
from said import said

from bluffing.actions import TimeUp
from bluffing.errors import SettingError
from bluffing.game import Phase, Ruleset, Setup
from bluffing.message import Message
from bluffing.rulesets import RULESETS

GAMES = tries(120, of=600)
MOST = 120
"""Actions of one game that are looked at."""

ENOUGH = 600
RARE = {
    "rules.X12",
    "rules.X15.joins_table",
    "rules.X15.leaves_play",
    "rules.game_minutes.on",
    "rules.game_rounds.on",
}
"""Games after which every event that needs both a house option and a mishap has come up."""

SPEAKS = re.compile(r"\b(leads?|takes?|pays?|paid|wins?|won|loses?|lost|plays? next|plays first)\b")


STARTS = {
    "rules.starts.dealer",
    "rules.starts.dealer_left",
    "rules.starts.random",
    "rules.starts.winner",
    "rules.starts.ace_spades",
    "rules.starts.ace_hearts",
    "rules.starts.ace_clubs",
    "liars-poker.LP2",
    "calsbs.CB2",
    "menteur.SU2",
    "verish.VE2",
    "verish.VE2.all-dealt",
}
"""Sentences about the first lead: the dealer's left, or who chance or the last game names."""

OF_PEOPLE = {
    "rules.X8": "who mixed cards: people settle it",
    "rules.X9": "who took cards back: people settle it",
    "rules.X11": "cards are handed over by hand",
    "rules.X20": "who agrees: tests/table/test_consent.py",
    "rules.count_mismatch": "what is true",
    "doubt-it.D21": "who agrees: tests/table/test_flagged_questions.py",
    "pagat.P4": "who leads lays cards",
    "pagat.P11": "the order of turns",
    "pagat.P13": "is part of every reading of a lead",
    "pagat.U1": "what is true",
    "verish.VE3": "who leads lays cards",
}
"""Sentences that only seem to speak of who leads, takes, pays, wins or loses."""


def parts(told: Message) -> Iterator[Message]:
    """The message and those in it."""
    yield told
    for _, value in told.values:
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Message):
                yield from parts(item)


def told_by(game: Ruleset[Any], options: dict[str, Any]) -> set[str]:
    """The codes of all sentences that a game with these options tells."""
    return {part.code for rule in game.explain(options) for part in parts(rule.text)}


def played(
    rng: random.Random,
    game: Ruleset[Any],
    house: dict[str, Any],
    state: Some,
    *,
    clumsy: bool,
) -> Iterator[Step]:
    """A game at random; where people are clumsy, they count, leave and settle a lot."""
    player = RandomPlayer(rng, *((200, 150) if clumsy else (0, 0)))
    for _ in range(MOST):
        if state.phase is Phase.OVER:
            return
        up = TimeUp()
        ends = clumsy and rng.random() < 0.05 and game.refusal(state, up) is None
        action = up if ends else player.choose(game, state)
        after, events = game.apply(state, action)
        yield Step(house, state, action, after, events)
        state = after


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.examples
@pytest.mark.untraced
def test_what_is_told_is_what_happens(name: str) -> None:
    game, heard, fired = RULESETS[name], set[str](), Counter[str]()
    for number in range(GAMES):
        rng = random.Random(f"told {name} {number}")
        start = random_start(rng, game, Counter(), short=number % 2 == 0)
        house, told = game.house(start.options), told_by(game, start.options)
        heard |= told
        readings = [(code, READINGS[code]) for code in told if code in READINGS]
        for step in played(rng, game, house, start.state, clumsy=number % 4 < 2):
            for code, reading in readings:
                holds = reading(step)
                fired[code] += holds is not None
                assert holds is not False, f"{code} by {start.options}: {step}"
    speaking = {code for code in heard if SPEAKS.search(said_of(game, code))}
    unread = speaking - {*READINGS, *STARTS, *OF_PEOPLE} - wholes(game)
    assert not unread, f"nobody has read what these say: {unread}"
    silent = {code for code in heard if code in READINGS and not fired[code]}
    silent -= RARE if GAMES < ENOUGH else set()
    assert not silent, f"never came up in {GAMES} games: {silent}"


def said_of(game: Ruleset[Any], code: str) -> str:
    """A sentence as some options of the game make it."""
    for options in ({}, *({key: value} for key, value in flags(game))):
        for rule in game.explain(options):
            for part in parts(rule.text):
                if part.code == code:
                    return said(part)
    return ""


def flags(game: Ruleset[Any]) -> Iterator[tuple[str, Any]]:
    """Each house option with each of its words."""
    for option in game.options:
        for value in option.allowed:
            yield option.key, value[0] if isinstance(value, range) else value


def wholes(game: Ruleset[Any]) -> set[str]:
    """Sentences that speak only by what is put into them."""
    found = set()
    for rule in game.explain({}):
        inner = [said(part) for part in parts(rule.text) if part is not rule.text]
        words = said(rule.text)
        for item in inner:
            words = words.replace(item, "")
        if not SPEAKS.search(words):
            found.add(rule.text.code)
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_who_leads_first(name: str) -> None:
    """The dealer's left or the dealer; or, where chance or the last game decides, who is named."""
    game = RULESETS[name]
    after = game.house({}).get("starts") != "dealer"
    players = game.seats[-1] if len(game.seats) < 20 else 6
    for dealer in range(players):
        assert game.start(Setup(players, dealer), {}).turn == (dealer + after) % players
        assert game.start(Setup(players, dealer, lead=dealer), {}).turn == dealer


def test_every_reading_is_of_a_sentence() -> None:
    known = set[str]()
    for game in RULESETS.values():
        for options in ({}, *({key: value} for key, value in flags(game))):
            try:
                known |= told_by(game, options)
            except SettingError:
                continue  # this alone contradicts the others
    gone = {*READINGS, *STARTS, *OF_PEOPLE} - known
    games = {game.name for game in RULESETS.values()}
    assert not {code for code in gone if code.split(".")[0].replace("-", "_") in games}
