"""Pagat's I Doubt It and Bluff in plain words, rule by rule, as the house options have them."""

from collections.abc import Iterator

from appliance.message import message
from appliance.rules.game import Rule
from appliance.rules.pagat import PagatHouse
from appliance.rules.words import how_many, number, shared_words, who_leads


def pagat_words(house: PagatHouse) -> Iterator[Rule]:
    """The whole game, the rules of Pagat's text first."""
    yield from _beginning(house)
    yield from _round(house)
    yield from _doubt(house)
    yield from _last_card(house)
    if house.force:
        yield from _force()
    yield from shared_words(house)


def _beginning(house: PagatHouse) -> Iterator[Rule]:
    yield Rule("P1", message("pagat.P1.force") if house.force else message("pagat.P1"))
    size = house.idi_hand_size
    deal = (
        message("pagat.deal.all") if size == "all" else message("pagat.deal", number=number(size))
    )
    pack = message("pagat.pack.jokers") if house.jokers else message("pagat.pack")
    yield Rule("P2", message("pagat.P2", pack=pack, deal=deal))
    if house.jokers:
        yield Rule("U2", message("pagat.U2"))
    yield Rule("P3", message("pagat.P3"))


def _round(house: PagatHouse) -> Iterator[Rule]:
    cards = how_many(house)
    first = {
        "dealer_left": message("pagat.first.dealer-left"),
        "random": message("pagat.first.random"),
        "winner": message("pagat.first.winner"),
    }[house.idi_first_lead]
    yield Rule("P4", message("pagat.P4", cards=cards))
    yield Rule("idi_first_lead", first)
    yield Rule("P5", message("pagat.P5", cards=cards))
    if house.max_cards != 1:
        yield Rule("U1", message("pagat.U1"))
    if house.passed_player_locked:
        yield Rule("U3", message("pagat.U3"))
    passed = (
        message("pagat.passed.locked") if house.passed_player_locked else message("pagat.passed")
    )
    yield Rule(
        "P6",
        message("pagat.P6.n", passed=passed)
        if house.idi_passes_to_end == "n"
        else message("pagat.P6", passed=passed),
    )
    yield Rule("P11", message("pagat.P11"))


def _doubt(house: PagatHouse) -> Iterator[Rule]:
    yield Rule("P7", message("pagat.P7"))
    yield Rule("P8", message("pagat.P8"))
    yield Rule("P9", message("pagat.P9"))
    yield Rule("P10", message("pagat.P10", leads=who_leads(house)))
    yield Rule("U5", message("pagat.U5"))


def _last_card(house: PagatHouse) -> Iterator[Rule]:
    wins = message("pagat.wins.play-on") if house.play_on else message("pagat.wins")
    yield Rule(
        "idi_one_card_lead_wins",
        message("pagat.idi_one_card_lead_wins.on")
        if house.idi_one_card_lead_wins
        else message("pagat.idi_one_card_lead_wins"),
    )
    down = (
        message("pagat.down.must-show")
        if house.idi_last_card == "must_show"
        else message("pagat.down", wins=wins)
    )
    yield Rule("P12", message("pagat.P12", wins=wins, down=down))
    if not house.play_on:
        yield Rule("P14", message("pagat.P14"))
        return
    yield Rule("U4", message("pagat.U4"))
    yield Rule("P13", message("pagat.P13"))


def _force() -> Iterator[Rule]:
    yield Rule("F1", message("pagat.F1"))
    yield Rule("F2", message("pagat.F2"))
    yield Rule("F3", message("pagat.F3"))
    yield Rule("F4", message("pagat.F4"))
    yield Rule("F5", message("pagat.F5"))
    yield Rule("F6", message("pagat.F6"))
