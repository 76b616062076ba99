"""No picture, line or sound tells a lie from a truth before the cards are turned.

Random games fork where the table learns what is true: the cards are as claimed, or are not; a
guess is right, or is not. Both forks have the same public facts, so they look and sound the same.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice

import pytest
from at_table import TRUSTING, People, playing, reading_of
from extent import often
from hypothesis import given
from hypothesis import strategies as st
from random_table import SECRET, dealt, likely
from said import ENGLISH

from appliance.core.effects import Lamp, PlaySound
from appliance.core.signals import MS, SECOND, CardsSeen, Chosen, QuestionDrawn
from appliance.display import show
from appliance.display.captions import Captions
from appliance.display.cast.feelings import host_mood, mood_of
from appliance.display.draw import Artist
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.view import Screen, View
from appliance.table.facts import facts_of
from appliance.table.stages import Judged, Revealing, Turns
from bluffing.actions import Pass, Play
from bluffing.cards import Rank
from bluffing.rulesets import RULESETS

SIZE = (480, 270)
IN_A_PACK = 4
"""Cards of one rank."""

STEP = 100 * MS
CARDS = [name for name in RULESETS if name != "doubt_it"]


@dataclass
class Onlooker:
    """People at a table, and all that somebody beside it sees and hears."""

    people: People
    captions: Captions = field(default_factory=Captions)
    artist: Artist = field(default_factory=lambda: Artist(kit=shared_kit()))
    surface: pygame.Surface = field(default_factory=lambda: pygame.Surface(SIZE, 0, 32))

    def view(self) -> View:
        people = self.people
        return self.captions.view(facts_of(people.table, people.now), ENGLISH, people.now)

    def told(self) -> bool:
        return self.people.at(Judged) and self.people.table.at(Judged).told

    def turns_up(self) -> bool:
        """Return True from the moment at which the first card turns, or an answer appears."""
        view = self.view()
        if view.screen is Screen.ANSWER:
            return True  # the marker runs up the scale
        judged = view.screen is Screen.VERDICT and bool(view.box.cards)
        return judged and self.people.now >= show.card_at(view, 0)

    def heard(self) -> list[object]:
        """The sounds until now, and lamps: those of the table, and of its picture."""
        asked = [one for one in self.people.effects if isinstance(one, PlaySound | Lamp)]
        due = [cue for cue in show.cues(self.view()) if cue.at <= self.people.now]
        return [*asked, *due]

    def felt(self) -> list[object]:
        view = show.staged(self.view(), self.people.now)
        return [host_mood(view), *(mood_of(view, seat) for seat in view.seats)]

    def seen(self) -> bytes:
        """The picture, with the host and his line."""
        self.artist.redraw(self.surface, self.view(), self.people.now)
        return pygame.image.tobytes(self.surface, "RGB")


def act(people: People, rng: random.Random) -> None:
    """A legal play, and perhaps its doubt."""
    legal = islice(people.table.ruleset.legal_actions(people.table.game), 60)
    moves = [move for move in legal if isinstance(move, Play | Pass)]
    if moves:
        people.send(Chosen(rng.choice(moves), people.now))
    people.wait(700 * MS)
    if rng.random() < 0.6:
        people.press(rng.randrange(len(people.table.buzzers)))
    people.wait(1500 * MS)


def pair_of(people: People) -> tuple[Onlooker, Onlooker]:
    return Onlooker(People(people.table, people.now)), Onlooker(People(people.table, people.now))


def same(first: Onlooker, other: Onlooker) -> None:
    """What both see and hear at this moment is the same."""
    assert first.view().notice == other.view().notice
    assert first.felt() == other.felt()
    assert first.heard() == other.heard()
    if not first.turns_up():
        assert first.seen() == other.seen()


def compared(pair: tuple[Onlooker, Onlooker], until: Callable[[Onlooker], bool]) -> int:
    """Compare both step by step; return the number of moments after the decision."""
    decided = 0
    for _ in range(60):
        if any(map(until, pair)):
            break
        same(*pair)
        decided += all(one.people.at(Judged) for one in pair)
        for one in pair:
            one.people.wait(STEP)
    return decided


@pytest.mark.parametrize("name", often(CARDS))
@given(rng=st.randoms(use_true_random=False))
@pytest.mark.examples
def test_a_lie_looks_and_sounds_like_a_truth_until_the_cards_turn(
    name: str, rng: random.Random
) -> None:
    people = dealt(name, rng)
    trusting = replace(people.table.settings, conventions=TRUSTING)
    people.table = replace(people.table, settings=trusting)
    for _ in range(30):
        if people.at(Revealing) and people.game.claim is not None and people.game.lying:
            break
        if people.at(Turns):
            act(people, rng)
        else:
            people.hold(rng.randrange(6))
    else:
        return
    claim, lying = people.game.claim, people.game.lying
    if lying > IN_A_PACK:
        return  # the table asks at once for cards that no pack has
    ruleset = RULESETS[name]
    dealt_out = map(ruleset.trait, ruleset.deck(people.game))  # the table asks about other cards
    lie = next(trait for trait in dealt_out if trait not in {claim.rank, Rank.JOKER})
    pair = pair_of(people)
    same(*pair)
    for one, rank in zip(pair, (claim.rank, lie), strict=True):
        cards = CardsSeen(one.people.table.request, reading_of([str(rank)] * lying), people.now)
        one.people.send(cards)
    compared(pair, Onlooker.told)


def test_the_forks_of_a_doubted_play_end_differently() -> None:
    """So the property above compares something."""
    people = playing(3)
    people.lay(people.table.turns.game.turn, 2)
    claim = people.game.claim
    assert claim is not None
    people.press((claim.seat + 1) % 3)
    people.wait_for(lambda _: people.at(Revealing), 3000 * MS)
    pair = pair_of(people)
    lie = next(rank for rank in Rank if rank is not claim.rank)
    for one, rank in zip(pair, (claim.rank, lie), strict=True):
        cards = CardsSeen(one.people.table.request, reading_of([str(rank)] * 2), people.now)
        one.people.send(cards)
    assert compared(pair, Onlooker.told) > 5
    first, other = pair
    assert first.felt() != other.felt()
    assert first.seen() != other.seen()
    assert first.view().verdict != other.view().verdict


@given(rng=st.randoms(use_true_random=False), answers=st.tuples(*[st.integers(0, 100)] * 2))
@pytest.mark.examples
def test_a_guess_looks_and_sounds_the_same_whatever_the_answer(
    rng: random.Random, answers: tuple[int, int]
) -> None:
    people = playing(4, "doubt_it")
    people.wait(SECOND)
    people.hold(1)
    pair = pair_of(people)
    for one, percent in zip(pair, answers, strict=True):
        question = replace(SECRET, percent=float(percent))
        one.people.send(QuestionDrawn(people.table.request, question, people.now))
        one.people.wait(SECOND)
    for _ in range(8):
        if any(one.people.at(Judged) for one in pair):
            break
        same(*pair)
        action = likely(pair[0].people, rng)
        for one in pair:
            if action is not None:
                one.people.send(Chosen(action, one.people.now))
            one.people.wait(1500 * MS)
    compared(pair, Onlooker.told)
