"""Writes `ENVIRONMENTS.md`: what is observed of each game, and how its actions are written, entry by entry.

usage: python tools/environments_page.py [FILE]

A test checks that the page is up to date. Needs the extra `pettingzoo`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import referee
from referee.features import Layout
from referee.pettingzoo import RawEnv

PAGE = Path(__file__).resolve().parents[1] / "ENVIRONMENTS.md"

HEAD = """# What is observed, and how actions are written

Written by `tools/environments_page.py` from the layouts that `referee.features` derives from the schemas, for the smallest
number of players; with more, `[+2]`, `[+3]` and `[+4]` follow. `me` is the viewer, `+1` the next player in turn order. A star
stands for every place, card or number of its kind, in the order of the schema, so that the rows are in the order of the
vector wherever no star is. Python tells each entry: `referee.pettingzoo.RawEnv("wongar").layout.entries`.

"""


def groups(layout: Layout) -> list[tuple[str, int, str]]:
    """Entries that differ only in a word, as one row: the name with a star, how many there are, and the meaning."""
    rows: dict[str, tuple[int, str]] = {}
    for entry in layout.entries:
        name = re.sub(r"=[^,]*$", "=*", entry.name) if "=" in entry.name else entry.name
        name = re.sub(r"(territories|villages)\.\w+", r"\1.*", name)
        name = re.sub(r"\[\+\d\]", "[+1]", name)
        count, meaning = rows.get(name, (0, entry.meaning))
        rows[name] = (count + 1, meaning if meaning == entry.meaning else differing(name))
    return [(name, count, meaning) for name, (count, meaning) in rows.items()]


def differing(name: str) -> str:
    """The meaning of a row whose entries mean different things: each entry's word says it."""
    return "each as its word says" if "*" in name else name


def table(layout: Layout) -> str:
    """A layout as a table."""
    lines = ["| entries | how many | meaning |", "|---|---|---|"]
    lines += [f"| `{name}` | {count} | {meaning} |" for name, count, meaning in groups(layout)]
    return "\n".join(lines).replace("`=*`", "`*`") + "\n"


def page() -> str:
    """The whole page."""
    text = HEAD
    for game in referee.games():
        name, title, players = game["game"], game["title"], game["players"]["least"]
        made = RawEnv(name, players=players)
        text += f"## {title} (`{name}`, {players} players)\n\n"
        text += f"`observation` has {len(made.layout)} entries"
        text += f"; left out: {', '.join(f'`{out}`' for out in made.layout.left_out)}.\n\n" if made.layout.left_out else ".\n\n"
        text += table(made.layout) + "\n"
        text += made.about_actions() + "\n\n"
        text += table(made.action_layout) + "\n"
    return text.rstrip() + "\n"


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE).write_text(page())
