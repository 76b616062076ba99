"""Each game has a name and aliases of its own, and is found by any of them."""

from collections import Counter

import pytest

from bluffing.rulesets import RULESETS, ruleset_named


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


def test_a_game_is_found_by_what_its_box_says() -> None:
    assert ruleset_named("Doubt/it!") is RULESETS["doubt_it"]
    assert ruleset_named("Liar\u2019s Poker") is RULESETS["liars_poker"]
    assert ruleset_named("Cal's BS") is RULESETS["calsbs"]


@pytest.mark.parametrize("word", ["", "snap", "bicycle 2", "!", None, 7, (1,)])
def test_no_game_is_called_anything_else(word: object) -> None:
    assert ruleset_named(word) is None


@pytest.mark.parametrize("name", RULESETS)
def test_presets_have_names_of_their_own_and_the_first_sets_nothing(name: str) -> None:
    presets = RULESETS[name].presets
    assert len({preset.name for preset in presets}) == len(presets)
    assert presets[0].options == ()
    for preset in presets:
        assert RULESETS[name].house(dict(preset.options)).items() >= dict(preset.options).items()
