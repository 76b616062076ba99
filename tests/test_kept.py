"""Changes made at the table: written whole, read whatever they hold, and none lost."""

import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import said

from appliance.command_line import JOURNAL, KEPT_FILE, _language
from appliance.config import Config, config_of
from appliance.errors import ConfigError
from appliance.kept import (
    KEPT_NAME,
    KEPT_TOP,
    changed,
    in_force,
    mend,
    over,
    save,
    speaking,
    text_of_tables,
)

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
PLAIN = st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), TEXT)
VALUES = st.recursive(PLAIN, lambda values: st.lists(values, max_size=3), max_leaves=5)


def tables(keys: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, object]]:
    """Tables of a TOML file, whatever they mean."""
    return st.recursive(
        st.dictionaries(keys, VALUES, max_size=3),
        lambda values: st.dictionaries(keys, st.one_of(VALUES, values), max_size=3),
        max_leaves=5,
    )


TABLES = tables(TEXT)
NAMED = tables(st.sampled_from(("display", "layout", "game", "ruleset", "options", "seats", "ä b")))


@given(given_=TABLES)
def test_whatever_is_written_is_read_again(given_: dict[str, object]) -> None:
    assert tomllib.loads(text_of_tables(given_)) == given_


def changes(config: Config) -> dict[str, object]:
    return {
        "layout": config.display.layout,
        "volume": config.sound.volume,
        "ruleset": config.game.ruleset,
        "options": dict(config.game.options),
        "names": config.seats.names,
        "language": config.language,
        "window": config.game.doubt_window_ms,
    }


def test_what_is_kept_goes_over_the_settings_and_the_rest_stays(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(
        f"journal = '{tmp_path / 'e.journal'}'\n[display]\nlayout = 'tv'\nwidth = 900\n"
        "[game]\nruleset = 'valepaska'\ndoubt_window_ms = 3000\n[game.options]\ncards_max = 4\n"
    )
    before = in_force(settings)
    assert before.path == tmp_path / KEPT_NAME
    assert changes(before.config)["options"]
    kept = changed({}, "display.layout", "tabletop")
    kept = changed(kept, "seats.names", ("Zoë", 'B"\\b', "C", "D", "E", "F"))
    kept = changed(kept, "game.ruleset", "bicycle")
    kept = changed(kept, "game.options", (("tie_window_ms", 20), ("count_mismatch", "lie")))
    save(kept, before.path)
    after = in_force(settings).config
    assert (after.display.layout, after.display.width) == ("tabletop", 900)
    assert after.seats.names[:2] == ("Zoë", 'B"\\b')
    assert after.game.ruleset == "bicycle"
    assert after.game.options == {"tie_window_ms": 20, "count_mismatch": "lie"}
    assert after.game.doubt_window_ms == 3000
    another = changed(kept, "game.ruleset", "valepaska")
    assert "options" not in another["game"], "they were those of another game"


def test_a_journal_that_is_named_brings_its_own_file(tmp_path: Path) -> None:
    found = in_force(None, tmp_path / "other.journal")
    assert found.path == tmp_path / KEPT_NAME
    assert found.config.journal == str(tmp_path / "other.journal")
    assert in_force(None).path == Path(KEPT_NAME)


@pytest.mark.parametrize(
    ("text", "used", "says"),
    [
        ("[display]\nlayout = 'round'\n[sound]\nvolume = 'off'", {"volume": "off"}, "'round'"),
        ("[game]\nruleset = 'snap'\ndoubt_window_ms = 3000", {"window": 3000}, "'snap'"),
        ("shutdown = ['rm']\n[sound]\nvolume = 'quiet'", {"volume": "quiet"}, "shutdown can't be"),
        ("language = 'xx'", {}, "'xx'"),
        ("display = 3", {}, "display"),
        ("[seats]\nnames = []", {}, "names"),
        ("[nothing]\nat = 'all'", {}, "nothing"),
        ("not toml", {}, "not toml"),
    ],
)
def test_one_wrong_key_leaves_the_others_in_force_and_nothing_is_lost(
    tmp_path: Path, text: str, used: dict[str, object], says: str
) -> None:
    path = tmp_path / KEPT_NAME
    path.write_text(text)
    found = mend(in_force(None, tmp_path / "e.journal"))
    expected = changes(in_force(None, tmp_path / "none" / "e.journal").config) | used
    assert changes(found.config) == expected
    assert any(says in said(text) or says == "not toml" for text in found.wrong)
    assert (tmp_path / f"{KEPT_NAME}.broken-1").read_text() == text
    again = in_force(None, tmp_path / "e.journal")
    assert (again.config, again.wrong) == (found.config, ())


@given(
    broken=st.one_of(
        st.binary(max_size=60), NAMED.map(lambda tables: text_of_tables(tables).encode())
    )
)
def test_no_bytes_stop_a_start_and_none_are_lost(broken: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / KEPT_NAME
        path.write_bytes(broken)
        found = mend(in_force(None, Path(folder) / "e.journal"))
        kept = [path.read_bytes() for path in Path(folder).glob(f"{KEPT_NAME}*")]
        assert broken in kept
        again = in_force(None, Path(folder) / "e.journal")
        assert (again.config, again.wrong) == (found.config, ())


def test_a_second_broken_file_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / KEPT_NAME).write_bytes(b"\xff" * number)
        mend(in_force(None, tmp_path / "e.journal"))
    assert [(tmp_path / f"{KEPT_NAME}.broken-{n}").stat().st_size for n in (1, 2)] == [1, 2]


def test_a_folder_that_nobody_may_write_is_said_and_what_was_there_stays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ConfigError, match="holds until the table is switched off"):
        save({}, tmp_path / "file" / KEPT_NAME)
    (tmp_path / KEPT_NAME).mkdir()
    with pytest.raises(ConfigError):
        save({}, tmp_path / KEPT_NAME)
    with pytest.raises(ConfigError, match="not a regular file"):
        in_force(None, tmp_path / "e.journal")


def test_a_file_that_settings_name_and_no_table_wrote_is_not_renamed(tmp_path: Path) -> None:
    settings, other = tmp_path / "table.toml", tmp_path / "other"
    for text in ("root:x:0:0", "[server]\nport = 1\n", "\0", "SQLite format 3\0"):
        settings.write_text(f"kept = '{other}'\njournal = '{tmp_path / 'e.journal'}'\n")
        other.write_text(text)
        with pytest.raises(ConfigError):
            in_force(settings)
        settings.write_text(f"kept = '{other}'\njournal = '{other}'\n")
        with pytest.raises(ConfigError):
            in_force(settings)
        other.write_text(KEPT_TOP + text)
        settings.write_text(f"kept = '{other}'\njournal = '{tmp_path / 'e.journal'}'\n")
        assert mend(in_force(settings)).wrong
        assert in_force(settings).wrong == ()
    for key in ("kept", "journal"):
        settings.write_text(f"{key} = '{settings}'\n")
        with pytest.raises(ConfigError):
            in_force(settings)


def test_a_link_to_the_file_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "data" / "mine.toml", tmp_path / KEPT_NAME
    real.parent.mkdir()
    real.write_text("[display]\nlayout = 'tabletop'\nwidth = 1\n")
    link.symlink_to(real)
    found = mend(in_force(None, tmp_path / "e.journal"))
    assert found.wrong
    assert link.readlink() == real
    assert real.with_name("mine.toml.broken-1").exists()
    assert in_force(None, tmp_path / "e.journal").kept == {"display": {"layout": "tabletop"}}


@pytest.mark.parametrize("name", ["/", ".", "..", "a/.."])
@pytest.mark.parametrize("key", ["kept", "journal"])
def test_a_folder_is_no_place_for_a_file(key: str, name: str) -> None:
    with pytest.raises(ConfigError, match="allowed is a path"):
        config_of({key: name})


def test_what_is_below_is_not_changed() -> None:
    below = {"display": {"layout": "tv"}}
    assert over(below, {"display": {"layout": "tabletop"}}) == {"display": {"layout": "tabletop"}}
    assert below == {"display": {"layout": "tv"}}


def test_the_command_line_knows_where_it_is_without_reading_settings() -> None:
    assert (Config().journal, KEPT_NAME) == (JOURNAL, KEPT_FILE)


def test_the_language_that_was_chosen_at_the_table_is_that_of_the_command_line_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appliance.command_line.LANGUAGES", ("en", "fi"))
    monkeypatch.setattr("appliance.config.LANGUAGES", ("en", "fi"))
    journal = str(tmp_path / "e.journal")
    assert _language(["run", "--journal", journal], {}) == "en"
    save({"language": "fi"}, tmp_path / KEPT_NAME)
    assert _language(["run", "--journal", journal], {}) == "fi"
    assert _language(["run"], {}) == "en"
    (tmp_path / KEPT_NAME).write_bytes(b"\xff")
    assert _language(["run", "--journal", journal], {}) == "en"


def test_a_table_whose_settings_name_no_language_speaks_that_of_the_environment(
    tmp_path: Path,
) -> None:
    """And goes on in it when something else is changed; what is chosen there goes over it."""
    start = speaking(in_force(None, tmp_path / "e.journal"), "de")
    assert start.config.language == "de"
    assert config_of(over(start.tables, {"display": {"touch": True}})).language == "de"
    assert config_of(over(start.tables, {"language": "fr"})).language == "fr"
    save({"language": "es"}, tmp_path / KEPT_NAME)
    chosen = speaking(in_force(None, tmp_path / "e.journal"), "de")
    assert chosen.config.language == "es"


def test_the_games_of_the_house_are_kept_under_their_own_names_and_can_be_erased(
    tmp_path: Path,
) -> None:
    kept = changed({}, "game.ruleset", "bluff")
    games = (
        ("Oma's \u00dcble.1", "bullshit", (("cards_max", 1), ("first_claim", "leader"))),
        ("Opa", "verish", ()),
    )
    path = tmp_path / KEPT_NAME
    save(changed(kept, "saved", games), path)
    after = in_force(None, tmp_path / "evening.journal")
    saved = after.config.table(0).household.saved
    assert {(game.name, game.ruleset, dict(game.options) == dict(options))
            for game, (_, _, options) in zip(saved, games, strict=True)} == {
        ("Oma's \u00dcble.1", "bullshit", True), ("Opa", "verish", True)
    }  # fmt: skip
    save(changed(after.kept, "saved", games[1:]), path)
    after = in_force(None, tmp_path / "evening.journal")
    assert [game.name for game in after.config.table(0).household.saved] == ["Opa"]
    assert after.config.game.ruleset == "bluff"


def test_a_game_of_the_settings_file_that_is_erased_at_the_table_stays_erased(
    tmp_path: Path,
) -> None:
    given = tmp_path / "table.toml"
    given.write_text('[saved.Oma]\nruleset = "bullshit"\n[saved.Opa]\nruleset = "verish"\n')
    journal = tmp_path / "evening.journal"
    before = in_force(given, journal)
    assert [game.name for game in before.config.table(0).household.saved] == ["Oma", "Opa"]
    save(changed(before.kept, "saved", (("Opa", "verish", ()),)), before.path)
    assert [game.name for game in in_force(given, journal).config.table(0).household.saved] == [
        "Opa"
    ]


def test_a_game_of_the_house_that_is_no_game_any_more_is_set_aside_and_no_other(
    tmp_path: Path,
) -> None:
    path = tmp_path / KEPT_NAME
    path.write_text(
        KEPT_TOP + '[saved.Old]\nruleset = "snap"\n[saved.Mau]\nruleset = "mogeln"\n'
        "[saved.Oma]\nruleset = 'bullshit'\noptions = { cards_max = 1, next_claim = 'x' }\n"
    )
    found = in_force(None, tmp_path / "evening.journal")
    [mau] = found.config.table(0).household.saved
    assert (mau.name, mau.ruleset) == ("Mau", "bullshit")
    assert dict(mau.options) == {"cards_max": 1, "first_claim": "leader"}
    assert len(found.wrong) == 2


def test_options_of_a_named_game_can_be_put_back_at_the_table(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text(f"journal = '{tmp_path / 'e.journal'}'\n[game]\nruleset = 'Mogeln'\n")
    start = in_force(settings)
    assert start.config.game.ruleset == "bullshit"
    assert start.config.game.options == {"cards_max": 1, "first_claim": "leader"}
    kept = start.kept
    for key, value in (
        ("game.options", ()),
        ("game.preset", ""),
        ("game.ruleset", "bullshit"),
        ("game.options", (("first_claim", "leader"),)),
    ):
        kept = changed(kept, key, value)
    save(kept, start.path)
    assert in_force(settings).config.game.options == {"first_claim": "leader"}
