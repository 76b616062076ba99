"""The card reader of a table: the library that runs it, its calibration and its deck."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from appliance.box.file import load
from appliance.box.reader import BoxReader
from appliance.config import CardReading
from appliance.decks.deck import DeckFinder
from appliance.decks.file import load as load_deck
from appliance.decks.noticed import NoticingReader
from appliance.errors import CalibrationError, DeckError, ModelError
from appliance.service.memory import give_back_large, leave_a_core
from appliance.service.runner_line import say_runner
from appliance.vision.find.finder import Finder
from appliance.vision.find.kept_trial import KeptTrial
from appliance.vision.find.runner import Runner, try_all
from appliance.words import Words
from bluffing.message import Message, message

Tell = Callable[[Message, Message], None]
"""Reports a note about the camera to people, and a line to the service's log."""

TRIAL_FILE = "reader.json"
"""The file beside the journal that keeps which library runs the networks here."""


def box_reader(
    calibration: str, tell: Tell, deck: str = "", runner: Runner | None = None
) -> BoxReader:
    """Return a reader of cards in the box of the file `calibration`, or anywhere.

    `deck` is the file of an enrolled deck, or "". `tell` reports an unusable file or a bumped
    camera. `runner` runs the networks; None: the first that works.
    """
    box, reader = None, NoticingReader(partial(Finder, runner))
    if calibration:
        try:
            box = load(Path(calibration))
        except CalibrationError as error:
            tell(message("run.not-calibrated"), message("run.not-calibrated.log", why=error.says))
    if deck:
        try:
            reader = NoticingReader(partial(DeckFinder, load_deck(Path(deck)), runner))
        except DeckError as error:
            tell(message("run.no-deck"), message("run.no-deck.log", why=error.says))
    return BoxReader(reader, box, lambda note: tell(note, note))


def prepared_reader(
    choice: CardReading, folder: Path, tell: Tell, words: Words, beat: Callable[[], None]
) -> BoxReader:
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
