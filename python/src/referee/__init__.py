"""The rules referee for five board games, for Python: it checks every move and says why."""

from __future__ import annotations

from ._game import Game
from ._validate import validate
from .bots import Bot, Question, bot
from .errors import (
    Contradicted,
    Died,
    Failed,
    Illegal,
    Malformed,
    ProgramMissing,
    RefereeError,
    Violation,
)
from .rulebook import Rule, actions, explain, games, rulebook, rules

pick_all = Game.pick_all

__all__ = [
    "Bot",
    "Contradicted",
    "Died",
    "Failed",
    "Game",
    "Illegal",
    "Malformed",
    "ProgramMissing",
    "Question",
    "RefereeError",
    "Rule",
    "Violation",
    "actions",
    "bot",
    "explain",
    "games",
    "pick_all",
    "rulebook",
    "rules",
    "validate",
]
