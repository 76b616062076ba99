"""A reading is evidence only when it is whole; the announced number is a check, never evidence."""

from at_table import reading_of
from hypothesis import given
from hypothesis import strategies as st

from appliance.judge import Ask, judge
from appliance.rules.actions import Reveal
from appliance.rules.cards import RANKS, Rank
from appliance.rules.game import Claim
from appliance.vision.reading import Reading, SeenCard

READ = st.lists(st.sampled_from(Rank), max_size=6)
CLAIMS = st.builds(Claim, st.just(1), st.integers(1, 5), st.sampled_from(RANKS))


@given(READ, CLAIMS)
def test_the_claim_decides_only_whether_to_ask_never_what_was_seen(
    ranks: list[Rank], claim: Claim
) -> None:
    answer = judge(reading_of(ranks), claim)
    if len(ranks) < claim.count:
        assert isinstance(answer, Ask)
    else:
        assert answer == Reveal(tuple(ranks))


@given(READ, CLAIMS, st.text(min_size=1))
def test_a_question_is_never_overruled(ranks: list[Rank], claim: Claim, why: str) -> None:
    assert judge(reading_of(ranks, why), claim) == Ask(why)


@given(READ, CLAIMS, st.integers(0, 6))
def test_one_card_without_a_rank_is_a_question(ranks: list[Rank], claim: Claim, at: int) -> None:
    cards = list(reading_of(ranks).cards)
    cards.insert(at, SeenCard(None, 0.0, ((0.0, 0.0),) * 4))
    assert isinstance(judge(Reading(tuple(cards), 640, 480), claim), Ask)
