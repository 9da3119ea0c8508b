"""Which process judges a game: many games share one, and a fork of this Python process starts its own."""

from __future__ import annotations

import os
import threading
from itertools import count

from ._pipe import Pipe
from ._program import program

MOST = 256
"""The most tables of one process."""

Key = tuple[str, tuple[str, ...], "float | None"]
"""What games must have in common to share a process: the program, the editions in force, how long an answer may take."""

_pipes: dict[Key, list[Pipe]] = {}
_names = count()
_lock = threading.Lock()


def flags(editions: tuple[str, ...]) -> list[str]:
    """The command line of a process that judges games with these editions in force."""
    return ["play", "--emit", "none", *(flag for edition in editions for flag in ("--edition", edition))]


def seat(editions: tuple[str, ...], timeout: float | None) -> tuple[Pipe, str]:
    """A process with room for one more game, and a name for its table."""
    name = f"t{next(_names)}"
    with _lock:
        pipes = _pipes.setdefault((program(), editions, timeout), [])
        pipes[:] = [pipe for pipe in pipes if pipe.usable]
        for pipe in pipes:
            if len(pipe.names) - len(pipe.leaving) < MOST:
                break
        else:
            pipe = Pipe(flags(editions), timeout)
            pipes.append(pipe)
        pipe.names.add(name)
        return pipe, name


def _let_go() -> None:
    """In a fork: closes the parent's pipes, so that the parent's processes end with the parent."""
    global _lock
    _lock = threading.Lock()
    for pipes in _pipes.values():
        for pipe in pipes:
            pipe.close()
    _pipes.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
