"""What all games share.

Written by `tools/types_from_schemas.py`; changes are made there.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict, Union


class Outcome(TypedDict):
    """The result of a finished game."""

    places: list[int]
    """For each player, 1 + the number of players who did better."""
    scores: Union[list[int], None]
    """For each player, the game's own points; in games without points 2 for a win, 1 each for a draw and 0 for a
    loss. `None` (written `null`) when the game ended by a forfeit."""
    reason: str
    """Why the game ended: one of the game's own kebab-case reasons, or `forfeit`."""


Provenance: TypeAlias = Literal["printed", "decided", "reconstructed"]
"""How well the sources support a rule or a datum, from the strongest support to the weakest."""


class _Violation(TypedDict):
    rule: str
    """The rule's id."""
    refs: list[str]
    """The numbered rules and decisions it is based on."""
    source: Provenance
    """How well the sources support the rule."""
    statement: str
    """What the rule demands."""
    message: str
    """What was wrong in this case."""
    facts: Any
    """The same as data."""


class Violation(_Violation, total=False):
    """A broken rule as it is written."""

    data: Provenance
    """The weakest mark among the edition data that it depends on. Absent: it depends on none."""


Kind: TypeAlias = Literal["valid", "refused", "contradicted", "malformed", "truncated", "redacted", "empty", "unreadable"]
"""The verdict on a game, in the order of the summary."""


ForfeitCause: TypeAlias = Literal["illegal_action", "time_move", "time_bank", "start_timeout", "exit", "signal", "bad_json", "bad_message", "line_too_long", "output_limit", "memory_limit", "cpu_limit", "resignation"]
"""Why a player forfeited."""


AbortCause: TypeAlias = Literal["max_turns", "organiser_abort", "referee_fault"]
"""Why a game was called off."""


class _Fault(TypedDict):
    line: int
    """The line in the file, from 1; for a game that has not ended, the last line."""
    byte: int
    """The offset of that line in the file, from 0."""
    ply: int
    """The number of actions and draws accepted before it; for a game that has not ended, all of them."""
    message: str
    """What is wrong in words, up to 4 kB."""


class Fault(_Fault, total=False):
    """What is wrong, and where."""

    rules: list[str]
    """The rules that are broken, each once."""
    claims: list[str]
    """The claims that are false; `cause` is the claimed cause of a forfeit for an illegal action that the record does
    not show."""
    disputed: bool
    """Whether every broken rule, or the data it depends on, is reconstructed, so that the verdict could be
    disputed."""
    answer: dict[str, Any]
    """What `play` answers to the line, up to 4 kB: `cut` names the keys that are left out or shortened. A falsely
    claimed list has only its first differing entry. Absent: `play` answers nothing."""


class Later(TypedDict):
    """A fault after the first one of a game."""

    verdict: Kind
    """The verdict that it would be, if it were the first."""
    fault: Fault
    """The fault."""


class Exercised(TypedDict):
    """What a game exercises besides its actions."""

    options: dict[str, Any]
    """The options in force."""
    rules: dict[str, int]
    """The rules cited by recorded refusals, with the number of such lines."""


class Place(TypedDict):
    """A game of a run."""

    file: str
    """The file, as in its verdict."""
    game: int
    """The number of the game in the file, from 1."""


class RepeatSameAs(TypedDict):
    """The same was played in this earlier game."""

    same_as: Place


class RepeatBeginningOf(TypedDict):
    """This earlier game began with all of it."""

    beginning_of: Place


class RepeatContinues(TypedDict):
    """It began with all of this earlier game."""

    continues: Place


Repeat: TypeAlias = Union[RepeatSameAs, RepeatBeginningOf, RepeatContinues]
"""What a game repeats."""


class _Verdict(TypedDict):
    file: str
    line: int
    byte: int
    verdict: Kind
    plies: int


class Verdict(_Verdict, total=False):
    """The verdict on a game; see the module."""

    game: int
    plays: str
    refusals: int
    end: str
    forfeits: list[ForfeitCause]
    abort: AbortCause
    fault: Fault
    skipped: int
    later: list[Later]
    later_left_out: dict[str, int]
    exercised: Exercised
    repeats: Repeat
