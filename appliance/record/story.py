"""The story of an evening as messages, from the public facts of the table."""

from collections.abc import Iterable

from appliance.core.signals import MS, SECOND
from appliance.record.standing import disputed, known_part, sitting
from appliance.table.facts import (
    Facts,
    PressFacts,
    PrintedAnswer,
    Stage,
)
from bluffing import events
from bluffing.cards import Trait
from bluffing.game import Phase
from bluffing.message import AtSeat, Message, Spoken, chained, in_a_row, message
from bluffing.words import Words

FOLLOWS = "story.so."
"""Prefixes of codes that follow from the line before; such lines are indented."""


def story_lines(before: Facts, after: Facts, happened: Iterable[events.Event]) -> list[Message]:
    """Return the lines about the change from `before` to `after`, and the events in between."""
    lines = _notes(before, after)
    if after.game is not None:
        lines += [line for event in happened if (line := _event(after, event))]
        lines += _stage(before, after)
    return lines


def story_row(line: Message, now: int, words: Words) -> str:
    """Return `line` as a row of a story, `now` (ns) after the evening began."""
    time = f"{now // (60 * SECOND):4d}:{now % (60 * SECOND) / SECOND:06.3f}"
    indent = "  " * line.code.startswith(FOLLOWS)
    return f"{time}  {indent}{words.say(line)}".rstrip()


def _sentence(code: str, /, **values: Spoken) -> Message:
    return message(f"story.{code}", **values)


def _notes(before: Facts, after: Facts) -> list[Message]:
    """Describe new players, and the table's remarks beside the events of the game."""
    lines = [
        _sentence("sits", seat=AtSeat(seat), buzzer=buzzer + 1)
        for seat, buzzer in enumerate(sitting(after))
        if buzzer not in sitting(before)
    ]
    news = after.notice.what.code if after.notice.what and after.notice != before.notice else ""
    if news == "table.taken-back" and before.turns is not None:
        mover = before.turns.mover
        player = _sentence("somebody") if mover is None else AtSeat(mover)
        lines.append(_sentence("takes-back", seat=player))
    if after.paused_at is not None and before.paused_at is None:
        why = after.notice.what
        lines.append(_sentence("paused-because", why=why) if why else _sentence("paused"))
    asked, known = after.guess.question, before.guess.question
    if asked is not None and (known is None or asked.id != known.id):
        kind = message(f"question.{asked.kind}")
        lines.append(_sentence("question", kind=kind, text=asked.text))
    if news == "table.counts-are-right":
        lines.append(_sentence("counts-are-right"))
    if after.play.showing is not None and before.play.showing is None:
        lines.append(_sentence("shows", seat=AtSeat(after.play.showing)))
    lines += _reveal(before, after)
    if before.paused_at is not None and after.paused_at is None:
        lines.append(_sentence("goes-on"))
    return lines


def _reveal(before: Facts, after: Facts) -> list[Message]:
    """Say which cards are unclear, or that players dispute the verdict."""
    lines, reveal, was = [], after.revealing, before.revealing
    if reveal is not None:
        cards = after.box.reading is not None and after.box.reading.cards
        if reveal.ask and cards and (was is None or reveal.ask != was.ask):
            lines.append(_sentence("so.asks", why=reveal.ask))
        enters = reveal.by_hand is not None and not reveal.by_hand.word
        entered = was is not None and was.by_hand is not None and not was.by_hand.word
        if enters and not entered and reveal.parties is not None:
            lines.append(_sentence("so.enters", seat=AtSeat(reveal.parties.other)))
    lines += _printed(before, after)
    if disputed(after) != disputed(before):
        lines.append(_sentence("so.disputed" if disputed(after) else "so.verdict-stands"))
    return lines


def _printed(before: Facts, after: Facts) -> list[Message]:
    """Return the lines about the printed card of the question."""
    now, was = after.verifying, before.verifying
    if now is not None:
        if now.other is not None and (was is None or now.other != was.other):
            return [_sentence("so.other-card", name=now.other)]
        if now.printed is not None and (was is None or was.printed is None):
            return [_sentence("so.older-print", percent=now.printed)]
    if after.judged is None or was is None:
        return []
    match after.judged.checked:
        case PrintedAnswer(percent=None):
            return [_sentence("so.card-unread")]
        case PrintedAnswer(agrees=True):
            return [_sentence("so.card-agrees")]
        case PrintedAnswer(percent=percent) if percent is not None and was.printed is None:
            return [_sentence("so.older-print", percent=percent)]
        case _:
            return []


def _stage(before: Facts, after: Facts) -> list[Message]:
    if before.stage is Stage.DOUBT is not after.stage:
        return _finish(before)
    game = after.playing
    new = before.game is None or before.dealer is None or before.stage is Stage.OVER
    if after.stage is Stage.DEAL and (new or game is not before.game):
        return [_deal(after)]
    if new and before.stage is Stage.DEAL and game.points:
        title, points = after.ruleset.title, _each(game.points)
        return [_sentence("starts", seat=AtSeat(game.turn), game=title, points=points)]
    if after.stage is Stage.OVER is not before.stage and game.winner is not None:
        winner = AtSeat(game.winner)
        if game.points:
            return [_sentence("wins-points", seat=winner, points=_each(game.points))]
        if len(game.out) > 1:
            return [_sentence("order", seats=in_a_row(map(AtSeat, game.out)))]
        held = {seat: cards for seat, cards in enumerate(game.hands) if cards}
        held.pop(game.winner, None)
        if not held:
            return [_sentence("order", seats=winner)]
        return [_sentence("wins", seat=winner, held=_row(held))]
    return []


def _deal(facts: Facts) -> Message:
    game = facts.playing
    return _sentence(
        "deals-aside" if game.stock else "deals",
        seat=AtSeat(game.dealer),
        game=facts.ruleset.title,
        packs=_sentence("packs", n=game.packs),
        hands=_each(game.hands),
        aside=_cards(game.stock),
    )


def _each(numbers: Iterable[int]) -> Spoken:
    """Every seat's number."""
    return _row(dict(enumerate(numbers)))


def _row(numbers: dict[int, int]) -> Spoken:
    return in_a_row(
        _sentence("has", seat=AtSeat(seat), number=number) for seat, number in numbers.items()
    )


def _event(facts: Facts, event: events.Event) -> Message | None:  # noqa: C901, PLR0912
    """Describe an event; None if another line does."""
    match event:
        case events.Played(seat, 0, rank):
            return _sentence("has-none", seat=AtSeat(seat), rank=rank)
        case events.Played(seat, count, rank):
            left = facts.playing.hands[seat]
            return _sentence("plays", seat=AtSeat(seat), cards=rank.counted(count), left=left)
        case events.Passed(seat):
            return _sentence("passes", seat=AtSeat(seat))
        case events.Drew(seat):
            return _sentence("draws", seat=AtSeat(seat), left=facts.playing.stock)
        case events.LaidAway(seat, rank):
            return _sentence("lays-away", seat=AtSeat(seat), cards=rank.counted(4))
        case events.Guessed(seat, guess, wager):
            return _sentence("guesses", seat=AtSeat(seat), guess=guess, n=wager)
        case events.Picked(seat, new):
            return _sentence("picks", seat=AtSeat(seat), new=AtSeat(new))
        case events.Doubted(doubter, seat):
            return _sentence("doubts", seat=AtSeat(doubter), whom=_after(facts) or AtSeat(seat))
        case events.Forced(doubter, seat):
            when = _after(facts) or ""
            return _sentence("forces", seat=AtSeat(doubter), whom=AtSeat(seat), when=when)
        case events.Believed(believer, seat):
            return _sentence("believes", seat=AtSeat(believer), whom=AtSeat(seat))
        case events.Verdict(_, _, truth, ranks):
            part = known_part(facts)
            read = _sentence("among-them", cards=_ranks(part)) if part else _ranks(ranks)
            return _sentence("so.truth" if truth else "so.lie", read=read)
        case events.Produced(seat, _, None):
            return _sentence("so.produces-none", seat=AtSeat(seat))
        case events.Produced(seat, _, rank) if rank is not None:
            return _sentence("so.produces", seat=AtSeat(seat), rank=rank)
        case events.Shown(_, ranks):
            return _sentence("so.right", cards=_ranks(ranks))
        case events.Answered(_, _, percent, truth):
            read = _sentence("answer", percent=percent)
            return _sentence("so.truth" if truth else "so.lie", read=read)
        case events.Took(seat, count):
            return _sentence("so.takes", seat=AtSeat(seat), cards=_cards(count))
        case events.Owes(seat, forfeits):
            return _sentence("so.owes", seat=AtSeat(seat), n=forfeits)
        case events.Removed(count):
            return _sentence("so.removed", n=count)
        case events.LostPoints(seat, points):
            return _sentence(
                "so.loses", seat=AtSeat(seat), n=points, points=_each(facts.playing.points)
            )
        case events.SuddenDeath(seats):
            return _sentence("sudden-death", seats=in_a_row(map(AtSeat, seats)))
        case events.WentOut(seat):
            return _sentence("out", seat=AtSeat(seat))
        case events.CameBack(seat):
            return _sentence("came-back", seat=AtSeat(seat))
        case events.TimeCalled():
            return _sentence("time-up")
        case events.Tied(seats):
            return _sentence("tied", seats=in_a_row(map(AtSeat, seats)))
        case events.Lost(seat):
            return _sentence("lost", seat=AtSeat(seat), cards=_cards(facts.playing.hands[seat]))
        case events.Paid(seat, parts):
            return _sentence("paid", seat=AtSeat(seat), points=sum(parts))
        case events.Corrected(seat, was, count):
            return _sentence("corrects", seat=AtSeat(seat), was=was, count=count)
        case events.Withdrawn(doubter):
            return _sentence("so.withdrawn", seat=AtSeat(doubter))
        case events.Stands(seat):
            return _sentence("so.stands", seat=AtSeat(seat))
        case events.Adjusted(giver, taker):
            return _sentence("adjusted", giver=AtSeat(giver), taker=AtSeat(taker))
        case events.Audited(was, hands):
            wrong = [
                _sentence("not", seat=AtSeat(seat), now=now, was=then)
                for seat, (then, now) in enumerate(zip(was, hands, strict=True))
                if now != then
            ]
            return _sentence("audited", wrong=in_a_row(wrong)) if wrong else None
        case events.Rescored(seat, was, points):
            return _sentence("rescored", seat=AtSeat(seat), was=was, points=points)
        case events.Left(seat, count):
            return _sentence(
                "left-with" if count else "left", seat=AtSeat(seat), cards=_cards(count)
            )
        case events.Discarded():
            return _sentence("discarded")
        case events.Voided():
            return _sentence("voided")
        case _:
            return None


def _ranks(ranks: tuple[Trait, ...]) -> Spoken:
    """Describe cards side by side, or their absence."""
    return chained("story.beside", ranks) if ranks else _sentence("agreed")


def _cards(count: int) -> Message:
    return _sentence("cards", n=count)


def _doubter(facts: Facts) -> PressFacts | None:
    """The first slap of a race for a play."""
    if facts.playing.phase is Phase.ANSWER:
        return None
    return next((press for press in facts.play.places if press.doubter), None)


def _after(facts: Facts) -> Message | None:
    """Describe the time of the doubter's slap after the play."""
    if (first := _doubter(facts)) is None:
        return None
    return _sentence("after", ms=(first.at - facts.play.opened_at) / MS)


def _finish(facts: Facts) -> list[Message]:
    """Return the photo finish: the time of each other slap relative to the doubter's."""
    first, gaps = _doubter(facts), list[Spoken]()
    for press in facts.play.places:
        if first is not None and not press.doubter:
            gap = "behind-tied" if press.tied else "behind-late" if press.late else "behind"
            ms = f"{(press.at - first.at) / MS:+.3f}"
            gaps.append(_sentence(gap, seat=AtSeat(press.seat), ms=ms))
    return [_sentence("so.photo-finish", others=chained("story.then", gaps))] if gaps else []
