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

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from bluffing.options import Value
from bluffing.rulesets import RULESETS
from bluffing.study import choices, seen
from bluffing.study.dealt import Dealt

TRUNCATED_AFTER = 2000
"""Choices after which a game is truncated: by their rules most of these games need not end."""

_SEED = 2**31 - 1


class BluffEnv(AECEnv):  # type: ignore[misc]
    """One game of `ruleset`, with hidden hands.

    An observation is a dict of `observation` (see `seen.parts`) and `action_mask`; an action is a
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
        seats = RULESETS[ruleset].seats
        usual = min(number for number in seats if number >= min(4, seats[-1]))
        self.render_mode = render_mode
        self._ruleset, self._players = ruleset, players or usual
        self._options, self._most = dict(options or {}), most
        self.possible_agents = [f"seat_{seat}" for seat in range(self._players)]
        self.agents = self.possible_agents[:]
        count = choices.size(self._players)
        shape = (seen.size(self._players),)
        self._sees = spaces.Dict(
            {
                "observation": spaces.Box(0, seen.HIGHEST_SEEN, shape, np.int16),
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
        return {"observation": seen.observed(dealt, seat), "action_mask": mask}

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
