"""Hostile requests: each gets an answer, never an error of the board."""

import logging
import random

import pytest
from board_client import Board

REQUESTS = 1000
WORDS = (
    b"..", b"%2e%2e", b"%00", b"%ff", b"%ed%a0%80", b"%", b"//", b"'", b"%22%3E%3Cscript%3E", b";",
    b"tables", b"games", b"catches", b"standings", b"static", b"board.css", b"t1", b"a" * 3000,
    b"etc/passwd", b"%E2%80%AE", b"live2", b"?", b"&", b"=", b"lang", b"page", b"-1", b"1e9",
    b"9" * 40, b"code", b"since", b"nan", b"%F0%9F%98%80", b"{{7*7}}", b"\\",
    b"organiser", b"sign-in", b"erase", b"sheet", b"day", b"key", b"password",
)  # fmt: skip
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "X" * 500)
HEADERS = (
    b"accept-language", b"accept-encoding", b"host", b"cookie", b"range", b"if-none-match",
    b"content-length", b"transfer-encoding", b"x-forwarded-for", b"last-event-id", b"referer",
    b"content-type", b"origin", b"upgrade", b"connection", b"authorization",
)  # fmt: skip
VALUES = (
    b"", b"gzip, br;q=x", b"\xff\xfe", b"a" * 8000, b"*", b"de;q=" + b"9" * 400, b"-1", b"chunked",
    b"bytes=0-99999999999", b"\r\nX: 1", b"websocket", b"application/json", b"'; DROP TABLE games",
)  # fmt: skip


def hostile(rng: random.Random) -> tuple[str, str, list[tuple[bytes, bytes]], bytes]:
    target = b"/" + b"/".join(rng.choices(WORDS, k=rng.randrange(5)))
    if rng.random() < 0.6:
        target += b"?" + b"".join(rng.choices(WORDS, k=rng.randrange(8)))
    headers = [(rng.choice(HEADERS), rng.choice(VALUES)) for _ in range(rng.randrange(12))]
    method = rng.choice(METHODS) if rng.random() < 0.4 else "GET"
    return target.decode(), method, headers, rng.randbytes(rng.randrange(3000))


@pytest.mark.untraced
def test_a_thousand_hostile_requests_get_an_answer(
    board: Board, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random("board")
    counts: dict[int, int] = {}
    with caplog.at_level(logging.WARNING):
        for _ in range(REQUESTS):
            answer = board.ask(*hostile(rng))
            counts[answer.status] = counts.get(answer.status, 0) + 1
            assert answer.status < 500
            assert "content-security-policy" in answer.headers
            assert b"<script>" not in answer.body
            assert len(answer.body) < 20_000
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")
    assert {200, 404, 405} <= counts.keys()
    assert board.ask("/").status == 200


def test_a_database_that_is_gone_is_said_so(board: Board) -> None:
    board.database.execute("PRAGMA query_only = OFF")
    board.database.execute("DROP TABLE games")
    answer = board.ask("/?lang=de")
    assert answer.status == 503
    assert "Datenbank" in answer.text
