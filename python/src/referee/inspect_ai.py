"""A task of inspect-ai: a model plays a game against players who choose at random, and is scored by its place.

`inspect eval referee/play -T game=wongar -T players=3 -T games=10 --model ...`
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import random
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from . import _words
from ._game import Game
from .errors import RefereeError
from .places import rewards_of


@solver
def player(attempts: int = 3) -> Solver:
    """Asks the model for every action of its seat. After `attempts` wrong answers to one question it forfeits the game."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        how: dict[str, Any] = state.metadata
        seat: int = how["seat"]
        others = random.Random(how["seed"])
        with Game(how["game"], players=how["players"], seed=how["seed"], options=how["options"]) as game:
            wrong, asked = 0, 0
            while not game.over and asked < how["most"]:
                if game.to_act != seat:
                    game.pick(others.randrange(len(game.legal())))
                    continue
                asked += 1
                state.messages.append(ChatMessageUser(content=_words.position(game, seat)))
                failed = 0
                while True:
                    state = await generate(state)
                    try:
                        _words.answer(game, state.output.completion)
                        break
                    except RefereeError as error:
                        failed, wrong = failed + 1, wrong + 1
                        if failed == attempts:
                            game.forfeit(seat)
                            break
                        state.messages.append(ChatMessageUser(content=f"That is not possible: {error}."))
                if failed == attempts:
                    break
            outcome = game.outcome
            places = outcome["places"] if outcome is not None else None
            state.store.set("places", places)
            state.store.set("wrong", wrong)
            state.store.set("asked", asked)
            state.store.set("record", game.save())
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def place() -> Scorer:
    """The place of the model: 1 for the first, 0 for the last. A game that it forfeited or that did not end counts 0."""

    async def score(state: TaskState, target: Target) -> Score:
        places, seat = state.store.get("places"), state.metadata["seat"]
        value = 0.0 if places is None else (rewards_of(places)[seat] + 1) / 2
        told = {"places": places, "wrong": state.store.get("wrong"), "asked": state.store.get("asked")}
        return Score(value=value, answer=str(places), metadata=told)

    return score


@task
def play(
    game: str = "tectonic",
    players: int = 2,
    games: int = 10,
    seed: int = 0,
    attempts: int = 3,
    most: int = 200,
    options: dict[str, Any] | None = None,
) -> Task:
    """A model plays `games` games: on the first seat in the first game, on the second in the second, and so on."""
    samples = []
    for number in range(games):
        how = {"game": game, "players": players, "seed": seed + number, "seat": number % players}
        with Game(game, players=players, seed=seed + number, options=options) as opened:
            told = f"You are player {how['seat']}. {_words.rules(opened)}"
        samples.append(
            Sample(id=f"{game}-{seed + number}", input=told, metadata={**how, "options": options, "most": most})
        )
    return Task(dataset=MemoryDataset(samples), solver=player(attempts), scorer=place())
