"""The card reader of a table: the library that runs it, its calibration and its deck."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from appliance.box.calibrate import Calibration
from appliance.box.file import load
from appliance.box.reader import BoxReader
from appliance.config import CardReading
from appliance.decks.deck import DeckFinder, DeckInUse
from appliance.decks.file import load as load_deck
from appliance.decks.noticed import NoticingReader
from appliance.errors import CalibrationError, DeckError, ModelError
from appliance.service.memory import give_back_large, leave_a_core
from appliance.service.runner_line import say_runner
from appliance.vision.find.kept_trial import KeptTrial
from appliance.vision.find.runner import Runner, try_all
from appliance.words import Words
from bluffing.message import Message, message

Tell = Callable[[Message, Message], None]
"""Reports a note about the camera to people, and a line to the service's log."""

TRIAL_FILE = "reader.json"
"""The file beside the journal that keeps which library runs the networks here."""


class TableReader(BoxReader):
    """A BoxReader that gets to know the deck in the box; people can teach it one (`in_use`)."""

    def __init__(
        self,
        calibration: Calibration | None,
        told: Callable[[Message], None],
        runner: Runner | None,
    ) -> None:
        self.in_use = DeckInUse()
        reader = NoticingReader(partial(DeckFinder, self.in_use, runner))
        super().__init__(reader, calibration, told)


def box_reader(
    calibration: str, tell: Tell, deck: str = "", runner: Runner | None = None
) -> TableReader:
    """Return a reader of cards in the box of the file `calibration`, or anywhere.

    `deck` is the file of an enrolled deck, or "". `tell` reports an unusable file or a bumped
    camera. `runner` runs the networks; None: the first that works.
    """
    box = None
    if calibration:
        try:
            box = load(Path(calibration))
        except CalibrationError as error:
            tell(message("run.not-calibrated"), message("run.not-calibrated.log", why=error.says))
    read = TableReader(box, lambda note: tell(note, note), runner)
    if deck:
        try:
            read.in_use.deck = load_deck(Path(deck))
        except DeckError as error:
            tell(message("run.no-deck"), message("run.no-deck.log", why=error.says))
    return read


def prepared_reader(
    choice: CardReading, folder: Path, tell: Tell, words: Words, beat: Callable[[], None]
) -> TableReader:
    """Return the table's card reader, whose networks have run once in this process.

    The result of the trial is kept in `folder`; KeptTrial explains why a wrong one doesn't last.
    `beat` is called before each step that takes no longer than a look.

    Raises:
        ModelError: no library can run the networks here, or a network can't be loaded.
    """
    leave_a_core()
    give_back_large()
    kept = KeptTrial(folder / TRIAL_FILE)
    tried = kept.take() or try_all()
    if not say_runner(words, tried, always=True):
        raise ModelError(message("run.no-reader"))
    read = box_reader(choice.calibration, tell, choice.deck, tried[-1].runner)
    beat()
    read.prepare()
    kept.keep(tried)
    return read
