"""What the games with cards share, in plain words for people at the table.

A game's `tell` says its own rules and then these, so that the same thing is said the same way
in every game.
"""

from collections.abc import Iterator

from appliance.message import Message, Spoken, message
from appliance.rules.game import Rule
from appliance.rules.house import House, SequenceHouse

_WRITTEN_OUT = 8
"""Numbers up to this are words in a sentence: "eight", but "9"."""


def number(count: int) -> Spoken:
    """A number as it is written in a sentence: "four", "27"."""
    return message(f"number.{count}") if count <= _WRITTEN_OUT else count


def players(seats: range) -> Message:
    """How many may play: "4 players", "2 to 12 players"."""
    if len(seats) == 1:
        return message("rules.so-many-players", n=seats[0])
    return message("rules.players-from-to", least=seats[0], n=seats[-1])


def seconds(ms: int) -> Message:
    """A time: "3 seconds", "1 second", "2.5 seconds"."""
    whole, rest = divmod(ms, 1000)
    if rest:
        return message("rules.seconds-and-part", seconds=ms / 1000)
    return message("rules.seconds", n=whole)


def how_many(house: House) -> Message:
    """How many cards one play may be: "one card or more", "one to four cards"."""
    match house.max_cards:
        case "none":
            return message("rules.one-card-or-more")
        case "4 x packs":
            return message("rules.four-a-pack")
        case 1:
            return message("rules.one-card")
        case most:
            return message("rules.one-to-many-cards", most=number(most))


def who_leads(house: House) -> Message:
    """Who plays after a doubt, in words that follow "After a doubt"."""
    return _LEADS[house.after_challenge]


def which_rank(house: SequenceHouse) -> Message:
    """Which rank is to be claimed after a doubt, in words that follow `who_leads`."""
    return _RANKS[house.rank_after_challenge]


_LEADS = {
    "rotation": message("rules.leads.rotation"),
    "winner_leads": message("rules.leads.winner"),
    "taker_leads": message("rules.leads.taker"),
}
_RANKS = {
    "continue": message("rules.rank-after.continue"),
    "repeat": message("rules.rank-after.repeat"),
    "restart_ace": message("rules.rank-after.restart-ace"),
}


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
        message("rules.min_hold_ms.on", seconds=seconds(house.min_hold_ms))
        if house.min_hold_ms
        else message("rules.min_hold_ms"),
    )
    if races:
        yield Rule(
            "tie_window_ms",
            message("rules.tie_window_ms.on", ms=house.tie_window_ms)
            if house.tie_window_ms
            else message("rules.tie_window_ms"),
        )
        whose = (
            message("rules.whose.dealer-left")
            if house.tie_rule == "dealer_left"
            else message("rules.whose")
        )
        yield Rule("tie_rule", message("rules.tie_rule", whose=whose))
    yield Rule(
        "last_card_window_ms",
        message("rules.last_card_window_ms", seconds=seconds(house.last_card_window_ms)),
    )
    yield Rule(
        "count_mismatch",
        message("rules.count_mismatch.lie")
        if house.count_mismatch == "lie"
        else message("rules.count_mismatch"),
    )


def _mishaps(house: House, *, races: bool) -> Iterator[Rule]:
    yield Rule("X1", message("rules.X1"))
    yield Rule("X2", message("rules.X2"))
    yield Rule("X3", message("rules.X3"))
    yield Rule("X4", message("rules.X4"))
    if races:
        yield Rule("X5", message("rules.X5"))
    yield Rule("X6", message("rules.X6"))
    yield Rule(
        "X7",
        message("rules.X7.withdraw-ms", seconds=seconds(house.withdraw_ms))
        if house.withdraw_ms
        else message("rules.X7"),
    )
    yield Rule("X8", message("rules.X8"))
    yield Rule("X9", message("rules.X9"))


def _cards_astray(house: House, *, heaps: bool, adjusts: bool) -> Iterator[Rule]:
    where = message("rules.where.heaps") if heaps else message("rules.where")
    yield Rule("X10", message("rules.X10", where=where))
    yield Rule("X11", message("rules.X11"))
    yield Rule("X12", message("rules.X12"))
    yield Rule("X13", message("rules.X13"))
    yield Rule("X14", message("rules.X14"))
    yield Rule(
        "X15",
        {
            "void": message("rules.X15.void"),
            "joins_table": message("rules.X15.joins-table"),
            "leaves_play": message("rules.X15.leaves-play"),
        }[house.leaver],
    )
    yield Rule("X16", message("rules.X16"))
    yield Rule("X17", message("rules.X17.adjusts") if adjusts else message("rules.X17"))
