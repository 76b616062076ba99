"""Drawing questions: by chance, and none twice in an evening until all have been asked."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from appliance.core.effects import DrawQuestion, Effect
from appliance.core.question import Kind, Question
from appliance.core.signals import QuestionDrawn, Signal


class Drawer:
    """Answers every DrawQuestion effect with a QuestionDrawn signal.

    `chance` decides, so the same one draws the same evening. `asked` are questions that were
    drawn earlier in the evening, as the journal tells after a power cut. `clock` gives the
    table's time in nanoseconds.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        chance: Random,
        post: Callable[[Signal], object],
        clock: Callable[[], int],
        asked: Iterable[Question] = (),
    ) -> None:
        if not questions:
            raise ValueError("there must be a question to draw")
        self._questions = questions
        self._chance, self._post, self._clock = chance, post, clock
        self._asked = {_key(question) for question in asked}

    def perform(self, effect: Effect) -> None:
        """Take DrawQuestion; leave the rest to others."""
        if isinstance(effect, DrawQuestion):
            self._post(QuestionDrawn(effect.request, self.draw(effect.kind), self._clock()))

    def draw(self, kind: Kind | None) -> Question:
        """A question of `kind`, or of any; of another kind where the packs have none of it.

        When all that could be drawn have been asked, they can be asked again.
        """
        fitting = [one for one in self._questions if kind in (None, one.kind)]
        fitting = fitting or list(self._questions)
        fresh = [one for one in fitting if _key(one) not in self._asked]
        if not fresh:
            self._asked -= {_key(one) for one in fitting}
            fresh = fitting
        question = self._chance.choice(fresh)
        self._asked.add(_key(question))
        return question


def _key(question: Question) -> tuple[str, str]:
    return question.pack, question.id
