"""Sentences for what comes before a game: sitting down, the deal, the next question."""

from collections import Counter

from appliance.core.signals import MS
from appliance.display.phrases.common import Headline, text, together
from appliance.message import AtSeat, Message, in_a_row, message
from appliance.rules.cards import Rank
from appliance.table.facts import AskingFacts, Facts, FaultFacts, Health, LobbyFacts


def attract(facts: Facts) -> Headline:
    """Nobody sits yet; and what these buzzers can't tell."""
    game, blind = facts.ruleset.title, facts.settings.tie_ms
    detail = message("attract.detail", game=game)
    if blind:
        detail = message("attract.blind", game=game, ms=blind)
    return message("attract.headline"), detail


def lobby(facts: Facts, lobby: LobbyFacts) -> Headline:
    """Who is still missing."""
    title, seats, seated = message("lobby.headline"), facts.ruleset.seats, len(facts.names)
    if seated not in seats:
        few, most = seats[0], seats[-1]
        players = message("lobby.players", n=most)
        if few != most:
            players = message("lobby.players-from-to", few=few, n=most)
        missing, game = few - seated, facts.ruleset.title
        if missing > 0:
            return title, message("lobby.missing", game=game, players=players, n=missing)
        return title, message("lobby.too-many", game=game, players=players)
    waiting = seated - len(lobby.ready)
    return title, message("lobby.waiting", n=waiting) if waiting else message("lobby.all-ready")


def fault(fault: FaultFacts) -> Message:
    """Which buzzer is not as it should be, and what to do."""
    number = fault.buzzer + 1
    if fault.health is Health.STUCK:
        return message("lobby.buzzer-stuck", number=number)
    return message("lobby.buzzer-worn", number=number, ms=fault.longest / MS)


def deal(facts: Facts) -> Headline:
    """Who deals what to whom, and who leads."""
    if facts.dealer is None:
        way = "draw" if facts.ruleset.races else "agree"
        return message(f"deal.{way}.headline"), message(f"deal.{way}.detail")
    game = facts.playing
    most, least = max(game.hands), min(game.hands)
    each = message("deal.each", n=most)
    if most != least:
        each = message("deal.most-or-least", least=least, n=most)
    deck = _deck(facts)
    sentences = [message("deal.detail", deck=deck, each=each)]
    if game.stock:
        sentences = [message("deal.aside", deck=deck, each=each, n=game.stock)]
    live = facts.ruleset.live(game)
    if len(live) == 1:
        sentences.append(message("deal.leads", who=AtSeat(live[0])))
    sentences.append(message("deal.then"))
    return message("deal.headline", who=AtSeat(facts.dealer)), together(sentences)


def _deck(facts: Facts) -> Message:
    game = facts.playing
    ranks = Counter(card.rank for card in facts.ruleset.deck(game))
    jokers = ranks.pop(Rank.JOKER, 0)
    size = sum(ranks.values()) // game.packs
    deck = message("deal.packs", n=game.packs)
    if size != 52:
        missing = [rank for rank in Rank if rank is not Rank.JOKER and not ranks[rank]]
        without = in_a_row(missing)
        deck = message("deal.short-packs", n=game.packs, size=size, without=without)
    return message("deal.with-jokers", deck=deck, n=jokers) if jokers else deck


def question(asking: AskingFacts) -> Headline:
    """Which kind of question it shall be."""
    who = AtSeat(asking.starter)
    if asking.failed is not None:
        return message("asking.none"), text(asking.failed)
    if asking.waits:
        return message("asking.next"), None
    if not asking.chooses:
        return message("asking.draws", who=who), message("asking.draws.how")
    return message("asking.chooses", who=who), message("asking.chooses.how")
