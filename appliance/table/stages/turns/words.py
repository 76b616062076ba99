"""The messages of the turns: the newest play, and what may come next."""

from appliance.table.answers import Headline
from appliance.table.facts.values import Facts
from appliance.table.sentences import next_ranks, together
from appliance.table.stages.turns.facts import TurnsFacts
from bluffing.actions import Draw
from bluffing.cards import Rank
from bluffing.game import Phase
from bluffing.message import AtSeat, Message, Spoken, any_of, in_a_row, message


def headline(facts: Facts, turns: TurnsFacts) -> Headline:
    """Say the newest play and the next move."""
    if facts.asks_questions:
        headline, how = _guessing(facts, turns)
        return headline, _hurry(turns) or how
    if turns.doubter is not None:
        return message("turn.slaps", who=AtSeat(turns.doubter)), message("turn.slaps.how")
    claim, prompt = facts.play.claim, _comes_now(facts, turns)
    if claim is None:
        return prompt, _how(facts, turns)
    player, cards = AtSeat(claim.seat), claim.rank.counted(claim.count)
    rests = turns.race and not turns.asks  # no player is asked to doubt, or not any more
    headline, code = message("turn.says", who=player, cards=cards), "turn.or-doubts"
    if facts.playing.phase is Phase.LAST_CARDS:
        headline = message("turn.says-last", n=claim.count, who=player, cards=cards)
        first = facts.playing.winner is None
        could = message("turn.could-win" if first else "turn.could-be-out", who=player)
        return headline, None if rests else _with_time(turns, could)
    if rests and not turns.free:
        return headline, None
    if facts.ruleset.races_in(facts.playing):
        code = "turn.others-doubt" if rests else "turn.doubt-it"
        if rests and not turns.slaps:
            return headline, prompt
    return headline, _with_time(turns, message(code, what=prompt))


def _with_time(turns: TurnsFacts, what: Message) -> Message:
    """Add the players who have more time to doubt."""
    if not turns.more_time or not turns.race:
        return what
    players = tuple(map(AtSeat, turns.more_time))
    return together(what, message("turn.more-time", who=players))


def _comes_now(facts: Facts, turns: TurnsFacts) -> Message:
    """Say the legal actions beside doubting: "Ben plays sevens or passes"."""
    live, seat = turns.moves.live, turns.on_turn
    together = len(live) > 1 and seat is None
    number = "several" if together else "one"
    verb = "lead" if facts.playing.required is None and not turns.moves.allowed else "play"
    verbs = [message(f"turn.{number}.{verb}", ranks=next_ranks(facts, turns.moves.allowed))]
    verbs += [message(f"turn.{number}.lay-away")] * turns.moves.lays_away
    verbs += [message(f"turn.{number}.pass")] * turns.moves.passes
    verbs += [message(f"turn.{number}.draw")] * turns.moves.draws
    verbs += [message(f"turn.{number}.believe")] * turns.moves.believes
    if seat is not None and seat == facts.ruleset.awaits(facts.playing):
        verbs = [message("turn.one.lay-away")]  # the next play is another seat's
    moves = any_of(verbs)
    if not together:
        player = AtSeat(facts.playing.turn if seat is None else seat)
        return message("turn.was-first" if len(live) > 1 else "turn.does", who=player, what=moves)
    if facts.play.claim is None or len(live) == len(facts.names):
        return message("turn.anyone-may", what=moves)
    return message("turn.may", who=any_of([AtSeat(seat) for seat in live]), what=moves)


def _how(facts: Facts, turns: TurnsFacts) -> Message:
    """Say further facts while no play can be doubted."""
    top = getattr(facts.playing, "top", None)
    if isinstance(top, Rank) and turns.moves.allowed:
        return message("turn.how-on", top=top)
    if getattr(facts.playing, "opens_face_up", False):
        return message("turn.how-face-up")
    return message("turn.how")


def _guessing(facts: Facts, turns: TurnsFacts) -> Headline:
    bid, on = facts.guess.bid, AtSeat(facts.playing.turn)
    if bid is None:
        return message("turn.guesses", who=on), message("turn.guesses.how")
    claim = message("turn.guessed", who=AtSeat(bid.seat), guess=bid.guess, n=bid.wager)
    if bid.seat != on.number:
        points = facts.seats[on.number].points
        short = points is not None and points < facts.guess.highest_wager
        return claim, message("turn.all-in-or-doubts" if short else "turn.raises", who=on)
    if turns.automatic is not None:
        return claim, message("turn.next-is", new=AtSeat(turns.automatic.new), who=on)
    return claim, message("turn.picks", who=on)


def _hurry(turns: TurnsFacts) -> Message | None:
    """Warn that the time for a guess is nearly up."""
    time = turns.guess_time
    if time is None or not time.warns or turns.on_turn is None:
        return None
    if not time.gives_again:
        return message("turn.last-seconds")
    return message("turn.last-seconds.again", who=AtSeat(turns.on_turn))


def beside(facts: Facts) -> Message | None:
    """Say the place of cards that are neither in hands nor on the table."""
    game = facts.game
    if game is None or facts.asks_questions:
        return None
    parts: list[Spoken] = []
    if game.stock:
        drawn = Draw in facts.ruleset.turn_moves
        parts.append(message("turn.stock" if drawn else "turn.aside", n=game.stock))
    if game.removed:
        parts.append(message("turn.removed", n=game.removed))
    return message("text", text=in_a_row(parts)) if parts else None
