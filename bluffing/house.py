"""House options of the games with cards, and their rules in plain words for people at a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, Self, TypeAlias, TypeVar

from bluffing.cards import RANKS, Card, Rank, pack
from bluffing.message import Message, Spoken, message
from bluffing.options import Option, Options, Rule, Value, described, rule, rules

MAX_PACKS = 4
"""Maximum number of packs: more than any published table of players asks for."""

LEAST_CARDS = range(1, 4)
"""Numbers of cards that a house may ask for at least in each play."""

Leader: TypeAlias = Literal["rotation", "winner_leads", "taker_leads"]

NextClaim: TypeAlias = Literal["up", "down", "up_or_down", "same_or_next", "free"]

Starter: TypeAlias = Literal[
    "dealer_left", "random", "winner", "ace_spades", "ace_hearts", "ace_clubs"
]

Direction: TypeAlias = Literal["clockwise", "anticlockwise"]

Forfeit: TypeAlias = Literal["off", "one", "newest", "pile"]

Pack: TypeAlias = Literal[52, 40, 36, 32]

FirstClaim: TypeAlias = Literal["ace", "leader"]

Passing: TypeAlias = Literal["no", "turn"]

Doubters: TypeAlias = Literal["all", "next"]

Sets: TypeAlias = Literal["off", "after_pick_up", "any_time"]

Wild: TypeAlias = Literal["none", "jokers", "twos", "aces"]

_RANKS_OF = {
    52: RANKS,
    40: (*RANKS[:7], *RANKS[10:]),
    36: (Rank.ACE, *RANKS[5:]),
    32: (Rank.ACE, *RANKS[6:]),
}
"""Ranks of each pack: 40 cards are the pack of Italy and Spain; smaller packs lack low cards."""

_WILD = {"jokers": Rank.JOKER, "twos": Rank.TWO, "aces": Rank.ACE}

_JOKERS = tuple(card for card in pack(2) if card.rank is Rank.JOKER) * 2
"""Most jokers of a house; those beyond a pack's two come out of another pack's box."""

ON = (True, "on")
"""Values of an option that is switched on."""

_EARLIER = {"max_cards": "cards_max", "first_lead": "starts", "idi_first_lead": "starts"}
"""Today's key of an option for each of earlier releases."""

_EARLIER_SWITCHES: Mapping[str, Mapping[bool, Mapping[str, Value]]] = {
    "ranks_down": {True: {"next_claim": "down"}, False: {}},
    "either_way": {True: {"next_claim": "up_or_down"}, False: {}},
    "short_pack": {True: {"pack": 36}, False: {}},
    "passed_player_locked": {True: {"passing": "round"}, False: {"passing": "turn"}},
}
"""Options of today for both values of each switch of earlier releases."""

FOR_KIDS: tuple[tuple[str, Value], ...] = (
    ("min_hold_ms", 5000),
    ("last_card_window_ms", 15000),
    ("withdraw_ms", 10000),
    ("count_mismatch", "correct_only"),
)
"""A preset with more time, in which a wrong count is no lie."""


@dataclass(frozen=True, kw_only=True)
class House(Options):
    """House options in force in every game with cards.

    A game extends this class in its own file by its rules, and by options of its own if any. The
    values below the options are fixed: a game gives them another value, or makes options of them.
    """

    tie_window_ms: Annotated[int, range(251)] = 10
    tie_rule: Literal["dealer_left", "player_left"] = "player_left"
    min_hold_ms: Annotated[int, range(10001)] = 3000
    last_card_window_ms: Annotated[int, range(3000, 20001)] = 8000
    after_challenge: Leader = "rotation"
    cards_max: Literal["none", "4 x packs"] | Annotated[int, range(1, 52 * MAX_PACKS + 1)]
    count_mismatch: Literal["lie", "correct_only"] = "lie"
    forfeit: Forfeit = "off"
    direction: Direction = "clockwise"
    withdraw_ms: Annotated[int, range(10001)] = 2000
    leaver: Literal["void", "joins_table", "leaves_play"] = "void"
    game_rounds: Literal["none"] | Annotated[int, range(1, 101)] = "none"
    game_minutes: Literal["none"] | Annotated[int, range(5, 181)] = "none"

    # differences of the games: no options until a game gives one a type
    cards_min = 1
    who_may_doubt = "all"  # or the seat on turn alone
    zero_claim = False
    pack = 52
    starts = "dealer_left"
    sets_of_four = "off"
    loser_takes = "pile"  # or nothing: the pile leaves the game
    opening_face_up = False  # the first cards of a pile, which can't be doubted then
    points = False  # the others pay the winner for the cards left in their hands
    doubter_takes_final_pile = True
    believe = False  # instead of a doubt: the cards are turned up, and the true pile leaves
    passing = "turn"  # if a game knows passes; "round" also locks a player who has passed
    idi_passes_to_end = "n-1"
    idi_last_card = "show_or_survive"
    wild = "none"  # the cards that always count as claimed
    jokers = 0  # in the whole game; they are wild
    play_on = False
    misdeal_adjusted = False  # by moving counts even before the first play, else by a new deal

    def given(self, options: Mapping[str, object]) -> Self:
        """Extend the base: options that an option needs get a value that goes with it.

        Settings and games of earlier releases may have other keys.
        """
        options = self._renamed(options)
        least = options.get("cards_min")
        if self.cards_max == 1 and least in LEAST_CARDS[1:]:
            options = {"cards_max": least, **options}
        if options.get("loser_takes") == "none":
            options = {"forfeit": "one", **options}
        wild, jokers = options.get("wild"), options.get("jokers")
        if {"wild", "jokers"} <= {option.key for option in described(self)}:
            if wild == "jokers" and jokers is None:
                return super().given({**options, "jokers": 2})
            if wild is None and jokers:
                return super().given({**options, "wild": "jokers"})
        return super().given(options)

    def _renamed(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return the options by today's keys, whose values count before those of earlier keys."""
        renamed: dict[str, object] = {}
        for key, value in options.items():
            if key in _EARLIER:
                renamed.setdefault(_EARLIER[key], value)
            elif key in _EARLIER_SWITCHES:
                switched = Option(key, default=False, allowed=(True, False)).parse(value) is True
                renamed = {**_EARLIER_SWITCHES[key][switched], **renamed}
        earlier = {*_EARLIER, *_EARLIER_SWITCHES}
        return renamed | {key: value for key, value in options.items() if key not in earlier}

    def clash(self) -> Message | None:
        """Refuse contradictory numbers of cards, and jokers that aren't wild or don't exist."""
        if isinstance(self.cards_max, int) and self.cards_min > self.cards_max:
            return message("rules.cards-min-above-max", least=self.cards_min, most=self.cards_max)
        if self.cards_min > 1 and self.zero_claim:
            return message("rules.cards-min-and-none", least=self.cards_min)
        if self.wild == "twos" and Rank.TWO not in self.ranks:
            return message("rules.pack-without-twos", pack=self.pack)
        if self.loser_takes == "none" and self.forfeit == "off":
            return message("rules.takes-none-without-forfeit")
        if self.loser_takes == "none" and self.after_challenge == "taker_leads":
            return message("rules.takes-none-and-taker-leads")
        if self.believe and self.who_may_doubt != "next":
            return message("stack.believe-needs-next")
        if self.play_on and self.points:
            return message("rules.play-on-and-points")
        if self.wild == "jokers":
            return None if self.jokers else message("rules.wild-without-jokers")
        if self.jokers:
            return message("rules.jokers-not-wild", jokers=self.jokers, wild=self.wild)
        return None

    @property
    def wild_rank(self) -> Rank | None:
        """Rank of the cards that always count as claimed, if the house has such a rank."""
        return Rank.JOKER if self.jokers else _WILD.get(self.wild)

    @property
    def limited(self) -> bool:
        """Return True if a game ends after a number of rounds or minutes."""
        return self.game_rounds != "none" or self.game_minutes != "none"

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Ranks in the pack, in their order."""
        return _RANKS_OF[self.pack]

    def deck(self, packs: int) -> tuple[Card, ...]:
        """Return every card of a game with `packs` packs; `jokers` counts the jokers in all."""
        ranks = self.ranks
        cards = pack() if self.pack == len(pack()) else (c for c in pack() if c.rank in ranks)
        return (*cards,) * packs + _JOKERS[: self.jokers]

    def how_many(self) -> Message:
        """Say how many cards one play may be: "one card or more", "one to four cards"."""
        if self.cards_min > 1:
            return self._how_many_at_least(number(self.cards_min))
        match self.cards_max:
            case "none":
                return message("rules.one-card-or-more")
            case "4 x packs":
                return message("rules.four-a-pack")
            case 1:
                return message("rules.one-card")
            case most:
                return message("rules.one-to-many-cards", most=number(most))

    def _how_many_at_least(self, least: Spoken) -> Message:
        match self.cards_max:
            case "none":
                return message("rules.so-many-or-more", least=least)
            case "4 x packs":
                return message("rules.four-a-pack.least", least=least)
            case most if most == self.cards_min:
                return message("rules.exactly", number=least)
            case most:
                return message("rules.from-to-cards", least=least, most=number(most))

    def who_leads(self) -> Message:
        """Say who plays after a doubt, in words that follow "After a doubt"."""
        return message(f"rules.leads.{self.after_challenge}")

    def tell_wild(self) -> Iterator[Rule]:
        """Tell the rule of wild cards, where the house has some."""
        if self.wild == "jokers":
            yield rule("rules.wild.jokers", number=number(self.jokers))
        elif self.wild != "none":
            yield rule(f"rules.wild.{self.wild}")

    def tell_pack(self) -> Iterator[Rule]:
        """Tell the ranks that the pack lacks, and that a pile begins face up."""
        if self.pack != len(pack()):
            yield rule(f"rules.pack.{self.pack}")
        if self.opening_face_up:
            yield rule("rules.opening_face_up.on")

    def sets_in_words(self) -> Message:
        """Say when sets of four may leave the game."""
        return message(f"stack.sets_of_four.{self.sets_of_four}")

    def shared(self, *, races: bool, heaps: bool) -> Iterator[Rule]:
        """Tell the shared options in force, and what to do when something goes wrong.

        `races` and `heaps` are those of the game's ruleset.
        """
        yield from self._doubting(races=races)
        yield from rules("rules.X1", "rules.X2", "rules.X3", "rules.X4")
        if races:
            yield rule("rules.X5")
        yield rule("rules.X6")
        if self.withdraw_ms:
            yield rule("rules.X7.withdraw-ms", seconds=seconds(self.withdraw_ms))
        else:
            yield rule("rules.X7")
        yield from rules("rules.X8", "rules.X9")
        yield rule("rules.X10", where=message("rules.where.heaps" if heaps else "rules.where"))
        yield from rules("rules.X11", "rules.X12", "rules.X13", "rules.X14")
        yield rule(f"rules.X15.{self.leaver}")
        yield rule("rules.X16")
        yield rule("rules.X17.adjusts" if self.misdeal_adjusted else "rules.X17")
        yield from rules("rules.X20", "rules.X25")
        if self.game_rounds == "none":
            yield rule("rules.game_rounds")
        else:
            yield rule("rules.game_rounds.on", n=self.game_rounds)
        if self.game_minutes == "none":
            yield rule("rules.game_minutes")
        else:
            yield rule("rules.game_minutes.on", n=self.game_minutes)

    def _doubting(self, *, races: bool) -> Iterator[Rule]:
        if self.min_hold_ms:
            yield rule("rules.min_hold_ms.on", seconds=seconds(self.min_hold_ms))
        else:
            yield rule("rules.min_hold_ms")
        if races:
            if self.tie_window_ms:
                yield rule("rules.tie_window_ms.on", seconds=seconds(self.tie_window_ms))
            else:
                yield rule("rules.tie_window_ms")
            dealer = self.tie_rule == "dealer_left"
            owner = message("rules.whose.dealer-left" if dealer else "rules.whose")
            yield rule("rules.tie_rule", whose=owner)
        if self.direction == "anticlockwise":
            yield rule("rules.direction.anticlockwise")
        yield rule("rules.last_card_window_ms", seconds=seconds(self.last_card_window_ms))
        if not races and self.passing != "no":
            yield rule("rules.X26")
        if self.loser_takes == "none":
            yield rule("rules.loser_takes.none")
        if self.forfeit != "off":
            yield rule(f"rules.forfeit.{self.forfeit}")
        lie = self.count_mismatch == "lie"
        yield rule("rules.count_mismatch.lie" if lie else "rules.count_mismatch")


H = TypeVar("H", bound=House)


@dataclass(frozen=True, kw_only=True)
class SequenceHouse(House):
    """House options of the games in which the claimed rank follows a sequence."""

    rank_after_challenge: Literal["continue", "repeat", "restart_ace", "free"] = "continue"
    cards_min: Annotated[int, LEAST_CARDS] = 1
    who_may_doubt: Doubters = "all"
    starts: Starter = "dealer_left"
    loser_takes: Literal["pile", "none"] = "pile"
    first_claim: FirstClaim = "ace"
    next_claim: NextClaim = "up"
    opening_face_up: bool = False
    pack: Pack = 52
    passing: Passing = "no"
    wild: Wild = "none"
    jokers: Literal[0, 2, 4] = 0
    play_on: bool = field(default=False, metadata={"words": "sequence.option.play_on"})

    def given(self, options: Mapping[str, object]) -> Self:
        """Extend the base: in earlier releases `next_claim` could be `in_order`, the game's own."""
        if options.get("next_claim") == "in_order":
            options = {key: value for key, value in options.items() if key != "next_claim"}
        return super().given(options)

    def clash(self) -> Message | None:
        """Extend the base: a player with an ace begins with that ace."""
        if self.starts_with_ace and self.first_claim == "leader":
            return message("sequence.ace-begins", lead=self.starts)
        return super().clash()

    @property
    def starts_with_ace(self) -> bool:
        """True if the player with a certain ace begins, on turn or not."""
        return self.starts.startswith("ace_")

    @property
    def fixed_order(self) -> bool:
        """True if a rank has one rank that follows it, so that a player chooses none."""
        return self.next_claim in ("up", "down")

    def step(self) -> int:
        """Return the step in ranks from claim to claim; negative where the sequence goes down."""
        return -1 if self.next_claim == "down" else 1

    def next_in_words(self) -> Message:
        """Say which rank follows a claimed one."""
        return message(f"sequence.next.{self.next_claim}")

    def packs(self, players: int) -> int:
        """Return the number of packs for a number of players."""
        raise NotImplementedError

    def may_pass(self) -> Message:
        """Say whether players may pass, and what follows then."""
        if self.passing == "no":
            return message("sequence.no-pass")
        return message("sequence.pass" if self.fixed_order else "sequence.pass.choice")

    def which_rank(self) -> Message:
        """Say which rank is claimed after a doubt, in words that follow `who_leads`."""
        if self.rank_after_challenge == "continue" and not self.fixed_order:
            return message(f"sequence.rank-after.{self.next_claim}")
        return message(f"rules.rank-after.{self.rank_after_challenge}")

    def tell_start(self) -> Iterator[Rule]:
        """Tell the first player, the pack, and how a pile begins."""
        yield rule(f"rules.starts.{self.starts}")
        yield from self.tell_pack()


_WRITTEN_OUT = 8
"""Highest number that a sentence writes as a word: "eight", but "9"."""


def number(count: int) -> Spoken:
    """Return a number for a sentence: "four", "27"."""
    return message(f"number.{count}") if count <= _WRITTEN_OUT else count


def players(seats: range) -> Message:
    """Say how many may play: "4 players", "2 to 12 players"."""
    if len(seats) == 1:
        return message("rules.so-many-players", n=seats[0])
    return message("rules.players-from-to", least=seats[0], n=seats[-1])


def seconds(ms: int) -> Message:
    """Say a time: "3 seconds", "1 second", "2.5 seconds"."""
    whole, rest = divmod(ms, 1000)
    if rest:
        return message("rules.seconds-and-part", seconds=ms / 1000)
    return message("rules.seconds", n=whole)
