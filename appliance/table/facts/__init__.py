"""Public facts of a table, without a word of any language.

Screens, lamps, transcripts and simulated people read these facts and never the table: only this
package knows the table's fields.
"""

from appliance.table.answers import (
    AsideFacts,
    ButtonFacts,
    Headline,
    KeyFacts,
    RingFacts,
    SeatFacts,
    SteppingFacts,
)
from appliance.table.codes import COUNTING, YES_BY_HOLD, Health, Prompt, Role, Tag
from appliance.table.elements import (
    Basis,
    ByHand,
    Count,
    Extra,
    Item,
    MenuPage,
    Outcome,
    Pause,
    PrintedAnswer,
    Stage,
    Stop,
)
from appliance.table.facts.of_stage import (
    AskingFacts,
    DoubtingFacts,
    JudgedFacts,
    MenuFacts,
    OverFacts,
    QuestionFacts,
    RevealingFacts,
    StandingFacts,
    TurnsFacts,
    VerifyingFacts,
    stop_words,
)
from appliance.table.facts.of_table import facts_of, facts_until
from appliance.table.facts.values import CardFacts, Facts, GuessFacts, PressFacts
from appliance.table.judge import Sought, Turn
from appliance.table.menus.rows import GROUPS as LETTER_GROUPS
from appliance.table.menus.rows import MenuRow, Opens, Spells
from appliance.table.moves import MOST_KEYS, Same
from appliance.table.objections import WITHIN
from appliance.table.offers import Asks
from appliance.table.state import Outside, TableSettings
from appliance.table.suspense import (
    ANSWER_AFTER,
    PAUSE_AFTER,
    RACE,
    TURN,
    card_after,
    verdict_after,
)
from appliance.table.verdict import Parties, truth_of

__all__ = [
    "ANSWER_AFTER", "COUNTING", "LETTER_GROUPS", "MOST_KEYS", "PAUSE_AFTER", "RACE", "TURN",
    "WITHIN", "YES_BY_HOLD", "AsideFacts", "AskingFacts", "Asks", "Basis", "ButtonFacts", "ByHand",
    "CardFacts", "Count", "DoubtingFacts", "Extra", "Facts", "GuessFacts", "Headline", "Health",
    "Item",
    "JudgedFacts", "KeyFacts", "MenuFacts", "MenuPage", "MenuRow",
    "Opens", "Outcome", "Outside", "OverFacts", "Parties", "Pause", "PressFacts",
    "PrintedAnswer", "Prompt", "QuestionFacts", "RevealingFacts", "RingFacts", "Role",
    "Same", "SeatFacts", "Sought", "Spells", "Stage", "StandingFacts", "SteppingFacts", "Stop",
    "TableSettings", "Tag", "Turn",
    "TurnsFacts", "VerifyingFacts", "card_after", "facts_of", "facts_until",
    "stop_words", "truth_of", "verdict_after",
]  # fmt: skip
