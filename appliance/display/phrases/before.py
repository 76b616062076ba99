"""Sentences for what comes before a game: sitting down, the deal, the next question."""

from collections import Counter

from appliance.core.signals import MS
from appliance.display.phrases.common import Words, cards, said
from appliance.display.view import Health
from appliance.presses.bounce import WORN
from appliance.rules.cards import Rank
from appliance.rules.words import players
from appliance.table import asking
from appliance.table.state import Table


def attract(table: Table) -> Words:
    """Nobody sits yet; and what these buzzers can't tell."""
    blind = table.settings.tie_ms
    ties = f" (doubts within {blind} ms are a tie: these buzzers can't tell them apart)"
    return (
        "Doubt It!",
        f"{said(table, table.ruleset.title)}: press a buzzer to sit down{ties if blind else ''}",
    )


def lobby(table: Table) -> Words:
    """Who is still missing."""
    seats, seated = table.ruleset.seats, len(table.buzzers)
    if seated not in seats:
        missing = seats[0] - seated
        todo = f"{missing} more to sit down" if missing > 0 else "a long hold leaves the table"
        return (
            "Sit down",
            f"{said(table, table.ruleset.title)} is for {said(table, players(seats))}: {todo}",
        )
    waiting = seated - len(table.ready)
    detail = f"{waiting} still to hold for ready" if waiting else "All ready: here we go"
    return "Sit down", detail


def health(table: Table, buzzer: int, now: int) -> Health:
    """What the table knows of a buzzer at `now` (ns)."""
    if buzzer in table.held or buzzer in table.buttons.stuck(now):
        return Health.STUCK
    longest = {one.buzzer: one.longest for one in table.bounced}.get(buzzer)
    if longest is not None and longest > WORN:
        return Health.WORN
    heard = longest is not None or buzzer in table.buzzers
    return Health.GOOD if heard else Health.SILENT


def faults(table: Table, now: int) -> str:
    """Which buzzer is not as it should be, and what to do: the worst first."""
    found = [(health(table, one, now), one + 1) for one in range(table.settings.buzzers)]
    for state, number in found:
        if state is Health.STUCK:
            return f"Buzzer {number} is stuck: free it"
    longest = {one.buzzer + 1: one.longest / MS for one in table.bounced}
    for state, number in found:
        if state is Health.WORN:
            return f"Buzzer {number} bounces for {longest[number]:.0f} ms: clean or replace it"
    return ""


def deal(table: Table) -> Words:
    """Who deals what to whom, and who leads."""
    if table.dealer is None:
        if table.ruleset.races:
            return "Who deals?", "Everybody draws a card: the highest deals, and holds the buzzer"
        return "Who begins?", "Agree on it; whoever begins holds the buzzer"
    game, name = table.game, table.name
    most, least = max(game.hands), min(game.hands)
    each = f"{cards(most)} each" if most == least else f"{most} or {least} cards each"
    aside = f"; {cards(game.stock)} stay face down beside the game" if game.stock else ""
    live = table.ruleset.live(game)
    leads = f" {name(live[0])} leads." if len(live) == 1 else ""
    return (
        f"{name(table.dealer)} deals",
        f"{_deck(table)}, beginning on the left: {each}{aside}.{leads} Then hold the buzzer",
    )


def deal_prompt(table: Table, seat: int) -> str:
    """What `seat` can do before the first card is played."""
    if table.dealer is None:
        return "hold if you deal" if table.ruleset.races else "hold if you begin"
    return "hold when dealt" if seat == table.dealer else ""


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
    if drawing is None:
        return "The next question", ""
    if drawing.failed:
        return "No question", said(table, drawing.failed)
    if drawing.request is not None:
        return "The next question", ""
    if asking.way(table) != "starter_chooses":
        return f"{who} draws a question", "Hold the buzzer"
    return f"{who} chooses the question", "Tap for the other kind, hold to draw"


def question_prompt(table: Table, seat: int) -> str:
    """What `seat` can do about the next question."""
    drawing = table.drawing
    if drawing is None or drawing.failed:
        return "hold to try again"
    if drawing.request is not None or seat != asking.starter(table):
        return ""
    return "tap: next, hold: draw" if asking.way(table) == "starter_chooses" else "hold: draw"
