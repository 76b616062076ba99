"""Sentences for what happens around a turn: the deal, a doubt and its verdict, a pause, the end."""

from collections import Counter

from appliance.judge import Turn
from appliance.questions.question import Question
from appliance.rules.cards import Rank
from appliance.rules.events import Answered, LostPoints, Paid, Produced, Shown, Took
from appliance.rules.game import Phase
from appliance.rules.wagers import Bid
from appliance.signals import MS
from appliance.table import asking, byhand, pausing
from appliance.table.parties import Outcome, judged_parties, outcome, parties, sought
from appliance.table.state import Basis, Count, Item, Pause, Stage, Table
from appliance.table.verdict import loser, taker

Words = tuple[str, str]
"""A headline and its detail."""


def rank_words(table: Table) -> str:
    """The rank of the next play: "sevens"."""
    required = table.game.required
    return required.spoken(2).removeprefix("2 ") if required else "any rank"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


# --- before the game --------------------------------------------------------------------------


def deal(table: Table) -> Words:
    """Who deals what to whom, and who leads."""
    if table.dealer is None:
        if table.ruleset.races:
            return "Who deals?", "Everybody draws a card: the highest deals, and holds the buzzer"
        return "Who begins?", "Agree on it; whoever begins holds the buzzer"
    game, name = table.game, table.name
    most, least = max(game.hands), min(game.hands)
    each = f"{_cards(most)} each" if most == least else f"{most} or {least} cards each"
    aside = f"; {_cards(game.stock)} stay face down beside the game" if game.stock else ""
    live = table.ruleset.live(game)
    leads = f" {name(live[0])} leads." if len(live) == 1 else ""
    return (
        f"{name(table.dealer)} deals",
        f"{_deck(table)}, beginning on the left: {each}{aside}.{leads} Then hold the buzzer",
    )


def _deck(table: Table) -> str:
    ranks = Counter(card.rank for card in table.ruleset.deck(table.game))
    jokers, packs = ranks.pop(Rank.JOKER, 0), table.game.packs
    size = sum(ranks.values()) // packs
    pack = "pack" if size == 52 else f"pack of {size} (without {_missing(ranks)})"
    words = f"One {pack}" if packs == 1 else f"{packs} {pack}s"
    return f"{words} with {jokers} jokers" if jokers else words


def _missing(ranks: Counter[Rank]) -> str:
    return ", ".join(rank for rank in Rank if rank is not Rank.JOKER and not ranks[rank])


def question(table: Table) -> Words:
    """Which kind of question it shall be."""
    drawing = table.drawing
    who = table.name(asking.starter(table))
    if drawing is None or drawing.failed:
        return "No question", drawing.failed if drawing is not None else ""
    if drawing.request is not None:
        return "The next question", ""
    if asking.way(table) != "starter_chooses":
        return f"{who} draws a question", "Hold the buzzer"
    return f"{who} chooses the question", _row(table.settings.kinds, drawing.cursor)


def question_prompt(table: Table, seat: int) -> str:
    """What `seat` can do about the next question."""
    drawing = table.drawing
    if drawing is None or drawing.failed:
        return "hold to try again"
    if drawing.request is not None or seat != asking.starter(table):
        return ""
    return "tap: next, hold: draw" if asking.way(table) == "starter_chooses" else "hold: draw"


def asked(table: Table, what: Question) -> Words:
    """The question and how its guesses stand, never the answer."""
    bid = getattr(table.game, "bid", None)
    on_turn = table.name(table.game.turn)
    if not isinstance(bid, Bid):
        return what.text, f"{on_turn} guesses, and wagers"
    points = "1 point" if bid.wager == 1 else f"{bid.wager} points"
    said = f"{table.name(bid.seat)} says at least {bid.guess}%, for {points}"
    verb = "picks who is next" if bid.seat == table.game.turn else "raises or doubts"
    return what.text, f"{said}. {on_turn} {verb}"


def _row(labels: tuple[str, ...], cursor: int) -> str:
    """A ring in one line, with the place where it stands in capitals."""
    at = cursor % len(labels)
    return " · ".join(one.upper() if i == at else one for i, one in enumerate(labels))


# --- from a doubt to the verdict ------------------------------------------------------------


def doubt(table: Table) -> Words:
    """Who doubts, and how close it was."""
    game, finish, name = table.game, table.finish, table.name
    if table.showing is not None:
        return f"{name(table.showing)} shows the hand", ""
    if game.doubter is None:
        return "The last cards are turned up", ""
    if game.claim is None:
        return f"{name(game.doubter)} doubts it!", "The answer is ..."
    claim = game.claim.rank.spoken(game.claim.count)
    verb = "forces" if game.phase is Phase.PRODUCE else "doubts"
    headline = f"{name(game.doubter)} {verb} {name(game.claim.seat)}'s {claim}"
    if finish is None:
        return headline, ""
    tied = [place for place in finish.places if place.tied]
    if len(tied) > 1:
        window = table.ruleset.timing(game).tie_window_ms
        return headline, f"A tie within {window} ms: {table.ruleset.tie_words(game)}"
    rest = [place for place in finish.places if not place.tied and not place.late]
    if rest:
        return headline, f"First by {rest[0].behind / MS:.1f} ms"
    return headline, f"{name(game.doubter)} alone"


def reveal(table: Table) -> Words:
    """Which cards go into the box, or what is entered by hand."""
    cards, claim = sought(table), table.game.claim
    if cards is None:
        return "Turn up the cards", ""
    who = table.name(cards.seat)
    match cards.turn:
        case Turn.PLAY:
            last = "the last card" if cards.count == 1 else f"the last {cards.count} cards"
            headline = f"Flip {last} into the box"
        case Turn.PRODUCED:
            rank = claim.rank.spoken(1).removeprefix("1 ") if claim is not None else "card"
            headline = f"{who}, show one {rank} in the box"
        case Turn.HAND:
            headline = f"{who}, lay your {_cards(cards.count)} into the box"
    if table.by_hand is not None:
        return headline, _by_hand(table)
    said = ""
    if claim is not None and table.showing is None:
        said = f"{table.name(claim.seat)} said {claim.rank.spoken(claim.count)}"
    return headline, table.ask if table.ask and table.reading and table.reading.cards else said


def _by_hand(table: Table) -> str:
    between, by_hand = parties(table), table.by_hand
    if between is None or by_hand is None:
        return ""
    entered = ", ".join(by_hand.ranks) or "none yet"
    if by_hand.done:
        what = f"is it {', '.join(by_hand.ranks) or 'none'}"
        if by_hand.settle is not None:
            what = f"is it so: {_place(table, by_hand.cursor)}"
        return f"{table.name(between.owner)}, {what}? Hold to agree, tap if not"
    shown = _place(table, by_hand.cursor)
    return f"{table.name(between.other)} enters the cards: {entered}. Now: {shown}"


def _place(table: Table, cursor: int) -> str:
    """What the ring of ranks says at `cursor`."""
    rank, between, cards = byhand.ring(cursor), parties(table), sought(table)
    if rank is not None or between is None or cards is None:
        return str(rank)
    if cursor == byhand.DONE:
        none = cards.turn is Turn.PRODUCED and table.by_hand is not None
        return "none" if none and table.by_hand and not table.by_hand.ranks else "these are all"
    if cursor == byhand.NOBODY_KNOWS:
        return "nobody can tell"
    who = between.owner if cursor == byhand.OWNER_WRONG else between.other
    return f"{table.name(who)} took or mixed the cards"


def reveal_prompt(table: Table, seat: int) -> str:
    """What `seat` can do while cards are turned up."""
    between, by_hand, cards = parties(table), table.by_hand, sought(table)
    if between is None or cards is None:
        return ""
    gives_up = {Turn.PRODUCED: "hold: I have none", Turn.HAND: "hold: don't show"}.get(cards.turn)
    if by_hand is None or not by_hand.done:
        if seat == between.owner and gives_up:
            return gives_up
        if seat != between.other:
            return ""
        if by_hand is None:
            return "flip the cards" if cards.turn is Turn.PLAY else "hold: enter by hand"
        place = _place(table, by_hand.cursor)
        rank = by_hand.cursor < byhand.DONE
        return "tap: next rank, hold: enter" if rank else f"hold: {place}"
    if seat == between.owner:
        return "hold to agree, tap if not"
    return "" if seat == between.other else "hold to agree"


def verdict(table: Table, pile: int) -> Words:
    """Who was right, and who takes or loses what."""
    event = outcome(table.happened)
    if event is None:
        return "", ""
    headline = _verdict(table, event)
    if table.dispute is not None:
        between = judged_parties(table)
        if between is None:
            return headline, ""
        names = f"{table.name(between.owner)} and {table.name(between.other)}"
        return f"{headline}?", f"Wrong? {names} hold to turn it round; a tap lets it stand"
    return headline, _by_agreement(table) + _follows(table, pile)


def _verdict(table: Table, event: Outcome) -> str:
    who = table.name(event.seat)
    match event:
        case Produced(rank=rank):
            return f"{who} has no such card" if rank is None else f"{who} shows the {rank}"
        case Answered():
            safe = "is safe" if event.truth else "guessed too high"
            return f"The answer is {event.percent:g}%: {who} {safe}"
        case Shown():
            return f"{who} shows {', '.join(event.ranks)}"
        case _:
            return f"{who} {'told the truth' if event.truth else 'lied'}"


def _by_agreement(table: Table) -> str:
    judged = table.judged
    if judged is None or judged.basis in (Basis.CAMERA, Basis.BANK):
        return ""
    if judged.overruled is not None:
        return "Overruled by agreement. "
    return "" if judged.events and outcome(judged.events) is None else "By agreement. "


def _follows(table: Table, pile: int) -> str:
    game, takes = table.game, taker(table)
    lost = next((one for one in table.happened if isinstance(one, LostPoints)), None)
    if lost is not None:
        points = "1 point" if lost.points == 1 else f"{lost.points} points"
        return f"{table.name(lost.seat)} loses {points}"
    if takes is None:
        return "" if game.phase is Phase.OVER else "The table is left as it lies"
    taken = f"{table.name(takes)} takes {'1 card' if pile == 1 else f'all {pile} cards'}"
    if game.phase is Phase.OVER:
        return taken
    return f"{taken}; {table.name(game.turn)} plays {rank_words(table)} next"


def verdict_prompt(table: Table, seat: int) -> str:
    """What `seat` can do about the verdict."""
    if table.dispute is not None:
        between = judged_parties(table)
        if seat in table.dispute.agreed:
            return "you say: wrong"
        asked = between is not None and seat in between
        return "hold: wrong, tap: it stands" if asked else "hold: wrong"
    who = loser(table)
    if who is None:
        return "hold to go on"
    if seat != who:
        return ""
    took = any(isinstance(one, Took) for one in table.happened)
    return "pick up, then hold" if took else "hold to go on"


# --- the end, and pauses ----------------------------------------------------------------------


def over(table: Table) -> Words:
    """Who has won, or lost, or that nobody has."""
    game, after = table.game, "Hold a buzzer for the next deal"
    if not table.ruleset.deck(game):
        after = "Hold a buzzer for the next game"
    if game.loser is not None:
        return f"{table.name(game.loser)} has lost", after
    if game.winner is None:
        return "Nobody wins", after
    paid = next((one for one in table.happened if isinstance(one, Paid)), None)
    gets = f" and gets {sum(paid.parts)} points" if paid is not None else ""
    return f"{table.name(game.winner)} wins{gets}!", after


def pause(table: Table, now: Pause) -> Words:
    """What people set right."""
    if now.seat is None:
        return "Paused", "Hold to go on, tap to set something right"
    who = table.name(now.seat)
    if now.item is None:
        offered = pausing.items(table, now.seat)
        return "Paused", f"{who}: {_row(offered, now.cursor)}"
    if now.ready:
        return f"{who}: {_proposal(table, now)}", "Somebody else holds to agree, or taps for no"
    if now.item is Item.RECOUNT:
        return "Everybody counts the cards", f"Tens first; {who} counts the table's cards as well"
    seats = pausing.givers(table) if now.giver is None else pausing.takers(table, now.giver)
    names = tuple(table.name(seat) for seat in seats)
    verb = "Who gives one card?" if now.giver is None else f"{table.name(now.giver)} gives it to?"
    return verb, _row(names, now.cursor) if names else ""


def _proposal(table: Table, now: Pause) -> str:
    giver, taker_ = getattr(now.action, "giver", None), getattr(now.action, "taker", None)
    if giver is not None and taker_ is not None:
        return f"one card of {table.name(giver)} counts for {table.name(taker_)}"
    return str(now.item)


def pause_prompt(now: Pause, seat: int) -> str:
    """What `seat` can do while the game is paused."""
    if now.item is None:
        return "tap: next, hold: choose" if seat == now.seat else "hold to go on"
    if now.ready:
        return "" if seat == now.seat else "hold to agree, tap if not"
    if now.item is Item.RECOUNT:
        mine = next((one for one in now.counts if one.seat == seat and one.number is None), None)
        return _counting(mine) if mine is not None else ""
    return "tap: next, hold: choose" if seat == now.seat else ""


def _counting(count: Count) -> str:
    what = "the table" if count.pile else "your hand"
    number = f"{count.cursor}_" if count.tens is None else f"{count.tens}{count.cursor}"
    return f"{what}: {number}"


def paused(table: Table) -> Pause | None:
    """What people set right, where they do and don't just rest."""
    on = table.paused_at is not None and table.stage not in (Stage.ATTRACT, Stage.LOBBY)
    return table.pause if on and table.pause is not None and table.pause.seat is not None else None
