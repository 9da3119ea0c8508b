"""Views and actions as vectors: one number for every fact that a schema can state, each with a name and a meaning.

Nothing is hashed or learned. The layout follows from the schema alone, so it is the same in every process and on every
machine.

* A whole number is one entry.
* A word, or a place such as `c10`, has an entry for each possible value: 1 for its own, 0 for the others.
* A list of words has an entry for each possible word, which counts how often it occurs.
* A list with one object for each player begins with the viewer and goes on in turn order: `players[me]`, `players[+1]`, ...
* A player is named in the same way: `turn=me`, `turn=+1`.
* A value with several possible forms has an entry for each form, and the entries of every form.
* An entry `is told` is 1 if an optional value is present and its absence would not mean 0.

Values without bounds, such as the moves that led to a position, are left out; `Layout.left_out` names them.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ._patterns import words
from ._program import run

Put = Callable[[Any, "array[float]", int], None]
"""Writes a value into a vector, as a player sees it."""

Schema = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """One place of a vector."""

    name: str
    """The fact, such as `white.hills=a1`."""
    meaning: str
    """The schema's description of it."""


@lru_cache(maxsize=None)
def schema(name: str) -> Schema:
    """A schema of the program, such as `wongar/view`."""
    loaded: Schema = json.loads(run(["schema", "--", name]))
    return loaded


class Layout:
    """What each place of a vector means, and how a value is written into one."""

    def __init__(self, name: str, players: int, *, by_seat: bool) -> None:
        """The layout of a schema. `by_seat`: lists of objects have one object for each player."""
        self.entries: list[Entry] = []
        self.left_out: list[str] = []
        self._places: dict[str, int] = {}
        self._players = players
        self._by_seat = by_seat
        self._defs: dict[str, Schema] = schema(name).get("$defs", {})
        self._put = self._of(schema(name), "", "")
        self._blank = array("f", bytes(4 * len(self.entries)))

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def names(self) -> list[str]:
        """The name of every entry, in order."""
        return [entry.name for entry in self.entries]

    def write(self, value: Any, seat: int = 0) -> array[float]:
        """The vector of a value, as the player `seat` sees it."""
        out = self._blank[:]
        self._put(value, out, seat)
        return out

    def _new(self, name: str, meaning: str) -> int:
        """The place of a fact. Forms that have the fact in common share the place."""
        if name not in self._places:
            self._places[name] = len(self.entries)
            self.entries.append(Entry(name, " ".join(meaning.split())))
        return self._places[name]

    def _of(self, one: Schema, name: str, meaning: str) -> Put:
        meaning = one.get("description") or meaning
        if "$ref" in one:
            ref = one["$ref"].rsplit("/", 1)[1]
            if ref == "Player":
                return self._player(name, meaning)
            own = self._defs[ref]
            return self._of({**own, "description": one.get("description") or own.get("description")}, name, meaning)
        variants = one.get("oneOf") or one.get("anyOf")
        if variants:
            return self._either([self._resolved(variant) for variant in variants], name, meaning)
        if "const" in one or "enum" in one:
            return self._word(name, {value: meaning for value in one.get("enum", [one.get("const")])})
        kind = one["type"]
        if kind == "object":
            return self._object(one, name, meaning)
        if kind == "array":
            return self._list(self._resolved(one["items"]), one["items"], name, meaning)
        if kind == "string":
            values = words(one["pattern"]) if "pattern" in one else None
            if values is None:
                self.left_out.append(name)
                return _nothing
            return self._word(name, {value: meaning for value in values})
        if kind in ("integer", "boolean"):
            return self._number(name, meaning)
        if kind == "null":
            return self._word(name, {None: meaning})
        raise ValueError(f"{name}: no vector for {kind}")

    def _resolved(self, one: Schema) -> Schema:
        while "$ref" in one and one["$ref"] != "#/$defs/Player":
            own = self._defs[one["$ref"].rsplit("/", 1)[1]]
            one = {**own, "description": one.get("description") or own.get("description")}
        return one

    def _number(self, name: str, meaning: str) -> Put:
        at = self._new(name, meaning)

        def put(value: Any, out: array[float], seat: int) -> None:
            out[at] += value

        return put

    def _word(self, name: str, values: dict[Any, str]) -> Put:
        places = {value: self._new(f"{name}={_said(value)}".lstrip("="), about) for value, about in values.items()}

        def put(value: Any, out: array[float], seat: int) -> None:
            out[places[value]] += 1.0

        return put

    def _player(self, name: str, meaning: str) -> Put:
        players = self._players
        places = [self._new(f"{name}={_seat(at)}", meaning) for at in range(players)]

        def put(value: Any, out: array[float], seat: int) -> None:
            out[places[(value - seat) % players]] += 1.0

        return put

    def _object(self, one: Schema, name: str, meaning: str) -> Put:
        keys: dict[str, Schema] = dict(one.get("properties", {}))
        for pattern, value in one.get("patternProperties", {}).items():
            known = words(pattern)
            if known is None:
                self.left_out.append(name)
            else:
                keys.update((word, value) for word in known)
        required = one.get("required", ())
        puts: dict[str, Put] = {}
        numbers: dict[str, int] = {}
        for key, value in keys.items():
            path = f"{name}.{key}" if name else key
            told = key not in required and "absent" in value.get("description", "").lower() and "type" in value
            if value.get("type") == "integer" and not told:
                numbers[key] = self._new(path, value.get("description") or meaning)
            elif told:
                put = self._of(value, path, meaning)
                puts[key] = _told(self._new(f"{path} is told", value["description"]), put)
            else:
                puts[key] = self._of(value, path, meaning)
        if not puts and not numbers:
            return _nothing

        def put_numbers(value: Any, out: array[float], seat: int) -> None:
            for key, inner in value.items():
                out[numbers[key]] += inner

        def put_all(value: Any, out: array[float], seat: int) -> None:
            for key, inner in value.items():
                if key in puts:
                    puts[key](inner, out, seat)
                elif key in numbers:
                    out[numbers[key]] += inner

        return put_all if puts or one.get("additionalProperties") is not False else put_numbers

    def _list(self, item: Schema, written: Schema, name: str, meaning: str) -> Put:
        if "properties" in item and self._by_seat:
            players = self._players
            seats = [self._of(item, f"{name}[{_seat(at)}]", meaning) for at in range(players)]

            def put_seats(value: Any, out: array[float], seat: int) -> None:
                for at, inner in enumerate(value):
                    seats[(at - seat) % players](inner, out, seat)

            return put_seats
        if item.get("type") == "integer" and item.get("maximum", 255) < 10 or "$ref" in item:
            put = self._player(name, meaning)
        elif item.get("type") in ("boolean", "integer"):
            # The description names the few things that are listed; one entry holds their sum.
            put = self._number(f"{name}[]", meaning)
        else:
            put = self._of({**item, "description": meaning or item.get("description")}, f"{name}[]", meaning)

        def put_items(value: Any, out: array[float], seat: int) -> None:
            for inner in value:
                put(inner, out, seat)

        return put_items

    def _either(self, variants: list[Schema], name: str, meaning: str) -> Put:
        """One of several forms. Each constant has an entry; every other form has a flag and its own entries."""
        constants = {one["const"]: one.get("description") or meaning for one in variants if "const" in one}
        word = self._word(name, constants) if constants else None
        forms: list[tuple[Callable[[Any], bool], int, Put]] = []
        for one in variants:
            if "const" in one:
                continue
            keys = list(one.get("properties", {}))
            about = one.get("description") or meaning
            if len(keys) == 1:
                forms.append((_form(one), self._new(f"{name}={keys[0]}".lstrip("="), about), self._of(one, name, about)))
                continue
            kind = f"told {', '.join(one.get('required', keys))}" if keys else f"a {one.get('type', 'word')}"
            forms.append((_form(one), self._new(f"{name} is {kind}".lstrip(), about), self._of(one, name, about)))

        def put_form(value: Any, out: array[float], seat: int) -> None:
            if word is not None and not isinstance(value, (dict, list)) and value in constants:
                word(value, out, seat)
                return
            for fits, flag, put in forms:
                if fits(value):
                    out[flag] += 1.0
                    put(value, out, seat)
                    return
            raise ValueError(f"{name}: {value!r} fits no form")

        return put_form


def _nothing(value: Any, out: array[float], seat: int) -> None:
    """Writes nothing."""


def _told(flag: int, put: Put) -> Put:
    def put_told(value: Any, out: array[float], seat: int) -> None:
        out[flag] = 1.0
        put(value, out, seat)

    return put_told


def _form(one: Schema) -> Callable[[Any], bool]:
    """Tells whether a value has this form, as far as needed to tell it from the other forms."""
    if one.get("type") == "object":
        known: dict[str, Schema] = one.get("properties", {})
        keys, required = set(known), set(one.get("required", ()))
        fixed = {key: of.get("enum", [of.get("const")]) for key, of in known.items() if "enum" in of or "const" in of}

        def fits(value: Any) -> bool:
            return (
                isinstance(value, dict)
                and required <= value.keys() <= keys
                and all(value[key] in words for key, words in fixed.items() if key in value)
            )

        return fits
    if "enum" in one:
        return lambda value: isinstance(value, str) and value in one["enum"]
    kinds: dict[str, Any] = {"array": list, "integer": int, "string": str, "boolean": bool, "null": type(None)}
    kind = kinds[one["type"]]
    return lambda value: isinstance(value, kind)


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _seat(at: int) -> str:
    return "me" if at == 0 else f"+{at}"
