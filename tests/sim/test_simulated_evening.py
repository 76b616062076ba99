"""Whole evenings through every real part but the camera; and a referee that notices faults."""

import gc
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from extent import often, tries
from golden_transcripts import STORIES, Story
from true_eye import OFTEN, RACE, evening

from appliance.core.signals import MS, SECOND, Edge
from appliance.presses.arbiter import Finish, decide
from appliance.runtime.journal import Journal
from appliance.runtime.rows import digest
from appliance.table import TableSettings, verdict, windows
from appliance.table.facts import Prompt, SeatFacts, Stage
from appliance.table.stages import Lobby
from appliance.table.stages.turns import choose, schedule
from appliance.table.stages.turns.register import commit
from appliance.table.work import Work
from bluffing.actions import Action, Answer, Play
from bluffing.cards import RANKS, Rank
from bluffing.game import Claim
from bluffing.options import Value
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame
from lab.sim import games
from lab.sim.change import Change, Score
from lab.sim.desk.person import Person
from lab.sim.evening import Evening
from lab.sim.invitation import SimulatedGame
from lab.sim.people import plans
from lab.sim.people.characters import CALM, Habits
from lab.sim.stuck import StuckError
from lab.sim.truth import Box

pytestmark = pytest.mark.usefixtures("journals_are_closed")

WAGERS = [name for name, game in RULESETS.items() if isinstance(game, WagerGame)]


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_of_many_players_ends_and_nothing_is_wrong(ruleset: str) -> None:
    night = evening(15, ruleset, players=min(7, RULESETS[ruleset].seats[-1]))
    night.open()
    night.run()
    score = night.referee.score
    assert score.faults == []
    assert (score.finished, score.wrong, score.wrong_doubters, score.misread) == (1, 0, 0, 0)
    assert score.challenges == score.right + score.asked
    assert night.world.people.cards is not None
    assert night.world.people.cards.conserved()


@pytest.mark.parametrize("ruleset", often(RULESETS, {"bicycle"}))
@pytest.mark.untraced
def test_people_who_go_wrong_all_the_time_still_finish(ruleset: str) -> None:
    night = evening(16, ruleset, habits=OFTEN)
    night.open()
    night.run()
    assert night.referee.score.faults == []
    assert night.referee.score.finished == 1


@pytest.mark.parametrize(
    ("seed", "players", "habits"), [(20, 4, None), (26, 4, OFTEN), (39, 3, OFTEN)]
)
@pytest.mark.thorough
def test_who_counted_a_card_by_mistake_and_wanted_to_draw_lays_one(
    seed: int, players: int, habits: Habits | None
) -> None:
    """No way leads back from a count that a hold plays at once."""
    night = evening(seed, "valepaska", players=players, habits=habits)
    night.open()
    night.run()
    assert night.referee.score.faults == []
    assert night.referee.score.finished == 1


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("bicycle", (("next_claim", "same_or_next"), ("passing", "turn"))),
        ("bullshit", (("jokers", 4),)),
        ("idi", (("force", True), ("wild", "aces"))),
        ("verish", (("passing", "turn"), ("wild", "twos"))),
    ],
)
@pytest.mark.thorough
def test_a_second_referee_finds_no_fault_by_these_house_options(
    ruleset: str, options: tuple[tuple[str, Value], ...]
) -> None:
    score = games.play(SimulatedGame(1, ruleset, 4, options))
    assert score.faults == []
    assert (score.finished, score.wrong) == (1, 0)


@pytest.mark.thorough
def test_on_a_mat_with_lanes_no_verdict_is_wrong() -> None:
    score = games.play(SimulatedGame(11, "bluff", 3, lanes=True))
    assert score.faults == []
    assert (score.finished, score.wrong, score.misread) == (1, 0, 0)
    assert score.first_try > 0


@pytest.mark.thorough
def test_one_evening_has_several_games_the_deal_moves_on_and_nothing_piles_up() -> None:
    """What table, people and referee keep in memory is no more after two games than after one."""
    dealers: list[int | None] = []
    kept: list[int] = []

    def look(change: Change) -> None:
        dealers.append(change.after.dealer)
        if change.before.stage is Stage.DEAL is not change.after.stage:
            kept.append(reachable((night.loop, night.world, night.referee)))

    night = evening(22, RACE, players=3, habits=CALM, games=3, watchers=(look,))
    night.open()
    while len(kept) < 3:
        night.step(night.next_at())
    assert night.referee.score.finished == 2
    assert night.referee.score.faults == []
    seen = list(dict.fromkeys(dealer for dealer in dealers if dealer is not None))
    assert seen == [seen[0], (seen[0] + 1) % 3, (seen[0] + 2) % 3]
    assert kept[2] < 1.03 * kept[1]


def reachable(root: object) -> int:
    """Return how many objects `root` keeps in memory, but for code."""
    seen, todo = {id(root): root}, [root]
    while todo:
        for referent in gc.get_referents(todo.pop()):
            if id(referent) not in seen and not isinstance(
                referent, type | FunctionType | ModuleType
            ):
                seen[id(referent)] = referent
                todo.append(referent)
    return len(seen)


@pytest.mark.parametrize("ruleset", WAGERS)
@pytest.mark.thorough
def test_the_next_game_for_points_begins_with_all_of_them(ruleset: str) -> None:
    night = evening(100, ruleset, players=3, games=2)
    night.open()
    night.run()
    assert night.referee.score.faults == []
    assert night.referee.score.finished == 2


@pytest.mark.thorough
def test_a_journalled_evening_replays_to_the_same_table() -> None:
    journal = Journal.open(None, TableSettings(ruleset=RACE, buzzers=11))
    night = evening(8, RACE, journal=journal)
    night.open()
    night.run()
    tables = [table for _, table in journal.replay()]
    assert digest(tables[-1]) == digest(night.loop.table)


@pytest.mark.parametrize(
    ("ruleset", "steps"),
    [
        *((RACE, steps) for steps in (3, 60, 1000)),
        *((ruleset, 400) for ruleset in RULESETS),
    ],
)
@pytest.mark.thorough
def test_after_a_power_cut_the_evening_goes_on_to_its_end(
    tmp_path: Path, ruleset: str, steps: int
) -> None:
    settings = TableSettings(ruleset=ruleset, buzzers=11)
    cut = Journal.open(tmp_path / "evening.db", settings)
    night = evening(5, ruleset, journal=cut)
    night.open()
    for _ in range(steps):
        night.step(night.next_at())
    stopped = night.loop.table
    cut.close()
    again = evening(5, ruleset, journal=Journal.open(tmp_path / "evening.db", settings))
    again.open()
    assert again.world.people.cards is None or night.world.people.cards is not None
    if again.world.people.cards is not None and night.world.people.cards is not None:
        assert again.world.people.cards.hands == night.world.people.cards.hands
        assert again.world.people.cards.plays == night.world.people.cards.plays
    assert type(again.loop.table.inner) is type(stopped.inner)
    again.run()
    assert again.referee.score.faults == []
    assert again.referee.score.finished == 1


TRACED = {"catsatcards-3", "doubt_it-4"}
SHORT = {"bicycle-1", "idi-1"}
"""Short stories of each kind of game; the others are left to `make test-thorough`."""


def mark_of(story: Story) -> pytest.MarkDecorator | tuple[()]:
    if story.path.stem in TRACED:
        return ()
    return pytest.mark.untraced if story.path.stem in SHORT else pytest.mark.thorough


@pytest.mark.parametrize(
    "story",
    [pytest.param(story, marks=mark_of(story)) for story in STORIES],
    ids=lambda story: story.path.stem,
)
def test_the_story_of_an_evening_stays_the_same(story: Story) -> None:
    told, score = story.told()
    assert score.faults == []
    assert (score.finished, score.wrong, score.wrong_doubters, score.misread) == (1, 0, 0, 0)
    assert score.challenges == score.right + score.asked
    kept = story.path.read_text(encoding="utf-8")
    assert told == kept, "run tests/sim/golden_transcripts.py and read the difference"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_three_stories_or_more(ruleset: str) -> None:
    stories = [story for story in STORIES if story.ruleset == ruleset]
    assert len(stories) >= 3
    assert len({(story.players, story.options) for story in stories}) == len(stories)
    for story in stories:
        assert 20 <= len(story.path.read_text(encoding="utf-8").splitlines()) <= 200


# --- the referee is no rubber stamp ------------------------------------------------------------


@pytest.mark.untraced
def test_the_referee_notices_a_wrong_doubter(monkeypatch: pytest.MonkeyPatch) -> None:
    def last_one(*args: object) -> Finish | None:
        finish = decide(*args)  # type: ignore[arg-type]
        if finish is None:
            return None
        in_time = [place for place in finish.places if not place.late]
        return replace(finish, doubter=in_time[-1].buzzer)

    monkeypatch.setattr(schedule, "decide", last_one)
    night = evening(4, RACE, habits=replace(CALM, crowd=1.0))
    night.open()
    night.run()
    assert night.referee.score.wrong_doubters > 0


@pytest.mark.untraced
def test_the_referee_notices_an_overlooked_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "doubts", lambda *_: ())
    night = evening(4, RACE, habits=CALM)
    night.open()
    night.run()
    assert night.referee.score.wrong_doubters > 0
    assert night.referee.score.challenges == 0


@pytest.mark.examples
def test_the_referee_notices_a_wrong_verdict_and_a_misread_card() -> None:
    def kings(ranks: tuple[Rank, ...]) -> tuple[Rank, ...]:
        return tuple(Rank.KING for _ in ranks)

    total = Score()
    for seed in range(tries(1, of=3)):
        night = evening(seed, RACE, misread=kings)
        night.open()
        night.run()
        total.add(night.referee.score)
    assert total.wrong > 0
    assert total.misread > total.wrong


def test_the_referee_notices_a_lost_card() -> None:
    night = evening(4, RACE, habits=CALM)
    night.open()
    while night.world.people.cards is None or not night.world.people.cards.plays:
        night.step(night.next_at())
    cards = night.world.people.cards
    night.world.people.cards = replace(cards, hands=(cards.hands[0][1:], *cards.hands[1:]))
    while not night.referee.score.faults:  # in some games such an evening never ends
        night.step(night.next_at())
    assert any("not as counted" in str(fault) for fault in night.referee.score.faults)
    assert any("cards were lost" in str(fault) for fault in night.referee.score.faults)


@pytest.mark.thorough
def test_the_referee_notices_a_move_that_nobody_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(work: Work, action: Action, at: int) -> None:
        commit(work, Play(action.seat, 1) if isinstance(action, Play) else action, at)

    monkeypatch.setattr(choose, "commit", fewer)
    night = evening(4, RACE, habits=CALM)
    night.open()
    night.run()
    assert any("not what was meant" in str(fault) for fault in night.referee.score.faults)


@pytest.mark.parametrize("ruleset", WAGERS)
@pytest.mark.untraced
def test_the_referee_notices_a_wrong_answer(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "answer", lambda _: Answer(0))
    night = evening(4, ruleset, habits=CALM)
    night.open()
    while night.referee.score.wrong == 0:
        night.step(night.next_at())
    assert any("the points are" in str(fault) for fault in night.referee.score.faults)


@pytest.mark.thorough
def test_a_reader_that_never_sees_a_card_means_entering_by_hand() -> None:
    night = evening(4, RACE, habits=CALM, misread=lambda _: ())
    night.open()
    night.run()
    score = night.referee.score
    assert score.faults == []
    assert score.asked == score.challenges > 0


@pytest.mark.untraced
def test_the_referee_notices_a_false_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "truth_of", lambda *_: True)
    night = evening(4, RACE, habits=CALM, misread=lambda _: ())
    night.open()
    while night.referee.score.wrong == 0:
        night.step(night.next_at())
    assert any("by a word" in str(fault) for fault in night.referee.score.faults)


def test_cards_that_were_shown_in_vain_do_not_stay_in_the_box() -> None:
    night = evening(4, RACE, habits=CALM)
    night.open()
    while night.world.people.cards is None or not night.world.people.cards.plays:
        night.step(night.next_at())
    world, facts = night.world, night.facts
    world.people.box = Box(world.people.held.newest, world.people.when, 0)
    world.follow(replace(facts, stage=Stage.REVEAL))
    assert world.people.box is not None
    world.follow(facts)
    assert world.people.box is None


def test_the_others_wait_for_a_guest_and_press_nothing_of_his() -> None:
    night = evening(4, RACE, habits=CALM)
    people = night.world.people
    me = people.buzzers[1]
    people.hands.others = (me,)
    night.world.guest = Person({me})
    night.open()
    press(night, me, 100 * MS)
    until(night, 30 * SECOND)
    assert len(night.loop.table.buzzers) == len(people.buzzers)
    assert isinstance(night.loop.table.inner, Lobby), "they wait until he is ready"
    press(night, me, 900 * MS)
    while people.cards is None or mine(night, me).prompt is not Prompt.COUNT:
        night.step(night.next_at())
    before = night.world.plays
    until(night, night.next_at() + 200 * SECOND)
    assert night.world.plays == before, "however long it is"
    press(night, me, 100 * MS)
    press(night, me, 900 * MS)
    assert night.facts.play.claim == Claim(mine(night, me).seat, 1, RANKS[before % 13])
    assert night.referee.score.faults == []
    assert me not in {touch.buzzer for touch in people.hands.made}


def until(night: Evening, at: int) -> None:
    """Let an evening go on until `at` (ns)."""
    while night.next_at() < at:
        night.step(night.next_at())


def press(night: Evening, buzzer: int, length: int) -> None:
    """Let a real finger press, and let a second pass."""
    now = night.next_at()
    for at, down in ((now, True), (now + length, False)):
        until(night, at)
        night.move(Edge(buzzer, down, at))
        night.step(at)
    until(night, now + length + SECOND)


def mine(night: Evening, buzzer: int) -> SeatFacts:
    """The seat of `buzzer`."""
    return next(seat for seat in night.facts.seats if seat.buzzer == buzzer)


def test_a_table_that_nobody_can_move_is_reported_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    night = evening(4, RACE)
    monkeypatch.setattr(plans, "plan", lambda *_: None)
    night.open()
    with pytest.raises(StuckError, match="stage"):
        night.run()
