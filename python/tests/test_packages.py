"""Names the packages that judged this one, for the report."""

from __future__ import annotations

from importlib import metadata
from typing import Any

import pytest

JUDGES = ("pettingzoo", "gymnasium", "torchrl", "sb3-contrib", "textarena", "inspect-ai", "mcp", "mypy", "pyright")


@pytest.mark.parametrize("name", JUDGES)
def test_judges_are_named_with_their_versions(name: str, record_property: Any, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed")
    record_property(name, version)
    with capsys.disabled():
        print(f" [{name} {version}]", end="")
    assert version[0].isdigit()
