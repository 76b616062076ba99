"""Pagat's I Doubt It and Bluff in plain words, rule by rule, as the house options have them."""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.house import House
from appliance.rules.words import how_many, number, shared_words, who_leads


def pagat_words(house: House) -> Iterator[Rule]:
    """The whole game, the rules of Pagat's text first."""
    yield from _beginning(house)
    yield from _round(house)
    yield from _doubt(house)
    yield from _last_card(house)
    if house.force:
        yield from _force()
    yield from shared_words(house)


def _beginning(house: House) -> Iterator[Rule]:
    yield Rule("P1", "2 to 6 players." if house.force else "3 to 6 players.")
    if house.idi_hand_size == "all":
        deal = "the same number of cards, as many as there are"
    else:
        deal = f"{number(house.idi_hand_size)} cards"
    pack = "One pack with two jokers" if house.jokers else "One pack without jokers"
    yield Rule("P2", f"{pack}. Everybody is dealt {deal}; the rest stays aside, unseen.")
    if house.jokers:
        yield Rule("U2", "Jokers are wild and always the truth.")
    yield Rule("P3", "Keep your cards where all can see how many they are; the screen shows it.")


def _round(house: House) -> Iterator[Rule]:
    cards = how_many(house)
    first = {
        "dealer_left": "The seat on the dealer's left leads first.",
        "random": "A seat drawn by chance leads first.",
        "winner": "Who won the last game leads first; in a first game, the dealer's left.",
    }[house.idi_first_lead]
    yield Rule("P4", f"The leader lays {cards} face down and names any rank; he may not pass.")
    yield Rule("idi_first_lead", f"House ruling: {first[0].lower()}{first[1:]}")
    yield Rule("P5", f"Clockwise, each passes or lays {cards} as the rank that was led.")
    if cards != "one card":
        yield Rule("U1", "All the cards of one play must be of the rank that was led.")
    if house.passed_player_locked:
        yield Rule(
            "U3",
            "Who has passed lays no more cards until the stack is taken or removed, but may "
            "still doubt.",
        )
        passed = "everybody has passed"
    else:
        passed = "everybody has passed in a row"
    if house.idi_passes_to_end == "n":
        end = f"When {passed}, the player of the newest cards too (he may add to them instead)"
    else:
        end = f"House ruling: when {passed} but the player of the newest cards"
    yield Rule("P6", f"{end}, the stack leaves the game unseen and he leads any rank.")
    yield Rule("P11", "The turn goes round by seat, from whoever leads.")


def _doubt(house: House) -> Iterator[Rule]:
    yield Rule(
        "P7",
        "Anybody else may doubt the newest cards, in or out of turn, passed or not, until more "
        "cards are laid or the stack is removed; passes don't end it.",
    )
    yield Rule(
        "P8",
        "The button stands for touching the stack: the first press doubts. House ruling: a tie "
        "is decided as said below.",
    )
    yield Rule("P9", "Only the newest cards are turned up; earlier lies are safe.")
    yield Rule(
        "P10",
        "If they are false, their player takes the stack; if they are true, the doubter does. "
        f"After a doubt {who_leads(house)}, and leads any rank to a new stack.",
    )
    yield Rule(
        "U5",
        "House ruling: the number that is said must be true; below is said what a wrong one means.",
    )


def _last_card(house: House) -> Iterator[Rule]:
    wins = "goes out" if house.play_on else "wins"
    if house.idi_one_card_lead_wins:
        yield Rule(
            "idi_one_card_lead_wins",
            "Who is on lead with exactly one card wins at once; nobody looks at the card.",
        )
    else:
        yield Rule(
            "idi_one_card_lead_wins",
            "Who is on lead with one card lays it face down, as any other.",
        )
    if house.idi_last_card == "must_show":
        down = (
            "laid face down, last cards are turned up at once: if false, they and the stack go "
            "back to the hand and the next seat leads"
        )
    else:
        down = (
            f"laid face down, last cards can be doubted as any others; if nobody doubts, he {wins}"
        )
    yield Rule(
        "P12",
        f"House ruling: who is on turn with one card may show it, and {wins} if it is of the "
        f"rank that was led, else it stays his turn; {down}.",
    )
    if not house.play_on:
        yield Rule("P14", "The first to be rid of all cards wins; there are no points.")
        return
    yield Rule(
        "U4",
        "The others play on for places, and the last to hold cards loses. House ruling: the "
        "stack of a player who is out is removed, unless a doubter took it.",
    )
    yield Rule("P13", "A lead that falls to a player who is out goes to the next with cards.")


def _force() -> Iterator[Rule]:
    yield Rule(
        "F1",
        "Instead of doubting you may force the player to produce a card of the rank out of his "
        "hand; the cards that he laid stay unseen.",
    )
    yield Rule(
        "F2",
        "If he produces one, you take it with the stack, and he leads; if not, he takes the "
        "stack and you lead, even if the cards that he laid were true.",
    )
    yield Rule("F3", "Last cards can be doubted, but not forced.")
    yield Rule("F4", "Who produces his only card is rid of all his cards.")
    yield Rule("F5", "House ruling: who holds such a card and doesn't show it has produced none.")
    yield Rule(
        "F6",
        "Two players must play with Force. House ruling: the first press decides, whether it "
        "doubts or forces; if others leave, the last two go on as they began.",
    )
