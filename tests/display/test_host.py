"""The host says what is so, what everybody has seen, and nothing twice within ten minutes."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, pairwise

import pytest
from at_table import People, playing, reading_of
from extent import often, tries
from random_table import SECRET, dealt, signal

from appliance.core.effects import Announce
from appliance.core.signals import MS, SECOND, CardsSeen, Chosen, DriverBack, QuestionDrawn, Signal
from appliance.display.host.beats import VARIANTS, Beat, Occasion, Weight
from appliance.display.host.otto import AGAIN_AFTER, SPEAKS_EVERY, Otto, Quip
from appliance.table import Table, TableSettings
from appliance.table.elements import Extra
from appliance.table.facts import facts_of
from appliance.table.stages import Asking, Inner, Judged, Lobby, Over, Revealing, Turns
from appliance.words import LANGUAGES, words_of
from bluffing.actions import Guess, Play
from bluffing.cards import Rank, Suit
from bluffing.events import Answered, Doubted, Event, Played, Took, Verdict
from bluffing.message import AtSeat, Spoken
from bluffing.rulesets import RULESETS

MOST_LETTERS = 60
SAMPLE: Mapping[str, Spoken] = {
    "who": AtSeat(0),
    "other": AtSeat(1),
    "count": 12,
    "ms": 2.4,
    "percent": 22,
    "rank": Rank.SEVEN,
}
VALUES: Mapping[str, tuple[Beat, ...]] = {
    "": (
        Beat.WELCOME, Beat.TIE, Beat.CAMERA, Beat.UNREADABLE, Beat.DRAW, Beat.QUESTION,
        Beat.PAUSE, Beat.GO_ON, Beat.LOST, Beat.BACK,
    ),
    "who": (
        Beat.SIT, Beat.DEAL, Beat.FIRST_CLAIM, Beat.SILENCE, Beat.CONSOLE,
        Beat.LAST_CARD, Beat.WIN,
    ),
    "who other": (
        Beat.DOUBT, Beat.TRUTH, Beat.WRONG_DOUBT, Beat.LIE, Beat.HOLDS, Beat.TOO_HIGH,
    ),
    "who count": (Beat.REPEAT, Beat.PILE, Beat.NEAR_END),
    "who count rank": (Beat.BIG_CLAIM,),
    "who other ms": (Beat.CLOSE,),
    "percent": (Beat.ODDS,),
}  # fmt: skip
"""The facts that the lines of each moment may use; all else they leave unsaid."""


# --- the lines -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_has_its_lines_and_each_is_short(language: str) -> None:
    words = words_of(language).named(("Benno", "Clara"))
    given = [(moment, names.split()) for names, moments in VALUES.items() for moment in moments]
    assert sorted(moment for moment, _ in given) == sorted(Beat)
    for moment, names in given:
        values = tuple((name, SAMPLE[name]) for name in names)
        lines = [words.say(Occasion(moment, 0, values).line(n)) for n in range(1, VARIANTS + 1)]
        assert len(set(lines)) == VARIANTS, moment
        assert not [line for line in lines if len(line) > MOST_LETTERS], moment


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_gets_an_ending_or_an_article_that_elides(language: str) -> None:
    catalogue = words_of(language).catalogue
    lines = [catalogue.gettext(f"host.{moment}.{n + 1}") for moment in Beat for n in range(10)]
    touched = re.compile(r"[^\s¡¿]\{(who|other)|\{(who|other)[.a-z]*\}[^\s,.:;?!]")
    assert not [line for line in lines if touched.search(line)]


# --- the choice ----------------------------------------------------------------------------------


def evening(seed: int) -> Iterator[tuple[int, list[Occasion]]]:
    """Three hours of moments: some seconds apart, in bursts, and often the same ones."""
    rng, at = random.Random(f"host/{seed}"), 0
    favourites = rng.sample(list(Beat), 6)
    while at < 3 * 3600 * SECOND:
        at += rng.choice((MS, 900 * MS, 5 * SECOND, 12 * SECOND, 40 * SECOND))
        moments = rng.choices([*favourites, *Beat], k=rng.randint(1, 3))
        yield at, [Occasion(moment, at) for moment in moments]


def spoken(moments: Iterator[tuple[int, list[Occasion]]]) -> list[tuple[str, int, Weight]]:
    otto, lines = Otto(), []
    for at, occasions in moments:
        newer = otto.tempted(occasions, at)
        if newer.recent != otto.recent and newer.line is not None:
            lines.append((newer.line.text.code, at, newer.line.beat.weight))
        otto = newer
    return lines


@pytest.mark.examples
def test_a_thousand_evenings_never_repeat_a_line_within_ten_minutes() -> None:
    used: Counter[str] = Counter()
    for seed in range(tries(20, of=1000)):
        lines, newest = spoken(evening(seed)), dict[str, int]()
        for code, at, _ in lines:
            assert at - newest.get(code, -AGAIN_AFTER) >= AGAIN_AFTER, f"{seed}: {code}"
            newest[code] = at
        for (_, before, _), (_, at, weight) in pairwise(lines):
            assert weight is Weight.NEWS or at - before >= SPEAKS_EVERY, seed
        used.update(code for code, _, _ in lines)
    assert len(used) > 0.9 * len(Beat) * VARIANTS, "nearly every line comes up"


def test_the_same_evening_has_the_same_lines() -> None:
    assert spoken(evening(7)) == spoken(evening(7))
    assert spoken(evening(7)) != spoken(evening(8))


# --- at a table ----------------------------------------------------------------------------------


@dataclass
class Hosted(People):
    """A table with its host, and what he has said with what was so then."""

    otto: Otto = field(default_factory=Otto)
    lines: list[Quip] = field(default_factory=list)
    touched: int = 0

    def send(self, signal: Signal) -> None:
        before = self.table
        super().send(signal)
        if self.table.stage != before.stage:
            self.touched = self.now
        self.hear()

    def wait(self, ns: int) -> None:
        super().wait(ns)
        self.hear()

    def hear(self) -> None:
        said = self.otto.recent
        self.otto = self.otto.heard(facts_of(self.table, self.now), self.now)
        if self.otto.recent is not said and self.otto.recent != said:
            assert self.otto.line is not None
            self.lines.append(self.otto.line)
            line = self.otto.line
            assert SO[line.beat](Saying(self, line)), line

    @property
    def events(self) -> list[Event]:
        """Everything that the rules have announced."""
        return [effect.event for effect in self.effects if isinstance(effect, Announce)]


@dataclass(frozen=True)
class Saying:
    """A line at the moment when it is said; it is compared with events and actions, not facts."""

    people: Hosted
    line: Quip

    def value(self, name: str) -> object:
        return dict(self.line.text.values)[name]

    def seat(self, name: str = "who") -> int:
        found = self.value(name)
        assert isinstance(found, AtSeat)
        return found.number

    @property
    def parties(self) -> tuple[int, int]:
        return self.seat("who"), self.seat("other")

    @property
    def verdicts(self) -> list[Verdict | Answered]:
        return [event for event in self.people.events if isinstance(event, Verdict | Answered)]

    @property
    def piles(self) -> list[Took]:
        return [event for event in self.people.events if isinstance(event, Took) and event.count]


def found_true(saying: Saying) -> bool:
    newest = saying.verdicts[-1]
    return newest.truth and (newest.seat, newest.doubter) == saying.parties


def found_false(saying: Saying) -> bool:
    newest = saying.verdicts[-1]
    return not newest.truth and (newest.seat, newest.doubter) == saying.parties


def doubted_in_vain(saying: Saying) -> bool:
    newest = saying.verdicts[-1]
    return newest.truth and (newest.doubter, newest.seat) == saying.parties


def lied_so_often(saying: Saying) -> bool:
    lies = [
        verdict
        for verdict in saying.verdicts
        if verdict.seat == saying.seat() and not verdict.truth
    ]
    return len(lies) >= 3 and len(lies) == saying.value("count")


def is_first_claim(saying: Saying) -> bool:
    plays = [action for action in saying.people.table.match.actions if isinstance(action, Play)]
    return [play.seat for play in plays] == [saying.seat()]


def is_claimed(saying: Saying) -> bool:
    claim = saying.people.game.claim
    return claim == Played(saying.seat(), claim.count, claim.rank) if claim is not None else False


def holds_so_many(saying: Saying) -> bool:
    wanted = 1 if saying.line.beat is Beat.LAST_CARD else saying.value("count")
    return saying.people.game.hands[saying.seat()] == wanted


def is_quiet(saying: Saying) -> bool:
    people = saying.people
    return people.now - people.touched >= 59 * SECOND and people.game.turn == saying.seat()


def has_doubted(saying: Saying) -> bool:
    newest = [event for event in saying.people.events if isinstance(event, Doubted)][-1]
    return (newest.doubter, newest.seat) == saying.parties


def raced(saying: Saying) -> bool:
    """Compare with the presses themselves."""
    people = saying.people
    assert people.finish is not None
    first, second = people.finish.places[:2]
    if saying.line.beat is Beat.TIE:
        return first.tied and second.tied
    seats = people.table.seat_of(second.buzzer), people.table.seat_of(first.buzzer)
    late = (second.at - first.at) / MS
    return seats == saying.parties and saying.value("ms") == pytest.approx(late, abs=0.001)


def is_at(*places: type[Inner]) -> Callable[[Saying], bool]:
    return lambda saying: isinstance(saying.people.table.inner, places)


def cannot_be_read(saying: Saying) -> bool:
    """The camera asks, and not because it has read all and a seat shall look below the cards."""
    revealing = saying.people.table.at(Revealing)
    return revealing.asked is not None and not revealing.proven


SO: Mapping[Beat, Callable[[Saying], bool]] = {
    **dict.fromkeys((Beat.TRUTH, Beat.HOLDS), found_true),
    **dict.fromkeys((Beat.LIE, Beat.TOO_HIGH), found_false),
    **dict.fromkeys((Beat.CLOSE, Beat.TIE), raced),
    **dict.fromkeys((Beat.LAST_CARD, Beat.NEAR_END), holds_so_many),
    **dict.fromkeys((Beat.WELCOME, Beat.SIT), is_at(Lobby)),
    Beat.CAMERA: is_at(Revealing),
    Beat.WRONG_DOUBT: doubted_in_vain,
    Beat.REPEAT: lied_so_often,
    Beat.PILE: lambda moment: (
        moment.piles[-1] == Took(moment.seat(), int(str(moment.value("count"))))
    ),
    Beat.CONSOLE: lambda moment: [took.seat for took in moment.piles[-2:]] == [moment.seat()] * 2,
    Beat.FIRST_CLAIM: is_first_claim,
    Beat.BIG_CLAIM: is_claimed,
    Beat.SILENCE: is_quiet,
    Beat.DOUBT: has_doubted,
    Beat.UNREADABLE: cannot_be_read,
    Beat.ODDS: lambda moment: moment.people.table.at(Judged).extra is Extra.CHANCE,
    Beat.WIN: lambda moment: moment.people.at(Over) and moment.people.game.winner == moment.seat(),
    Beat.DRAW: lambda moment: moment.people.at(Over) and len(moment.people.game.tied) > 1,
    Beat.QUESTION: lambda moment: moment.people.table.match.question is not None,
    Beat.PAUSE: lambda moment: moment.people.paused(),
    Beat.GO_ON: lambda moment: not moment.people.paused(),
    Beat.DEAL: lambda moment: moment.people.table.dealer == moment.seat(),
    Beat.LOST: lambda moment: bool(moment.people.table.lost),
    Beat.BACK: lambda moment: "camera" not in moment.people.table.lost,
}
"""Whether what a line says is so."""


def played(name: str, seed: int, moves: int = 60) -> Hosted:
    """A game at random: plays, doubts, cards of all kinds, pauses, faults and long silences."""
    rng = random.Random(f"host/{name}/{seed}")
    people = Hosted(dealt(name, rng).table, now=1000 * MS)
    kinds = list(Suit if RULESETS[name].claims_suits else Rank)
    for _ in range(moves):
        chance = rng.random()
        if people.at(Revealing) and chance < 0.8:
            claim = people.game.claim
            ranks = [claim.rank if claim and rng.random() < 0.6 else rng.choice(kinds)]
            ranks *= people.game.lying
            people.send(CardsSeen(people.table.request, reading_of(ranks), people.now))
            people.wait(4000 * MS)
        elif people.at(Turns) and chance < 0.75:
            legal = islice(people.table.ruleset.legal_actions(people.table.game), 60)
            plays = [action for action in legal if isinstance(action, Play | Guess)]
            if plays:
                people.send(Chosen(rng.choice(plays), people.now))
            people.wait(700 * MS)
            if rng.random() < 0.6:
                first, second = rng.sample(range(6), 2)
                people.down(first)
                people.wait(rng.choice((0, 0, 4 * MS, 30 * MS)))
                people.down(second)
                people.wait(80 * MS)
                people.up(first)
                people.up(second)
            people.wait(rng.choice((1500 * MS, 9000 * MS)))
        elif people.at(Asking) and chance < 0.75:
            people.hold(people.table.buzzers[people.game.turn])
            people.send(QuestionDrawn(people.table.request, SECRET, people.now))
        elif chance < 0.8:
            people.send(signal(people, rng))
        elif chance < 0.83:
            people.send(DriverBack("camera", people.now))
        elif chance < 0.86:
            people.wait(70 * SECOND)
        else:
            people.hold(rng.randrange(6))
            people.wait(rng.choice((300 * MS, 6000 * MS)))
    return people


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.examples
def test_what_he_says_is_so(name: str) -> None:
    said = Counter(
        line.beat for seed in range(tries(12, of=150)) for line in played(name, seed).lines
    )
    assert len(said) >= 5, said


def lie(people: Hosted) -> None:
    """The seat on turn lies; the next one doubts it, and the third is 20 ms later."""
    seat = people.table.turns.game.turn
    people.lay(seat, 1)
    claim = people.game.claim
    assert claim is not None
    people.wait(1500 * MS)
    people.down((seat + 1) % 3)
    people.wait(20 * MS)
    people.down((seat + 2) % 3)
    people.wait(60 * MS)
    people.up((seat + 1) % 3)
    people.up((seat + 2) % 3)
    people.wait_for(lambda _: people.at(Revealing), 9000 * MS)
    people.wait(30 * SECOND)
    people.show(str(next(rank for rank in Rank if rank not in {claim.rank, Rank.JOKER})))
    people.wait(30 * SECOND)


def test_a_close_race_and_the_third_lie_are_named() -> None:
    people = Hosted(playing(3).table, now=1000 * MS)
    for _ in range(9):
        lie(people)
        people.hold(people.table.at(Judged).ruling.event.seat)
        people.wait_for(lambda _: people.at(Turns), 9000 * MS)
        people.wait(30 * SECOND)
    said = {line.beat: dict(line.text.values) for line in people.lines}
    assert said[Beat.CLOSE]["ms"] == 20.0
    assert said[Beat.REPEAT]["count"] == 3


def test_the_chance_is_said_when_somebody_asks_for_it() -> None:
    people = Hosted(playing(3).table, now=1000 * MS)
    lie(people)
    people.press((people.table.at(Judged).ruling.event.seat + 1) % 3)
    assert people.lines[-1].beat is Beat.ODDS


def test_he_welcomes_people_and_names_the_dealer() -> None:
    people = Hosted(Table(TableSettings("bicycle", buzzers=3)), now=1000 * MS)
    people.hear()
    for buzzer in range(3):
        people.press(buzzer)
        people.wait(21 * SECOND)
        people.hold(buzzer)
    people.wait(30 * SECOND)
    people.hold(0)
    people.wait(1000 * MS)
    assert {Beat.WELCOME, Beat.DEAL} <= {line.beat for line in people.lines}


def test_truth_and_lie_have_one_line_until_the_cards_are_turned() -> None:
    """Both readings at once, in step: what he says differs only when all have seen the cards."""
    people = Hosted(playing(3).table, now=1000 * MS)
    seat = people.table.turns.game.turn
    people.lay(seat, 1)
    claim = people.game.claim
    assert claim is not None
    people.wait(1500 * MS)
    people.press((seat + 1) % 3)
    people.wait_for(lambda _: people.at(Revealing), 9000 * MS)
    people.wait(30 * SECOND)
    other = next(rank for rank in Rank if rank not in {claim.rank, Rank.JOKER})
    pair = [Hosted(people.table, people.now, otto=people.otto) for _ in range(2)]
    for table, rank in zip(pair, (claim.rank, other), strict=True):
        table.send(CardsSeen(table.table.request, reading_of([str(rank)]), table.now))
    while not any(
        isinstance(table.table.inner, Judged) and table.table.inner.told for table in pair
    ):
        true, false = pair
        assert (true.otto.line, true.otto.recent) == (false.otto.line, false.otto.recent)
        for table in pair:
            table.wait(10 * MS)
    moments = [table.otto.line.beat for table in pair if table.otto.line is not None]
    assert moments[0] in {Beat.TRUTH, Beat.WRONG_DOUBT}
    assert moments[1] is Beat.LIE
