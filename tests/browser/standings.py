#!/usr/bin/env python3
"""Opens the page of a tournament's standings in headless Chromium, everywhere: the tables fit a screen of 1280 pixels, every
link leads to a page that is there, and replays open where a game was decided.

Usage: tests/browser/standings.py REFEREE [FOLDER]   with FOLDER, screenshots are kept there.
"""

import json
import pathlib
import subprocess
import sys
import time

import surfaces

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Four groups of three: built in, in Python, and failing ones, with names of several kinds.
BOTS = [
    ("search", "@mcts:5"), ("a name that is as long as names of bots may be, or nearly so", "@mcts:2"),
    ("李雷", "@random"), ("first", f"python3 {ROOT}/tests/hostile/first.py"),
    ("ends", "sh -c 'read line; exit 3'"), ("<b>mute</b>", "sh -c 'read line; echo {}; read line'"),
    ("r2", "@random"), ("r3", "@random"), ("r4", "@random"), ("r5", "@mcts:1"), ("r6", "@random"), ("r7", "@mcts:3"),
]
LOOK = """
return {
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  tables: Object.fromEntries([...document.querySelectorAll('.wide')].map((one) =>
    [one.getAttribute('aria-label'), one.scrollWidth - one.clientWidth])),
  title: document.title,
  headings: [...document.querySelectorAll('h1, h2')].map((one) => one.textContent),
  times: [...document.querySelectorAll('time')].map((one) => one.getAttribute('datetime')),
  replays: [...document.querySelectorAll('.games a')].map((one) => one.href),
  links: [...document.querySelectorAll('a')].map((one) => one.href),
  lines: document.querySelectorAll('polyline').length,
  bold: document.querySelectorAll('td b').length,
};
"""


def results(journal):
    """How many results a journal has."""
    return journal.read_text().count('{"result"') if journal.exists() else 0


def play(referee, folder, kind):
    """The page of a tournament, with its transcripts and replays beside it. The Swiss one is a league: killed in the middle, extended by
    rounds and a late bot, and killed again."""
    journal = folder / f"{kind}.jsonl"

    def write(bots, more):
        bots = "".join(f"[[bots]]\nname = {json.dumps(name)}\ncommand = {json.dumps(command)}\n" for name, command in bots)
        (folder / f"{kind}.toml").write_text(
            f'title = "Autumn league of {kind}"\ngame = "wangdo"\nformat = "{kind}"\nseed = 3\nconcurrency = 2\ntranscripts = "{kind}"\n'
            + more + bots
        )

    def run(*args):
        return subprocess.run([referee, "tournament", *args], cwd=folder, check=True, capture_output=True).stdout

    def go_on():
        # The tournament writes its page and its replays itself.
        run("run", f"{kind}.toml", "--journal", journal.name, "--page", f"{kind}.html", "--replays", f"{kind}-replays")

    def killed():
        before = results(journal)
        child = subprocess.Popen([referee, "tournament", "run", f"{kind}.toml", "--journal", journal.name], cwd=folder, stderr=subprocess.DEVNULL)
        while results(journal) < before + 3:
            assert child.poll() is None, "it plays until it is killed"
            time.sleep(0.005)
        child.kill()
        child.wait()
        go_on()

    if kind == "swiss":
        write(BOTS[:-1], "rounds = 2\n")
        killed()
        write(BOTS, "rounds = 3\n")
        run("extend", f"{kind}.toml", "--journal", journal.name)
        killed()
    else:
        write(BOTS, "groups = 3\nthird_place = true\n")
        go_on()
    return folder / f"{kind}.html"


def main():
    referee = str(pathlib.Path(sys.argv[1]).resolve())
    keep = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with surfaces.opened() as (browser, axe, folder):
        for kind in ("swiss", "groups"):
            page = play(referee, folder, kind)
            browser.open(page)
            surfaces.everywhere(browser, axe, f"standings of {kind}", keep)
            seen = browser.run(LOOK)
            assert seen["title"] == f"Autumn league of {kind}" and seen["headings"][0] == seen["title"], seen
            assert {"Table", "Rounds", "Crosstable", "Ratings over time", "Faults"} <= set(seen["headings"]), seen
            assert seen["times"] and seen["lines"] >= len(BOTS) and not seen["bold"], seen
            for name in ("Table", "Crosstable", "Games"):
                assert seen["tables"][name] <= 0, f"{kind}: {name} is too wide by {seen['tables'][name]}"
            # Who leads is on the first screen, and a telephone shows where each game was decided.
            first = browser.run("return document.querySelector('table tr:nth-child(2)').getBoundingClientRect().bottom")
            assert first < 400 and seen["headings"][1] == "Table", f"{kind}: the table begins at {first}"
            browser.window(390, 844)
            far = browser.run("""
              const cells = [...document.querySelectorAll('[aria-label=Games] td a')].filter((one) => one.hash === '#at=decisive');
              return Math.max(...cells.map((one) => one.getBoundingClientRect().right));
            """)
            browser.window()
            assert 0 < far <= 390, f"{kind}: where it was decided ends at {far}"
            # Each game of a round has its replay.
            games = len(list((folder / kind).glob("*.jsonl")))
            assert games == results(folder / f"{kind}.jsonl"), games
            assert len(set(seen["replays"])) == games, (len(seen["replays"]), games)
            for link in seen["links"]:
                path = pathlib.Path(link.split("#")[0].removeprefix("file://"))
                assert path.is_file(), f"{kind}: there is no {path}"
            opens_where_it_was_decided(browser, seen["replays"], kind)
            errors = [line for line in browser.console() if line["level"] == "SEVERE"]
            assert not errors, errors
            print(f"{kind}: {games} games, everywhere")


def opens_where_it_was_decided(browser, links, what):
    """A link leads to the fault that cost a bot the game, if there was one, which is told with its cause."""
    lost = 0
    for link in list(dict.fromkeys(links))[::4]:
        browser.do("/url", {"url": link})
        told = browser.run("return [...document.querySelectorAll('#faults p')].map((one) => one.textContent)")
        wrong = browser.run("return document.querySelector('#events .current').classList.contains('bad')")
        last = browser.run("return document.getElementById('slider').value === document.getElementById('slider').max")
        fault = browser.run("return document.querySelectorAll('#events .bad').length")
        assert (wrong and told) if fault else last, f"{what}: {link}: {told}"
        lost += bool(fault)
    assert lost, f"{what}: no game was lost by a fault"


if __name__ == "__main__":
    main()
