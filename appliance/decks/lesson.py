"""A lesson: the camera is shown a deck, and asks for the cards that the reader can't read yet."""

import time
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from appliance.decks import enrol
from appliance.decks.looks import PATIENCE, Looks
from appliance.drivers import Image
from appliance.vision.find.finder import CardMaps, Detection, Finder
from appliance.vision.read import reduced
from bluffing.cards import Rank
from bluffing.message import Message, Spoken, message

FANS = 3
"""Number of looks at a fan after which the missing cards are requested."""

SHOW_TRIES = 3
"""Looks at a card without an index before it is learned by its picture."""

Sight = tuple[Image, list[Detection], CardMaps]
"""A picture, the indices that were found in it, and its areas."""


class DeckLesson:
    """Learns one deck, and reports the progress by `say`; `known` is the enrolment."""

    def __init__(self, start: enrol.Enrolment, say: Callable[[Message], None]) -> None:
        self.known, self.say, self._finder = start, say, Finder()
        self._card_height: float | None = None
        """Height of the last taken card, pixels: the scale at which the next card is read."""
        self._taken_at = -1
        """`Looks.moves` when it was taken: until something moves it still lies there."""

    def from_camera(self, looks: Looks, *, once: bool, fan: bool) -> bool:
        """Learn from the camera; return True if a requested card is missing."""
        if fan:
            self._see_fan(looks, 1 if once else FANS)
        while self.known.wanted:
            before = self.known.wanted
            self._ask(looks, 1 if once else SHOW_TRIES)
            if self.known.wanted == before:
                self.say(message("command.enrol.nothing-came", card=before[0].request))
                return True
        return False

    def look(self, image: Image) -> Sight:
        """The picture, reduced if it is huge, its indices and areas."""
        sharp, _ = reduced(image)
        return sharp, *self._finder.find(sharp, self._card_height)

    def take_fan(self, where: Spoken, seen: Sight, *, quiet: bool = False) -> None:
        """Learn from a picture of many cards; with `quiet` report only news."""
        before = self.known.wanted
        self.known = enrol.learn_fan(self.known, *seen)
        read = ranks_of(set(before) - set(self.known.wanted))
        if read:
            self.say(message("command.enrol.fan", where=where, ranks=read))
        elif not quiet:
            self.say(message("command.enrol.fan-unread", where=where))

    def _see_fan(self, looks: Looks, most: int) -> None:
        self.say(message("command.enrol.lay-out"))
        count = 0
        for look in self._sights(looks):
            if enrol.cards_in(look[1]) < enrol.FAN_CARDS:
                continue
            self.take_fan(message("command.enrol.the-fan"), look, quiet=True)
            count += 1
            if not self.known.wanted or count == most:
                return
        if not looks.over:
            self.say(message("command.enrol.no-fan-seen"))

    def _sights(self, looks: Looks) -> Iterator[Sight]:
        """Yield the cards that people show while the command waits; not the last card again."""
        began = time.monotonic()
        for image in looks:
            if time.monotonic() - began > PATIENCE:
                return
            if looks.moves != self._taken_at:
                yield self.look(image)

    def _ask(self, looks: Looks, patient: int) -> None:
        """Ask for the next card until it is known, or the time is over."""
        shown: Message | None = None
        wanted, misses = self.known.wanted, 0
        self.say(message("command.enrol.show", card=wanted[0].request, left=len(wanted)))
        for look in self._sights(looks):
            if enrol.cards_in(look[1]) >= enrol.FAN_CARDS:
                self.take_fan(message("command.enrol.the-fan"), look)
            else:
                answer = enrol.learn_card(self.known, wanted[0], *look, whole=misses + 1 >= patient)
                self.known = answer.enrolment
                misses += answer.says == enrol.NO_INDEX_FOUND
                if answer.got:
                    sizes = [index.card_height for index in look[1] if index.confidence >= 0.5]
                    self._card_height = float(np.median(sizes)) if sizes else None
                    self._taken_at = looks.moves
                    self.say(message("command.enrol.got", card=wanted[0].request))
                elif answer.says is not None:
                    self._card_height = None
                    if answer.says != shown:
                        shown = answer.says
                        self.say(shown)
            if self.known.wanted != wanted:
                break


def ranks_of(wanted: Iterable[enrol.Wanted]) -> str:
    """Return the ranks of these cards, each once, in their order."""
    ranks = {card.rank for card in wanted}
    return ", ".join(rank for rank in Rank if rank in ranks)
