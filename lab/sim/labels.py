"""Photographs with known cards: their labels, and the choice of photographs for a play."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from appliance.bounded_files import read_json
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import PictureError, UnfitFileError
from bluffing.cards import Rank
from bluffing.message import Message, message, quoted

PLAYERS = 6
"""Minimum with two packs: photographs show many cards of a rank, and hands stay large."""


MOST_OF_RANK = {rank: 4 if rank is Rank.JOKER else 8 for rank in Rank}
"""Maximum number of cards of a rank in two packs, jokers included."""


BATCH = 40
"""Photographs in an evening: a fixed number, so that the result does not depend on processes."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A photograph, and the ranks that lie face up in it; `name` is that in the labels."""

    name: str
    path: Path
    ranks: tuple[Rank, ...]

    @property
    def only(self) -> Rank | None:
        """The rank of all its cards; None if they differ."""
        return self.ranks[0] if len(set(self.ranks)) == 1 else None

    @property
    def unfit(self) -> Message | None:
        """Reason why no play can show it, or None."""
        if not self.ranks:
            return message("sim.unfit.no-card")
        if len(self.ranks) > 104 // PLAYERS:
            return message("sim.unfit.many", n=len(self.ranks))
        for rank in self.ranks:
            if self.ranks.count(rank) > MOST_OF_RANK[rank]:
                return message("sim.unfit.rank", rank=str(rank))
        return None


def load_labels(folder: Path) -> list[Labelled]:
    """Load the photographs that `folder`/labels.json names, in its order.

    Raises:
        PictureError: there is no such file, or its content is invalid.
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
    place = message("sim.labels.entry", path=str(labels), number=number)
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise PictureError(message("sim.labels.no-object", where=place))
    file, ranks, known = entry["file"], entry.get("ranks"), tuple(Rank)
    if not isinstance(ranks, list):
        raise PictureError(message("sim.labels.no-ranks", where=place, file=file))
    for rank in map(quoted, (given for given in ranks if given not in known)):
        text = ", ".join(known)
        wrong = message("sim.labels.no-rank", where=place, file=file, rank=rank, known=text)
        raise PictureError(wrong)
    return Labelled(file, folder / file, tuple(map(Rank, ranks)))


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
    """Return the playable photographs, shuffled and divided into evenings."""
    fit = [photo for photo in photos if not photo.unfit]
    random.Random(len(fit)).shuffle(fit)
    return [fit[start : start + BATCH] for start in range(0, len(fit), BATCH)]
