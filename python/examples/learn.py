"""Teaches MaskablePPO of sb3-contrib to play TecTonic or Wongar against players who choose at random.

usage: python learn.py GAME [--steps N] [--games N] [--save FILE]

The learner sits on every seat in turn. Besides the reward of the environment it is told after each of its moves how much
nearer it has come to what wins: in TecTonic the three kinds of piece to one enemy region, in Wongar points. Potentials
shape the way and do not change what is best (Ng, Harada and Russell, 1999).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from referee.pettingzoo import RawEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import DummyVecEnv

PLAYERS = {"tectonic": 2, "wongar": 3}
GAMMA = 0.98


def way_of_tectonic(view: Any, seat: int) -> float:
    """How near the nearest hill, peak and mount are to one corner of the enemy's, 0 to 1."""
    mine, home = ("white", 10) if seat == 0 else ("black", 1)
    best = 0.0
    for corner in (1, 10):
        near = 0.0
        for kind in ("hills", "peaks", "mounts"):
            squares = view[mine].get(kind, [])
            ways = [abs(ord(square[0]) - 96 - corner) + abs(int(square[1:]) - home) for square in squares]
            # A region reaches two squares from its corner.
            near += 1 - max(0, min(ways, default=18) - 2) / 16
        best = max(best, near / 3)
    return 2 * best


def way_of_wongar(view: Any, seat: int) -> float:
    """The points ahead of the mean of the others."""
    points = [player.get("score", 0) for player in view["players"]]
    others = (sum(points) - points[seat]) / (len(points) - 1)
    return (points[seat] - others) / 25


WAYS: dict[str, Callable[[Any, int], float]] = {"tectonic": way_of_tectonic, "wongar": way_of_wongar}


class Seat(gymnasium.Env[Any, Any]):
    """One seat of an environment of PettingZoo; random players sit on the others."""

    def __init__(self, game: str, seed: int, shaped: bool = True) -> None:
        self.environment = RawEnv(game, players=PLAYERS[game])
        agent = self.environment.possible_agents[0]
        self.observation_space = self.environment.observation_space(agent)["observation"]  # type: ignore[index]
        self.action_space = self.environment.action_space(agent)
        self.rng = random.Random(seed)
        self.seeds = seed * 1_000_000
        self.way = WAYS[game] if shaped else None
        self.games = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self.seeds += 1
        self.environment.reset(seed=self.seeds)
        self.seat = self.games % len(self.environment.possible_agents)
        self.agent = self.environment.possible_agents[self.seat]
        self.games += 1
        self._others()
        self.before = self._ahead()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.environment.step(int(action))
        self._others()
        over = self.environment.terminations[self.agent]
        reward = float(self.environment.rewards[self.agent]) if over else 0.0
        if self.way is not None:
            after = 0.0 if over else self._ahead()
            reward += GAMMA * after - self.before
            self.before = after
        return self._seen(), reward, over, False, {}

    def action_masks(self) -> Any:
        return self.mask

    def _seen(self) -> Any:
        seen = self.environment.observe(self.agent)
        self.mask = seen["action_mask"].astype(bool)
        # Counts of different size learn better when they are alike.
        return np.sign(seen["observation"]) * np.log1p(np.abs(seen["observation"]))

    def _ahead(self) -> float:
        return self.way(self.environment.game.view(self.seat), self.seat) if self.way is not None else 0.0

    def _others(self) -> None:
        environment = self.environment
        while not any(environment.terminations.values()) and environment.agent_selection != self.agent:
            environment.step(self.rng.choice(environment.offered))


class Scores(torch.nn.Module):
    """Scores every action by its features, so that what is learnt of a square holds for all that go there."""

    def __init__(self, width: int, rows: torch.Tensor) -> None:
        super().__init__()
        self.features = torch.nn.Linear(width, rows.shape[1])
        self.register_buffer("rows", rows.to_sparse_csr())

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        return (self.rows @ self.features(latent).T).T  # type: ignore[operator]


class Policy(MaskableActorCriticPolicy):
    """The usual policy, with `Scores` at its end."""

    def __init__(self, *args: Any, rows: torch.Tensor, **how: Any) -> None:
        self.rows = rows
        super().__init__(*args, **how)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Scores(self.mlp_extractor.latent_dim_pi, self.rows)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def learn(game: str, steps: int, seed: int = 0) -> MaskablePPO:
    """A learner after so many moves of its own."""
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    known = RawEnv(game, players=PLAYERS[game])
    rows = torch.tensor(np.array([known.action_layout.write(action) for action in known.actions or []]))
    seats = DummyVecEnv([lambda at=at: Seat(game, seed + at) for at in range(8)])  # type: ignore[misc]
    model = MaskablePPO(
        Policy,
        seats,
        n_steps=64,
        batch_size=128,
        n_epochs=6,
        gamma=GAMMA,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": [64], "rows": rows},
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def measure(game: str, model: MaskablePPO | None, games: int, seed: int = 10_000) -> tuple[float, float]:
    """How often a learner is first (shared places count in parts), and its mean reward; without one, a random player."""
    seat, first, total = Seat(game, seed, shaped=False), 0.0, 0.0
    for _ in range(games):
        seen, _ = seat.reset()
        over = False
        while not over:
            if model is None:
                action = seat.rng.choice(seat.environment.offered)
            else:
                action, _ = model.predict(seen, action_masks=seat.action_masks(), deterministic=False)
            seen, reward, over, _, _ = seat.step(action)
        outcome = seat.environment.game.outcome
        assert outcome is not None
        places = outcome["places"]
        first += (places[seat.seat] == 1) / places.count(1)
        total += reward
    return first / games, total / games


def main() -> None:
    """Learns, and tells how it plays before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(PLAYERS))
    parser.add_argument("--steps", type=int, default=25_000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--save")
    given = parser.parse_args()
    chance = measure(given.game, None, given.games)
    begun = time.process_time()
    model = learn(given.game, given.steps)
    spent = time.process_time() - begun
    first, reward = measure(given.game, model, given.games)
    print(f"| {given.game} | {given.steps} | {spent / 60:.1f} | {given.games} | {chance[0]:.1%} | {first:.1%} | {reward:+.2f} |")
    if given.save:
        model.save(given.save)


if __name__ == "__main__":
    main()
