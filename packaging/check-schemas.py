"""Reads lines with types that a generator made of the schemas: python3 check-schemas.py FOLDER GAME"""

import sys
import types
import typing

from pydantic import RootModel

folder, game = sys.argv[1:]
sys.path.insert(0, folder)
import answer
import header
import line


def parts(kind: typing.Any) -> list[typing.Any]:
    """The types that a type stands for: those of a union, and what a model with a root holds."""
    if isinstance(kind, type) and issubclass(kind, RootModel):
        return parts(kind.model_fields["root"].annotation)
    kinds = [inner for part in typing.get_args(kind) for inner in parts(part)] if is_union(kind) else [kind]
    return [kind for kind in kinds if kind is not type(None)]


def is_union(kind: typing.Any) -> bool:
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def typed(model: typing.Any, key: str) -> None:
    """Refuses a field of which nothing can be read."""
    for one in parts(model):
        for kind in parts(one.model_fields[key].annotation):
            if kind in (typing.Any, object, dict) or typing.get_origin(kind) is dict:
                raise SystemExit(f"{game}: {key} is {kind}")


def rooted(model: typing.Any) -> typing.Any:
    """What a model with a root holds."""
    return rooted(model.root) if isinstance(model, RootModel) else model


for key in "action view details outcome withheld truncated redacted malformed ask state header".split():
    typed(line.AnyLine, key)
for key in "match ask view".split():
    typed(header.AnyHeader, key)

lines = open(f"{folder}/{game}.jsonl").readlines()
headers = [rooted(header.AnyHeader.model_validate_json(text)) for text in lines if text.startswith('{"referee"')]
others = [rooted(line.AnyLine.model_validate_json(text)) for text in lines if not text.startswith('{"referee"')]
answers = [rooted(answer.AnyAnswer.model_validate_json(text)) for text in open(f"{folder}/{game}.answers")]

# A program that reads them by attributes alone.
seats = {rooted(one.match.seat) for one in headers if one.match}
clocks = {one.match.clock and one.match.clock.move_ms for one in headers if one.match}
outcomes = [one.outcome for one in others if one.outcome]
questions = [one.ask for one in others if one.ask] + [one.ask for one in headers if one.ask]
malformed = [one.malformed.message for one in others if one.malformed]
left = [one.truncated.line for one in others if one.truncated]
views = [rooted(one.view) for one in others if one.view]
assert seats == {0, 1} and clocks == {10_000, None}, (seats, clocks)
assert outcomes and all(len(one.places) >= 2 and one.reason for one in outcomes)
assert questions and all(rooted(one).id > 0 for one in questions)
assert malformed and all(isinstance(number, int) for number in left)
assert views and all(not isinstance(view, dict) for view in views)
assert any(getattr(one, "pick", None) is not None for one in answers)
print(f"{game}: {len(headers)} headers, {len(others)} lines and {len(answers)} answers are read by generated Python types")
