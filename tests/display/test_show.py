"""The show is a pure function of View and time: short, skippable, and it ends as it would stand."""

from dataclasses import replace
from itertools import pairwise

import pytest
from at_table import TAP, People, playing
from example_evidence import PICTURED, SEEN
from example_seats import AT, change
from example_views import EXAMPLES
from said import ENGLISH

from appliance.core.effects import PlaySound, Rhythm, Sound
from appliance.core.signals import MS, SECOND, Wish, Wished
from appliance.display import show
from appliance.display.draw import Artist
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.painting import next_change
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.display.view import Evidence, RulesView, Screen, View, require
from appliance.display.view_of import view_of
from appliance.table.facts import TURN
from appliance.table.stages import Doubting

BOTH = pytest.mark.parametrize("layout", LAYOUTS)
SMALL = (800, 480)
FRAME = SECOND // 30

SHOWS = {
    name: replace(EXAMPLES[name], show=replace(EXAMPLES[name].show, began=AT))
    for name in ("doubt", "lie", "truth", "safe", "over", "game")
}
"""An example of each screen that has a show."""

EACH = pytest.mark.parametrize("name", SHOWS)


def told_at(view: View, at: int) -> View:
    """`view`, revealed as its show does."""
    secret = view.screen in (Screen.VERDICT, Screen.ANSWER) or any(
        place.tied for place in view.finish.places
    )
    return replace(view, show=replace(view.show, told=not secret or at >= show.lands_at(view)))


def seen_at(view: View, at: int) -> View:
    """Its visible part."""
    return show.staged(told_at(view, at), at)


def still(view: View) -> View:
    """The same with lamps, holds and windows that don't move."""
    seats = tuple(
        replace(seat, button=replace(seat.button, hold=None), rhythm=Rhythm.DIM)
        for seat in view.seats
    )
    return replace(view, seats=seats, play=replace(view.play, window=None), limit=None)


def drawn(artist: Artist, view: View, at: int, evidence: Evidence | None = None) -> pygame.Surface:
    surface = pygame.Surface(SMALL, 0, 32)
    artist.draw(surface, view, at, evidence)
    return surface


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@EACH
def test_no_show_is_long_and_every_press_ends_it(name: str) -> None:
    view = SHOWS[name]
    ends = show.until(view)
    assert ends > AT
    assert ends <= AT + (show.PARTY if view.screen is Screen.OVER else show.LONGEST_SHOW)
    for after in (1, 300 * MS, show.LONGEST_SHOW):
        skipped = replace(view, show=replace(view.show, skipped=AT + after))
        assert show.until(skipped) <= max(AT + after, AT)
        assert seen_at(skipped, AT + after) == skipped
    assert show.until(replace(view, show=replace(view.show, began=None))) == 0


@EACH
def test_what_was_shown_is_never_hidden_again(name: str) -> None:
    view = SHOWS[name]
    staged = [seen_at(view, AT + ms * MS) for ms in range(0, 2600, 20)]
    steps = staged[:1] + [later for stage, later in pairwise(staged) if stage != later]
    assert len(steps) <= 3
    assert steps[-1] == view
    assert [step.show.suspense for step in steps] == sorted(
        (step.show.suspense for step in steps), reverse=True
    )


@EACH
def test_a_show_never_hides_what_a_press_does(name: str) -> None:
    view = SHOWS[name]
    for ms in range(0, 2600, 100):
        staged = seen_at(view, AT + ms * MS)
        for seat, same in zip(staged.seats, view.seats, strict=True):
            assert replace(seat, cards=same.cards, heap=same.heap) == same


@BOTH
@EACH
@pytest.mark.untraced
def test_a_show_ends_in_the_picture_that_stands_without_it(name: str, layout: Layout) -> None:
    artist, view = Artist(layout, kit=shared_kit()), still(SHOWS[name])
    if view.screen is Screen.OVER:
        return  # the rays behind a winner go on: see test_screens
    ends = drawn(artist, view, show.until(view))
    assert pixels(ends) == pixels(
        drawn(
            Artist(layout, kit=shared_kit()), replace(view, show=replace(view.show, began=None)), AT
        )
    )
    assert next_change(view, show.until(view)) is None
    assert next_change(view, show.until(view) - 1) == show.until(view)
    assert next_change(view, AT, calm=True) is None
    calm = Artist(layout, calm=True, kit=shared_kit())
    assert pixels(drawn(calm, view, AT + 200 * MS)) == pixels(drawn(calm, view, AT + SECOND))


@pytest.mark.untraced
def test_the_best_catch_comes_beat_by_beat_and_any_press_or_calm_shows_all_of_it() -> None:
    """On a tv: half a tabletop has no room for it, so the replay has no sounds either."""
    view = SHOWS["over"]
    end = require(view.end)
    catch = end.catch
    assert catch is not None
    view = still(replace(view, end=replace(end, winner=None)))  # no rays, no confetti
    beats = show.replay(view, catch)
    assert AT < beats.claim < beats.doubt < beats.cards[0] < beats.cards[-1] < beats.word
    artist = Artist("tv", kit=shared_kit())
    moments = (beats.claim, beats.doubt, *(at + TURN for at in beats.cards), beats.word + SECOND)
    pictures = [pixels(drawn(artist, view, at)) for at in (AT, *moments)]
    assert len(set(pictures)) == len(pictures)
    skipped = replace(view, show=replace(view.show, skipped=AT + 100 * MS))
    calm = Artist("tv", calm=True, kit=shared_kit())
    assert pixels(drawn(artist, skipped, AT + 200 * MS)) == pictures[-1]
    assert pixels(drawn(calm, view, AT)) == pictures[-1]
    assert not show.cues(view)
    table = Artist("tabletop", kit=shared_kit())
    assert len({pixels(drawn(table, view, at)) for at in (AT, *moments)}) == 1


def light(surface: pygame.Surface) -> float:
    """The mean of a picture, 0 to 1."""
    red, green, blue, _ = pygame.transform.average_color(surface)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def flashes(lights: list[float]) -> int:
    """Pairs of opposite changes by a tenth of full light or more, as WCAG 2.3.1 counts them."""
    changes, lowest, highest, up = 0, lights[0], lights[0], None
    for light in lights:
        lowest, highest = min(lowest, light), max(highest, light)
        if light >= lowest + 0.1 and up is not True:
            changes, up, lowest, highest = changes + 1, True, light, light
        elif light <= highest - 0.1 and up is not False:
            changes, up, lowest, highest = changes + 1, False, light, light
    return changes // 2


@BOTH
@EACH
@pytest.mark.untraced
def test_nothing_flashes_three_times_a_second(name: str, layout: Layout) -> None:
    """Of the whole picture, and of each ninth."""
    artist, view = Artist(layout, kit=shared_kit()), SHOWS[name]
    wide, tall = SMALL[0] // 3, SMALL[1] // 3
    lights: list[list[float]] = []
    for frame in range(60):
        at = AT + frame * 2 * FRAME
        surface = drawn(artist, told_at(view, at), at)
        ninths = (
            surface.subsurface((x * wide, y * tall, wide, tall)) for x in range(3) for y in range(3)
        )
        lights.append([light(surface), *map(light, ninths)])
    for second in range(45):
        for part in zip(*lights[second : second + 15], strict=True):
            assert flashes(list(part)) < 3


@BOTH
def test_cards_come_up_in_the_cameras_own_picture(layout: Layout) -> None:
    cards = PICTURED["dispute"].box.cards
    view = still(
        replace(
            SHOWS["lie"],
            box=replace(SHOWS["lie"].box, cards=cards),
            show=replace(SHOWS["lie"].show, told=False),
        )
    )
    artist = Artist(layout, kit=shared_kit())
    shown = drawn(artist, view, show.lands_at(view) - 1, SEEN)
    assert pixels(shown) != pixels(drawn(artist, view, show.lands_at(view) - 1))
    up = [drawn(artist, view, show.card_at(view, i) + TURN, SEEN) for i in range(3)]
    assert len({pixels(card) for card in up}) == 3


# --- at a table ---------------------------------------------------------------------------------


def seen(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def doubted() -> People:
    """Seat 1 laid an ace, and both others doubted it, seat 3 first."""
    people = playing()
    people.lay(1, 1)
    people.wait(400 * MS)
    people.down(3)
    people.wait(5 * MS)
    people.down(0)
    people.wait(60 * MS)
    people.up(3)
    people.up(0)
    people.wait_for(lambda table: isinstance(table.inner, Doubting), SECOND)
    return people


def test_a_play_flies_once_and_a_doubt_a_verdict_and_an_end_have_a_show() -> None:
    people = playing()
    people.lay(1, 1)
    view = seen(people)
    assert view.show.began is not None
    assert people.now - 2 * SECOND < view.show.began < people.now
    assert show.until(view) == view.show.began + show.SLIDE  # who laid it has pressed for it
    people = doubted()
    view = seen(people)
    assert view.show.began == people.table.stage.since
    assert view.show.skipped is None
    assert view.finish.tie_ms > 0
    assert show.staged(view, people.now).show.suspense == any(
        place.tied for place in view.finish.places
    )
    people.wait(3 * SECOND)
    assert seen(people).show.began is None
    people.show("7")
    view = seen(people)
    assert view.screen is Screen.VERDICT
    assert view.show.began == people.now
    assert show.until(view) > people.now + SECOND
    people.wait(100 * MS)
    assert show.staged(view, people.now).show.suspense
    people.press(2)
    skipped = seen(people)
    assert skipped.show.skipped == people.now - TAP - 40 * MS
    assert show.until(skipped) <= people.now
    assert show.staged(skipped, people.now) is skipped


def test_no_label_betrays_an_answer_that_begins_a_sudden_death() -> None:
    view = SHOWS["safe"]
    assert view.guess.sudden_death
    assert not show.staged(told_at(view, AT + SECOND), AT).guess.sudden_death
    assert show.staged(view, show.until(view)).guess.sudden_death


def test_a_play_lies_on_the_pile_once_it_is_there() -> None:
    view = SHOWS["game"]
    assert view.play.claim is not None
    assert show.staged(view, AT + 1).play.pile == view.play.pile - view.play.claim.count
    heaps = replace(
        view,
        play=replace(view.play, heaps=True),
        seats=change(view.seats, view.play.claim.seat, heap=3),
    )
    assert show.staged(heaps, AT + 1).seats[view.play.claim.seat].heap == 0
    assert show.staged(heaps, AT + show.SLIDE) is heaps


def test_a_number_that_is_put_right_flies_nowhere() -> None:
    people = playing()
    people.lay(1, 1)
    people.wait(400 * MS)
    people.hold(1)
    people.press(1)
    people.press(1)
    people.hold(1)
    people.wait(60 * MS)
    view = seen(people)
    assert view.play.claim is not None
    assert view.play.claim.count == 2
    assert view.show.began is None


def test_a_press_that_was_held_into_a_verdict_does_not_skip_it() -> None:
    people = doubted()
    people.wait(3 * SECOND)
    people.down(2)
    people.wait(100 * MS)
    people.show("A")
    assert seen(people).show.skipped is None
    people.wait(100 * MS)
    people.up(2)
    people.wait(100 * MS)
    assert seen(people).show.skipped is None


def test_a_verdict_that_is_disputed_is_shown_without_a_show() -> None:
    people = doubted()
    people.wait(3 * SECOND)
    people.show("A")
    people.wait(3 * SECOND)
    people.press(2, 2600 * MS)
    assert people.disputed()
    assert seen(people).show.began is None


def test_a_show_waits_while_the_game_is_paused() -> None:
    people = doubted()
    people.wait(3 * SECOND)
    people.show("A")
    people.wait(50 * MS)
    people.send(Wished(Wish.PAUSE, people.now))
    assert people.paused()
    paused = seen(people)
    assert not show.cues(paused)
    assert next_change(replace(paused, rules=RulesView((), 0)), people.now) is None


# --- what is heard -------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Sound]:
    sounds: list[Sound] = []

    def perform(_: Speaker, effect: PlaySound, _lasts: int) -> None:
        sounds.append(effect.sound)

    monkeypatch.setattr(Speaker, "perform", perform)
    return sounds


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[Sound]:
    """The faded sounds."""
    sounds: list[Sound] = []
    end = Speaker._end

    def ends(speaker: Speaker, lasts: frozenset[tuple[PlaySound, int]]) -> None:
        sounds.extend(effect.sound for effect, _ in lasts)
        end(speaker, lasts)

    monkeypatch.setattr(Speaker, "_end", ends)
    return sounds


def run(speaker: Speaker, view: View, ms: int = 2600) -> None:
    for at in range(0, ms, 33):
        speaker.show(view, AT + at * MS)


def test_each_sound_comes_with_the_frame_in_which_it_is_seen(heard: list[Sound]) -> None:
    view = SHOWS["lie"]
    speaker = Speaker()
    for ms in range(2600):
        at = AT + ms * MS
        before = len(heard)
        speaker.show(view, at)
        if Sound.STAMP in heard[before:]:
            assert at - MS < show.lands_at(view) <= at
            assert not seen_at(view, at).show.suspense
    assert heard == [
        Sound.ROLL, *[Sound.CARD] * 2, Sound.HEART, Sound.CARD, Sound.STAMP, Sound.LIE, Sound.TAKE
    ]  # fmt: skip


def test_nothing_rolls_before_a_hand_was_there() -> None:
    """No roll while the table waits for cards, or where people said themselves what they are."""
    rolls = {
        name: [
            cue
            for cue in show.cues(replace(view, show=replace(view.show, began=AT)))
            if cue.sound.sound is Sound.ROLL
        ]
        for name, view in EXAMPLES.items()
    }
    assert {EXAMPLES[name].screen for name, found in rolls.items() if found} == {Screen.VERDICT}
    view = SHOWS["lie"]
    (roll,) = rolls["lie"]
    assert AT < roll.at <= show.card_at(view, 0)
    assert roll.until == show.lands_at(view)
    for other in (
        replace(view, box=replace(view.box, cards=())),
        replace(view, show=replace(view.show, skipped=AT)),
    ):
        assert Sound.ROLL not in {cue.sound.sound for cue in show.cues(other)}
    alone = replace(view, box=replace(view.box, cards=view.box.cards[:1]))
    first, *_ = show.cues(alone)
    assert first.sound.sound is Sound.ROLL
    assert show.swell(alone, first.at) == 1


def test_the_roll_ends_with_the_word_and_with_a_press(ended: list[Sound]) -> None:
    speaker, view = Speaker(), SHOWS["lie"]
    run(speaker, view, 700)
    assert not ended
    speaker.show(replace(view, show=replace(view.show, skipped=AT + 700 * MS)), AT + 710 * MS)
    assert ended == [Sound.ROLL]
    speaker, lands = Speaker(), show.lands_at(view)
    for at in range(AT, lands + 50 * MS, 10 * MS):
        speaker.show(view, at)
        assert len(ended) == 1 + (at >= lands)


def test_the_bed_grows_thicker_with_the_pile_and_ends_with_its_window(ended: list[Sound]) -> None:
    view = replace(SHOWS["game"], play=replace(SHOWS["game"].play, window=(AT, AT + 5 * SECOND)))
    layers = [
        cue.sound.step
        for pile in range(1, 20)
        for cue in show.cues(replace(view, play=replace(view.play, pile=pile)))
        if cue.sound.sound is Sound.BED
    ]
    assert layers == sorted(layers)
    assert set(layers) == set(range(show.LAYERS))
    speaker = Speaker()
    run(speaker, view, 2000)
    assert not ended
    speaker.show(replace(view, rules=RulesView((), 0)), AT + 2 * SECOND)
    assert ended == [Sound.BED]


def test_who_skips_hears_the_verdict_at_once_and_no_cards(heard: list[Sound]) -> None:
    speaker, view = Speaker(), SHOWS["truth"]
    speaker.show(view, AT)
    skipped = replace(view, show=replace(view.show, skipped=AT + 20 * MS))
    speaker.show(skipped, AT + 30 * MS)
    assert heard == [Sound.TRUTH]
    run(speaker, skipped)
    assert heard == [Sound.TRUTH]


def test_what_was_missed_for_long_is_not_played_any_more(heard: list[Sound]) -> None:
    Speaker().show(SHOWS["lie"], AT + 10 * SECOND)
    assert heard == []


def test_no_motion_leaves_the_verdict(heard: list[Sound]) -> None:
    Speaker(calm=True).show(SHOWS["lie"], AT)
    assert heard == [Sound.LIE]


def test_a_doubt_window_burns_down_and_then_the_heart_beats(heard: list[Sound]) -> None:
    view = replace(SHOWS["game"], play=replace(SHOWS["game"].play, window=(AT, AT + 5 * SECOND)))
    run(Speaker(), view, 5500)
    assert heard == [Sound.BED, Sound.FUSE] + [Sound.HEART] * 5
    (fuse,) = (cue for cue in show.cues(view) if cue.sound.sound is Sound.FUSE)
    assert (fuse.at, fuse.until) == (AT + 3 * SECOND, AT + 5 * SECOND)
    assert not show.cues(replace(view, play=replace(view.play, open=False)))
    assert not show.cues(replace(view, rules=RulesView((), 0)))


def test_the_heart_beats_faster_and_never_three_times_a_second() -> None:
    beats = show.beats((AT, AT + 5 * SECOND))
    gaps = [later - beat for beat, later in pairwise(beats)]
    assert gaps == sorted(gaps, reverse=True)
    assert min(gaps) > SECOND / 3
    assert all(show.pulse((AT, AT + 5 * SECOND), beat) == 1 for beat in beats)
    assert all(show.pulse((AT, AT + 5 * SECOND), beat + show.BEAT_FOR) == 0 for beat in beats[:-1])


@pytest.mark.parametrize("name", SHOWS)
def test_cues_are_in_the_show(name: str) -> None:
    view = SHOWS[name]
    for cue in show.cues(replace(view, play=replace(view.play, window=None))):
        assert AT <= cue.at <= show.until(view)
        assert isinstance(cue.sound, PlaySound)
