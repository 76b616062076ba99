"""What everybody at a table may know of it, without a word of any language.

Screens, lamps, transcripts and simulated people read these facts and never the table: only this
package knows where a table keeps what.
"""

from appliance.table.dispute import WITHIN
from appliance.table.elements import Basis, ByHand, Count, Item, Outcome, Pause, Stage, Stop
from appliance.table.facts.asked import item_words, items_of, stop_words, taken_by_hold, way_to
from appliance.table.facts.codes import YES_BY_HOLD, Health, Prompt, Role, Tag
from appliance.table.facts.moves import Same
from appliance.table.facts.of_table import facts_of, reading_of
from appliance.table.facts.values import (
    AskingFacts,
    CardFacts,
    DoubtingFacts,
    Facts,
    JudgedFacts,
    KeyFacts,
    OverFacts,
    PressFacts,
    QuestionFacts,
    RevealingFacts,
    SeatFacts,
    StandingFacts,
    TurnsFacts,
)
from appliance.table.judge import Sought, Turn
from appliance.table.menu import RingFacts
from appliance.table.offers import Asks
from appliance.table.pausing import enter
from appliance.table.state import TableSettings
from appliance.table.verdict import Parties, truth_of

__all__ = [
    "WITHIN", "YES_BY_HOLD", "AskingFacts", "Asks", "Basis", "ByHand",
    "CardFacts", "Count", "DoubtingFacts", "Facts",
    "Health", "Item", "JudgedFacts", "KeyFacts", "Outcome", "OverFacts", "Parties",
    "Pause", "PressFacts", "Prompt", "QuestionFacts", "RevealingFacts", "RingFacts", "Role",
    "Same", "SeatFacts", "Sought", "Stage", "StandingFacts", "Stop", "TableSettings", "Tag", "Turn",
    "TurnsFacts", "enter", "facts_of", "item_words", "items_of", "reading_of", "stop_words",
    "taken_by_hold", "truth_of", "way_to",
]  # fmt: skip
