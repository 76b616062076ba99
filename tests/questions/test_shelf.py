"""The packs that a table has: what can be used is there, the rest is a line that says why."""

import datetime as dt
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from said import ENGLISH, said
from test_pack import PACK

from appliance.config import Config
from appliance.core.question import Kind
from appliance.questions.drawer import key_of
from appliance.questions.memory import Memory
from appliance.questions.pack import PACKS, questions_of
from appliance.questions.shelf import FOLDER, Shelf, shelf
from appliance.questions.sieve import OWN_AND_ENGLISH, Sieve
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.service.context import TableContext
from appliance.service.wanted import WantedQuestions


def folder(tmp_path: Path, **files: str) -> Path:
    there = tmp_path / FOLDER
    there.mkdir()
    for name, text in files.items():
        (there / f"{name}.toml").write_text(text)
    return there


def names(found: Shelf) -> list[str]:
    return [pack.name for pack in found.packs]


def test_without_a_folder_there_is_what_ships(tmp_path: Path) -> None:
    found = shelf(("facts",), (tmp_path / "none", tmp_path))
    assert (names(found), found.chosen, found.wrong) == ([*PACKS], ("facts",), ())
    assert found.questions(found.chosen, Sieve(number_nerds=True)) == questions_of(["facts"])


def test_a_pack_in_a_folder_is_there_once_with_its_title_and_its_kinds(tmp_path: Path) -> None:
    there = folder(tmp_path, ours=PACK)
    ours = str(there / "ours.toml")
    found = shelf((ours,), (there, there))
    assert names(found) == [*PACKS, ours]
    assert found.chosen == (ours,)
    pack = found.packs[-1]
    assert (pack.title, pack.kinds, pack.count) == ("Ours", (Kind.FACT, Kind.FUN), 2)
    assert found.questions(found.chosen, Sieve()) == questions_of([ours])
    assert {pack for pack, _ in map(key_of, found.questions(["gone"], Sieve()))} == {*PACKS}


def test_a_broken_pack_is_a_line_with_its_file_place_and_what_to_do(tmp_path: Path) -> None:
    there = folder(tmp_path, broken=PACK.replace("41", "141"), good=PACK, text="= no")
    broken = str(there / "broken.toml")
    found = shelf((broken,), (there,))
    assert names(found) == [*PACKS, str(there / "good.toml")]
    assert found.chosen == tuple(PACKS), "what ships, in the place of what is broken"
    first, second = map(said, found.wrong)
    assert f"{broken}, line 19, question 'olives'" in first
    assert "answer = 141" in first
    assert first.endswith("Mend that file and start again; the table menu chooses another pack.")
    assert "text.toml" in second


def test_what_settings_name_in_vain_is_told_and_what_ships_is_drawn_from(tmp_path: Path) -> None:
    for named in ((), ("nothing",), (str(tmp_path / "gone.toml"),)):
        found = shelf(named)
        assert found.chosen == tuple(PACKS)
        assert found.questions(found.chosen, Sieve())
        assert len(found.wrong) == len(named)


def test_a_pack_of_which_all_are_flagged_has_nothing_to_draw(tmp_path: Path) -> None:
    story = PACK.partition("[[question]]")[2].partition("[[question]]")[0]
    text = f'{PACK.partition("[[question]]")[0]}[[question]]{story}flagged = "old"\n'
    [wrong] = shelf((), (folder(tmp_path, old=text),)).wrong
    assert "all are flagged or have expired" in said(wrong)


def test_what_has_expired_is_told_and_not_drawn(tmp_path: Path) -> None:
    there = folder(tmp_path, ours=f"{PACK}expires = 2026-06-01\n")
    ours = str(there / "ours.toml")
    late = shelf((ours,), (there,), dt.date(2026, 6, 1))
    assert [question.id for question in late.questions((ours,), Sieve())] == ["aces"]
    [held] = late.held
    assert said(held).startswith("1 question of the pack")
    assert "doubtit questions list --expired" in said(held)
    assert shelf((ours,), (there,), dt.date(2026, 5, 31)).held == ()


WISHES = """
[[question]]
id = "cheese"
kind = "fun"
text = "How many of a hundred people in Germany like cheese?"
answer = 80
source = "Us"
date = 2025
topic = "food"
region = "de"
ages = 6

[[question]]
id = "wine"
kind = "fun"
text = "How many of a hundred people in France like wine?"
answer = 70
source = "Us"
date = 2025
topic = "food"
region = "fr"
ages = 16
"""


@pytest.mark.parametrize(
    ("sieve", "ids"),
    [
        (Sieve(), "aces olives cheese wine"),
        (Sieve(kind="fact"), "aces"),
        (Sieve(kind="fun"), "olives cheese wine"),
        (Sieve(topic="food"), "cheese wine"),
        (Sieve(region="de"), "aces olives cheese"),
        (Sieve(region="de", topic="food"), "cheese"),
        (Sieve(ages=12), "aces olives cheese"),
        (Sieve(ages=5), "aces olives"),
        (Sieve(language="en"), "aces olives cheese wine"),
        (Sieve(language="fi"), ""),
        (Sieve(topic="space"), "aces olives cheese wine"),
        (Sieve(topic="space", kind="fact"), "aces"),
        (Sieve(topic="space", ages=5), "aces olives"),
        (Sieve(topic="food", ages=5), "aces olives"),
    ],
)
def test_what_a_group_wants_is_what_it_gets_or_the_nearest(
    tmp_path: Path, sieve: Sieve, ids: str
) -> None:
    """No wish lets through a question for older players, or in another language."""
    there = folder(tmp_path, ours=PACK + WISHES)
    ours = str(there / "ours.toml")
    found = shelf((ours,), (there,)).questions((ours,), sieve)
    assert [question.id for question in found] == ids.split()


def test_what_is_flagged_at_the_table_is_left_out(tmp_path: Path) -> None:
    there = folder(tmp_path, ours=PACK)
    ours = str(there / "ours.toml")
    found = shelf((ours,), (there,)).questions((ours,), Sieve(), {("ours", "aces")})
    assert [question.id for question in found] == ["olives"]


def test_a_pack_whose_name_is_no_text_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "caf\udce9.toml").write_text(PACK)
    [wrong] = shelf(PACKS, (tmp_path,)).wrong
    assert "its name is no text in UTF-8" in said(wrong)


def test_sums_are_only_for_number_nerds_or_who_asks_for_their_topic(tmp_path: Path) -> None:
    sums = PACK.replace("[[question]]", "nerds = true\n\n[[question]]", 1)
    there = folder(
        tmp_path, ours=PACK + WISHES, sums=sums.replace("= 2025", '= 2025\ntopic = "food"')
    )
    both = (str(there / "ours.toml"), str(there / "sums.toml"))

    def asked(sieve: Sieve) -> list[str]:
        found = shelf(both, (there,)).questions(both, sieve)
        return [f"{question.pack} {question.id}" for question in found if question.pack == "sums"]

    assert asked(Sieve()) == []
    assert asked(Sieve(number_nerds=True)) == ["sums aces", "sums olives"]
    assert asked(Sieve(topic="food")) == ["sums olives"]


def test_the_language_of_the_table_is_that_of_its_questions(tmp_path: Path) -> None:
    german = PACK.replace('"en"', '"de"').replace("aces", "asse").replace("olives", "oliven")
    there = folder(tmp_path, ours=PACK, unser=german)
    both = (str(there / "ours.toml"), str(there / "unser.toml"))
    found = shelf(both, (there,))

    def asked(sieve: Sieve) -> list[str]:
        return [question.id for question in found.questions(both, sieve.at("de"))]

    assert asked(Sieve()) == ["asse", "oliven"]
    assert asked(Sieve(language=OWN_AND_ENGLISH)) == ["aces", "olives", "asse", "oliven"]
    assert asked(Sieve(language="en")) == ["aces", "olives"]
    assert asked(Sieve(language="any")) == ["aces", "olives", "asse", "oliven"]


def test_a_table_without_a_question_in_its_language_asks_what_it_has(tmp_path: Path) -> None:
    there = folder(tmp_path, ours=PACK)
    ours = str(there / "ours.toml")
    wanted = WantedQuestions(shelf((ours,), (there,)), Memory(tmp_path / "none.toml", print))
    german, strict = Config(language="de"), Config(language="de", questions=Sieve(language="de"))
    assert [question.id for question in wanted.by(german, (ours,))] == ["aces", "olives"]
    assert wanted.by(strict, (ours,)) == ()


@pytest.mark.parametrize(
    ("config", "offers"),
    [
        (Config(language="de"), True),
        (Config(), False),
        (Config(language="de", questions=Sieve(language=OWN_AND_ENGLISH)), False),
    ],
)
def test_english_is_offered_where_another_language_is_asked_alone(
    tmp_path: Path, config: Config, offers: bool
) -> None:
    wanted = WantedQuestions(shelf(()), Memory(tmp_path / "none.toml", print))
    with closing(Journal.open(None, config.table(30))) as journal:
        context = TableContext.of(config, ENGLISH)
        context.loop = Loop(journal, ())
        drawer = wanted.drawer((), journal, context)
    assert (drawer.few_left(12) is not None) is offers
    again = wanted.follows(drawer, config)
    again(replace(config, language="en"))
    assert drawer.few_left(12) is None
