"""The choices that a seat steps through, each with its gestures."""

from collections.abc import Iterator

from appliance.presses.gestures import GestureKind
from appliance.table import stages, windows
from appliance.table.answers import KeyFacts, Prompted, way
from appliance.table.codes import COUNTING, YES_BY_HOLD, Prompt
from appliance.table.elements import LobbyChoice, Way
from appliance.table.facts.asked import keys_of, prompted
from appliance.table.moves import MOST_KEYS
from appliance.table.parts import part_of
from appliance.table.stage_facts import StageFacts
from appliance.table.stages.lobby.facts import choice_of, taps_to
from appliance.table.stages.turns.facts import most_again
from appliance.table.state import Table
from bluffing.actions import Correct
from bluffing.message import Spoken, message

_TAP, _HOLD = GestureKind.TAP, GestureKind.HOLD

MOST_COUNTED = 12
"""Maximum count of numbers that a claimant who counts again can choose from."""


def has_no_choice(table: Table, about: StageFacts, seat: int, now: int) -> bool:
    """Return True if a press of `seat` at `now` (ns) leaves it nothing to choose in the turns."""
    if table.paused is not None or about.acts(seat) is None:
        return False
    return about.has_no_choice(seat) or windows.repeats(table, seat, now + 1)


def question_to(
    table: Table, about: StageFacts, buzzer: int, now: int
) -> tuple[Prompted, tuple[KeyFacts, ...]]:
    """Return question and keys of the seat of `buzzer`, as if it could tap and hold."""
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
    Prompt.NAMING: (way("ready", _HOLD), way("name", _TAP)),
    Prompt.AGREE_OR_NOT: (way("agree", _HOLD), way("disagree", _TAP)),
    Prompt.WRONG_OR_STANDS: (way("stands", _TAP), way("wrong", _HOLD)),
    Prompt.LAST_CALL: (way("last-call", _TAP), way("wrong-number", _HOLD)),
    Prompt.MORE_TIME: (way("more-time", _TAP), way("wrong-number", _HOLD)),
    Prompt.TURN_PAGE: (way("next-page", _TAP), way("leave", _HOLD)),
    Prompt.TRY_OFFER: (way("try", _TAP), way("leave", _HOLD)),
    Prompt.TRY_TAP: (way("tap", _TAP),),
    Prompt.TRY_HOLD: (way("hold", _HOLD),),
    Prompt.VOTE: (way("yes", _TAP), way("no", _HOLD)),
    Prompt.BY_ACCIDENT: (way("by-accident", _HOLD),),
    Prompt.NEXT_DEAL: (way("next-deal", GestureKind.LET_GO),),
}
"""Meanings of taps and holds without a ring or a count."""

_ALONE = {Prompt.CHOOSE: "go-on", Prompt.CHOOSE_KIND: "draw-question"}
"""Meaning of a hold at prompts without a choice."""


def offered(
    table: Table, about: StageFacts, asked: Prompted, keys: tuple[KeyFacts, ...]
) -> Iterator[Way]:
    """Yield the options of the seat's prompt."""
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
        yield way(_ALONE.get(prompt, prompt), _HOLD)
    else:
        yield from _more_cards(about, asked)
    yield from _beside(table, about, prompt)


def _beside(table: Table, about: StageFacts, prompt: Prompt) -> Iterator[Way]:
    """Yield further meanings of a tap."""
    if about.reads and table.paused is None:
        yield way("how-to", _TAP)
    if prompt is Prompt.GO_ON and table.paused is not None and table.paused.pause.seat is None:
        yield way("set-right", _TAP)


def _label(key: KeyFacts, asked: Prompted) -> Spoken:
    if isinstance(key.label, int):
        return message("way.cards", n=key.label)
    if key.label:
        return key.label
    return asked.option[0] if asked.option else message(f"way.{asked.prompt}")


def _more_cards(about: StageFacts, asked: Prompted) -> Iterator[Way]:
    """Yield the steps that count more cards than there are keys, one by one."""
    known = about.choice
    if known is None or asked.prompt not in COUNTING or known.most < MOST_KEYS:
        return
    counted = known.question.cursor
    if counted > MOST_KEYS:
        yield Way(message("way.cards", n=counted), (_HOLD,))
    if known.most > max(counted, MOST_KEYS):
        yield way("more-cards", *(_TAP,) * (max(counted, MOST_KEYS) + 1 - counted))


def _counted_again(table: Table, about: StageFacts) -> Iterator[Way]:
    """Yield the legal numbers of laid cards; the claimant's current count is the minimum."""
    counted = about.recount
    if counted is None or table.game.claim is None:
        return
    may = range(max(counted, 1), most_again(table.game) + 1)
    legal = [n for n in may if table.ruleset.refusal(table.game, Correct(n)) is None]
    for n in legal[:MOST_COUNTED]:
        yield Way(message("way.cards", n=n), (*(_TAP,) * (n - counted), _HOLD))
    if not counted:
        yield way("was-right", _HOLD)


def _digits(asked: Prompted) -> Iterator[Way]:
    """Yield the tens, then the units, of a number that a seat enters in a pause."""
    count = asked.entering
    assert count is not None
    for step in range(count.digits):
        digit = (count.cursor + step) % count.digits
        text = f"{digit}_" if count.tens is None else f"{count.tens}{digit}"
        yield Way(text, (*(_TAP,) * step, _HOLD))
