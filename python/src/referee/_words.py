"""Text for players who read and write text, and how their answers are understood."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from ._game import Game
from .errors import RefereeError
from .rulebook import rulebook

SHOWN = 200
"""This many legal actions are listed; the others can be written as JSON."""

Any_ = Game[Any, Any, Any, Any]


@lru_cache(maxsize=None)
def _book(game: str) -> str:
    """The rules of a game for a prompt, which cannot be longer than the program promises."""
    return rulebook(game, "prompt")


def rules(game: Any_) -> str:
    """What a player is told once, before the game."""
    return (
        f"{_book(game.name)}\n# How you play\n{game.players} play this game. Each time it is your turn you"
        " are shown the position as you may know it, and the legal actions, each with its number. Answer with the number of"
        " one in square brackets, such as [3], or with an action itself as JSON, as it is listed."
    )


def position(game: Any_, player: int) -> str:
    """The position as a player may know it and, if it is their turn, their legal actions."""
    shown = game.text(player)
    if game.to_act != player:
        return shown
    legal = game.legal()
    lines = [f"[{place}] {json.dumps(action, ensure_ascii=False)}" for place, action in enumerate(legal[:SHOWN])]
    if len(legal) > SHOWN:
        lines.append(f"and {len(legal) - SHOWN} more, to be named by their numbers or as JSON")
    return f"{shown}\n\nYou are player {player}. You may:\n" + "\n".join(lines)


def answer(game: Any_, text: str) -> Any:
    """Plays the action that an answer names and returns it. An answer without a legal action raises a `RefereeError`.

    The last number in brackets counts or, if there is none, the last JSON value: people and models think first.
    """
    numbers = re.findall(r"\[\s*(\d{1,6})\s*\]", text)
    if numbers:
        return game.pick(int(numbers[-1]))
    decoder = json.JSONDecoder()
    for found in reversed(list(re.finditer(r'[{"]', text))):
        action: Any
        try:
            action, _ = decoder.raw_decode(text, found.start())
        except ValueError:
            continue
        if type(action) in (dict, str) and not _inner(text, found.start()):
            game.play(action)
            return action
    raise RefereeError("the answer names no action: a number in square brackets was expected, such as [3]")


def _inner(text: str, at: int) -> bool:
    """Whether a place lies within an object that begins before it."""
    decoder = json.JSONDecoder()
    for found in re.finditer(r"\{", text[:at]):
        try:
            _, end = decoder.raw_decode(text, found.start())
        except ValueError:
            continue
        if end > at:
            return True
    return False
