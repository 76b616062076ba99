"""Each game has a name and aliases of its own, and is found by any of them."""

from collections import Counter

import pytest
from said import said

from bluffing.game import Setup
from bluffing.rulesets import NAMED_GAMES, RULESETS, game_called, ruleset_named


def test_no_two_games_share_a_name_or_an_alias() -> None:
    words = Counter(word for game in RULESETS.values() for word in (game.name, *game.aliases))
    titles = Counter(game.title for game in RULESETS.values())
    assert max(words.values()) == max(titles.values()) == 1
    for word in words:
        assert word == word.lower().strip()
        assert word.isidentifier()


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_found_by_its_name_and_its_aliases(name: str) -> None:
    game = RULESETS[name]
    for word in (game.name, *game.aliases):
        assert ruleset_named(word) is game


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_found_however_people_spell_its_name(name: str) -> None:
    game = RULESETS[name]
    for word in (game.name, *game.aliases):
        for sign in ("-", " ", "/", ""):
            spelled = word.replace("_", sign)
            for way in (spelled, spelled.upper(), f" {spelled.title()}! "):
                assert ruleset_named(way) is game


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_found_by_its_title(name: str) -> None:
    assert game_called(said(RULESETS[name].title)) == (RULESETS[name], RULESETS[name].presets[0])
    assert ruleset_named("I-doubt-it") is RULESETS["bicycle"]


def test_a_game_is_found_by_what_its_box_says() -> None:
    assert ruleset_named("Doubt/it!") is RULESETS["doubt_it"]
    assert ruleset_named("Liar\u2019s Poker") is RULESETS["liars_poker"]
    assert ruleset_named("Cal's BS") is RULESETS["calsbs"]


def test_no_named_game_shares_a_name_with_another_game() -> None:
    games = [word for game in RULESETS.values() for word in (game.name, *game.aliases)]
    named = [
        word
        for _, preset in NAMED_GAMES.values()
        for word in {preset.name, preset.title.lower(), *preset.aliases}
    ]
    assert max(Counter([*games, *named]).values()) == 1


@pytest.mark.parametrize("name", NAMED_GAMES)
def test_a_named_game_has_a_source_and_is_found_however_people_spell_it(name: str) -> None:
    game, preset = NAMED_GAMES[name]
    assert preset.source
    assert len(preset.language) == len("en")
    for word in (name, preset.title, *preset.aliases):
        for spelled in (word, word.upper(), f" {word.replace('_', '-').title()}! "):
            assert game_called(spelled) == (game, preset)
    game.start(Setup(4), dict(preset.options))


def test_a_ruleset_is_called_as_it_is_or_by_the_named_game_that_its_options_are() -> None:
    assert game_called("Cheat") == (RULESETS["bullshit"], RULESETS["bullshit"].presets[0])
    for game, preset in NAMED_GAMES.values():
        called = said(game.called(dict(preset.options)))
        assert called == (preset.title if preset.options else said(game.title))
    mogeln = dict(NAMED_GAMES["mogeln"].preset.options)
    assert said(RULESETS["bullshit"].called(mogeln | {"min_hold_ms": 0})) == "Bullshit"


@pytest.mark.parametrize("word", ["", "snap", "bicycle 2", "!", None, 7, (1,)])
def test_no_game_is_called_anything_else(word: object) -> None:
    assert ruleset_named(word) is None
    assert game_called(word) is None


@pytest.mark.parametrize("name", RULESETS)
def test_presets_have_names_of_their_own_and_the_first_sets_nothing(name: str) -> None:
    presets = RULESETS[name].presets
    assert len({preset.name for preset in presets}) == len(presets)
    assert presets[0].options == ()
    for preset in presets:
        assert RULESETS[name].house(dict(preset.options)).items() >= dict(preset.options).items()
