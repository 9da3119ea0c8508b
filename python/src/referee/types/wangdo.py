"""What stands in lines of `wangdo`.

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


Colour: TypeAlias = Literal["white", "orange", "black", "blue"]
"""The colour of a stele, and of the temple that takes steles of this colour."""


Steles: TypeAlias = list[Colour]
"""Steles by colour, in any order; written in the order white, orange, black, blue."""


class ActionTakeFields(TypedDict):
    """Take steles from the temples (standard action)."""

    steles: Steles
    """Two; three with `temple_three`; fewer only when the temples hold fewer."""


class ActionTake(TypedDict):
    """Take steles from the temples (standard action)."""

    take: ActionTakeFields


Village: TypeAlias = str
"""A village, V01 to V40; V17 to V24 are there with four players only."""


class ActionPlaceFields(TypedDict):
    """Place a stele on a village and take its token (standard action)."""

    village: Village
    """The village."""
    stele: Colour
    """The stele, from the player's reserve."""


class ActionPlace(TypedDict):
    """Place a stele on a village and take its token (standard action)."""

    place: ActionPlaceFields


class ActionPayFields(TypedDict):
    """Pay one stele of the price."""

    stele: Colour
    """The stele, from the player's reserve."""


class ActionPay(TypedDict):
    """Pay one stele of the price."""

    pay: ActionPayFields


class ActionRitualFields(TypedDict):
    """Take a stele from another temple, or nothing, in a ritual."""

    take: Union[Colour, None]
    """The stele; `null`: none."""


class ActionRitual(TypedDict):
    """Take a stele from another temple, or nothing, in a ritual."""

    ritual: ActionRitualFields


class SealCard(TypedDict):
    card: Literal["three_seals", "extra_action", "draw_three", "discount", "same_colour", "temple_three"]


class SealCardToo(TypedDict):
    card: Literal["board_swap"]
    villages: list[Village]


SealCardTooToo = TypedDict("SealCardTooToo", {"card": Literal["player_swap"], "with": Player, "give": Steles, "take": Steles})


Seal: TypeAlias = Union[SealCard, SealCardToo, SealCardTooToo]
"""A seal card as played, with the fields that its design needs."""


class ActionSeal(TypedDict):
    """Play a seal card."""

    seal: Seal


class ActionReturnFields(TypedDict):
    """Return steles to the bag, down to ten."""

    steles: Steles
    """Exactly the excess."""


ActionReturn = TypedDict("ActionReturn", {"return": ActionReturnFields})
"""Return steles to the bag, down to ten."""


Action: TypeAlias = Union[Literal["draw", "pass", "end_turn"], ActionTake, ActionPlace, ActionPay, ActionRitual, ActionSeal, ActionReturn]
"""What a player may do."""


Token: TypeAlias = Literal["religion", "religion+seal", "education", "education+seal", "military", "military+seal", "trade", "trade+seal", "bear"]
"""A token as it lies on a village: a type of knowledge with or without a Dragon Seal, or a bear."""


class ChanceToken(TypedDict):
    """The token laid on the next village."""

    token: Token


class ChanceStele(TypedDict):
    """A stele from the bag."""

    stele: Colour


Card: TypeAlias = Literal["three_seals", "extra_action", "board_swap", "player_swap", "draw_three", "discount", "same_colour", "temple_three"]
"""A design of seal card (D23 to D30)."""


class ChanceSealCard(TypedDict):
    """A seal card from the pile."""

    seal_card: Card


Chance: TypeAlias = Union[ChanceToken, ChanceStele, ChanceSealCard]
"""What may be drawn."""


class WaitingDeclared(TypedDict):
    """The action that these cards alter."""

    declared: list[Card]


class WaitingDrawFields(TypedDict):
    """A draw from the bag."""

    left: int
    """Steles still to be drawn."""


class WaitingDraw(TypedDict):
    """A draw from the bag."""

    draw: WaitingDrawFields


class _WaitingSealCardFields(TypedDict):
    due: Steles
    """The price."""


class WaitingSealCardFields(_WaitingSealCardFields, total=False):
    """A draw of a seal card; then a price is paid."""

    left: int
    """Steles to be paid of it; absent: all."""


class WaitingSealCard(TypedDict):
    """A draw of a seal card; then a price is paid."""

    seal_card: WaitingSealCardFields


class _WaitingPayFields(TypedDict):
    due: Steles
    """What may still be paid."""


class WaitingPayFields(_WaitingPayFields, total=False):
    """The choice of a stele to pay."""

    left: int
    """Steles still to be paid of it; absent: all."""
    aside: Steles
    """Steles gained in rituals that lie apart until the price is paid."""


class WaitingPay(TypedDict):
    """The choice of a stele to pay."""

    pay: WaitingPayFields


class _WaitingRitualFields(TypedDict):
    temple: Colour
    """The temple that was filled."""
    due: Steles
    """What may still be paid."""


class WaitingRitualFields(_WaitingRitualFields, total=False):
    """The choice of a stele from another temple than this one."""

    left: int
    """Steles still to be paid of it; absent: all."""
    aside: Steles
    """Steles gained in rituals that lie apart until the price is paid."""


class WaitingRitual(TypedDict):
    """The choice of a stele from another temple than this one."""

    ritual: WaitingRitualFields


Reason: TypeAlias = Literal["board-full", "stalemate", "round-limit"]
"""Why a game ended."""


class WaitingOver(TypedDict):
    """Nothing: the game is over."""

    over: Reason


Waiting: TypeAlias = Union[Literal["setup", "act", "return"], WaitingDeclared, WaitingDraw, WaitingSealCard, WaitingPay, WaitingRitual, WaitingOver]
"""What a position waits for."""


Site: TypeAlias = Literal["religion", "religion+seal", "education", "education+seal", "military", "military+seal", "trade", "trade+seal", "bear", "white", "orange", "black", "blue"]
"""The content of a village: a token, or a stele by its colour."""


class Numbers(TypedDict):
    """Numbers of steles by colour."""

    white: int
    orange: int
    black: int
    blue: int


Held: TypeAlias = Union[list[Card], int]
"""Seal cards in a hand."""


class Shown(TypedDict):
    """What is known of one player."""

    reserve: Numbers
    """The steles."""
    tokens: list[Token]
    """The tokens on the board."""
    cards: Held
    """The seal cards held before this turn."""
    new_cards: Held
    """The seal cards gained in this turn."""


class View(TypedDict):
    """What one player knows; see the module. Its fields are those of a position, with numbers for hidden cards."""

    turn: Player
    """The player on turn; at the end, the last player."""
    round: int
    """The round, from 1."""
    owed: int
    """Standard actions still to be done in this turn, without the one in progress."""
    phase: Waiting
    """What the position waits for."""
    villages: dict[str, Site]
    """What lies on each village."""
    temples: Numbers
    """Steles on the altars of each temple."""
    bag: Numbers
    """Steles in the bag."""
    players: list[Shown]
    """The players, in seat order."""
    played: list[Card]
    """The seal cards that were played."""
    unseen: list[Card]
    """The seal cards that the viewer has not seen: the pile and the other hands."""


class StateWaitingDeclared(TypedDict):
    """The action that these cards alter."""

    declared: list[Card]


class StateWaitingDrawFields(TypedDict):
    """A draw from the bag."""

    left: int
    """Steles still to be drawn."""


class StateWaitingDraw(TypedDict):
    """A draw from the bag."""

    draw: StateWaitingDrawFields


class StateWaitingSealCardFields(TypedDict, total=False):
    """A draw of a seal card; then a price is paid."""

    due: Steles
    """The price."""
    left: int
    """Steles to be paid of it; absent: all."""


class StateWaitingSealCard(TypedDict):
    """A draw of a seal card; then a price is paid."""

    seal_card: StateWaitingSealCardFields


class _StateWaitingPayFields(TypedDict):
    due: Steles
    """What may still be paid."""


class StateWaitingPayFields(_StateWaitingPayFields, total=False):
    """The choice of a stele to pay."""

    left: int
    """Steles still to be paid of it; absent: all."""
    aside: Steles
    """Steles gained in rituals that lie apart until the price is paid."""


class StateWaitingPay(TypedDict):
    """The choice of a stele to pay."""

    pay: StateWaitingPayFields


class _StateWaitingRitualFields(TypedDict):
    temple: Colour
    """The temple that was filled."""


class StateWaitingRitualFields(_StateWaitingRitualFields, total=False):
    """The choice of a stele from another temple than this one."""

    due: Steles
    """What may still be paid."""
    left: int
    """Steles still to be paid of it; absent: all."""
    aside: Steles
    """Steles gained in rituals that lie apart until the price is paid."""


class StateWaitingRitual(TypedDict):
    """The choice of a stele from another temple than this one."""

    ritual: StateWaitingRitualFields


class StateWaitingOver(TypedDict):
    """Nothing: the game is over."""

    over: Reason


StateWaiting: TypeAlias = Union[Literal["setup", "act", "return"], StateWaitingDeclared, StateWaitingDraw, StateWaitingSealCard, StateWaitingPay, StateWaitingRitual, StateWaitingOver]
"""What a position waits for."""


class StateNumbers(TypedDict, total=False):
    """Numbers of steles by colour."""

    white: int
    orange: int
    black: int
    blue: int


class Owner(TypedDict, total=False):
    """One player's things."""

    reserve: StateNumbers
    """The steles."""
    tokens: list[Token]
    """The tokens on the board."""
    cards: list[Card]
    """The seal cards held before this turn."""
    new_cards: list[Card]
    """The seal cards gained in this turn."""


class _State(TypedDict):
    villages: dict[str, Site]
    """What lies on each village: a token or a stele. In the set-up, villages without a token yet are absent."""
    temples: StateNumbers
    """Steles on the altars of each temple."""
    players: list[Owner]
    """The players, in seat order."""


class State(_State, total=False):
    """A position as JSON; see the module."""

    turn: Player
    """The player on turn; at the end, the last player."""
    round: int
    """The round, from 1."""
    owed: int
    """Standard actions still to be done in this turn, without the one in progress. Absent: 1 if the player must
    choose an action, otherwise 0."""
    phase: StateWaiting
    """What the position waits for."""
    bag: StateNumbers
    """Steles in the bag. Absent: all that are nowhere else."""
    played: list[Card]
    """The seal cards that were played."""


class Options(TypedDict, total=False):
    """The options of Wangdo."""

    ritual_pays: bool
    """Whether a stele gained in a ritual may pay the rest of the same price (D7, P10). `true`: it joins the reserve
    at once and may pay. `false`: it lies apart until the price is paid, which the rest of the reserve must cover."""
    max_rounds: int
    """The number of complete rounds after which the game ends although no board is full; the player with the most
    tokens then wins (P7). `0`: there is no limit."""
    stalemate: bool
    """Whether the game ends when all can see that no player can ever gain a token again (P6). `true`: it does, and
    the player with the most tokens wins. `false`: it goes on, until the round limit if there is one."""
    three_seals: int
    """The Dragon Seals that one unused card `three_seals` counts when the winner is found (P15b). `3`: three in all.
    `4`: three for its face and one for its back."""


class Details(TypedDict):
    """Details of a finished game besides places and scores."""

    seals: list[int]
    """Dragon Seals of each player (R29)."""
    full: list[bool]
    """Whether the board of each player is full."""


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
