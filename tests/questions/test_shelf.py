"""The packs that a table has: what can be used is there, the rest is a line that says why."""

from pathlib import Path

from said import said
from test_pack import PACK

from appliance.core.question import Kind
from appliance.questions.pack import PACKS, questions_of
from appliance.questions.shelf import FOLDER, Shelf, shelf


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
    assert found.questions == questions_of(["facts"])


def test_a_pack_in_a_folder_is_there_once_with_its_title_and_its_kinds(tmp_path: Path) -> None:
    there = folder(tmp_path, ours=PACK)
    ours = str(there / "ours.toml")
    found = shelf((ours,), (there, there))
    assert names(found) == [*PACKS, ours]
    assert found.chosen == (ours,)
    pack = found.packs[-1]
    assert (pack.title, pack.kinds, pack.count) == ("Ours", (Kind.FACT, Kind.FUN), 2)
    assert found.questions == questions_of([ours])


def test_a_broken_pack_is_a_line_with_its_file_place_and_what_to_do(tmp_path: Path) -> None:
    there = folder(tmp_path, broken=PACK.replace("41", "141"), good=PACK, text="= no")
    broken = str(there / "broken.toml")
    found = shelf((broken,), (there,))
    assert names(found) == [*PACKS, str(there / "good.toml")]
    assert found.chosen == tuple(PACKS), "what ships, in the place of what is broken"
    first, second = map(said, found.wrong)
    assert f"{broken} question olives" in first
    assert "answer = 141" in first
    assert first.endswith("Mend that file and start again; the table menu chooses another pack.")
    assert "text.toml" in second


def test_what_settings_name_in_vain_is_told_and_what_ships_is_drawn_from(tmp_path: Path) -> None:
    for named in ((), ("nothing",), (str(tmp_path / "gone.toml"),)):
        found = shelf(named)
        assert found.chosen == tuple(PACKS)
        assert found.questions
        assert len(found.wrong) == len(named)


def test_a_pack_of_which_all_are_flagged_has_nothing_to_draw(tmp_path: Path) -> None:
    story = PACK.partition("[[question]]")[2].partition("[[question]]")[0]
    text = f'{PACK.partition("[[question]]")[0]}[[question]]{story}flagged = "old"\n'
    [wrong] = shelf((), (folder(tmp_path, old=text),)).wrong
    assert "all are flagged" in said(wrong)
