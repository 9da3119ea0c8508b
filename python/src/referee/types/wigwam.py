"""What stands in lines of `wigwam`.

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


Base: TypeAlias = str
"""A base: row A (light's edge) to G (dark's edge), numbered from light's left."""


Bases: TypeAlias = list[Base]


class Arrangement(TypedDict):
    """A side's whole set-up (R4, R5)."""

    chief: Base
    """The chief's base."""
    tents: Bases
    """The tents' bases."""
    warriors: Bases
    """The warriors' bases."""


class ActionArrange(TypedDict):
    """Set up all figures."""

    arrange: Arrangement


ActionMoveFields = TypedDict("ActionMoveFields", {"from": Base, "to": Base})
"""Move a figure without a capture; a chief's long move names only its two ends."""


class ActionMove(TypedDict):
    """Move a figure without a capture; a chief's long move names only its two ends."""

    move: ActionMoveFields


class Jump(TypedDict):
    """One jump of a capture."""

    over: Base
    """The victim's base."""
    to: Base
    """The base the jump ends on."""


Jumps: TypeAlias = list[Jump]
"""The jumps in the order in which they are made."""


ActionCaptureFields = TypedDict("ActionCaptureFields", {"from": Base, "jumps": Jumps})
"""Capture with one figure, once or several times in succession."""


class ActionCapture(TypedDict):
    """Capture with one figure, once or several times in succession."""

    capture: ActionCaptureFields


class HuffForce(TypedDict):
    """The opponent's move is taken back and this figure, named by its base before that move, must capture."""

    force: Base


class HuffRemove(TypedDict):
    """The opponent's move stands and this figure, named by its base after that move, is removed."""

    remove: Base


Huff: TypeAlias = Union[HuffForce, HuffRemove]
"""The response to an omitted capture (R29, R30)."""


class ActionHuff(TypedDict):
    """Punish an omitted capture; only with `capture: huff`."""

    huff: Huff


Action: TypeAlias = Union[ActionArrange, ActionMove, ActionCapture, ActionHuff]
"""What a player may do."""


Chance: TypeAlias = NoReturn
"""The chance of a game without chance: it has no values."""


Side: TypeAlias = Literal["light", "dark"]
"""A side."""


class Figures(TypedDict, total=False):
    """A side's figures by type."""

    chief: Base
    """The chief's base. Absent: captured."""
    warriors: Bases
    """The warriors' bases."""
    tents: Bases
    """The tents' bases."""


HuffingOpenFields = TypedDict("HuffingOpenFields", {"from": Base, "to": Base})
"""The opponent's last move omitted a capture and may be huffed."""


class HuffingOpen(TypedDict):
    """The opponent's last move omitted a capture and may be huffed."""

    open: HuffingOpenFields


class HuffingForced(TypedDict):
    """The side to act was huffed and must capture with the figure on this base."""

    forced: Base


Huffing: TypeAlias = Union[Literal["removed"], HuffingOpen, HuffingForced]
"""The state of a huff."""


Reason: TypeAlias = Literal["chief-captured", "blocked", "warriors-gone", "two-chiefs", "repetition", "no-capture"]
"""Why a game ended."""


class _Position(TypedDict):
    turn: Side
    """The side to act."""
    quiet: int
    """Plies since the last capture or removal."""


class Position(_Position, total=False):
    """A position as JSON; see the module."""

    light: Figures
    """Light's figures. Absent: not arranged yet."""
    dark: Figures
    """Dark's figures. Absent: not arranged yet."""
    huff: Huffing
    """The state of a huff. Absent: there is none."""
    over: Reason
    """Why the game is over. Absent: it goes on, unless the position decides it."""
    seen: dict[str, int]
    """How often each position has occurred since the last capture or removal. Absent: only the present one, once."""


class ViewTurn(TypedDict):
    """Light has arranged in secret and dark is about to arrange."""

    turn: Side
    """The side to arrange."""
    hidden: Side
    """The side whose arrangement is hidden."""


View: TypeAlias = Union[Position, ViewTurn]
"""A position as a viewer sees it."""


class _State(TypedDict):
    turn: Side
    """The side to act."""


class State(_State, total=False):
    """A position as JSON; see the module."""

    light: Figures
    """Light's figures. Absent: not arranged yet."""
    dark: Figures
    """Dark's figures. Absent: not arranged yet."""
    huff: Huffing
    """The state of a huff. Absent: there is none."""
    quiet: int
    """Plies since the last capture or removal."""
    over: Reason
    """Why the game is over. Absent: it goes on, unless the position decides it."""
    seen: dict[str, int]
    """How often each position has occurred since the last capture or removal. Absent: only the present one, once."""


LayoutName: TypeAlias = Literal["L0", "L1", "L2", "L3", "L4"]
"""The start bases; the edition defines them."""


Capture: TypeAlias = Literal["strict", "huff"]
"""What happens to a player who can capture and does not (R27, R29)."""


Chain: TypeAlias = Literal["optional", "compulsory"]
"""Whether a capture that can go on must go on (D4)."""


WarriorChain: TypeAlias = Literal["obtuse", "any"]
"""The angle between two jumps of a warrior (D2)."""


ChiefChain: TypeAlias = Literal["any", "obtuse"]
"""The angle between two jumps of a chief (D3)."""


Blockade: TypeAlias = Literal["fighters", "all_figures"]
"""Which figures must be stuck for a side to be blocked (D7)."""


LoneChiefWin: TypeAlias = Literal["warriors_safe", "all_safe"]
"""Who must be safe for a player to win by having captured all warriors (D10)."""


HuffChief: TypeAlias = Literal["wins", "force_only"]
"""What a huff can do to a chief."""


Placement: TypeAlias = Literal["secret", "open"]
"""How the set-up is shown (P12)."""


class Options(TypedDict, total=False):
    """The options of Wigwam."""

    layout: LayoutName
    """The start bases of the two sides."""
    capture: Capture
    """Whether a player who can capture must."""
    chain: Chain
    """Whether a capture that can go on must go on."""
    warrior_chain: WarriorChain
    """How a warrior may go on from one capture to the next."""
    chief_chain: ChiefChain
    """How a chief may go on from one capture to the next."""
    blockade: Blockade
    """Which figures must be unable to move and capture for a side to be blocked and lose."""
    lone_chief_win: LoneChiefWin
    """Who must be safe from the enemy chief for a player to win by having captured all enemy warriors."""
    huff_chief: HuffChief
    """What a huff can do to a chief; only with `capture: huff`."""
    repetition: int
    """How often the same position must occur for a draw, twice or more; 0: there is no such draw."""
    no_capture_plies: int
    """How many plies in a row, of both players, without a capture make a draw; 0: there is no such draw."""
    placement: Placement
    """Whether dark sees light's arrangement before arranging."""


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
