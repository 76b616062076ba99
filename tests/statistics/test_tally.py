"""What each player did, counted from the steps of an evening; a lie only where it came out."""

from at_table import People, seated
from steps_recorded import parts

from appliance.core.signals import MS, SECOND, Chosen, Wish, Wished
from appliance.statistics.tally import TalliedGame, Tally, by_name, liars, tallied
from bluffing.actions import Guess, Reveal, Settle, Void
from bluffing.cards import Rank


def counted(people: People, began: int = 0) -> list[TalliedGame]:
    steps = ((now, table) for now, _, table in people.handled)
    return list(tallied(*parts(steps, people.first), began))


def doubted(people: People, *ranks: Rank, after: int = SECOND) -> None:
    """Seat 1 lays a card as an ace, seat 2 doubts, and these cards face up."""
    people.hold(0)
    people.lay(1, 1)
    people.wait(after)
    people.press(2)
    people.wait(3 * SECOND)
    if ranks:
        people.send(Chosen(Reveal(ranks), people.now))


def ended(people: People) -> list[TalliedGame]:
    people.wait(9 * SECOND)
    people.send(Wished(Wish.GO_ON, people.now))  # the cards are picked up
    people.wait(9 * SECOND)
    people.send(Chosen(Void(), people.now))
    return counted(people, 1_790_000_000)


def test_a_lie_that_came_out_and_who_caught_it() -> None:
    people = seated()
    doubted(people, Rank.KING)
    assert counted(people) == [], "the game goes on"
    [game] = ended(people)
    ana, ben, cleo = game.tallies
    assert game.names == ("Ana", "Ben", "Cleo")
    assert (game.number, game.ruleset, game.began > 1_790_000_000) == (1, "bicycle", True)
    assert ana == Tally()
    assert ben == Tally(claims=1, lies=1, caught=1)
    assert (cleo.right, cleo.wrong) == (1, 0)
    assert cleo.slap_us is not None
    assert SECOND // MS * 900 < cleo.slap_us < SECOND // MS * 1300
    assert liars(by_name(zip(game.names, game.tallies, strict=True))) == ("Ben",)


def test_a_truth_that_was_doubted() -> None:
    people = seated()
    doubted(people, Rank.ACE)
    [game] = ended(people)
    assert game.tallies[1] == Tally(claims=1, innocent=1)
    assert (game.tallies[2].right, game.tallies[2].wrong) == (0, 1)
    assert liars(by_name(zip(game.names, game.tallies, strict=True))) == ()


def test_what_nobody_saw_is_no_lie_though_the_doubt_was_right() -> None:
    people = seated()
    doubted(people)
    people.send(Chosen(Settle(truth=False), people.now))
    [game] = ended(people)
    assert game.tallies[1] == Tally(claims=1, innocent=1)
    assert game.tallies[2].right == 1


def test_a_lie_that_doubter_and_claimant_agree_on_came_out() -> None:
    people = seated()
    doubted(people)
    people.hold(2)
    people.hold(2)
    people.hold(1)
    [game] = ended(people)
    assert game.tallies[1] == Tally(claims=1, lies=1, caught=1)
    assert game.tallies[2].right == 1


def test_cards_that_people_saw_and_overruled_count_as_they_say() -> None:
    for read, truth, lies in ((Rank.KING, True, 0), (Rank.ACE, False, 1)):
        people = seated()
        doubted(people, read)
        people.wait(3 * SECOND)
        people.send(Chosen(Settle(truth), people.now))
        [game] = ended(people)
        assert (game.tallies[1].lies, game.tallies[2].right) == (lies, lies)


def test_what_is_taken_back_was_no_claim() -> None:
    people = seated()
    people.hold(0)
    people.lay(1, 1)
    people.press(1)
    people.wait(SECOND)
    [game] = ended(people)
    assert [tally.claims for tally in game.tallies] == [0, 0, 0]


def test_a_game_that_goes_on_after_all_is_not_over() -> None:
    people = seated()
    doubted(people, Rank.KING)
    assert len(ended(people)) == 1
    people.wait(9 * SECOND)
    people.send(Wished(Wish.GO_ON, people.now))
    people.send(Wished(Wish.GO_ON, people.now))
    people.send(Wished(Wish.GO_ON, people.now))
    assert [game.number for game in counted(people)] == [1]
    people.send(Chosen(Void(), people.now))
    assert [game.number for game in counted(people)] == [1, 2]


def test_guesses_are_claims_and_never_lies() -> None:
    people = seated("doubt_it")
    people.hold(0)
    seat = people.game.turn if people.table.stage.match is not None else 0
    people.send(Chosen(Guess(seat, 30, 1), people.now))
    assert all(tally.lies == 0 for game in ended(people) for tally in game.tallies)


def test_tallies_of_one_name_in_two_spellings_add_up() -> None:
    tally = Tally(1)
    assert by_name(
        [("Zoe\u0308", tally), ("Ben", tally), ("zo\xeb", tally), ("Zo\xeb", tally)]
    ) == {
        "Ben": tally,
        "Zo\xeb": Tally(3),
    }


def test_tallies_add_up_by_name() -> None:
    first, second = Tally(3, 1, 1, 2, 0, 400_000, 2), Tally(4, 0, 0, 1, 1, 250_000, 4, won=1)
    assert by_name([("Ben", first), ("ana", Tally()), ("Ben", second)]) == {
        "ana": Tally(),
        "Ben": Tally(7, 1, 1, 3, 1, 250_000, 4, 1),
    }
