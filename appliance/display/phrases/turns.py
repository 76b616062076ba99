"""Sentences for the turns: who may lay what, doubt, pass, guess or pick, and by which press."""

from appliance.display.phrases.common import (
    Words,
    allowed,
    asks_questions,
    by_name,
    names,
    one,
    points,
    rank_words,
)
from appliance.display.phrases.facts import asked, facts
from appliance.rules.game import Phase
from appliance.rules.wagers import Bid
from appliance.table.doubting import TAKE_BACK, on_turn, race_of, turn_free_at
from appliance.table.register import automatic_pick
from appliance.table.state import Table


def play(table: Table) -> Words:
    """What was played last, and what comes now."""
    game, round_ = table.game, table.round
    if asks_questions(table):
        return _guessing(table)
    if round_ is not None and round_.doubter is not None:
        return f"{table.name(round_.doubter)} slaps!", "Keep holding to force, let go to doubt"
    claim, what = game.claim, _comes_now(table)
    if claim is None:
        return what, _how(table)
    said = f"{table.name(claim.seat)} says {claim.rank.spoken(claim.count)}"
    if game.phase is Phase.LAST_CARDS:
        return f"{said}: the last cards!", f"{table.name(claim.seat)} could win. Doubt it?"
    if not table.ruleset.races:
        return said, f"{what}, or doubts"
    return said, f"Doubt it? Next: {what}"


def _comes_now(table: Table) -> str:
    """Who may do what beside doubting: "Ben plays sevens or passes"."""
    game, known = table.game, facts(table)
    live, seat = known.live, on_turn(table)
    together = len(live) > 1 and seat is None
    s, es = ("", "") if together else ("s", "es")
    free = game.required is None and not known.allowed
    verbs = [f"{'lead' if free else 'play'}{s} {rank_words(table)}"]
    verbs += [f"lay{s} four of a kind away"] * known.lays_away
    verbs += [f"pass{es}"] * known.passes + [f"draw{s}"] * known.draws
    what = names(verbs, "or")
    if not together:
        who = table.name(game.turn if seat is None else seat)
        return f"{who} was first and {what}" if len(live) > 1 else f"{who} {what}"
    if game.claim is None or len(live) == len(table.buzzers):
        return f"Anyone may {what}"
    return f"{names([table.name(one_) for one_ in live], 'or')} may {what}"


def _how(table: Table) -> str:
    """What else to know where nothing can be doubted."""
    top = getattr(table.game, "top", None)
    if top is not None and allowed(table):
        return f"On {one(top)} on the table. Lay cards face down and tap once for each"
    return "Lay cards face down and tap once for each"


def _guessing(table: Table) -> Words:
    bid = getattr(table.game, "bid", None)
    on = table.name(table.game.turn)
    if not isinstance(bid, Bid):
        return f"{on} guesses, and wagers", "The answer is at least how many percent?"
    said = f"{table.name(bid.seat)}: at least {bid.guess}%, for {points(bid.wager)}"
    if bid.seat != table.game.turn:
        return said, f"{on} raises, or doubts it"
    only = automatic_pick(table)
    if only is not None:
        return said, f"Next is {table.name(only.new)}; {on} may still change it"
    return said, f"{on} picks who is next"


# --- at each seat --------------------------------------------------------------------------------


def prompt(table: Table, seat: int, now: int) -> str:
    """What a press of `seat` means now."""
    round_, game = table.round, table.game
    if round_ is None or seat in game.gone:
        return ""
    if round_.doubter is not None:
        return "keep holding: FORCE, let go: DOUBT" if seat == round_.doubter else ""
    if can_take_back(table, seat, now):
        return "tap: take back"
    live = seat in table.ruleset.live(game)
    if game.claim is not None and seat == game.claim.seat and not live:
        if round_.correcting:
            return "tap the right number, hold to lock"
        return "tap: more time" if game.phase is Phase.LAST_CARDS else "hold: wrong number"
    if slaps(table, seat, now):
        forces = seat in facts(table).forces
        return "doubt it? keep holding: force" if forces else "doubt it?"
    if not live:
        return ""
    turn = on_turn(table)
    if turn is None:
        return "press first to play"
    return menu_prompt(table, seat) if seat == turn else ""


def slaps(table: Table, seat: int, now: int) -> bool:
    """Whether a press of `seat` is a doubt right now."""
    race = race_of(table)
    if race is None or table.buzzers[seat] not in race.order:
        return False
    return seat not in table.ruleset.live(table.game) or now <= turn_free_at(table)


def can_take_back(table: Table, seat: int, now: int) -> bool:
    """Whether a tap of `seat` takes its newest move back."""
    round_ = table.round
    if round_ is None:
        return False
    pending = round_.pending
    if pending is not None:
        return seat == getattr(pending.action, "seat", None) and pending.at < now <= (
            pending.free_until
        )
    return (
        table.undo is not None
        and seat == round_.mover
        and now <= round_.moved_at + TAKE_BACK
        and not slaps(table, seat, now)
        and (seat != on_turn(table) or automatic_pick(table) is not None)
    )


def menu_prompt(table: Table, seat: int) -> str:
    """What the next tap or hold of a seat that may move says."""
    known = asked(table, seat)
    question = known.question
    if not question.labels:
        if question.cursor:
            return "tap for more, hold to lock" if known.more else "hold to lock"
        instead = ", ".join(known.instead)
        return f"tap per card, or hold: {instead}" if instead else "tap per card, hold to lock"
    label = by_name(table, question.labels[question.cursor])
    return f"hold: {label}, tap: next" if len(question.labels) > 1 else f"hold: {label}"


def beside(table: Table) -> str:
    """Where the cards are that nobody holds and that don't lie on the table."""
    if table.round is None or asks_questions(table):
        return ""
    game = table.game
    parts = []
    if game.stock:
        parts.append(
            f"{game.stock} in the stock" if facts(table).draws else f"{game.stock} aside, unseen"
        )
    if game.removed:
        parts.append(f"{game.removed} out of the game")
    return ", ".join(parts)
