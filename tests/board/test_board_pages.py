"""The pages of a board: valid, translated, light, readable, and safe to open."""

import gettext
import re
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from board_client import NOW, Board, messages, recorded

from bluffing.words import Words
from board import pages
from board.facts import BoardFacts
from board.people import erase
from board.words import BOARD_LANGUAGES, language_of, words_of
from venue.database import Database

html5lib = pytest.importorskip("html5lib", reason="html5lib is not installed")

PAGES = ("", "catches", "games", "games?page=3", "standings", "tables/t1", "tables/t3", "nowhere")
CODE = "open-sesame-1"
MOST_BYTES = 150_000
"""Of a first view with all that it asks for."""

IN_WORDS = re.compile(r"^(?:⟦[^⟦⟧]*⟧|[\d.,:· \u2013-]|t\d|Ana|<Bo & Co>|Club|Winter|Doubt It!)*$")
"""A text whose words are all of the catalogue, or a name."""


def texts(html: str) -> list[str]:
    tree = html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False)
    shown = [text.strip() for text in tree.itertext()]
    for element in tree.iter():
        named = ("aria-label", "data-live", "data-lost", "title", "alt", "placeholder")
        shown += [element.get(name, "") for name in named if "/live" not in element.get(name, "")]
    return [text for text in shown if text]


@pytest.mark.parametrize("language", BOARD_LANGUAGES)
def test_every_page_is_valid_in_every_language(board: Board, language: str) -> None:
    for path in PAGES:
        separator = "&" if "?" in path else "?"
        answer = board.ask(f"/{path}{separator}lang={language}")
        assert answer.status == (404 if path == "nowhere" else 200)
        html5lib.HTMLParser(strict=True).parse(answer.text)
        assert f'<html lang="{language}">' in answer.text
        assert "board." not in re.sub(r"board\.(css|js)", "", answer.text)


def test_no_page_has_a_word_outside_the_catalogue(board: Board) -> None:
    english = words_of("en")

    class Marked(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            text = english.catalogue.gettext(message)
            return text if message.startswith("number.") else f"⟦{text}⟧"

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            return f"⟦{english.catalogue.ngettext(msgid1, msgid2, n)}⟧"

    with patch.object(pages, "words_of", lambda _: Words(Marked(), "en")):
        for path in PAGES:
            for text in texts(board.ask(f"/{path}").text):
                assert IN_WORDS.match(text), (path, text)


def test_a_first_view_weighs_little_with_a_hundred_tables(board: Board) -> None:
    for number in range(100):
        board.store.take(messages(f"hall-{number}", recorded("bullshit")[:200]), NOW)
    for accept in ([], [(b"accept-encoding", b"gzip")]):
        page = board.ask("/", headers=accept)
        files = re.findall(r'(?:href|src)="(/static/[^"?]*)', page.text if not accept else "")
        weights = [len(board.ask(file).body) for file in (files or ("/static/board.css",))]
        assert len(page.body) + sum(weights) < (MOST_BYTES if accept else 2 * MOST_BYTES)


def test_a_first_view_of_a_venue_weighs_little(board: Board) -> None:
    page = board.ask("/")
    files = re.findall(r'(?:href|src)="(/static/[^"]*)', page.text)
    assert len(files) == 2
    assert len(page.body) + sum(len(board.ask(file).body) for file in files) < 20_000


@pytest.mark.parametrize("path", [f"/{path}" for path in PAGES])
def test_a_page_loads_nothing_from_elsewhere_and_keeps_no_cookie(board: Board, path: str) -> None:
    answer = board.ask(path)
    assert "set-cookie" not in answer.headers
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert not re.search(r'(?:href|src|action)="(?!/|#|data:,)', answer.text)
    assert not re.search(r'<script(?! src=")|<style|\son\w+=|\sstyle=', answer.text)


def test_a_name_is_shown_as_it_is_written(board: Board) -> None:
    text = board.ask("/standings").text
    assert "&lt;Bo &amp; Co&gt;" in text
    assert "<Bo" not in text
    assert text.index("Ana") < text.index("&lt;Bo")


def test_what_happened_is_on_the_front_page(board: Board) -> None:
    text = board.ask("/").text
    assert text.index('id="table-t1"') < text.index('id="table-t2"') < text.index('id="table-t3"')
    assert "220 ms later" in text, "the photo finish"
    assert ">250 ms<" in text, "the quickest catch"
    assert "<b>1.</b> Ana" in text, "the finished game"
    assert text.count('class="turn"') == 1


def test_a_change_to_an_earlier_evening_brings_back_no_earlier_state(board: Board) -> None:
    later = [{**event, "evening": "later"} for event in recorded("bullshit")[:20]]
    board.store.take(messages("t1", later), NOW + 95)
    facts = BoardFacts(board.database)
    before = facts.newest_change()
    with closing(Database(board.path)) as database:
        assert erase(database, "Ana")
    assert facts.newest_change() > before
    assert [table.evening for table in facts.tables(NOW + 100) if table.name == "t1"] == ["later"]
    assert not [table for table in facts.tables(NOW + 100, before) if table.name == "t1"]


def test_a_table_whose_people_withdrew_is_not_shown(board: Board) -> None:
    gone = {**recorded("doubt_it")[60], "type": "agreement", "data": {"public": False}}
    board.store.take(messages("t3", [gone]), NOW + 95)
    assert 'id="table-t3"' not in board.ask("/").text
    assert 'id="table-t3"' not in board.ask("/tables/t3").text


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"), ("en;q=0.1,fr;q=0.2", "fr"), ("ja", "en"), ("", "en"),
        ("nl;q=x,pt", "pt"), ("de;q=nan", "en"), ("de;q=9", "en"), ("," * 500 + "de", "en"),
    ],
)  # fmt: skip
def test_the_language_is_the_one_that_a_browser_likes_best(wishes: str, language: str) -> None:
    assert language_of("", wishes) == language
    assert language_of("es", wishes) == "es"


def test_a_chosen_language_stays_on_the_way(board: Board) -> None:
    text = board.ask("/games?page=2&lang=nl", headers=[(b"accept-language", b"de")]).text
    assert 'href="/standings?lang=nl"' in text
    assert 'href="/games?page=2&amp;lang=fr"' in text
    assert "lang=" not in board.ask("/").text.partition("</header>")[0].partition("<body>")[2]


# --- guests -----------------------------------------------------------------------------------


def test_with_a_code_all_pages_are_below_it(tmp_path: Path) -> None:
    board = Board(tmp_path, CODE)
    door = board.ask("/")
    assert (door.status, "t1" in door.text) == (200, False)
    html5lib.HTMLParser(strict=True).parse(door.text)
    wrong = board.ask("/?code=guess-1234")
    assert (wrong.status, "not right" in wrong.text) == (403, True)
    right = board.ask(f"/?code={CODE}&lang=de")
    assert (right.status, right.headers["location"]) == (303, f"/{CODE}/?lang=de")
    for path in PAGES[:-1]:
        inside = board.ask(f"/{CODE}/{path}")
        assert inside.status == 200
        assert f'href="/{CODE}/games"' in inside.text
        assert path == "" or board.ask(f"/{path}").status == 404
    for path in ("live", f"{CODE}x/", "nowhere"):
        assert board.ask(f"/{path}").status == 404
    board.close()


# --- colours -------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["dark", "light"])
def test_every_text_stands_out(scheme: int) -> None:
    css = pages.STATIC["board.css"][1].decode()
    colours = dict(re.findall(r"--(\w+): (#\w{6})", css.split("@media (prefers")[scheme]))
    for ground in ("ground", "card"):
        for text in ("text", "soft", "mark", "truth", "lie", "link"):
            least = 7 if text in ("text", "soft") else 4.5
            assert contrast(colours[text], colours[ground]) >= least, (text, ground)
