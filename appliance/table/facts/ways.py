"""What a seat steps through that can't tap and hold: each choice as the gestures that say it.

What there is to choose follows from the prompt, the ring and the keys of that seat, so that no game
and no stage needs anything of its own. What only a long hold says stands behind the rest.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from appliance.core.signals import DISK, MS, NEVER, Wish
from appliance.presses.gestures import Gesture, GestureKind
from appliance.presses.grammar import Grammar
from appliance.table import objections, stages, windows
from appliance.table.answers import KeyFacts, Prompted
from appliance.table.codes import YES_BY_HOLD, Prompt
from appliance.table.course import work_on
from appliance.table.elements import LobbyChoice, MenuPage, Stepping, Steps, Way
from appliance.table.facts.asked import keys_of, prompted
from appliance.table.facts.of_stage import about_of
from appliance.table.facts.until import unchanged_until
from appliance.table.menus.rows import rows
from appliance.table.moves import MOST_KEYS, Same
from appliance.table.parts import part_of
from appliance.table.stage_facts import StageFacts
from appliance.table.stages.lobby.facts import choice_of, taps_to
from appliance.table.stages.turns.facts import most_again
from appliance.table.state import Table
from appliance.table.verdict import next_extra
from bluffing.actions import Correct
from bluffing.message import Spoken, message

_TAP, _HOLD, _LONG = GestureKind.TAP, GestureKind.HOLD, GestureKind.LONG

ROUNDS = 2
"""So often a scan goes round that somebody began who is asked nothing."""

MOST_COUNTED = 12
"""Maximum number of numbers that are offered to a claimant who counts again."""


class Ways(NamedTuple):
    """What a seat can take, and how it comes to it."""

    steps: Steps
    ways: tuple[Way, ...]


_NONE = Ways(Steps.QUIET, ())


def ways_of(table: Table, buzzer: int, now: int) -> Ways:
    """List the options of the seat of `buzzer` at `now` (ns) when it steps through them."""
    if table.seat_of(buzzer) is None and table.aside is None and table.menu is None:
        return _NONE
    same = Same(table)
    return _ways(same, buzzer, _until(same, now))


@lru_cache(maxsize=8)
def _until(same: Same[Table], now: int) -> int:
    """Until when (ns) all seats can take the same: each of them asks."""
    return unchanged_until(same.it, now)


@lru_cache(maxsize=8)
def _about(same: Same[Table], now: int) -> StageFacts:
    return about_of(same.it, now, ())


@lru_cache(maxsize=64)
def _ways(same: Same[Table], buzzer: int, now: int) -> Ways:
    table = same.it
    if DISK in table.lost or buzzer in table.buttons.out:
        return _NONE
    if table.menu is not None:
        return _in_menu(table, table.menu, buzzer)
    about = _about(same, now)
    asked, keys = _asked(table, about, buzzer, now)
    if asked.prompt is Prompt.TAKE_BACK:
        return Ways(Steps.AT_ONCE, (_named("take-back", _TAP),))
    seat = table.seat_of(buzzer)
    turns = table.paused is None and seat is not None and about.acts(seat) is not None
    if (
        turns
        and seat is not None
        and (about.settled(seat) or windows.repeats(table, seat, now + 1))
    ):
        return _NONE
    found = tuple(_offered(table, about, asked, keys))
    more = tuple(_by_long_hold(table, asked.prompt, buzzer, now))
    taps = table.settings.grammar(buzzer) is Grammar.TAPS
    nothing = (_named("nothing"),)
    if not found:
        return Ways(Steps.QUIET, (*nothing, *more)) if more else _NONE
    return Ways(Steps.ASKED, (*found, *more, *(nothing if taps else ())))


def lit(table: Table, buzzer: int, at: int) -> int | None:
    """Option that the seat of `buzzer` would take at `at` (ns), or None."""
    one = table.stepping.get(buzzer)
    if one is None or one.place is None or at < one.at:
        return None
    taps = table.settings.grammar(buzzer) is Grammar.TAPS
    if taps or one.steps is Steps.AT_ONCE or one.taken is not None:
        return one.place
    gone = (at - one.at) // pace(table)
    if one.steps is Steps.QUIET and gone >= ROUNDS * len(one.ways):
        return None
    return (one.place + gone) % len(one.ways)


def moves_on(table: Table, buzzer: int, at: int) -> int:
    """Until when (ns) what is lit at `at` stays lit, if nobody presses; NEVER where it rests."""
    one = table.stepping.get(buzzer)
    scans = table.settings.grammar(buzzer) is Grammar.SCAN
    if one is None or one.place is None or not scans or one.taken is not None:
        return NEVER
    if one.steps is Steps.AT_ONCE:
        return NEVER
    if at < one.at:
        return one.at
    gone = (at - one.at) // pace(table)
    if one.steps is Steps.QUIET and gone >= ROUNDS * len(one.ways):
        return NEVER
    return one.at + (gone + 1) * pace(table)


def pace(table: Table) -> int:
    """Time (ns) that a moving choice rests on an option."""
    return table.settings.scan_ms * MS


def lit_until(table: Table, now: int) -> int:
    """Until when (ns) every choice that moves by itself stays where it is."""
    return min((moves_on(table, one, now) - 1 for one in table.stepping), default=NEVER)


def stands(table: Table, buzzer: int, now: int) -> Stepping | None:
    """Stop of the seat of `buzzer`, if its offer still stands at `now` (ns)."""
    one = table.stepping.get(buzzer)
    if one is not None and one.taken is not None:
        return one
    return one if one is not None and (one.steps, one.ways) == ways_of(table, buzzer, now) else None


def _named(name: str, *makes: GestureKind) -> Way:
    return Way(message(f"way.{name}"), makes)


def _asked(
    table: Table, about: StageFacts, buzzer: int, now: int
) -> tuple[Prompted, tuple[KeyFacts, ...]]:
    """Question and keys of the seat of `buzzer`, as if it could tap and hold."""
    here, seat = table.aside, table.seat_of(buzzer)
    if here is not None:
        return Prompted(part_of(here).takes(table, buzzer)), ()
    if seat is None:
        return Prompted(), ()
    if table.lobby is not None and table.paused is None:
        return _in_lobby(table.lobby, buzzer, now)
    asked = prompted(table, about, seat, now)
    return asked, keys_of(table, about, seat, asked, now)


def _in_lobby(here: stages.Lobby, buzzer: int, now: int) -> tuple[Prompted, tuple[KeyFacts, ...]]:
    """Ready, the name, how to play; behind the name, the names."""
    if choice_of(here, buzzer, now) is LobbyChoice.NAMING:
        return Prompted(Prompt.NAMING), ()
    ready = buzzer in here.ready
    labels = {LobbyChoice.NAME: message("way.rename"), LobbyChoice.LEARN: message("way.how-to")}
    labels = labels if ready else {LobbyChoice.READY: message("way.ready"), **labels}
    taps = {choice: taps_to(here, buzzer, choice, now) for choice in labels}
    keys = (KeyFacts(label, taps[choice]) for choice, label in labels.items())
    return Prompted(Prompt.STAND_UP if ready else Prompt.READY), tuple(keys)


_BY_GESTURE: dict[Prompt, tuple[Way, ...]] = {
    Prompt.NAMING: (_named("ready", _HOLD), _named("name", _TAP)),
    Prompt.AGREE_OR_NOT: (_named("agree", _HOLD), _named("disagree", _TAP)),
    Prompt.WRONG_OR_STANDS: (_named("stands", _TAP), _named("wrong", _HOLD)),
    Prompt.LAST_CALL: (_named("last-call", _TAP), _named("wrong-number", _HOLD)),
    Prompt.MORE_TIME: (_named("more-time", _TAP), _named("wrong-number", _HOLD)),
    Prompt.TURN_PAGE: (_named("next-page", _TAP), _named("leave", _HOLD)),
    Prompt.TRY_OFFER: (_named("try", _TAP), _named("leave", _HOLD)),
    Prompt.TRY_TAP: (_named("tap", _TAP),),
    Prompt.TRY_HOLD: (_named("hold", _HOLD),),
    Prompt.VOTE: (_named("yes", _TAP), _named("no", _HOLD)),
    Prompt.BY_ACCIDENT: (_named("by-accident", _HOLD),),
    Prompt.NEXT_DEAL: (_named("next-deal", GestureKind.LET_GO),),
}
"""What taps and holds say where there is neither a ring nor a count."""

_ALONE = {Prompt.CHOOSE: "go-on", Prompt.CHOOSE_KIND: "draw-question"}
"""What a hold says at these where there is nothing to choose from."""

_QUIET: dict[Prompt, tuple[Way, ...]] = {
    Prompt.FLIP: (_named("by-hand", _HOLD),),
    Prompt.WRONG_NUMBER: (_named("wrong-number", _HOLD),),
}
"""What a hold says that nobody is asked for."""


def _offered(
    table: Table, about: StageFacts, asked: Prompted, keys: tuple[KeyFacts, ...]
) -> Iterator[Way]:
    """Options that the seat is asked for."""
    prompt = asked.prompt
    if prompt is None or (about.any_press and table.paused is None):
        return  # any press goes on
    if prompt in _BY_GESTURE:
        yield from _BY_GESTURE[prompt]
    elif prompt is Prompt.RIGHT_NUMBER:
        yield from _counted_again(table, about)
    elif asked.entering is not None:
        yield from _digits(asked)
    elif keys:
        for key in keys:
            yield Way(_label(key, asked), (*(_TAP,) * key.taps, _HOLD))
        yield from _more_cards(about, asked)
    elif asked.ring is None and (prompt in YES_BY_HOLD or prompt in _ALONE):
        yield _named(_ALONE.get(prompt, prompt), _HOLD)
    else:
        yield from _more_cards(about, asked)
    yield from _beside(table, about, prompt)


def _beside(table: Table, about: StageFacts, prompt: Prompt) -> Iterator[Way]:
    """Further meanings of a tap."""
    if about.reads and table.paused is None:
        yield _named("how-to", _TAP)
    if prompt is Prompt.GO_ON and table.paused is not None and table.paused.pause.seat is None:
        yield _named("set-right", _TAP)


def _label(key: KeyFacts, asked: Prompted) -> Spoken:
    if isinstance(key.label, int):
        return message("way.cards", n=key.label)
    if key.label:
        return key.label
    return asked.option[0] if asked.option else message(f"way.{asked.prompt}")


def _more_cards(about: StageFacts, asked: Prompted) -> Iterator[Way]:
    """More cards than there are keys are counted one by one."""
    known = about.choice
    counts = asked.prompt in (Prompt.COUNT, Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ENOUGH)
    if known is None or not counts or known.most < MOST_KEYS:
        return
    counted = known.question.cursor
    if counted > MOST_KEYS:
        yield Way(message("way.cards", n=counted), (_HOLD,))
    if known.most > max(counted, MOST_KEYS):
        yield _named("more-cards", *(_TAP,) * (max(counted, MOST_KEYS) + 1 - counted))


def _counted_again(table: Table, about: StageFacts) -> Iterator[Way]:
    """The numbers that a claimant may have laid, from the one on that it has counted to."""
    counted = about.recount
    if counted is None or table.game.claim is None:
        return
    may = range(max(counted, 1), most_again(table.game) + 1)
    legal = [n for n in may if table.ruleset.refusal(table.game, Correct(n)) is None]
    for n in legal[:MOST_COUNTED]:
        yield Way(message("way.cards", n=n), (*(_TAP,) * (n - counted), _HOLD))
    if not counted:
        yield _named("was-right", _HOLD)


def _digits(asked: Prompted) -> Iterator[Way]:
    """The tens, then the units, of a number that a seat enters in a pause."""
    count = asked.entering
    assert count is not None
    for step in range(count.digits):
        digit = (count.cursor + step) % count.digits
        text = f"{digit}_" if count.tens is None else f"{count.tens}{digit}"
        yield Way(text, (*(_TAP,) * step, _HOLD))


def _by_long_hold(table: Table, prompt: Prompt | None, buzzer: int, now: int) -> Iterator[Way]:
    """Unasked meanings of a long hold, found by its effect."""
    if table.seat_of(buzzer) is None or table.aside is not None:
        return
    if prompt in _QUIET:
        yield from _QUIET[prompt]
    if isinstance(table.stage, stages.Judged) and table.stage.told:
        yield from _more_of_the_verdict(table.stage)
    code = _comes_of(table, Gesture(_LONG, buzzer, now + 1, now + 1), now + 1)
    if code is not None:
        yield _named(code, _LONG)
    if table.lobby is table.stage:
        yield Way(message("way.menu"), wish=Wish.MENU)


def _more_of_the_verdict(judged: stages.Judged) -> Iterator[Way]:
    """Extras that a tap shows on request, and then the verdict again."""
    after = next_extra(judged)
    if after is not judged.extra:
        yield _named("verdict" if after is None else after, _TAP)


_BECOMES = (
    (stages.Paused, "pause"),
    (stages.TableMenu, "menu"),
    (stages.Deal, "deal-again"),
    (stages.Lobby, "who-plays"),
)


def _comes_of(table: Table, made: Gesture, now: int) -> str | None:
    """Meaning of a long hold by its effect on the table, or None."""
    if objections.opens(table, made):
        return "dispute"
    if objections.protests(table, made):
        return "as-before"
    work = work_on(table, now)
    part_of(table.stage).gesture(work, made)
    after = work.table
    if after.stage == table.stage:
        return None
    if after.playing is not None and after.paused is None:
        return "pause" if after.playing.wanted is not None else None
    if table.paused is not None:
        return "back" if after.paused is not None else None
    if table.lobby is table.stage:
        return "stand-up" if after.seat_of(made.buzzer) is None else None
    if isinstance(table.stage, stages.Deal) and isinstance(after.stage, stages.Deal):
        return None
    return next((code for kind, code in _BECOMES if isinstance(after.stage, kind)), None)


def _in_menu(table: Table, menu: stages.TableMenu, buzzer: int) -> Ways:
    """The rows of the open page, for whoever steers."""
    if menu.spot.page is MenuPage.PLACES:
        placed = [one for one, _ in menu.placed]
        if buzzer not in placed:
            return _NONE  # a press says it
        last = "these-are-all" if buzzer == placed[0] else "not-here"
        return Ways(Steps.QUIET, (_named("nothing"), _named(last, _HOLD)))
    if menu.steers != buzzer:
        return _NONE
    made = rows(table, menu)
    cursor = menu.spot.cursor % len(made)
    taps = ((place - cursor) % len(made) for place in range(len(made)))
    labels = (one.label for one in made)
    ways = (Way(label, (*(_TAP,) * n, _HOLD)) for label, n in zip(labels, taps, strict=True))
    return Ways(Steps.ASKED, tuple(ways))
