"""The questions that a simulated table draws."""

import random
from collections.abc import Callable

from appliance.core.effects import Effect
from appliance.core.signals import Signal
from appliance.questions.drawer import Drawer
from lab.sim.truth import asked_in, topics


class Quiz:
    """Draws from the shipped questions of one language at a time, and posts them by `post`."""

    def __init__(
        self, seed: int, language: str, post: Callable[[Signal], None], clock: Callable[[], int]
    ) -> None:
        self._language, questions = language, asked_in(language)
        chance = random.Random(f"{seed}/questions")
        self._drawer = Drawer(questions, chance, post, clock, topics=topics())

    def perform(self, effect: Effect) -> None:
        """Draw a question that an effect of the table requests."""
        self._drawer.perform(effect)

    def ask_in(self, language: str) -> None:
        """Switch to questions in `language`; flagged ones stay out until it changes."""
        if language != self._language:
            self._language = language
            self._drawer.take(asked_in(language))
