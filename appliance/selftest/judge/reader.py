"""The card reader: which library runs its networks, and what is wrong with the others."""

from collections.abc import Iterable

from appliance.message import Spoken, chained, message
from appliance.selftest.judge import Finding, Level, found


def networks(works: str, faults: Iterable[tuple[str, Spoken]]) -> Finding:
    """The library that works, with its version ("": none), and those that were tried before it.

    `faults` are a library and what is wrong with it each.
    """
    told = [message("selftest.reader.fault", name=one, fault=why) for one, why in faults]
    level, code = Level.OK, "first"
    if told:
        level, code = (Level.WARN, "second") if works else (Level.FAIL, "none")
    why = chained("selftest.reader.faults", told) if told else None
    return found("networks", level, f"selftest.reader.{code}", runner=works, why=why)
