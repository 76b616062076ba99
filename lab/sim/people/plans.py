"""The next actions of people on any screen: sit down, deal, doubt, turn up, pick up.

At the reveal box they turn the cards up, spread them, or enter them by hand. Asked for a question's
printed card, they sometimes turn over another one first, sometimes an older print, and sometimes
they find none.
"""

import random
from collections import Counter
from dataclasses import replace

from appliance.core.question import CardCode
from appliance.core.signals import MS, SECOND
from appliance.display.view import Screen, SeatView, require
from appliance.table.codes import GestureKind, Prompt, Tag
from bluffing.cards import Card, Trait
from bluffing.game import Phase
from bluffing.message import Message, Spoken, message
from lab.sim.people import steps, turns
from lab.sim.people.characters import some_motion, some_slip
from lab.sim.people.fingers import Why
from lab.sim.people.outlook import Outlook, asks, sitting
from lab.sim.people.players import Players
from lab.sim.truth import Box, printed_cards

ANYBODY = (Prompt.DEAL, Prompt.BEGIN, Prompt.TRY_AGAIN, Prompt.NEXT_DEAL)
"""Prompts that one hold of any player answers for all."""


def plan(people: Players, look: Outlook) -> None:
    """Plan touches for the table as people see it."""
    view = look.view
    if view.paused:
        turns.plan_in_pause(people, look)
    elif view.screen in (Screen.ATTRACT, Screen.LOBBY):
        _sit_down(people, look)
    elif not _between(people, look):
        if view.screen in (Screen.VERDICT, Screen.ANSWER):
            _verdict(people, look)
        elif view.screen is Screen.REVEAL:
            plan_reveal(people, look)
        elif view.screen is Screen.VERIFY:
            plan_print(people, look)
        elif view.screen is Screen.DOUBT:
            _doubt(people, look)
        elif view.screen is Screen.GAME or view.guess.question is not None:
            turns.plan(people, look)


def _between(people: Players, look: Outlook) -> bool:
    """Plan the answer between two games, and before a question; return True if asked."""
    view, glimpse = look.view, look.glimpse
    anybody, dealers = glimpse.seats(*ANYBODY), glimpse.seats(Prompt.DEALT)
    starters = glimpse.seats(Prompt.CHOOSE_KIND, Prompt.DRAW_QUESTION)
    if anybody and (view.screen is not Screen.OVER or glimpse.games < people.games):
        _anybody(people, look)
    for seat in look.able(dealers):
        look.hold(seat, look.now + 5 * SECOND)
    for seat in look.able(starters):
        _kind(people, look, seat.seat)
    return bool(anybody or dealers or starters)


def _sit_down(people: Players, look: Outlook) -> None:
    """Let a player wake the table; then all sit down, and then all report that they are ready."""
    seated = [seat.buzzer for seat in sitting(look.view)]
    missing = [buzzer for buzzer in people.buzzers if buzzer not in seated]
    if look.view.screen is Screen.ATTRACT:
        missing = [buzzer for buzzer in missing if buzzer not in people.hands.others][:1]
    for seat in look.view.seats:
        if seat.buzzer in missing and look.free(seat):
            look.tap(seat)
        elif asks(seat) in (Prompt.READY, Prompt.NAMING) and not missing and look.free(seat):
            look.hold(seat)
        elif asks(seat) is Prompt.ONLY and not missing and look.free(seat):
            look.tap(seat)


def _anybody(people: Players, look: Outlook) -> None:
    able = look.able(look.glimpse.seats(*ANYBODY))
    if able:
        rng = people.stream("anybody", look.view.screen)
        look.hold(rng.choice(able), look.now + rng.randint(1000, 2000) * MS)


def _kind(people: Players, look: Outlook, number: int) -> None:
    """Plan the starter's choice of the kind of question, if there is a choice."""
    seat = look.view.seats[number]
    if seat.stepping is not None:
        kinds = sum(gestures[-1:] == (GestureKind.HOLD,) for gestures in seat.stepping.makes)
        look.step_to(seat, [people.stream("kind").randrange(kinds)])
        return
    kinds = 1 if seat.ring is None else len(seat.ring.labels)
    wanted = people.stream("kind").randrange(kinds)
    if seat.ring is None or seat.ring.cursor == wanted:
        look.hold(seat)
    else:
        look.tap(seat)


def _doubt(people: Players, look: Outlook) -> None:
    """Let the parties agree at once that the doubt was an accident: both hold, together."""
    parties, rng = look.glimpse.seats(Prompt.BY_ACCIDENT), people.stream("withdraw")
    if look.fresh and len(parties) > 1 and rng.random() < people.habits.withdraws:
        for seat in parties:
            at = look.now + rng.randint(200, 500) * MS
            look.at_this_moment(seat, at, rng.randint(1200, 1500) * MS, Why.HOLD)


def _verdict(people: Players, look: Outlook) -> None:
    """Plan the loser's hold; seldom a player doesn't believe the verdict."""
    view, glimpse, verdict = look.view, look.glimpse, require(look.view.verdict)
    rng = people.stream("pick up", verdict.disputed)
    if verdict.disputed:  # it was right, and one of them says so
        if able := look.able(glimpse.seats(Prompt.WRONG_OR_STANDS)):
            look.tap(rng.choice(able), look.now + rng.randint(1000, 3000) * MS)
        return
    free = [seat for seat in view.seats if seat.seat != verdict.takes]
    believes = not verdict.hint or rng.random() >= people.habits.disputes
    if look.fresh and not believes and verdict.takes is not None:
        at = look.now + rng.randint(500, 2500) * MS
        look.at_this_moment(rng.choice(free), at, turns.LONG, Why.HOLD)
        return
    able = look.able(glimpse.seats(Prompt.PICK_UP, Prompt.GO_ON))
    if able and not look.hands.planned(look.moment, Why.HOLD, look.now):
        look.hold(rng.choice(able), look.now + rng.randint(1500, 3500) * MS)


# --- the reveal box: cards turned up, spread, or entered by hand ---------------------------------

ENTERS = (Prompt.NEXT_RANK, Prompt.ONLY, Prompt.ONE_OF)
"""The seat says a word about the cards, or enters them one after the other."""

WORDS: dict[bool | None, Message] = {
    False: message("reveal.card.lie"),
    True: message("reveal.card.truth"),
    None: message("reveal.card.cards"),
}
"""Words of the doubter for a lie and for a truth; None if a word can't tell."""

UNWILLING = 4
"""Factor by which a party who gains by the table's answer refuses more often than about cards."""


def plan_reveal(people: Players, look: Outlook) -> None:
    """Turn the cards up in the box, spread them when asked, or enter them by hand."""
    view, rng = look.view, people.stream("reveal", look.now)
    if view.box.sought is None:
        return
    cards = _turned_up(people, look)
    owners = look.glimpse.seats(Prompt.HAVE_NONE)
    if owners and not cards:
        for seat in look.able(owners):
            look.hold(seat, look.now + rng.randint(800, 2000) * MS)
        return
    if people.hands.box is not None:
        return
    missing = Counter(map(look.glimpse.rules.trait, cards))
    missing.subtract(
        card.rank for card in view.box.cards if not card.quad and card.rank is not None
    )
    agrees = look.glimpse.seats(Prompt.AGREE_OR_NOT)
    if agrees:
        word = next((word for word in WORDS if view.words.say(WORDS[word]) in view.headline), None)
        right = not any(missing.values()) if word is None else word is truth_of(look, cards)
        _agree(people, look, agrees, right=right)
        return
    enters = look.glimpse.seats(*ENTERS)
    if enters:
        for seat in look.able(enters):
            _enter(look, seat, cards, missing)
    else:
        _show(people, look, cards)


def _show(people: Players, look: Outlook, cards: tuple[Card, ...]) -> None:
    """Put `cards` into the box, confirm that the table sees all of them, or spread them."""
    rng, box = people.stream("reveal", look.now), people.box
    witnesses = look.glimpse.seats(Prompt.NOTHING_BELOW)
    if box is None or box.play != people.when:
        people.hands.box = (
            look.now + rng.randint(800, 3000) * MS,
            _first_look(people, look, cards),
        )
    elif witnesses and _all_in_sight(look, box):
        if able := look.able(witnesses):
            look.hold(rng.choice(able), look.now + rng.randint(600, 2000) * MS)
    elif look.view.box.ask and box.spread < people.spreads - 1:
        people.hands.box = (look.now + rng.randint(1200, 2200) * MS, box.again(cards, people.lanes))


def _first_look(people: Players, look: Outlook, cards: tuple[Card, ...]) -> Box:
    """Turn `cards` up as hands do, maybe without one that is left behind."""
    rng, claim = people.stream("turn up"), look.glimpse.playing.claim
    motion = some_motion(rng, people.habits, lanes=len(cards) <= people.lanes)
    enough = claim is None or len(cards) > claim.count  # one less would not be missed
    left = () if enough or rng.random() >= people.habits.forgets else cards[:1]
    slip = some_slip(rng) if people.lanes and people.slipped(look.glimpse.playing) else None
    return Box(cards[len(left) :], people.when, 0, motion=motion, slip=slip)


def _all_in_sight(look: Outlook, box: Box) -> bool:
    """Return True if the table sees as many cards as there are: a witness looks below, too."""
    return len(box.cards) == sum(bool(card.quad) for card in look.view.box.cards)


def _turned_up(people: Players, look: Outlook) -> tuple[Card, ...]:
    game = look.glimpse.playing
    shows = [seat.seat for seat in look.view.seats if seat.tag is Tag.SHOWS]
    if shows:
        return people.held.hands[shows[0]]
    return people.produced(look.glimpse) if game.phase is Phase.PRODUCE else people.held.newest


def truth_of(look: Outlook, cards: tuple[Card, ...]) -> bool | None:
    """Return True if the claim is true of `cards`; None where only their number is not."""
    game, ranks = look.glimpse.playing, tuple(map(look.glimpse.rules.trait, cards))
    if look.glimpse.rules.refutes(game, ranks):
        return False
    return True if game.claim is not None and len(ranks) == game.claim.count else None


def _say(look: Outlook, seat: SeatView, word: Message) -> None:
    """Say `word`: a tap goes to the next word, a hold says the current one."""
    place = steps.labels(seat).index(word)
    if seat.stepping is not None:
        look.step_to(seat, [place])
    elif seat.ring is not None and seat.ring.cursor == place:
        look.hold(seat)
    else:
        look.tap(seat)


def _enter(look: Outlook, seat: SeatView, cards: tuple[Card, ...], missing: Counter[Trait]) -> None:
    """Say a word about `cards`, or enter one that is `missing`: a tap goes on, a hold takes it.

    A wrong entry can't be taken back: the owner will object.
    """
    if WORDS[None] in steps.labels(seat):
        _say(look, seat, WORDS[truth_of(look, cards)])
        return
    if seat.stepping is not None:
        look.step_to(seat, _places(seat.stepping.labels, missing))
        return
    if (ring := seat.ring) is None:
        look.hold(seat)
        return
    label = ring.labels[ring.cursor]
    ahead = isinstance(label, Trait) and missing[label] <= 0
    done = not any(number > 0 for number in missing.values())
    if done:  # behind the ranks stands that these are all
        ahead = isinstance(label, Trait) and any(
            not isinstance(option, Trait) for option in ring.labels
        )
    elif not isinstance(label, Trait):
        ahead = any(isinstance(option, Trait) for option in ring.labels)
    if ahead:
        look.tap(seat)
    else:
        look.hold(seat)


def _places(labels: tuple[Spoken, ...], missing: Counter[Trait]) -> list[int]:
    """Place of a `missing` card, or, behind the ranks, of "these are all"."""
    left = [i for i, label in enumerate(labels) if isinstance(label, Trait) and missing[label] > 0]
    return left or [i for i, label in enumerate(labels) if not isinstance(label, Trait)][:1]


def _agree(people: Players, look: Outlook, owners: list[SeatView], *, right: bool) -> None:
    """Let the owner of the cards agree or object; the others answer for a silent owner."""
    rng, neutrals = people.stream("agree"), look.glimpse.seats(Prompt.AGREE, Prompt.AGREED)
    unwilling = bool(neutrals) and rng.random() < people.habits.unwilling
    if not right:
        for seat in look.able(owners):
            look.tap(seat, look.now + SECOND)
    elif unwilling and not all(seat.buzzer in look.hands.others for seat in neutrals):
        for seat in look.glimpse.seats(Prompt.AGREE):
            if look.free(seat):
                look.hold(seat, look.now + SECOND)
    else:
        for seat in look.able(owners):
            look.hold(seat, look.now + SECOND)


# --- a question's printed card -------------------------------------------------------------------


def plan_print(people: Players, look: Outlook) -> None:
    """Turn the card over, another one after a wrong one, or decide about the question."""
    parties = look.glimpse.seats(Prompt.AGREE_OR_NOT)
    if parties or look.glimpse.seats(Prompt.AGREE):
        _decide_on_print(people, look)
        return
    question, box = look.view.guess.question, people.box
    if question is None or people.hands.box is not None:
        return
    rng = people.stream("card")
    if rng.random() < people.habits.prints.missing:
        for seat in look.able(look.glimpse.seats(Prompt.GO_ON))[:1]:
            look.hold(seat, look.now + rng.randint(3000, 9000) * MS)
        return
    right = _print_of(people, question.id)
    wrong = rng.random() < people.habits.prints.wrong
    if box is None or box.play != people.when:
        card = rng.choice(sorted(printed_cards().values(), key=repr)) if wrong else right
        people.hands.box = (look.now + rng.randint(1500, 6000) * MS, Box((), people.when, 0, card))
    elif look.view.box.ask or box.printed == right:  # the wrong one, or unreadable there
        again = Box((), people.when, box.spread + 1, right)
        people.hands.box = (look.now + rng.randint(3000, 6000) * MS, again)


def _print_of(people: Players, id_: str) -> CardCode:
    """Return the print of that question that people have, the same for a whole evening."""
    card = printed_cards()[id_]
    rng = random.Random(f"{people.seed}/print/{id_}")
    if rng.random() < people.habits.prints.old:
        return replace(card, percent=float(rng.randrange(101)))
    return card


def _decide_on_print(people: Players, look: Outlook) -> None:
    """Discard the question if an older print would judge otherwise, unless a party refuses."""
    rng = people.stream("older print")
    at = look.now + rng.randint(1000, 2500) * MS
    if rng.random() < people.habits.unwilling * UNWILLING:
        for seat in look.able(look.glimpse.seats(Prompt.AGREE_OR_NOT))[:1]:
            look.tap(seat, at)
    else:
        for seat in look.able(look.glimpse.seats(Prompt.AGREE_OR_NOT, Prompt.AGREE)):
            look.hold(seat, at)
