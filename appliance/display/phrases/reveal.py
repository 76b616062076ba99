"""Sentences from a doubt to the cards: the photo finish, the box, entering by hand."""

from appliance.core.signals import MS
from appliance.display.phrases.common import Words, cards, one, said, singular
from appliance.display.view import SoughtView
from appliance.rules.game import Phase
from appliance.table import byhand
from appliance.table.doubting import tie_window
from appliance.table.judge import Turn
from appliance.table.parties import parties, sought
from appliance.table.state import Stage, Table


def doubt(table: Table) -> Words:
    """Who doubts, and how close it was."""
    game, finish, name = table.game, table.finish, table.name
    if table.showing is not None:
        return f"{name(table.showing)} shows the hand", ""
    if game.phase is Phase.ANSWER and game.doubter is not None:
        return f"{name(game.doubter)} doubts it!", "The answer is ..."
    if game.doubter is None or game.claim is None:
        return "The last cards are turned up", ""
    claim = game.claim.rank.spoken(game.claim.count)
    headline = f"{name(game.doubter)} doubts {name(game.claim.seat)}'s {claim}"
    if game.phase is Phase.PRODUCE:
        card = one(game.claim.rank)
        headline = f"{name(game.doubter)} forces {name(game.claim.seat)} to show {card}"
    if finish is None:
        return headline, ""
    tied = [place for place in finish.places if place.tied]
    if len(tied) > 1:
        return (
            headline,
            f"A tie within {tie_window(table)} ms: {said(table, table.ruleset.tie_words(game))}",
        )
    rest = [place for place in finish.places if not place.tied and not place.late]
    if rest:
        return headline, f"First by {rest[0].behind / MS:.1f} ms"
    return headline, f"{name(game.doubter)} alone"


def withdraw_until(table: Table) -> int:
    """Until when both parties may call the doubt off (ns); 0 where they can't."""
    if table.round is None or table.game.doubter is None or parties(table) is None:
        return 0
    seen = table.reading is not None and table.reading.cards
    entered = table.by_hand is not None and table.by_hand.ranks
    ms = table.ruleset.timing(table.game).withdraw_ms
    if seen or entered or not ms:
        return 0
    doubted = table.since if table.stage is Stage.DOUBT else table.doubted_at
    return doubted + ms * MS


def doubt_prompt(table: Table, seat: int, now: int) -> str:
    """What `seat` can do while the photo finish is on."""
    if table.game.phase is Phase.ANSWER:
        return "press: the answer"
    between = parties(table)
    calls_off = between is not None and seat in between and now < withdraw_until(table)
    return "by accident? both hold" if calls_off else ""


def reveal(table: Table) -> Words:
    """Which cards go into the box, or what is entered by hand."""
    wanted, claim = sought(table), table.game.claim
    if wanted is None:
        return "Turn up the cards", ""
    who = table.name(wanted.seat)
    match wanted.turn:
        case Turn.PLAY:
            last = "the last card" if wanted.count == 1 else f"the last {wanted.count} cards"
            headline = f"Flip {last} into the box"
        case Turn.PRODUCED:
            card = one(claim.rank) if claim is not None else "the card"
            headline = f"{who}, produce {card}, or hold: none"
        case Turn.HAND:
            headline = f"{who}, lay your {cards(wanted.count)} into the box"
    if table.by_hand is not None:
        return headline, _by_hand(table)
    if table.ask and table.reading and table.reading.cards:
        return headline, said(table, table.ask)
    if claim is not None and table.showing is None:
        return headline, f"{table.name(claim.seat)} said {claim.rank.spoken(claim.count)}"
    return headline, ""


def to_turn_up(table: Table) -> SoughtView | None:
    """How many cards the box wants, and what they should be."""
    wanted, claim = sought(table), table.game.claim if table.round is not None else None
    if wanted is None or table.stage is not Stage.REVEAL:
        return None
    if wanted.turn is Turn.HAND:
        required = table.game.required
        what = (
            f"{wanted.count} of any one rank"
            if required is None
            else (required.spoken(wanted.count))
        )
        return SoughtView(wanted.count, "to win", what)
    if claim is None:
        return SoughtView(wanted.count)
    if wanted.turn is Turn.PRODUCED:
        return SoughtView(1, "asked for", singular(claim.rank))
    return SoughtView(wanted.count, "claimed", claim.rank.spoken(claim.count))


# --- by hand ---------------------------------------------------------------------------------


def _by_hand(table: Table) -> str:
    between, by_hand = parties(table), table.by_hand
    if between is None or by_hand is None:
        return ""
    entered = ", ".join(by_hand.ranks) or "none yet"
    if not by_hand.done:
        return f"{table.name(between.other)} enters the cards: {entered}"
    what = f"is it {', '.join(by_hand.ranks) or 'none'}"
    if by_hand.settle is not None:
        what = f"is it so: {stop(table, by_hand.cursor)}"
    agreed = f". Agreed: {len(by_hand.agreed)}" if by_hand.agreed else ""
    return f"{table.name(between.owner)}, {what}? Hold to agree, tap if not{agreed}"


def stop(table: Table, cursor: int) -> str:
    """What the ring of ranks says at `cursor`."""
    rank, between, wanted = byhand.ring(cursor), parties(table), sought(table)
    if rank is not None or between is None or wanted is None:
        return str(rank)
    if cursor == byhand.DONE:
        none = wanted.turn is Turn.PRODUCED and table.by_hand is not None
        return "none" if none and table.by_hand and not table.by_hand.ranks else "these are all"
    if cursor == byhand.NOBODY_KNOWS:
        return "nobody can tell"
    who = between.owner if cursor == byhand.OWNER_WRONG else between.other
    return f"{table.name(who)} took or mixed the cards"


def prompt(table: Table, seat: int, now: int) -> str:
    """What `seat` can do while cards are turned up."""
    between, by_hand, wanted = parties(table), table.by_hand, sought(table)
    if between is None or wanted is None or seat in table.game.gone:
        return ""
    gives_up = {Turn.PRODUCED: "hold: I have none", Turn.HAND: "hold: don't show"}.get(wanted.turn)
    if by_hand is None or not by_hand.done:
        if seat == between.owner and gives_up:
            return gives_up
        if seat in between and by_hand is None and now < withdraw_until(table):
            return "by accident? both hold"
        if seat != between.other:
            return ""
        if by_hand is None:
            return "flip the cards" if wanted.turn is Turn.PLAY else "hold: enter by hand"
        rank = by_hand.cursor < byhand.DONE
        said = stop(table, by_hand.cursor)
        return "tap: next rank, hold: enter" if rank else f"hold: {said}"
    if seat == between.owner:
        return "hold to agree, tap if not"
    if seat == between.other:
        return ""
    return "you agree" if seat in by_hand.agreed else "hold to agree"
