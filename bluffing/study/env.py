"""Any of the games as an environment in PettingZoo's AEC form; `pip install doubt-it-table[study]`.

A game at random::

    env = BluffEnv("bicycle", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))

The winner gets 1, and the others pay it in equal parts; where a game names a loser it is the other
way round, and winners who share a win share the 1. After `most` choices a game is truncated and
gives 0.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from bluffing.cards import RANKS, Rank
from bluffing.game import Phase
from bluffing.options import Value
from bluffing.study import choices
from bluffing.study.choices import ORDER, STUDIED
from bluffing.study.dealt import Dealt, ToChoose

# --- the view of one seat, as numbers: its own cards, and the public state -----------------------
#
# Seats are counted clockwise from the observer, which is 0. So a strategy that was learned at one
# seat fits any other.

HIGHEST_SEEN = 500
"""Maximum of the numbers of an observation: more than the cards of four packs, and than 100."""

_PHASES = tuple(Phase)


class Part(NamedTuple):
    """A named part of an observation: `size` numbers."""

    name: str
    size: int


def parts(players: int) -> tuple[Part, ...]:
    """List the parts of an observation, in order, for a number of players."""
    ranks, named = len(ORDER), len(RANKS)
    return (
        Part("hand", ranks),  # own cards by rank
        Part("pending", ranks),  # own cards that are put together for a play
        Part("hands", players),  # cards in hand, by seat
        Part("heaps", players),  # cards on the table, by the seat that laid them
        Part("points", players),
        Part("turn", players),  # 1 for the seat on turn
        Part("asked", 1 + len(ToChoose)),  # 1 if this seat chooses now, and its kind of choice
        Part("phase", len(_PHASES)),
        Part("required", named),  # the rank that must be claimed, if one is
        Part("claim", players + 1 + named),  # seat, number and rank of the newest play
        Part("doubter", players),
        Part("passed", players),
        Part("out", players),
        Part("beside", 2),  # cards in the stock, cards that left the game
        Part("top", named),  # the rank that lies on the table, in Valepaska
        Part("bid", players + 4),  # seat, guess, wager, highest wager, own guess
        Part("picked", players),  # the New Player
        Part("hunch", 1),  # the seat's estimate of the answer, in percent
    )


def size(players: int) -> int:
    """Length of an observation."""
    return sum(part.size for part in parts(players))


def observed(dealt: Dealt, seat: int) -> NDArray[np.int16]:
    """Return the observation of `seat`: int16, shape (`size`,), each 0 to `HIGHEST_SEEN`."""
    state, players = dealt.state, dealt.seats
    asks = not dealt.over and dealt.asked[0] == seat
    claim, bid = state.claim, getattr(state, "bid", None)

    def round_(values: Sequence[int]) -> list[int]:
        row = list(values) or [0] * players
        return [*row[seat:], *row[:seat]]

    def seats(*those: int | None) -> list[int]:
        return round_([int(place in those) for place in range(players)])

    def rank(wanted: Rank | None) -> list[int]:
        return [int(each is wanted) for each in RANKS]

    numbers = [
        *dealt.hands[seat],
        *(dealt.pending if asks else [0] * len(ORDER)),
        *round_(state.hands),
        *round_(state.heaps),
        *round_(state.points),
        *seats(None if dealt.over else state.turn),
        int(asks),
        *(int(asks and dealt.asked[1] is kind) for kind in ToChoose),
        *(int(state.phase is phase) for phase in _PHASES),
        *rank(state.required),
        *seats(None if claim is None else claim.seat),
        0 if claim is None else claim.count,
        *rank(None if claim is None else claim.rank),
        *seats(state.doubter),
        *seats(*getattr(state, "passed", ())),
        *seats(*state.out, *state.gone),
        state.stock,
        state.removed,
        *rank(getattr(state, "top", None)),
        *seats(None if bid is None else bid.seat),
        0 if bid is None else bid.guess,
        0 if bid is None else bid.wager,
        getattr(state, "highest_wager", 0),
        dealt.guess or 0 if asks else 0,
        *seats(getattr(state, "new_player", None)),
        dealt.hunches[seat],
    ]
    return np.array(numbers, dtype=np.int16)


TRUNCATED_AFTER = 2000
"""Choices after which a game is truncated: by their rules most of these games need not end."""

_SEED = 2**31 - 1


class BluffEnv(AECEnv):  # type: ignore[misc]
    """One game of `ruleset`, with hidden hands.

    An observation is a dict of `observation` (see `parts`) and `action_mask`; an action is a
    number of `choices`. `players` None: four, or as many as the game needs.

    Raises:
        KeyError: there is no such ruleset.
        Refused: it doesn't allow that number of players, or these house options.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "doubtit_v1",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: str = "bicycle",
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        most: int = TRUNCATED_AFTER,
        render_mode: None = None,
    ) -> None:
        super().__init__()
        seats = STUDIED[ruleset].seats
        usual = min(number for number in seats if number >= min(4, seats[-1]))
        self.render_mode = render_mode
        self._ruleset, self._players = ruleset, players or usual
        self._options, self._most = dict(options or {}), most
        self.possible_agents = [f"seat_{seat}" for seat in range(self._players)]
        self.agents = self.possible_agents[:]
        count = choices.size(self._players)
        shape = (size(self._players),)
        self._sees = spaces.Dict(
            {
                "observation": spaces.Box(0, HIGHEST_SEEN, shape, np.int16),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._sees)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._np_random, _ = seeding.np_random()
        self._begin(0)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space, the same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return every choice of `choices`; the mask marks the legal ones."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a new deal, from `seed` or by chance; `options` may have the `dealer`'s seat."""
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self._begin(int(self._np_random.integers(_SEED)), _seat((options or {}).get("dealer", 0)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._dealt.asked[0]]

    def _begin(self, seed: int, dealer: int = 0) -> None:
        self._dealt = Dealt(self._ruleset, self._players, self._options, seed, dealer)
        self._chosen = 0

    def observe(self, agent: str) -> dict[str, NDArray[np.integer]]:
        """Return the observation of `agent` and its choices; no choices unless it is on turn."""
        seat, dealt = self.possible_agents.index(agent), self._dealt
        mask = np.zeros(choices.size(self._players), dtype=np.int8)
        if not dealt.over and dealt.asked[0] == seat:
            mask[dealt.legal()] = 1
        return {"observation": observed(dealt, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the choice of the selected agent.

        Raises:
            ValueError: the choice is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._dealt.choose(int(action))  # type: ignore[arg-type]
        self._chosen += 1
        if self._dealt.over:
            self.rewards = dict(zip(self.agents, _rewards(self._dealt), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._chosen >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[self._dealt.asked[0]]
        self._accumulate_rewards()

    def render(self) -> None:
        """Do nothing: the environment draws nothing."""

    def close(self) -> None:
        """Do nothing: the environment opens nothing."""


def _seat(given: object) -> int:
    """Return the seat that a reset names."""
    if not isinstance(given, int):
        raise TypeError(f"dealer is a seat, not {given!r}")
    return given


def _rewards(dealt: Dealt) -> list[float]:
    """Return each seat's reward at the end; the rewards add up to 0."""
    state, seats = dealt.state, dealt.seats
    if state.loser is not None:
        return [-1.0 if seat == state.loser else 1 / (seats - 1) for seat in range(seats)]
    best = state.tied or (() if state.winner is None else (state.winner,))
    if not best or len(best) == seats:
        return [0.0] * seats
    return [1 / len(best) if seat in best else -1 / (seats - len(best)) for seat in range(seats)]
