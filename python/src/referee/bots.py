"""Bots for `referee match` and tournaments: all you write is a function that chooses."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO, overload

from ._json import Line, decode, encode

KEPT = ("action", "chance", "forfeit", "abort")


@dataclass
class Question:
    """Everything that a bot knows when it is asked."""

    game: str
    """The name of the game."""
    seat: int
    """The bot's number as a player."""
    players: int
    """How many players there are."""
    options: dict[str, Any]
    """The options of the game."""
    view: Any
    """All that the seat may know."""
    legal: list[Any] | None
    """The legal actions; `None` if the list is too long to send or not wanted."""
    legal_n: int
    """How many legal actions there are."""
    exhaustive: bool
    """Whether `legal` has all of them."""
    move_ms: int | None
    """The time for this answer; `None`: no limit."""
    bank_ms: int | None
    """The time left for the game, this answer included; `None`: no limit."""
    header: Line
    """The header of the game."""
    events: list[Line] = field(default_factory=list[Line])
    """What has happened since the last question, as far as the seat may see it."""
    refused: list[Line] = field(default_factory=list[Line])
    """If the last answer was refused, every rule that it broke."""


Choose = Callable[[Question], Any]


class Bot:
    """A function that is asked for an action, or for its place in the list of legal ones."""

    def __init__(self, choose: Choose, name: str, version: str, legal: bool) -> None:
        self.choose = choose
        self.hello: Line = {"hello": {"name": name, "version": version, "legal": legal}}
        self.__doc__ = choose.__doc__

    def __call__(self, question: Question) -> Any:
        """The bot's answer to a question."""
        return self.choose(question)

    def run(self, given: BinaryIO | None = None, out: BinaryIO | None = None) -> None:
        """Answers the judge until standard input ends. What the function prints goes to standard error."""
        source = sys.stdin.buffer if given is None else given
        sink = sys.stdout.buffer if out is None else out
        printed, sys.stdout = sys.stdout, sys.stderr
        try:
            self._send(sink, self.hello)
            header: Line = {}
            events: list[Line] = []
            for text in source:
                line = decode(text)
                if "referee" in line:
                    header, events = line, []
                elif any(key in line for key in KEPT) and "violations" not in line:
                    events.append(line)
                if "ask" in line:
                    self._send(sink, self._answer(header, events, line))
                    events = []
        except BrokenPipeError:
            # The judge is gone.
            pass
        finally:
            sys.stdout = printed

    @staticmethod
    def _send(sink: BinaryIO, line: Line) -> None:
        sink.write(encode(line))
        sink.flush()

    def _answer(self, header: Line, events: list[Line], line: Line) -> Line:
        ask = line["ask"]
        answer = self.choose(
            Question(
                game=header["game"],
                seat=header["match"]["seat"],
                players=header["players"],
                options=header["options"],
                view=line["view"],
                legal=line.get("legal"),
                legal_n=line["legal_n"],
                exhaustive=line["exhaustive"],
                move_ms=ask.get("move_ms"),
                bank_ms=ask.get("bank_ms"),
                header=header,
                events=events,
                refused=line.get("violations", []),
            )
        )
        key = "pick" if isinstance(answer, int) and not isinstance(answer, bool) else "action"
        return {"ask": ask["id"], key: answer}


@overload
def bot(choose: Choose) -> Bot: ...
@overload
def bot(*, name: str = ..., version: str = ..., legal: bool = ...) -> Callable[[Choose], Bot]: ...
def bot(
    choose: Choose | None = None, *, name: str = "", version: str = "", legal: bool = True
) -> Bot | Callable[[Choose], Bot]:
    """Makes a bot of a function from a `Question` to an action, or to the place of one in `legal`.

    A program with `choose.run()` as its last line is a bot for `referee match`. With `legal=False` it receives no lists.
    """

    def made(function: Choose) -> Bot:
        return Bot(function, name or getattr(function, "__name__", "bot"), version, legal)

    return made if choose is None else made(choose)
