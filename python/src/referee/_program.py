"""Finds the program `referee`, which the wheel installs, and runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from functools import lru_cache

from .errors import Failed, ProgramMissing


@lru_cache(maxsize=None)
def _find(named: str | None) -> str:
    if named:
        return named
    name = "referee.exe" if sys.platform == "win32" else "referee"
    schemes = [sysconfig.get_path("scripts")]
    user = f"{os.name}_user"
    if user in sysconfig.get_scheme_names():
        schemes.append(sysconfig.get_path("scripts", user))
    for folder in schemes:
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK):
            return path
    found = shutil.which(name)
    if found is None:
        raise ProgramMissing(f"the program {name} is neither in {' nor in '.join(schemes)} nor on the path")
    return found


def program() -> str:
    """The path of the program: the one that `REFEREE_PROGRAM` names, that of this Python, or that on the path."""
    return _find(os.environ.get("REFEREE_PROGRAM"))


def run(arguments: Sequence[str], given: bytes = b"", accept: Sequence[int] = (0,)) -> bytes:
    """Runs the program without a shell and returns its output, if its exit code is accepted."""
    # Without its own input, the program would read the standard input of this Python.
    done = subprocess.run([program(), *arguments], input=given, capture_output=True, check=False)
    if done.returncode not in accept:
        said = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
        raise Failed(said)
    return done.stdout
