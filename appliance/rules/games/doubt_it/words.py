"""The house options of Doubt/it!, its presets, and the game told in plain words."""

from collections.abc import Iterator

from appliance.message import Message, message
from appliance.rules.game import Rule
from appliance.rules.games.doubt_it.state import MOST_POINTS, DoubtItHouse
from appliance.rules.options import Option, Preset

TITLE = message("doubt-it.title")
SUMMARY = message("doubt-it.summary")

OPTIONS = (
    Option("start_points", default=MOST_POINTS, allowed=(range(10, MOST_POINTS + 1),)),
    Option("min_wager", default=1, allowed=(range(2),)),
    Option("min_raise_guess", default=1, allowed=(range(1, 21),)),
    Option("min_raise_wager", default=1, allowed=(range(1, 21),)),
    Option("short_must_raise_guess", default=True, allowed=(True, False)),
    Option("resume_equal_is_raise", default=True, allowed=(True, False)),
    Option("tagback_if_no_choice", default="allow", allowed=("allow",)),
    Option("fact_answer_rounding", default="none", allowed=("none", "nearest")),
    Option("sudden_death_starter", default="rotation", allowed=("rotation", "loser", "random")),
    Option(
        "question_kind",
        default="starter_chooses",
        allowed=("starter_chooses", "alternate", "random"),
    ),
)

PRESETS = (
    Preset("published", message("doubt-it.preset.published")),
    Preset("quick", message("doubt-it.preset.quick"), (("start_points", 30),)),
    Preset(
        "bold", message("doubt-it.preset.bold"), (("min_raise_guess", 5), ("min_raise_wager", 5))
    ),
    Preset("strict", message("doubt-it.preset.strict"), (("resume_equal_is_raise", False),)),
)


def clash(house: DoubtItHouse) -> Message | None:
    """Which options contradict each other, by both keys, or None."""
    most = house.start_points - house.min_wager
    if house.min_raise_wager > most:
        return message(
            "doubt-it.no-wager-could-be-raised",
            step=house.min_raise_wager,
            points=house.start_points,
            most=most,
        )
    return None


def tell(house: DoubtItHouse) -> Iterator[Rule]:
    """The game as it will be played, one rule of the list at a time."""
    least = message("doubt-it.least.0") if house.min_wager == 0 else message("doubt-it.least")
    yield Rule("D1", message("doubt-it.D1"))
    yield Rule("D2", message("doubt-it.D2", points=house.start_points))
    yield Rule("D3", message("doubt-it.D3"))
    yield Rule("question_kind", _KIND[house.question_kind])
    yield Rule("D4", message("doubt-it.D4"))
    yield Rule("D5", message("doubt-it.D5", least=least))
    yield Rule("D6", message("doubt-it.D6"))
    yield Rule("D7", message("doubt-it.D7"))
    percent = message("doubt-it.raise-guess", n=house.min_raise_guess)
    step = message("doubt-it.raise-wager", n=house.min_raise_wager)
    yield Rule("D8", message("doubt-it.D8", percent=percent, step=step))
    short = (
        message("doubt-it.short.short-must-raise-guess")
        if house.short_must_raise_guess
        else message("doubt-it.short")
    )
    yield Rule("D9", message("doubt-it.D9", short=short))
    back = (
        message("doubt-it.back.resume-equal-is-raise")
        if house.resume_equal_is_raise
        else message("doubt-it.back")
    )
    yield Rule("D10", message("doubt-it.D10", back=back))
    yield Rule("D11", message("doubt-it.D11"))
    yield Rule("D12", message("doubt-it.D12"))
    yield Rule("D13", message("doubt-it.D13"))
    rounding = (
        message("doubt-it.rounding.none")
        if house.fact_answer_rounding == "none"
        else message("doubt-it.rounding")
    )
    yield Rule("D14", rounding)
    yield Rule("D15", message("doubt-it.D15"))
    yield Rule("D16", message("doubt-it.D16"))
    starter = _STARTER[house.sudden_death_starter]
    yield Rule("D17", message("doubt-it.D17", starter=starter))
    yield Rule("D18", message("doubt-it.D18"))
    yield Rule("D19", message("doubt-it.D19"))
    yield Rule("D20", message("doubt-it.D20"))
    yield Rule("X15", message("doubt-it.X15"))
    yield Rule("X19", message("doubt-it.X19"))


_KIND = {
    "starter_chooses": message("doubt-it.question_kind.starter-chooses"),
    "alternate": message("doubt-it.question_kind.alternate"),
    "random": message("doubt-it.question_kind.random"),
}
_STARTER = {
    "rotation": message("doubt-it.starter.rotation"),
    "loser": message("doubt-it.starter.loser"),
    "random": message("doubt-it.starter.random"),
}
