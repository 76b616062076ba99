"""A board for each test that asks for it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any  # a board's own libraries may be missing

import pytest


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Any]:
    from board_client import Board  # noqa: PLC0415 - skips where libraries are missing

    venue = Board(tmp_path)
    yield venue
    venue.close()
