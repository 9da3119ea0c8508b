"""Measures the package: steps of one game, of 64 games at once and of an environment, and the start of a process.

usage: taskset --cpu-list 0 python tools/speed.py [GAME ...]

A step parses the view and the legal actions of the player on turn. Times are by the clock, so the machine should have
nothing else to do; of several rounds the best counts. On one processor no time is lost by waking another. The environments
need the extra `pettingzoo`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import referee

PLAYERS = {"tectonic": 2, "wigwam": 2, "wangdo": 3, "we-will-wok-you": 3, "wongar": 3}
ROUNDS = 3
AT_ONCE = 64


def begin(name: str, seed: int) -> Any:
    return referee.Game(name, players=PLAYERS[name], seed=seed, emit="view:actor,legal")


def choose(game: Any, rng: random.Random) -> int:
    game.view()
    return rng.randrange(len(game.legal()))


def alone(name: str, steps: int) -> int:
    """The same games as `at_once`, one after the other."""
    done = 0
    for seed in range(AT_ONCE):
        rng = random.Random(seed)
        with begin(name, seed) as game:
            for _ in range(steps):
                if game.over:
                    break
                game.pick(choose(game, rng))
                done += 1
    return done


def at_once(name: str, steps: int) -> int:
    games = [(begin(name, seed), random.Random(seed)) for seed in range(AT_ONCE)]
    done = 0
    for _ in range(steps):
        live = [(game, rng) for game, rng in games if not game.over]
        if not live:
            break
        referee.pick_all([game for game, _ in live], [choose(game, rng) for game, rng in live])
        done += len(live)
    for game, _ in games:
        game.close()
    return done


@cache
def made(name: str) -> Any:
    from referee.pettingzoo import env

    return env(name, players=PLAYERS[name])


def environment(name: str, steps: int) -> int:
    env = made(name)
    rng = random.Random(1)
    env.reset(seed=1)
    for _ in range(steps * 8):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset(seed=rng.randrange(1 << 30))
            observation = env.last()[0]
        (legal,) = observation["action_mask"].nonzero()
        env.step(legal[rng.randrange(len(legal))])
    return steps * 8


def per_second(what: Callable[[str, int], int], name: str, steps: int) -> float:
    # The first round loads what is needed once.
    what(name, 1)
    best = 0.0
    for _ in range(ROUNDS):
        before = time.perf_counter()
        done = what(name, steps)
        best = max(best, done / (time.perf_counter() - before))
    return best


def start() -> float:
    """The least time from nothing to the first answer, in milliseconds."""
    best = 1e9
    for timeout in range(20):
        before = time.perf_counter()
        # Games with different limits share no process.
        with referee.Game("tectonic", seed=1, timeout=100 + timeout):
            best = min(best, time.perf_counter() - before)
    return best * 1000


def main() -> None:
    print(f"start of a process: {start():.1f} ms")
    for name in sys.argv[1:] or list(PLAYERS):
        steps = 12 if name == "wigwam" else 100
        for what in (alone, at_once, environment):
            print(f"{name}: {what.__name__.replace('_', ' ')}: {per_second(what, name, steps):,.0f} steps a second")


main()
