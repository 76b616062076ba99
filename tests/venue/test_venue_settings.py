"""The settings of a venue's programs: each fault is one line that names what is allowed."""

import tomllib
from pathlib import Path

import pytest

from venue.settings import BrokerAddress, SettingsError, VenueSettings

ROOT = Path(__file__).parents[2]


def test_an_empty_file_is_a_broker_on_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "venue.toml"
    path.write_text("", encoding="utf-8")
    assert VenueSettings.load(path) == VenueSettings()


def test_each_table_of_the_file_is_read(tmp_path: Path) -> None:
    path, secret = tmp_path / "venue.toml", tmp_path / "secret"
    secret.write_text("open sesame\n", encoding="utf-8")
    path.write_text(
        f'table = "t1"\n[broker]\nhost = "hub"\nport = 8883\npassword_file = "{secret}"\n'
        "[home_assistant]\ndiscovery = true\n",
        encoding="utf-8",
    )
    settings = VenueSettings.load(path)
    assert settings.broker.password == "open sesame"  # noqa: S105 - no secret
    assert (settings.table, settings.broker.port, settings.home_assistant.discovery) == (
        "t1", 8883, True,
    )  # fmt: skip
    with pytest.raises(SettingsError, match="password_file"):
        _ = BrokerAddress(password_file=str(tmp_path / "none")).password


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tabel = 1", "tabel; allowed are table"),
        ("table = 1", "text is"),
        ('table = "T 1"', "a-z"),
        ("[broker]\nport = '1'", "broker.port"),
        ("[broker]\nport = true", "a whole number is"),
        ("broker = 1", "a table is"),
        ("[home_assistant]\nname = 5", "home_assistant.name"),
        ("=", "venue.toml"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "venue.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=says) as caught:
        VenueSettings.load(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml"):
        VenueSettings.load(tmp_path / "none.toml")


def test_a_store_whose_postgresql_is_not_there_yet_ends_so_that_it_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    main = pytest.importorskip("venue.__main__", reason="paho-mqtt is not installed").main
    for store, status in (
        (f"postgresql:///v?host={tmp_path}", 1),
        (f"{tmp_path}/none/v.sqlite", 2),
    ):
        path = tmp_path / "venue.toml"
        path.write_text(f'store = "{store}"\n', encoding="utf-8")
        monkeypatch.setattr("sys.argv", ["doubtit-venue", "store", "--config", str(path)])
        assert main() == status
        assert capsys.readouterr().err.count("\n") == 1


def test_the_venue_goes_with_the_tables_own_version() -> None:
    table, venue = (
        tomllib.loads((ROOT / path).read_text(encoding="utf-8"))["project"]
        for path in ("pyproject.toml", "venue/pyproject.toml")
    )
    assert venue["version"] == table["version"]
