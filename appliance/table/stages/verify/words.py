"""The messages while the printed card of a question is turned up."""

from appliance.table.answers import Headline
from appliance.table.facts.values import Facts
from appliance.table.stages.verify.facts import VerifyingFacts
from bluffing.message import AtSeat, Message, message


def headline(_facts: Facts, verifying: VerifyingFacts) -> Headline:
    """Say which card to turn up, or ask about an older print."""
    owner, opponent = AtSeat(verifying.parties.owner), AtSeat(verifying.parties.other)
    if verifying.printed is not None and verifying.percent is not None:
        prints = {"printed": verifying.printed, "percent": verifying.percent}
        code = "verify.drop-or-others" if verifying.neutrals else "verify.drop"
        return message("verify.older", **prints), message(code, owner=owner, other=opponent)
    headline = message("verify.turn-over", who=opponent, name=verifying.name)
    return headline, message("verify.how")


def wrong_card(facts: Facts, verifying: VerifyingFacts) -> Message | None:
    """Say that another card lies there, or that none can be seen."""
    if verifying.other is not None:
        return message("verify.other", name=verifying.other)
    blind = facts.parts.camera_lost is not None and verifying.printed is None
    return message("verify.blind") if blind else None
