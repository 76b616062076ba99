"""One telling View for each screen: what the golden images and the tests are drawn from."""

from dataclasses import replace

from appliance.display.view import CardView, PlaceView, Role, Screen, SeatView, View
from appliance.effects import Rhythm
from appliance.rules.cards import Rank
from appliance.rules.game import Claim
from appliance.signals import MS, SECOND

NAMES = ("Ana", "Ben", "Chidi", "Dora", "Emil", "Fatima", "Gus", "Hana", "Ivo", "Jo", "Kai", "Lea")
AT = 3 * SECOND
TITLE = "I Doubt It (Bicycle)"
CAMERA = "camera on"


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
        CardView(Rank.SEVEN, 0.99, quad(0.1, 0.2, 0.04)),
        CardView(Rank.NINE, 0.98, quad(0.42, 0.3, -0.05)),
        CardView(None, 0.3, quad(0.72, 0.22, 0.08)),
    )
    return View(
        Screen.REVEAL, TITLE, "Chidi: flip the last 3 into the box", "Gus doubts 3 sevens",
        seats=many, claim=Claim(2, 3, Rank.SEVEN), pile=14, cards=cards, camera=CAMERA,
        ask="I can't read the card on the right: glare. Tilt it or move it.",
    )  # fmt: skip


def lie() -> View:
    many = seats(8, chidi=Role.TAKER, gus=Role.DOUBTER)
    many = change(many, 2, prompt="take all the cards, hold when done")
    cards = tuple(
        CardView(rank, 0.99, quad(0.1, 0.1)) for rank in (Rank.SEVEN, Rank.SIX, Rank.SEVEN)
    )
    return View(
        Screen.VERDICT, TITLE, "Chidi lied", "Chidi takes all 14 cards; Dora plays eights next",
        seats=many, claim=Claim(2, 3, Rank.SEVEN), pile=14, cards=cards, camera=CAMERA,
        verdict=False, takes=2,
    )  # fmt: skip


def truth() -> View:
    cards = tuple(CardView(Rank.QUEEN, 0.99, quad(0.1, 0.1)) for _ in range(4))
    return View(
        Screen.VERDICT, TITLE, "Ana told the truth", "Ben takes all 4 cards",
        seats=seats(3, ben=Role.TAKER), claim=Claim(0, 4, Rank.QUEEN), pile=4, cards=cards,
        camera=CAMERA, verdict=True, takes=1,
    )  # fmt: skip


def over() -> View:
    many = change(seats(7, hana=Role.SEATED, emil=Role.WINNER), 4, cards=0)
    return View(
        Screen.OVER, TITLE, "Emil wins!", "Hold to play again; Ben deals next", seats=many,
        winner=4, camera=CAMERA,
    )  # fmt: skip


def paused() -> View:
    return replace(game(), paused=True, headline="Paused", detail="Hold to go on")


EXAMPLES = {
    one.__name__: one()
    for one in (
        attract, lobby, deal, game, heaps, doubt, reveal, lie, truth, over, paused,
    )
}  # fmt: skip
"""Every screen at least once, by the name of its golden image."""
