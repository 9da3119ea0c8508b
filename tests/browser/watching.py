"""Watches games in the browser while they are played. Used by `replay.py`."""

import json
import re
import subprocess
import time
import urllib.request

import surfaces

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


def a_growing_file(browser, axe, referee, record, folder, keep):
    """The page follows the game, says when the connection is lost, comes back, and shows everything at the end."""
    lines = record.splitlines(keepends=True)
    path = folder / "growing.jsonl"
    path.write_bytes(b"".join(lines[:60]))
    server, link = served(referee, str(path))
    try:
        until_listed(link)
        visit(browser, f"{link}games/1#for=player+1")
        seen = until(browser, "the beginning", lambda seen: seen["items"] == 60)
        unknown = "const one = document.getElementById('unknown'); return one.hidden ? '' : one.textContent"
        assert "“player 1”" in browser.run(unknown) and "what the public may see" in browser.run(unknown), browser.run(unknown)
        visit(browser, f"{link}games/1")
        browser.do("/refresh")
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
        surfaces.everywhere(browser, axe, "a game in progress", keep)
        server.kill()
        server.wait()
        until(browser, "it is lost", lambda seen: "connection is lost" in seen["live"])
        port = re.search(r":(\d+)/", link)[1]
        server, _ = served(referee, str(path), "--listen", port)
        until(browser, "it comes back", lambda seen: not seen["live"] and seen["items"] == 90)
        with path.open("ab") as file:
            file.write(b"".join(lines[90:]))
        # It is said when it is true, not before.
        seen = until(browser, "the end", lambda seen: "Everything is shown" in seen["live"])
        assert seen["items"] >= len(lines) and seen["viewers"] > 1, seen
        # A link to a step for a viewer leads there, and says so if there is no such viewer.
        for viewer, unknown_to_us in (("player+1", False), ("nobody", True)):
            visit(browser, f"{link}games/1#step=70&for={viewer}")
            browser.do("/refresh")
            seen = until(browser, "a link", lambda seen: "Everything is shown" in seen["live"] and seen["viewers"] > 1)
            assert seen["step"] == 70 and bool(browser.run(unknown)) == unknown_to_us, f"{viewer}: {seen}, {browser.run(unknown)}"
        visit(browser, link)
        listed = until(browser, "the list", lambda seen: any(one[1:] for one in seen["over"]), LISTED)
        outcome = json.loads(lines[-1])["outcome"]
        order = sorted(range(4), key=lambda player: (outcome["places"][player], player))
        result = "; ".join(f"{outcome['places'][player]}. player {player} with {outcome['scores'][player]}" for player in order)
        assert listed["over"] == [["1: Wongar", "", result]] and listed["on"] == [["none"]], listed
        well_listed(browser, axe, "the list of games", keep)
    finally:
        server.kill()
        server.wait()
    # The server was away on purpose.
    noise = [line for line in browser.console() if "ERR_CONNECTION_REFUSED" not in line["message"] and "ERR_INCOMPLETE" not in line["message"]]
    assert not noise, noise
    print("a growing file: watched to its end")


# The tables of the list of games, and what is no proper table.
LISTED = """
const cells = (id) => [...document.querySelectorAll(`#${id} tr`)].map((row) => [...row.children].map((one) => one.textContent));
const tables = [...document.querySelectorAll('table')].filter((one) => one.checkVisibility());
const headed = (table) => table.caption?.textContent.trim() && [...table.tHead.rows[0].cells].every((one) => one.tagName === 'TH' && one.scope === 'col')
  && [...table.tBodies[0].rows].every(({ cells }) => cells.length === 1 || [...cells].filter((one) => one.tagName === 'TH' && one.scope === 'row').length === 1);
return { on: cells('on'), over: cells('over'), bots: cells('bots'), heads: cells('heads'), tables: tables.length,
  improper: tables.filter((one) => !headed(one)).map((one) => one.outerHTML.slice(0, 300)) };
"""


def well_listed(browser, axe, what, keep):
    """The list is made of tables with captions and headings; axe-core finds nothing at all."""
    surfaces.everywhere(browser, axe, what, keep)
    surfaces.accessible(browser, axe, what, ())
    seen = browser.run(LISTED)
    assert seen["tables"] >= 2 and not seen["improper"], f"{what}: {seen}"


def results_are_listed(browser, axe, referee, keep):
    """The list of a match says how each game ended, and who leads."""
    args = ["match", "--game", "tectonic", "--bot", "@mcts:200", "--bot", "@random", "--games", "2", "--seed", "3", "--watch"]
    match = subprocess.Popen([referee, *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        link = next("http://" + line.rsplit("http://", 1)[1].strip() for line in match.stderr if "http://" in line)
        visit(browser, link)
        seen = until(browser, "both results", lambda seen: len([one for one in seen["over"] if len(one) == 3]) == 2, LISTED)
        assert all(result.startswith("1. ") and "; " in result for _, _, result in seen["over"]), seen
        assert all("@mcts:200" in names and "@random" in names for _, names, _ in seen["over"]), seen
        seen = until(browser, "who leads", lambda seen: [cells[:2] for cells in seen["bots"]] == [["@mcts:200", "2"], ["@random", "2"]], LISTED)
        assert seen["heads"][0][:2] == ["bot", "games"], seen
        well_listed(browser, axe, "the list of a match", keep)
    finally:
        match.kill()
        match.wait()
    print("a match: its results are listed")


def until_listed(link):
    """Waits until the server knows a game."""
    with urllib.request.urlopen(f"{link}events", timeout=30) as events:
        for line in events:
            if line.startswith(b"data: ") and json.loads(line[6:]).get("games"):
                return


# What a player may do: whether they are asked, the listed actions, the places of the board that begin them.
ASKED = """
const form = document.getElementById('answer');
const open = !form.hidden && !form.classList.contains('idle');
return {
  open, listed: open ? [...document.querySelectorAll('#choices button')].map((b) => b.textContent) : [],
  said: document.getElementById('asked').textContent, ready: !document.getElementById('act').disabled,
  act: document.getElementById('act').textContent, count: document.getElementById('count').textContent,
  live: document.getElementById('live').hidden ? '' : document.getElementById('live').textContent,
  refused: [...document.querySelectorAll('#refusal li')].map((li) => li.textContent),
  viewers: document.getElementById('viewer').options.length, steps: page.steps(),
  wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
};
"""


def is_over(seen):
    return "Everything is shown" in seen["live"] or "The games are over" in seen["live"]


def within_reach(browser, what):
    """On a telephone a person who is asked sees the whole board, what they can do and the buttons, without scrolling."""
    seen = browser.run("""
      scrollTo(0, 0);
      const box = (one) => { const b = one.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
      const places = [...document.querySelectorAll('#board .place')].map(box);
      const inside = (one) => { const [left, top, right, bottom] = box(one); return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight; };
      const parts = ['#asked', '#say', '#act', '#clear', '#choices li', '#first', '#back', '#next', '#last'];
      const over = (selector) => {
        const [left, top, right, bottom] = box(document.querySelector(selector));
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(selector) !== null;
      };
      const sheet = box(document.getElementById('answer'));
      const [status, due] = ['#status', '#status strong'].map((one) => box(document.querySelector(one)));
      return {
        hidden: parts.filter((one) => !inside(document.querySelector(one)) || !over(one)),
        places: [Math.min(...places.map((one) => one[1])), Math.max(...places.map((one) => one[3]))], sheet, zoom: inside(document.getElementById('larger')),
        due: due[1] >= status[1] && due[3] <= status[3] + 1,
      };
    """)
    assert not seen["hidden"] and seen["due"], f"{what}: {seen}"
    top, bottom = seen["places"]
    assert top >= 0 and bottom <= seen["sheet"][1] + 1, f"{what}: the board is not in view as a whole: {seen}"


def press(browser, selector):
    """Presses an element as a mouse or a finger does."""
    browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
    found = browser.do("/element", {"using": "css selector", "value": selector})
    browser.do(f"/element/{next(iter(found.values()))}/click", {})


def press_place(browser, name):
    """Presses a place of the board where it is drawn. Returns whether it has such a place in the window."""
    at = browser.run("""
      const named = [...document.querySelectorAll('#board .place')].filter((place) =>
        place.parentNode.querySelector('title')?.textContent === arguments[0]);
      if (!named.length) return null;
      named[0].scrollIntoView({block: 'center', inline: 'center'});
      const {left, top, width, height} = named[0].getBoundingClientRect();
      return [Math.round(left + width / 2), Math.round(top + height / 2)];
    """, name)
    if at is None:
        return False
    move = [{"type": "pointerMove", "duration": 0, "x": at[0], "y": at[1]}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    browser.do("/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": move}]})
    return True


def player(referee, *args):
    """A match with one person, and the link of that person."""
    match = subprocess.Popen([referee, "match", *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for line in match.stderr:
        if "/seats/" in line:
            return match, "http://" + line.rsplit("http://", 1)[1].strip()
    raise AssertionError("no link")


def one_turn(browser, referee, game, players, opponent):
    """Opens the page of a person who is asked first. Returns the match, and what the page says."""
    bots = ["--bot", opponent] * (players - 1)
    match, link = player(referee, "--game", game, "--bot", "@browser:Ann", *bots, "--seed", "4")
    visit(browser, link)
    return match, until(browser, f"{game}: the first turn", lambda seen: seen["open"], ASKED)


def leave(browser, match):
    """Goes away before the match is ended, so that the page does not ask for it in vain."""
    visit(browser, "about:blank")
    match.kill()
    match.wait()


def five_at_a_telephone(browser, referee, keep):
    """The highest board of all is in view as a whole, too."""
    match, _ = one_turn(browser, referee, "wongar", 5, "@random")
    try:
        within_reach(browser, "wongar with five players")
        if keep:
            browser.screenshot(keep / "wongar-five-telephone.png")
    finally:
        leave(browser, match)


def an_own_move_is_seen_at_once(browser, referee):
    """A person sees their own move while the other player still thinks."""
    # So many playouts take longer than this test.
    match, seen = one_turn(browser, referee, "tectonic", 2, "@mcts:1000000")
    try:
        words = seen["listed"][0]
        browser.run("document.querySelector('#choices button').click(); document.getElementById('act').click()")
        now = until(browser, "an own move", lambda now: now["steps"] > seen["steps"], ASKED)
        assert now["steps"] == seen["steps"] + 1 and not now["open"], now
        last = browser.run("return document.querySelector('#events > li:last-child').textContent")
        assert words.split()[-1] in last, f"{words} is not what is shown: {last}"
    finally:
        leave(browser, match)


def a_person_plays(browser, axe, referee, game, players, how, keep):
    """A whole game, by the board and the list (`mouse`, `finger`) or by typing (`keys`)."""
    bots = ["--bot", "@mcts:5" if players == 2 else "@random"] * (players - 1)
    match, link = player(referee, "--game", game, "--bot", "@browser:Ann", *bots, "--seed", "4")
    turns, boards = 0, 0
    try:
        visit(browser, link)
        while True:
            seen = until(browser, f"{game}, turn {turns}", lambda seen: seen["open"] or is_over(seen), ASKED)
            if is_over(seen):
                break
            assert seen["listed"] and not seen["wide"], f"{game}, turn {turns}: {seen}"
            if turns == 0:
                surfaces.everywhere(browser, axe, f"a turn of {game}", keep)
                browser.window(*(surfaces.SIZES[-1] if how == "finger" else ()))
                if how == "finger":
                    within_reach(browser, game)
                # What cannot be understood, or is not legal, is explained in place, and the turn stays.
                browser.run("document.getElementById('say').focus()")
                browser.press(*"dance wildly", "\ue007")
                seen = until(browser, f"{game}: nonsense", lambda seen: seen["open"] and "Not understood" in seen["said"], ASKED)
            words = browser.run("const all = page.legal(); return all[arguments[0] % all.length]", 7 * turns)
            if how == "keys":
                browser.run("const say = document.getElementById('say'); say.value = ''; say.focus()")
                browser.press(*words)
                browser.press("\ue007")
            else:
                # The places that the words name, in their order, as far as the board has them; then the list.
                places = re.findall(r"\b[A-Za-z]\d+\b", words)
                if turns < 12:
                    boards += sum(press_place(browser, place) for place in dict.fromkeys(places))
                chosen = browser.run("""
                  const button = [...document.querySelectorAll('#choices button')].find((b) => b.textContent === arguments[0]);
                  if (button) button.dataset.wanted = 'yes';
                  return Boolean(button);
                """, words)
                assert chosen, f"{game}: {words} is not listed after its places are pressed: {browser.run(ASKED)}"
                if turns < 12:
                    press(browser, "#choices [data-wanted]")
                    seen = browser.run(ASKED)
                    assert seen["ready"] and seen["act"] == f"Play: {words}", f"{game}: {seen}"
                    press(browser, "#act")
                else:
                    browser.run("document.querySelector('#choices [data-wanted]').click(); document.getElementById('act').click()")
            # The next question may have one action alone, which is then chosen already.
            until(browser, f"{game}, {words}", lambda now: not now["open"] or now["steps"] > seen["steps"] or is_over(now), ASKED)
            turns += 1
            assert turns < 1500, f"{game}: it has no end"
        until(browser, f"{game}: the end", is_over, ASKED)
        assert match.wait(20) == 0, game
    finally:
        match.kill()
        match.wait()
    print(f"{game}: played with {how}, {turns} turns, {boards} times on the board")
