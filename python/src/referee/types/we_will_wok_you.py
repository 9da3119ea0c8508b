"""What stands in lines of `we-will-wok-you`.

Written by `tools/types_from_schemas.py`; changes are made there.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict, Union

from .wire import AnswerId as AnswerId
from .wire import AnswerPick as AnswerPick
from .wire import AnswerResign as AnswerResign
from .wire import AnswerSay as AnswerSay
from .wire import Introduction as Introduction
from .wire import Player as Player


Line: TypeAlias = Literal[3, 2]
"""A line of coins, by the number of cards in the rows beside it."""


class ActionTakeCoinFields(TypedDict):
    """Take a coin from a line (R21)."""

    line: Line
    """The line."""


class ActionTakeCoin(TypedDict):
    """Take a coin from a line (R21)."""

    take_coin: ActionTakeCoinFields


Row: TypeAlias = Literal["A1", "A2", "B1", "B2"]
"""A row of ingredients."""


class ActionBuyFields(TypedDict):
    """Buy a row for the coins beside it (R25)."""

    row: Row
    """The row."""


class ActionBuy(TypedDict):
    """Buy a row for the coins beside it (R25)."""

    buy: ActionBuyFields


Face: TypeAlias = Literal["broccoli", "broccoli:star", "broccoli:cookie", "broccoli:spoon", "broccoli:bowl", "broccoli:chopsticks", "broccoli:cookie+cookie", "broccoli:cookie+spoon", "broccoli:cookie+bowl", "broccoli:cookie+chopsticks", "broccoli:cookie+star", "broccoli:spoon+spoon", "broccoli:spoon+bowl", "broccoli:spoon+chopsticks", "broccoli:spoon+star", "broccoli:bowl+bowl", "broccoli:bowl+chopsticks", "broccoli:bowl+star", "broccoli:chopsticks+chopsticks", "broccoli:chopsticks+star", "broccoli:star+star", "chicken", "chicken:star", "chicken:cookie", "chicken:spoon", "chicken:bowl", "chicken:chopsticks", "chicken:cookie+cookie", "chicken:cookie+spoon", "chicken:cookie+bowl", "chicken:cookie+chopsticks", "chicken:cookie+star", "chicken:spoon+spoon", "chicken:spoon+bowl", "chicken:spoon+chopsticks", "chicken:spoon+star", "chicken:bowl+bowl", "chicken:bowl+chopsticks", "chicken:bowl+star", "chicken:chopsticks+chopsticks", "chicken:chopsticks+star", "chicken:star+star", "carrot", "carrot:star", "carrot:cookie", "carrot:spoon", "carrot:bowl", "carrot:chopsticks", "carrot:cookie+cookie", "carrot:cookie+spoon", "carrot:cookie+bowl", "carrot:cookie+chopsticks", "carrot:cookie+star", "carrot:spoon+spoon", "carrot:spoon+bowl", "carrot:spoon+chopsticks", "carrot:spoon+star", "carrot:bowl+bowl", "carrot:bowl+chopsticks", "carrot:bowl+star", "carrot:chopsticks+chopsticks", "carrot:chopsticks+star", "carrot:star+star", "tuna", "tuna:star", "tuna:cookie", "tuna:spoon", "tuna:bowl", "tuna:chopsticks", "tuna:cookie+cookie", "tuna:cookie+spoon", "tuna:cookie+bowl", "tuna:cookie+chopsticks", "tuna:cookie+star", "tuna:spoon+spoon", "tuna:spoon+bowl", "tuna:spoon+chopsticks", "tuna:spoon+star", "tuna:bowl+bowl", "tuna:bowl+chopsticks", "tuna:bowl+star", "tuna:chopsticks+chopsticks", "tuna:chopsticks+star", "tuna:star+star", "octopus", "octopus:star", "octopus:cookie", "octopus:spoon", "octopus:bowl", "octopus:chopsticks", "octopus:cookie+cookie", "octopus:cookie+spoon", "octopus:cookie+bowl", "octopus:cookie+chopsticks", "octopus:cookie+star", "octopus:spoon+spoon", "octopus:spoon+bowl", "octopus:spoon+chopsticks", "octopus:spoon+star", "octopus:bowl+bowl", "octopus:bowl+chopsticks", "octopus:bowl+star", "octopus:chopsticks+chopsticks", "octopus:chopsticks+star", "octopus:star+star", "prawn", "prawn:star", "prawn:cookie", "prawn:spoon", "prawn:bowl", "prawn:chopsticks", "prawn:cookie+cookie", "prawn:cookie+spoon", "prawn:cookie+bowl", "prawn:cookie+chopsticks", "prawn:cookie+star", "prawn:spoon+spoon", "prawn:spoon+bowl", "prawn:spoon+chopsticks", "prawn:spoon+star", "prawn:bowl+bowl", "prawn:bowl+chopsticks", "prawn:bowl+star", "prawn:chopsticks+chopsticks", "prawn:chopsticks+star", "prawn:star+star"]
"""An ingredient card: its ingredient, then its symbols, if any."""


Cards: TypeAlias = list[Face]
"""Ingredient cards, in any order; written in deck order."""


class ActionLayFields(TypedDict):
    """Lay cards from the hand that pay for a wok card (R32); the choice of the card follows."""

    cards: Cards
    """The payment."""


class ActionLay(TypedDict):
    """Lay cards from the hand that pay for a wok card (R32); the choice of the card follows."""

    lay: ActionLayFields


Wok: TypeAlias = Literal["W01", "W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09", "W10", "W11", "W12", "W13", "W14", "W15", "W16", "W17", "W18", "W19", "W20", "W21", "W22", "W23", "W24", "W25"]
"""A wok card."""


class ActionTakeWokFields(TypedDict):
    """Take a wok card that has been paid for (R34)."""

    wok: Wok
    """The card."""


class ActionTakeWok(TypedDict):
    """Take a wok card that has been paid for (R34)."""

    take_wok: ActionTakeWokFields


Ingredient: TypeAlias = Literal["broccoli", "chicken", "carrot", "tuna", "octopus", "prawn"]
"""A type of ingredient (R3), in deck order."""


Swap = TypedDict("Swap", {"from": Ingredient, "to": Ingredient})
"""One type of ingredient replaced by another on one card (R63, D18)."""


class _FilledWok(TypedDict):
    wok: Literal["W01", "W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09", "W10", "W11", "W12", "W13", "W14", "W15", "W22", "W23", "W24", "W25"]


class FilledWok(_FilledWok, total=False):
    cooks: list[Wok]
    swap: Swap
    mirror: Literal[True]
    cards: Cards


class _FilledWokToo(TypedDict):
    wok: Literal["W16", "W17", "W18", "W19", "W20", "W21"]


class FilledWokToo(_FilledWokToo, total=False):
    cooks: list[Wok]
    swap: Swap
    mirror: Literal[True]
    left: Cards
    right: Cards


Filled: TypeAlias = Union[FilledWok, FilledWokToo]
"""A red card with everything put on it: `left` and `right` on a concert, `cards` on any other."""


class Declaration(TypedDict):
    """The content of a declaration."""

    woks: list[Filled]
    """The red cards. One that takes no cook and no ingredient may be left out (P9)."""


class ActionScore(TypedDict):
    """Put cooks and ingredients on your red cards at the end (R41)."""

    score: Declaration


Action: TypeAlias = Union[Literal["pass"], ActionTakeCoin, ActionBuy, ActionLay, ActionTakeWok, ActionScore]
"""What a player may do."""


class ChanceIngredient(TypedDict):
    """An ingredient from the pile."""

    ingredient: Face


class ChanceWok(TypedDict):
    """A wok card during set-up."""

    wok: Wok


Chance: TypeAlias = Union[ChanceIngredient, ChanceWok]
"""What may be drawn."""


Lines = TypedDict("Lines", {"3": int, "2": int})
"""Coins by line."""


class Rows(TypedDict, total=False):
    """Ingredients by row."""

    A1: Cards
    A2: Cards
    B1: Cards
    B2: Cards


class Score(TypedDict):
    """The value of a declaration."""

    points: int
    """Points of all wok cards (R46)."""
    unused: int
    """Ingredients on no wok, 0 to 63; with equal points, more of them win (R47)."""


class _Place(TypedDict):
    coins: int
    """Coins in hand."""


class Place(_Place, total=False):
    """One player's things."""

    hand: Cards
    """Ingredients in hand."""
    laid: Cards
    """Ingredients laid as payments."""
    woks: list[Wok]
    """Wok cards."""
    score: Score
    """The player's declaration at the end. Absent: none yet."""


class _View(TypedDict):
    turn: Player
    """The player to act."""
    lines: Lines
    """The coins in the two lines."""
    rows: Rows
    """The ingredients on offer."""
    woks: list[Wok]
    """The wok cards on the table."""
    players: list[Place]
    """The players' things, player 0 first."""


class View(_View, total=False):
    """A position as JSON; see the module."""

    taking: bool
    """Whether the player on turn has paid for a wok card and must choose it."""
    last: int
    """The number of last actions left, 0 while declarations are due. Absent: the end has not been triggered."""
    removed: Cards
    """The ingredients removed at the start."""
    pile: int
    """The number of cards in the draw pile. Absent: all other cards."""


class _State(TypedDict):
    turn: Player
    """The player to act."""
    lines: Lines
    """The coins in the two lines."""
    players: list[Place]
    """The players' things, player 0 first."""


class State(_State, total=False):
    """A position as JSON; see the module."""

    rows: Rows
    """The ingredients on offer."""
    woks: list[Wok]
    """The wok cards on the table."""
    taking: bool
    """Whether the player on turn has paid for a wok card and must choose it."""
    last: int
    """The number of last actions left, 0 while declarations are due. Absent: the end has not been triggered."""
    removed: Cards
    """The ingredients removed at the start."""
    pile: int
    """The number of cards in the draw pile. Absent: all other cards."""


FinalPass: TypeAlias = Literal["forbidden", "allowed"]
"""Whether a player may decline their last action, which every player has after the end was triggered (D3)."""


Payment: TypeAlias = Literal["exactly_four", "at_least_four"]
"""How many identical symbols a payment for a wok card shows (D7)."""


Cooks: TypeAlias = Literal["compulsory", "optional"]
"""Whether a player must give every cook to a red card in the final declaration (D13)."""


DoubleMan: TypeAlias = Literal["printed_order", "player_choice"]
"""Which wok of a concert gets which value of a double-wok man (D17)."""


class Options(TypedDict, total=False):
    """The options of We Will Wok You."""

    final_pass: FinalPass
    """Whether a player may decline their last action, which every player has after the end was triggered."""
    payment: Payment
    """How many identical symbols a payment for a wok card shows."""
    cooks: Cooks
    """Whether a player must give every cook to a red card in the final declaration."""
    double_man: DoubleMan
    """Which wok of a concert gets which of the two values of a double-wok man."""


class _Best(TypedDict):
    points: int
    """Its points."""
    unused: int
    """The ingredients it leaves unused."""
    woks: list[Filled]
    """Its entries; other declarations may be equally good."""


class Best(_Best, total=False):
    """A best declaration."""

    lower_bound: bool
    """Whether a better one may exist, because the search was given up ([`optimum::MOST_STEPS`]). Absent: no."""


class PlayerDetails(TypedDict):
    """One player's declaration and the best possible one."""

    declared: Score
    """The actual declaration."""
    best: Best
    """The best possible declaration: the most points, and with these the most unused ingredients."""
    coins: int
    """His coins, which decide if points and unused ingredients are equal (R48)."""


class Details(TypedDict):
    """Details of a finished game: each player's declaration and the best possible one."""

    players: list[PlayerDetails]
    """An entry for each player."""


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
