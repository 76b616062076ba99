"""The organiser's desk: a password, a session, forms that no other site can send, and no guest."""

import re
from urllib.parse import urlencode

import pytest
from board_client import CHEAP, NOW, Answer, Board
from hypothesis import given
from hypothesis import strategies as st

from board import access
from board.access import FAILURES_S, MOST_ADDRESSES, MOST_FAILURES, SIGNED_IN_S, Attempts
from board.people import PeopleError, merge, stored_of
from board.words import BOARD_LANGUAGES
from venue.database import Database

html5lib = pytest.importorskip("html5lib", reason="html5lib is not installed")

PASSWORD = "correct horse"  # noqa: S105 - of the tests
LOCKED = ("seat", "season", "merge", "erase", "sign-out")


class Browser:
    """A browser of the board, which keeps its cookie."""

    def __init__(self, board: Board, base: str = "/") -> None:
        self.board, self.cookie, self.key, self.base = board, b"", "", base

    def post(
        self, act: str, *more: tuple[bytes, bytes], scheme: str = "https", **form: str
    ) -> Answer:
        headers = [(b"cookie", self.cookie), *more]
        body = urlencode(form).encode()
        answer = self.board.ask(f"{self.base}organiser/{act}", "POST", headers, body, scheme)
        set_cookie = answer.headers.get("set-cookie", "")
        if set_cookie:
            self.cookie = set_cookie.partition(";")[0].encode()
        return answer

    def open(self, path: str = "organiser", scheme: str = "https") -> Answer:
        answer = self.board.ask(
            f"{self.base}{path}", "GET", [(b"cookie", self.cookie)], b"", scheme
        )
        keys = set(re.findall(r'name="key" value="(\w+)"', answer.text))
        self.key = keys.pop() if keys else ""
        return answer

    def signed_in(self) -> "Browser":
        assert self.post("sign-in", password=PASSWORD).status == 303
        assert self.open().status == 200
        assert self.key
        return self


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "_hasher", CHEAP)


@pytest.fixture
def locked(board: Board) -> Board:
    writer = Database(board.path)
    access.set_password(writer, PASSWORD)
    writer.close()
    return board


def test_the_database_has_neither_password_nor_token(locked: Board) -> None:
    browser = Browser(locked).signed_in()
    stored = str(locked.database.execute("SELECT * FROM organiser, sessions"))
    assert "$argon2id$" in stored
    assert PASSWORD not in stored
    assert browser.cookie.partition(b"=")[2].decode() not in stored


def test_the_cookie_is_the_browser_s_alone(locked: Board) -> None:
    answer = Browser(locked).post("sign-in", password=PASSWORD)
    parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")}
    assert {"httponly", "samesite=strict", "secure", "path=/", f"max-age={SIGNED_IN_S}"} <= parts


def test_without_a_session_nothing_changes(locked: Board) -> None:
    before = [*stored_of(locked.database)]
    guest = Browser(locked)
    assert 'name="password"' in guest.open().text
    for act in LOCKED:
        assert guest.post(act, name="Ana", into="Ben", sure="yes", key="").status == 403
    assert guest.open("organiser/sheet?day=2027-01-01").status == 303
    assert [*stored_of(locked.database)] == before


def test_a_form_of_another_site_changes_nothing(locked: Board) -> None:
    browser = Browser(locked).signed_in()
    form = {"name": "Ana", "sure": "yes"}
    assert browser.post("erase", key="0" * 64, **form).status == 403
    assert browser.post("erase", **form).status == 403
    elsewhere = (b"sec-fetch-site", b"cross-site")
    assert browser.post("erase", elsewhere, key=browser.key, **form).status == 403
    assert [*stored_of(locked.database, "Ana")]
    assert browser.post("erase", key=browser.key, **form).status == 303
    assert not [*stored_of(locked.database, "Ana")]


def test_a_session_ends_by_time_by_hand_and_by_a_new_password(locked: Board) -> None:
    browser = Browser(locked).signed_in()
    locked.now += SIGNED_IN_S
    assert browser.post("erase", key=browser.key, name="Ana", sure="yes").status == 403
    browser.signed_in()
    kept = browser.cookie
    assert browser.post("sign-out", key=browser.key).status == 303
    browser.cookie = kept
    assert not (browser.open().text and browser.key)
    browser.signed_in()
    writer = Database(locked.path)
    access.set_password(writer, "another one")
    writer.close()
    browser.open()
    assert not browser.key
    assert browser.post("sign-in", password=PASSWORD).status == 400


def test_a_password_can_t_be_guessed(locked: Board) -> None:
    guest = Browser(locked)
    codes = [guest.post("sign-in", password=f"guess {n}").status for n in range(MOST_FAILURES + 3)]
    assert codes == [400] * MOST_FAILURES + [429] * 3
    assert guest.post("sign-in", password=PASSWORD).status == 429
    locked.now += FAILURES_S + 1
    assert guest.post("sign-in", password=PASSWORD).status == 303
    wrong = guest.post("sign-in", password=PASSWORD[1:])
    assert wrong.status == 400, "a success forgives the earlier ones"


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 400)), max_size=60))
def test_an_address_has_few_attempts_in_a_quarter_of_an_hour(steps: list[tuple[int, int]]) -> None:
    attempts, now, admitted = Attempts(), 0.0, list[tuple[int, float]]()
    for address, pause in steps:
        now += pause
        if attempts.admits(f"192.0.2.{address}", now):
            admitted.append((address, now))
    for address, at in admitted:
        near = [each for other, each in admitted if other == address and at <= each < at + 1]
        assert len(near) <= 2 * MOST_FAILURES
    for address in range(4):
        times = [at for other, at in admitted if other == address]
        for first, later in zip(times, times[2 * MOST_FAILURES :], strict=False):
            assert later - first >= FAILURES_S


def test_a_flood_of_addresses_has_to_wait() -> None:
    attempts = Attempts()
    assert all(attempts.admits(f"10.0.{n // 250}.{n % 250}", 1) for n in range(MOST_ADDRESSES))
    assert not attempts.admits("192.0.2.1", 2)
    assert attempts.admits("192.0.2.1", 2 + FAILURES_S)
    subscriber = [attempts.admits(f"2001:db8::{n:x}", 5000) for n in range(9)]
    assert subscriber.count(True) == MOST_FAILURES


def test_a_password_is_asked_for_only_where_nobody_can_listen(locked: Board) -> None:
    guest = Browser(locked)
    assert "HTTPS" in guest.open(scheme="http").text
    assert guest.post("sign-in", scheme="http", password=PASSWORD).status == 200
    assert guest.cookie == b""


def test_without_a_password_nobody_signs_in(board: Board) -> None:
    guest = Browser(board)
    assert "doubtit-board password" in guest.open().text
    assert guest.post("sign-in", password="").status == 200
    assert guest.cookie == b""
    writer = Database(board.path)
    for wrong in ("short", "x" * 257):
        with pytest.raises(PeopleError):
            access.set_password(writer, wrong)
        with pytest.raises(PeopleError):
            access.sign_in(writer, wrong, NOW)
    writer.close()


def test_the_desk_does_what_the_commands_do(locked: Board) -> None:
    browser = Browser(locked).signed_in()
    done = browser.post("seat", key=browser.key, table="t3", seat="2", name="Cleo")
    assert done.headers["location"] == "/organiser?done=seat"
    assert "Done." in browser.open("organiser?done=seat").text
    days = {"first": "2027-01-01", "last": "2027-03-31"}
    season = {"league": "Club", "season": "Spring", "ruleset": "bullshit", **days}
    assert browser.post("season", key=browser.key, **season).status == 303
    assert "Club: Spring" in locked.ask("/standings").text
    assert browser.post("merge", key=browser.key, name="Cleo", into="Ana").status == 303
    assert len([*stored_of(locked.database, "Ana")]) == 3
    assert not [*stored_of(locked.database, "Cleo")]


@pytest.mark.parametrize(
    ("act", "form"),
    [
        ("seat", {"table": "t9", "seat": "1", "name": "Ana"}),
        ("seat", {"table": "t1", "seat": "x", "name": "Ana"}),
        ("seat", {"table": "t1", "seat": "٣", "name": "Ana"}),
        ("seat", {"table": "t1", "seat": "1", "name": "\x00"}),
        ("season", {"league": "Club", "season": "x", "first": "9999-12-31", "last": "9999-12-31"}),
        ("season", {"league": "Club", "season": "x", "first": "2027-01-02", "last": "2027-01-01"}),
        ("merge", {"name": "Ana", "into": "Nobody"}),
        ("merge", {"name": "Ana", "into": "<Bo & Co>"}),
        ("erase", {"name": "Nobody", "sure": "yes"}),
        ("erase", {"name": "Ana"}),
    ],
)
def test_a_wrong_value_is_named_and_changes_nothing(
    locked: Board, act: str, form: dict[str, str]
) -> None:
    before = [*stored_of(locked.database)], locked.ask("/standings").text
    browser = Browser(locked).signed_in()
    answer = browser.post(act, key=browser.key, **form)
    assert answer.status == 400
    assert 'role="alert"' in answer.text
    assert ([*stored_of(locked.database)], locked.ask("/standings").text) == before


def test_two_spellings_become_one_person(locked: Board) -> None:
    writer = Database(locked.path)
    locked.seat("t3", 1, "Anna")
    assert merge(writer, "Anna", "Ana") == 1
    assert merge(writer, "Ana", "Ana") == 2
    with pytest.raises(PeopleError):
        merge(writer, "Anna", "Ana")
    writer.close()
    assert len([*stored_of(locked.database, "Ana")]) == 3


@pytest.mark.parametrize("language", BOARD_LANGUAGES)
def test_the_desk_and_its_sheet_are_valid_in_every_language(locked: Board, language: str) -> None:
    guest = Browser(locked)
    html5lib.HTMLParser(strict=True).parse(guest.open(f"organiser?lang={language}").text)
    browser = guest.signed_in()
    for path in ("organiser", "organiser/sheet?day=2027-01-01", "organiser/sheet?day=soon"):
        separator = "&" if "?" in path else "?"
        text = browser.open(f"{path}{separator}lang={language}").text
        html5lib.HTMLParser(strict=True).parse(text)
        assert "board." not in re.sub(r"board\.(css|js)", "", text)
        assert f'<html lang="{language}">' in text


def test_a_sheet_has_the_games_of_its_day_and_their_standings(locked: Board) -> None:
    browser = Browser(locked).signed_in()
    sheet = browser.open("organiser/sheet?day=2027-01-01").text
    assert "Ana" in sheet
    assert "Club: Winter" in sheet
    earlier = browser.open("organiser/sheet?day=2026-11-30").text
    assert "Ana" not in earlier
    assert "Club: Winter" not in earlier


@pytest.mark.parametrize(
    "body", [b"\xff\xfe", b"a=1&" * 500, b"x" * 9000, b"", b"key", b"key=%ff%00&name=%ed%a0%80"]
)
def test_a_broken_form_is_refused(locked: Board, body: bytes) -> None:
    for act in (*LOCKED, "nothing", "sign-in"):
        answer = locked.ask(f"/organiser/{act}", "POST", [(b"cookie", b"x")], body, "https")
        assert 400 <= answer.status < 500


def test_with_a_code_the_desk_is_below_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    board = Board(tmp_path_factory.mktemp("coded"), "open-sesame-1")
    writer = Database(board.path)
    access.set_password(writer, PASSWORD)
    writer.close()
    browser = Browser(board, "/open-sesame-1/").signed_in()
    answer = browser.post("sign-in", password=PASSWORD)
    assert "Path=/open-sesame-1/" in answer.headers["set-cookie"]
    assert board.ask("/organiser").status == 404
    assert board.now > NOW
    board.close()
