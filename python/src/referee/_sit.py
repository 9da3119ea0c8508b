"""A seat at a table with built-in players: a process of `referee sit`, which tells no more than the seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._json import Line, encode
from ._pipe import Pipe
from ._table import Talk


def _heard(sent: bytes | None) -> Talk[list[Line]]:
    """Sends a line, and reads up to the line that ends what is said to it."""
    lines = [(yield sent)]
    while not ("ask" in lines[-1] or "words" in lines[-1] or "outcome" in lines[-1] or _is_last(lines[-1])):
        lines.append((yield None))
    return lines


def _is_last(line: Line) -> bool:
    return "malformed" in line and line.get("next") == "over"


class Seat:
    """A game in progress, as one player knows it."""

    def __init__(
        self,
        game: str,
        *,
        players: int,
        seat: int,
        bots: Sequence[str],
        options: Mapping[str, str],
        seed: int | None,
        lists: str,
        record: str | None,
        timeout: float,
    ) -> None:
        flags = ["sit", f"--game={game}", f"--players={players}", f"--seat={seat}", f"--lists={lists}"]
        flags += [f"--bot={bot}" for bot in bots] + [f"--option={key}={value}" for key, value in options.items()]
        flags += [] if seed is None else [f"--seed={seed}"]
        flags += [] if record is None else [f"--record={record}"]
        self.game = game
        self.seat = seat
        self.lists = lists
        self.undone = 0
        """How many actions have been taken back, those of others included."""
        self._words: list[str] | None = None
        self._pipe = Pipe(flags, timeout)
        self.close = self._pipe.close
        """Ends the game."""
        try:
            self._hear(None)
        except BaseException:
            self.close()
            raise

    def _hear(self, line: Line | None) -> list[Line]:
        lines = self._pipe.hold(_heard(None if line is None else encode(line)))
        last = lines[-1]
        refused = "malformed" in last or "violations" in last
        if "ask" in last:
            self._id: int = last["ask"]["id"]
        if not refused and "words" not in last:
            self._outcome: Line | None = last.get("outcome")
            self._words = None
            if self._outcome is None:
                self._question = last
        return lines

    @property
    def outcome(self) -> Line | None:
        """How the game ended; `None` while it goes on."""
        return self._outcome

    @property
    def text(self) -> str:
        """The last question in words, as it was first put."""
        text: str = self._question["ask"]["text"]
        return text

    @property
    def view(self) -> Any:
        """All that the seat knew of the position when it was asked last."""
        return self._question["view"]

    @property
    def legal_n(self) -> int | None:
        """How many actions are legal; `None` if that is not told."""
        return self._question.get("legal_n") if self._outcome is None else None

    @property
    def exhaustive(self) -> bool:
        """Whether all of them are listed."""
        return bool(self._question.get("exhaustive", False))

    def legal(self) -> list[tuple[str, Any]]:
        """The legal actions in words and, unless there are very many, as JSON."""
        if self._outcome is not None or self.lists != "full":
            return []
        words = self._words
        if words is None:
            words = self._words = self._hear({"query": "words"})[-1]["words"]
        actions: list[Any] = self._question.get("legal", [None] * len(words))
        return list(zip(words, actions, strict=True))

    def answer(self, choice: Line) -> Line:
        """Answers the open question; returns the refusal if the answer was not taken, or an empty line."""
        if self._outcome is not None:
            return {"malformed": {"message": "the game is over"}}
        lines = self._hear({"ask": self._id, **choice})
        return lines[0] if "violations" in lines[0] or "malformed" in lines[0] else {}

    def undo(self) -> int:
        """Takes back the seat's last action and all that followed; returns how many actions that were."""
        lines = self._hear({"query": "undo"})
        undone: int = lines[0].get("undone", 0)
        self.undone += undone
        return undone
