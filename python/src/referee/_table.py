"""A game as a conversation with the referee, without the sending and receiving of lines: the blocking game and the one for
`asyncio` each add that."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ._json import Line, encode
from .errors import Contradicted, Illegal, Malformed, RefereeError, Violation

T = TypeVar("T")

Talk = Generator["bytes | None", Line, T]
"""A conversation: it yields what to send, or `None`, and receives the next answer."""

OF_A_HEADER = ("game", "players", "seed", "draws", "options", "edition", "names", "about", "match", "state")
LISTED = ("legal", "legal_ids", "legal_n", "exhaustive", "draws")
OF_AN_EVENT = ("player", "action", "chance", "forfeit", "abort")


def refuse(answer: Line) -> None:
    """Raises an exception if an answer finds fault with a line."""
    if "violations" in answer:
        raise Illegal(map(Violation.of, answer["violations"]))
    if "malformed" in answer:
        raise Malformed(answer["malformed"]["message"])
    if "contradicted" in answer:
        false = answer["contradicted"]
        raise Contradicted("; ".join(f"{one['claim']}: said {one['claimed']}, is {one['actual']}" for one in false))


def closing(name: str) -> Talk[None]:
    """Frees a table."""
    answer = yield encode({"table": name, "close": True})
    while "truncated" in answer:
        answer = yield None


def together(talks: Sequence[Talk[Any]]) -> Talk[list[Any]]:
    """Holds many conversations at once: all is sent before the first answer is read. The first refusal is raised at the end."""
    sent: bytes | None = b"".join(next(talk) or b"" for talk in talks)
    results: list[Any] = []
    wrong: RefereeError | None = None
    for talk in talks:
        try:
            answer = yield sent
            sent = None
            while True:
                talk.send(answer)
                answer = yield None
        except StopIteration as end:
            results.append(end.value)
        except RefereeError as error:
            wrong = wrong or error
            results.append(None)
    if wrong is not None:
        raise wrong
    return results


class Table:
    """What is known of one game, and the conversations that change it."""

    def __init__(self, header: Mapping[str, Any], name: str, emit: str) -> None:
        self.name = name
        """Its name among the tables of its process."""
        self._begin = f'{{"table":"{name}",'
        self.emit = emit
        """What comes with every answer."""
        self.asked: Line = {"referee": 1, **header}
        """The header as it was asked for."""
        self.header: Line = {}
        """The header as it was answered, with every option, the edition and, if numbers come with the answers, their list."""
        self.inputs: list[Line] = []
        """All accepted lines; with them the game can be played again."""
        self.last: Line = {}
        """The last answer to something that changed the game."""
        self.next: Any = None
        """Whose turn it is: `{"player": 0}`, "chance" or "over"."""
        self.forfeited: set[int] = set()
        """The players for whom the referee acts."""
        self.outcome: Line | None = None
        self.details: Any = None

    @property
    def to_act(self) -> int | None:
        """Who is to act."""
        due: Any = self.next
        player: int | None = due["player"] if due not in (None, "chance", "over") else None
        return player

    @property
    def draws(self) -> bool:
        """Whether the referee makes the draws."""
        return "seed" in self.asked and "draws" not in self.asked

    def open(self) -> Talk[None]:
        """Begins the game."""
        answer = yield self._line({**self.asked, "emit": self.emit})
        refuse(answer)
        self.header = {key: answer.pop(key) for key in (*OF_A_HEADER, "action_space") if key in answer}
        yield from self._settle(answer)

    def _line(self, line: Line) -> bytes:
        return encode({"table": self.name, **line})

    def put(self, line: Line) -> Talk[Line]:
        """Plays an action, a draw or a ruling, and returns the answer to it."""
        return self._put(self._line(line))

    def choose(self, key: str, number: int) -> Talk[Line]:
        """Plays the action at a place of the legal list ("pick"), or with a number ("id")."""
        # Most lines are of this form, and a number is written as it is.
        plain = type(number) is int
        return self._put(f'{self._begin}"{key}":{number}}}\n'.encode() if plain else self._line({key: number}))

    def _put(self, sent: bytes) -> Talk[Line]:
        answer = yield sent
        refuse(answer)
        self._keep({key: answer[key] for key in OF_AN_EVENT if key in answer})
        yield from self._settle(answer)
        return answer

    def _keep(self, line: Line) -> None:
        self.inputs.append(line)
        if "forfeit" in line:
            self.forfeited.add(line["forfeit"]["player"])

    def _settle(self, answer: Line) -> Talk[None]:
        """Reads what the referee adds, until a player has to act or a draw has to be given."""
        while True:
            self.next = due = answer["next"]
            if due == "over":
                more = "outcome" not in answer and "abort" not in answer
                self.last = answer
            elif due == "chance":
                more = self.draws
            else:
                more = bool(self.forfeited) and self.draws and due["player"] in self.forfeited
            if not more:
                break
            answer = yield None
        if "outcome" in answer:
            # The public view and the empty list came with the line before this one.
            self.outcome, self.details = answer["outcome"], answer.get("details")
        else:
            self.last = answer

    def ask(self, query: Any) -> Talk[Line]:
        """Asks a query, which changes nothing."""
        answer = yield self._line({"query": query})
        refuse(answer)
        return answer

    def play(self, action: Any, player: int | None) -> Talk[Line]:
        """Plays an action of a player; `None`: of the player who is to act."""
        return self.put({"action": action} if player is None else {"player": player, "action": action})

    def listed(self, form: str = "legal") -> Talk[Line]:
        """What may be done ("legal", or as numbers "legal_ids") or drawn now, from the last answer or else from a query."""
        if form not in self.last and "draws" not in self.last:
            answer = yield from self.ask(form)
            self.last.update((key, answer[key]) for key in LISTED if key in answer)
        return self.last

    def told(self, player: int | str | None) -> Any:
        """The view of a player if it came with the last answer; `None` if not."""
        viewer = self.last.get("viewer")
        if viewer is not None and (player is None or player == viewer):
            return self.last["view"]
        return None

    def view(self, player: int | str | None) -> Talk[Any]:
        """What a player may know; `None`: the player who is to act, or at the end the public."""
        told = self.told(player)
        if told is not None:
            return told
        if player is None:
            player = "public" if self.to_act is None else self.to_act
        return (yield from self.ask({"view": player}))["view"]

    def undo(self) -> Talk[int]:
        """Takes back the last accepted line, with everything that the referee added."""
        answer = yield self._line({"query": "undo"})
        refuse(answer)
        self.inputs.pop()
        self.forfeited = {line["forfeit"]["player"] for line in self.inputs if "forfeit" in line}
        self.last, self.next, self.outcome, self.details = answer, answer["next"], None, None
        undone: int = answer["undone"]
        return undone

    def replay(self, lines: Iterable[Line]) -> Talk[None]:
        """Plays lines again. All are written before the first answer is read."""
        lines = list(lines)
        sent: bytes | None = b"".join(map(self._line, lines))
        wrong: Exception | None = None
        for line in lines:
            answer = yield sent
            sent = None
            try:
                refuse(answer)
            except RefereeError as error:
                wrong = wrong or error
            else:
                self._keep(line)
                yield from self._settle(answer)
        if wrong is not None:
            raise wrong
