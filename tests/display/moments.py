"""Moments of told evenings: those of the gallery, and every step of games played at random."""

from copy import copy
from dataclasses import replace
from functools import cache, partial
from itertools import count

from extent import ALL

from appliance.config import Config
from appliance.core.question import Question
from appliance.display.view import Screen
from appliance.display.view_of import shown
from appliance.service.outside import outside_of
from appliance.table.facts import facts_of
from appliance.table.stages import Judged, Turns
from appliance.words import words_of
from bluffing.rulesets import RULESETS
from lab.gallery.moments import Kept, Moment
from lab.gallery.sitting import Sitting
from lab.gallery.tour import at_usual, gather, play, settings_of, sitting_of

EACH = 1650 // len(RULESETS) * (4 if ALL else 1)
"""Moments of each ruleset at least: with the 350 of the gallery they are more than 2,000."""

MOVES = 90
"""Things that happen in a game."""
SEATS = (3, 5, 8)


class Every(Kept):
    """All moments of a story, also those that say nothing new."""

    def see(self, sitting: Sitting, about: str) -> None:
        """Keep what the table shows now."""
        name = f"{about}-{len(self.moments):03}"
        self.moments.append(Moment(name, partial(shown, sitting.facts), sitting.now))


def of_random_games(name: str) -> list[Moment]:
    """Every step of games of a ruleset, with few players and with many: `EACH` at least."""
    game, kept = RULESETS[name], Every()
    for seed in count():
        wanted = SEATS[(len(name) + seed) % len(SEATS)]
        seats = min(max(game.seats[0], wanted), game.seats[-1])
        sitting = sitting_of(settings_of(name, seats))
        gather(kept, sitting, name, seats)
        play(kept, sitting, f"read/{seed}", MOVES)
        if len(kept.moments) >= EACH:
            return kept.moments
    raise AssertionError  # a game says something


@cache
def of_gallery() -> tuple[Moment, ...]:
    """Every moment of the gallery at its usual table."""
    return tuple(at_usual(outside_of(Config(), screens=2)))


@cache
def _at_a_question() -> tuple[Sitting, ...]:
    """A table that asks a question, and the table once its answer is turned up."""
    sittings: dict[Screen, Sitting] = {}
    seats = 4

    class FirstOfEach(Kept):
        def see(self, sitting: Sitting, _about: str) -> None:
            """Keep a copy of the table where it first shows a question, and an answer."""
            screen = shown(sitting.facts, words_of("en")).screen
            asks = sitting.facts.guess.question is not None and sitting.table.paused is None
            if asks and screen in {Screen.QUESTION, Screen.ANSWER}:
                sittings.setdefault(screen, copy(sitting))

    sitting = sitting_of(settings_of("doubt_it", seats))
    gather(FirstOfEach(), sitting, "doubt_it", seats)
    for seed in count():
        play(FirstOfEach(), sitting, f"question/{seed}", MOVES)
        if len(sittings) > 1:
            return sittings[Screen.QUESTION], sittings[Screen.ANSWER]
    raise AssertionError  # a question is answered some time


def of_question(question: Question) -> list[Moment]:
    """The moment at which a table asks this question, and the moment at which it answers it."""
    moments = []
    for name, sitting in zip(("asked", "answered"), _at_a_question(), strict=True):
        match = replace(sitting.table.match, question=question)
        stage = sitting.table.stage
        assert isinstance(stage, Turns | Judged)
        facts = facts_of(replace(sitting.table, stage=stage.playing(match)), sitting.now)
        moments.append(Moment(f"{question.id}-{name}", partial(shown, facts), sitting.now))
    return moments
