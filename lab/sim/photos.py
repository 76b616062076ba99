"""Evenings in which every reveal is a real photograph, with known cards, out of a folder.

The table sees only the pixels. People claim the truth where all cards of a photograph are of
the rank to claim, and lie otherwise; each photograph comes up, each that can be true also as
a lie. What the table says is compared with the labels.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from appliance.bounded_files import read_json
from appliance.core.fuse import fuse
from appliance.drivers import Image
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import PictureError, UnfitFileError
from appliance.runtime.journal import Journal
from appliance.table.facts import Stage, TableSettings
from bluffing.actions import Play
from bluffing.cards import RANKS, Card, Rank, Suit
from bluffing.game import Setup
from bluffing.message import Message, message, quoted
from bluffing.rulesets import RULESETS
from lab.sim.camera import Glance, SimCamera
from lab.sim.change import Change, Score
from lab.sim.evening import Evening, VirtualClock
from lab.sim.games import Forgetful, card_reader, played
from lab.sim.people.characters import CALM, POLICIES
from lab.sim.people.minds import Choice
from lab.sim.people.outlook import Glimpse
from lab.sim.people.players import Players
from lab.sim.truth import Box, Cards
from lab.sim.wiring import PLACES_TO_SIT
from lab.sim.world import World

PLAYERS = 6
"""The fewest with two packs: photographs show many cards of a rank, and hands stay large."""

RULESET = "catsatcards"
"""A game that says which rank to claim, and in which people lay as many cards as they like."""

MOST_OF_RANK = {rank: 4 if rank is Rank.JOKER else 8 for rank in Rank}
"""Cards of a rank in two packs, with the jokers that may be among them."""

BATCH = 40
"""Photographs in one evening. Fixed, so that the result does not depend on the processes."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One photograph and the ranks that face up in it; `name` as the labels have it."""

    name: str
    path: Path
    ranks: tuple[Rank, ...]

    @property
    def only(self) -> Rank | None:
        """The rank of all its cards, if it is one."""
        return self.ranks[0] if len(set(self.ranks)) == 1 else None

    @property
    def unfit(self) -> Message | None:
        """Why no play can show it, or None."""
        if not self.ranks:
            return message("sim.unfit.no-card")
        if len(self.ranks) > 104 // PLAYERS:
            return message("sim.unfit.many", n=len(self.ranks))
        for rank in self.ranks:
            if self.ranks.count(rank) > MOST_OF_RANK[rank]:
                return message("sim.unfit.rank", rank=str(rank))
        return None


@dataclass(slots=True)
class Outcome(Score):
    """What became of photographs: also, by name, those that came up and those misjudged."""

    shown: list[str] = field(default_factory=list)
    misjudged: list[str] = field(default_factory=list)


def load_labels(folder: Path) -> list[Labelled]:
    """The photographs that `folder`/labels.json names, in its order.

    Raises:
        PictureError: there is no such file, or it does not say what it must.
    """
    path = folder / "labels.json"
    try:
        entries = read_json(path)
    except UnfitFileError as error:
        wrong = message("sim.labels.unreadable", path=str(path), error=error.why)
        raise PictureError(wrong) from error
    if not isinstance(entries, list) or not entries:
        raise PictureError(message("sim.labels.no-list", path=str(path)))
    return [_labelled(folder, path, number, entry) for number, entry in enumerate(entries, 1)]


def _labelled(folder: Path, labels: Path, number: int, entry: object) -> Labelled:
    where = message("sim.labels.entry", path=str(labels), number=number)
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise PictureError(message("sim.labels.no-object", where=where))
    file, ranks, known = entry["file"], entry.get("ranks"), tuple(Rank)
    if not isinstance(ranks, list):
        raise PictureError(message("sim.labels.no-ranks", where=where, file=file))
    for rank in map(quoted, (one for one in ranks if one not in known)):
        text = ", ".join(known)
        wrong = message("sim.labels.no-rank", where=where, file=file, rank=rank, known=text)
        raise PictureError(wrong)
    return Labelled(file, folder / file, tuple(map(Rank, ranks)))


@dataclass(frozen=True, slots=True)
class _Counted(Cards):
    """Hands that are mere counts: the cards that a photograph shows are made up when laid."""

    def _without(self, seat: int, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
        left = self.hands[seat][len(cards) :]
        return (*self.hands[:seat], left, *self.hands[seat + 1 :])

    def conserved(self) -> bool:
        """True if the number of cards is still the same."""
        return sum(self.counts()) + sum(self.heaps()) == len(self.whole)


def setting() -> tuple[TableSettings, tuple[Rank, ...]]:
    """The game that is played, and its ranks as they must be claimed, one play after the other."""
    game, order = RULESETS[RULESET], list[Rank]()
    state = game.start(Setup(PLAYERS), {})
    while state.required is not None and state.required not in order:
        order.append(state.required)
        state, _ = game.apply(state, Play(state.turn, 1))
    return TableSettings(RULESET, buzzers=PLACES_TO_SIT), tuple(order)


class Supply:
    """The photographs of one batch that still have to come up, as truths and as lies.

    `order` are the ranks as they are to be claimed.
    """

    def __init__(
        self, photos: Sequence[Labelled], order: tuple[Rank, ...], rng: random.Random
    ) -> None:
        self._photos, self._order, self._rng = tuple(photos), order, rng
        self._most = max((len(photo.ranks) for photo in photos), default=0)
        self.truths = [photo for photo in photos if photo.only in RANKS]
        self.lies = list(photos)
        rng.shuffle(self.lies)

    def next(self, rank: Rank, hand: int) -> tuple[Labelled, int] | None:
        """Choose the cards and words of the player on turn, who claims `rank` with `hand` cards.

        None when nothing is left, or a new game gets there sooner.
        """
        if not self.left:
            return None
        for photo in self.truths:
            if photo.only is rank and len(photo.ranks) <= hand:
                self.truths.remove(photo)
                return photo, len(photo.ranks)
        for photo in self.lies:
            if photo.only is not rank and len(photo.ranks) < hand:
                self.lies.remove(photo)
                return photo, self._said(photo, hand)
        if not self.truths and len(self.lies) == 1 and len(self.lies[0].ranks) < hand:
            photo = self.lies.pop()  # of this very rank: he lies about the number
            return photo, len(photo.ranks) + 1
        if hand <= self._most or self._distance(rank) > self._distance(self._order[0]):
            return None
        others = [photo for photo in self._photos if photo.only is not rank]
        return (self._rng.choice(others), 0) if others else None

    @property
    def left(self) -> int:
        """Number of cards still to come."""
        return len(self.truths) + len(self.lies)

    def _said(self, photo: Labelled, hand: int) -> int:
        """The number of cards; sometimes that is a lie too."""
        count = len(photo.ranks)
        if self._rng.random() < 0.1:
            count += self._rng.choice((-1, 1))
        return min(max(count, 1), hand)

    def _distance(self, rank: Rank) -> int:
        """Plays until something that is left fits, when `rank` is to be claimed now."""
        ranks = [photo.only for photo in self.truths]
        now, order = self._order.index(rank), self._order
        places = [(order.index(one) - now) % len(order) for one in ranks if one is not None]
        return min(places, default=0 if not self.lies else 1)


class PhotoPlayers(Players):
    """People who show photographs instead of cards; somebody always doubts."""

    spreads = 1
    certain = True

    def __init__(self, seed: int, supply: Supply) -> None:
        super().__init__(seed, [POLICIES["honest"]] * PLAYERS, range(PLAYERS), CALM)
        self.supply = supply
        self.photo: Labelled | None = None

    def choose(self, glimpse: Glimpse, seat: int) -> Choice:
        """The next photograph that fits."""
        rank = glimpse.playing.required
        assert rank is not None  # noqa: S101 - the game that is played here requires one
        found = self.supply.next(rank, glimpse.playing.hands[seat])
        if found is None:
            self.done = True
            return Choice(Play(seat, 1, rank), (Card(rank, Suit.SPADES),))
        self.photo, said = found
        cards = tuple(Card(rank, Suit.SPADES) for rank in self.photo.ranks)
        return Choice(Play(seat, said or len(cards), rank), cards)

    def doubters(self, glimpse: Glimpse) -> list[int]:
        """Somebody, always."""
        return [self.stream("doubter").choice(glimpse.rules.tie_order(glimpse.playing))]

    def deal(self, glimpse: Glimpse) -> None:
        """Hands are counts."""
        super().deal(glimpse)
        self.cards = _Counted(self.held.whole, self.held.hands)


class PhotoCamera(SimCamera):
    """Shows the newest photograph once it is put into the box."""

    def __init__(self, people: PhotoPlayers, clock: Callable[[], int]) -> None:
        super().__init__(people, clock)
        self._photos = people

    def _picture(self, box: Box) -> Image:
        photo = self._photos.photo
        return super()._picture(box) if photo is None else load_picture(photo.path)


def unreadable(photos: Sequence[Labelled]) -> list[Message]:
    """List the faults of pictures that can't be read; in play the table asks for their cards."""
    reasons = []
    for photo in photos:
        try:
            load_picture(photo.path)
        except PictureError as error:
            reasons.append(error.says)
    return reasons


def batches(photos: Sequence[Labelled]) -> list[list[Labelled]]:
    """The photographs that can be played, shuffled and in evenings."""
    fit = [photo for photo in photos if not photo.unfit]
    random.Random(len(fit)).shuffle(fit)
    return [fit[start : start + BATCH] for start in range(0, len(fit), BATCH)]


def show(numbered: tuple[int, Sequence[Labelled]]) -> Outcome:
    """Play games until every photograph of one batch has come up."""
    seed, photos = numbered
    cv2.setNumThreads(1)
    settings, order = setting()
    supply, outcome, left = Supply(photos, order, random.Random(seed)), Outcome(), 0
    while supply.left and supply.left != left:
        left = supply.left
        _play(PhotoPlayers(seed, supply), settings, outcome)
        seed += 1_000_003
    if supply.left:
        names = ", ".join(photo.name for photo in (*supply.truths, *supply.lies))
        outcome.faults.append(message("sim.never-fit", photos=names))
    return outcome


def _play(people: PhotoPlayers, settings: TableSettings, outcome: Outcome) -> None:
    """One game; it ends when no photograph fits any more."""
    clock = VirtualClock()
    camera, glance = PhotoCamera(people, clock), Glance(card_reader().read)
    journal: Journal = Forgetful.open(None, settings)
    misjudged = len(outcome.misjudged)
    faults: list[Message] = []

    def named() -> None:
        """Give each fault that came up since the last call the photograph that is shown."""
        photo = people.photo.name if people.photo is not None else ""
        new = score.faults[len(faults) :]
        faults.extend(message("sim.photo-fault", fault=fault, photo=photo) for fault in new)

    def saw(change: Change) -> None:
        named()
        if change.after.stage is Stage.VERDICT is not change.before.stage and people.photo:
            outcome.shown.append(people.photo.name)
            if score.wrong > len(outcome.misjudged) - misjudged:
                outcome.misjudged.append(people.photo.name)

    evening = Evening(World(people), journal, (camera, glance, fuse), clock, (saw,))
    score = evening.referee.score
    played(evening, journal, evening.run)
    named()
    score.finished, score.read_ms, score.faults = 1, glance.ms, faults
    outcome.add(score)
