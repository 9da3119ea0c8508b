"""A process of `referee`, and lines to and from it. However the process ends, the caller learns of it and never waits
for ever."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, TypeVar

from ._json import encode, read
from ._program import program
from ._table import Talk, closing
from .errors import Died

T = TypeVar("T")

AT_ONCE = 1 << 15
"""This many bytes fit into an empty pipe on every system, so writing them cannot block."""

READ = 1 << 16
"""So much is read at once. It is what a pipe holds; room for more than 128 KiB would be mapped anew for every line."""

LAST_WORDS = 2000


def last_words(stderr: IO[bytes]) -> str:
    """The end of what a process wrote to a file."""
    end = stderr.seek(0, os.SEEK_END)
    stderr.seek(max(0, end - LAST_WORDS))
    return stderr.read().decode(errors="replace").strip()


def how_it_ended(code: int | None) -> str:
    """Says how a process ended."""
    if code is None:
        return "the referee's process closed its output"
    if code < 0:
        try:
            return f"the referee's process was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"the referee's process was ended by signal {-code}"
    return f"the referee's process ended with code {code}"


def _end(process: subprocess.Popen[bytes], stderr: IO[bytes], owner: int) -> None:
    """Ends a process. In a fork of its owner, only closes the pipes to it."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                pass
    stderr.close()
    if os.getpid() != owner:
        process.returncode = 0
        return
    try:
        process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Pipe:
    """A process that judges, for one caller at a time; threads take turns."""

    def __init__(self, arguments: Sequence[str], timeout: float | None) -> None:
        self.names: set[str] = set()
        """The tables that it judges."""
        self.leaving: deque[str] = deque()
        """The tables that can be closed. A game that is no longer used may add its table at any moment, in any thread."""
        stderr = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [program(), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, bufsize=0
        )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        self._stderr = stderr
        self._in = stdin.fileno()
        self._out = stdout.fileno()
        self._timeout = timeout
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._parts: list[bytes] = []
        self._lines: list[bytes] = []
        self._gone: tuple[str, int | None, str] | None = None
        self._behind = False
        self._halfway = False
        self._marks = 0
        self._ready = None
        if sys.platform != "win32":
            os.set_blocking(self._in, False)
            self._ready = select.poll()
            self._ready.register(self._out, select.POLLIN)
        self.close = weakref.finalize(self, _end, self._process, stderr, self._owner)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def usable(self) -> bool:
        """Whether this Python process started it and does not know of its end."""
        return self._gone is None and self._owner == os.getpid() and self.close.alive

    def hold(self, talk: Talk[T]) -> T:
        """Holds a conversation to its end and returns its result."""
        with self._lock:
            if self._gone is not None:
                raise Died(*self._gone)
            if not self.close.alive:
                raise Died("the referee was closed")
            if self._behind:
                self._catch_up()
            while self.leaving:
                name = self.leaving.popleft()
                self._run(closing(name))
                self.names.discard(name)
            return self._run(talk)

    def _run(self, talk: Talk[T]) -> T:
        try:
            sent = next(talk)
            self._behind = True
            while True:
                if sent is not None:
                    self._send(sent)
                answer = read(self._line())
                # The answer has been read, even if the conversation now raises an exception.
                self._behind = bool(self._lines or self._parts)
                sent = talk.send(answer)
                self._behind = True
        except StopIteration as end:
            result: T = end.value
            return result

    def _catch_up(self) -> None:
        """Skips the answers that an interrupted caller did not read, up to a mark."""
        if self._halfway:
            raise self._lose("an interrupt came while a long line was written, and the referee's process was ended")
        self._marks += 1
        self._send(encode({"table": f"~{self._marks}", "close": True}))
        mark = f'{{"table":"~{self._marks}",'.encode()
        while not self._line().startswith(mark):
            pass
        self._behind = False

    def _send(self, data: bytes) -> None:
        try:
            if len(data) <= AT_ONCE or self._ready is None:
                if os.write(self._in, data) != len(data):
                    raise self._died()
                return
            self._halfway = True
            self._send_long(data)
            self._halfway = False
        except OSError:
            raise self._died() from None

    def _send_long(self, data: bytes) -> None:
        """Writes more than a pipe holds and reads answers meanwhile, so that neither side waits for the other."""
        both = select.poll()
        both.register(self._in, select.POLLOUT)
        both.register(self._out, select.POLLIN)
        left = memoryview(data)
        while left:
            events = both.poll(self._patience())
            if not events:
                raise self._late()
            for which, event in events:
                if which == self._out:
                    self._take()
                elif event & (select.POLLERR | select.POLLHUP):
                    raise self._died()
                else:
                    left = left[os.write(self._in, left[: 1 << 16]) :]

    def _line(self) -> bytes:
        while not self._lines:
            if self._ready is not None and not self._ready.poll(self._patience()):
                raise self._late()
            self._take()
        return self._lines.pop()

    def _patience(self) -> float | None:
        return None if self._timeout is None else self._timeout * 1000

    def _take(self) -> None:
        """Reads what has arrived and puts its whole lines before the waiting ones; the next one to return is last."""
        data = os.read(self._out, READ)
        if not data:
            raise self._died()
        lines = data.split(b"\n")
        # A long line arrives in many parts, which are put together once.
        self._parts.append(lines[0])
        if len(lines) > 1:
            lines[0] = b"".join(self._parts)
            rest = lines.pop()
            self._parts = [rest] if rest else []
            lines.reverse()
            self._lines = lines + self._lines if self._lines else lines

    def _died(self) -> Died:
        """The exception for a process that has closed its output."""
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            code = None
        return self._lose(how_it_ended(code), code)

    def _late(self) -> Died:
        return self._lose(f"the referee's process gave no answer for {self._timeout:g} s and was ended")

    def _lose(self, why: str, code: int | None = None) -> Died:
        words = last_words(self._stderr)
        self._gone = (why, code, words)
        self._process.kill()
        self.close()
        return Died(*self._gone)
