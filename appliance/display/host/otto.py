"""Otto's choice of a line, and all that he remembers: a fold over the facts of an evening.

Nothing in it is left to chance: which of the lines he says follows from when the moment came, in ns
of the table's clock. So a replay says the same, and no player can aim at a line.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from zlib import crc32

from appliance.core.signals import MS, NEVER, SECOND
from appliance.display.host.beats import VARIANTS, Beat, Occasion, Weight
from appliance.display.host.occasions import occasions, silence
from appliance.table.facts import Facts, Stage
from bluffing.message import Message

AGAIN_AFTER = 600 * SECOND
"""Minimum time until a line comes again (ns)."""

SPEAKS_EVERY = 20 * SECOND
"""Minimum time between two lines (ns), but for news."""

ASKS_AFTER = 60 * SECOND
"""How long nothing happens before he asks who is on turn (ns)."""

ASIDES = 4
"""Average number of moments for an aside per aside."""

_PAUSES: dict[Beat, int] = dict.fromkeys(
    (Beat.TRUTH, Beat.WRONG_DOUBT, Beat.LIE, Beat.REPEAT, Beat.PILE, Beat.CONSOLE),
    700 * MS,
)
"""How long he lets a word work before he speaks (ns)."""

_OF_A_DOUBT = {Stage.DOUBT, Stage.REVEAL, Stage.VERIFY}


@dataclass(frozen=True, slots=True)
class Quip:
    """A line of the moment, to be read from `at` (ns) on."""

    text: Message
    beat: Beat
    at: int


@dataclass(frozen=True, slots=True)
class Otto:
    """All that the host remembers: his line, and the codes of the last minutes with their times.

    `since` (ns) is when the facts changed last, and `asked` says if he has asked about that.
    """

    line: Quip | None = None
    recent: tuple[tuple[str, int], ...] = ()
    facts: Facts | None = None
    since: int = 0
    asked: bool = False

    def heard(self, facts: Facts, at: int) -> "Otto":
        """Return the host once he knows `facts`, which are so at `at` (ns)."""
        before = self.facts
        if before is None:
            return replace(self, facts=facts, since=at)
        if facts is before:
            asks, due = silence(facts), self.asks_at
            return self if asks is None or at < due else self._asking(asks, at)
        same = _scene(before) == _scene(facts)
        knows = replace(self, facts=facts, line=self.line if same else None)
        if before != facts:
            knows = replace(knows, since=at, asked=False)
        return knows.tempted(occasions(before, facts), at)

    @property
    def asks_at(self) -> int:
        """Time at which he asks (ns), if nothing happens; NEVER once he has."""
        return NEVER if self.asked else self.since + ASKS_AFTER

    def _asking(self, asks: Occasion, at: int) -> "Otto":
        return replace(self, asked=True).tempted([asks], at)

    def tempted(self, moments: Iterable[Occasion], at: int) -> "Otto":
        """Return the host after these moments: he has said a line of one of them, or nothing."""
        recent = tuple(pair for pair in self.recent if at - pair[1] < AGAIN_AFTER)
        for occasion in sorted(moments, key=lambda each: (-each.beat.weight, _mixed(each, "of"))):
            text = _chosen(occasion, recent, at)
            if text is not None:
                line = Quip(text, occasion.beat, at + _PAUSES.get(occasion.beat, 0))
                return replace(self, line=line, recent=(*recent, (text.code, at)))
        return self


def _chosen(occasion: Occasion, recent: tuple[tuple[str, int], ...], at: int) -> Message | None:
    """Return the line for `occasion` after the `recent` ones; None: he is silent."""
    weight = occasion.beat.weight
    if recent and weight < Weight.NEWS and at - recent[-1][1] < SPEAKS_EVERY:
        return None
    if weight is Weight.ASIDE and _mixed(occasion, "aside") % ASIDES:
        return None
    codes = {code for code, _ in recent}
    order = sorted(range(1, VARIANTS + 1), key=lambda variant: _mixed(occasion, str(variant)))
    lines = map(occasion.line, order)
    return next((line for line in lines if line.code not in codes), None)


def _mixed(occasion: Occasion, salt: str) -> int:
    """Return a number that follows from the moment and nothing else."""
    return crc32(f"{occasion.beat} {occasion.seed} {salt}".encode())


def _scene(facts: Facts) -> tuple[object, ...]:
    """Return all that a line is about: it is taken back as soon as this is another."""
    stage = Stage.DOUBT if facts.stage in _OF_A_DOUBT else facts.stage
    judged = None if facts.judged is None else facts.judged.event
    return stage, facts.play.claim, judged, facts.paused_at, facts.front is None
