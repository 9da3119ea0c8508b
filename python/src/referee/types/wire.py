"""What all games share.

Written by `tools/types_from_schemas.py`; changes are made there.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict, Union


class Outcome(TypedDict):
    """The result of a finished game."""

    places: list[int]
    """For each player, 1 + the number of players who did better."""
    scores: Union[None, list[int]]
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


class ClockTerms(TypedDict):
    """A clock."""

    bank_ms: Union[None, int]
    """The time for the whole game, in milliseconds; `null`: only single moves are limited."""
    inc_ms: int
    """The time added to the bank after every move, in milliseconds."""
    move_ms: Union[None, int]
    """The time for one move, in milliseconds; `null`: only the bank limits it."""


class LimitTerms(TypedDict):
    """The limits that hold for all seats."""

    start_ms: int
    """How long a new process may take to write its first line, in milliseconds; it has no meaning without a clock."""
    margin_ms: int
    """The allowance added to every time limit, in milliseconds."""
    memory: int
    """The most memory that a bot may use, in bytes."""
    idle_cpu_ms: int
    """The most processor time that a bot may use in a game while it is not its turn, in milliseconds."""
    pondering: bool
    """Whether bots may run while it is not their turn."""
    max_turns: int
    """The number of actions and draws after which the game is called off; 0: never."""


class SeatTerms(TypedDict):
    """The limits of one seat."""

    clock: Union[None, ClockTerms]
    """How long it may think; `null`: as long as it likes."""
    memory: int
    """The most memory that it may use, in bytes."""
    pondering: bool
    """Whether it may run while it is not its turn."""


Adjudication: TypeAlias = Literal["standing", "draw"]
"""How a game that is called off is decided nevertheless."""


Lists: TypeAlias = Literal["none", "number", "full"]
"""How much a match tells of what is legal."""


class Match(TypedDict, total=False):
    """What a match between bots adds to a header. Other programs may add more."""

    game_id: str
    """The id of the game, which also names its transcript."""
    commitment: str
    """The digest of the seed and the nonce."""
    position: int
    """The number of the position that the game starts from, in the file of positions."""
    nonce: str
    """Only in the record: the nonce, in hexadecimal."""
    held: list[str]
    """Only in the record: what confined every bot."""
    files: list[dict[str, str]]
    """Only in the record: for each seat, the files of its bot with their SHA-256."""
    clock: Union[None, ClockTerms]
    """How long bots may think; `null`: as long as they like."""
    limits: LimitTerms
    """The limits that hold for all seats."""
    by_seat: list[SeatTerms]
    """For each seat, the limits that may differ. Absent: they do not."""
    adjudicate: Adjudication
    """How a game of `max_turns` is decided. Absent: it is called off."""
    resign: bool
    """Whether bots may resign. Absent: they may not."""
    on_illegal: str
    """What an illegal action costs: `forfeit`, `random`, or `retry:` and how many are forgiven."""
    on_unreadable: str
    """What an unreadable answer costs. Absent: what an illegal action costs."""
    lists: Lists
    """How much bots are told of what is legal."""
    ask_text: bool
    """Whether questions are put in words as well. Absent: they are not."""
    bots: list[str]
    """Who plays at the other seats, where `referee sit` chose them."""
    seat: int
    """Only for a bot: its own seat."""


class _Ask(TypedDict):
    id: int
    """Its number, to be repeated in the answer."""


class Ask(_Ask, total=False):
    """A question to a seat, and how it is put in words, if it is."""

    bank_ms: int
    """The bank left for the rest of the game, in milliseconds; absent without a bank."""
    move_ms: int
    """The time limit for this answer, in milliseconds; absent if only the bank limits it."""
    left: int
    """How many attempts remain after this one; absent on the first. If unreadable answers have a budget of their own,
    these are attempts at a legal action."""
    left_unreadable: int
    """How many more unreadable answers are forgiven, if they have a budget of their own; absent on the first
    attempt."""
    text: str
    """The question in words. Absent: it is not put in words."""


Whole: TypeAlias = int
"""A whole number as it was sent. One outside the range of `i64` is refused: answers could not repeat it exactly."""


Player: TypeAlias = int
"""A player, numbered from 0 in turn order round the table."""


class _AnswerPick(TypedDict):
    ask: int
    """The `id` of the question."""
    pick: Whole
    """The place of the action in the legal list, from 0."""


class AnswerPick(_AnswerPick, total=False):
    player: Player
    note: str
    """Kept in the record; no player sees it."""
    eval: float
    """What the bot thinks of its position, for the record."""


class _AnswerId(TypedDict):
    ask: int
    """The `id` of the question."""
    id: Whole
    """The number of the action in the list of all actions."""


class AnswerId(_AnswerId, total=False):
    player: Player
    note: str
    """Kept in the record; no player sees it."""
    eval: float
    """What the bot thinks of its position, for the record."""


class _AnswerSay(TypedDict):
    ask: int
    """The `id` of the question."""
    say: str
    """The action in words."""


class AnswerSay(_AnswerSay, total=False):
    player: Player
    note: str
    """Kept in the record; no player sees it."""
    eval: float
    """What the bot thinks of its position, for the record."""


class AnswerResign(TypedDict):
    ask: int
    """The `id` of the question."""
    resign: Literal[True]
    """The bot gives the game up."""


class Hello(TypedDict, total=False):
    """How a bot introduces itself."""

    name: str
    """Its name, of at most 100 bytes."""
    version: str
    """Its version, of at most 100 bytes."""
    legal: bool
    """Whether it wants the lists of legal actions, in this game and later ones. Absent: yes."""


class Introduction(TypedDict):
    """The line with which a bot introduces itself."""

    hello: Hello
    """Who it is."""
