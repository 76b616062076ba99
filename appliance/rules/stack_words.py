"""The rules of the stack games in plain words, as the house options have them."""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.house import House


def how_many(house: House) -> str:
    """How many cards one play may have: "one card", "1 to 4 cards"."""
    most = 4 if house.max_cards == "4 x packs" else house.max_cards
    if most == "none":
        return "any number of cards"
    return "one card" if most == 1 else f"1 to {most} cards"


def seconds(ms: int) -> str:
    """A time as people say it: "3 s", "2.5 s"."""
    return f"{ms / 1000:g} s"


def who_leads(house: House) -> str:
    """Who leads after a doubt, as a sentence."""
    return {
        "winner_leads": "Whoever was right leads a new stack.",
        "taker_leads": "Whoever took the cards leads a new stack.",
        "rotation": "The doubt changes nothing in the order: the seat on turn leads a new stack.",
    }[house.after_challenge]


def first_press(house: House) -> str:
    """Who doubts if several press, as a sentence."""
    near = "dealer" if house.tie_rule == "dealer_left" else "player who laid the cards"
    return (
        f"The first press counts; House ruling: presses within {house.tie_window_ms} ms of the "
        f"first are a tie, and the seat nearest to the left of the {near} doubts."
    )


def wrong_number(house: House) -> str:
    """What another number of cards than was claimed means, as a sentence."""
    found = (
        "and when a doubt turns up another number it is a lie."
        if house.count_mismatch == "lie"
        else "and when a doubt turns up another number only the ranks are judged."
    )
    return f"A wrong number that is noticed before a doubt is put right without penalty, {found}"


def at_the_table(house: House) -> Iterator[Rule]:
    """The waiting rules and what goes wrong, each under the key of its option."""
    if house.min_hold_ms:
        yield Rule(
            "min_hold_ms",
            f"House ruling: the newest cards can be doubted for {seconds(house.min_hold_ms)} at "
            "least; whoever is faster takes the cards back.",
        )
    yield Rule(
        "last_card_window_ms",
        f"House ruling: last cards can be doubted for {seconds(house.last_card_window_ms)}, or "
        "longer if somebody asks for more time.",
    )
    if house.withdraw_ms:
        yield Rule(
            "withdraw_ms",
            f"House ruling: within {seconds(house.withdraw_ms)} both parties may agree that a "
            "doubt was an accident.",
        )
    else:
        yield Rule("withdraw_ms", "House ruling: a doubt stands, even by accident.")
    leaves = {
        "void": "the game is void.",
        "joins_table": "his cards join the table and the others play on.",
        "leaves_play": "his cards leave the game, and his turn or lead passes to the left.",
    }[house.leaver]
    yield Rule("leaver", f"House ruling: when a player leaves, {leaves}")
