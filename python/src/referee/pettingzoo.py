"""The games as environments of PettingZoo: `referee.pettingzoo.env("wongar", players=5)`.

An observation is a dictionary:

* `observation` is a vector of all that the player may know, and of nothing else. `env.unwrapped.layout.names` names its
  entries, and `referee.features` says how they follow from the view's schema.
* `action_mask` has a 1 for each action that is legal now.
* `actions`, in games without a fixed list of actions, has one row of features for each place of the list of legal actions;
  an action is a place of that list. `env.unwrapped.action_layout.names` names the columns.

In games with a fixed list of actions an action is its number in that list, the same at every step, in every process and on
every machine; `env.unwrapped.actions` is that list.

Players act in turn in every game, so there is no parallel form of the environments.

At the end of a game the reward is 1 for the first place, -1 for the last, in even steps between them; players who share
places get their mean. All other rewards are 0.
"""

# pyright: reportMissingTypeStubs=false

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._game import Game
from ._picture import image
from .features import Layout
from .places import rewards_of
from .rulebook import actions

ROWS = {"wigwam": 256, "wangdo": 128, "we-will-wok-you": 64}
"""How many legal actions are offered at once in games without a fixed list. More are rarely legal."""

MODES = ("ansi", "rgb_array")

Observation = dict[str, Any]


def env(game: str, **how: Any) -> AECEnv[str, Observation, int]:
    """An environment that ends when a player acts illegally, and reports calls in the wrong order.

    It takes what `RawEnv` takes.
    """
    made: AECEnv[str, Observation, int] = RawEnv(game, **how)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class RawEnv(AECEnv[str, Observation, int]):
    """A game as an environment, without wrappers."""

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        max_cycles: int | None = None,
        rows: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """After `max_cycles` actions a game is truncated. `rows` is how many legal actions are offered at once in games
        whose actions are not numbered; of a longer list, this many are offered, evenly spread."""
        super().__init__()
        self.metadata = {
            "render_modes": list(MODES),
            "name": f"{game.replace('-', '_')}_v1",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"{render_mode!r} is none of the render modes {', '.join(MODES)}")
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._name, self._players, self._options = game, players, options
        self._random = np.random.Generator(np.random.PCG64())
        self.actions = actions(game, options)
        """Every action, by its number; `None` in games without a fixed list."""
        # The program knows the smallest possible number of players.
        with self._opened(0) as opened:
            count = opened.players
        self.layout = Layout(f"{game}/view", count, by_seat=True)
        """What each entry of `observation` means."""
        self.action_layout = Layout(f"{game}/action", count, by_seat=False)
        """What each column of `actions` means. For numbered actions it tells learners what these have in common."""
        self._size = len(self.actions) if self.actions is not None else rows or ROWS.get(game, 128)
        self.possible_agents = [f"player_{number}" for number in range(count)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-np.inf, np.inf, (len(self.layout),), np.float32),
            "action_mask": spaces.Box(0, 1, (self._size,), np.int8),
        }
        if self.actions is None:
            seen["actions"] = spaces.Box(-np.inf, np.inf, (self._size, len(self.action_layout)), np.float32)
        self._space = spaces.Dict(seen)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {agent: self._space for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self._size) for agent in self.possible_agents
        }
        self._game: Game[Any, Any, Any, Any] | None = None

    def about_actions(self) -> str:
        """How an action is written."""
        if self.actions is not None:
            return f"An action is a number below {self._size}, its place in the list that `referee actions` prints."
        return (
            f"An action is a place of the list of legal actions, of which at most {self._size} are offered. `actions` has"
            f" a row of {len(self.action_layout)} features for each, which tell nearly all of them apart."
        )

    def _opened(self, seed: int) -> Game[Any, Any, Any, Any]:
        emit = "view:actor,legal" if self.actions is None else "view:actor,legal_ids"
        return Game(self._name, players=self._players, options=self._options, seed=seed, emit=emit)

    @property
    def game(self) -> Game[Any, Any, Any, Any]:
        """The game in progress."""
        if self._game is None:
            raise AttributeError("reset() begins a game")
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the observations of a player."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the actions of a player."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. With a seed this and all games after it are the same whenever and wherever they are played."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.close()
        self._game = self._opened(int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles = 0
        self._offer()

    def _offer(self) -> None:
        """Finds out who is to act."""
        seat = self.game.to_act
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    @property
    def offered(self) -> list[int]:
        """The actions that are legal now, as in the mask."""
        if self.actions is not None:
            return self.game.legal_ids()
        return list(range(min(len(self.game.legal()), self._size)))

    def place(self, row: int) -> int:
        """The place in the legal list of what is offered in a row, in games without a fixed list."""
        return row * max(len(self.game.legal()), self._size) // self._size

    def _play(self, action: int | None) -> None:
        if action is None:
            raise ValueError("an action was expected")
        if self.actions is not None:
            self.game.play_id(int(action))
        elif 0 <= action < min(len(self.game.legal()), self._size):
            self.game.pick(self.place(int(action)))
        else:
            raise ValueError(f"{action} is not offered: the mask has {len(self.offered)} legal actions")

    def observe(self, agent: str) -> Observation:
        """What a player may know, and what they may do if it is their turn."""
        game, seat = self.game, self._seats[agent]
        observation: NDArray[np.float32] = np.frombuffer(self.layout.write(game.view(seat), seat), np.float32)
        mask = np.zeros(self._size, np.int8)
        seen = {"observation": observation, "action_mask": mask}
        acts = seat == game.to_act
        if acts:
            mask[self.offered] = 1
        if self.actions is None:
            seen["actions"] = rows = np.zeros((self._size, len(self.action_layout)), np.float32)
            if acts:
                legal, place, write = game.legal(), self.place, self.action_layout.write
                for row in self.offered:
                    rows[row] = write(legal[place(row)], seat)
        return seen

    def step(self, action: int | None) -> None:
        """Plays an action of the player whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        game = self.game
        self._play(action)
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if game.outcome is not None:
            self.rewards = dict(zip(self.agents, rewards_of(game.outcome["places"]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
            return
        if self._cycles == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._offer()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The public view of the position, as text or as an image."""
        if self.render_mode == "ansi":
            return self.game.text()
        if self.render_mode == "rgb_array":
            return image(self.game.svg())
        return None

    def close(self) -> None:
        """Ends the game in progress."""
        if self._game is not None:
            self._game.close()
            self._game = None
