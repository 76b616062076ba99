"""Conversion of a table's facts to a View, with the sentences of `phrases`."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from appliance.core.signals import (
    BUZZERS,
    CAMERA,
    DISK,
    LAMPS,
    LOUDSPEAKER,
    NO_CAMERA,
    SCREEN,
    SPEECH,
)
from appliance.display.phrases import doubts, playing
from appliance.display.view import (
    BoxView,
    EndView,
    FinishView,
    NoticeView,
    PlayView,
    Plug,
    Screen,
    ShowView,
    TableView,
    VerdictView,
    View,
)
from appliance.table import Table
from appliance.table.facts import (
    AsideFacts,
    AskingFacts,
    Basis,
    DoubtingFacts,
    Extra,
    Facts,
    GuessFacts,
    Headline,
    JudgedFacts,
    MenuFacts,
    OverFacts,
    RevealingFacts,
    Same,
    Stage,
    TurnsFacts,
    VerifyingFacts,
    facts_of,
)
from appliance.table.stages.howto import words as howto
from appliance.table.stages.howto.facts import HowToFacts
from appliance.table.stages.practice import words as practice
from appliance.table.stages.practice.facts import PracticeFacts
from appliance.table.stages.survey import words as survey
from appliance.table.stages.survey.facts import HouseSurveyFacts
from appliance.words import Words
from bluffing.message import Message, message
from bluffing.rulesets import RULESETS

_KEPT = 256

PLUGS = {
    BUZZERS: Plug.USB, LAMPS: Plug.USB, SCREEN: Plug.SCREEN, LOUDSPEAKER: Plug.SOUND,
    SPEECH: Plug.SOUND, CAMERA: Plug.CAMERA, DISK: Plug.CARD,
}  # fmt: skip
"""Parts to check if a driver is lost."""

_LOOKS = (Stage.REVEAL, Stage.VERIFY)
"""Stages with the camera on."""


_HEADLINES: Mapping[type[object], Callable[..., Headline]] = {
    AskingFacts: playing.question,
    TurnsFacts: playing.play,
    DoubtingFacts: doubts.doubt,
    RevealingFacts: doubts.reveal,
    VerifyingFacts: doubts.verify,
    JudgedFacts: doubts.verdict,
    OverFacts: doubts.over,
    MenuFacts: playing.table_menu,
}
"""The facts of a stage, and the words at the top of its screen; without them people gather."""

_IN_FRONT: Mapping[type[AsideFacts], Callable[..., Headline]] = {
    HouseSurveyFacts: survey.headline,
    HowToFacts: howto.headline,
    PracticeFacts: practice.headline,
}
"""Facts of each page in front of a stage, and the words at the top of its screen."""


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
        rules=playing.how_to_play(facts, language),
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
        beside=_say(playing.beside(facts), words),
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
        sought=doubts.to_turn_up(facts, revealing, words) if revealing is not None else None,
        ask=_say(_asks(facts), words),
        asks_at=revealing.asks_at if revealing is not None else (),
        camera=_say(_camera(facts), words),
        lost=facts.parts.camera_lost is not None,
    )


def _verdict(facts: Facts, judged: JudgedFacts, words: Words) -> VerdictView:
    again = judged.extra is Extra.PHOTO_FINISH
    return VerdictView(
        truth=judged.truth,
        word="" if again else _say(doubts.word(facts, judged), words).upper(),
        takes=judged.loser,
        disputed=judged.agreed is not None,
        hint=_say(doubts.hint(judged), words),
    )


def _end(facts: Facts, over: OverFacts, words: Words) -> EndView:
    game = facts.playing
    return EndView(
        standings=doubts.standings(over, words),
        winner=game.winner,
        tied=game.tied,
        loser=game.loser,
        tale=tuple(
            _say(sentence, words) for sentence in doubts.tale(over.most_doubted, over.largest_pile)
        ),
    )


def _notice(facts: Facts, words: Words) -> NoticeView:
    # without buzzers no player can doubt: that goes first; a fault of one may wait
    notice = facts.parts.buzzers_lost or facts.notice.what or playing.fault(facts)
    return NoticeView(_say(notice, words), facts.notice.at, PLUGS.get(facts.parts.lost_part))


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
    if facts.front is not None:
        return _IN_FRONT[type(facts.front)](facts.front)
    if facts.paused_at is not None:
        return playing.pause(facts)
    return _HEADLINES.get(type(facts.about), playing.gathering)(facts, facts.about)


def _asks(facts: Facts) -> Message | None:
    """Return the reason of a failed reading, or of a wrong card."""
    if facts.verifying is not None:
        return doubts.wrong_card(facts, facts.verifying)
    return None if facts.revealing is None else facts.revealing.ask


def _camera(facts: Facts) -> Message | None:
    if facts.parts.camera_lost == NO_CAMERA:
        return NO_CAMERA
    if facts.parts.camera_lost is not None:
        return message("screen.camera-lost", why=facts.parts.camera_lost)
    return message("screen.camera-on") if facts.stage in _LOOKS else None
