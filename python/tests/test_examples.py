"""The examples run: bots in a match, the notebook cell by cell, learners for a short while."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import referee
from conftest import GAMES, every_game
from referee._program import program

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PACKAGE = Path(referee.__file__).parents[1]


@every_game
def test_bots_play_a_match(name: str) -> None:
    scripts = sorted((EXAMPLES / "bots").glob("*.py"))
    bots = [f"env PYTHONPATH={PACKAGE} REFEREE_PROGRAM={program()} {sys.executable} {path}" for path in scripts]
    seats = [*bots, "@random", "@random"][: max(GAMES[name], 2)] if GAMES[name] > 2 else bots[:2]
    flags = [flag for bot in seats for flag in ("--bot", bot)]
    command = [program(), "match", "--game", name, *flags, "--games", "1", "--seed", "1", "--json"]
    done = subprocess.run([*command, "--start-ms", "30000"], capture_output=True, text=True, check=True)
    assert '"normal"' in done.stdout and '"exit"' not in done.stdout, done.stdout


def test_the_notebook_runs() -> None:
    cells = json.loads((EXAMPLES / "game.ipynb").read_text())["cells"]
    known: dict[str, Any] = {}
    scripts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for number, script in enumerate(scripts):
        exec(compile(script, f"cell {number}", "exec"), known)
    game = known["game"]
    assert game.over and game._repr_svg_().startswith("<svg ") and known["again"].outcome == game.outcome
    assert all(not cell.get("outputs") for cell in cells)


@pytest.mark.parametrize("game", ["tectonic", "wongar"])
def test_learners_learn(game: str, tmp_path: Path) -> None:
    """So short a run only shows that everything fits together; the README of the examples has results of longer ones."""
    pytest.importorskip("sb3_contrib")
    command = [sys.executable, EXAMPLES / "learn.py", game, "--steps", "2048", "--games", "4"]
    done = subprocess.run([*command, "--save", tmp_path / "model"], capture_output=True, text=True, check=True)
    cells = [cell.strip() for cell in done.stdout.strip().strip("|").split("|")]
    assert cells[0] == game and (tmp_path / "model.zip").stat().st_size > 100_000
    assert 0 <= float(cells[5].rstrip("%")) <= 100 and -1 <= float(cells[6]) <= 1
