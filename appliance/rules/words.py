"""What the games with cards share, in plain words for people at the table.

A game's `tell` says its own rules and then these, so that the same thing is said the same way
in every game.
"""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.house import House

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def number(count: int) -> str:
    """A number as it is written in a sentence: "four", "27"."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def players(seats: range) -> str:
    """How many may play, in words: "4 players", "2 to 12 players"."""
    return f"{seats[0]} players" if len(seats) == 1 else f"{seats[0]} to {seats[-1]} players"


def seconds(ms: int) -> str:
    """A time in words: "3 seconds", "1 second", "2.5 seconds"."""
    return "1 second" if ms == 1000 else f"{ms / 1000:g} seconds"


def how_many(house: House) -> str:
    """How many cards one play may be, in words: "one card or more", "one to four cards"."""
    most = house.max_cards
    if most == "none":
        return "one card or more"
    if most == "4 x packs":
        return "one to four cards, with two packs one to eight"
    return "one card" if most == 1 else f"one to {number(int(most))} cards"


def who_leads(house: House) -> str:
    """Who plays after a doubt, in words that follow "After a doubt"."""
    return {
        "rotation": "play goes on with the player whose turn it would have been",
        "winner_leads": "the one who was right plays next",
        "taker_leads": "the one who took the cards plays next",
    }[house.after_challenge]


def which_rank(house: House) -> str:
    """Which rank is to be claimed after a doubt, in words that follow `who_leads`."""
    return {
        "continue": "with the next rank",
        "repeat": "with the rank that was doubted",
        "restart_ace": "with aces",
    }[house.rank_after_challenge]


def shared_words(
    house: House, *, races: bool = True, heaps: bool = False, adjusts: bool = False
) -> Iterator[Rule]:
    """The shared options as they are in force, and what to do when something goes wrong.

    `races`, `heaps` and `adjusts` are the game's own, as it declares them.
    """
    yield from _doubting(house, races=races)
    yield from _mishaps(house, races=races)
    yield from _cards_astray(house, heaps=heaps, adjusts=adjusts)


def _doubting(house: House, *, races: bool) -> Iterator[Rule]:
    yield Rule(
        "min_hold_ms",
        f"The next cards are laid no sooner than {seconds(house.min_hold_ms)} after the last."
        if house.min_hold_ms
        else "The next cards may be laid at once.",
    )
    if races:
        yield Rule(
            "tie_window_ms",
            f"Presses up to {house.tie_window_ms} ms after the first are a tie."
            if house.tie_window_ms
            else "Only presses at the very same moment are a tie.",
        )
        whose = "the dealer" if house.tie_rule == "dealer_left" else "the player who laid the cards"
        yield Rule("tie_rule", f"In a tie the nearest to the left of {whose} doubts.")
    yield Rule(
        "last_card_window_ms",
        f"Last cards can be doubted for {seconds(house.last_card_window_ms)}. Nobody plays "
        "meanwhile, and one press gives more time.",
    )
    yield Rule(
        "count_mismatch",
        "If more or fewer cards are turned up than were announced, the play is a lie."
        if house.count_mismatch == "lie"
        else "If more or fewer cards are turned up than were announced, only their ranks decide "
        "and the counts are put right.",
    )


def _mishaps(house: House, *, races: bool) -> Iterator[Rule]:
    yield Rule(
        "X1",
        "A wrong number that is noticed before a doubt is put right without a penalty, and the "
        "time to doubt begins again.",
    )
    yield Rule("X2", "Cards laid too early go back into the hand without a penalty.")
    yield Rule("X3", "So do cards laid out of turn.")
    yield Rule("X4", "If another rank is said than the table shows, the table's counts.")
    if races:
        yield Rule(
            "X5", "The first press doubts. The table shows by how much the others were late."
        )
    yield Rule(
        "X6",
        "A press before the cards are laid, during a verdict, or on one's own cards does nothing.",
    )
    yield Rule(
        "X7",
        "A doubt by accident can be called off, if both agree, within "
        f"{seconds(house.withdraw_ms)} and before a card is turned up."
        if house.withdraw_ms
        else "A doubt stands, even by accident.",
    )
    yield Rule(
        "X8",
        "Wrong cards that were turned up are turned back. If nobody can tell any more which cards "
        "were the newest, whoever mixed them is wrong; if nobody did, the play stands.",
    )
    yield Rule(
        "X9",
        "Who takes doubted cards back before they are turned up has lied. A doubter who gathers "
        "up the table before that is wrong.",
    )


def _cards_astray(house: House, *, heaps: bool, adjusts: bool) -> Iterator[Rule]:
    where = "the cards in front of all players" if heaps else "the whole pile"
    yield Rule("X10", f"Who takes the table takes all of it, {where}, before play goes on.")
    yield Rule(
        "X11",
        "If the wrong player took the cards, they are handed over before the next play. Later the "
        "players agree on it, and the table changes the counts.",
    )
    yield Rule(
        "X12",
        "If a card is missing or one too many turns up, everybody counts and searches. If that "
        "does not help, the game is void. Nobody is blamed.",
    )
    yield Rule("X13", "A card that is seen while it is laid stays laid; all may use what they saw.")
    yield Rule(
        "X14",
        "Where the table can't read the cards it asks: both parties say what they see, and the "
        "others vote if these two don't agree.",
    )
    yield Rule(
        "X15",
        {
            "void": "If a player leaves, the game is void.",
            "joins_table": "If a player leaves, his cards join those on the table and the others "
            "play on.",
            "leaves_play": "If a player leaves, his cards leave the game and the others play on.",
        }[house.leaver],
    )
    yield Rule("X16", "After a power cut the game goes on where the table last showed it.")
    yield Rule(
        "X17",
        "After a misdeal, cards are moved until the hands are right, even if they were seen."
        if adjusts
        else "After a misdeal, deal again. Once cards have been played, they are moved instead.",
    )
