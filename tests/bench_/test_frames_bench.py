"""What `python -m bench.frames` measures."""

from argparse import ArgumentTypeError

import pytest

from bench import frames, machine


@pytest.mark.thorough
def test_every_picture_is_read_alone_and_whole_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "COUNTS", (1, 2))
    monkeypatch.setattr(frames, "SCENES", 1)
    rows = frames.measure(rounds=3)
    assert [count for count, *_ in rows] == [1, 2]
    for _, alone, whole in rows:
        assert len(alone) == len(whole) == 3
        assert min(alone + whole) > 0


@pytest.mark.parametrize("text", ["0", "-1", "", "many", "1.5"])
def test_what_is_no_number_of_rounds_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="from 1 on"):
        machine.count(text)
