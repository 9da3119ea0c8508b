"""The exceptions: a broken rule, a malformed line, a process that has died, and others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Violation:
    """A broken rule, as it is written and as it was broken."""

    rule: str
    """The rule's id, such as ``tectonic.mount-range``; `referee.explain` explains it."""
    statement: str
    """What the rule demands."""
    message: str
    """How it was broken this time."""
    source: str
    """How well the rule is founded: ``printed``, ``decided`` or ``reconstructed``."""
    refs: tuple[str, ...] = ()
    """The numbered rules and decisions that it comes from."""
    facts: Any = field(default=None, hash=False)
    """The same as the message, as data."""
    data: str | None = None
    """The weakest mark among the edition's data that it rests on; `None` if it rests on none."""

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> Violation:
        """Reads a violation as answers and verdicts write it."""
        return cls(
            rule=written["rule"],
            statement=written["statement"],
            message=written["message"],
            source=written["source"],
            refs=tuple(written["refs"]),
            facts=written["facts"],
            data=written.get("data"),
        )

    def __str__(self) -> str:
        refs = f" ({', '.join(self.refs)})" if self.refs else ""
        return f"{self.rule}{refs}: {self.message}"


class RefereeError(Exception):
    """The base of all exceptions of this package."""


class Illegal(RefereeError, ValueError):
    """The rules forbid it. Nothing has changed, and the game goes on."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations: tuple[Violation, ...] = tuple(violations)
        super().__init__("; ".join(map(str, self.violations)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.violations,)


class Malformed(RefereeError, ValueError):
    """It does not follow the protocol: not an action of this game, an unknown option or game. Nothing has changed."""


class Contradicted(RefereeError, ValueError):
    """A record makes a false claim about its game."""


class Failed(RefereeError):
    """The program ended with an error; the message is the program's."""


class ProgramMissing(RefereeError, FileNotFoundError):
    """The program ``referee`` was not found."""


class Died(RefereeError):
    """The process that judged the game has ended. `Game.copy` continues the game in a new one."""

    def __init__(self, why: str, code: int | None = None, last_words: str = "") -> None:
        self.why = why
        self.code = code
        """Its exit code, or minus the number of the signal that ended it."""
        self.last_words = last_words
        """The end of what it wrote to standard error."""
        said = f"; its last words: {last_words}" if last_words else ""
        super().__init__(f"{why}{said}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.why, self.code, self.last_words)
