from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.fuse import fuse
from appliance.core.reading import Ask, Reading, SeenCard
from bluffing.cards import Rank
from bluffing.message import message

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0))


def reading(ranks: list[Rank], ask: str | None = None, sure: float = 0.95) -> Reading:
    return Reading(
        tuple(SeenCard(rank, sure, QUAD) for rank in ranks),
        960,
        720,
        None if ask is None else Ask(message("text", text=ask)),
    )


hands = st.lists(st.sampled_from(Rank), min_size=1, max_size=4)
looks = st.lists(
    st.builds(reading, hands, st.sampled_from([None, None, "glare"]), st.floats(0.9, 1)),
    min_size=1,
    max_size=5,
)


@given(looks)
def test_an_answer_is_what_every_answering_look_says(readings: list[Reading]) -> None:
    fused = fuse(readings)
    if fused.ask is None:
        said = {tuple(sorted(Counter(each.ranks).items())) for each in readings if not each.ask}
        assert said == {tuple(sorted(Counter(fused.ranks).items()))}
        assert fused in readings


@given(hands, st.permutations([None, None, None, "glare"]))
def test_looks_that_agree_outvote_a_moment_of_glare(
    ranks: list[Rank], asks: list[str | None]
) -> None:
    fused = fuse(
        [reading(ranks[::turn], ask) for turn, ask in zip((1, -1, 1, -1), asks, strict=True)]
    )
    assert fused.ask is None
    assert Counter(fused.ranks) == Counter(ranks)


def test_two_looks_that_differ_ask() -> None:
    assert fuse([reading([Rank.SIX]), reading([Rank.NINE])]).ask
    assert fuse([reading([Rank.SIX]), reading([Rank.SIX, Rank.SIX])]).ask


def test_mostly_asking_asks_with_the_latest_reason() -> None:
    fused = fuse([reading([], "dark"), reading([Rank.SIX]), reading([], "glare")])
    assert fused.ask == Ask(message("text", text="glare"))


def test_the_order_of_the_looks_does_not_change_whether_it_asks() -> None:
    unsure, two, asks = reading([Rank.ACE]), reading([Rank.ACE], sure=0.99), reading([], "glare")
    assert fuse([unsure, two, asks]) == fuse([asks, two, unsure]) == two


def test_nothing_to_fuse_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one look"):
        fuse([])


@given(looks)
def test_a_reading_that_asks_has_no_rank_that_any_look_lacks(readings: list[Reading]) -> None:
    fused = fuse(readings)
    for each in readings if fused.ask is not None else ():
        assert not Counter(fused.ranks) - Counter(each.ranks)
        for rank in set(fused.ranks):
            mine, yours = sureness(fused, rank), sureness(each, rank)
            assert all(mine_ <= yours_ for mine_, yours_ in zip(mine, yours, strict=False))


def sureness(reading: Reading, rank: Rank) -> list[float]:
    return sorted((card.sure for card in reading.cards if card.rank is rank), reverse=True)


def test_a_card_is_known_though_all_looks_ask_about_another() -> None:
    sure = [0.99, 0.95, 0.97]
    fused = fuse([reading([Rank.KING], "covered", each) for each in sure])
    assert fused.ask == Ask(message("text", text="covered"))
    assert (fused.ranks, fused.cards[0].sure) == ((Rank.KING,), 0.95)
    fused = fuse([reading([Rank.KING], "covered"), reading([], "covered")] * 2)
    assert fused.ranks == ()
    fused = fuse([reading([Rank.KING] * 2, "covered"), reading([Rank.KING], "covered")][::-1])
    assert [card.rank for card in fused.cards] == [Rank.KING, None]
