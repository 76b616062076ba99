"""Menteur ("liar"), the family's game of suits: all follow the suit that was led, one card a turn.

After fr.wikipedia (Gerver 1966), pickpocketcards.com and doczz, with the German and the Spanish
game of this kind as presets. House rulings where the sources are silent: the last card wins as in
the other games; up to eight play, with two packs from seven; jokers may be wild.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, Self

from bluffing.actions import Believe, Play
from bluffing.cards import Card, Rank, Trait
from bluffing.cardstate import ranked
from bluffing.changed import changed
from bluffing.game import Refused, Setup
from bluffing.house import LEAST_CARDS, ON, Doubters, House, Leader, Pack
from bluffing.message import AtSeat, Message, message
from bluffing.options import Lesson, Preset, Rule, Topic, rule
from bluffing.stack import StackGame, StackOutcome, StackState

_ONE_PACK = 6
"""Maximum number of players with one pack."""


@dataclass(frozen=True, kw_only=True)
class MenteurHouse(House):
    """House options in force, including the game's own."""

    after_challenge: Leader = "taker_leads"
    cards_min: Annotated[int, LEAST_CARDS] = 1
    who_may_doubt: Doubters = "all"
    loser_takes: Literal["pile", "none"] = "pile"
    starts: Literal["dealer", "dealer_left", "random", "winner"] = field(
        default="dealer", metadata={"words": "menteur.option.starts"}
    )
    pack: Pack = 52
    opening_face_up: bool = True
    rank_after_challenge: Literal["other", "free"] = field(
        default="other", metadata={"words": "menteur.option.rank_after_challenge"}
    )
    believe: bool = False
    wild: Literal["none", "jokers"] = "none"
    jokers: Literal[0, 2, 4] = 0
    play_on: bool = field(default=False, metadata={"words": "menteur.option.play_on"})

    passing = "no"

    def given(self, options: Mapping[str, object]) -> Self:
        """Extend the base: the next player leads where the pile leaves, and doubts to believe."""
        if options.get("loser_takes") == "none":
            options = {"after_challenge": "rotation", **options}
        if options.get("believe") in ON:
            options = {"who_may_doubt": "next", **options}
        return super().given(options)

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game."""
        yield rule("menteur.SU1", pack=self.pack)
        yield from self.tell_pack()
        if self.pack == 40:
            yield rule("menteur.SU9")
        yield rule(f"rules.starts.{self.starts}")
        yield rule("menteur.SU2", cards=self.how_many())
        yield rule("menteur.SU3", cards=self.how_many())
        yield from self.tell_wild()
        yield rule(f"menteur.SU4.{self.who_may_doubt}")
        if self.believe:
            yield rule("stack.believe")
        suit = message(f"menteur.suit-after.{self.rank_after_challenge}")
        yield rule("menteur.SU5", leads=self.who_leads(), suit=suit)
        yield rule("menteur.SU6.play-on" if self.play_on else "menteur.SU6")
        yield rule("menteur.SU7")


_State = StackState[MenteurHouse]


@dataclass(frozen=True, kw_only=True)
class _Menteur(StackGame[MenteurHouse]):
    """Menteur as a stack game of suits, without passes."""

    turn_moves = (Play, Believe)

    def start(self, setup: Setup, options: Mapping[str, object]) -> _State:
        """Extend the base: the dealer leads, unless the house or the set-up names another seat."""
        state = super().start(setup, options)
        dealer_leads = setup.lead is None and state.terms.house.starts == "dealer"
        return changed(state, turn=state.dealer) if dealer_leads else state

    def packs(self, setup: Setup, house: MenteurHouse) -> int:
        """Return one pack, or two for seven players and more.

        Raises:
            Refused: the set-up asks for another number.
        """
        usual = 1 if setup.players <= _ONE_PACK else 2
        if setup.packs not in (None, usual):
            code, seats = "sequence.packs", setup.players
            raise Refused(message(code, game=self.title, players=seats, packs=usual))
        return usual

    def hands(self, setup: Setup, packs: int, house: MenteurHouse) -> tuple[int, ...]:
        """Deal equal hands; the rest is set aside."""
        return (len(house.deck(packs)) // setup.players,) * setup.players

    def trait(self, card: Card) -> Trait:
        """Return the suit of a card; a joker has none."""
        return card.rank if card.rank is Rank.JOKER else card.suit

    def ranks(self, state: _State) -> tuple[Trait, ...]:
        """Return all suits."""
        return self.traits

    def claims(self, state: _State) -> tuple[Trait | None, ...]:
        """Extend the base: by house option a leader names another suit than the doubted one."""
        claims = super().claims(state)
        return tuple(suit for suit in claims if suit != state.barred) if state.barred else claims

    def wrong_rank(self, state: _State, play: Play) -> Message:
        """Return the reason why the suit is wrong: a leader must name one, the others follow it."""
        player, given = AtSeat(play.seat), ranked(play.rank)
        if state.required is not None:
            return message("menteur.must-follow", seat=player, suit=state.required, given=given)
        if state.barred is not None and play.rank == state.barred:
            return message("menteur.another-suit", seat=player, suit=state.barred)
        return message("menteur.name-a-suit", seat=player, given=given)

    def resume(self, state: _State, truth: bool) -> StackOutcome[MenteurHouse]:
        """Extend the base: by house option the doubted suit may not be led next."""
        claim, house = state.claim, state.terms.house
        assert claim is not None
        barred = claim.rank if house.rank_after_challenge == "other" else None
        state, news = super().resume(state, truth)
        return changed(state, barred=barred), news


MENTEUR = _Menteur(
    name="menteur",
    aliases=("la_marmite",),
    seats=range(2, 9),
    usual=MenteurHouse(cards_max=1),
    presets=(
        Preset("frw"),
        Preset("hidden", (("opening_face_up", False),)),
        Preset("jokers", (("jokers", 2),)),
        Preset(
            "schummellieschen",
            (("pack", 32),),
            title="Schummellieschen",
            language="de",
            aliases=("L\u00fcgen",),
            source="de.wikipedia Schummellieschen, abenteuerfreundschaft.de",
        ),
        Preset(
            "desconfio_por_palo",
            (("pack", 40), ("after_challenge", "rotation"), ("play_on", True)),
            title="Desconf\u00edo por palo",
            language="es",
            source="naipechileno.com",
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("SU1",)),
        Lesson(Topic.TURN, ("SU2", "SU3")),
        Lesson(Topic.DOUBT, ("SU4",)),
        Lesson(Topic.AFTER, ("SU5",)),
        Lesson(Topic.END, ("SU6",)),
    ),
)
