"""`doubtit calibrate` from the outside: prints, measures, checks, and says what is wrong."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from said import said as in_english
from said import told

from appliance.__main__ import main
from appliance.box.calibrate import MAT_PICTURES, sight, solve
from appliance.box.file import load, save
from appliance.box.mat.shapes import mat_picture
from appliance.commands import calibrate as command
from appliance.drivers import Frame, Image
from appliance.errors import CalibrationError, ConfigError, PictureError
from appliance.service.card_reader import box_reader
from bluffing.message import Message

WHITE = 70


def picture(shift: int = 0, *, covered: bool = False) -> Image:
    """The mat from straight above at 2 pixels/mm, `shift` pixels to the right of the middle."""
    image = np.full((600, 900, 3), WHITE, np.uint8)
    mat = mat_picture(2).copy()
    if covered:
        mat[:, : mat.shape[1] // 3] = 60
    height, width = mat.shape
    top, left = (600 - height) // 2, (900 - width) // 2 + shift
    image[top : top + height, left : left + width] = mat[..., None]
    return np.asarray(cv2.GaussianBlur(image, (3, 3), 0.5), np.uint8)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "mat.png"
    cv2.imwrite(str(path), picture())
    return path


def said(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_the_mat_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mat.pdf"
    assert main(["calibrate", "--mat", str(path), "--paper", "letter"]) == 0
    assert path.read_bytes().startswith(b"%PDF-1.4")
    assert "2 sheets of LETTER" in said(capsys)[0]
    missing = tmp_path / "none" / "mat.pdf"
    assert main(["calibrate", "--mat", str(missing)]) == ConfigError.exit_code
    assert "can't be written" in said(capsys)[1]


def test_a_photograph_is_measured_and_saved(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "box.toml"
    assert main(["calibrate", "--photo", str(photo), "--out", str(out)]) == 0
    text, progress = said(capsys)
    assert progress == "picture 1: 18 of 18 markers\n"
    assert "scale      2.00 pixels/mm, pictures 900x600" in text
    assert "18 of 18 markers" in text
    assert f'calibration = "{out}"' in text
    assert load(out) == solve([sight(picture())])


def test_json_is_one_object(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "box.toml"
    assert main(["calibrate", "--photo", str(photo), "--out", str(out), "--json"]) == 0
    told = json.loads(said(capsys)[0])
    assert told["markers"] == 18
    assert told["lanes"] is True
    assert told["px_per_mm"] == pytest.approx(2, abs=0.01)
    assert (told["trouble"], told["light"]["steps"]) == (None, 5)


@pytest.mark.parametrize(
    ("shift", "code", "says"),
    [(0, 0, "unchanged: 18 markers"), (30, CalibrationError.exit_code, "bumped by 15 mm")],
)
def test_a_check_tells_whether_the_box_is_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shift: int, code: int, says: str
) -> None:
    known, now = tmp_path / "box.toml", tmp_path / "now.png"
    save(solve([sight(picture())]), known)
    before = known.read_bytes()
    cv2.imwrite(str(now), picture(shift))
    words = ["calibrate", "--check", "--photo", str(now), "--out", str(known)]
    assert main(words) == code
    assert says in said(capsys)[0]
    assert main([*words, "--json"]) == code
    assert json.loads(said(capsys)[0])["bumped"] is bool(shift)
    assert known.read_bytes() == before


def test_a_check_without_the_mat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known, now = tmp_path / "box.toml", tmp_path / "now.png"
    save(solve([sight(picture())]), known)
    cv2.imwrite(str(now), np.full((600, 900, 3), 90, np.uint8))
    words = ["calibrate", "--check", "--photo", str(now), "--out", str(known)]
    assert main(words) == CalibrationError.exit_code
    assert "the mat is not seen" in said(capsys)[0]
    cv2.imwrite(str(now), np.full((480, 640, 3), 90, np.uint8))
    assert main(words) == CalibrationError.exit_code
    assert "run `doubtit calibrate` again" in said(capsys)[1]


class Camera:
    """A camera that shows given pictures; the last picture stays."""

    def __init__(self, *shows: Image | None) -> None:
        self._shows, self.closed = list(shows), False

    def open(self) -> None: ...

    def capture(self) -> Frame:
        now = self._shows.pop(0) if len(self._shows) > 1 else self._shows[0]
        if now is None:
            raise PictureError(told("the picture is broken"))
        return Frame(now, 0)

    def close(self) -> None:
        self.closed = True


def test_the_camera_is_looked_through_until_enough_pictures_show_the_mat(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = Camera(np.full((600, 900, 3), 90, np.uint8), None, picture(covered=True), picture())
    monkeypatch.setattr(command, "camera_of", lambda *_: camera)
    out = tmp_path / "box.toml"
    assert main(["calibrate", "--out", str(out)]) == 0
    lines = said(capsys)[1].splitlines()
    assert [line.split(": ")[1] for line in lines[:2]] == ["0 of 18 markers", "9 of 18 markers"]
    assert len(lines) == 2 + MAT_PICTURES
    assert camera.closed
    assert load(out).plane.size == (900, 600)


@pytest.mark.parametrize(
    ("shows", "says"),
    [(picture(covered=True), "none on the left"), (None, "the picture is broken")],
)
def test_a_camera_that_shows_no_whole_mat(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    shows: Image | None,
    says: str,
) -> None:
    monkeypatch.setattr(command, "camera_of", lambda *_: Camera(shows))
    monkeypatch.setattr(command, "TRIES", 3)
    out = tmp_path / "box.toml"
    assert main(["calibrate", "--out", str(out)]) != 0
    assert says in said(capsys)[1].splitlines()[-1]
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ([], ConfigError.exit_code, "no camera is configured"),
        (["--photo", "none.jpg"], PictureError.exit_code, "none.jpg can't be read"),
        (["--photo", "PHOTO", "--ruler", "70.7"], CalibrationError.exit_code, "the mat at 100 %"),
        (["--check", "--out", "none.toml"], CalibrationError.exit_code, "none.toml can't be read"),
    ],
)
def test_what_is_wrong_is_one_line(
    photo: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, says: str
) -> None:
    assert main(["calibrate", *(word.replace("PHOTO", str(photo)) for word in words)]) == code
    last = said(capsys)[1].splitlines()[-1]
    assert last.startswith("doubtit: ")
    assert says in last


def test_a_folder_serves_as_the_camera_of_the_settings(photo: Path, tmp_path: Path) -> None:
    settings, out = tmp_path / "table.toml", tmp_path / "box.toml"
    settings.write_text(
        f"[camera]\ndriver = 'folder'\nfolder = '{photo.parent}'\n[reader]\ncalibration = '{out}'\n"
    )
    assert main(["calibrate", "--config", str(settings)]) == 0
    assert load(out).px_per_mm == pytest.approx(2, abs=0.01)


def test_the_table_reads_with_the_file_and_says_when_it_is_damaged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, told = tmp_path / "box.toml", list[str]()

    def tell(note: Message, log: Message) -> None:
        told.append(in_english(note))
        print(in_english(log), file=sys.stderr)

    known = solve([sight(picture())])
    save(replace(known, ruler=100.0), path)
    assert box_reader(str(path), tell).calibration == known
    assert box_reader("", tell).calibration is None
    assert told == []
    path.write_text("format = 7")
    assert box_reader(str(path), tell).calibration is None
    assert told == ["the box is not calibrated: calibrate again"]
    assert "damaged" in said(capsys)[1]
