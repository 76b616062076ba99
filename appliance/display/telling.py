"""Speech: all contents of the picture, as sentences, when it changes.

Derived from a View and the one before it, so that speech knows nothing that eyes don't, and eyes
nothing that ears don't. A press while no question is open makes the table say the standings.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from appliance.display import seat_words
from appliance.display.screens import SCREENS
from appliance.display.show import staged
from appliance.display.view import Screen, SeatView, View
from appliance.drivers import Voice
from appliance.table.facts import MenuRow
from appliance.words import Words
from bluffing.message import AtSeat

MOST_WAITING = 12
"""Maximum number of waiting sentences; the least important ones beyond it are dropped."""


class Worth(IntEnum):
    """Importance of a sentence: a more important one interrupts a less important one."""

    MORE = 0  # what is good to know
    SEAT = 1  # what a seat may do
    TABLE = 2  # whose turn it is, what was claimed
    NEWS = 3  # who doubts, and the verdict


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, to `buzzer` if it is for one seat; a newer one `about` the same replaces it."""

    text: str
    worth: Worth
    about: str
    buzzer: int | None = None


_NEWS = (Screen.DOUBT, Screen.VERDICT, Screen.ANSWER, Screen.OVER, Screen.FAULT)


def lines(before: View | None, now: View) -> tuple[Sentence, ...]:
    """List the sentences for `now`, after `before`; None if nothing was said yet."""
    return (*_of_table(before, now), *_of_seats(before, now), *_on_request(before, now))


def _of_table(before: View | None, now: View) -> Iterator[Sentence]:
    """Yield the sentences for everybody."""
    worth = Worth.NEWS if now.screen in _NEWS else Worth.TABLE
    for about, describe, matters in (
        ("notice", _notice, Worth.TABLE),
        ("headline", _headline, worth),
        ("question", _question, Worth.TABLE),
        ("menu", _menu, Worth.TABLE),
        ("page", _page, Worth.TABLE),
        ("ask", _ask, Worth.TABLE),
        ("hint", _hint, Worth.MORE),
        ("standings", _standings, Worth.MORE),
    ):
        text = describe(now)
        if text and (before is None or describe(before) != text or before.screen is not now.screen):
            yield Sentence(text, matters, about)


def _headline(view: View) -> str:
    word = "" if view.verdict is None or view.show.suspense else view.verdict.word
    return _sentences(view.headline, word, view.detail)


def _notice(view: View) -> str:
    """Return the notice, except the host's lines, which are for the eyes."""
    return "" if view.notice.by_host else view.notice.text


def _ask(view: View) -> str:
    return view.box.ask


def _hint(view: View) -> str:
    hint = "" if view.verdict is None else view.verdict.hint
    return hint or view.opens_menu or ""


def _question(view: View) -> str:
    return "" if view.guess.question is None else view.guess.question.text


def _page(view: View) -> str:
    return _sentences(*SCREENS[view.screen].read(view))


def _menu(view: View) -> str:
    """Return the row that a press takes, and its meaning."""
    if view.menu is None:
        return ""
    row, words = view.menu.rows[view.menu.cursor], view.words
    about = "" if view.menu.about is None else words.say(view.menu.about)
    lines = (words.say(line) for line in view.menu.lines)
    return _sentences(*_row(row, words), about, *lines, view.menu.draft or "")


def _row(row: MenuRow, words: Words) -> tuple[str, str]:
    return words("text", text=row.label), words("text", text=row.value)


def _standings(view: View) -> str:
    end = view.end
    if end is None:
        return ""
    places = (
        f"{standing.place} {_named(view, standing.seat)}, {standing.words}"
        for standing in end.standings
    )
    catch = "" if end.catch is None else end.catch.sentence
    return _sentences(*places, *end.tale, catch)


def _sentences(*parts: str) -> str:
    """Join the parts that are not empty, each as a sentence of its own."""
    sentences = (part.strip() for part in parts if part.strip())
    return " ".join(
        sentence if sentence[-1] in ".!?:…" else f"{sentence}." for sentence in sentences
    )


# --- what concerns one seat ----------------------------------------------------------------------


def _of_seats(before: View | None, now: View) -> Iterator[Sentence]:
    """Yield the meaning of each button; buttons with one meaning share a sentence."""
    was = {} if before is None else {seat.buzzer: _does(before, seat) for seat in before.seats}
    again = before is None or before.screen is not now.screen or before.paused is not now.paused
    meanings: dict[str, list[SeatView]] = {}
    for seat in now.seats:
        does = _does(now, seat)
        if does and (again or was.get(seat.buzzer) != does):
            meanings.setdefault(does, []).append(seat)
    for does, seats in meanings.items():
        names = tuple(_named(now, seat.seat) for seat in seats)
        sentence = now.words("speech.to", who=names, what=does)
        alone = seats[0].buzzer if len(seats) == 1 else None
        yield Sentence(sentence, Worth.SEAT, f"seats {[seat.buzzer for seat in seats]}", alone)


def _does(view: View, seat: SeatView) -> str:
    """Say the effect of a press, with the current choice and count."""
    if seat.prompt is None or seat.reply is not None:
        return ""
    words, parts = view.words, [seat_words.prompt(seat, view.words)]
    if seat.counted:
        parts.append(words("way.cards", n=seat.counted))
    if seat.ring is not None and not seat.option:
        parts.append(seat_words.option(seat.ring.labels[seat.ring.cursor], words))
    return ", ".join(parts)


def _named(view: View, number: int) -> str:
    seat = next(seat for seat in view.seats if seat.seat == number)
    return seat.name or view.words("menu.buzzer", number=seat.buzzer + 1)


# --- requested answers -----------------------------------------------------------------------


def _on_request(before: View | None, now: View) -> Iterator[Sentence]:
    """Say why a press had no effect, and the state of the game."""
    was = {} if before is None else {seat.buzzer: seat.reply for seat in before.seats}
    for seat in now.seats:
        if seat.reply is not None and seat.reply != was.get(seat.buzzer):
            reply = _sentences(now.words.say(seat.reply), standing(now))
            sentence = now.words("speech.to", who=(_named(now, seat.seat),), what=reply)
            yield Sentence(sentence, Worth.SEAT, f"reply {seat.buzzer}", seat.buzzer)


def standing(view: View) -> str:
    """Say everybody's cards, and those on the table."""
    words = view.words
    held = []
    for seat in view.seats:
        if seat.name and (view.play.claim is not None or seat.cards or seat.points is not None):
            code = "speech.cards" if seat.points is None else "speech.points"
            n = seat.cards if seat.points is None else seat.points
            held.append(words(code, who=AtSeat(seat.seat), n=n))
    on_table = (words("speech.pile", n=view.play.pile),) if view.play.pile else ()
    beside = view.play.beside
    return _sentences(*held, *on_table, beside, view.headline, view.detail)


# --- saying it -----------------------------------------------------------------------------------


class Teller:
    """Says the contents of the picture, line by line; `call` plays the note of a buzzer.

    A newer line replaces a waiting one about the same, and interrupts a less important one.
    """

    def __init__(self, voice: Voice, call: Callable[[int], None], *, on: bool = True) -> None:
        self._voice, self._call, self._on = voice, call, on
        self._before: View | None = None
        self._waiting: list[Sentence] = []
        self._saying: Sentence | None = None

    def turn(self, *, on: bool) -> None:
        """Switch the voice on or off."""
        if self._on and not on:
            self._voice.hush()
        self._on, self._before = on, None
        self._waiting.clear()

    def show(self, view: View, at: int) -> None:
        """Say the news of `view`, shown at `at` (ns)."""
        if not self._on:
            return
        scene = staged(view, at)
        if scene is not self._before:
            for line in lines(self._before, scene):
                self._add(line)
            self._before = scene
        self._go_on(scene.words)

    def _add(self, line: Sentence) -> None:
        waiting = [earlier for earlier in self._waiting if earlier.about != line.about]
        self._waiting = [*waiting, line]
        if len(self._waiting) > MOST_WAITING:
            self._waiting.remove(min(self._waiting, key=lambda one: one.worth))
        now = self._saying
        if (
            now is not None
            and self._voice.busy
            and (now.worth < line.worth or now.about == line.about)
        ):
            self._voice.hush()
            self._saying = None

    def _go_on(self, words: Words) -> None:
        while self._waiting and not self._voice.busy:
            line = self._saying = self._waiting.pop(0)
            if line.buzzer is not None:
                self._call(line.buzzer)
            self._voice.say(line.text, words.language)
