"""The wizard: every way through its questions ends in the game that such people play."""

from collections.abc import Iterator, Mapping

import pytest
from said import said

from bluffing.game import Setup
from bluffing.options import Value
from bluffing.rulesets import NAMED_GAMES, RULESETS
from bluffing.wizard import HOME_QUESTIONS, MOST_QUESTIONS, home_game, next_fact, stop


def ways(way: str = "") -> Iterator[str]:
    """Every way to an end."""
    question = stop(way).question
    if question is None:
        yield way
        return
    for number in range(len(question.answers)):
        yield from ways(f"{way}{number}")


WAYS = tuple(ways())


def expected(chosen: Mapping[str, str]) -> tuple[str, dict[str, Value]]:
    """Return the ruleset and the options that people who answer so expect."""
    if chosen["what"] == "percent":
        return "doubt_it", {}
    if chosen["stock"] == "yes":
        return "valepaska", {}
    if chosen.get("suit") == "yes":
        return "menteur", {
            "who_may_doubt": chosen["who"],
            "opening_face_up": {"yes": True, "no": False}[chosen["open"]],
            "jokers": {"yes": 2, "no": 0}[chosen["wild"]],
            "play_on": chosen["end"] == "last",
        }
    if chosen["claims"] == "same":
        ends: dict[str, Value] = {"play_on": chosen["end"] == "last"}
        if chosen["who"] == "next":
            return "verish", ends | {
                "sets_of_four": {"yes": "any_time", "no": "off"}[chosen["sets"]]
            }
        if chosen["skip"] == "no":
            most: Value = 1 if chosen["cards"] == "one" else "none"
            return "bluff", ends | {"passing": "no", "cards_max": most}
        return {"one": "idi", "more": "bluff"}[chosen["cards"]], ends
    options: dict[str, Value] = {"passing": {"yes": "turn", "no": "no"}[chosen["skip"]]}
    if chosen["each"] == "one":
        options |= {"cards_max": 1, "first_claim": "leader"}
    if chosen["near"] == "yes":
        options |= NAMED_GAMES["cheat_neighbours"].preset.options
    if chosen["ace"] != "none":
        options |= {"starts": f"ace_{chosen['ace']}", "first_claim": "ace"}
    return "bullshit", options


@pytest.mark.parametrize("way", WAYS)
def test_every_way_ends_within_eight_questions_in_the_game_that_such_people_play(way: str) -> None:
    assert len(way) <= MOST_QUESTIONS
    home = home_game(way)
    name, options = expected(stop(way).chosen)
    assert home.game is RULESETS[name]
    house = home.game.house(home.options)
    assert {key: house[key] for key in options} == options
    assert all(said(rule) for rule in home.rules)
    least = max(home.game.seats[0], 3)
    home.game.start(Setup(least), home.game.fitted(least, dict(home.options)))


def test_questions_have_two_to_four_answers_and_all_are_reached() -> None:
    chosen = [stop(way).chosen for way in WAYS]
    for question in HOME_QUESTIONS.values():
        assert 2 <= len(question.answers) <= 4
        for answer in question.answers:
            assert any(each.get(question.name) == answer.name for each in chosen), answer
    reached = {(home_game(way).game.name, said(home_game(way).title)) for way in WAYS}
    titles = {title for _, title in reached}
    assert {"Mogeln", "BS", "Cheat, with passes", "Cheat, same or next"} <= titles
    assert {name for name, _ in reached} == {
        "doubt_it", "valepaska", "verish", "idi", "bluff", "bullshit", "menteur",
    }  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_what_was_not_asked_goes_round_and_fits_whatever_was_answered(way: str) -> None:
    home = home_game(way)
    for fact in home.facts:
        values: list[object] = []
        here = way
        while not values or home_game(here).fact(fact) != values[0]:
            values.append(home_game(here).fact(fact))
            here = next_fact(here, fact)
            house = home_game(here)
            house.game.house(house.options)
            assert house.rules == home.rules
        assert len(values) == len(set(values)) >= 2


def test_ranks_go_down_only_where_they_go_one_way() -> None:
    for way in WAYS:
        home, near = home_game(way), stop(way).chosen.get("near")
        assert ("next_claim" in {fact.key for fact in home.facts}) == (near == "no")
