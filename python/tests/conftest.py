"""What several tests need."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import referee

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
GAMES = {game["game"]: (game["players"]["least"] + game["players"]["most"]) // 2 for game in referee.games()}
"""Every game, with a number of players."""

every_game = pytest.mark.parametrize("name", GAMES)


def play_on(game: referee.Game, rng: random.Random, steps: int = 100_000) -> None:
    """Plays at random to the end, or so many steps."""
    while steps and not game.over:
        game.pick(rng.randrange(len(game.legal())))
        steps -= 1
