"""Hostile bytes to a real server: at most one line in its log for each, and it goes on."""

import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from board_client import Board

pytestmark = pytest.mark.thorough

CONNECTIONS = 200
PARTS = (
    b"GET / HTTP/1.1\r\n", b"GET /live HTTP/1.1\r\n", b"GET\r\n", b"\0" * 50, b"\xff\xfe\xfd",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"Host: x\r\n", b"Content-Length: -1\r\n",
    b"Upgrade: websocket\r\nConnection: upgrade\r\n", b"Content-Length: 99999999999\r\n",
    b"\x16\x03\x01\x02\x00", b"A" * 70_000, b"X: " + b"y" * 9000 + b"\r\n", b"\r\n", b"\r\n\r\n",
    b"zz\r\n", b"GET http://elsewhere/ HTTP/1.0\r\n", b"OPTIONS * HTTP/1.1\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Expect: 100-continue\r\n",
    b"GET /%00%ff?\xf0\x9f HTTP/1.1\r\n", b"Cookie: " + b"a=b;" * 900 + b"\r\n",
)  # fmt: skip


@pytest.fixture
def served(board: Board) -> Iterator[tuple[int, Path]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    settings, log = board.path.with_name("venue.toml"), board.path.with_name("log")
    settings.write_text(f'store = "{board.path}"\n[board]\nport = {port}\n', encoding="utf-8")
    command = [sys.executable, "-m", "board", "--config", str(settings)]
    known = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with (
        log.open("wb") as out,
        subprocess.Popen(command, env=known, stdout=out, stderr=out) as server,  # noqa: S603
    ):
        while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
            assert server.poll() is None
        yield port, log
        server.terminate()


def answer(port: int, sent: bytes, patience_s: float) -> bytes:
    heard = b""
    with socket.create_connection(("127.0.0.1", port), timeout=patience_s) as out:
        try:
            out.sendall(sent)
            while len(heard) < 100_000 and (part := out.recv(65536)):
                heard += part
        except OSError:
            pass  # the server has closed the connection, or waits for more
    return heard


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_hostile_bytes_leave_a_line_at_most(served: tuple[int, Path]) -> None:
    port, log = served
    rng = random.Random("sockets")
    lines = 0
    for _ in range(CONNECTIONS):
        sent = b"".join(rng.choices(PARTS, k=rng.randrange(1, 6)))
        heard = answer(port, sent, 0.2)
        assert b" 500 " not in heard[:20], sent
        text = log.read_text(encoding="utf-8")
        assert text.count("\n") <= lines + 1, (sent, text)
        assert "Traceback" not in text
        lines = text.count("\n")
    whole = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert b"200 OK" in answer(port, whole, 60)
