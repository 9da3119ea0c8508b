"""Verdicts on recorded games, one by one."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ._json import decode
from ._pipe import how_it_ended, last_words
from ._program import program
from .errors import Failed
from .types.wire import Verdict

AT_A_TIME = 500
"""This many names fit into a command line on every system."""

FOUND = (0, 1, 3)
"""The exit codes: no fault, a fault, something that cannot be read."""


def validate(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    editions: Sequence[str | os.PathLike[str]] = (),
    jobs: int | None = None,
) -> Iterator[Verdict]:
    """Judges files and folders of recorded games, plain, `.gz` or `.zst`, on `jobs` processors (default: all).

    Yields one verdict for each game, in order, while the rest is still judged: `verdict` is "valid" or names what is
    wrong, and `fault` says where and why.
    """
    left: Iterator[str | os.PathLike[str]]
    left = iter((paths,)) if isinstance(paths, (str, os.PathLike)) else iter(paths)
    flags = [flag for edition in editions for flag in ("--edition", os.fspath(edition))]
    if jobs is not None:
        flags += ["--jobs", str(jobs)]
    while some := [os.fspath(path) for path in islice(left, AT_A_TIME)]:
        # The program takes a lone `-` for standard input.
        yield from _judge(flags, [os.path.join(".", path) if path == "-" else path for path in some])


def _judge(flags: list[str], paths: list[str]) -> Iterator[Verdict]:
    with tempfile.TemporaryFile() as stderr:
        command = [program(), "validate", "--each", *flags, "--", *paths]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr) as process:
            try:
                assert process.stdout is not None
                for line in process.stdout:
                    verdict: Any = decode(line)
                    yield verdict
                code = process.wait()
            finally:
                process.kill()
        if code not in FOUND:
            raise Failed(last_words(stderr) or how_it_ended(code))
