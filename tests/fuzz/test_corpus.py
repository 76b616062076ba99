"""Every input that ever broke a promise, or led to new code, keeps it: `make fuzz` breeds more."""

from pathlib import Path

import pytest

from fuzz.fuzz import CORPUS, minimised
from fuzz.targets import TARGETS, kept_promise

INPUTS = sorted(CORPUS.glob("*/*"))


@pytest.fixture
def _errors_are_in_the_catalogue() -> None:
    """Errors quote bytes of the inputs here, which may look like English: no test compares them."""


def test_each_target_has_inputs_and_they_are_small() -> None:
    assert {path.parent.name for path in INPUTS} == set(TARGETS)
    assert sum(path.stat().st_size for path in INPUTS) < 150_000


@pytest.mark.untraced
@pytest.mark.parametrize("target", TARGETS)
def test_no_input_breaks_the_promise(target: str, tmp_path: Path) -> None:
    for path in INPUTS:
        if path.parent.name == target:
            folder = tmp_path / path.name
            folder.mkdir()
            kept_promise(TARGETS[target], path.read_bytes(), folder)


@pytest.mark.parametrize("target", TARGETS)
def test_one_input_of_each_target_is_good(target: str, tmp_path: Path) -> None:
    good = CORPUS / target / "good"
    assert kept_promise(TARGETS[target], good.read_bytes(), tmp_path) is None


def test_an_input_is_cut_down_to_what_fails() -> None:
    assert minimised(b"0123456789" * 9 + b"ab" + b"0123456789" * 9, lambda data: b"ab" in data) == (
        b"ab"
    )
