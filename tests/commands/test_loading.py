"""A program with a missing or broken part says so in one line, and on the screen."""

import sys
from pathlib import Path

import numpy as np
import pygame.surfarray
import pytest
from said import ENGLISH

from appliance.__main__ import UNLOADED, main
from appliance.display import last_screen
from appliance.display.quiet import pygame
from appliance.errors import LoadError
from appliance.package import PLACE, missing_files
from appliance.service.equip import notices

COMMAND = "appliance.commands.rules"


def test_a_command_that_cannot_be_imported_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, COMMAND, None)
    assert main(["rules"]) == LoadError.exit_code == UNLOADED
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("doubtit: a part of the program can't be loaded: ModuleNotFound")
    assert "apt install --reinstall doubtit" in said.err
    assert said.err.count("\n") == 1


def test_a_program_without_its_command_line_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "appliance.command_line", None)
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert main(["rules"]) == UNLOADED
    said = capsys.readouterr().err
    assert said.startswith("doubtit: A part of the program can't be loaded: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("part", [COMMAND, "appliance.command_line"])
def test_a_service_shows_it_with_pygame_alone(
    part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = list[str]()
    for gone in (part, "appliance.service.fault"):
        monkeypatch.setitem(sys.modules, gone, None)
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody")
    monkeypatch.setattr(last_screen, "show", shown.extend)
    assert main(["rules"]) == UNLOADED
    assert [part in line for line in shown] == [True, False]
    assert "--reinstall" in shown[1]
    assert "Traceback" not in capsys.readouterr().err


def test_a_part_that_ends_python_is_reported_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.py").write_text("raise SystemExit('a stranger')")
    monkeypatch.setattr("appliance.commands.__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, COMMAND, raising=False)
    assert main(["rules"]) == UNLOADED
    assert "SystemExit('a stranger')" in capsys.readouterr().err


def test_the_last_screen_has_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = list[pygame.Surface]()
    flip = pygame.display.flip

    def kept() -> None:
        pictures.append(pygame.display.get_surface().copy())
        flip()

    monkeypatch.setattr(pygame.display, "flip", kept)
    last_screen.show(("A part can't be loaded: " + "word " * 60, "Install it again."), seconds=0)
    [picture] = pictures
    pixels = pygame.surfarray.array3d(picture)
    ink = np.argwhere((pixels == last_screen.LAST_INK).all(axis=2))
    assert len(ink) > 1000, "letters"
    right, bottom = ink.max(axis=0)
    assert right <= picture.get_width() * 11 / 12
    assert bottom < picture.get_height() * 15 / 16


def test_files_that_the_package_lists_and_the_disk_lacks_are_named(tmp_path: Path) -> None:
    here = Path(__file__).parents[2]
    listed = tmp_path / "doubtit.md5sums"
    lines = ["appliance/__main__.py", "appliance/gone.py", "appliance/words/gone.po"]
    text = "".join(f"{'0' * 32}  {here / line}\n".replace("  /", "  ") for line in lines)
    listed.write_text(text + f"{'0' * 32}  usr/share/man/man1/doubtit.1.gz\n")
    gone = [str(here / line) for line in lines[1:]]
    assert missing_files(listed, here) == gone
    assert missing_files(listed, PLACE) == [], "a checkout"
    assert missing_files(tmp_path / "none", here) == []


def test_a_start_names_a_missing_file_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.package.missing_files", lambda: ["/usr/lib/doubtit/gone.po"])
    said = [ENGLISH.say(what) for part, what in notices(None) if part == "package"]
    [line] = said
    assert "/usr/lib/doubtit/gone.po" in line
    assert "apt install --reinstall doubtit" in line
