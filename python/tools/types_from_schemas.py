"""Writes the types of actions, draws, views, states, options, endings and answers of bots from the JSON Schemas of the project.

usage: python tools/types_from_schemas.py [FOLDER]

They go into FOLDER (default: `src/referee/types`). A test checks that the committed files are up to date.
"""

from __future__ import annotations

import json
import keyword
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "schemas"
PARTS = ("action", "chance", "view", "state", "options", "details", "answer")
WIRE = ("outcome", "violation", "verdict", "match", "ask")
SCALARS = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}

Schema = dict[str, Any]


def camel(text: str) -> str:
    """A name of a class: `place_two` is `PlaceTwo`."""
    return "".join(word[:1].upper() + word[1:] for word in text.replace("-", "_").split("_"))


def said(text: str, indent: str) -> str:
    """A docstring."""
    if not text:
        return ""
    text = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    lines = textwrap.wrap(f'"""{text}"""', 118 - len(indent), break_long_words=False)
    return "".join(f"{indent}{line}\n" for line in lines)


def is_name(key: str) -> bool:
    """Whether a key can be written as a name."""
    return key.isidentifier() and not keyword.iskeyword(key)


class Module:
    """The types of one game, each written once, after those that it is made of."""

    def __init__(self, shared: Module | None = None) -> None:
        self.shared = shared
        self.imported: set[str] = set()
        self.defined: dict[str, tuple[str, Schema, dict[str, Schema]]] = {}
        self.written: dict[str, str] = {}
        self.meant: dict[str, str] = {}
        self.used: set[str] = set()
        self.roots: dict[str, str] = {}

    def root(self, name: str, schema: Schema) -> None:
        """Adds a whole schema under a name."""
        self.defs: dict[str, Schema] = schema.get("$defs", {})
        self.prefix = name
        body = {key: value for key, value in schema.items() if key not in ("$defs", "$schema", "title")}
        self.roots[name] = self.meaning(body)
        self.define(name, body)

    def name(self, ref: str) -> str:
        """The name of a definition, which is another one where a schema means something else by it."""
        own = ref.rsplit("/", 1)[1]
        schema = self.defs[own]
        known = self.meaning(schema)
        if self.roots.get(own) == known:
            return own
        for name in (own, self.prefix + own):
            if self.meant.setdefault(name, known) == known and name not in map(camel, PARTS):
                if name not in self.written:
                    self.define(name, schema)
                return name
        raise ValueError(f"{own} has too many meanings")

    def share(self, games: list[Module]) -> None:
        """Adds the types that mean the same in all of these modules."""
        for name, (meaning, schema, self.defs) in games[0].defined.items():
            same = all(name in game.defined and game.defined[name][0] == meaning for game in games)
            if same and name not in self.written:
                self.define(name, schema)

    def meaning(self, schema: Schema) -> str:
        """What two definitions must agree in to be one type."""
        return json.dumps([schema, self.reached(schema)], sort_keys=True)

    def reached(self, schema: Any) -> list[Schema]:
        """Every definition that a schema rests on."""
        found: dict[str, Schema] = {}
        left = [schema]
        while left:
            one = left.pop()
            if isinstance(one, dict):
                ref = one.get("$ref")
                if ref is not None and ref not in found:
                    found[ref] = self.defs[ref.rsplit("/", 1)[1]]
                    left.append(found[ref])
                left.extend(one.values())
            elif isinstance(one, list):
                left.extend(one)
        return [found[ref] for ref in sorted(found)]

    def define(self, name: str, schema: Schema) -> None:
        """Writes a type under a name: a class for an object with keys of its own, an alias for all else."""
        meaning = self.meaning(schema)
        if self.shared is not None and name in self.shared.defined and self.shared.defined[name][0] == meaning:
            self.imported.add(name)
            return
        self.defined[name] = meaning, schema, self.defs
        self.written[name] = ""
        doc = schema.get("description", "")
        if schema.get("properties"):
            self.written[name] = self.object(name, schema)
        else:
            kind = self.type(name, schema)
            self.used.add("TypeAlias")
            self.written[name] = f"{name}: TypeAlias = {kind}\n{said(doc, '')}"
        self.written[name] = self.written.pop(name)

    def object(self, name: str, schema: Schema) -> str:
        """A class for an object; one of two bases, since some keys are always there and some are not."""
        self.used.add("TypedDict")
        required = set(schema.get("required", ()))
        keys = {key: (self.type(name + camel(key), value), value) for key, value in schema["properties"].items()}
        doc = said(schema.get("description", ""), "    ")
        doc += "\n" if doc else ""
        always = {key: of for key, of in keys.items() if key in required}
        maybe = {key: of for key, of in keys.items() if key not in required}
        total = ", total=False" if maybe else ""
        text, base = "", "TypedDict"
        if always and maybe:
            text = self.part(f"_{name}", always) + "\n\n"
            base = f"_{name}"
        if all(map(is_name, maybe or always)):
            return f"{text}class {name}({base}{total}):\n{doc}{self.fields(maybe or always)}"
        if base != "TypedDict":
            raise ValueError(f"{name} has keys that may be absent and are no names")
        return self.called(name, keys, total) + said(schema.get("description", ""), "")

    def part(self, name: str, keys: dict[str, tuple[str, Schema]]) -> str:
        if all(map(is_name, keys)):
            return f"class {name}(TypedDict):\n{self.fields(keys)}"
        return self.called(name, keys, "")

    def called(self, name: str, keys: dict[str, tuple[str, Schema]], total: str) -> str:
        fields = ", ".join(f'"{key}": {kind}' for key, (kind, _) in keys.items())
        return f'{name} = TypedDict("{name}", {{{fields}}}{total})\n'

    def fields(self, keys: dict[str, tuple[str, Schema]]) -> str:
        text = ""
        for key, (kind, schema) in keys.items():
            text += f"    {key}: {kind}\n"
            if schema.get("description"):
                text += said(schema["description"], "    ")
        return text

    def type(self, name: str, schema: Any) -> str:
        """A type in writing; `name` is for a class that it needs."""
        if schema is True or schema == {} or set(schema) <= {"description", "default"}:
            self.used.add("Any")
            return "Any"
        if "$ref" in schema:
            return self.name(schema["$ref"])
        if "not" in schema:
            self.used.add("NoReturn")
            return "NoReturn"
        if "const" in schema:
            return self.literal([schema["const"]])
        if "enum" in schema:
            return self.literal(schema["enum"])
        either = schema.get("oneOf") or schema.get("anyOf")
        if either:
            return self.either(name, either)
        kinds = schema["type"]
        if isinstance(kinds, list):
            return self.union([self.type(name, {**schema, "type": kind}) for kind in kinds])
        if kinds == "array":
            return f"list[{self.type(name, schema['items'])}]"
        if kinds != "object":
            return SCALARS[kinds]
        if schema.get("properties"):
            self.define(name, schema)
            return name
        values = [*schema.get("patternProperties", {}).values()] or [schema.get("additionalProperties", True)]
        return f"dict[str, {self.union([self.type(name, value) for value in values])}]"

    def either(self, name: str, variants: list[Schema]) -> str:
        words = [variant["const"] for variant in variants if "const" in variant]
        kinds = [self.literal(words)] if words else []
        for at, variant in enumerate(variants, 1):
            if "const" in variant:
                continue
            keys = variant.get("properties", {})
            titled = variant.get("title") if len(keys) > 1 else None
            tag = titled or next(iter(variant.get("required", ())), None) or (next(iter(keys)) if len(keys) == 1 else str(at))
            own = name + camel(tag)
            inner = keys.get(tag, {}) if len(keys) == 1 else {}
            if inner.get("properties"):
                # What stands behind the only key has the keys that a reader looks for.
                self.define(own + "Fields", {"description": variant.get("description", ""), **inner})
                self.used.add("TypedDict")
                fields = {tag: (f"{own}Fields", {})}
                about = variant.get("description", f"`{tag}`.")
                self.written[own] = (
                    f"class {own}(TypedDict):\n{said(about, '    ')}\n{self.fields(fields)}"
                    if is_name(tag)
                    else self.called(own, fields, "") + said(about, "")
                )
                kinds.append(own)
                continue
            while own in self.written:
                own += "Too"
            kinds.append(self.type(own, variant))
        return self.union(kinds)

    def union(self, kinds: list[str]) -> str:
        distinct = list(dict.fromkeys(kinds))
        if len(distinct) == 1:
            return distinct[0]
        self.used.add("Union")
        return f"Union[{', '.join(distinct)}]"

    def literal(self, values: list[Any]) -> str:
        self.used.add("Literal")
        return f"Literal[{', '.join('True' if value is True else json.dumps(value) for value in values)}]"

    def text(self, about: str) -> str:
        """The module."""
        names = ", ".join(sorted(self.used))
        head = f'"""{about}\n\nWritten by `tools/types_from_schemas.py`; changes are made there.\n"""\n\n'
        body = "\n\n".join(self.written.values())
        typing = f"from __future__ import annotations\n\nfrom typing import {names}\n"
        shared = "".join(f"from .wire import {name} as {name}\n" for name in sorted(self.imported))
        return f"{head}{typing}" + (f"\n{shared}" if shared else "") + f"\n\n{body}"


def load(place: str) -> Schema:
    """A schema of the project."""
    schema: Schema = json.loads((SCHEMAS / f"{place}.json").read_text())
    return schema


def modules() -> dict[str, str]:
    """Every module, by the name of its file."""
    games = sorted(path.name for path in SCHEMAS.iterdir() if path.is_dir() and path.name != "wire")
    files = {"__init__.py": '"""What stands in lines: a module for each game, and `wire` for what they share."""\n'}
    wire = Module()
    for part in WIRE:
        wire.root(camel(part), load(f"wire/{part}"))
    wire.share([of_game(game) for game in games])
    files["wire.py"] = wire.text("What all games share.")
    for game in games:
        files[game.replace("-", "_") + ".py"] = of_game(game, wire).text(f"What stands in lines of `{game}`.")
    return files


def of_game(game: str, shared: Module | None = None) -> Module:
    """The types of a game that are not shared."""
    module = Module(shared)
    for part in PARTS:
        module.root(camel(part), load(f"{game}/{part}"))
    return module


def main() -> None:
    """Writes them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "python/src/referee/types"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
