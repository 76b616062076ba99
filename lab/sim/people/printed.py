"""Actions of people asked for a question's printed card: find it, and turn it over in the box.

Sometimes they turn over another card first, sometimes an older print, and sometimes they find none.
"""

import random
from dataclasses import replace

from appliance.core.question import CardCode
from appliance.core.signals import MS
from appliance.table.codes import Prompt
from lab.sim.people.outlook import Outlook
from lab.sim.people.players import Players
from lab.sim.truth import Box, printed_cards

UNWILLING = 4
"""Factor by which a party who gains by the table's answer refuses more often than about cards."""


def plan(people: Players, look: Outlook) -> None:
    """Turn the card over, another one after a wrong one, or decide about the question."""
    parties = look.glimpse.seats(Prompt.AGREE_OR_NOT)
    if parties or look.glimpse.seats(Prompt.AGREE):
        _decide(people, look)
        return
    question, box = look.view.guess.question, people.box
    if question is None or people.hands.box is not None:
        return
    rng = people.stream("card")
    if rng.random() < people.habits.prints.missing:
        for seat in look.able(look.glimpse.seats(Prompt.GO_ON))[:1]:
            look.hold(seat, look.now + rng.randint(3000, 9000) * MS)
        return
    right = _print_of(people, question.id)
    wrong = rng.random() < people.habits.prints.wrong
    if box is None or box.play != people.when:
        card = rng.choice(sorted(printed_cards().values(), key=repr)) if wrong else right
        people.hands.box = (look.now + rng.randint(1500, 6000) * MS, Box((), people.when, 0, card))
    elif look.view.box.ask or box.printed == right:  # the wrong one, or it can't be read as it lies
        again = Box((), people.when, box.spread + 1, right)
        people.hands.box = (look.now + rng.randint(3000, 6000) * MS, again)


def _print_of(people: Players, id_: str) -> CardCode:
    """Return the print of that question that people have, the same for a whole evening."""
    card = printed_cards()[id_]
    rng = random.Random(f"{people.seed}/print/{id_}")
    if rng.random() < people.habits.prints.old:
        return replace(card, percent=float(rng.randrange(101)))
    return card


def _decide(people: Players, look: Outlook) -> None:
    """Discard the question if an older print would judge otherwise, unless a party refuses."""
    rng = people.stream("older print")
    at = look.now + rng.randint(1000, 2500) * MS
    if rng.random() < people.habits.unwilling * UNWILLING:
        for seat in look.able(look.glimpse.seats(Prompt.AGREE_OR_NOT))[:1]:
            look.tap(seat, at)
    else:
        for seat in look.able(look.glimpse.seats(Prompt.AGREE_OR_NOT, Prompt.AGREE)):
            look.hold(seat, at)
