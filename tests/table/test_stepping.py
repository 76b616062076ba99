"""Seats that step through their choices: by taps alone, or as the choice moves by itself."""

from pathlib import Path

import pytest
from at_table import People

from appliance.core.signals import MS, SECOND
from appliance.presses.grammar import REPEATS_FOR, TAKES_AFTER, Grammar
from appliance.runtime.journal import Journal
from appliance.table import Table, TableSettings
from appliance.table.elements import MenuPage, Stage
from appliance.table.facts import Prompt, SeatFacts, facts_of, until
from appliance.table.menus.rows import Opens, rows
from appliance.table.stages import Doubting, TableMenu
from appliance.table.windows import TAKE_BACK

PACE = 1200 * MS
LONG_PRESS = 3 * SECOND
LOOK = 50 * MS
"""From one look at the screen to the next."""


def table_of(grammar: Grammar, ruleset: str = "bicycle", seats: int = 3) -> Table:
    grammars = (grammar.value,) * seats
    return Table(TableSettings(ruleset, buzzers=seats, grammars=grammars, scan_ms=1200))


def seat_at(people: People, buzzer: int) -> SeatFacts:
    seats = facts_of(people.table, people.now).seats
    return next(seat for seat in seats if seat.buzzer == buzzer)


def lit(people: People, buzzer: int) -> str:
    """Return the lit choice at `buzzer`, or ""."""
    option = seat_at(people, buzzer).option
    return str(option[0]).removesuffix("()") if option else ""


def take(people: People, buzzer: int, wanted: str, press: int = 80 * MS) -> None:
    """Step to `wanted` and take it, as the grammar of that buzzer has it."""
    scans = people.table.settings.grammar(buzzer) is Grammar.SCAN
    for _ in range(60):
        if lit(people, buzzer) == wanted:
            if scans:
                people.press(buzzer, press)
            else:
                people.wait(TAKES_AFTER)
            return
        if scans and seat_at(people, buzzer).prompt is not None:
            people.wait(until.moves_on(people.table, buzzer, people.now) - people.now)
        else:
            people.press(buzzer, press)
    pytest.fail(f"{wanted} never came: {seat_at(people, buzzer)}")


def step_to_row(people: People, buzzer: int, row: int) -> None:
    """Step to a row of the open page and take it."""
    scans = people.table.settings.grammar(buzzer) is Grammar.SCAN
    for _ in range(40):
        if until.lit(people.table, buzzer, people.now) == row:
            if scans:
                people.press(buzzer)
            people.wait(TAKES_AFTER if not scans else 100 * MS)
            return
        if scans:
            people.wait(PACE)
        else:
            people.press(buzzer)
    pytest.fail(f"row {row} was never lit")


def dealt(grammar: Grammar, ruleset: str = "bicycle") -> People:
    """All sit, the first deals, the next one leads."""
    people = People(table_of(grammar, ruleset))
    for buzzer in range(3):
        people.press(buzzer)
    for buzzer in range(3):
        take(people, buzzer, "way.ready")
    people.wait(3 * SECOND)
    take(people, 0, "way.deal")
    take(people, 0, "way.dealt")
    assert people.table.inner.name is Stage.PLAY
    return people


BOTH = pytest.mark.parametrize("grammar", [Grammar.SCAN, Grammar.TAPS])


@BOTH
def test_cards_are_laid_without_a_hold(grammar: Grammar) -> None:
    people = dealt(grammar)
    take(people, 1, "way.cards(n=3)")
    people.wait(100 * MS)
    assert people.game.claim is not None
    assert (people.game.claim.seat, people.game.claim.count) == (1, 3)


@BOTH
def test_how_long_a_press_lasts_says_nothing(grammar: Grammar) -> None:
    people = dealt(grammar)
    take(people, 1, "way.cards(n=1)", press=LONG_PRESS if grammar is Grammar.SCAN else 900 * MS)
    people.wait(100 * MS)
    assert people.game.claim is not None
    assert people.game.claim.count == 1
    assert not people.paused()


@BOTH
def test_in_an_open_window_a_press_is_a_doubt_at_once(grammar: Grammar) -> None:
    people = dealt(grammar)
    take(people, 1, "way.cards(n=1)")
    people.wait(100 * MS)
    assert {seat_at(people, buzzer).prompt for buzzer in (0, 2)} == {Prompt.SLAP}
    pressed_at = people.now
    people.press(2)
    people.wait(200 * MS)
    assert people.at(Doubting)
    assert people.game.doubter == 2
    assert facts_of(people.table, people.now).play.places[0].at == pressed_at


@BOTH
def test_a_press_for_the_window_takes_nothing_of_what_came_after_it(grammar: Grammar) -> None:
    """Who presses as the window closes doubts, and never lays a card by it."""
    people = dealt(grammar)
    take(people, 1, "way.cards(n=1)")
    closes_at = people.table.turns.closes_at
    assert closes_at is not None
    people.wait(closes_at + 300 * MS - people.now)
    people.press(2)
    people.wait(TAKES_AFTER + 500 * MS)
    assert people.game.claim is not None
    assert (people.game.claim.seat, people.game.doubter) == (1, 2)


@BOTH
def test_a_seat_that_is_asked_nothing_pauses_with_two_presses_never_with_one(
    grammar: Grammar,
) -> None:
    people = dealt(grammar)
    assert seat_at(people, 2).prompt is None
    people.press(2)
    people.wait(TAKES_AFTER + SECOND)
    assert not people.paused()
    take(people, 2, "way.pause")
    assert people.paused()


@BOTH
def test_the_newest_move_is_taken_back_by_one_press(grammar: Grammar) -> None:
    people = dealt(grammar)
    take(people, 1, "way.cards(n=2)")
    people.wait(REPEATS_FOR + 100 * MS)
    assert lit(people, 1) == "way.take-back"
    people.press(1)
    people.wait(100 * MS)
    assert people.game.claim is None


@BOTH
def test_a_press_too_many_takes_nothing_back(grammar: Grammar) -> None:
    """Hands that shake press twice; by taps alone a press for the next choice comes too late."""
    people = dealt(grammar)
    take(people, 1, "way.cards(n=2)")
    people.wait_for(lambda table: table.turns.match.moved is not None, SECOND)
    for _ in range(3):
        people.press(1)
    people.wait(100 * MS)
    assert people.game.claim is not None


@BOTH
def test_from_its_move_to_its_chance_to_take_it_back_a_seat_is_offered_nothing(
    grammar: Grammar,
) -> None:
    people = dealt(grammar)
    take(people, 1, "way.cards(n=2)")
    shown: list[tuple[Prompt | None, bool]] = []
    for _ in range(50):
        seat = seat_at(people, 1)
        shown.append((seat.prompt, seat.stepping is not None))
        people.wait(LOOK)
    begins = shown.index((Prompt.PRESS_TAKES, True))
    assert set(shown[:begins]) == {(None, False)}
    ends = next(at for at in range(begins, len(shown)) if shown[at][0] is not Prompt.PRESS_TAKES)
    assert (ends - begins) * LOOK == pytest.approx(TAKE_BACK, abs=LOOK)


def test_by_taps_the_choice_goes_round_and_nothing_is_one_of_them() -> None:
    people = dealt(Grammar.TAPS)
    seen = []
    for _ in range(40):
        people.press(1)
        seen.append(lit(people, 1))
    assert seen[0] == "way.cards(n=1)"
    assert "way.nothing" in seen
    assert seen.index("way.nothing") + 1 == seen.index(seen[0], 1)
    take(people, 1, "way.nothing")
    people.wait(5 * SECOND)
    assert people.game.claim is None


def test_a_scan_goes_on_at_its_pace_and_round() -> None:
    people = dealt(Grammar.SCAN)
    assert seat_at(people, 1).prompt is Prompt.SCAN_BEGINS
    people.wait(PACE)
    first = lit(people, 1)
    assert first == "way.cards(n=1)"
    stepping = seat_at(people, 1).stepping
    assert stepping is not None
    seen = []
    for _ in stepping.labels:
        seen.append(lit(people, 1))
        people.wait(PACE)
    assert len(set(seen)) == len(stepping.labels)
    assert lit(people, 1) == first


def test_the_first_press_of_a_scan_takes_nothing_yet() -> None:
    people = dealt(Grammar.SCAN)
    people.press(1)
    people.wait(PACE)
    assert people.game.claim is None
    assert lit(people, 1) == "way.cards(n=1)"


@BOTH
def test_the_rows_of_a_menu_page_are_stepped_through_and_taken(grammar: Grammar) -> None:
    people = People(table_of(grammar))
    people.press(0)
    take(people, 0, "way.menu")
    people.wait(SECOND)
    assert people.at(TableMenu)
    people.press(0)  # who presses first steers
    for page in (MenuPage.PEOPLE, MenuPage.NAMES):
        all_do = [row.does for row in rows(people.table, people.table.at(TableMenu))]
        step_to_row(people, 0, all_do.index(Opens(page)))
        assert people.table.at(TableMenu).spot.page is page


@BOTH
def test_an_evening_of_people_who_step_replays_to_the_same_tables(
    grammar: Grammar, tmp_path: Path
) -> None:
    settings = table_of(grammar).settings
    journal = Journal.open(tmp_path / "evening.journal", settings)
    people = dealt(grammar)
    take(people, 1, "way.cards(n=2)")
    people.wait(REPEATS_FOR + 100 * MS)
    people.press(1)  # it is taken back
    people.wait(2 * SECOND)
    take(people, 1, "way.cards(n=1)")
    people.wait(SECOND)
    people.press(2)
    people.wait(SECOND)
    assert people.at(Doubting)
    journal.append(people.handled)
    tables = [table for _, table in journal.replay()]
    journal.close()
    assert tables == [table for _, _, table in people.handled]
