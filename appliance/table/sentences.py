"""Sentences that the words of several stages share, and those about a faulty buzzer."""

from appliance.core.signals import MS
from appliance.table.codes import Health
from appliance.table.facts.values import Facts
from bluffing.cards import Trait
from bluffing.message import AtSeat, Message, Spoken, any_of, message

WRITTEN_OUT = 3
"""Maximum number of ranks said in words; more are said by their letters."""


def together(first: Message, *rest: Message) -> Message:
    """Sentences one after the other."""
    for sentence in rest:
        first = message("screen.sentences", first=first, then=sentence)
    return first


def next_ranks(facts: Facts, allowed: tuple[Trait, ...] = ()) -> Spoken:
    """Say the rank of the next play: "sevens", "any rank", "sixes or sevens", "9 or 10 or J or 2".

    Only a few are written out.
    """
    required = facts.playing.required
    if required is not None:
        return required.form("many")
    if 0 < len(allowed) <= WRITTEN_OUT:
        return any_of(rank.form("many") for rank in allowed)
    if facts.ruleset.claims_suits:
        return message("turn.any-suit")
    return any_of(allowed) if allowed else message("turn.any-rank")


def how_close(facts: Facts, doubter: int) -> Message:
    """Say how far the doubter was ahead of the others."""
    if any(place.tied for place in facts.play.places):
        rule = facts.ruleset.tie_words(facts.playing)
        return message("doubt.tie", ms=facts.play.tie_ms, rule=rule)
    second = next((place for place in facts.play.places[1:] if not place.late), None)
    if second is not None:
        return message("doubt.first-by", ms=second.behind_us / 1000)
    return message("doubt.alone", who=AtSeat(doubter))


def fault(facts: Facts) -> Message | None:
    """Name a faulty buzzer, and the remedy; a stuck one comes first."""
    if facts.game is not None:
        return _stuck(facts)
    for health in (Health.STUCK, Health.WORN):
        for seat in facts.seats:
            if seat.button.health is health:
                code = f"lobby.buzzer-{health}"
                return message(code, number=seat.buzzer + 1, ms=seat.button.bounced / MS)
    return None


def _stuck(facts: Facts) -> Message | None:
    """Name the player of a stuck buzzer in a game, and the way to go on; None without one."""
    seat = next((seat for seat in facts.seats if seat.button.health is Health.STUCK), None)
    if seat is None:
        return _asleep(facts)
    touch = any(
        setting.key == "display.touch" and setting.value for setting in facts.settings.outside
    )
    ending = "-spare" if facts.parts.spare else "-touch" if touch else ""
    return message(f"turn.buzzer-stuck{ending}", number=seat.buzzer + 1, who=AtSeat(seat.seat))


def _asleep(facts: Facts) -> Message | None:
    """Name a buzzer that may sleep, or say in a pause that all may; None without one."""
    seat = next((seat for seat in facts.seats if seat.button.health is Health.ASLEEP), None)
    if seat is None:
        return None
    if facts.paused_at is not None:
        return message("pause.asleep")
    ending = "-spare" if facts.parts.spare else ""
    return message(f"turn.asleep{ending}", number=seat.buzzer + 1, who=AtSeat(seat.seat))
