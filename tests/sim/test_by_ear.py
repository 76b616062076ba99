"""Whole games by people who see nothing: a transcript of what was said is enough to play.

No player here reads facts, View or table, but only the cards themselves, which lie where they were
put, and the camera, which sees those that are turned up when that is asked for aloud.
"""

import random
import re

import pytest
from at_table import People, reading_of
from listener import Hand, Listener

from appliance.core.effects import Announce, DrawQuestion, ReadCards
from appliance.core.question import Kind, Question
from appliance.core.signals import MS, CardsSeen, QuestionDrawn
from appliance.display.telling import Teller
from appliance.display.view_of import shown
from appliance.drivers.speech import SpokenLines
from appliance.table import Table, TableSettings
from appliance.table.facts import facts_of
from bluffing import events
from bluffing.cards import Rank
from lab.words import words_of

NAMES = ("Ana", "Ben", "Cleo")
WORDS = words_of("en")
MOST_ROUNDS = 6000


class Room:
    """A table at which three people play by ear; `said` is the transcript."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.people = People(Table(TableSettings(ruleset, buzzers=len(NAMES), names=NAMES)))
        self.ears = [Listener(name, number, seed) for number, name in enumerate(NAMES, 1)]
        self.voice = SpokenLines()
        self.teller = Teller(self.voice, lambda _: None)
        self.said: list[str] = []
        self.pile: list[tuple[int, list[Rank]]] = []
        self.rng = random.Random(seed)
        self.seen_effects = 0

    def play(self) -> None:
        """From an empty table to the end of one game."""
        for _ in range(MOST_ROUNDS):
            self.listen()
            if any(
                re.search(r"wins|has lost|share the win|Nobody wins", line)
                for line in self.said[-6:]
            ):
                return
            if not self.act():
                self.people.wait(400 * MS)
            self.world()
        pytest.fail("\n".join(self.said[-25:]))

    def listen(self) -> None:
        """All hear what is to be seen; what asks for cards has them turned up."""
        people = self.people
        self.teller.show(shown(facts_of(people.table, people.now), WORDS), people.now)
        while self.voice.lines:
            text = self.voice.lines.popleft()
            self.said.append(text)
            for ear in self.ears:
                ear.hear(text)
            if re.search(r"Flip the last", text) and self.pile:
                request = max(e.request for e in people.effects if isinstance(e, ReadCards))
                ranks = [str(card) for card in self.pile[-1][1]]
                people.send(CardsSeen(request, reading_of(ranks), people.now))

    def act(self) -> bool:
        """A player who hears a request for a press makes it, and is first."""
        for buzzer in self.rng.sample(range(len(NAMES)), len(NAMES)):
            does = self.ears[buzzer].act()
            if does is not None:
                (self.people.hold if does is Hand.HOLD else self.people.press)(buzzer)
                self.people.wait(60 * MS)
                return True
        return False

    def world(self) -> None:
        """Cards and questions go where they belong."""
        people, new = self.people, self.people.effects[self.seen_effects :]
        self.seen_effects = len(people.effects)
        for effect in new:
            if isinstance(effect, DrawQuestion):
                percent = self.rng.randrange(30, 90)
                question = Question(
                    "p", f"q{effect.request}", Kind.FACT, "How many?", percent, "s", "d"
                )
                people.send(QuestionDrawn(effect.request, question, people.now))
            elif isinstance(effect, Announce):
                self._happened(effect.event)
        hands = people.game.hands if people.table.stage.match is not None else ()
        if any(hands) and not any(ear.hand for ear in self.ears) and not self.pile:
            deck = [card.rank for card in people.table.ruleset.deck(people.game)]
            self.rng.shuffle(deck)
            for ear, count in zip(self.ears, hands, strict=True):
                ear.takes(deck.pop() for _ in range(count))

    def _happened(self, event: events.Event) -> None:
        match event:
            case events.Played(seat, count, _):
                self.pile.append((seat, self.ears[seat].lays(count)))
            case events.Took(seat, _):
                self.ears[seat].takes(card for _, cards in self.pile for card in cards)
                self.pile.clear()
            case events.Removed():
                self.pile.clear()


@pytest.mark.thorough
@pytest.mark.parametrize(("ruleset", "seed"), [("bicycle", 1), ("idi", 16), ("doubt_it", 1)])
def test_a_whole_game_is_played_by_ear(ruleset: str, seed: int) -> None:
    room = Room(ruleset, seed)
    room.play()
    assert room.people.table.games == 1
    assert len(room.said) > 40
