"""Sentences for what comes before a game: sitting down, the deal, the next question."""

from collections import Counter

from appliance.core.signals import MS
from appliance.display.phrases import Headline, together
from appliance.message import AtSeat, Message, in_a_row, message
from appliance.rules.cards import Rank
from appliance.table.facts import AskingFacts, Facts, FaultFacts, LobbyFacts


def attract(facts: Facts) -> Headline:
    """Nobody sits yet; and what these buzzers can't tell."""
    blind = facts.settings.tie_ms
    code = "attract.blind" if blind else "attract.detail"
    return message("attract.headline"), message(code, game=facts.ruleset.title, ms=blind)


def lobby(facts: Facts, lobby: LobbyFacts) -> Headline:
    """Who is still missing."""
    title, game, seated = message("lobby.headline"), facts.ruleset.title, len(facts.names)
    few, most = facts.ruleset.seats[0], facts.ruleset.seats[-1]
    if seated in facts.ruleset.seats:
        waiting = seated - len(lobby.ready)
        return title, message("lobby.waiting", n=waiting) if waiting else message("lobby.all-ready")
    code = "lobby.players" if few == most else "lobby.players-from-to"
    players = message(code, few=few, n=most)
    if seated < few:
        return title, message("lobby.missing", game=game, players=players, n=few - seated)
    return title, message("lobby.too-many", game=game, players=players)


def fault(fault: FaultFacts) -> Message:
    """Which buzzer is not as it should be, and what to do."""
    code = f"lobby.buzzer-{fault.health}"
    return message(code, number=fault.buzzer + 1, ms=fault.longest / MS)


def deal(facts: Facts) -> Headline:
    """Who deals what to whom, and who leads."""
    if facts.dealer is None:
        way = "draw" if facts.ruleset.races else "agree"
        return message(f"deal.{way}.headline"), message(f"deal.{way}.detail")
    game = facts.playing
    most, least = max(game.hands), min(game.hands)
    code = "deal.each" if most == least else "deal.most-or-least"
    deck, each = _deck(facts), message(code, least=least, n=most)
    sentences = [message("deal.detail", deck=deck, each=each)]
    if game.stock:
        sentences = [message("deal.aside", deck=deck, each=each, n=game.stock)]
    live = facts.ruleset.live(game)
    if len(live) == 1:
        sentences.append(message("deal.leads", who=AtSeat(live[0])))
    detail = together(*sentences, message("deal.then"))
    return message("deal.headline", who=AtSeat(facts.dealer)), detail


def _deck(facts: Facts) -> Message:
    game = facts.playing
    ranks = Counter(card.rank for card in facts.ruleset.deck(game))
    jokers = ranks.pop(Rank.JOKER, 0)
    size = sum(ranks.values()) // game.packs
    deck = message("deal.packs", n=game.packs)
    if size != 52:
        without = in_a_row(rank for rank in Rank if rank is not Rank.JOKER and not ranks[rank])
        deck = message("deal.short-packs", n=game.packs, size=size, without=without)
    return message("deal.with-jokers", deck=deck, n=jokers) if jokers else deck


def question(asking: AskingFacts) -> Headline:
    """Which kind of question it shall be."""
    if asking.failed is not None:
        return message("asking.none"), asking.failed
    if asking.waits:
        return message("asking.next"), None
    way = "chooses" if asking.chooses else "draws"
    return message(f"asking.{way}", who=AtSeat(asking.starter)), message(f"asking.{way}.how")
