"""What is known of a game without asking the referee, for both the blocking and the `asyncio` game."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

from ._json import Line
from ._table import Table
from .types import wire

if TYPE_CHECKING:
    from typing_extensions import NotRequired

A = TypeVar("A")
"""Actions."""
C = TypeVar("C")
"""Draws."""
V = TypeVar("V")
"""Views."""
S = TypeVar("S")
"""States."""

TIMEOUT = 60.0

EXACT = 2**53 - 1
"""Larger numbers in JSON are not exact everywhere, so larger seeds are written as strings."""


class How(TypedDict):
    """The arguments that begin a game; `Game` explains them."""

    players: NotRequired[int | None]
    seed: NotRequired[int | None]
    options: NotRequired[Mapping[str, Any] | None]
    names: NotRequired[Sequence[str] | None]
    state: NotRequired[Mapping[str, Any] | None]
    emit: NotRequired[str]
    editions: NotRequired[Sequence[str | os.PathLike[str]]]
    timeout: NotRequired[float | None]


def header(game: str, **given: Any) -> Line:
    """The header that asks for a game."""
    asked = {"game": game, **{key: value for key, value in given.items() if value is not None}}
    seed = asked.get("seed")
    if isinstance(seed, int) and seed > EXACT:
        asked["seed"] = str(seed)
    return asked


def paths(files: Sequence[str | os.PathLike[str]]) -> tuple[str, ...]:
    """Paths as strings."""
    return tuple(os.fspath(file) for file in files)


class Known(Generic[A, C, V, S]):
    """A game as far as it is known."""

    _table: Table

    @property
    def name(self) -> str:
        """The name of the game."""
        return str(self._table.header["game"])

    @property
    def players(self) -> int:
        """How many play; they are numbered from 0."""
        return int(self._table.header["players"])

    @property
    def header(self) -> Line:
        """What the game is played with: the seed, every option, the edition and its digest."""
        return self._table.header

    @property
    def to_act(self) -> int | None:
        """The player who is to act; `None` while a draw is due and at the end."""
        return self._table.to_act

    @property
    def chance(self) -> bool:
        """Whether you have to give a draw; with a seed, never."""
        return bool(self._table.next == "chance")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._table.next == "over")

    @property
    def outcome(self) -> wire.Outcome | None:
        """How it ended: `places` (1 is best), `scores` and the `reason`; `None` while it goes on."""
        outcome: Any = self._table.outcome
        ended: wire.Outcome | None = outcome
        return ended

    @property
    def details(self) -> Any:
        """What the game reports about its end besides the outcome."""
        return self._table.details

    def __repr__(self) -> str:
        due = "over" if self.over else "a draw is due" if self.chance else f"player {self.to_act} is to act"
        return f"<{self.name} for {self.players}: {due}>"
