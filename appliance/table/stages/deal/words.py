"""The messages of a deal: who deals what to whom, and who leads."""

from collections import Counter

from appliance.table.answers import Headline
from appliance.table.facts.values import Facts
from appliance.table.sentences import together
from bluffing.cards import Rank
from bluffing.message import AtSeat, Message, in_a_row, message


def headline(facts: Facts, _about: object) -> Headline:
    """Say who deals what to whom, and who leads."""
    if facts.dealer is None:
        kind = "draw" if facts.ruleset.races else "agree"
        kind = "statement" if facts.asks_questions else kind
        return message(f"deal.{kind}.headline"), message(f"deal.{kind}.detail")
    game = facts.playing
    most, least = max(game.hands), min(game.hands)
    code = "deal.each" if most == least else "deal.most-or-least"
    deck, each = _deck(facts), message(code, least=least, n=most)
    side = message("deal.right" if facts.anticlockwise else "deal.left")
    sentences = [message("deal.detail", deck=deck, side=side, each=each)]
    if game.stock:
        sentences = [message("deal.aside", deck=deck, side=side, each=each, n=game.stock)]
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
