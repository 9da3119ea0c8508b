"""Generated files are up to date."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PYTHON = Path(__file__).resolve().parents[1]


def tool(name: str) -> ModuleType:
    """A program of `tools`."""
    spec = importlib.util.spec_from_file_location(name, PYTHON / f"tools/{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_types_follow_from_the_schemas() -> None:
    written = tool("types_from_schemas").modules()
    folder = PYTHON / "src/referee/types"
    assert {path.name for path in folder.glob("*.py")} == set(written)
    for name, text in written.items():
        assert (folder / name).read_text() == text, f"run python/tools/types_from_schemas.py: {name} is out of date"


def test_the_page_of_environments_follows_from_the_layouts() -> None:
    pytest.importorskip("pettingzoo")
    page = tool("environments_page")
    assert page.PAGE.read_text() == page.page(), "run python/tools/environments_page.py"


def test_patterns_are_listed_or_left() -> None:
    from referee._patterns import words

    assert words("^(A[1-2]|Bx?)$") == ["A1", "A2", "B", "Bx"]
    assert words("^[a-j]([1-9]|10)$") == [f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 11)]
    for endless in ("^a*$", "^a+$", "^a{2}$", "^.$", r"^\d$", "^[^a]$", "^(?:a)$", "a", "^a$b$"):
        assert words(endless) is None
    assert words("^[a-z][a-z][a-z]$") is None


WRONG = """
import referee

with referee.Game("tectonic") as game:
    game.play({"move": {"from": "c1", "to": "c5"}})
    game.play({"fly": 1})
    place: int = game.legal()
    print(game.view()["white"]["hills"], game.view()["nobody"])
"""


def test_an_editor_knows_what_a_game_takes(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    script = tmp_path / "script.py"
    script.write_text(WRONG)
    command: list[Any] = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", script]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    lines = {int(line.split(":")[1]) for line in told.splitlines() if ": error:" in line}
    assert lines == {6, 7, 8}, told
