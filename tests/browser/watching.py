"""Watches games in the browser while they are played. Used by `replay.py`."""

import json
import re
import subprocess
import time
import urllib.request

STATE = """
return {
  step: Number(document.getElementById('slider').value), last: Number(document.getElementById('slider').max),
  items: document.querySelectorAll('#events > li').length, live: document.getElementById('live').hidden ? '' : document.getElementById('live').textContent,
  viewers: document.getElementById('viewer').options.length, figures: document.querySelectorAll('#board g g').length,
};
"""


def until(browser, what, holds, script=STATE):
    """Waits until what the page says holds."""
    end = time.monotonic() + 30
    while True:
        seen = browser.run(script)
        if holds(seen):
            return seen
        assert time.monotonic() < end, f"{what}: {seen}"
        time.sleep(0.05)


def visit(browser, link):
    """Opens a page of a server."""
    browser.do("/url", {"url": link})


def served(referee, *args):
    """A server for a transcript, and its link."""
    server = subprocess.Popen([referee, "watch", *args], stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip()


def a_growing_file(browser, axe, accessible, referee, record, folder, keep):
    """The page follows the game, says when the connection is lost, comes back, and shows everything at the end."""
    lines = record.splitlines(keepends=True)
    path = folder / "growing.jsonl"
    path.write_bytes(b"".join(lines[:60]))
    server, link = served(referee, str(path))
    try:
        until_listed(link)
        visit(browser, f"{link}games/1")
        seen = until(browser, "the beginning", lambda seen: seen["items"] == 60)
        assert seen["step"] == 59 and seen["viewers"] == 1 and seen["figures"] > 10, seen
        with path.open("ab") as file:
            file.write(b"".join(lines[60:80]))
        until(browser, "it follows", lambda seen: seen["items"] == 80 and seen["step"] == 79)
        # Who looks at an earlier step stays there.
        browser.press("home")
        with path.open("ab") as file:
            file.write(b"".join(lines[80:90]))
        seen = until(browser, "it grows", lambda seen: seen["items"] == 90)
        assert seen["step"] == 0, seen
        browser.press("end")
        if axe:
            accessible(browser, axe, "a game in progress")
        if keep:
            browser.screenshot(keep / "watching.png")
        server.kill()
        server.wait()
        until(browser, "it is lost", lambda seen: "connection is lost" in seen["live"])
        port = re.search(r":(\d+)/", link)[1]
        server, _ = served(referee, str(path), "--listen", port)
        until(browser, "it comes back", lambda seen: not seen["live"] and seen["items"] == 90)
        with path.open("ab") as file:
            file.write(b"".join(lines[90:]))
        seen = until(browser, "the end", lambda seen: "Everything is shown" in seen["live"] and seen["viewers"] > 1)
        assert seen["items"] >= len(lines), seen
        visit(browser, link)
        listed = until(browser, "the list", len, "return [...document.querySelectorAll('#over a')].map((a) => a.textContent)")
        assert listed[0].startswith("1: Wongar"), listed
        if axe:
            accessible(browser, axe, "the list of games")
    finally:
        server.kill()
        server.wait()
    # The server was away on purpose.
    noise = [line for line in browser.console() if "ERR_CONNECTION_REFUSED" not in line["message"] and "ERR_INCOMPLETE" not in line["message"]]
    assert not noise, noise
    print("a growing file: watched to its end")


def until_listed(link):
    """Waits until the server knows a game."""
    with urllib.request.urlopen(f"{link}events", timeout=30) as events:
        for line in events:
            if line.startswith(b"data: ") and json.loads(line[6:]).get("games"):
                return
