"""The counts of a game at a window: every press and its effect."""

from collections import Counter
from dataclasses import asdict, dataclass, field

from player import COUNTS, HOLD, TAP, Press

from appliance.core.effects import Announce, Effect, PlaySound, Sound
from appliance.core.signals import MS
from appliance.display.view import View
from appliance.presses.gestures import HOLD_AFTER, TAP_WITHIN
from appliance.table.facts import Prompt, SeatFacts
from bluffing.actions import Guess, Pick
from bluffing.events import Doubted, Drew, LaidAway, Passed, Played, Shown

UNANSWERED = {Sound.NOTHING, Sound.REFUSED}


@dataclass(slots=True)
class Figures:
    """One game. `lost` are taps meant as cards that were not counted; `wrong` are unintended moves.

    `held_long` are presses that the harness itself held for longer, or shorter, than it meant:
    nothing is said of the table by them.
    """

    ruleset: str
    way: str
    turns: int = 0
    presses: int = 0
    unanswered: int = 0
    lost: int = 0
    wrong: int = 0
    late: int = 0
    held_long: int = 0
    seconds: int = 0
    doubts: int = 0
    end: str = "not ended"
    faults: list[str] = field(default_factory=list)

    @property
    def well(self) -> bool:
        """Played to the next deal, and each press did what was meant."""
        bad = self.unanswered + self.lost + self.wrong
        return self.end == DONE and not bad

    def line(self) -> str:
        """The game on one line."""
        return (
            f"{self.way} {self.ruleset}: {self.end}, {self.turns} turns, {self.presses} presses, "
            f"{self.unanswered} unanswered, {self.lost} taps lost, {self.wrong} wrong moves, "
            f"{self.late} answered late, {self.held_long} held long by the harness, "
            f"{self.doubts} doubts, {self.seconds} s"
        )

    def kept(self) -> dict[str, object]:
        """Its form in a file."""
        return asdict(self)


DONE = "played to the next deal"


class Tally:
    """Judges presses by what was seen before and after, and by what was heard."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.heard: list[Effect] = []
        self.kinds: Counter[str] = Counter()
        self._cards: dict[int, int] = {}  # by buzzer: taps meant as cards, since its last play

    @property
    def sounds(self) -> list[Sound]:
        """The sounds since the press began."""
        return [line.sound for line in self.heard if isinstance(line, PlaySound)]

    def hear(self, effect: Effect) -> None:
        """The table asked for this."""
        self.heard.append(effect)

    def held_as_meant(self, press: Press, shortest: int, longest: int) -> bool:
        """Return True if the finger was down as meant: for `shortest` to `longest` ns."""
        right = longest < TAP_WITHIN if press.long == TAP else shortest >= HOLD_AFTER
        if not right:
            self.figures.held_long += 1
            self._fault(f"held long by the harness: {longest // MS} ms, meant {press.long // MS}")
            self._cards.pop(press.buzzer, None)
        return right

    def answered(self, press: Press, view: View) -> bool:
        """Return True if something came of `press`, to be heard or to be seen in `view`."""
        sounds, now = self.sounds, _now(press, view)
        if UNANSWERED & set(sounds):
            return False
        if press.prompt is Prompt.BE_FIRST and now is not None and not now.counted:
            return now.prompt is not Prompt.BE_FIRST and now.prompt not in COUNTS
        return bool(sounds) or _told(press.seat) != _told(now)

    def judge(self, press: Press, before: View, view: View, *, meant: bool) -> None:
        """Count a press that is over; not `meant` is one that the harness did not hold as meant."""
        self.figures.presses += 1
        self.kinds[str(press.prompt)] += 1
        if meant and press.target == "buzzer":
            self._judge(press, before, view)
        self.events(press)

    def _judge(self, press: Press, before: View, view: View) -> None:
        seat, now = press.seat, _now(press, view)
        if not self.answered(press, view):
            self.figures.unanswered += 1
            self._fault(
                f"{seat.name or press.buzzer + 1} pressed for {press.long // MS} ms: {_told(seat)}"
                f" ({before.screen}: {before.headline}); "
                f"heard {[str(sound) for sound in self.sounds]}; "
                f"now {_told(now)}: {view.headline} {view.notice.text} {now and now.reply}"
            )
        if press.long == TAP and press.prompt in COUNTS and seat.ring is None:
            if view.screen is before.screen and (now is None or now.counted != seat.counted + 1):
                self.figures.lost += 1
                self._fault(f"a tap did not count: {_told(seat)}, now {_told(now)}")
            before_it = self._cards.get(press.buzzer, seat.counted) if seat.counted else 0
            self._cards[press.buzzer] = before_it + 1
        elif press.prompt is Prompt.BE_FIRST and now is not None:
            self._cards[press.buzzer] = now.counted  # it was a card already, if it was first

    def counts(self, press: Press, cards: int) -> None:
        """So many cards are to be laid by `press`."""
        self._cards[press.buzzer] = cards

    def events(self, press: Press | None) -> None:
        """Count what happened since the last look at it; `press` is what it may have come from."""
        for effect in self.heard:
            if not isinstance(effect, Announce):
                continue
            event = effect.event
            if isinstance(event, Played | Passed | Shown | Drew | LaidAway | Guess | Pick):
                self.figures.turns += 1
            if isinstance(event, Played) and press is not None:
                mine = event.seat == press.seat.seat
                cards = self._cards.pop(press.buzzer, 0) if mine else 0
                if cards and cards != event.count:
                    self.figures.lost += max(0, cards - event.count)
                    self._wrong(press, event, f"{cards} cards")
            elif isinstance(event, Doubted):
                self.figures.doubts += 1
                if press is not None and event.doubter != press.seat.seat:
                    self._wrong(press, event, "no doubt")
        self.heard.clear()

    def _wrong(self, press: Press, event: object, meant: str) -> None:
        self.figures.wrong += 1
        kind = "hold" if press.long >= HOLD else "tap"
        self._fault(f"not what was meant ({meant}): a {kind} at {press.prompt} became {event}")

    def _fault(self, what: str) -> None:
        self.figures.faults.append(what)


def _now(press: Press, view: View) -> SeatFacts | None:
    return next((seat for seat in view.seats if seat.buzzer == press.buzzer), None)


def _told(seat: SeatFacts | None) -> str:
    """Return what a seat is asked, and how far it has come."""
    if seat is None:
        return "nobody"
    cursor = None if seat.ring is None else seat.ring.cursor
    return f"{seat.prompt} {seat.counted} {cursor} {seat.role}"
