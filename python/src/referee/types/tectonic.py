"""What stands in lines of `tectonic`.

Written by `tools/types_from_schemas.py`; changes are made there.
"""

from __future__ import annotations

from typing import Literal, NoReturn, TypeAlias, TypedDict, Union

from .wire import AnswerId as AnswerId
from .wire import AnswerPick as AnswerPick
from .wire import AnswerResign as AnswerResign
from .wire import AnswerSay as AnswerSay
from .wire import Introduction as Introduction
from .wire import Player as Player


Square: TypeAlias = str
"""A square: file a to j (left to right seen by White), rank 1 to 10 (from White's side)."""


_ActionMoveFields = TypedDict("_ActionMoveFields", {"from": Square, "to": Square})


class ActionMoveFields(_ActionMoveFields, total=False):
    """Move a piece, and turn a neighbour of the square it arrives on."""

    flip: Square
    """The neighbour that is turned. Absent: none."""


class ActionMove(TypedDict):
    """Move a piece, and turn a neighbour of the square it arrives on."""

    move: ActionMoveFields


Action: TypeAlias = Union[Literal["pass"], ActionMove]
"""What a player may do."""


Chance: TypeAlias = NoReturn
"""The chance of a game without chance: it has no values."""


Colour: TypeAlias = Literal["white", "black"]
"""A side."""


Squares: TypeAlias = list[Square]


class Pieces(TypedDict, total=False):
    """Pieces by type."""

    hills: Squares
    """Squares of hills."""
    peaks: Squares
    """Squares of peaks."""
    mounts: Squares
    """Squares of mounts."""


class Red(TypedDict, total=False):
    """Red pieces by the colour of their other face."""

    white: Pieces
    """Red pieces that belong to White."""
    black: Pieces
    """Red pieces that belong to Black."""


class Counts(TypedDict):
    """Numbers of pieces by type, 0 to 3 each."""

    hills: int
    peaks: int
    mounts: int


class Reserve(TypedDict):
    """Pieces in reserve by owner."""

    white: Counts
    """White's reserve."""
    black: Counts
    """Black's reserve."""


Reason: TypeAlias = Literal["trio", "all-red", "no-move", "repetition", "no-flip", "ply-limit"]
"""Why a game ended."""


Moves: TypeAlias = str
"""Moves, separated by blanks: the square left and the square reached; then `*` and the square of a piece that was
turned over, or `+` and that of one that was exchanged. Or `pass`."""


class _View(TypedDict):
    turn: Colour
    """The side to move."""
    white: Pieces
    """The pieces that show white."""
    black: Pieces
    """The pieces that show black."""
    quiet: int
    """Plies since the last flip."""
    plies: int
    """Plies since the start."""


class View(_View, total=False):
    """A position as JSON; see the module."""

    red: Red
    """The red pieces, by the colour of their other face."""
    reserve: Reserve
    """The pieces in reserve. Absent: what is not on the board."""
    passes: int
    """How many of the last plies were passes, 0 to 2."""
    over: Reason
    """Why the game is over. Absent: it goes on, unless the position decides it."""
    moves: Moves
    """The moves that led here, as far back as repetitions are counted. Absent: none, so the count begins here."""


class StateCounts(TypedDict, total=False):
    """Numbers of pieces by type, 0 to 3 each."""

    hills: int
    peaks: int
    mounts: int


class StateReserve(TypedDict):
    """Pieces in reserve by owner."""

    white: StateCounts
    """White's reserve."""
    black: StateCounts
    """Black's reserve."""


class _State(TypedDict):
    turn: Colour
    """The side to move."""


class State(_State, total=False):
    """A position as JSON; see the module."""

    white: Pieces
    """The pieces that show white."""
    black: Pieces
    """The pieces that show black."""
    red: Red
    """The red pieces, by the colour of their other face."""
    reserve: StateReserve
    """The pieces in reserve. Absent: what is not on the board."""
    quiet: int
    """Plies since the last flip."""
    plies: int
    """Plies since the start."""
    passes: int
    """How many of the last plies were passes, 0 to 2."""
    over: Reason
    """Why the game is over. Absent: it goes on, unless the position decides it."""
    moves: Moves
    """The moves that led here, as far back as repetitions are counted. Absent: none, so the count begins here."""


RegionsName: TypeAlias = Literal["triangle", "rectangle"]
"""The shape of the regions."""


SetupName: TypeAlias = Literal["S1", "S2", "S3", "S4"]
"""The start squares: of White's in the corner at a1, the others mirrored."""


PeakBack: TypeAlias = Literal["straight", "diagonal"]
"""How a peak moves backward (R13)."""


Flip: TypeAlias = Literal["compulsory", "optional"]
"""Whether a player must turn a piece if one can be turned (D1)."""


Recovery: TypeAlias = Literal["arrival", "newcomer"]
"""Which pieces turn a red one that they come beside (P8)."""


NoMove: TypeAlias = Literal["lose", "pass", "draw"]
"""What happens to a player who cannot move (D9)."""


class Options(TypedDict, total=False):
    """The options of TecTonic."""

    regions: RegionsName
    """The shape of the regions."""
    setup: SetupName
    """The start squares."""
    peak_back: PeakBack
    """How a peak moves backward."""
    flip: Flip
    """Whether what can be turned must be turned."""
    trio_by_conversion: bool
    """Whether a trio completed by a flip wins (D10)."""
    recovery: Recovery
    """Which pieces turn a red one that they come beside."""
    no_move: NoMove
    """What happens to a player who cannot move."""
    repetition: int
    """The occurrence of a position that draws the game, at least 2; 0: off."""
    no_flip_plies: int
    """The plies without a flip that draw the game; 0: off."""
    ply_limit: int
    """The plies that draw the game, flips or not; 0: off. With `repetition` off too, a game can last for ever."""


Details: TypeAlias = None


class _AnswerAct(TypedDict):
    ask: int
    """The `id` of the question."""
    action: Action
    """The action."""


class AnswerAct(_AnswerAct, total=False):
    player: Player
    note: str
    """Kept in the record; no player sees it."""
    eval: float
    """What the bot thinks of its position, for the record."""


Answer: TypeAlias = Union[AnswerPick, AnswerId, AnswerAct, AnswerSay, AnswerResign, Introduction]
"""A line that a bot writes."""
