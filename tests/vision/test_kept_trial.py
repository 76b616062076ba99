"""What came of a trial is kept, and believed only where nothing has changed and all went well."""

import json
from importlib.metadata import version as known
from pathlib import Path

import pytest

from appliance.vision.find import kept_trial
from appliance.vision.find.kept_trial import KeptTrial
from appliance.vision.find.runner import RUNNERS, TRIAL_INPUTS, Trial
from bluffing.message import message

FIRST, SECOND = RUNNERS
WORKS = (Trial(FIRST, "1.27.0"),)
LACKS = Trial(FIRST, "1.21.0", message("runner.lacks-instruction"))
INSTEAD = (LACKS, Trial(SECOND, "4.10.0"))

PI_4 = "processor\t: 0\nFeatures\t: fp asimd evtstrm crc32\nCPU part\t: 0xd08\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "reader.json"


@pytest.mark.parametrize("tried", [WORKS, INSTEAD])
def test_what_was_tried_is_believed_once(tried: tuple[Trial, ...], file: Path) -> None:
    KeptTrial(file).keep(tried)
    assert KeptTrial(file).take() == tried
    assert not file.exists(), "a start that dies now must not leave it behind"
    assert KeptTrial(file).take() is None


@pytest.mark.parametrize(
    "tried",
    [
        (LACKS,),
        (Trial(FIRST, "1", message("runner.hangs", seconds=120.0)), Trial(SECOND, "4")),
        (Trial(FIRST, "1", message("runner.crashes", signal="SIGKILL")), Trial(SECOND, "4")),
    ],
)
def test_what_another_trial_may_find_otherwise_is_not_kept(
    tried: tuple[Trial, ...], file: Path
) -> None:
    KeptTrial(file).keep(tried)
    assert not file.exists()


def test_another_processor_tries_again(file: Path, tmp_path: Path) -> None:
    here, there, gone = tmp_path / "here", tmp_path / "there", tmp_path / "gone"
    here.write_text(PI_4 + PI_4.replace(": 0\n", ": 1\n", 1) + "BogoMIPS : 108.00\n")
    there.write_text(PI_4.replace("0xd08", "0xd0b"))
    for other in (there, gone):
        KeptTrial(file, here).keep(INSTEAD)
        assert KeptTrial(file, other).take() is None
    KeptTrial(file, here).keep(INSTEAD)
    here.write_text(PI_4 + "BogoMIPS : 54.00\n")
    assert KeptTrial(file, here).take() == INSTEAD, "neither the cores nor their clock matter"


@pytest.mark.parametrize("package", ["doubt-it-table", "onnxruntime"])
def test_another_version_tries_again(
    package: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    KeptTrial(file).keep(WORKS)
    monkeypatch.setattr(
        kept_trial, "version", lambda name: "99" if name == package else known(name)
    )
    assert KeptTrial(file).take() is None


def test_other_networks_try_again(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in TRIAL_INPUTS:
        (tmp_path / name).write_bytes(b"other")
    KeptTrial(file).keep(WORKS)
    monkeypatch.setattr(kept_trial, "NETWORKS", tmp_path)
    assert KeptTrial(file).take() is None


def test_a_library_that_is_missing_has_a_key_too(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_trial, "PACKAGES", ("no_such_library",))
    KeptTrial(file).keep(WORKS)
    assert KeptTrial(file).take() == WORKS


def damaged(kept: str) -> list[str]:
    """Possible other contents of the file."""
    values = json.loads(kept)
    other = {**values["tried"][0], "package": "cv2", "version": ""}
    unknown = {**values["tried"][0], "package": "tensorflow"}
    trials: list[object] = [[], [other], [unknown], [None], None, [{}], values["tried"] * 2]
    wrong: list[object] = [{**values, "tried": trial} for trial in trials]
    wrong += [[], None, "", {}, {"tried": values["tried"]}, {**values, "key": 1}]
    return ["", kept[:-2], "\0" * 64, *map(json.dumps, wrong)]


def test_a_damaged_file_is_not_believed(file: Path) -> None:
    KeptTrial(file).keep(WORKS)
    kept = file.read_text("utf-8")
    for text in damaged(kept):
        file.write_text(text)
        assert KeptTrial(file).take() is None, text
        assert not file.exists()


def test_what_can_be_neither_deleted_nor_written_is_no_fault(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    KeptTrial(file).keep(WORKS)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refused)
    assert KeptTrial(file).take() is None
    monkeypatch.setattr(kept_trial, "write_whole", refused)
    KeptTrial(file).keep(WORKS)


def test_a_folder_in_its_place_stays(file: Path) -> None:
    file.mkdir()
    assert KeptTrial(file).take() is None
    KeptTrial(file).keep(WORKS)
    assert file.is_dir()
