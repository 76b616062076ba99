"""Teaching the table a deck from its menu: it asks for one card after the other."""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from appliance.decks import enrol
from appliance.decks.deck import Deck
from appliance.decks.file import load, save
from appliance.decks.lesson import DeckLesson, ranks_of
from appliance.decks.looks import Looks
from appliance.display.develop import live_picture
from appliance.drivers import Camera, Frame, Image
from appliance.errors import DeckError
from appliance.service.checks import LIVE_EVERY
from appliance.service.jobs import Tell
from appliance.service.picture import Viewfinder
from appliance.service.reading import Lent
from bluffing.cards import Card, Rank
from bluffing.message import Message, message

TAUGHT_NAME = "table"
"""Name of the taught deck."""

LESSON_LINES = 3
"""Number of the newest lines to show."""


class LeftError(Exception):
    """The people at the table left the lesson."""


class LessonCamera(Lent):
    """A camera whose pictures of the box, from above, people see. It ends when they leave.

    `capture` raises LeftError as soon as `stop` is set.
    """

    def __init__(
        self,
        camera: Camera,
        finder: Viewfinder,
        flat: Callable[[Image], Image],
        stop: Event,
    ) -> None:
        super().__init__(camera)
        self._finder, self._flat, self._stop = finder, flat, stop

    def capture(self) -> Frame:
        """Take the newest picture, and show it."""
        if self._stop.wait(LIVE_EVERY):
            raise LeftError
        frame = super().capture()
        image = self._flat(frame.image)
        self._finder.picture = live_picture(image)
        return Frame(image, frame.at)


@dataclass(frozen=True, slots=True)
class Teaching:
    """Asks `camera` for those of a pack's `cards` that the table can't read yet.

    It writes the deck to `path`, and passes it to `used` at once. `flat` gives the box from above.
    """

    camera: Camera
    path: Path
    used: Callable[[Deck], None]
    flat: Callable[[Image], Image]
    finder: Viewfinder
    cards: Collection[Card]

    def work(self, tell: Tell, stop: Event) -> None:
        """Ask for cards until all are known, none comes for a minute, or `stop` is set.

        Only a lesson with all cards changes anything.

        Raises:
            DoubtItError: there is no picture, or the file can't be written.
        """
        lines = deque[Message](maxlen=LESSON_LINES)

        def say(news: Message) -> None:
            lines.append(news)
            tell(tuple(lines))

        lesson = DeckLesson(begin(self.cards), say)
        camera = LessonCamera(self.camera, self.finder, self.flat, stop)
        try:
            lesson.from_camera(Looks(camera), once=not camera.live, fan=False)
        except LeftError:
            return
        finally:
            self.finder.picture = None
        taught, wanted = lesson.known.deck, lesson.known.wanted
        if wanted:  # a card that was never shown may look like another
            say(message("job.not-taught", ranks=ranks_of(wanted)))
            return
        keep_earlier(self.path)
        save(taught, self.path)
        self.used(taught)
        say(message("job.taught", n=len(taught.ranks)))


def begin(cards: Collection[Card]) -> enrol.Enrolment:
    """Start the lesson of a pack of `cards`; jokers beyond two look like one of the two."""
    jokers = len({card for card in cards if card.rank is Rank.JOKER})
    return enrol.begin(TAUGHT_NAME, jokers=jokers, ranks={card.rank for card in cards})


def keep_earlier(path: Path) -> None:
    """Keep the deck at `path`, if there is one, as NAME.earlier.png beside it.

    Raises:
        DeckError: the copy can't be written.
    """
    try:
        deck = load(path)
    except DeckError:  # missing or damaged: nothing to keep
        return
    if deck.ranks or deck.letters:
        save(deck, path.with_suffix(".earlier.png"))


def forget(path: Path, used: Callable[[Deck], None], tell: Tell) -> None:
    """Forget the taught deck.

    Raises:
        DeckError: the file can't be written.
    """
    nothing = Deck(TAUGHT_NAME)
    if path.exists():
        keep_earlier(path)
        save(nothing, path)
    used(nothing)
    tell((message("job.forgotten"),))
