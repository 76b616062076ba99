"""The house options of Doubt/it!, its presets, and the game told in plain words."""

from collections.abc import Iterator

from appliance.rules.game import Rule
from appliance.rules.games.doubt_it.state import MOST_POINTS, House
from appliance.rules.options import Option, Preset

OPTIONS = (
    Option(
        "start_points",
        default=MOST_POINTS,
        allowed=(range(10, MOST_POINTS + 1),),
        says="The points that everybody starts with.",
        source="Doubt/it!: 100, or less by house rules.",
    ),
    Option(
        "min_wager",
        default=1,
        allowed=(range(2),),
        says="The fewest points that can open a question.",
        source="House ruling: any number may be wagered, yet one player loses points each round.",
    ),
    Option(
        "min_raise_guess",
        default=1,
        allowed=(range(1, 21),),
        says="A guess that is raised goes up by at least so many percent.",
        source="Doubt/it!: a higher percentage, no step named.",
    ),
    Option(
        "min_raise_wager",
        default=1,
        allowed=(range(1, 21),),
        says="A wager that is raised goes up by at least so many points.",
        source="Doubt/it!: a larger wager, no step named.",
    ),
    Option(
        "short_must_raise_guess",
        default=True,
        allowed=(True, False),
        says="Who has fewer points than the highest wager and wagers them all must raise the "
        "guess too.",
        source="House ruling: the wager can't be raised then, so of the three raises one is left.",
    ),
    Option(
        "resume_equal_is_raise",
        default=True,
        allowed=(True, False),
        says="After such a short wager, going back to the highest wager is a raise in itself.",
        source="House ruling: Doubt/it! has wagering resume at the highest previous wager.",
    ),
    Option(
        "tagback_if_no_choice",
        default="allow",
        allowed=("allow",),
        says="With two players left the New Player may be who has just picked: nobody else is "
        "there.",
        source="House ruling: Doubt/it! bars tag-backs and is silent about two players.",
    ),
    Option(
        "fact_answer_rounding",
        default="none",
        allowed=("none", "nearest"),
        says="Whether an answer is rounded to a whole percent before it is compared (a half up).",
        source="House ruling: Doubt/it! is silent about answers with a fraction.",
    ),
    Option(
        "sudden_death_starter",
        default="rotation",
        allowed=("rotation", "loser", "random"),
        says="Who starts a sudden death: the next starter in turn, the nearest to the left of "
        "who lost, or any of its players by chance.",
        source="House ruling: Doubt/it! is silent.",
    ),
    Option(
        "question_kind",
        default="starter_chooses",
        allowed=("starter_chooses", "alternate", "random"),
        says="Whether a question is FACT or FUN: the starter chooses, they alternate, or chance.",
        source="Doubt/it!: the Starting Player draws a FUN or a FACT card.",
    ),
)

PRESETS = (
    Preset("published", "As published, with our rulings where the rules are silent."),
    Preset("quick", "A short game: thirty points each.", (("start_points", 30),)),
    Preset(
        "bold",
        "Big steps: a raise is five percent or five points at least.",
        (("min_raise_guess", 5), ("min_raise_wager", 5)),
    ),
    Preset(
        "strict",
        "After a short wager the next player must raise more than the wager back to its height.",
        (("resume_equal_is_raise", False),),
    ),
)


def clash(house: House) -> str | None:
    """Which options contradict each other, in a sentence that names both keys, or None."""
    most = house.start_points - house.min_wager
    if house.min_raise_wager > most:
        return (
            f"min_raise_wager = {house.min_raise_wager} and start_points = {house.start_points}: "
            f"no wager could ever be raised; {most} is the most that can"
        )
    return None


def tell(house: House) -> Iterator[Rule]:
    """The game as it will be played, one rule of the list at a time."""
    least = "none to all" if house.min_wager == 0 else "one to all"
    yield Rule("D1", "Three or more play.")
    yield Rule(
        "D2",
        f"Everybody starts with {house.start_points} points. Points are only ever lost.",
    )
    yield Rule(
        "D3",
        "Each question is FACT or FUN, and its answer is a percentage, 0 to 100. The table keeps "
        "the answer hidden until somebody doubts.",
    )
    yield Rule("question_kind", _KIND[house.question_kind])
    yield Rule(
        "D4",
        "The starter guesses a whole percentage, 0 to 100, that the answer reaches at least, and "
        "wagers points on it: he is the Confident Player.",
    )
    yield Rule("D5", f"He may wager {least} of his own points.")
    yield Rule("D6", "The Confident Player picks a New Player: anybody else who is in play ...")
    yield Rule(
        "D7",
        "... but not who has just picked him: no tag-backs. With two players left there is nobody "
        "else, so they pick each other.",
    )
    yield Rule(
        "D8",
        "The New Player doubts, or becomes the Confident Player by a higher guess "
        f"({_step(house.min_raise_guess, 'percent')}), a larger wager "
        f"({_step(house.min_raise_wager, 'point')}), or both. What is not raised stays.",
    )
    short = "with a higher guess" if house.short_must_raise_guess else "the guess may stay"
    yield Rule(
        "D9",
        "Who has fewer points than the highest wager of this question can wager all of them "
        f"({short}), or doubt.",
    )
    back = (
        "going back to it is a raise in itself"
        if house.resume_equal_is_raise
        else "with a higher guess, or with more than that"
    )
    yield Rule(
        "D10", f"After such a short wager the next one is at least the highest before it: {back}."
    )
    yield Rule(
        "D11",
        "A doubt turns up the answer. If the guess is not above it, who doubted loses what the "
        "Confident Player wagered; if it is above, the Confident Player does. Who guessed before "
        "him is safe.",
    )
    yield Rule("D12", "Nobody loses more than he has.")
    yield Rule(
        "D13",
        "A guess of 100 can't be raised and a guess of 0 can't lose. Who can raise nothing must "
        "doubt.",
    )
    rounding = (
        "An answer with a fraction is compared exactly."
        if house.fact_answer_rounding == "none"
        else "An answer with a fraction is rounded to a whole percent first, a half up."
    )
    yield Rule("D14", rounding)
    yield Rule(
        "D15", "Then the next question: it is started by the player to the left of the starter."
    )
    yield Rule(
        "D16",
        "As soon as somebody has no points left, the game is over: who has most points wins, and "
        "the others are ranked by theirs.",
    )
    yield Rule(
        "D17",
        "If several have most, they play sudden death with one point each and a wager of 1: raise "
        "the percentage, or doubt. Who loses is out, until one remains. "
        f"{_STARTER[house.sudden_death_starter]}",
    )
    yield Rule("D18", "How near a guess comes to the answer counts for nothing.")
    yield Rule("D19", "There is no time limit; the table never doubts for anybody.")
    yield Rule("D20", "The screen keeps the score in whole points.")
    yield Rule(
        "X15",
        "Who leaves is skipped; his points stay for the ranking, but he can't win. If it was his "
        "guess that stood, the question is discarded.",
    )
    yield Rule(
        "X19",
        "A wrong number can be put right until the New Player is picked. A spoilt question is "
        "discarded: the same starter, and nobody loses.",
    )


def _step(least: int, unit: str) -> str:
    return f"by at least {least} {unit}{'s' if unit == 'point' and least > 1 else ''}"


_KIND = {
    "starter_chooses": "The starter chooses whether it is FACT or FUN.",
    "alternate": "FACT and FUN questions alternate.",
    "random": "Chance decides whether it is FACT or FUN.",
}
_STARTER = {
    "rotation": "The next starter in turn begins.",
    "loser": "The nearest of them to the left of who lost begins.",
    "random": "Chance decides which of them begins.",
}
