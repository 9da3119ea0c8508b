"""The examples in the README are run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[1] / "README.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(kind: str) -> list[str]:
    """The blocks of code of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_the_page_says_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    told: list[str] = []
    shown = blocks("pycon")
    for number, block in enumerate(shown):
        test = doctest.DocTestParser().get_doctest(block, known, f"block {number}", str(PAGE), 0)
        runner.run(test, out=told.append, clear_globs=False)
        known = test.globs
    assert runner.failures == 0 and runner.tries > 20, "".join(told)


def test_the_bot_of_the_page_answers() -> None:
    (script,) = blocks("python")
    known: dict[str, object] = {"__name__": "eager"}
    exec(compile(script, "eager.py", "exec"), known)
    assert getattr(known["choose"], "hello")["hello"]["name"] == "eager"
