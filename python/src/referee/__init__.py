"""The rules referee for five board games, for Python: it checks every move and says why."""

from __future__ import annotations

from ._game import Game
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

__all__ = [
    "Contradicted",
    "Died",
    "Failed",
    "Game",
    "Illegal",
    "Malformed",
    "ProgramMissing",
    "RefereeError",
    "Violation",
]
