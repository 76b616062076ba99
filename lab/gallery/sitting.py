"""A scripted table: signals take effect at once, and time passes only when the script lets it."""

from collections.abc import Iterator

from appliance.core.effects import DrawQuestion
from appliance.core.question import Question
from appliance.core.reading import Ask, Reading, SeenCard, rectangle
from appliance.core.signals import MS, CardsSeen, Edge, QuestionDrawn, Signal, Tick, Wish, Wished
from appliance.presses.gestures import HOLD_AFTER
from appliance.table import Table, TableSettings, deadline, step
from appliance.table.facts import Facts, facts_of
from bluffing.cards import Rank
from bluffing.message import Message

FINGER = 80 * MS
"""Length of a tap."""

BOX_WIDTH, BOX_HEIGHT = 640, 480
"""Size of a scripted picture of the box, in pixels: cards lie side by side and never overlap."""


class Sitting:
    """People at `table`, and its clock (ns). `questions` has the answers to questions."""

    def __init__(self, settings: TableSettings, questions: Iterator[Question]) -> None:
        self.table = Table(settings)
        self.now = 1000 * MS
        self._questions = questions

    @property
    def facts(self) -> Facts:
        """Public facts of the table now."""
        return facts_of(self.table, self.now)

    def send(self, signal: Signal) -> None:
        """Post a signal to the table now; a question that the table asks for comes at once."""
        self.table, effects = step(self.table, signal, self.now)
        for effect in effects:
            if isinstance(effect, DrawQuestion):
                self.send(QuestionDrawn(effect.request, next(self._questions), self.now))

    def wait(self, ns: int) -> None:
        """Let time pass, with everything that falls due."""
        until = self.now + ns
        while (due := deadline(self.table, self.now)) is not None and due <= until:
            self.now = max(due, self.now + 1)
            self.send(Tick(self.now))
        self.now = max(self.now, until)
        self.send(Tick(self.now))

    def press(self, buzzer: int, length: int = FINGER) -> None:
        """Press a buzzer for `length` ns and release it."""
        self.down(buzzer)
        self.wait(length)
        self.send(Edge(buzzer, down=False, at=self.now))
        self.wait(40 * MS)

    def down(self, buzzer: int) -> None:
        """Press a buzzer without releasing it."""
        self.send(Edge(buzzer, down=True, at=self.now))
        self.send(Tick(self.now))

    def hold(self, buzzer: int) -> None:
        """Hold a buzzer for as long as a choice needs."""
        self.press(buzzer, HOLD_AFTER + 40 * MS)

    def wish(self, wish: Wish) -> None:
        """Post a host's wish."""
        self.send(Wished(wish, self.now))

    def see(self, ranks: tuple[Rank | None, ...], ask: Message | None = None) -> None:
        """Let the camera see these cards in the box; None is a card whose rank can't be read."""
        wide = BOX_WIDTH / max(4, len(ranks))
        cards = tuple(
            SeenCard(rank, 0.99, rectangle(wide * i + 8, 120, wide * (i + 1) - 8, 300))
            for i, rank in enumerate(ranks)
        )
        reading = Reading(cards, BOX_WIDTH, BOX_HEIGHT, None if ask is None else Ask(ask))
        self.send(CardsSeen(self.table.request, reading, self.now))
