"""One telling View for each screen: what the golden images and the tests are drawn from."""

from dataclasses import replace

from appliance.display.view import (
    BidView,
    CardView,
    PlaceView,
    QuestionView,
    RingView,
    Role,
    RulesView,
    Screen,
    SeatView,
    SoughtView,
    StandingView,
    View,
)
from appliance.effects import Rhythm
from appliance.questions.question import Kind
from appliance.rules.cards import RANKS, Rank
from appliance.rules.game import Claim
from appliance.signals import MS, SECOND

NAMES = ("Ana", "Ben", "Chidi", "Dora", "Emil", "Fatima", "Gus", "Hana", "Ivo", "Jo", "Kai", "Lea")
AT = 3 * SECOND
TITLE = "I Doubt It (Bicycle)"
CAMERA = "camera on"
HINT = "Wrong? Anybody: hold 2.5 s"
RULES = tuple(
    "The seat on the dealer's left lays one to four cards face down as aces, the next seat as "
    f"twos, and so on. This is paragraph {number} of how to play."
    for number in range(1, 15)
)
ASKED = QuestionView(
    Kind.FACT, "How many percent of the surface of the Earth are land, and not covered by the sea?"
)


def seats(count: int, **roles: Role) -> tuple[SeatView, ...]:
    """`count` seats with cards; `roles` gives a seat's role by its name in lower case."""
    rhythms = {
        Role.WINNER: Rhythm.WIN,
        Role.TAKER: Rhythm.LOSE,
        Role.DOUBTER: Rhythm.SOLID,
        Role.CLAIMANT: Rhythm.SOLID,
        Role.TURN: Rhythm.BREATHE,
    }
    return tuple(
        SeatView(i, i, name, role, rhythms.get(role, Rhythm.DIM), cards=7 + (i * 5) % 9)
        for i, name in enumerate(NAMES[:count])
        for role in [roles.get(name.lower(), Role.SEATED)]
    )


def change(many: tuple[SeatView, ...], seat: int, **parts: object) -> tuple[SeatView, ...]:
    """The same seats with one of them changed."""
    return tuple(replace(s, **parts) if s.seat == seat else s for s in many)  # type: ignore[arg-type]


def quad(x: float, y: float, lean: float = 0.0) -> tuple[tuple[float, float], ...]:
    """A card's corners in the box, its top left at (x, y)."""
    return (
        (x, y),
        (x + 0.2, y + lean),
        (x + 0.2 - lean * 0.75, y + 0.37 + lean),
        (x - lean * 0.75, y + 0.37),
    )


def attract() -> View:
    many = tuple(SeatView(i, i, "", Role.EMPTY, Rhythm.OFF) for i in range(12))
    return View(Screen.ATTRACT, TITLE, "Press a buzzer", "Sit down and play", seats=many)


def lobby() -> View:
    many = seats(12)
    many = tuple(
        replace(
            s,
            cards=0,
            role=Role.EMPTY if s.seat in {2, 7, 8, 10} else s.role,
            name="" if s.seat in {2, 7, 8, 10} else s.name,
            rhythm=Rhythm.OFF if s.seat in {2, 7, 8, 10} else Rhythm.DIM,
            prompt="press to sit" if s.seat in {2, 7, 8, 10} else "tap: name, hold: ready",
        )
        for s in many
    )
    for ready in (0, 4, 5):
        many = change(many, ready, role=Role.READY, rhythm=Rhythm.SOLID, prompt="")
    many = change(many, 3, hold=(AT - 500 * MS, AT + 200 * MS))
    return View(
        Screen.LOBBY, TITLE, "Who plays?", "The game starts when all who sit are ready", seats=many,
        camera=CAMERA,
    )  # fmt: skip


def deal() -> View:
    many = tuple(replace(s, cards=10 if s.seat < 2 else 9) for s in seats(6, ana=Role.TURN))
    many = change(many, 0, prompt="hold when dealt")
    return View(
        Screen.DEAL, TITLE, "Ana deals all the cards", "Seats 1 and 2 get 10, all others 9",
        seats=many, camera=CAMERA,
    )  # fmt: skip


def game() -> View:
    many = seats(11, chidi=Role.CLAIMANT, dora=Role.TURN)
    many = change(
        many, 3, prompt="tap once per card, hold to lock", counted=2, rhythm=Rhythm.BREATHE,
        hold=(AT - 600 * MS, AT + 100 * MS),
    )  # fmt: skip
    many = change(many, 4, rhythm=Rhythm.NEXT, cards=1)
    many = tuple(replace(s, prompt="doubt? press") if s.seat not in {2, 3} else s for s in many)
    return View(
        Screen.GAME, TITLE, "Chidi: 3 sevens", "Dora plays eights, or anybody doubts", seats=many,
        required=Rank.EIGHT, claim=Claim(2, 3, Rank.SEVEN), pile=14, open=True,
        window=(AT - 2 * SECOND, AT + 3 * SECOND), camera=CAMERA,
    )  # fmt: skip


def heaps() -> View:
    many = tuple(replace(s, heap=(s.seat * 3) % 5) for s in seats(5, ben=Role.TURN))
    many = change(many, 1, prompt="choose a rank", rhythm=Rhythm.WALK)
    return View(
        Screen.GAME, "Bluff (Pagat)", "Ben leads", "Any rank, one card or more", seats=many,
        pile=9, heaps=True, notice="Ana: it is Ben's turn", camera="camera lost: unplugged?",
    )  # fmt: skip


def doubt() -> View:
    many = seats(8, chidi=Role.CLAIMANT, gus=Role.DOUBTER)
    places = (
        PlaceView(0, 0, tied=True),
        PlaceView(6, 3_400, doubter=True, tied=True),
        PlaceView(1, 41_200),
        PlaceView(4, 97_900),
        PlaceView(7, 210_000, late=True),
    )
    return View(
        Screen.DOUBT, TITLE, "Gus doubts Chidi's 3 sevens",
        "A tie within 10 ms: Gus sits nearer to Chidi's left",
        seats=many, claim=Claim(2, 3, Rank.SEVEN), pile=14, places=places, camera=CAMERA,
    )  # fmt: skip


def reveal() -> View:
    many = seats(8, chidi=Role.CLAIMANT, gus=Role.DOUBTER)
    many = change(many, 2, prompt="flip the last 3 into the box")
    cards = (
        CardView(Rank.SEVEN, quad(0.1, 0.2, 0.04)),
        CardView(Rank.NINE, quad(0.42, 0.3, -0.05)),
        CardView(None, quad(0.72, 0.22, 0.08)),
    )
    return View(
        Screen.REVEAL, TITLE, "Chidi: flip the last 3 into the box", "Gus doubts 3 sevens",
        seats=many, claim=Claim(2, 3, Rank.SEVEN), pile=14, cards=cards, camera=CAMERA,
        ask="I can't read the card on the right: glare. Tilt it or move it.",
        sought=SoughtView(3, "claimed", "3 sevens"),
    )  # fmt: skip


def lie() -> View:
    many = seats(8, chidi=Role.TAKER, gus=Role.DOUBTER)
    many = change(many, 2, prompt="take all the cards, hold when done")
    cards = tuple(CardView(rank, quad(0.1, 0.1)) for rank in (Rank.SEVEN, Rank.SIX, Rank.SEVEN))
    return View(
        Screen.VERDICT, TITLE, "Chidi lied", "Chidi takes all 14 cards; Dora plays eights next",
        seats=many, claim=Claim(2, 3, Rank.SEVEN), pile=14, cards=cards, camera=CAMERA,
        verdict=False, word="LIE", takes=2, hint=HINT,
    )  # fmt: skip


def truth() -> View:
    cards = tuple(CardView(Rank.QUEEN, quad(0.1, 0.1)) for _ in range(4))
    return View(
        Screen.VERDICT, TITLE, "Ana told the truth", "Ben takes all 4 cards",
        seats=seats(3, ben=Role.TAKER), claim=Claim(0, 4, Rank.QUEEN), pile=4, cards=cards,
        camera=CAMERA, verdict=True, word="TRUTH", takes=1,
    )  # fmt: skip


def over() -> View:
    many = change(seats(7, hana=Role.SEATED, emil=Role.WINNER), 4, cards=0)
    return View(
        Screen.OVER, TITLE, "Emil wins!", "Hold to play again; Ben deals next", seats=many,
        winner=4, camera=CAMERA,
        standings=tuple(
            StandingView(s.seat, "1st" if s.seat == 4 else "", s.cards, f"{s.cards} cards")
            for s in sorted(many, key=lambda s: s.cards)
        ),
    )  # fmt: skip


def paused() -> View:
    many = tuple(replace(s, prompt="hold to go on", counted=0) for s in game().seats)
    return replace(
        game(), seats=many, paused=True, headline="Paused",
        detail="Hold to go on, tap to set something right",
        notice="the power was gone: check the counts", rules=RulesView(RULES, AT - 4 * SECOND),
    )  # fmt: skip


def rules() -> View:
    """Some time after the last player went: the second page of how to play."""
    return replace(attract(), rules=RulesView(RULES, AT - 22 * SECOND))


# --- rings of choices --------------------------------------------------------------------------


def rank() -> View:
    """A leader names a rank."""
    ring = RingView("Ben: which rank", (*RANKS, "BACK"), 8)
    many = seats(12, ben=Role.TURN)
    many = change(many, 1, ring=ring, prompt="hold: 9, tap: next", rhythm=Rhythm.WALK)
    many = change(many, 5, role=Role.OUT, tag="1st", cards=0, rhythm=Rhythm.OFF)
    many = change(many, 7, role=Role.GONE, cards=0, rhythm=Rhythm.OFF)
    return View(
        Screen.GAME, "Bluff (Pagat)", "Ben plays any rank", "Lay cards face down and tap once "
        "for each", seats=many, pile=0, beside="14 out of the game", camera=CAMERA,
    )  # fmt: skip


def moves() -> View:
    """Pass, doubt or force; some have passed."""
    many = seats(6, ana=Role.CLAIMANT, dora=Role.TURN, ben=Role.PASSED, chidi=Role.PASSED)
    ring = RingView("Dora, instead of cards", ("PASS", "DOUBT", "FORCE", "BACK"), 1)
    many = change(many, 3, ring=ring, prompt="hold: DOUBT, tap: next", hold=(AT - 500 * MS, AT))
    return View(
        Screen.GAME, "I Doubt It (Pagat)", "Ana says 1 king", "Doubt it? Next: Dora plays kings "
        "or passes", seats=many, required=Rank.KING, claim=Claim(0, 1, Rank.KING), pile=3,
        beside="4 aside, unseen, 11 out of the game", open=True,
        window=(AT - 4 * SECOND, AT + SECOND), camera=CAMERA,
    )  # fmt: skip


def anyone() -> View:
    """Several may move, and nobody has yet."""
    many = seats(7, gus=Role.CLAIMANT, hana=Role.PASSED)
    many = tuple(
        replace(s, role=Role.LIVE, rhythm=Rhythm.BREATHE, prompt="press first to play")
        if s.seat not in {2, 6} else s
        for s in many
    )  # fmt: skip
    many = change(many, 2, role=Role.PASSED)
    return View(
        Screen.GAME, "Cal's BS", "Gus says 4 jacks", "Doubt it? Next: Ana, Ben, Dora, Emil or "
        "Fatima may play jacks or pass", seats=many, required=Rank.JACK,
        claim=Claim(6, 4, Rank.JACK), pile=31, open=True, camera=CAMERA,
    )  # fmt: skip


def beat() -> View:
    """A rank that must be beaten, and a stock."""
    many = seats(5, emil=Role.TURN)
    many = change(many, 4, prompt="tap per card, or hold: DRAW", rhythm=Rhythm.BREATHE)
    return View(
        Screen.GAME, "Valepaska", "Emil plays 9, 10, J, Q, K or 2, or draws",
        "On a nine on the table. Lay cards face down and tap once for each", seats=many,
        allowed=(Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TWO), pile=6,
        beside="12 in the stock, 9 out of the game", camera=CAMERA,
    )  # fmt: skip


def slap() -> View:
    """A slap that may still become a force."""
    many = seats(4, ana=Role.CLAIMANT, dora=Role.DOUBTER)
    prompt = "keep holding: FORCE, let go: DOUBT"
    many = change(many, 3, prompt=prompt, hold=(AT - 600 * MS, AT + 200 * MS))
    return View(
        Screen.GAME, "I Doubt It (Pagat)", "Dora slaps!", "Keep holding to force, let go to doubt",
        seats=many, required=Rank.KING, claim=Claim(0, 1, Rank.KING), pile=3, open=True,
        camera=CAMERA,
    )  # fmt: skip


def choosing() -> View:
    """What can be set right while the game is paused."""
    labels = (
        "go on",
        "move a card",
        "count again",
        "I leave",
        "deal again",
        "end without a winner",
    )
    many = change(
        seats(9), 2, ring=RingView("Chidi chooses", labels, 2), prompt="tap: next, hold: choose",
        rhythm=Rhythm.WALK,
    )  # fmt: skip
    many = tuple(s if s.seat == 2 else replace(s, prompt="hold to go on") for s in many)
    return replace(
        paused(), seats=many, notice="Chidi paused the game",
        detail="Chidi chooses what to set right; anybody else: hold to go on",
    )  # fmt: skip


# --- what is turned up ---------------------------------------------------------------------------


def produce() -> View:
    many = seats(4, ana=Role.CLAIMANT, dora=Role.DOUBTER)
    many = change(many, 0, prompt="hold: I have none")
    many = change(many, 3, prompt="hold: enter by hand")
    return View(
        Screen.REVEAL, "I Doubt It (Pagat)", "Ana, produce a king, or hold: none",
        "Ana said 1 king", seats=many, claim=Claim(0, 1, Rank.KING), pile=3, camera=CAMERA,
        sought=SoughtView(1, "asked for", "king"), limit=(AT - 20 * SECOND, AT + 10 * SECOND),
    )  # fmt: skip


def by_hand() -> View:
    """The camera is lost: the doubter enters the cards."""
    many = seats(8, chidi=Role.CLAIMANT, gus=Role.DOUBTER)
    labels = (*RANKS, "joker", "these are all", "Chidi took or mixed the cards", "nobody can tell")
    many = change(
        many, 6, ring=RingView("which card", labels, 5), prompt="tap: next rank, hold: enter",
        rhythm=Rhythm.WALK,
    )  # fmt: skip
    return View(
        Screen.REVEAL, TITLE, "Flip the last 3 cards into the box", "Gus enters the cards: 7, 7",
        seats=many, claim=Claim(2, 3, Rank.SEVEN), pile=14, camera="camera lost: unplugged?",
        cards=(CardView(Rank.SEVEN, ()), CardView(Rank.SEVEN, ())),
        sought=SoughtView(3, "claimed", "3 sevens"),
    )  # fmt: skip


def dispute() -> View:
    many = change(lie().seats, 6, prompt="you say: wrong", rhythm=Rhythm.DIM)
    many = change(many, 2, role=Role.CLAIMANT, prompt="hold: wrong, tap: it stands")
    many = tuple(
        s if s.seat in {2, 6} else replace(s, prompt="hold: wrong") for s in many
    )  # fmt: skip
    cards = tuple(
        CardView(one, quad(0.1 + 0.3 * i, 0.2 + 0.1 * i, 0.05))
        for i, one in enumerate((Rank.SEVEN, Rank.SIX, Rank.SEVEN))
    )
    return replace(
        lie(), seats=many, cards=cards, disputed=True, hint="", takes=2, headline="Chidi lied?",
        detail="Wrong? Chidi and Gus, or most others, hold to turn it round; a tap lets it stand. "
        "Gus says wrong.",
    )  # fmt: skip


def produced() -> View:
    """Forced, and without such a card, by agreement."""
    many = change(seats(4, ana=Role.TAKER, dora=Role.DOUBTER), 0, prompt="pick up, then hold")
    return View(
        Screen.VERDICT, "I Doubt It (Pagat)", "Ana has no king",
        "By agreement. Ana takes all 3 cards; Dora plays any rank next", seats=many,
        claim=Claim(0, 1, Rank.KING), pile=3, camera=CAMERA, verdict=False, word="NO KING",
        takes=0, hint=HINT,
    )  # fmt: skip


# --- questions -----------------------------------------------------------------------------------


def players(count: int, **roles: Role) -> tuple[SeatView, ...]:
    """Seats with points in the place of cards."""
    return tuple(replace(s, cards=0, points=100 - s.seat * 17 % 100) for s in seats(count, **roles))


def asking() -> View:
    """The starter chooses the kind of question."""
    many = change(
        players(5, chidi=Role.TURN), 2, tag="STARTS",
        ring=RingView("which kind", ("FACT", "FUN"), 1),
        prompt="tap: next, hold: draw", rhythm=Rhythm.WALK,
    )  # fmt: skip
    return View(
        Screen.QUESTION, "Doubt/it!", "Chidi chooses the question",
        "Tap for the other kind, hold to draw", seats=many, camera=CAMERA,
    )  # fmt: skip


def question() -> View:
    many = change(players(8, ana=Role.CLAIMANT, dora=Role.TURN), 0, tag="CONFIDENT")
    many = change(
        many, 3, tag="PICKED", ring=RingView("Dora's move", ("GUESS", "WAGER", "BOTH", "DOUBT"), 3),
        prompt="hold: DOUBT, tap: next", rhythm=Rhythm.BREATHE, hold=(AT - 600 * MS, AT + 100 * MS),
    )  # fmt: skip
    return View(
        Screen.QUESTION, "Doubt/it!", "Ana: at least 45%, for 20 points",
        "Dora raises, or doubts it", seats=many, question=ASKED, bid=BidView(0, 45, 20, 30),
        camera=CAMERA,
    )  # fmt: skip


def sudden() -> View:
    """Sudden death, with the highest guess that there is; nobody has to choose."""
    many = players(12, ana=Role.CLAIMANT, dora=Role.DOUBTER)
    many = tuple(
        replace(s, points=1)
        if s.seat in {0, 3, 5}
        else replace(s, role=Role.OUT, tag="OUT", rhythm=Rhythm.OFF)
        for s in many
    )  # fmt: skip
    return View(
        Screen.QUESTION, "Doubt/it!", "Dora doubts it!", "The answer is ...", seats=many,
        question=replace(ASKED, kind=Kind.FUN, text=f"{ASKED.text} {ASKED.text}"),
        bid=BidView(0, 98, 1, 1), sudden_death=True, camera=CAMERA,
    )  # fmt: skip


def answer() -> View:
    many = change(players(8, ana=Role.LOSES, dora=Role.DOUBTER), 0, prompt="hold to go on")
    many = change(many, 0, rhythm=Rhythm.LOSE)
    return View(
        Screen.ANSWER, "Doubt/it!", "The answer is 29.2%: Ana guessed too high",
        "Ana loses 20 points", seats=many, bid=BidView(0, 45, 20, 30), camera=CAMERA,
        question=replace(
            ASKED, percent=29.2, source="A handbook of geography, table 3, 2019",
            note="Lakes and rivers are counted as land.",
        ),
        verdict=False, word="TOO HIGH", takes=0, hint=HINT,
    )  # fmt: skip


def safe() -> View:
    many = players(3, ben=Role.LOSES, ana=Role.CLAIMANT)
    return View(
        Screen.ANSWER, "Doubt/it!", "The answer is 100%: Ana is safe", "Ben loses 1 point",
        seats=many, bid=BidView(0, 0, 1, 1), camera=CAMERA, sudden_death=True,
        question=replace(ASKED, percent=100.0, source="Our own count, 2024"),
        verdict=True, word="SAFE", takes=1,
    )  # fmt: skip


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
        winner=best[0].seat, standings=lines, camera=CAMERA,
    )  # fmt: skip


def places() -> View:
    many = seats(5, dora=Role.WINNER, ana=Role.OUT, emil=Role.LOSER, ben=Role.GONE)
    many = change(change(many, 0, cards=0, tag="2nd"), 3, cards=0)
    order = ((3, "1st", 0), (0, "2nd", 0), (2, "", 4), (1, "left", 0), (4, "last", 9))
    return View(
        Screen.OVER, "Bluff (Pagat)", "Emil has lost", "Dora was out first. Hold a buzzer for the "
        "next deal", seats=many, winner=3, loser=4, camera=CAMERA,
        standings=tuple(StandingView(s, place, n, f"{n} cards") for s, place, n in order),
    )  # fmt: skip


def void() -> View:
    many = seats(4)
    return View(
        Screen.OVER, TITLE, "Nobody wins", "The game is void. Hold a buzzer for the next deal",
        seats=many, camera=CAMERA,
        standings=tuple(StandingView(s.seat, "", s.cards, f"{s.cards} cards") for s in many),
    )  # fmt: skip


EXAMPLES = {
    one.__name__: one()
    for one in (
        attract, lobby, deal, game, heaps, doubt, reveal, lie, truth, over, paused, rules,
        rank, moves, anyone, beat, slap, choosing, produce, by_hand, dispute, produced,
        asking, question, sudden, answer, safe, ranking, places, void,
    )
}  # fmt: skip
"""Every screen at least once, by the name of its golden image."""
