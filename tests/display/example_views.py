"""One telling View for each screen: what the golden images and the tests are drawn from."""

from dataclasses import replace

from example_ends import (
    answer,
    asking,
    older_print,
    places,
    printed_card,
    question,
    ranking,
    safe,
    sudden,
    void,
)
from example_menu import (
    menu,
    menu_games,
    menu_job,
    menu_letters,
    menu_options,
    menu_places,
    menu_room,
)
from example_seats import AT, CAMERA, HINT, HINT_AND_CHANCE, NAMES, RULES, TITLE, change, seats

from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.display.view import (
    BoxView,
    CatchView,
    EndView,
    FaultView,
    FinishView,
    IdleView,
    NoticeView,
    PlayView,
    RulesView,
    Screen,
    SoughtView,
    StandingView,
    VerdictView,
    View,
    require,
)
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings
from appliance.table.facts import (
    Asks,
    ButtonFacts,
    CardFacts,
    Health,
    PressFacts,
    Prompt,
    RingFacts,
    Role,
    SeatFacts,
)
from appliance.table.stages import Aside, Lobby
from appliance.table.stages.howto.state import HowTo
from appliance.table.stages.practice.state import Practice
from appliance.table.stages.survey.state import HouseSurvey, Vote
from appliance.words import words_of
from bluffing.cards import RANKS, Rank
from bluffing.game import Claim
from bluffing.message import message


def quad(x: float, y: float, lean: float = 0.0) -> tuple[tuple[float, float], ...]:
    """A card's corners in the box, its top left at (x, y)."""
    return (
        (x, y),
        (x + 0.2, y + lean),
        (x + 0.2 - lean * 0.75, y + 0.37 + lean),
        (x - lean * 0.75, y + 0.37),
    )


def attract() -> View:
    many = tuple(SeatFacts(i, i, i, "", Role.EMPTY, Rhythm.OFF) for i in range(12))
    return View(
        Screen.ATTRACT, TITLE, "Doubt It!", f"{TITLE}: press a buzzer to sit down", seats=many
    )


def lobby() -> View:
    many = seats(12)
    many = tuple(
        replace(
            s,
            cards=0,
            role=Role.EMPTY if s.seat in {2, 7, 8, 10} else s.role,
            name="" if s.seat in {2, 7, 8, 10} else s.name,
            rhythm=Rhythm.OFF if s.seat in {2, 7, 8, 10} else Rhythm.DIM,
            prompt=Prompt.SIT if s.seat in {2, 7, 8, 10} else Prompt.READY,
            button=replace(
                s.button, health=Health.SILENT if s.seat in {2, 7, 8, 10} else Health.GOOD
            ),
        )
        for s in many
    )
    for ready in (0, 4, 5):
        many = change(many, ready, role=Role.READY, rhythm=Rhythm.SOLID, prompt=None)
    many = change(many, 3, button=replace(many[3].button, hold=(AT - 500 * MS, AT + 200 * MS)))
    many = change(many, 6, button=ButtonFacts(health=Health.WORN))
    many = change(many, 1, prompt=Prompt.ONLY, option=(message("way.rename"),))
    many = change(many, 9, prompt=Prompt.NAMING)
    many = change(many, 11, prompt=Prompt.ONLY, option=(message("way.how-to"),))
    many = change(many, 8, button=ButtonFacts(health=Health.STUCK), prompt=Prompt.FREE_BUZZER)
    return View(
        Screen.LOBBY, TITLE, "Who plays?", "The game starts when all who sit are ready", seats=many,
        box=BoxView(camera=CAMERA), notice=NoticeView(text="Buzzer 9 is stuck: free it"),
    )  # fmt: skip


def deal() -> View:
    many = tuple(replace(s, cards=10 if s.seat < 2 else 9) for s in seats(6, ana=Role.TURN))
    many = change(many, 0, prompt=Prompt.DEALT)
    return View(
        Screen.DEAL, TITLE, "Ana deals all the cards", "Seats 1 and 2 get 10, all others 9",
        seats=many, box=BoxView(camera=CAMERA),
    )  # fmt: skip


def game() -> View:
    many = seats(11, chidi=Role.CLAIMANT, dora=Role.TURN)
    many = change(
        many, 3, prompt=Prompt.COUNT_ON, counted=2, rhythm=Rhythm.BREATHE,
        button=ButtonFacts(hold=(AT - 600 * MS, AT + 100 * MS)),
    )  # fmt: skip
    many = change(many, 4, rhythm=Rhythm.NEXT, cards=1)
    many = tuple(replace(s, prompt=Prompt.SLAP) if s.seat not in {2, 3} else s for s in many)
    return View(
        Screen.GAME,
        TITLE,
        "Chidi: 3 sevens",
        "Dora plays eights, or anybody doubts",
        seats=many,
        play=PlayView(
            required=Rank.EIGHT,
            claim=Claim(2, 3, Rank.SEVEN),
            pile=14,
            open=True,
            window=(AT - 2 * SECOND, AT + 3 * SECOND),
        ),
        box=BoxView(camera=CAMERA),
    )


def host() -> View:
    """Otto says one of his longest lines."""
    text = "Look at it this way, Fatima: 12 more to bluff with."
    return replace(game(), notice=NoticeView(text, AT, by_host=True))


def waiting() -> View:
    """The player on turn has done nothing for a while."""
    return replace(game(), play=replace(game().play, window=None), idle=IdleView())


def asleep() -> View:
    """Nobody has done anything for long."""
    moments = (
        "Ben was doubted 7 times, and was right 6 times.",
        "The largest pile was 31 cards, and Dora took it.",
    )
    return replace(waiting(), idle=IdleView(asleep=True, moments=moments))


def heaps() -> View:
    many = tuple(replace(s, heap=(s.seat * 3) % 5) for s in seats(5, ben=Role.TURN))
    many = change(many, 1, prompt=Prompt.COUNT, rhythm=Rhythm.WALK)
    return View(
        Screen.GAME,
        "Bluff (Pagat)",
        "Ben leads",
        "Any rank, one card or more",
        seats=many,
        play=PlayView(pile=9, heaps=True),
        notice=NoticeView(text="Ana: it is Ben's turn"),
        box=BoxView(camera="camera lost: unplugged?"),
    )


def doubt() -> View:
    many = seats(8, chidi=Role.CLAIMANT, gus=Role.DOUBTER)
    places = (
        PressFacts(0, 0, tied=True),
        PressFacts(6, 3_400, doubter=True, tied=True),
        PressFacts(1, 41_200),
        PressFacts(4, 97_900),
        PressFacts(7, 210_000, late=True),
    )
    return View(
        Screen.DOUBT,
        TITLE,
        "Gus doubts Chidi's 3 sevens",
        "A tie within 10 ms: too close to call, so the seat decides, Gus sits nearer",
        seats=many,
        play=PlayView(claim=Claim(2, 3, Rank.SEVEN), pile=14),
        finish=FinishView(places=places, tie_ms=10),
        box=BoxView(camera=CAMERA),
    )


def reveal() -> View:
    many = seats(8, chidi=Role.CLAIMANT, gus=Role.DOUBTER)
    many = change(many, 2, prompt=Prompt.FLIP)
    cards = (
        CardFacts(Rank.SEVEN, quad(0.1, 0.2, 0.04)),
        CardFacts(Rank.NINE, quad(0.42, 0.3, -0.05)),
        CardFacts(None, quad(0.72, 0.22, 0.08)),
    )
    return View(
        Screen.REVEAL,
        TITLE,
        "Chidi: flip the last 3 into the box",
        "Gus doubts 3 sevens",
        seats=many,
        play=PlayView(claim=Claim(2, 3, Rank.SEVEN), pile=14),
        box=BoxView(
            cards=cards,
            camera=CAMERA,
            ask="I can't read the card on the right: glare. Tilt it or move it.",
            sought=SoughtView(3, "claimed", "3 sevens"),
        ),
    )


def lanes() -> View:
    many = seats(6, chidi=Role.CLAIMANT, ben=Role.DOUBTER)
    many = change(many, 2, prompt=Prompt.FLIP)
    return View(
        Screen.REVEAL,
        TITLE,
        "Flip the last 3 cards into lanes 1 to 3, one each",
        "Chidi said 3 sevens",
        seats=many,
        play=PlayView(claim=Claim(2, 3, Rank.SEVEN), pile=14),
        box=BoxView(camera=CAMERA, lanes=8, sought=SoughtView(3, "claimed", "3 sevens")),
    )


def lie() -> View:
    many = seats(8, chidi=Role.TAKER, gus=Role.DOUBTER)
    many = change(many, 2, prompt=Prompt.PICK_UP)
    cards = tuple(CardFacts(rank, quad(0.1, 0.1)) for rank in (Rank.SEVEN, Rank.SIX, Rank.SEVEN))
    return View(
        Screen.VERDICT,
        TITLE,
        "Chidi lied",
        "Chidi takes all 14 cards; Dora plays eights next",
        seats=many,
        play=PlayView(claim=Claim(2, 3, Rank.SEVEN), pile=14),
        box=BoxView(cards=cards, camera=CAMERA),
        verdict=VerdictView(truth=False, word="LIE", takes=2, hint=HINT_AND_CHANCE),
    )


def truth() -> View:
    cards = tuple(CardFacts(Rank.QUEEN, quad(0.1, 0.1)) for _ in range(4))
    return View(
        Screen.VERDICT,
        TITLE,
        "Ana told the truth",
        "Ben takes all 4 cards",
        seats=seats(3, ben=Role.TAKER),
        play=PlayView(claim=Claim(0, 4, Rank.QUEEN), pile=4),
        box=BoxView(cards=cards, camera=CAMERA),
        verdict=VerdictView(truth=True, word="TRUTH", takes=1),
    )


def over() -> View:
    many = change(seats(7, hana=Role.SEATED, emil=Role.WINNER), 4, cards=0)
    return View(
        Screen.OVER,
        TITLE,
        "Emil wins!",
        "Hold to play again; Ben deals next",
        seats=many,
        end=EndView(
            winner=4,
            standings=tuple(
                StandingView(s.seat, "1st" if s.seat == 4 else "", s.cards, f"{s.cards} cards")
                for s in sorted(many, key=lambda s: s.cards)
            ),
            tale=(
                "Ben was doubted 7 times, and was right 6 times.",
                "The largest pile was 31 cards, and Dora took it.",
            ),
            catch=CatchView(
                Claim(2, 3, Rank.SEVEN),
                3,
                (Rank.SEVEN, Rank.SIX, Rank.SEVEN),
                "Best catch: Dora caught Chidi",
                "LIE",
            ),
        ),
        box=BoxView(camera=CAMERA),
    )


def paused() -> View:
    many = tuple(replace(s, prompt=Prompt.GO_ON, counted=0) for s in game().seats)
    return replace(
        game(),
        seats=many,
        headline="Paused",
        detail="Hold to go on, tap to set something right",
        notice=replace(game().notice, text="the power was gone: check the counts"),
        rules=RulesView(RULES, AT - 4 * SECOND),
    )


def how_to() -> View:
    """The longest page of all games."""
    return read("valepaska", 2)


def take_along() -> View:
    """The last page, with its code."""
    return read("bicycle", 6)


def practice() -> View:
    """A pretend play is doubted: one has pressed, the others may."""
    return aside("bicycle", Practice(Lobby(AT, ready=(0, 2)), AT, AT, 3, ((2, 1),), (0, 2)))


def house_survey() -> View:
    """People vote; two have, in a round after others."""
    cast = (Vote(0, yes=True, at=AT), Vote(4, yes=False, at=AT))
    under = Lobby(AT, ready=(0, 2))
    return aside("doubt_it", HouseSurvey(under, AT, AT, "pet-talk", cast, (0, 4), 7, 3))


def read(name: str, page: int) -> View:
    """Return how to play, as a table shows it in its lobby."""
    return aside(name, HowTo(Lobby(AT, ready=(0, 2)), AT, page))


def aside(name: str, stage: Aside) -> View:
    """Return what a table shows in front of its lobby."""
    settings = TableSettings(name, buzzers=6)
    table = Table(settings, stage, buzzers=(0, 1, 2, 4), names=(0, 1, 2, 4))
    return view_of(table, AT, words_of("en"))


# --- rings of choices --------------------------------------------------------------------------


def rank() -> View:
    """A leader names a rank."""
    ring = RingFacts(Asks.RANK, (*RANKS, "BACK"), 8, 1)
    many = seats(12, ben=Role.TURN)
    many = change(many, 1, ring=ring, prompt=Prompt.ONE_OF, option=(Rank.NINE,), rhythm=Rhythm.WALK)
    many = change(many, 5, role=Role.OUT, tag=1, cards=0, rhythm=Rhythm.OFF)
    many = change(many, 7, role=Role.GONE, cards=0, rhythm=Rhythm.OFF)
    return View(
        Screen.GAME,
        "Bluff (Pagat)",
        "Ben plays any rank",
        "Lay cards face down and tap once for each",
        seats=many,
        play=PlayView(pile=0, beside="14 out of the game"),
        box=BoxView(camera=CAMERA),
    )


def moves() -> View:
    """Pass, doubt or force; some have passed."""
    many = seats(6, ana=Role.CLAIMANT, dora=Role.TURN, ben=Role.PASSED, chidi=Role.PASSED)
    ring = RingFacts(Asks.INSTEAD, ("PASS", "DOUBT", "FORCE", "BACK"), 1, 3)
    many = change(
        many,
        3,
        ring=ring,
        prompt=Prompt.ONE_OF,
        option=("DOUBT",),
        button=ButtonFacts(hold=(AT - 500 * MS, AT)),
    )
    return View(
        Screen.GAME,
        "I Doubt It (Pagat)",
        "Ana says 1 king",
        "Doubt it? Next: Dora plays kings or passes",
        seats=many,
        play=PlayView(
            required=Rank.KING,
            claim=Claim(0, 1, Rank.KING),
            pile=3,
            beside="4 aside, unseen, 11 out of the game",
            open=True,
            window=(AT - 4 * SECOND, AT + SECOND),
        ),
        box=BoxView(camera=CAMERA),
    )


def anyone() -> View:
    """Several may move, and no player has yet."""
    many = seats(7, gus=Role.CLAIMANT, hana=Role.PASSED)
    many = tuple(
        replace(s, role=Role.LIVE, rhythm=Rhythm.BREATHE, prompt=Prompt.BE_FIRST)
        if s.seat not in {2, 6} else s
        for s in many
    )  # fmt: skip
    many = change(many, 2, role=Role.PASSED)
    return View(
        Screen.GAME,
        "Cal's BS",
        "Gus says 4 jacks",
        "Doubt it? Next: Ana, Ben, Dora, Emil or Fatima may play jacks or pass",
        seats=many,
        play=PlayView(required=Rank.JACK, claim=Claim(6, 4, Rank.JACK), pile=31, open=True),
        box=BoxView(camera=CAMERA),
    )


def beat() -> View:
    """A rank that must be beaten, and a stock."""
    many = seats(5, emil=Role.TURN)
    many = change(many, 4, prompt=Prompt.COUNT_OR, option=("DRAW",), rhythm=Rhythm.BREATHE)
    return View(
        Screen.GAME,
        "Valepaska",
        "Emil plays 9, 10, J, Q, K or 2, or draws",
        "On a nine on the table. Lay cards face down and tap once for each",
        seats=many,
        play=PlayView(
            allowed=(Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TWO),
            pile=6,
            beside="12 in the stock, 9 out of the game",
        ),
        box=BoxView(camera=CAMERA),
    )


def slap() -> View:
    """A slap that may still become a force."""
    many = seats(4, ana=Role.CLAIMANT, dora=Role.DOUBTER)
    many = change(
        many,
        3,
        prompt=Prompt.DOUBT_OR_FORCE,
        button=ButtonFacts(hold=(AT - 600 * MS, AT + 200 * MS)),
    )
    return View(
        Screen.GAME,
        "I Doubt It (Pagat)",
        "Dora slaps!",
        "Keep holding to force, let go to doubt",
        seats=many,
        play=PlayView(required=Rank.KING, claim=Claim(0, 1, Rank.KING), pile=3, open=True),
        box=BoxView(camera=CAMERA),
    )


def choosing() -> View:
    """The corrections while the game is paused."""
    labels = (
        "go on",
        "move a card",
        "count again",
        "I leave",
        "deal again",
        "end without a winner",
    )
    many = change(
        seats(9), 2, ring=RingFacts(Asks.ITEM, labels, 2, 2), prompt=Prompt.CHOOSE,
        rhythm=Rhythm.WALK,
    )  # fmt: skip
    many = tuple(s if s.seat == 2 else replace(s, prompt=Prompt.GO_ON) for s in many)
    return replace(
        paused(), seats=many, notice=replace(paused().notice, text="Chidi paused the game"),
        detail="Chidi chooses what to correct; all others: hold to go on",
    )  # fmt: skip


# --- what is turned up ---------------------------------------------------------------------------


def produce() -> View:
    many = seats(4, ana=Role.CLAIMANT, dora=Role.DOUBTER)
    many = change(many, 0, prompt=Prompt.HAVE_NONE)
    many = change(many, 3, prompt=Prompt.BY_HAND)
    return View(
        Screen.REVEAL,
        "I Doubt It (Pagat)",
        "Ana, produce a king, or hold: none",
        "Ana said 1 king",
        seats=many,
        play=PlayView(claim=Claim(0, 1, Rank.KING), pile=3),
        box=BoxView(camera=CAMERA, sought=SoughtView(1, "asked for", "king")),
        limit=(AT - 20 * SECOND, AT + 10 * SECOND),
    )


def by_hand() -> View:
    """The camera is lost: the doubter enters the cards."""
    many = seats(8, chidi=Role.CLAIMANT, gus=Role.DOUBTER)
    labels = (*RANKS, "joker", "these are all", "Chidi took or mixed the cards", "no one can tell")
    many = change(
        many, 6, ring=RingFacts(Asks.CARD, labels, 5, 6), prompt=Prompt.NEXT_RANK,
        rhythm=Rhythm.WALK,
    )  # fmt: skip
    return View(
        Screen.REVEAL,
        TITLE,
        "Flip the last 3 cards into the box",
        "Gus enters the cards: 7, 7",
        seats=many,
        play=PlayView(claim=Claim(2, 3, Rank.SEVEN), pile=14),
        box=BoxView(
            camera="camera lost: unplugged?",
            cards=(CardFacts(Rank.SEVEN, ()), CardFacts(Rank.SEVEN, ())),
            sought=SoughtView(3, "claimed", "3 sevens"),
        ),
    )


def by_word() -> View:
    """The camera is lost: the doubter says a word of the cards."""
    many = seats(8, chidi=Role.CLAIMANT, gus=Role.DOUBTER)
    labels = tuple(message(f"reveal.card.{word}") for word in ("lie", "truth", "cards"))
    many = change(
        many, 6, ring=RingFacts(Asks.WAY, labels, 2, 6), prompt=Prompt.ONE_OF, option=labels[2:],
        rhythm=Rhythm.WALK,
    )  # fmt: skip
    return replace(
        by_hand(), seats=many, detail="Gus, did Chidi lie?", box=replace(by_hand().box, cards=())
    )


def dispute() -> View:
    many = change(lie().seats, 6, prompt=Prompt.SAID_WRONG, rhythm=Rhythm.DIM)
    many = change(many, 2, role=Role.CLAIMANT, prompt=Prompt.WRONG_OR_STANDS)
    many = tuple(
        s if s.seat in {2, 6} else replace(s, prompt=Prompt.WRONG) for s in many
    )  # fmt: skip
    cards = tuple(
        CardFacts(rank, quad(0.1 + 0.3 * i, 0.2 + 0.1 * i, 0.05))
        for i, rank in enumerate((Rank.SEVEN, Rank.SIX, Rank.SEVEN))
    )
    return replace(
        lie(),
        seats=many,
        box=replace(lie().box, cards=cards),
        verdict=replace(require(lie().verdict), disputed=True, hint="", takes=2),
        headline="Chidi lied?",
        detail="Wrong? Chidi and Gus, or most others, hold to turn it round; a tap lets it stand. "
        "Gus says wrong.",
    )


def produced() -> View:
    """Forced, and without such a card, by agreement."""
    many = change(seats(4, ana=Role.TAKER, dora=Role.DOUBTER), 0, prompt=Prompt.PICK_UP)
    return View(
        Screen.VERDICT,
        "I Doubt It (Pagat)",
        "Ana has no king",
        "By agreement. Ana takes all 3 cards; Dora plays any rank next",
        seats=many,
        play=PlayView(claim=Claim(0, 1, Rank.KING), pile=3),
        box=BoxView(camera=CAMERA),
        verdict=VerdictView(truth=False, word="NO KING", takes=0, hint=HINT),
    )


def fault() -> View:
    what = "can't write the journal /var/lib/doubtit/evening.journal: database or disk is full"
    shown = FaultView("F5", what, "Make space on the disk")
    return View(Screen.FAULT, "", "The table can't go on", "It tries again by itself", front=shown)


def hosted(view: View) -> View:
    """Return `view` with the host in his box."""
    return replace(view, show=replace(view.show, hosted=True))


EXAMPLES = {
    view.__name__: hosted(replace(view(), words=words_of("en").named(NAMES)))
    for view in (
        attract, lobby, deal, game, host, waiting, asleep, heaps, doubt, reveal, lie, truth, over,
        paused, lanes,
        how_to, take_along, practice, house_survey,
        rank, moves, anyone, beat, slap, choosing, produce, by_hand, by_word, dispute, produced,
        asking, question, sudden, printed_card, older_print, answer, safe, ranking, places, void,
        fault, menu, menu_games, menu_options, menu_room, menu_letters, menu_places, menu_job,
    )
}  # fmt: skip
"""Every screen at least once, by the name of its golden image."""
