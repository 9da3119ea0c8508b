"""A game of one of the five, judged move by move."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from . import _records
from ._json import Line
from ._pipe import Pipe, Talk
from ._table import Table

T = TypeVar("T")

TIMEOUT = 60.0


class Game:
    """A game in progress. It ends with its `with` block, by `close`, or when it is no longer used."""

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        state: Mapping[str, Any] | None = None,
        emit: str = "legal",
        editions: Sequence[str | os.PathLike[str]] = (),
        timeout: float | None = TIMEOUT,
    ) -> None:
        """Opens a game by its name.

        With a `seed` the referee draws, without one every draw is given by `draw`. `options` differ from the default,
        `state` is a position to start from, `editions` are files that replace built-in boards and decks. `emit` is what
        every answer brings along, so that asking for it costs no further question: "legal", "view:actor,legal" or
        "none". An answer that takes longer than `timeout` seconds is a process that has died.
        """
        header: Line = {"game": game}
        given = {"players": players, "seed": seed, "options": options, "names": names, "state": state}
        header.update((key, value) for key, value in given.items() if value is not None)
        self._begin(header, emit, [os.fspath(edition) for edition in editions], timeout, [])

    def _begin(
        self, header: Line, emit: str, editions: list[str], timeout: float | None, inputs: Iterable[Line]
    ) -> None:
        self._how = (header, emit, editions, timeout)
        self._owner = os.getpid()
        flags = [flag for edition in editions for flag in ("--edition", edition)]
        self._table = Table(header)
        self._pipe = Pipe(["play", "--emit", emit, *flags], timeout)
        self._pipe.hold(self._table.open())
        if inputs:
            self._pipe.hold(self._table.replay(inputs))

    def _live(self) -> Table:
        if self._owner != os.getpid():
            # In a fork of the process that opened it: the referee that judges belongs to the parent.
            self._begin(*self._how, self._table.inputs)
        return self._table

    def _hold(self, talk: Talk[T]) -> T:
        return self._pipe.hold(talk)

    # What is known

    @property
    def name(self) -> str:
        """The name of the game."""
        return str(self._table.header["game"])

    @property
    def players(self) -> int:
        """How many play; they are numbered from 0."""
        return int(self._table.header["players"])

    @property
    def header(self) -> Line:
        """What the game is played with: the seed, every option, the edition and its digest."""
        return self._table.header

    @property
    def to_act(self) -> int | None:
        """Whose turn it is; nothing while a draw is due and at the end."""
        return self._table.to_act

    @property
    def chance(self) -> bool:
        """Whether a draw is due, which only happens without a seed."""
        return bool(self._table.next == "chance")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._table.next == "over")

    @property
    def outcome(self) -> Line | None:
        """How it ended: `places` (1 is best), `scores` and the `reason`; nothing while it goes on."""
        return self._table.outcome

    @property
    def details(self) -> Any:
        """What a game has to tell of its end besides."""
        return self._table.details

    def legal(self) -> list[Any]:
        """The legal actions of whoever is to act, at most 4096; `exhaustive` tells whether these are all."""
        actions: list[Any] = self._listed().get("legal", [])
        return actions

    @property
    def exhaustive(self) -> bool:
        """Whether `legal` has all legal actions."""
        return bool(self._listed().get("exhaustive", True))

    def possible_draws(self) -> list[tuple[Any, int]]:
        """What may be drawn now, each with its weight."""
        return [(draw["chance"], draw["weight"]) for draw in self._listed().get("draws", [])]

    def _listed(self) -> Line:
        last = self._table.last
        if "legal" in last or "draws" in last:
            return last
        answer = self._hold(self._live().ask("legal"))
        last.update((key, answer[key]) for key in ("legal", "legal_n", "exhaustive", "draws") if key in answer)
        return last

    def view(self, player: int | str | None = None) -> Any:
        """What a player, or the "public", may know; without a name whoever is to act, and at the end the public."""
        last = self._table.last
        if player is None:
            if "view" in last:
                return last["view"]
            player = self.to_act
            player = "public" if player is None else player
        elif "view" in last and last.get("viewer") == player:
            return last["view"]
        return self._hold(self._live().ask({"view": player}))["view"]

    def state(self) -> Any:
        """The whole position, with all that it remembers; the header of another game can begin with it."""
        return self._hold(self._live().ask("state"))["state"]

    # What changes it

    def play(self, action: Any, *, player: int | None = None) -> None:
        """Plays an action, of `player` or whoever is to act. If rules forbid it, `Illegal` names every one of them."""
        line: Line = {"action": action}
        if player is not None:
            line["player"] = player
        self._hold(self._live().put(line))

    def pick(self, place: int) -> Any:
        """Plays what stands at a place of `legal`, from 0, and returns it."""
        return self._hold(self._live().put({"pick": place}))["action"]

    def draw(self, chance: Any) -> None:
        """Makes a draw that is due, as it was made elsewhere."""
        self._hold(self._live().put({"chance": chance}))

    def undo(self) -> int:
        """Takes back the last action or draw and everything that followed from it; returns how many steps that were."""
        return self._hold(self._live().undo())

    def forfeit(self, player: int, cause: str = "illegal_action") -> None:
        """Rules that a player has lost."""
        self._hold(self._live().put({"forfeit": {"player": player, "cause": cause}}))

    def abort(self, cause: str = "organiser_abort") -> None:
        """Calls the game off; it has no outcome then."""
        self._hold(self._live().put({"abort": {"cause": cause}}))

    # Records and pictures

    def save(self, path: str | os.PathLike[str] | None = None) -> str:
        """The game as a record, written to a file if one is named."""
        text = _records.complete(self._table, self._how[2])
        if path is not None:
            with open(path, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        return text

    @classmethod
    def load(
        cls,
        source: str | os.PathLike[str],
        *,
        emit: str = "legal",
        editions: Sequence[str | os.PathLike[str]] = (),
        timeout: float | None = TIMEOUT,
    ) -> Game:
        """Goes on with the game of a record: a file, or its text. What is false in it is an exception."""
        files = [os.fspath(edition) for edition in editions]
        header, inputs = _records.read(source, files)
        game = cls.__new__(cls)
        game._begin(header, emit, files, timeout, inputs)
        return game

    def copy(self) -> Game:
        """The same game once more, in a process of its own."""
        game = type(self).__new__(type(self))
        game._begin(*self._how, self._table.inputs)
        return game

    def svg(self, player: int | str = "public") -> str:
        """A picture of the position, as a player or the public sees it."""
        return _records.picture(self._table, self._how[2], str(player), "svg")

    def text(self, player: int | str = "public") -> str:
        """The position as text, as a player or the public sees it."""
        return _records.picture(self._table, self._how[2], str(player), "text")

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        due = "over" if self.over else "a draw is due" if self.chance else f"player {self.to_act} is to act"
        return f"<{self.name} for {self.players}: {due}>"

    # Its end

    def close(self) -> None:
        """Ends its process."""
        self._pipe.close()

    def __enter__(self) -> Game:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
