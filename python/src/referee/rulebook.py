"""The rules: all of a game, or a single one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._program import run


@dataclass(frozen=True)
class Rule:
    """A rule."""

    rule: str
    """Its id: `tectonic.mount-range` as violations name it, or `tectonic.R15` as the rulebook numbers it."""
    text: str
    """What it says."""
    source: str
    """How well it is founded: `printed`, `decided` or `reconstructed`."""
    rests_on: tuple[Rule, ...] = ()
    """The numbered rules that it comes from."""
    refusals: tuple[str, ...] = ()
    """For a numbered rule: the ids of the refusals that rest on it."""

    @classmethod
    def of(cls, written: dict[str, Any], game: str) -> Rule:
        """Reads a rule as the program writes it."""
        number = written["rule"]
        return cls(
            rule=number if "." in number else f"{game}.{number}",
            text=written.get("text") or written["statement"],
            source=written["source"],
            rests_on=tuple(cls.of(one, game) for one in written.get("rests_on", ())),
            refusals=tuple(written.get("refusals", ())),
        )

    def __str__(self) -> str:
        return f"{self.rule} [{self.source}] {self.text}"


def rules(game: str) -> list[Rule]:
    """The numbered rules of a game, in order; "table" means the rules that hold in every game."""
    return [Rule.of(json.loads(line), game) for line in run(["rules", "--json", "--", game]).splitlines()]


def rulebook(game: str, format: str = "text") -> str:
    """The rulebook of a game to play from, as "text", as a page ("html") or for a language model ("prompt")."""
    return run(["rules", "--format", format, "--", game]).decode()


def explain(rule: str) -> Rule:
    """What a rule says and rests on, by the id that a violation names or by its number, such as `tectonic.R15`."""
    return Rule.of(json.loads(run(["explain", "--json", "--", rule])), rule.partition(".")[0])


def actions(game: str, options: Mapping[str, Any] | None = None) -> list[Any] | None:
    """Every action of a game, by its number, which is the same in every position with the same edition and options.

    `None` for games without a fixed list of actions.
    """
    said = {key: value if isinstance(value, str) else json.dumps(value) for key, value in (options or {}).items()}
    flags = [flag for key, value in said.items() for flag in ("--option", f"{key}={value}")]
    first, *listed = map(json.loads, run(["actions", *flags, "--", game]).splitlines())
    return None if first["action_space"] is None else [line["action"] for line in listed]


def games() -> list[dict[str, Any]]:
    """The games, with their numbers of players and their options."""
    return [json.loads(line) for line in run(["games", "--json"]).splitlines()]
