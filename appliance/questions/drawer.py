"""Draws questions by a given random generator, none twice before all have been asked.

An evening repeats a question only after all others, even if it runs through the last question and
begins again. Within an evening the questions vary (`varied`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from appliance.core.effects import DrawQuestion, Effect, FlagQuestion, PassOver
from appliance.core.question import Kind, Question
from appliance.core.signals import QUESTIONS, DriverBack, DriverLost, Noted, QuestionDrawn, Signal
from bluffing.message import Message, message

FEW_LEFT = 20
"""Questions of an evening. With fewer that were not asked yet, people should know."""

POINTS_APART = 8
"""Least percentage points between the answers of two questions in a row."""

RESTS_FOR = 8
"""Questions in a row that ask about different polls and, with enough topics, different topics."""

EXTREME_LOW, EXTREME_HIGH, EXTREME_EVERY = 15, 85, 6
"""Percentages below and above which an answer surprises, and questions in a row with one such."""

Key = tuple[str, str]
"""A question by its pack and its id."""


def key_of(question: Question) -> Key:
    """Key under which the memory keeps a question."""
    return question.pack, question.id


class Drawer:
    """Answers every DrawQuestion effect with a QuestionDrawn signal, or with the reason for none.

    `chance` decides: the same seed draws the same evening. `asked` are the questions of the current
    cycle through all questions, over all evenings; `tonight` those of this evening before a power
    cut, in their order. `remember` receives all asked questions at each draw. `clock` gives the
    table's time in nanoseconds. `topics` are the topics of questions. `few_left` returns the
    warning that people read once when fewer than FEW_LEFT questions are left; None: no warning.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        chance: Random,
        post: Callable[[Signal], object],
        clock: Callable[[], int],
        *,
        asked: Iterable[Key] = (),
        tonight: Iterable[Key] = (),
        topics: Mapping[Key, str] | None = None,
        remember: Callable[[frozenset[Key]], object] = frozenset,
        few_left: Callable[[int], Message | None] = lambda _: None,
    ) -> None:
        self._questions = tuple(questions)
        self._chance, self._post, self._clock = chance, post, clock
        self._asked, self._remember = set(asked), remember
        self._tonight = list(tonight)
        self._topics = topics or {}
        self._known = {key_of(entry): entry for entry in self._questions}
        self.few_left, self._warned = few_left, False

    def perform(self, effect: Effect) -> None:
        """Perform DrawQuestion, and note flagged and known questions; ignore other effects."""
        match effect:
            case DrawQuestion(request, kind) if self._questions:
                self._post(QuestionDrawn(request, self.draw(kind), self._clock()))
                self._warn()
            case DrawQuestion():
                why = message("questions.none-fits")
                self._post(DriverLost(QUESTIONS, why, self._clock()))
            case FlagQuestion(pack, id_):
                self.take([entry for entry in self._questions if key_of(entry) != (pack, id_)])
            case PassOver(pack, id_):
                self._note((pack, id_))

    def take(self, questions: Sequence[Question]) -> None:
        """Replace the questions to draw from."""
        again = bool(questions) and not self._questions
        self._questions = tuple(questions)
        self._known |= {key_of(entry): entry for entry in self._questions}
        if again:
            self._post(DriverBack(QUESTIONS, self._clock()))

    def draw(self, kind: Kind | None) -> Question:
        """Draw a question of `kind`, or of any kind if `kind` is None or the packs lack it.

        Once all fitting questions have been asked, they can be asked again: first those that this
        evening has not asked, else one of the half that it asked longest ago.
        """
        fitting = [entry for entry in self._questions if kind in (None, entry.kind)]
        fitting = fitting or list(self._questions)
        fresh = [entry for entry in fitting if key_of(entry) not in self._asked]
        if not fresh:
            self._asked -= {key_of(entry) for entry in fitting}
            fresh = fitting
        newest = self._tonight[-RESTS_FOR + 1 :]
        before = [self._known[key] for key in newest if key in self._known]
        question = self._chance.choice(varied(self._longest_ago(fresh), before, self._topics))
        self._note(key_of(question))
        return question

    def _warn(self) -> None:
        """Warn people, once, that few questions are left."""
        left = sum(key_of(entry) not in self._asked for entry in self._questions)
        if left >= FEW_LEFT or self._warned:
            return
        self._warned = True
        if (warning := self.few_left(left)) is not None:
            self._post(Noted(QUESTIONS, warning, self._clock()))

    def _note(self, key: Key) -> None:
        """Note that the question of `key` was asked."""
        self._asked.add(key)
        self._tonight.append(key)
        self._remember(frozenset(self._asked))

    def _longest_ago(self, fresh: list[Question]) -> list[Question]:
        """Return questions that this evening has not asked, or else the half asked longest ago."""
        last = {key: place for place, key in enumerate(self._tonight)}
        new = [entry for entry in fresh if key_of(entry) not in last]
        if new:
            return new
        return sorted(fresh, key=lambda entry: last[key_of(entry)])[: (len(fresh) + 1) // 2]


def varied(
    candidates: list[Question], before: Sequence[Question], topics: Mapping[Key, str]
) -> list[Question]:
    """Return the `candidates` that go best with the questions asked `before`, the newest last.

    No topic comes twice in a row and no poll twice in RESTS_FOR; the answer is POINTS_APART from
    the last one; one answer in EXTREME_EVERY is extreme; facts and polls take turns; a topic rests
    as a poll does; and an extreme answer comes early. Each of these rules, in this order, leaves
    out the candidates that break it, unless it leaves none.
    """
    if not before:
        return candidates
    last, polls = before[-1], [entry.survey for entry in before if entry.survey]
    recent = [topics.get(key_of(entry)) for entry in before]
    calm = next((n for n, entry in enumerate(reversed(before)) if _extreme(entry)), len(before))
    rules: tuple[Callable[[Question], bool], ...] = (
        lambda entry: topics.get(key_of(entry), "") != recent[-1],
        lambda entry: entry.survey is None or not any(map(entry.survey.same_poll, polls)),
        lambda entry: abs(entry.percent - last.percent) >= POINTS_APART,
        lambda entry: calm < EXTREME_EVERY - 1 or _extreme(entry),
        lambda entry: entry.kind is not last.kind,
        lambda entry: topics.get(key_of(entry), "") not in recent,
        lambda entry: calm < EXTREME_EVERY // 2 or _extreme(entry),
    )
    for rule in rules:
        candidates = [entry for entry in candidates if rule(entry)] or candidates
    return candidates


def _extreme(question: Question) -> bool:
    return not EXTREME_LOW <= question.percent <= EXTREME_HIGH
