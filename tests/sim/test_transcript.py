"""A transcript has one line for each event, in every language."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest
from at_table import seated, wager_ruleset

from appliance.table.facts import facts_of
from appliance.words import LANGUAGES
from bluffing import events
from bluffing.cards import Rank, Suit, Trait
from lab.sim.change import Change
from lab.sim.transcript import Transcript
from lab.words import words_of

CARDS, POINTS = seated(), seated(wager_ruleset())
ELSEWHERE = {events.LastCards, events.Won}
"""What the line of the play, or that of the end, tells already."""
VALUES: dict[Any, tuple[Any, ...]] = {
    int: (1, 2),
    int | None: (1,),
    float: (12.5,),
    bool: (True, False),
    Trait: (Rank.KING, Suit.HEARTS),
    Trait | None: (Rank.ACE, None),
    tuple[Trait, ...]: ((Rank.KING, Rank.TWO),),
    tuple[int, ...]: ((9, 8, 7), (9, 8, 6)),
}


def samples(kind: type[events.Event]) -> list[events.Event]:
    """One of this kind, and one more for each other value that one of its fields may have."""
    make: Callable[..., events.Event] = kind
    may = [VALUES[get_type_hints(kind)[field.name]] for field in fields(kind)]
    first = [values[0] for values in may]
    others = [(at, value) for at, values in enumerate(may) for value in values[1:]]
    return [make(*first), *(make(*first[:at], line, *first[at + 1 :]) for at, line in others)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_line_of_its_own(language: str) -> None:
    told: dict[type[events.Event], set[str]] = {}
    for kind in get_args(events.Event):
        people = POINTS if kind is events.LostPoints else CARDS
        facts = facts_of(people.table, people.now)
        lines: list[str] = []
        story = Transcript(lines.append, words_of(language))
        for sample in samples(kind):
            story.saw(Change(facts, facts, (sample,), people.now, (people.table, people.table)))
        told[kind] = set(lines)
    assert {kind for kind, lines in told.items() if not lines} == ELSEWHERE
    everything = [line for lines in told.values() for line in lines]
    assert len(everything) == len(set(everything))
    assert not [line for line in everything if "{" in line or "sim." in line or line.endswith(" ")]
