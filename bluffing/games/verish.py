"""Verish' ne Verish' ("trust, don't trust"): only the next player may doubt; there are no passes.

Only the opening of Pagat's page was available (pagat.com/beating/verish.html), so the game keeps to
its text. The rules allow a game without end, except where sets of four are laid away.

House rulings where the opening is silent: sets of four may leave as soon as the pile is taken,
until the next cards are laid; in the version that names a loser, the pile of a player who went out
undoubted stays, and the next player must follow it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bluffing.actions import Believe, LayAway, Pass, Play
from bluffing.cardstate import after
from bluffing.game import Refused, Setup
from bluffing.house import LEAST_CARDS, House, Pack, Passing, Sets, Wild
from bluffing.message import message
from bluffing.options import Lesson, Preset, Rule, Topic, rule
from bluffing.stack import StackGame, StackOutcome, StackState

_SHORT = 36
"""Cards of the pack for two or three players."""


@dataclass(frozen=True, kw_only=True)
class VerishHouse(House):
    """House options in force, including the game's own."""

    cards_min: Annotated[int, LEAST_CARDS] = 1
    loser_takes: Literal["pile", "none"] = "pile"
    pack: Pack = 52
    opening_face_up: bool = False
    all_dealt: bool = False
    sets_of_four: Sets = "after_pick_up"
    believe: bool = False
    passing: Passing = field(default="no", metadata={"words": "verish.option.passing"})
    wild: Wild = "none"
    jokers: Literal[0, 2] = 0
    play_on: bool = field(default=False, metadata={"words": "verish.option.play_on"})

    who_may_doubt = "next"

    def tell(self) -> Iterator[Rule]:
        """Tell the whole game, Pagat's rules first."""
        short = self.pack == _SHORT
        yield rule("verish.VE1.short-pack") if short else rule("verish.VE1", pack=self.pack)
        yield from self.tell_pack()
        yield rule("verish.VE2.all-dealt" if self.all_dealt else "verish.VE2")
        yield rule("verish.VE3", cards=self.how_many())
        passes = self.passing == "turn"
        yield rule("verish.VE4.passing" if passes else "verish.VE4", cards=self.how_many())
        yield from self.tell_wild()
        yield rule("verish.VE5", lead=message(f"verish.lead.{self.after_challenge}"))
        if self.believe:
            yield rule("stack.believe")
        yield Rule("VE6", self.sets_in_words())
        yield rule("verish.VE7.play-on" if self.play_on else "verish.VE7")


_State = StackState[VerishHouse]


@dataclass(frozen=True, kw_only=True)
class _Verish(StackGame[VerishHouse]):
    """Verish as a stack game: a short pack, its own lead after doubts."""

    turn_moves = (Play, Pass, LayAway, Believe)

    def aside(self, house: VerishHouse) -> int:
        """Return 1, or 0 where the house deals all cards."""
        return 0 if house.all_dealt else super().aside(house)

    def packs(self, setup: Setup, house: VerishHouse) -> int:
        """Return one pack; the short pack is for two or three players."""
        if house.pack == _SHORT and setup.players > 3:
            raise Refused(message("verish.short-pack", game=self.title, players=setup.players))
        return super().packs(setup, house)

    def leads_anew(self, state: _State) -> StackOutcome[VerishHouse]:
        """Remove the pile unseen after all others have passed; its last player leads."""
        return self.remove(super().leads_anew(state)[0])

    def leader(self, state: _State, winner: int, taker: int) -> int:
        """Return the leader: in rotation a doubter who was right, else the next one after them."""
        if state.terms.house.after_challenge == "rotation":
            return after(state.hands, taker) if taker == state.doubter else winner
        return super().leader(state, winner, taker)


VERISH = _Verish(
    name="verish",
    aliases=("verish_ne_verish",),
    seats=range(2, 7),
    races=False,
    set_aside=1,
    usual=VerishHouse(cards_max=3, leaver="leaves_play"),
    presets=(
        Preset("pagat"),
        Preset("short", (("pack", 36),)),
        Preset("loser", (("play_on", True),)),
        Preset(
            "veryu",
            (("all_dealt", True), ("believe", True), ("sets_of_four", "off")),
            title="Veryu \u2013 ne veryu",
            language="ru",
            source="dic.academic.ru 839039, magma.in.ua, azart.live",
        ),
        Preset(
            "mentiroso",
            (
                ("all_dealt", True),
                ("sets_of_four", "any_time"),
                ("wild", "twos"),
                ("play_on", True),
            ),
            title="El Mentiroso",
            language="es",
            source="juegosengrupo.com, q2a.es, xakia.com, selecciondejuegos.blogspot.com",
        ),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("VE2",)),
        Lesson(Topic.TURN, ("VE3", "VE4")),
        Lesson(Topic.DOUBT, ("VE5",)),
        Lesson(Topic.AFTER, ("VE6",)),
        Lesson(Topic.END, ("VE7",)),
    ),
)
