"""The words that a schema's pattern allows, if their number is finite."""

from __future__ import annotations

MOST = 10_000


class _Endless(Exception):
    """The pattern allows too many words."""


class _Reader:
    """Reads the few regular expressions that describe names of places: characters, sets, groups, choices."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def choice(self) -> list[str]:
        found = self.sequence()
        while self.peek() == "|":
            self.at += 1
            found += self.sequence()
        return found

    def sequence(self) -> list[str]:
        found = [""]
        while self.peek() not in ("", "|", ")"):
            parts = self.part()
            if self.peek() in ("*", "+", "{"):
                raise _Endless
            if self.peek() == "?":
                self.at += 1
                parts = ["", *parts]
            if len(found) * len(parts) > MOST:
                raise _Endless
            found = [head + tail for head in found for tail in parts]
        return found

    def part(self) -> list[str]:
        symbol = self.peek()
        self.at += 1
        if symbol == "(":
            if self.peek() == "?":
                raise _Endless
            found = self.choice()
            self.at += 1
            return found
        if symbol == "[":
            return self.set()
        if symbol in ".\\^$":
            raise _Endless
        return [symbol]

    def set(self) -> list[str]:
        found: list[str] = []
        while self.peek() != "]":
            first = self.peek()
            if not first or first in "^\\":
                raise _Endless
            self.at += 1
            if self.peek() == "-":
                last = self.text[self.at + 1]
                self.at += 2
                found += [chr(code) for code in range(ord(first), ord(last) + 1)]
            else:
                found.append(first)
        self.at += 1
        return found


def words(pattern: str) -> list[str] | None:
    """Every word that the whole pattern matches, in its order; `None` if there are too many to list."""
    if not (pattern.startswith("^") and pattern.endswith("$")):
        return None
    reader = _Reader(pattern[1:-1])
    try:
        found = reader.choice()
    except _Endless:
        return None
    return found if reader.at == len(reader.text) else None
