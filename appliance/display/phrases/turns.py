"""Sentences for the turns: who may lay what, doubt, pass, guess or pick."""

from appliance.display.phrases import Headline
from appliance.message import AtSeat, Message, Spoken, any_of, in_a_row, message
from appliance.rules.cards import Rank
from appliance.rules.game import Phase
from appliance.table.facts import Facts, TurnsFacts


def play(facts: Facts, turns: TurnsFacts) -> Headline:
    """What was played last, and what comes now."""
    if facts.asks_questions:
        return _guessing(facts, turns)
    if turns.doubter is not None:
        return message("turn.slaps", who=AtSeat(turns.doubter)), message("turn.slaps.how")
    claim, what = facts.claim, _comes_now(facts, turns)
    if claim is None:
        return what, _how(facts, turns)
    who, cards = AtSeat(claim.seat), claim.rank.counted(claim.count)
    if facts.playing.phase is Phase.LAST_CARDS:
        headline = message("turn.says-last", who=who, cards=cards)
        return headline, message("turn.could-win", who=who)
    code = "turn.doubt-it" if facts.ruleset.races else "turn.or-doubts"
    return message("turn.says", who=who, cards=cards), message(code, what=what)


def _comes_now(facts: Facts, turns: TurnsFacts) -> Message:
    """Who may do what beside doubting: "Ben plays sevens or passes"."""
    live, seat = turns.moves.live, turns.on_turn
    together = len(live) > 1 and seat is None
    how = "several" if together else "one"
    verb = "lead" if facts.playing.required is None and not turns.moves.allowed else "play"
    verbs = [message(f"turn.{how}.{verb}", ranks=next_ranks(facts, turns.moves.allowed))]
    verbs += [message(f"turn.{how}.lay-away")] * turns.moves.lays_away
    verbs += [message(f"turn.{how}.pass")] * turns.moves.passes
    verbs += [message(f"turn.{how}.draw")] * turns.moves.draws
    what = any_of(verbs)
    if not together:
        who = AtSeat(facts.playing.turn if seat is None else seat)
        return message("turn.was-first" if len(live) > 1 else "turn.does", who=who, what=what)
    if facts.claim is None or len(live) == len(facts.names):
        return message("turn.anyone-may", what=what)
    return message("turn.may", who=any_of([AtSeat(one) for one in live]), what=what)


def next_ranks(facts: Facts, allowed: tuple[Rank, ...] = ()) -> Spoken:
    """What the next play claims: "sevens", "any rank", "9, 10 or 2"."""
    required = facts.playing.required
    if required is not None:
        return message(f"rank.{required}.many")
    return any_of(allowed) if allowed else message("turn.any-rank")


def _how(facts: Facts, turns: TurnsFacts) -> Message:
    """What else to know where nothing can be doubted."""
    top = getattr(facts.playing, "top", None)
    if isinstance(top, Rank) and turns.moves.allowed:
        return message("turn.how-on", top=top)
    return message("turn.how")


def _guessing(facts: Facts, turns: TurnsFacts) -> Headline:
    bid, on = facts.bid, AtSeat(facts.playing.turn)
    if bid is None:
        return message("turn.guesses", who=on), message("turn.guesses.how")
    said = message("turn.guessed", who=AtSeat(bid.seat), guess=bid.guess, n=bid.wager)
    if bid.seat != on.number:
        return said, message("turn.raises", who=on)
    if turns.automatic is not None:
        return said, message("turn.next-is", new=AtSeat(turns.automatic.new), who=on)
    return said, message("turn.picks", who=on)


def beside(facts: Facts) -> Message | None:
    """Where the cards are that nobody holds and that don't lie on the table."""
    game = facts.game
    if game is None or facts.asks_questions:
        return None
    parts: list[Spoken] = []
    if game.stock:
        parts.append(message("turn.stock" if facts.draws else "turn.aside", n=game.stock))
    if game.removed:
        parts.append(message("turn.removed", n=game.removed))
    return message("text", text=in_a_row(parts)) if parts else None
