"""Draw the cards that the part `small` lays under the camera: pictures.py FOLDER."""

import random
import sys
from pathlib import Path

from bluffing.cards import RANKS, Card, Suit
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import Scene, photograph

SIZE = (640, 480)
"""As the guest's camera shows them; one file for each rank and number of cards, BGR."""

MOST = 4


def main() -> None:
    """Draw one to four cards of every rank."""
    folder = Path(sys.argv[1])
    folder.mkdir()
    for rank in RANKS:
        for count in range(1, MOST + 1):
            cards = [Card(rank, suit) for suit in list(Suit)[:count]]
            scene = Scene(size=SIZE, card=0.4)
            photo = photograph(cards, STYLES[0], random.Random(f"{rank}{count}"), scene)
            (folder / f"{rank}-{count}.raw").write_bytes(photo.image.tobytes())


if __name__ == "__main__":
    main()
