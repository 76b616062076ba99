"""What the games with cards share, in plain words for people at the table.

A game tells its own rules, and these follow, so that the same thing is said the same way in
every game.
"""

from collections.abc import Iterator

from appliance.message import Message, Spoken, message
from appliance.rules.house import House, SequenceHouse
from appliance.rules.options import Rule, rule, rules

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
    return message(f"rules.leads.{house.after_challenge}")


def which_rank(house: SequenceHouse) -> Message:
    """Which rank is to be claimed after a doubt, in words that follow `who_leads`."""
    return message(f"rules.rank-after.{house.rank_after_challenge}")


def shared_words(house: House, *, races: bool, heaps: bool) -> Iterator[Rule]:
    """The shared options as they are in force, and what to do when something goes wrong.

    `races` and `heaps` are the game's own, as it declares them.
    """
    yield from _doubting(house, races=races)
    yield from rules("rules.X1", "rules.X2", "rules.X3", "rules.X4")
    if races:
        yield rule("rules.X5")
    yield rule("rules.X6")
    if house.withdraw_ms:
        yield rule("rules.X7.withdraw-ms", seconds=seconds(house.withdraw_ms))
    else:
        yield rule("rules.X7")
    yield from rules("rules.X8", "rules.X9")
    yield rule("rules.X10", where=message("rules.where.heaps" if heaps else "rules.where"))
    yield from rules("rules.X11", "rules.X12", "rules.X13", "rules.X14")
    yield rule(f"rules.X15.{house.leaver}")
    yield rule("rules.X16")
    yield rule("rules.X17.adjusts" if house.means().adjusts else "rules.X17")


def _doubting(house: House, *, races: bool) -> Iterator[Rule]:
    if house.min_hold_ms:
        yield rule("rules.min_hold_ms.on", seconds=seconds(house.min_hold_ms))
    else:
        yield rule("rules.min_hold_ms")
    if races:
        if house.tie_window_ms:
            yield rule("rules.tie_window_ms.on", ms=house.tie_window_ms)
        else:
            yield rule("rules.tie_window_ms")
        dealer = house.tie_rule == "dealer_left"
        whose = message("rules.whose.dealer-left" if dealer else "rules.whose")
        yield rule("rules.tie_rule", whose=whose)
    yield rule("rules.last_card_window_ms", seconds=seconds(house.last_card_window_ms))
    lie = house.count_mismatch == "lie"
    yield rule("rules.count_mismatch.lie" if lie else "rules.count_mismatch")
