"""The table's menu at the desk: what is changed there is so at once, while its window is open."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame
import pytest
from at_table import playing
from desk_player import SIZE, AtDesk
from said import ENGLISH, said

from appliance.core.effects import Job
from appliance.core.question import Question
from appliance.core.signals import SECOND, RowTouched, Signal, Told, Wish, Wished
from appliance.core.task import Task
from appliance.display.sound import Speaker, Volume
from appliance.errors import DriverError
from appliance.questions.drawer import Drawer
from appliance.service.keepsake import take_home
from appliance.themes import USUAL_TUNING, Tuning
from appliance.words import LANGUAGES
from bluffing.message import Message, Spoken, message
from lab.sim.desk.errands import answers
from lab.sim.desk.outside import Arrangement
from lab.sim.desk.party import Party

pytestmark = pytest.mark.usefixtures("journals_are_closed")

GAME = "bicycle"
ME = 2


class Loudspeaker(Speaker):
    """Tells what it is set to; there may be none."""

    def __init__(self, *, there: bool = True) -> None:
        super().__init__()
        self.set: list[tuple[str, bool, bool]] = []
        self._there = there

    def turn(
        self,
        volume: Volume,
        *,
        few: bool = False,
        calm: bool = False,
        speech: bool = False,
        device: str = "auto",
        tuning: Tuning = USUAL_TUNING,
    ) -> None:
        assert (speech, device, tuning) == (False, "auto", USUAL_TUNING)
        self.set.append((volume, few, calm))

    def open(self) -> None:
        if not self._there:
            raise DriverError(message("sound.cant-open", error="none"))


def at_desk(journal: Path | None = None) -> AtDesk:
    return AtDesk(Party(3, GAME, (), 3, frozenset({ME}), 0.0, journal))


LANGUAGES_AS_CALLED = {
    message(f"menu.value.language.{language}"): language for language in LANGUAGES
}
"""Rows that every catalogue calls alike."""


def _called(label: Spoken) -> str:
    known = LANGUAGES_AS_CALLED.get(label) if isinstance(label, Message) else None
    return known or said(label)


def choose(person: AtDesk, *labels: str) -> None:
    """Take rows by touch, by their names; then leave the menu."""
    post = person.desk.evening.post
    post(Wished(Wish.MENU, person.desk.clock.now))
    for label in labels:
        person.wait(0.3)
        menu = person.desk.view.menu
        assert menu is not None
        rows = [_called(row.label) for row in menu.rows]
        post(RowTouched(rows.index(label), person.desk.clock.now))
    while person.desk.view.menu is not None:
        person.wait(0.3)
        post(Wished(Wish.MENU, person.desk.clock.now))
        person.wait(0.3)


def outside(person: AtDesk) -> dict[str, object]:
    return {setting.key: setting.value for setting in person.desk.evening.facts.settings.outside}


def test_the_layout_and_the_sound_are_changed_at_once() -> None:
    person, speaker = at_desk(), Loudspeaker()
    person.wait(0.5)
    arrangement = Arrangement(person.desk, speaker)
    before = arrangement.picture()
    assert arrangement.picture() is before
    choose(person, "Screen and sound", "Layout", "in the table")
    assert outside(person)["display.layout"] == "tabletop"
    after = arrangement.picture()
    person.tap()
    first, second = (pygame.Surface(SIZE) for _ in range(2))
    before.draw(first)
    after.draw(second)
    same = pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")
    assert not same
    person.press("buzzer", ME, hold=2.6)
    choose(person, "Screen and sound", "Reduced motion")
    arrangement.picture()
    choose(person, "Screen and sound", "Sound", "quiet")
    arrangement.picture()
    person.press("sound")
    arrangement.picture()
    plain, off = ("on", False, False), ("off", False, True)
    assert speaker.set == [plain, plain, ("on", False, True), ("quiet", False, True), off]


def test_another_language_brings_other_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = list[Sequence[Question]]()
    monkeypatch.setattr(Drawer, "take", lambda _, questions: taken.append(questions))
    person = at_desk()
    arrangement = Arrangement(person.desk, None)
    person.wait(0.5)
    choose(person, "Screen and sound", "Sound", "quiet")
    arrangement.picture()
    assert not taken, "what was flagged stays out"
    choose(person, "Screen and sound", "Language", "de")
    arrangement.picture()
    [questions] = taken
    assert {question.pack for question in questions} == {"de"}


def test_a_loudspeaker_that_is_not_there_is_told() -> None:
    person = at_desk()
    Arrangement(person.desk, Loudspeaker(there=False))
    person.wait(0.5)
    assert "no sound" in person.desk.view.notice.text


def test_an_evening_that_is_kept_goes_on_with_what_was_changed(tmp_path: Path) -> None:
    person = at_desk(tmp_path / "evening.journal")
    choose(person, "Screen and sound", "Layout", "in the table")
    person.desk.close()
    again = at_desk(tmp_path / "evening.journal")
    assert outside(again)["display.layout"] == "tabletop"
    again.desk.close()
    assert outside(at_desk())["display.layout"] == "tv", "another one begins anew"


@pytest.mark.parametrize("task", Task)
def test_what_the_simulator_can_not_do_is_said(monkeypatch: pytest.MonkeyPatch, task: Task) -> None:
    evening = at_desk().desk.evening
    told: list[Signal] = []
    monkeypatch.setattr(evening, "post", told.append)
    for on in (True, False):
        for perform in evening.loop._performers:
            perform(Job(task, on))
    [answer] = told
    assert isinstance(answer, Told)
    assert (answer.task, answer.done) == (task, True)
    assert "only a real table can do this" in said(answer.lines[0])


def test_a_picture_to_take_home_goes_to_the_folder_of_the_desk(tmp_path: Path) -> None:
    people, job = playing(4, hands=(6, 1, 7, 6)), Job(Task.KEEPSAKE, on=True)
    people.lay(1, 1)
    people.wait(20 * SECOND)
    (tmp_path / "file").touch()
    for folder, name in ((tmp_path, "on this computer"), (tmp_path / "file", "does not take")):
        [answer] = answers(job, partial(take_home, people.table, ENGLISH), people.now, folder)
        assert name in said(answer.lines[-1])
    assert [path.suffix for path in tmp_path.iterdir()].count(".png") == 1
