"""Which library reads the cards is one line: always where a table starts, else where it matters."""

import pytest
from said import ENGLISH

from appliance.commands import hardware
from appliance.commands.hardware import say_runner
from appliance.message import message
from appliance.vision.find.runner import RUNNERS, Trial

FIRST, SECOND = RUNNERS
WORKS = Trial(FIRST, "1.27.0")
CRASHES = Trial(FIRST, "1.21.0", message("runner.ends", status=3))
INSTEAD = Trial(SECOND, "4.1")
BROKEN = Trial(SECOND, "4.6.0", message("runner.no-numbers"))


@pytest.mark.parametrize(
    ("tried", "always", "works", "line"),
    [
        ((WORKS,), True, True, "doubtit: cards are read with ONNX Runtime 1.27.0\n"),
        ((WORKS,), False, True, ""),
        (
            (CRASHES, INSTEAD),
            False,
            True,
            "doubtit: cards are read with OpenCV 4.1, since ONNX Runtime 1.21.0 ends with code 3\n",
        ),
        ((CRASHES, BROKEN), True, False, ""),
    ],
)
def test_it_is_one_line(
    *,
    tried: tuple[Trial, ...],
    always: bool,
    works: bool,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(hardware, "try_all", lambda: tried)
    assert say_runner(ENGLISH, always=always) is works
    assert capsys.readouterr() == ("", line)
