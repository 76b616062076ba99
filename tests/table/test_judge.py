"""A reading is evidence only when it is whole; the announced number is a check, never evidence."""

from collections import Counter
from dataclasses import replace

from at_table import reading_of, square
from hypothesis import assume, given
from hypothesis import strategies as st
from said import said, told

from appliance.core.reading import SURE, Ask, Quad, Reading, SeenCard, unclear
from appliance.table.judge import Proof, Refuted, Refutes, Sought, Turn, judge, weigh
from bluffing.actions import Produce, Reveal, Show
from bluffing.cards import Rank, Trait, pack
from bluffing.message import message

READ = st.lists(st.sampled_from(Rank), max_size=6)
SOUGHT = st.builds(Sought, st.just(Turn.PLAY), st.just(1), st.integers(1, 5))
PACK = pack()
FEW = st.lists(st.sampled_from([Rank.SEVEN, Rank.SEVEN, Rank.KING, Rank.JOKER]), max_size=6)
SURENESS = st.sampled_from([0.0, 0.5, SURE - 0.01, SURE, 1.0])


def possible(ranks: list[Rank]) -> bool:
    return all(n <= 4 or rank is Rank.JOKER for rank, n in Counter(ranks).items())


def never(ranks: tuple[Trait, ...]) -> bool:
    del ranks
    return False


def unless(rank: Rank) -> Refutes:
    """Refutes by any other rank than this."""
    return lambda ranks: any(each is not rank for each in ranks)


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    """Some cards sure and some not, apart or in one place, with a question or without."""
    cards = [
        SeenCard(
            draw(st.sampled_from([rank, rank, None])),
            draw(st.one_of(st.just(1.0), SURENESS)),
            square(draw(st.sampled_from([at, at, at, 0]))),
        )
        for at, rank in enumerate(draw(FEW))
    ]
    asks = draw(st.sampled_from([None, None, Ask(message("ask.unsure"), square(9))]))
    return Reading(tuple(cards), 640, 480, asks)


# --- the cards of a game ----------------------------------------------------------------------


@given(READ, SOUGHT)
def test_the_claim_decides_only_whether_to_ask_never_what_was_seen(
    ranks: list[Rank], sought: Sought
) -> None:
    answer = judge(reading_of(ranks), sought, PACK, never)
    if len(ranks) < sought.count or not possible(ranks):
        assert isinstance(answer, Ask)
    else:
        assert answer == Reveal(tuple(ranks))


@given(READ, SOUGHT, st.text(min_size=1))
def test_a_question_is_overruled_by_nothing_but_a_lie(
    ranks: list[Rank], sought: Sought, why: str
) -> None:
    asks = reading_of(ranks, why)
    assert judge(asks, sought, PACK, never) == Ask(told(why))
    answer = judge(asks, sought, PACK, unless(Rank.SEVEN))
    if possible(ranks) and any(rank is not Rank.SEVEN for rank in ranks):
        assert isinstance(answer, Refuted)
        assert answer.ask == Ask(told(why))
        assert answer.ranks == tuple(dict.fromkeys(ranks))
        assert set(answer.cards) <= set(asks.cards)
    else:
        assert answer == Ask(told(why))


@given(READ, SOUGHT, st.integers(0, 6), SURENESS)
def test_one_card_without_a_sure_rank_is_a_question(
    ranks: list[Rank], sought: Sought, at: int, sure: float
) -> None:
    cards = list(reading_of(ranks).cards)
    rank = Rank.KING if sure < SURE else None
    cards.insert(at, SeenCard(rank, sure, square(10)))
    reading = Reading(tuple(cards), 640, 480)
    assert judge(reading, sought, PACK, never) == unclear(reading) != None  # noqa: E711
    assert unclear(reading) == Ask(message("table.card-not-read"), square(10))


@given(readings(), SOUGHT)
def test_only_what_is_read_surely_refutes_and_only_clear_cards_apart_are_too_many(
    reading: Reading, sought: Sought
) -> None:
    told: list[tuple[Trait, ...]] = []

    def refutes(ranks: tuple[Trait, ...]) -> bool:
        told.append(ranks)
        return True

    answer = judge(reading, sought, PACK, refutes)
    known = [card.rank for card in reading.cards if card.rank is not None and card.sure >= SURE]
    assert isinstance(answer, Refuted) == bool(told)
    for ranks in told:
        assert not Counter(ranks) - Counter(known)
        if reading.ask or len({card.quad for card in reading.cards}) < len(reading.cards):
            assert len(set(ranks)) == len(ranks)


@given(READ)
def test_a_forced_card_and_a_shown_hand_are_exactly_as_many_as_wanted(ranks: list[Rank]) -> None:
    produced = judge(reading_of(ranks), Sought(Turn.PRODUCED, 2, 1), PACK, unless(Rank.TWO))
    shown = judge(reading_of(ranks), Sought(Turn.HAND, 2, 3), PACK, unless(Rank.TWO))
    assert produced == Produce(ranks[0]) if len(ranks) == 1 else isinstance(produced, Ask)
    if len(ranks) == 3 and possible(ranks):
        assert shown == Show(2, tuple(ranks))
    else:
        assert isinstance(shown, Ask)


def test_more_of_a_rank_than_the_game_has_are_not_believed() -> None:
    sought = Sought(Turn.PLAY, 1, 1)
    short = tuple(card for card in PACK if card.rank not in ("2", "3", "4", "5"))
    answer = judge(reading_of(["3"]), sought, short, never)
    assert isinstance(answer, Ask)
    assert said(answer.reason) == "I see 1 three, but the game has 0: lay them out again"
    five = reading_of(["3"] * 5)
    assert isinstance(judge(five, sought, PACK, unless(Rank.SEVEN)), Ask)
    assert judge(five, sought, PACK * 2, never) == Reveal((Rank.THREE,) * 5)


def test_jokers_are_the_rules_matter() -> None:
    seen = judge(reading_of(["joker", "7"]), Sought(Turn.PLAY, 1, 2), PACK, never)
    assert seen == Reveal((Rank.SEVEN, Rank.JOKER))


def test_two_cards_in_one_place_may_be_one_card_seen_twice() -> None:
    seven = reading_of(["7"]).cards[0]
    leaning: Quad = ((0.9, 0.9), (1.9, 0.9), (1.9, 1.9), (0.9, 1.9))
    twice = Reading((seven, replace(seven, quad=leaning)), 640, 480)
    answer = judge(twice, Sought(Turn.PLAY, 1, 1), PACK, never)
    assert isinstance(answer, Ask)
    assert said(answer.reason) == "I see 2 cards, and 1 were announced: spread them out"
    assert judge(twice, Sought(Turn.PLAY, 1, 2), PACK, never) == Reveal((Rank.SEVEN,) * 2)


def test_cards_side_by_side_on_a_slant_lie_apart() -> None:
    slanted: Quad = ((1.1, 0.0), (2.1, 1.0), (1.1, 2.0), (0.1, 1.0))
    left, right = (tuple((x + by, y) for x, y in slanted) for by in (0.0, 1.1))
    cards = tuple(
        SeenCard(Rank.SEVEN, 1.0, tuple((x, y - low) for x, y in quad))
        for quad, low in ((left, 0.0), (right, 1.1))
    )
    answer = judge(Reading(cards, 640, 480), Sought(Turn.PLAY, 1, 1), PACK, never)
    assert answer == Reveal((Rank.SEVEN,) * 2)


# --- a claim about a picture --------------------------------------------------------------------


def known(reading: Reading) -> list[Rank]:
    return [card.rank for card in reading.cards if card.rank is not None and card.sure >= SURE]


@given(readings(), st.integers(1, 5), st.sampled_from([Rank.SEVEN, Rank.KING]))
def test_confirmed_is_every_card_sure_and_as_claimed_and_nothing_to_ask(
    reading: Reading, count: int, rank: Rank
) -> None:
    if weigh(reading, count, rank, PACK).proof is Proof.CONFIRMED:
        assert reading.ask is None
        assert known(reading) == [rank] * count
        assert len(reading.cards) == count


@given(readings(), st.integers(1, 5), st.sampled_from([Rank.SEVEN, Rank.KING]))
def test_nothing_is_contradicted_while_the_sure_cards_agree_and_may_be_as_many(
    reading: Reading, count: int, rank: Rank
) -> None:
    sure = known(reading)
    assume(set(sure) <= {rank} and len(sure) <= count)
    assert weigh(reading, count, rank, PACK).proof is not Proof.CONTRADICTED


@given(readings(), st.integers(1, 5), st.sampled_from([Rank.SEVEN, Rank.KING]))
def test_one_sure_wrong_card_contradicts_unless_the_pack_has_no_such_cards(
    reading: Reading, count: int, rank: Rank
) -> None:
    sure = known(reading)
    assume(set(sure) - {rank} and possible(sure))
    judgement = weigh(reading, count, rank, PACK)
    assert judgement.proof is Proof.CONTRADICTED
    assert judgement.at in {card.quad for card in reading.cards if card.rank is not rank}


def test_what_is_said_of_a_claim_and_where() -> None:
    def say(ranks: str, claim: str, ask: str | None = None) -> tuple[str, str]:
        count, rank = claim.split("x")
        judgement = weigh(reading_of(ranks.split(), ask), int(count), Rank(rank), PACK)
        return judgement.proof, said(judgement.why)

    assert say("7 7 7", "3x7") == ("confirmed", "3 sevens")
    assert say("7 K 7", "3x7") == ("contradicted", "I see 1 king")
    assert say("7 K K", "3x7") == ("contradicted", "I see 2 kings")
    assert say("7 K K", "3x7", "one card or two?") == ("contradicted", "I see 1 king")
    assert say("7 7 7", "2x7", "one card or two?") == ("ask", "one card or two?")
    assert say("7 7 7", "2x7") == ("contradicted", "I see 3 sevens")
    assert say("7 7", "3x7") == ("ask", "I see 2 of 3 cards: spread them out")
    assert say("7 7 7", "3x7", "covered") == ("ask", "covered")
    assert say("7 joker", "2x7") == ("contradicted", "I see 1 joker")
    assert say("7 7 7 7 7", "4x7") == (
        "ask",
        "I see 5 sevens, but the game has 4: lay them out again",
    )
    assert weigh(reading_of(["7", "K"]), 2, Rank.SEVEN, PACK).at == square(1)
