"""Control of a whole turn with one button: taps and holds walk through the offers.

A tap adds one card, or goes to the next option of a ring; a hold takes the current one. After its
maximum a count starts again at none, so that one tap too many locks no wrong number. A ring goes
round, and one that a choice opened ends with BACK. So no choice begun by mistake is final.
"""

from dataclasses import dataclass, replace

from appliance.presses.gestures import GestureKind
from appliance.table.answers import RingFacts
from appliance.table.offers import CardCount, Offers, Ring, through
from bluffing.actions import Action, Pick
from bluffing.message import Message, message
from bluffing.wagers import WagerGame

BACK = message("move.back")


@dataclass(frozen=True, slots=True)
class Entry:
    """Progress of one seat's choice: the options taken so far, and the cursor.

    `cursor` is a place in a ring or, while `counting`, a number of cards.
    """

    seat: int
    path: tuple[int, ...] = ()
    cursor: int = 0
    counting: bool = False


@dataclass(frozen=True, slots=True)
class Menu(Offers):
    """The way of one seat through its offers. An entry of None means the beginning."""

    def question(self, entry: Entry | None) -> RingFacts:
        """Return the question now."""
        entry = entry or self._first()
        node = self._at(entry.path)
        if isinstance(node, CardCount):
            return RingFacts(node.title, (), entry.cursor, self.seat)
        labels = tuple(option.label for option in node.options) + (BACK,) * bool(entry.path)
        return RingFacts(node.title, labels, entry.cursor, self.seat)

    def press(self, entry: Entry | None, kind: GestureKind) -> Entry | Action | Message:
        """Apply a TAP or a HOLD to `entry`: returns a further entry, a choice, or a refusal."""
        entry = entry or self._first()
        node = self._at(entry.path)
        if kind is GestureKind.HOLD:
            return self._hold(entry, node)
        if isinstance(node, CardCount) and not node.legal(entry.cursor + 1):
            return replace(entry, cursor=0)
        return self._tapped(entry, node, 1)

    def automatic(self) -> Pick | None:
        """Return the only move that needs no question: the pick of the only possible seat."""
        if not isinstance(self.ruleset, WagerGame):
            return None
        if self.seat not in self.ruleset.live(self.game):
            return None
        picks = self.ruleset.picks(self.game)
        return Pick(self.seat, picks[0]) if len(picks) == 1 else None

    def _first(self) -> Entry:
        return self._stand((), self._at(()))

    def _stand(self, path: tuple[int, ...], node: CardCount | Ring) -> Entry:
        return Entry(self.seat, path, node.start, isinstance(node, CardCount))

    def _at(self, path: tuple[int, ...]) -> CardCount | Ring:
        """Return the question at the end of `path`."""
        root = self.root()
        inner = through(root)
        node = inner if isinstance(inner, (CardCount, Ring)) else root
        for step in path:
            below = through(node.after(step))
            assert isinstance(below, (CardCount, Ring))
            node = below
        return node

    def _tapped(self, entry: Entry, node: CardCount | Ring, taps: int) -> Entry:
        cursor = entry.cursor + taps
        if isinstance(node, Ring):
            cursor %= max(1, _stops(entry, node))
        return replace(entry, cursor=cursor)

    def _hold(self, entry: Entry, node: CardCount | Ring) -> Entry | Action | Message:
        below = through(node.after(entry.cursor))
        if isinstance(below, (CardCount, Ring)):
            return self._stand((*entry.path, entry.cursor), below)
        if below is not None:
            return below
        if isinstance(node, CardCount):
            return message("table.tap-first")
        return self._back(entry) if entry.path else message("table.nothing-to-choose")

    def _back(self, entry: Entry) -> Entry:
        *above, place = entry.path
        back = self._stand(tuple(above), self._at(tuple(above)))
        return back if back.counting else replace(back, cursor=place)


def _stops(entry: Entry, ring: Ring) -> int:
    """Return the number of places of a ring; one that a choice opened ends with BACK."""
    return len(ring.options) + bool(entry.path)
