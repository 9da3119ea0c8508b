"""The same game for `asyncio`: every method that asks the referee is awaited."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload
from weakref import WeakKeyDictionary

from . import _records
from ._host import MOST, Key, flags
from ._json import Line, decode, encode
from ._known import TIMEOUT, A, C, How, Known, S, V, header, paths
from ._pipe import how_it_ended, last_words
from ._program import program
from ._table import Table, Talk, closing
from .errors import Died
from .types import tectonic, wangdo, we_will_wok_you, wigwam, wongar

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")

LONGEST = 1 << 24
"""A limit in bytes that no line reaches."""


class _Pipe:
    """A process that judges the games of one event loop, for one task at a time."""

    def __init__(self, process: asyncio.subprocess.Process, stderr: Any, timeout: float | None) -> None:
        self.names: set[str] = set()
        """The tables that it judges."""
        self._process = process
        self._stderr = stderr
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._gone: tuple[str, int | None, str] | None = None
        self._behind = False
        self._marks = 0

    @classmethod
    async def start(cls, editions: tuple[str, ...], timeout: float | None) -> _Pipe:
        stderr = tempfile.TemporaryFile()
        process = await asyncio.create_subprocess_exec(
            program(),
            *flags(editions),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
            limit=LONGEST,
        )
        return cls(process, stderr, timeout)

    @property
    def usable(self) -> bool:
        return self._gone is None

    async def hold(self, talk: Talk[T]) -> T:
        async with self._lock:
            if self._gone is not None:
                raise Died(*self._gone)
            try:
                if self._behind:
                    await self._catch_up()
                sent = next(talk)
                self._behind = True
                while True:
                    if sent is not None:
                        self._send(sent)
                    answer = await self._line()
                    self._behind = False
                    sent = talk.send(decode(answer))
                    self._behind = True
            except StopIteration as end:
                result: T = end.value
                self._behind = False
                return result
            except asyncio.TimeoutError:
                why = f"the referee's process gave no answer for {self._timeout:g} s and was ended"
                raise await self._lose(why) from None

    async def _catch_up(self) -> None:
        """Skips the answers that a cancelled task did not read, up to a mark."""
        self._marks += 1
        self._send(encode({"table": f"~{self._marks}", "close": True}))
        mark = f'{{"table":"~{self._marks}",'.encode()
        while not (await self._line()).startswith(mark):
            pass

    def _send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        # What does not fit into the pipe waits in memory, so answers can be read meanwhile.
        self._process.stdin.write(data)

    async def _line(self) -> bytes:
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), self._timeout)
        if not line.endswith(b"\n"):
            raise await self._lose("")
        return line

    async def _lose(self, why: str) -> Died:
        if not why:
            try:
                why = how_it_ended(await asyncio.wait_for(self._process.wait(), 1))
            except asyncio.TimeoutError:
                why = how_it_ended(None)
        code = self._process.returncode
        self._gone = (why, code, last_words(self._stderr))
        await self.end()
        return Died(*self._gone)

    async def leave(self, name: str) -> None:
        """Frees a table. After the last one, the process ends."""
        if self.usable:
            try:
                await self.hold(closing(name))
            except Died:
                pass
        self.names.discard(name)
        if not self.names:
            await self.end()

    async def end(self) -> None:
        if self._gone is None:
            self._gone = ("the referee was closed", None, "")
        if self._process.returncode is None:
            try:
                self._process.kill()
            except ProcessLookupError:
                pass
            await self._process.wait()
        self._stderr.close()


_pipes: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Key, list[_Pipe]]] = WeakKeyDictionary()
_names = count()


async def _seat(editions: tuple[str, ...], timeout: float | None) -> tuple[_Pipe, str]:
    """A process with room for one more game, and a name for its table."""
    name = f"t{next(_names)}"
    pipes = _pipes.setdefault(asyncio.get_running_loop(), {}).setdefault((program(), editions, timeout), [])
    for pipe in pipes:
        if pipe.usable and len(pipe.names) < MOST:
            break
    else:
        pipe = await _Pipe.start(editions, timeout)
        pipes[:] = [*(one for one in pipes if one.usable), pipe]
    pipe.names.add(name)
    return pipe, name


class Game(Known[A, C, V, S]):
    """A game in progress: `async with referee.aio.Game("wangdo", seed=7) as game`. It takes what `referee.Game` takes."""

    @overload
    def __init__(
        self: Game[tectonic.Action, tectonic.Chance, tectonic.View, tectonic.State],
        game: Literal["tectonic"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[wangdo.Action, wangdo.Chance, wangdo.View, wangdo.State],
        game: Literal["wangdo"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[we_will_wok_you.Action, we_will_wok_you.Chance, we_will_wok_you.View, we_will_wok_you.State],
        game: Literal["we-will-wok-you"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[wigwam.Action, wigwam.Chance, wigwam.View, wigwam.State],
        game: Literal["wigwam"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[wongar.Action, wongar.Chance, wongar.View, wongar.State],
        game: Literal["wongar"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(self: Game[Any, Any, Any, Any], game: str, **how: Unpack[How]) -> None: ...
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
        asked = header(game, players=players, seed=seed, options=options, names=names, state=state)
        self._how = (asked, emit, paths(editions), timeout)
        self._again: Iterable[Line] = ()

    async def open(self) -> Game[A, C, V, S]:
        """Begins the game, as `async with` does."""
        asked, emit, editions, timeout = self._how
        self._pipe, name = await _seat(editions, timeout)
        self._table = Table(asked, name, emit)
        self._torn = self._closed = False
        try:
            await self._hold(self._table.open())
            if self._again:
                await self._hold(self._table.replay(self._again))
        except BaseException:
            await self.close()
            raise
        return self

    async def _live(self) -> Table:
        if self._closed:
            raise Died("the game was closed")
        if self._torn:
            # It is unknown whether the last line was played. So the game is played again, up to the last known line.
            self._again = self._table.inputs
            await self.close()
            await self.open()
        return self._table

    async def _hold(self, talk: Talk[T]) -> T:
        try:
            return await self._pipe.hold(talk)
        except Exception:
            raise
        except BaseException:
            self._torn = True
            raise

    async def legal(self) -> list[A]:
        """The legal actions of the player who is to act, at most 4096."""
        actions: list[A] = (await self._hold((await self._live()).listed())).get("legal", [])
        return actions

    async def legal_ids(self) -> list[int]:
        """The legal actions as numbers: each is the action's place in `referee.actions`, the same in every position."""
        ids: list[int] = (await self._hold((await self._live()).listed("legal_ids"))).get("legal_ids", [])
        return ids

    async def exhaustive(self) -> bool:
        """Whether `legal` has all legal actions."""
        return bool((await self._hold((await self._live()).listed())).get("exhaustive", True))

    async def possible_draws(self) -> list[tuple[C, int]]:
        """What may be drawn now, each with its weight."""
        listed = await self._hold((await self._live()).listed())
        return [(draw["chance"], draw["weight"]) for draw in listed.get("draws", [])]

    async def view(self, player: int | str | None = None) -> V:
        """What a player, or the "public", may know. Default: the player who is to act, and at the end the public."""
        view: V = await self._hold((await self._live()).view(player))
        return view

    async def state(self) -> S:
        """The whole position, with all that it remembers."""
        state: S = (await self._hold((await self._live()).ask("state")))["state"]
        return state

    async def play(self, action: A, *, player: int | None = None) -> None:
        """Plays an action. If rules forbid it, `Illegal` names every one of them."""
        await self._hold((await self._live()).play(action, player))

    async def pick(self, place: int) -> A:
        """Plays the action at a place of `legal`, counted from 0, and returns it."""
        action: A = (await self._hold((await self._live()).choose("pick", place)))["action"]
        return action

    async def play_id(self, number: int) -> A:
        """Plays the action with this number in `referee.actions` and returns it."""
        action: A = (await self._hold((await self._live()).choose("id", number)))["action"]
        return action

    async def draw(self, chance: C) -> None:
        """Makes the draw that is due, with this result."""
        await self._hold((await self._live()).put({"chance": chance}))

    async def undo(self) -> int:
        """Takes back the last action or draw and everything that followed from it; returns how many steps."""
        return await self._hold((await self._live()).undo())

    async def forfeit(self, player: int, cause: str = "illegal_action") -> None:
        """Rules that a player forfeits the game."""
        await self._hold((await self._live()).put({"forfeit": {"player": player, "cause": cause}}))

    async def abort(self, cause: str = "organiser_abort") -> None:
        """Calls the game off. It then has no outcome."""
        await self._hold((await self._live()).put({"abort": {"cause": cause}}))

    async def save(self, path: str | os.PathLike[str] | None = None) -> str:
        """The game as a record; also writes it to a file if you name one."""
        return await asyncio.to_thread(_records.save, self._table, self._how[2], path)

    @classmethod
    async def load(
        cls,
        source: str | os.PathLike[str],
        *,
        emit: str = "legal",
        editions: Sequence[str | os.PathLike[str]] = (),
        timeout: float | None = TIMEOUT,
    ) -> Game[Any, Any, Any, Any]:
        """Continues the game of a record, given as a file or as its text. A false line in it raises an exception."""
        files = paths(editions)
        asked, inputs = await asyncio.to_thread(_records.read, source, files)
        game: Game[Any, Any, Any, Any] = cls.__new__(cls)
        game._how, game._again = (asked, emit, files, timeout), inputs
        return await game.open()

    async def copy(self) -> Game[A, C, V, S]:
        """An independent copy of the game."""
        game = type(self).__new__(type(self))
        game._how, game._again = self._how, list(self._table.inputs)
        return await game.open()

    async def svg(self, player: int | str = "public") -> str:
        """A picture of the position, as a player or the public sees it."""
        return await asyncio.to_thread(_records.picture, self._table, self._how[2], str(player), "svg")

    async def text(self, player: int | str = "public") -> str:
        """The position as text, as a player or the public sees it."""
        return await asyncio.to_thread(_records.picture, self._table, self._how[2], str(player), "text")

    async def close(self) -> None:
        """Ends the game."""
        self._closed = True
        await self._pipe.leave(self._table.name)

    async def __aenter__(self) -> Game[A, C, V, S]:
        return await self.open()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
