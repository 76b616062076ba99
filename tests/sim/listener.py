"""A player by ear, who knows the rules, the own cards, and what was said aloud. No View."""

import random
import re
from collections.abc import Iterable
from enum import Enum

from bluffing.cards import RANKS, Rank
from lab.words import words_of

WORDS = words_of("en")
MANY = {WORDS(f"rank.{rank}.many"): rank for rank in RANKS}
ONE = {WORDS(f"rank.{rank}.one"): rank for rank in RANKS}
SHORT = {WORDS(f"rank.{rank}.short"): rank for rank in RANKS}

SPEAKS_TO = re.compile(
    r"(?P<who>[^:]+): (?P<what>(tap|hold|press|pick up|doubt it|a moment|flip|by accident).*)"
)
"""A sentence for one player or several: what the button does now."""

PATIENCE = 16
"""Options of one choice that are heard before one is taken that was not wanted."""


class Hand(Enum):
    """What a listener does with the button."""

    TAP = "tap"
    HOLD = "hold"


class Listener:
    """The player called `name`, with cards that no one else sees. `hear` says all there is to know.

    Cards are on the table before the button says so: `laid`.
    """

    def __init__(self, name: str, number: int, seed: int) -> None:
        self.name, self.first, self.rng = name, number == 1, random.Random(f"{seed}/{name}")
        self.buzzer = f"Buzzer {number}"
        self.hand: list[Rank] = []
        self.laid: list[Rank] = []
        self.rank: Rank | None = None  # that it means to claim
        self.wanted = 0
        self.allowed: list[Rank] = []  # that the next play may be, as far as was said
        self.prompt = ""
        self.doubts = False
        self.heard_options = 0

    # --- ears ------------------------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """A sentence was said."""
        to = SPEAKS_TO.match(text)
        if to is not None:
            if {self.name, self.buzzer} & {*re.split(r", | and ", to["who"])}:
                self.prompt = to["what"].rstrip(".")
            return
        if (said := re.search(r"(\w+) says (\d+) (\w+)", text)) is not None:
            self._claimed(said[1], int(said[2]), said[3])
        if (next_ := re.search(r"(?:plays|leads|play|lead) ([^.:]+)", text)) is not None:
            words = re.split(r", | or ", next_[1])
            found = [MANY.get(word) or SHORT.get(word) or ONE.get(word) for word in words]
            self.allowed = [card for card in found if card is not None]

    def _claimed(self, who: str, count: int, rank: str) -> None:
        """Judge the cards of another player: are they true?"""
        of = MANY.get(rank) or ONE.get(rank)
        impossible = of is not None and self.hand.count(of) + count > 4
        self.doubts = who != self.name and (impossible or self.rng.random() < 0.08)

    # --- hands -----------------------------------------------------------------------------------

    def act(self) -> Hand | None:
        """Return what the button is pressed for now, if it is."""
        if self.doubts and self.prompt.startswith("doubt it?"):
            self.doubts = False
            return Hand.TAP
        if not self.prompt:
            return None
        prompt, self.prompt = self.prompt, ""
        does = self._does(prompt)
        if prompt.startswith("doubt it?"):
            self.prompt = prompt  # as long as nothing else is said
        return does

    def _does(self, prompt: str) -> Hand | None:
        if prompt.startswith(("hold if you deal", "hold if you begin")):
            return Hand.HOLD if self.first else None
        if prompt.startswith("hold: next deal"):
            return None
        if prompt.startswith(("press", "tap: next, hold: draw")):
            return Hand.TAP if prompt.startswith("press") else Hand.HOLD
        if prompt.startswith("tap per card"):
            return self._begins_to_count(prompt)
        if (counted := re.match(r"tap for more, hold to lock, (\d+) card", prompt)) is not None:
            return Hand.TAP if int(counted[1]) < self.wanted else Hand.HOLD
        if (ring := re.match(r"hold: (.+), tap: next", prompt)) is not None:
            return self._chooses(ring[1])
        return Hand.HOLD if prompt.startswith(("hold", "pick up")) else None

    def _begins_to_count(self, prompt: str) -> Hand:
        """Lay true cards if possible, else doubt or pass by chance, or lay a false one."""
        may = self.allowed or RANKS
        self.rank = max(may, key=self.hand.count)
        true = [card for card in self.hand if card is self.rank]
        if not true and ", or hold:" in prompt and self.rng.random() < 0.5:
            return Hand.HOLD
        self.laid = true[:4] or self.hand[:1]
        self.wanted, self.heard_options = len(self.laid), 0
        return Hand.TAP

    def _chooses(self, label: str) -> Hand:
        """Go on to a rank that is meant, or take by chance; in the end whatever it is."""
        self.heard_options += 1
        rank = SHORT.get(label) or ONE.get(label.lower()) or MANY.get(label.lower())
        wants = rank is self.rank if rank is not None else self.rng.random() < 0.4
        if label == "BACK":
            wants = False
        if wants or self.heard_options > PATIENCE:
            self.heard_options = 0
            return Hand.HOLD
        return Hand.TAP

    def takes(self, cards: Iterable[Rank]) -> None:
        """Cards come into the hand."""
        self.hand += cards

    def lays(self, count: int) -> list[Rank]:
        """So many cards of the hand lie on the table now: those that were meant."""
        laid = [*self.laid, *(card for card in self.hand if card not in self.laid)][:count]
        for card in laid:
            self.hand.remove(card)
        self.laid = []
        return laid
