"""Conversion of a table's facts to a View, in words."""

from functools import lru_cache

from appliance.core.signals import (
    BUZZERS,
    CAMERA,
    DISK,
    LAMPS,
    LOUDSPEAKER,
    NO_CAMERA,
    SCALE,
    SCREEN,
    SPEECH,
)
from appliance.display.view import (
    BoxView,
    CatchView,
    EndView,
    FinishView,
    NoticeView,
    PlayView,
    Plug,
    RulesView,
    Screen,
    ShowView,
    SoughtView,
    StandingView,
    TableView,
    VerdictView,
    View,
)
from appliance.table import Table
from appliance.table.facts import (
    Basis,
    Extra,
    Facts,
    GuessFacts,
    Headline,
    JudgedFacts,
    OverFacts,
    Same,
    Stage,
    StandingFacts,
    facts_of,
)
from appliance.table.headlines import headline_of
from appliance.table.sentences import fault
from appliance.table.stages.over.words import caught, standing, tale
from appliance.table.stages.pause import words as pause
from appliance.table.stages.reveal import words as reveal
from appliance.table.stages.turns import words as turns
from appliance.table.stages.verdict import words as verdict
from appliance.table.stages.verify import words as verify
from appliance.words import Words
from bluffing.message import Message, message
from bluffing.rulesets import RULESETS

_KEPT = 256

PLUGS = {
    BUZZERS: Plug.BUZZERS, LAMPS: Plug.LAMPS, SCREEN: Plug.SCREEN, LOUDSPEAKER: Plug.SOUND,
    SPEECH: Plug.SOUND, CAMERA: Plug.CAMERA, DISK: Plug.CARD, SCALE: Plug.SCALE,
}  # fmt: skip
"""Parts to check if a driver is lost."""

_HUB = "driver.hub."
"""Beginning of the codes of a seat hub's faults."""

_LOOKS = (Stage.REVEAL, Stage.VERIFY)
"""Stages with the camera on."""


def view_of(table: Table, now: int, words: Words) -> View:
    """Show `table` at `now` (ns) as everybody may see it, in the language of `words`."""
    return shown(facts_of(table, now), words)


def shown(facts: Facts, words: Words) -> View:
    """Return the View of these facts: the identical one for identical facts, as in most frames."""
    return _shown(Same(facts), words)


@lru_cache(maxsize=8)
def _shown(same: Same[Facts], language: Words) -> View:
    facts, words = same.it, language.named(same.it.names)
    over, judged = facts.over, facts.judged
    headline, detail = _headline(facts)
    return View(
        screen=_screen(facts),
        title=_say(facts.ruleset.called(facts.settings.house), words),
        headline=_say(headline, words),
        detail=_say(detail, words),
        seats=facts.seats,
        table=TableView(facts.places_at_table, tuple(RULESETS).index(facts.settings.ruleset)),
        play=_play(facts, words),
        guess=GuessFacts(
            facts.guess.question,
            facts.guess.bid,
            facts.guess.highest_wager,
            facts.guess.sudden_death,
        ),
        box=_box(facts, words),
        finish=FinishView(facts.play.places, facts.play.tie_ms),
        verdict=_verdict(facts, judged, words) if judged is not None else None,
        end=_end(facts, over, words) if over is not None else None,
        show=ShowView(facts.about.began(facts.since), _skipped(facts, judged), facts.told),
        limit=facts.limit,
        front=facts.menu or facts.front,
        opens_menu=_opens_menu(facts, words),
        rules=_rules(facts, language),
        notice=_notice(facts, words),
        words=words,
    )


def _play(facts: Facts, words: Words) -> PlayView:
    game, turn = facts.game, facts.turns
    return PlayView(
        claim=facts.play.claim,
        wild=facts.wild,
        pile=facts.play.pile,
        laden=facts.play.laden,
        beside=_say(turns.beside(facts), words),
        heaps=facts.ruleset.heaps,
        required=game.required if game is not None and turn is not None else None,
        allowed=turn.moves.allowed if turn is not None else (),
        window=facts.play.window,
        open=turn is not None and turn.open,
    )


def _box(facts: Facts, words: Words) -> BoxView:
    revealing = facts.revealing
    return BoxView(
        cards=facts.box.cards,
        sought=_sought(facts, words),
        ask=_say(_asks(facts), words),
        asks_at=revealing.asks_at if revealing is not None else (),
        camera=_say(_camera(facts), words),
        lanes=revealing.lanes if revealing is not None else 0,
        lost=facts.parts.camera_lost is not None,
    )


def _sought(facts: Facts, words: Words) -> SoughtView | None:
    """Describe the cards that the box wants, and their claim."""
    wanted = None if facts.revealing is None else facts.revealing.sought
    if wanted is None:
        return None
    caption, request = reveal.to_turn_up(facts, wanted)
    if request is None:
        return SoughtView(wanted.count)
    return SoughtView(wanted.count, words(caption), words.say(request))


def _verdict(facts: Facts, judged: JudgedFacts, words: Words) -> VerdictView:
    again = judged.extra is Extra.PHOTO_FINISH
    return VerdictView(
        truth=judged.truth,
        word="" if again else _say(verdict.word(facts, judged), words).upper(),
        takes=judged.loser,
        disputed=judged.agreed is not None,
        hint=_say(verdict.hint(judged), words),
    )


def _end(facts: Facts, over: OverFacts, words: Words) -> EndView:
    game = facts.playing
    return EndView(
        standings=tuple(_standing(line, words) for line in over.standings),
        winner=game.winner,
        tied=game.tied,
        loser=game.loser,
        tale=tuple(
            _say(sentence, words) for sentence in tale(over.most_doubted, over.largest_pile)
        ),
        catch=_catch(over, words),
    )


def _catch(over: OverFacts, words: Words) -> CatchView | None:
    best = over.catch
    if best is None:
        return None
    lie = words("verdict.word.lie").upper()
    return CatchView(best.claim, best.doubter, best.ranks, _say(caught(best), words), lie)


def _standing(line: StandingFacts, words: Words) -> StandingView:
    place, amount, holds = standing(line)
    return StandingView(line.seat, _say(place, words), amount, words.say(holds))


def _rules(facts: Facts, words: Words) -> RulesView | None:
    """Return all rules, for the page beside a pause."""
    if facts.paused_at is None:
        return None
    settings = facts.settings
    rules = pause.rules(settings.ruleset, tuple(settings.house.items()))
    return RulesView(tuple(_say(rule, words) for rule in rules), facts.paused_at)


def _notice(facts: Facts, words: Words) -> NoticeView:
    # without buzzers no player can doubt: that goes first; a fault of one may wait
    notice = facts.parts.buzzers_lost or facts.notice.what or fault(facts)
    part = facts.parts.lost_part
    at_hub = part == BUZZERS and notice is not None and _is_of_hub(notice)
    plug = Plug.HUB if at_hub else PLUGS.get(part)
    return NoticeView(_say(notice, words), facts.notice.at, plug)


def _is_of_hub(what: Message) -> bool:
    """Return True if a message, or a message within it, is about a seat hub."""
    inner = (value for _, value in what.values if isinstance(value, Message))
    return what.code.startswith(_HUB) or any(map(_is_of_hub, inner))


def _say(what: Message | None, words: Words) -> str:
    return "" if what is None else _said(what, words)


@lru_cache(maxsize=_KEPT)
def _said(what: Message, words: Words) -> str:
    """Return the sentence of `what`. Cached: when one thing changes, the rest says the same."""
    return words.say(what)


def _opens_menu(facts: Facts, words: Words) -> str | None:
    """Say that a long hold opens the menu: in a lobby only at a buzzer without a player."""
    if not facts.opens_menu:
        return None
    free = facts.stage is not Stage.LOBBY or any(not seat.name for seat in facts.seats)
    return words("menu.opens") if free else ""


def _screen(facts: Facts) -> Screen:
    """Return the screen of the stage's name, unless the game or a question has its own."""
    if facts.front is not None:
        return Screen(facts.front.screen)
    if facts.asks_questions and facts.stage is Stage.VERDICT:
        return Screen.ANSWER
    if facts.judged is not None and facts.judged.extra is Extra.PHOTO_FINISH:
        return Screen.DOUBT
    if facts.asks_questions and facts.stage in (Stage.DEAL, Stage.PLAY, Stage.DOUBT):
        return Screen.QUESTION
    return Screen.GAME if facts.stage is Stage.PLAY else Screen[facts.stage.name]


def _skipped(facts: Facts, judged: JudgedFacts | None) -> int | None:
    """Time at which people had seen enough: they pressed, or entered the verdict themselves."""
    unseen = (Basis.CAMERA, Basis.BANK)
    if judged is not None and (judged.overruled or judged.basis not in unseen):
        return facts.since
    return facts.pressed_at if facts.turns is None else None


def _headline(facts: Facts) -> Headline:
    if facts.front is None and facts.paused_at is not None:
        return pause.headline(facts)
    return headline_of(facts)


def _asks(facts: Facts) -> Message | None:
    """Return the reason of a failed reading, or of a wrong card."""
    if facts.verifying is not None:
        return verify.wrong_card(facts, facts.verifying)
    return None if facts.revealing is None else facts.revealing.ask


def _camera(facts: Facts) -> Message | None:
    if facts.parts.camera_lost == NO_CAMERA:
        return NO_CAMERA
    if facts.parts.camera_lost is not None:
        return message("screen.camera-lost", why=facts.parts.camera_lost)
    return message("screen.camera-on") if facts.stage in _LOOKS else None
