"""`doubtit verdict`: whether a claim is true of a photograph."""

from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from at_table import reading_of, square
from pictured import Told, grey

from appliance.__main__ import main
from appliance.commands.verdict import EXIT_ASKED, claim_of
from appliance.core.reading import Ask, Reading
from appliance.errors import ConfigError
from bluffing.cards import Rank
from bluffing.message import message

SHOWN = {
    1: reading_of(["7", "7", "7"]),
    2: replace(
        reading_of(["7", "K"]), ask=Ask(message("text", text="a card may be covered"), square(2))
    ),
    3: Reading((), 640, 480, Ask(message("ask.dark"))),
    4: reading_of(["7", "7"]),
    5: reading_of(["7"] * 5),
}


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.commands.verdict.CardReader", lambda: Told(SHOWN))


@pytest.mark.parametrize(
    ("shades", "claim", "answer"),
    [
        ([1], "3x7", (0, "confirmed: 3 sevens")),
        ([1], "2x7", (0, "contradicted: I see 3 sevens")),
        ([1], "3x8", (0, "contradicted: I see 3 sevens (at 0,0)")),
        ([2], "3x7", (0, "contradicted: I see 1 king (at 2,0)")),
        ([2], "3xK", (0, "contradicted: I see 1 seven (at 0,0)")),
        ([3], "3x7", (EXIT_ASKED, "ask: too dark: turn the light on")),
        ([4], "3x7", (EXIT_ASKED, "ask: I see 2 of 3 cards: spread them out")),
        ([5], "4x7", (EXIT_ASKED, "ask: I see 5 sevens, but the game has 4: lay them out again")),
        ([5], "4x7 --packs 2", (0, "contradicted: I see 5 sevens")),
        ([5], "5x7", (0, "confirmed: 5 sevens")),
        ([1, 3, 1], "3x7", (0, "confirmed: 3 sevens")),
        ([1, 3, 3], "3x7", (EXIT_ASKED, "ask: too dark: turn the light on")),
        ([1, 4], "3x7", (EXIT_ASKED, "ask: the looks differ: let the cards lie still")),
    ],
)
def test_a_claim_is_confirmed_contradicted_or_asked_about(
    shades: list[int],
    claim: str,
    answer: tuple[int, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    photos = [str(grey(tmp_path / f"{n}.png", shade)) for n, shade in enumerate(shades)]
    out = tmp_path / "drawn.jpg"
    code = main(["verdict", *photos, "--claim", *claim.split(), "--draw", str(out)])
    assert (code, capsys.readouterr().out.rstrip("\n")) == answer
    assert cv2.imread(str(out)) is not None


@pytest.mark.parametrize("text", ["3x7", "3X7", " 3 x 7 ", "3\u00d77", "03x7"])
def test_a_claim_may_be_written_in_several_ways(text: str) -> None:
    assert claim_of(text) == (3, Rank.SEVEN)


@pytest.mark.parametrize("rank", Rank)
def test_every_rank_can_be_claimed(rank: Rank) -> None:
    assert claim_of(f"2x{rank}") == claim_of(f"2x{rank.lower()}") == (2, rank)


@pytest.mark.parametrize(
    "text", ["", "7", "x7", "3x", "3x1", "0x7", "55x7", "-1x7", "3x7x7", "3xZ"]
)
def test_what_is_no_claim(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError):
        claim_of(text)
    with pytest.raises(SystemExit) as caught:
        main(["verdict", str(grey(tmp_path / "a.png", 1)), f"--claim={text}"])
    assert caught.value.code == 2
    assert "claim" in capsys.readouterr().err


def test_bad_input_has_no_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = str(grey(tmp_path / "a.png", 1))
    for words in (
        [str(tmp_path / "gone.png"), "--claim", "3x7"],
        [good, str(tmp_path / "gone.png"), "--claim", "3x7"],
        [good, "--claim", "5x7", "--packs", "1"],
        [good, "--claim", "3x7", "--draw", good],
        [good, "--claim", "3x7", "--draw", str(tmp_path)],
    ):
        assert main(["verdict", *words]) == 2
        printed = capsys.readouterr()
        assert (printed.out, printed.err.count("\n")) == ("", 1)
