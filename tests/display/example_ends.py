"""Examples of questions and their answers, and of how a game ends."""

from dataclasses import replace

from example_seats import AT, CAMERA, HINT, TITLE, change, seats

from appliance.core.effects import Rhythm
from appliance.core.question import Kind
from appliance.core.signals import MS, SECOND
from appliance.display.view import BoxView, EndView, Screen, StandingView, VerdictView, View
from appliance.table.facts import (
    Asks,
    ButtonFacts,
    GuessFacts,
    Prompt,
    QuestionFacts,
    RingFacts,
    Role,
    SeatFacts,
    Tag,
)
from bluffing.actions import Guess

ASKED = QuestionFacts(
    "one",
    Kind.FACT,
    "How many percent of the surface of the Earth are land, and not covered by the sea?",
)


# --- questions -----------------------------------------------------------------------------------


def players(count: int, **roles: Role) -> tuple[SeatFacts, ...]:
    """Seats with points instead of cards."""
    return tuple(replace(s, cards=0, points=100 - s.seat * 17 % 100) for s in seats(count, **roles))


def asking() -> View:
    """The starter chooses the kind of question."""
    many = change(
        players(5, chidi=Role.TURN), 2, tag=Tag.STARTS,
        ring=RingFacts(Asks.KIND, ("FACT", "FUN"), 1, 2),
        prompt=Prompt.CHOOSE_KIND, rhythm=Rhythm.WALK,
    )  # fmt: skip
    return View(
        Screen.QUESTION, "Doubt/it!", "Chidi chooses the question",
        "Tap for the other kind, hold to draw", seats=many, box=BoxView(camera=CAMERA),
    )  # fmt: skip


def question() -> View:
    many = change(players(8, ana=Role.CLAIMANT, dora=Role.TURN), 0, tag=Tag.CONFIDENT)
    ring = RingFacts(Asks.MOVE, ("GUESS", "WAGER", "BOTH", "DOUBT"), 3, 3)
    many = change(
        many, 3, tag=Tag.PICKED, ring=ring, prompt=Prompt.ONE_OF, option=("DOUBT",),
        rhythm=Rhythm.BREATHE, button=ButtonFacts(hold=(AT - 600 * MS, AT + 100 * MS)),
    )  # fmt: skip
    return View(
        Screen.QUESTION,
        "Doubt/it!",
        "Ana: at least 45%, for 20 points",
        "Dora raises, or doubts it",
        seats=many,
        guess=GuessFacts(question=ASKED, bid=Guess(0, 45, 20), highest_wager=30),
        box=BoxView(camera=CAMERA),
    )


def sudden() -> View:
    """Sudden death, with the highest guess; no player has to choose."""
    many = players(12, ana=Role.CLAIMANT, dora=Role.DOUBTER)
    many = tuple(
        replace(s, points=1)
        if s.seat in {0, 3, 5}
        else replace(s, role=Role.OUT, tag=Tag.OUT, rhythm=Rhythm.OFF)
        for s in many
    )  # fmt: skip
    return View(
        Screen.QUESTION,
        "Doubt/it!",
        "Dora doubts it!",
        "The answer is ...",
        seats=many,
        guess=GuessFacts(
            question=replace(ASKED, kind=Kind.FUN, text=f"{ASKED.text} {ASKED.text}"),
            bid=Guess(0, 98, 1),
            highest_wager=1,
            sudden_death=True,
        ),
        box=BoxView(camera=CAMERA),
    )


def printed_card() -> View:
    """The card of another question lies in the box."""
    many = change(players(8, ana=Role.CLAIMANT, dora=Role.DOUBTER), 0, prompt=Prompt.GO_ON)
    many = change(many, 3, prompt=Prompt.GO_ON, rhythm=Rhythm.WALK)
    wrong = "facts/moons-of-jupiter: another question's card."
    return View(
        Screen.VERIFY,
        "Doubt/it!",
        "Dora, turn over the card facts/earth-land in the box",
        "Lay it flat with the whole code in sight. Hold: go on without the card.",
        seats=many,
        guess=GuessFacts(question=ASKED, bid=Guess(0, 45, 20), highest_wager=30),
        box=BoxView(camera=CAMERA, ask=wrong),
        limit=(AT - 10 * SECOND, AT + 20 * SECOND),
    )


def older_print() -> View:
    """An older print would judge the guess otherwise: shall the question count?"""
    many = players(5, ana=Role.CLAIMANT, dora=Role.DOUBTER)
    many = tuple(replace(s, prompt=Prompt.AGREE) for s in many)
    for party in (0, 3):
        many = change(many, party, prompt=Prompt.AGREE_OR_NOT, rhythm=Rhythm.WALK)
    return View(
        Screen.VERIFY,
        "Doubt/it!",
        "Card 51%, table 29.2%: discard it?",
        "Ana and Dora, or most others, hold to discard it; a tap, and the table's answer counts.",
        seats=many,
        guess=GuessFacts(question=ASKED, bid=Guess(0, 45, 20), highest_wager=30),
        box=BoxView(camera=CAMERA),
        limit=(AT - 10 * SECOND, AT + 20 * SECOND),
    )


def answer() -> View:
    many = change(players(8, ana=Role.LOSES, dora=Role.DOUBTER), 0, prompt=Prompt.GO_ON)
    many = change(many, 0, rhythm=Rhythm.LOSE)
    return View(
        Screen.ANSWER,
        "Doubt/it!",
        "The answer is 29.2%: Ana guessed too high",
        "Ana loses 20 points",
        seats=many,
        guess=GuessFacts(
            bid=Guess(0, 45, 20),
            highest_wager=30,
            question=replace(
                ASKED,
                percent=29.2,
                source="A handbook of geography, table 3, 2019",
                note="Lakes and rivers are counted as land.",
            ),
        ),
        box=BoxView(camera=CAMERA),
        verdict=VerdictView(truth=False, word="TOO HIGH", takes=0, hint=HINT),
    )


def safe() -> View:
    many = players(3, ben=Role.LOSES, ana=Role.CLAIMANT)
    return View(
        Screen.ANSWER,
        "Doubt/it!",
        "The answer is 100%: Ana is safe",
        "Ben loses 1 point",
        seats=many,
        guess=GuessFacts(
            bid=Guess(0, 0, 1),
            highest_wager=1,
            sudden_death=True,
            question=replace(ASKED, percent=100.0, source="Our own count, 2024"),
        ),
        box=BoxView(camera=CAMERA),
        verdict=VerdictView(truth=True, word="SAFE", takes=1),
    )


# --- ends ----------------------------------------------------------------------------------------


def ranking() -> View:
    many = players(12, ana=Role.WINNER)
    best = sorted(many, key=lambda s: -(s.points or 0))
    lines = tuple(
        StandingView(s.seat, f"{i + 1}th" if i > 2 else ("1st", "2nd", "3rd")[i], s.points or 0,
                     f"{s.points} points")
        for i, s in enumerate(best)
    )  # fmt: skip
    return View(
        Screen.OVER, "Doubt/it!", "Ana wins!", "Hold a buzzer for the next game", seats=many,
        end=EndView(winner=best[0].seat, standings=lines), box=BoxView(camera=CAMERA),
    )  # fmt: skip


def places() -> View:
    many = seats(5, dora=Role.WINNER, ana=Role.OUT, emil=Role.LOSER, ben=Role.GONE)
    many = change(change(many, 0, cards=0, tag=2), 3, cards=0)
    order = ((3, "1st", 0), (0, "2nd", 0), (2, "", 4), (1, "left", 0), (4, "last", 9))
    return View(
        Screen.OVER,
        "Bluff (Pagat)",
        "Emil has lost",
        "Dora was out first. Hold a buzzer for the next deal",
        seats=many,
        end=EndView(
            winner=3,
            loser=4,
            standings=tuple(StandingView(s, place, n, f"{n} cards") for s, place, n in order),
        ),
        box=BoxView(camera=CAMERA),
    )


def void() -> View:
    many = seats(4)
    return View(
        Screen.OVER,
        TITLE,
        "Nobody wins",
        "The game is void. Hold a buzzer for the next deal",
        seats=many,
        box=BoxView(camera=CAMERA),
        end=EndView(
            standings=tuple(StandingView(s.seat, "", s.cards, f"{s.cards} cards") for s in many)
        ),
    )
