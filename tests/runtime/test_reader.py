"""The reader posts only what several still frames agree on, and a lost camera is only lost."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Event, current_thread, get_native_id

import numpy as np
import pytest
from at_table import reading_of
from said import said, told

from appliance.core.effects import NewDeck, PlaySound, ReadCards, ReadCode, Sound, StopReading
from appliance.core.fuse import fuse
from appliance.core.question import CardCode
from appliance.core.reading import Ask, Reading
from appliance.core.signals import (
    MS,
    SECOND,
    CardsSeen,
    CodeSeen,
    DriverBack,
    DriverLost,
    Signal,
)
from appliance.drivers import Frame, Image
from appliance.drivers.camera.watched import Supervised
from appliance.drivers.pulse import NICE
from appliance.errors import DriverError, ModelError
from appliance.runtime.reader import FRAMES, Reader, Worker
from appliance.service.reading import SIGN_OF_LIFE
from appliance.vision.find import finder
from appliance.vision.find.runner import NETWORKS, TRIAL_INPUTS
from appliance.vision.read import CardReader
from bluffing.message import message

EMPTY = np.zeros((2, 2, 3), np.uint8)


class Script:
    """A camera and a card reader that see given cards, frame by frame."""

    def __init__(self, *frames: Reading | DriverError) -> None:
        self._frames = list(frames)
        self._seen: Reading | None = None
        self.looks = 0
        self.images: list[Image] = []

    def open(self) -> None: ...

    def close(self) -> None: ...

    def capture(self) -> Frame:
        now = self._frames[min(self.looks, len(self._frames) - 1)]
        self.looks += 1
        if isinstance(now, DriverError):
            raise now
        self._seen = now
        self.images.append(EMPTY.copy())
        return Frame(self.images[-1], at=self.looks)

    def read(self, _image: Image) -> Reading:
        assert self._seen is not None
        return self._seen


def looks(script: Script, count: int, request: int = 7) -> list[Signal]:
    posted: list[Signal] = []
    reader = Reader(script, script.read, fuse, posted.append)
    reader.perform(ReadCards(request, 2))
    for _ in range(count):
        reader.look()
    return posted


def test_it_waits_for_frames_that_agree_and_posts_once() -> None:
    posted = looks(Script(reading_of(["K", "K"])), 10)
    [seen] = posted
    assert isinstance(seen, CardsSeen)
    assert (seen.request, seen.at) == (7, FRAMES)
    assert seen.reading.ask is None
    assert len(seen.reading.cards) == 2


def test_frames_that_differ_are_a_question_never_an_answer() -> None:
    frames = [reading_of(["K"]), reading_of(["K", "Q"])] * 5
    for signal in looks(Script(*frames), 8):
        assert isinstance(signal, CardsSeen)
        assert signal.reading.ask is not None


def test_a_card_that_becomes_sure_and_cards_that_are_spread_are_news() -> None:
    sure = reading_of(["K", "K"])
    unsure = replace(sure, cards=(sure.cards[0], replace(sure.cards[1], sure=0.5)))
    lapped = replace(sure, cards=(sure.cards[0], replace(sure.cards[1], quad=sure.cards[0].quad)))
    for before in (unsure, lapped):
        posted = looks(Script(*[before] * FRAMES, *[sure] * FRAMES), 2 * FRAMES)
        assert len(posted) > 1
        assert isinstance(posted[-1], CardsSeen)
        assert posted[-1].reading == sure
        assert looks(Script(*[before] * FRAMES), 2 * FRAMES) == posted[:1]


def test_cards_that_come_to_rest_are_news() -> None:
    moving = [reading_of(["K"]), reading_of([], "no cards seen"), reading_of(["9"])]
    posted = looks(Script(*moving, reading_of(["9", "9"])), 12)
    last = posted[-1]
    assert isinstance(last, CardsSeen)
    assert last.reading.ask is None
    assert [card.rank for card in last.reading.cards] == ["9", "9"]


def test_a_lost_camera_is_told_once_and_its_return_too() -> None:
    gone = DriverError(told("the cable is out: put it back"))
    posted = looks(Script(gone, gone, reading_of(["A"])), 6)
    assert [type(signal) for signal in posted] == [DriverLost, DriverBack, CardsSeen]
    assert isinstance(posted[0], DriverLost)
    assert said(posted[0].reason) == "the cable is out: put it back"


def test_it_looks_only_while_somebody_waits() -> None:
    script = Script(reading_of(["A"]))
    posted: list[Signal] = []
    reader = Reader(script, script.read, fuse, posted.append)
    reader.look()
    reader.perform(PlaySound(Sound.TICK))
    assert reader.rest is None
    reader.perform(ReadCards(1, 1))
    reader.perform(StopReading())
    reader.look()
    assert (script.looks, posted) == (0, [])


def test_frames_from_before_a_loss_do_not_vote() -> None:
    gone = DriverError(told("frozen: restarting it"))
    king = reading_of(["K"])
    posted = looks(Script(king, king, gone, king, king, gone, king, king, gone), 9)
    assert not [signal for signal in posted if isinstance(signal, CardsSeen)]


def test_while_nobody_waits_it_only_asks_for_a_sign_of_life() -> None:
    gone = DriverError(told("the cable is out: put it back"))
    script = Script(gone, gone, reading_of(["A"]), reading_of(["A"]))
    posted: list[Signal] = []
    reader = Reader(script, script.read, fuse, posted.append, idle=2.0)
    assert reader.rest == 2.0
    for _ in range(4):
        reader.look()
    assert [type(signal) for signal in posted] == [DriverLost, DriverBack]
    reader.perform(ReadCards(1, 1))
    for _ in range(FRAMES):
        reader.look()
    assert isinstance(posted[-1], CardsSeen)


class Plugged:
    """A camera on a cable, which takes a while to open. Its clock is the test's."""

    def __init__(self) -> None:
        self.now, self.plugged = 0, True

    def clock(self) -> int:
        return self.now

    def open(self) -> None:
        if not self.plugged:
            raise DriverError(told("the cable is out: put it back"))
        self.now += 2 * SECOND  # a USB camera takes 35 pictures first

    def capture(self) -> Frame:
        if not self.plugged:
            raise DriverError(told("the cable is out: put it back"))
        return Frame(EMPTY, self.now)

    def close(self) -> None: ...


@pytest.mark.parametrize("after", range(0, 6000, 300))
def test_a_camera_is_missed_within_3_s_and_used_within_5_s(after: int) -> None:
    """Also by nobody who awaits cards."""
    cable, posted = Plugged(), list[Signal]()
    eye = Supervised(lambda: cable, cable.clock)
    reader = Reader(eye, lambda _: reading_of(["A"]), fuse, posted.append, idle=SIGN_OF_LIFE)
    eye.open()

    def until(kind: type[Signal], moment: int) -> int:
        """Return the time from `moment` (ns) to such news; 20 s at most."""
        while not (posted and isinstance(posted[-1], kind)) and cable.now < moment + 20 * SECOND:
            assert reader.rest is not None
            cable.now += round(reader.rest * SECOND)
            cable.plugged = cable.plugged or (kind is DriverBack and cable.now >= moment)
            reader.look()
        return cable.now - moment

    reader.look()
    cable.plugged, pulled = False, cable.now
    assert until(DriverLost, pulled) <= 3 * SECOND
    back = pulled + 20 * SECOND + after * MS
    assert until(DriverBack, back) <= 5 * SECOND


def test_a_new_question_is_answered_afresh() -> None:
    script = Script(reading_of(["A"]))
    posted: list[Signal] = []
    reader = Reader(script, script.read, fuse, posted.append)
    for request in (1, 2):
        reader.perform(ReadCards(request, 1))
        for _ in range(FRAMES):
            reader.look()
    assert [signal.request for signal in posted if isinstance(signal, CardsSeen)] == [1, 2]


def reader_at(script: Script, count: int) -> Reader:
    """A reader that was asked for cards, and has looked so often."""
    reader = Reader(script, script.read, fuse, lambda _: None)
    reader.perform(ReadCards(1, 1))
    for _ in range(count):
        reader.look()
    return reader


def test_it_keeps_the_picture_of_what_it_posted_last() -> None:
    script = Script(*[reading_of(["K"])] * 4, *[reading_of(["K", "Q"])] * 9)
    reader, kept = reader_at(script, 0), []
    for _ in range(12):
        reader.look()
        kept.append(reader.shot)
    assert kept[: FRAMES - 1] == [None, None], "nothing has been posted"
    first, last = kept[FRAMES - 1], kept[-1]
    assert first is not None
    assert last is not None
    assert first.image is script.images[FRAMES - 1]
    assert kept[FRAMES] is first, "nothing new has been posted"
    assert (last.reading.ask, [card.rank for card in last.reading.cards]) == (None, ["K", "Q"])


def test_the_picture_is_one_in_which_the_cards_lie_where_the_reading_says() -> None:
    sure, less = reading_of(["A"]), reading_of(["A"])
    less = replace(less, cards=(replace(less.cards[0], sure=0.95),))
    script = Script(less, sure, less)
    shot = reader_at(script, 3).shot
    assert shot is not None
    assert (shot.reading, shot.image is script.images[1]) == (sure, True)


def test_a_new_question_drops_the_picture() -> None:
    reader = reader_at(Script(reading_of(["A"])), FRAMES)
    kept = [reader.shot]
    reader.perform(ReadCards(2, 1))
    assert [shot is None for shot in (*kept, reader.shot)] == [False, True]


def test_the_picture_outlasts_the_question_and_is_dropped_when_nobody_is_shown_it() -> None:
    reader = reader_at(Script(reading_of(["A"])), FRAMES)
    reader.perform(StopReading())
    kept = [reader.shot]
    assert not reader._looks, "no other picture is kept"
    reader.forget()
    assert [shot is None for shot in (*kept, reader.shot)] == [False, True]


def test_a_picture_that_is_none_is_not_kept() -> None:
    broken = Reading((), 0, 0, Ask(message("ask.no-colour")))
    assert reader_at(Script(broken), FRAMES).shot is None


def test_the_worker_answers_from_its_own_thread_and_ends() -> None:
    script = Script(reading_of(["A"]))
    posted: list[Signal] = []
    reader = Reader(script, script.read, fuse, posted.append)
    worker, answered = Worker(reader), Event()

    def post(signal: Signal) -> None:
        posted.append(signal)
        worker.perform(StopReading())
        answered.set()

    reader._post = post
    worker.open()
    worker.perform(ReadCards(3, 1))
    assert answered.wait(timeout=60)
    worker.close()
    assert isinstance(posted[0], CardsSeen)
    assert not worker._thread.is_alive()


def test_a_camera_that_is_pulled_and_put_back_during_the_preparation_is_reported_at_once() -> None:
    pulled = DriverError.of("driver.v4l2.no-picture", device="/dev/video0")
    script, posted, ready = Script(*[pulled] * 3, reading_of(["A"])), Queue[Signal](), Event()
    reader = Reader(script, script.read, fuse, posted.put, idle=0.001)
    worker = Worker(reader, ready.wait)
    worker.open()
    worker.perform(ReadCards(3, 1))
    assert isinstance(posted.get(timeout=60), DriverLost)
    assert isinstance(posted.get(timeout=60), DriverBack)
    assert posted.empty(), "no card is read by a reader that isn't ready"
    ready.set()
    assert isinstance(posted.get(timeout=60), CardsSeen)
    worker.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows how nice one thread is")
def test_the_worker_steps_back_behind_the_core() -> None:
    before, nice, looked = os.getpriority(os.PRIO_PROCESS, 0), list[int](), Event()

    class Curious(Script):
        def capture(self) -> Frame:
            nice.append(os.getpriority(os.PRIO_PROCESS, get_native_id()))
            looked.set()
            return super().capture()

    script = Curious(reading_of(["K"]))
    worker = Worker(Reader(script, script.read, fuse, lambda _: None))
    worker.open()
    worker.perform(ReadCards(7, 1))
    assert looked.wait(5)
    worker.close()
    assert nice[0] >= NICE
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def test_a_reader_that_fails_is_lost_and_tries_again_ever_more_slowly() -> None:
    posted: list[Signal] = []
    fails = [True]

    def read(_: Image) -> Reading:
        if fails:
            raise ValueError("a network file is cut short")
        return reading_of(["A"])

    reader = Reader(Script(reading_of(["A"])), read, fuse, posted.append, idle=2.0)
    reader.perform(ReadCards(7, 1))
    rests = list[float | None]()
    for _ in range(9):
        with pytest.raises(ValueError, match="cut short") as raised:
            reader.look()
        reader.fail(raised.value)
        rests.append(reader.rest)
    assert rests == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]
    assert [type(signal) for signal in posted] == [DriverLost]
    assert "cut short" in said(posted[0].reason)  # type: ignore[union-attr]
    reader.perform(StopReading())
    fails.clear()
    reader.look()  # though no cards are awaited: is it mended?
    assert [type(signal) for signal in posted] == [DriverLost, DriverBack]
    assert reader.rest == 2.0
    reader.perform(ReadCards(8, 1))
    for _ in range(FRAMES):
        reader.look()
    assert [type(signal) for signal in posted] == [DriverLost, DriverBack, CardsSeen]


def test_a_reader_that_fails_behind_a_lost_camera_is_reported_too() -> None:
    pulled, posted = DriverError.of("driver.v4l2.no-picture", device="/dev/video0"), list[Signal]()
    script = Script(pulled, reading_of(["A"]))
    reader = Reader(script, script.read, fuse, posted.append, idle=2.0)
    reader.look()
    reader.fail(ModelError(message("run.no-reader")))
    reader.fail(ModelError(message("run.no-reader")))
    assert [said(signal.reason) for signal in posted] == [  # type: ignore[union-attr]
        said(pulled.says), said(message("run.no-reader"))
    ]  # fmt: skip
    reader.look()
    assert isinstance(posted[-1], DriverBack)


def test_a_network_file_that_is_cut_short_ends_neither_thread_nor_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in TRIAL_INPUTS:
        (tmp_path / name).write_bytes((NETWORKS / name).read_bytes()[:50_000])
    monkeypatch.setattr(finder, "NETWORKS", tmp_path)
    monkeypatch.setattr("appliance.runtime.reader.LOST_REST", 0.001)
    posted: Queue[Signal] = Queue()
    script = Script(reading_of([]))
    reader = Reader(script, CardReader().read, fuse, posted.put)
    noise = np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8)  # not unusable
    monkeypatch.setattr(f"{__name__}.EMPTY", noise)
    worker = Worker(reader)
    worker.open()
    worker.perform(ReadCards(1, 1))
    assert isinstance(posted.get(timeout=60), DriverLost)
    for name in TRIAL_INPUTS:
        (tmp_path / name).write_bytes((NETWORKS / name).read_bytes())
    assert isinstance(posted.get(timeout=60), DriverBack)
    worker.close()


def test_a_new_deck_is_told_to_what_reads_on_its_own_thread() -> None:
    script, told_on = Script(reading_of(["K"])), list[str]()
    reader = Reader(
        script,
        script.read,
        fuse,
        lambda _: None,
        forget_deck=lambda: told_on.append(current_thread().name),
    )
    worker = Worker(reader)
    worker.perform(NewDeck())
    worker.open()
    worker.close()
    assert told_on == ["reader"]


# --- the code of a printed card ------------------------------------------------------------------

ACES = CardCode("facts", "aces", 7.69)


def codes(*frames: CardCode | DriverError | None) -> list[Signal]:
    """Return the posted signals when the looks show these, one each."""
    script = Script(
        *(frame if isinstance(frame, DriverError) else reading_of([]) for frame in frames)
    )
    posted: list[Signal] = []
    seen = iter(frame for frame in frames if not isinstance(frame, DriverError))
    reader = Reader(script, script.read, fuse, posted.append, decode=lambda _: next(seen))
    reader.perform(ReadCode(7))
    for _ in frames:
        reader.look()
    return posted


def test_one_look_tells_a_code_and_several_that_there_is_none() -> None:
    other = CardCode("facts", "kings", 7.69)
    assert codes(ACES) == [CodeSeen(7, ACES, 1)]
    assert codes(None, None, ACES, ACES) == [CodeSeen(7, ACES, 3)]
    assert codes(None, None, None, None) == [CodeSeen(7, None, 3)]
    shown = codes(ACES, None, ACES, None, None, None, None, other)
    assert shown == [CodeSeen(7, ACES, 1), CodeSeen(7, None, 6), CodeSeen(7, other, 8)]


def test_a_camera_that_comes_back_goes_on_looking_for_the_code() -> None:
    gone = DriverError(told("the cable is out: put it back"))
    posted = codes(gone, ACES)
    assert [type(signal) for signal in posted] == [DriverLost, DriverBack, CodeSeen]


def test_cards_are_read_when_cards_are_asked_for_and_codes_when_a_code_is() -> None:
    script, posted = Script(reading_of(["K"])), list[Signal]()
    reader = Reader(script, script.read, fuse, posted.append, decode=lambda _: ACES)
    for wanted in (ReadCode(1), ReadCards(2, 1), ReadCode(3), StopReading()):
        reader.perform(wanted)
        for _ in range(FRAMES):
            reader.look()
    assert [type(signal) for signal in posted] == [CodeSeen, CardsSeen, CodeSeen]
    assert reader.shot is None
