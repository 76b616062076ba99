"""Sentences from a doubt to the end of a game: the photo finish, the box, a verdict, a dispute."""

from collections.abc import Callable, Mapping

from appliance.core.signals import SECOND
from appliance.display.phrases import place, together
from appliance.display.phrases.playing import next_ranks
from appliance.display.view import SoughtView, StandingView
from appliance.presses.gestures import LONG_AFTER
from appliance.record.story import likely
from appliance.table.facts import (
    Basis,
    ByHand,
    DoubtingFacts,
    Extra,
    Facts,
    Headline,
    JudgedFacts,
    Outcome,
    OverFacts,
    Parties,
    RevealingFacts,
    Role,
    Sought,
    Turn,
    VerifyingFacts,
    stop_words,
    truth_of,
)
from appliance.table.stages.over.facts import DoubtedFacts, TakenFacts
from appliance.words import Words
from bluffing.actions import Settle
from bluffing.events import Answered, Produced, Shown
from bluffing.game import Phase
from bluffing.message import AtSeat, Message, in_a_row, message


def doubt(facts: Facts, _doubted: DoubtingFacts) -> Headline:
    """Say who doubts, and how close the race was."""
    game, claim = facts.playing, facts.play.claim
    if facts.play.showing is not None:
        return message("doubt.shows", who=AtSeat(facts.play.showing)), None
    if game.phase is Phase.ANSWER and game.doubter is not None:
        return message("doubt.guess", who=AtSeat(game.doubter)), message("doubt.guess.detail")
    if game.doubter is None or claim is None:
        return message("doubt.last-cards"), None
    doubter, claimant = AtSeat(game.doubter), AtSeat(claim.seat)
    cards = claim.rank.counted(claim.count)
    headline = message("doubt.play", doubter=doubter, claimant=claimant, cards=cards)
    if game.phase is Phase.PRODUCE:
        headline = message("doubt.forces", doubter=doubter, claimant=claimant, rank=claim.rank)
    return headline, _how_close(facts, game.doubter) if facts.play.places else None


def _how_close(facts: Facts, doubter: int) -> Message:
    """Say how far the doubter was ahead of the others."""
    if any(place.tied for place in facts.play.places):
        rule = facts.ruleset.tie_words(facts.playing)
        return message("doubt.tie", ms=facts.play.tie_ms, rule=rule)
    second = next((place for place in facts.play.places[1:] if not place.late), None)
    if second is not None:
        return message("doubt.first-by", ms=second.behind_us / 1000)
    return message("doubt.alone", who=AtSeat(doubter))


def reveal(facts: Facts, revealing: RevealingFacts) -> Headline:
    """Say which cards go into the box, or which are entered by hand."""
    wanted, between, claim = revealing.sought, revealing.parties, facts.play.claim
    if wanted is None:
        return message("reveal.headline"), None
    headline = _wanted(facts, wanted)
    if revealing.by_hand is not None:
        if between is None:
            return headline, None
        by_hand = revealing.by_hand
        if by_hand.done and by_hand.word:
            answer = stop_words(revealing, by_hand.stop)
            headline = message("reveal.says", other=AtSeat(between.other), what=answer)
        return headline, _by_hand(revealing, by_hand, between)
    if revealing.ask is not None and facts.box.reading is not None and facts.box.reading.cards:
        return headline, revealing.ask
    if claim is not None and facts.play.showing is None:
        cards = claim.rank.counted(claim.count)
        return headline, message("reveal.said", who=AtSeat(claim.seat), cards=cards)
    return headline, None


def _wanted(facts: Facts, wanted: Sought) -> Message:
    player = AtSeat(wanted.seat)
    match wanted.turn:
        case Turn.PLAY:
            return message("reveal.flip", n=wanted.count)
        case Turn.HAND:
            return message("reveal.hand", who=player, n=wanted.count)
        case Turn.PRODUCED if facts.play.claim is not None:
            return message("reveal.produce", who=player, rank=facts.play.claim.rank)
        case Turn.PRODUCED:
            return message("reveal.produce-any", who=player)


def _by_hand(revealing: RevealingFacts, by_hand: ByHand, between: Parties) -> Message:
    owner, opponent = AtSeat(between.owner), AtSeat(between.other)
    cards = in_a_row(by_hand.ranks) if by_hand.ranks else message("reveal.none")
    if not by_hand.done and by_hand.word:
        return message("reveal.asks", who=opponent, owner=owner)
    if not by_hand.done:
        code = "reveal.enters" if by_hand.ranks else "reveal.enters-first"
        return message(code, who=opponent, cards=cards)
    question = message("reveal.is-it", who=owner, cards=cards)
    if isinstance(by_hand.stop, Settle):
        question = message("reveal.is-it-so", who=owner, what=stop_words(revealing, by_hand.stop))
    if by_hand.word:
        question = message("reveal.agrees", who=owner)
    if not by_hand.agreed:
        return question
    return message("reveal.agreed", question=question, n=len(by_hand.agreed))


def to_turn_up(facts: Facts, revealing: RevealingFacts, words: Words) -> SoughtView | None:
    """Describe the cards that the box wants, and their claim."""
    wanted = revealing.sought
    if wanted is None:
        return None
    caption, say = _SOUGHT[wanted.turn]
    request = say(facts, wanted)
    if request is None:
        return SoughtView(wanted.count)
    return SoughtView(wanted.count, words(caption), words.say(request))


def _of_one_rank(facts: Facts, wanted: Sought) -> Message:
    required = facts.playing.required
    if required is None:
        return message("reveal.any-one-rank", n=wanted.count)
    return required.counted(wanted.count)


def _claimed_rank(facts: Facts, _wanted: Sought) -> Message | None:
    claim = facts.play.claim
    return None if claim is None else message(f"rank.{claim.rank}.one")


def _claimed(facts: Facts, _wanted: Sought) -> Message | None:
    claim = facts.play.claim
    return None if claim is None else claim.rank.counted(claim.count)


_SOUGHT: Mapping[Turn, tuple[str, Callable[[Facts, Sought], Message | None]]] = {
    Turn.PLAY: ("reveal.claimed", _claimed),
    Turn.PRODUCED: ("reveal.asked-for", _claimed_rank),
    Turn.HAND: ("reveal.to-win", _of_one_rank),
}
"""Caption and message of the cards that a reveal is to find."""


def verify(_facts: Facts, verifying: VerifyingFacts) -> Headline:
    """Say which card to turn up, or ask about an older print."""
    owner, opponent = AtSeat(verifying.parties.owner), AtSeat(verifying.parties.other)
    if verifying.printed is not None and verifying.percent is not None:
        prints = {"printed": verifying.printed, "percent": verifying.percent}
        code = "verify.drop-or-others" if verifying.neutrals else "verify.drop"
        return message("verify.older", **prints), message(code, owner=owner, other=opponent)
    headline = message("verify.turn-over", who=opponent, name=verifying.name)
    return headline, message("verify.how")


def wrong_card(facts: Facts, verifying: VerifyingFacts) -> Message | None:
    """Say that another card lies there, or that none can be seen."""
    if verifying.other is not None:
        return message("verify.other", name=verifying.other)
    blind = facts.parts.camera_lost is not None and verifying.printed is None
    return message("verify.blind") if blind else None


# --- verdicts ------------------------------------------------------------------------------------


def verdict(facts: Facts, judged: JudgedFacts) -> Headline:
    """Say who was right and who takes or loses what, or an extra that a player asked for."""
    if judged.extra is Extra.PHOTO_FINISH:
        return _photo_again(facts, judged)
    headline, _ = _outcome(facts, judged.event)
    if judged.chance is not None and facts.play.claim is not None:
        return headline, likely(facts.play.claim, judged.event, judged.chance)
    between = judged.parties
    if judged.agreed is None:
        parts = [
            sentence
            for sentence in (_basis(judged), _follows(facts, judged))
            if sentence is not None
        ]
        return headline, together(*parts) if parts else None
    code = "verdict.turn-round-or-others" if judged.neutrals else "verdict.turn-round"
    detail = message(code, owner=AtSeat(between.owner), other=AtSeat(between.other))
    if judged.agreed:
        players = tuple(map(AtSeat, judged.agreed))
        detail = together(detail, message("verdict.say-wrong", who=players, n=len(players)))
    return message("verdict.doubtful", what=headline), detail


def word(facts: Facts, judged: JudgedFacts) -> Message:
    """The verdict in a word or two, for all to see."""
    return _outcome(facts, judged.event)[1]


def _outcome(facts: Facts, event: Outcome) -> tuple[Message, Message]:
    """The verdict in a sentence, and in a word or two."""
    player, right = AtSeat(event.seat), truth_of(event)
    match event:
        case Produced(rank=rank) if rank is not None:
            sentence = message("verdict.shows-one", who=player, rank=rank)
            return sentence, message("verdict.word.produced")
        case Produced() if facts.play.claim is not None:
            rank = facts.play.claim.rank
            sentence = message("verdict.has-no", who=player, rank=rank)
            return sentence, message("verdict.word.no-such", rank=rank)
        case Produced():
            return message("verdict.has-none", who=player), message("verdict.word.none")
        case Shown():
            sentence = message("verdict.shows", who=player, cards=in_a_row(event.ranks))
            return sentence, message("verdict.word.right")
        case Answered():
            ending = "safe" if right else "too-high"
            asked = facts.guess.question
            about = asked is not None and asked.about
            percent = event.percent if asked is None or asked.percent is None else asked.percent
            code = f"verdict.{'about' if about else 'answer'}-{ending}"
            sentence = message(code, who=player, percent=percent)
        case _ if facts.guess.question is not None:
            ending = "safe" if right else "too-high"
            sentence = message(f"verdict.{ending}", who=player)
        case _:
            ending = "truth" if right else "lie"
            sentence = message(f"verdict.{ending}", who=player)
    return sentence, message(f"verdict.word.{ending}")


def _photo_again(facts: Facts, judged: JudgedFacts) -> Headline:
    """Say how close the race was, and how exact its times are."""
    doubter = next(place.seat for place in facts.play.places if place.doubter)
    exact = message("doubt.exact", ms=facts.settings.tie_ms + 1)
    close = _how_close(facts, doubter)
    return message("doubt.photo"), _and(close, _and(exact, _tap(judged)))


def hint(judged: JudgedFacts) -> Message | None:
    """Say that a verdict can be disputed, while it can, and what a tap shows of it."""
    taps = judged.extra is not None or judged.next_extra is not None
    if not judged.disputable:
        return _tap(judged) if taps else None
    if not taps:
        return message("verdict.hint", seconds=LONG_AFTER / SECOND)
    effect = message(f"verdict.more.{judged.next_extra or 'verdict'}")
    return message("verdict.hint-and", seconds=LONG_AFTER / SECOND, what=effect)


def _and(first: Message, then: Message) -> Message:
    return message("verdict.and", first=first, then=then)


def _tap(judged: JudgedFacts) -> Message:
    return message(f"verdict.tap.{judged.next_extra or 'verdict'}")


def _basis(judged: JudgedFacts) -> Message | None:
    if judged.partly_read:
        return message("verdict.rest-unread")
    if judged.basis is Basis.BANK:
        return _checked(judged)
    if judged.too_often:
        cards = in_a_row(card.code for card in judged.too_often)
        return message("verdict.too-often", cards=cards)
    if judged.basis is Basis.CAMERA:
        return None
    return message("verdict.overruled" if judged.overruled else "verdict.by-agreement")


def _checked(judged: JudgedFacts) -> Message | None:
    """Say what the printed card says, if one was asked for."""
    card = judged.checked
    if card is None:
        return None
    if card.percent is None:
        return message("verdict.card-unread")
    ending = "agrees" if card.agrees else "older"
    return message(f"verdict.card-{ending}", percent=card.percent)


def _follows(facts: Facts, judged: JudgedFacts) -> Message | None:
    game, over = facts.playing, facts.playing.phase is Phase.OVER
    if judged.loser is None:
        return None if over else message("verdict.left")
    player = AtSeat(judged.loser)
    if judged.lost_points is not None:
        return message("verdict.loses", who=player, n=judged.lost_points)
    taken = message("verdict.takes", who=player, n=facts.play.pile)
    if over:
        return taken
    ranks = next_ranks(facts)
    return message("verdict.then", taken=taken, next=AtSeat(game.turn), ranks=ranks)


# --- the end of a game ---------------------------------------------------------------------------


def over(facts: Facts, over: OverFacts) -> Headline:
    """Say who has won or lost, or that the game has no winner."""
    game = facts.playing
    after = message("over.next-deal" if facts.ruleset.deck(game) else "over.next-game")
    if over.reads:
        after = together(after, message("over.read"))
    if game.loser is not None:
        detail = after
        if game.winner is not None:
            detail = together(message("over.first-out", who=AtSeat(game.winner)), after)
        return message("over.lost", who=AtSeat(game.loser)), detail
    if game.tied:
        several = tuple(map(AtSeat, game.tied))
        return message("over.tied", who=several, n=game.hands[game.tied[0]]), after
    if game.winner is None:
        void = [message("over.void")] * over.void
        return message("over.nobody"), together(*void, after)
    player = AtSeat(game.winner)
    if over.paid is not None:
        return message("over.wins-points", who=player, n=sum(over.paid)), after
    return message("over.wins", who=player), after


def tale(doubted: DoubtedFacts | None, pile: TakenFacts | None) -> tuple[Message, ...]:
    """Tell a game in sentences that the table knows for sure."""
    sentences = []
    if doubted is not None:
        times, truths = doubted.times, doubted.truths
        frequency = {0: "never", times: "always"}.get(truths, "some")
        sentences.append(
            message(f"over.doubted.{frequency}", who=AtSeat(doubted.seat), n=times, truths=truths)
        )
    if pile is not None:
        sentences.append(message("over.largest-pile", who=AtSeat(pile.seat), n=pile.cards))
    return tuple(sentences)


def standings(over: OverFacts, words: Words) -> tuple[StandingView, ...]:
    """Return each seat's place at the end, and its count or its payment."""
    lines = []
    for standing in over.standings:
        amount, holds = standing.cards, message("over.cards", n=standing.cards)
        if standing.points is not None:
            amount, holds = standing.points, message("over.points", n=standing.points)
        elif standing.pays:
            holds = message("over.pays", n=standing.pays)
        if standing.chips is not None:
            holds = message("over.chips", holds=holds, chips=f"{standing.chips:+d}")
        label = "" if standing.place is None else words.say(place(standing.place))
        if standing.role in (Role.LOSER, Role.GONE):
            label = words("over.last" if standing.role is Role.LOSER else "over.left")
        lines.append(StandingView(standing.seat, label, amount, words.say(holds)))
    return tuple(lines)
