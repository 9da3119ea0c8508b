"""Writes, reads and draws the record of a single game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from . import _table
from ._json import Line, decode, encode
from ._program import run
from ._table import Table, refuse
from .errors import Malformed, RefereeError

FOUND_FAULT = (0, 1, 3)
"""The exit codes of a judged stream: no fault, something refused, something malformed."""


def _with(editions: Sequence[str]) -> list[str]:
    return [flag for edition in editions for flag in ("--edition", edition)]


def _lines(table: Table) -> bytes:
    return b"".join(map(encode, [table.asked, *table.inputs]))


def _judge(lines: bytes, editions: Sequence[str]) -> Iterable[Line]:
    for line in run(["play", "--emit", "none", *_with(editions)], lines, FOUND_FAULT).splitlines():
        answer = decode(line)
        if "truncated" not in answer:
            yield answer


def save(table: Table, editions: Sequence[str], path: str | os.PathLike[str] | None) -> str:
    """The record of a game, with every draw, every number and the outcome; also writes it to a file if one is named."""
    text = b"".join(map(encode, _judge(_lines(table), editions))).decode()
    if path is not None:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return text


def picture(table: Table, editions: Sequence[str], viewer: str, form: str) -> str:
    """A picture of the position that a game has reached."""
    return run(["show", "--for", viewer, "--format", form, *_with(editions)], _lines(table), FOUND_FAULT).decode()


def read(source: str | os.PathLike[str], editions: Sequence[str]) -> tuple[Line, list[Line]]:
    """The header of a record's only game, and the lines that lead to its end."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        text = source.encode()
    else:
        with open(source, "rb") as file:
            text = file.read()
    header: Line | None = None
    events: list[Line] = []
    for answer in _judge(text, editions):
        # A refusal that the record itself contains has been confirmed and is no fault.
        try:
            refuse(answer)
        except RefereeError:
            if answer.get("line") is None and "violations" in answer and "contradicted" not in answer:
                continue
            raise
        if "referee" in answer:
            if header is not None:
                raise Malformed("the record has more than one game")
            header = {key: answer[key] for key in _table.OF_A_HEADER if key in answer}
        elif "undone" in answer:
            del events[len(events) - answer["undone"] :]
        elif any(key in answer for key in _table.OF_AN_EVENT[1:]):
            events.append(answer)
    if header is None:
        raise Malformed("the record has no game")
    if "seed" in header:
        # The draws follow from the seed, as the judge has just confirmed.
        del header["draws"]
        events = [event for event in events if "chance" not in event and "by" not in event]
    return header, [{key: event[key] for key in _table.OF_AN_EVENT if key in event} for event in events]
