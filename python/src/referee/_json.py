"""Writes and reads JSON lines. Where `orjson` is installed, it reads them, three times as fast."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
from collections.abc import Callable
from typing import Any

Line = dict[str, Any]
"""A line of the protocol."""

_decoder = json.JSONDecoder()
_encoder = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def encode(value: Any) -> bytes:
    """Writes a value as a line. A value that JSON cannot express raises `ValueError` or `TypeError`."""
    return _encoder.encode(value).encode() + b"\n"


def _decode(text: bytes) -> Line:
    line: Line = _decoder.raw_decode(text.decode())[0]
    return line


decode: Callable[[bytes], Line] = _decode
"""Reads a line that the program wrote."""

if importlib.util.find_spec("orjson"):
    decode = importlib.import_module("orjson").loads

LONG = 1 << 16
"""Lines longer than this, in bytes, are read without a pause for the garbage collector."""


def read(text: bytes) -> Line:
    """Reads a line that the program wrote, however long it is."""
    if len(text) < LONG or not gc.isenabled():
        return decode(text)
    # Nothing in the line is garbage, but the collector would search all objects again for every so many that a list of
    # thousands of actions creates.
    gc.disable()
    try:
        return decode(text)
    finally:
        gc.enable()
