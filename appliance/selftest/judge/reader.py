"""The card reader: which library runs its networks, and what is wrong with the others."""

from dataclasses import dataclass

from appliance.message import Spoken, message
from appliance.selftest.judge import Finding, Level, Part, chained, found


@dataclass(frozen=True, slots=True)
class Runners:
    """What was tried: the library that works, with its version ("": none), and what is wrong.

    `faults` are a library and its fault each, in the order in which they were tried.
    """

    works: str
    faults: tuple[tuple[str, Spoken], ...] = ()


def finding(runners: Runners) -> Finding:
    """What is to be said of the libraries."""
    level, code = Level.OK, "first"
    if runners.faults:
        level, code = (Level.WARN, "second") if runners.works else (Level.FAIL, "none")
    faults = [message("selftest.reader.fault", name=one, fault=why) for one, why in runners.faults]
    return found(
        Part.READER,
        "networks",
        level,
        f"selftest.reader.{code}",
        runner=runners.works,
        why=chained("selftest.reader.faults", faults) if faults else None,
    )
