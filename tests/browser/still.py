"""What a page keeps still, and what it shows in full: nothing moves when something is opened, notes and last words are in view where
there is room, and a refusal stands in nobody's way. Used by `replay.py`."""

import json
import subprocess

# Where everything is that is always there, in whole pixels.
PLACES = """
const kept = ['status', 'board', 'buttons', 'slider', 'strip', 'seats', 'where', 'turn', 'help'];
return kept.map((id) => {
  const { left, top, width, height } = document.getElementById(id).getBoundingClientRect();
  return [id, ...[left, top, width, height].map(Math.round)];
});
"""
# Lines of text that are cut off: those of a box that scrolls, or that end below the window.
CUT = """
const about = document.getElementById('about');
return { cut: about.scrollHeight - about.clientHeight, said: about.textContent.trim(), bottom: about.getBoundingClientRect().bottom,
  line: parseInt(getComputedStyle(about).borderLeftWidth) && getComputedStyle(about).borderLeftColor, events: document.getElementById('events').clientHeight };
"""


def toggle(browser, summary):
    """Opens or closes a list."""
    browser.run("document.getElementById(arguments[0]).click()", summary)
    # The event of a list that was opened comes later.
    browser.do("/execute/async", {"script": "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))", "args": []})


def when_something_opens(browser, what):
    """Lists and the keys open below what is always there, in every place of it."""
    browser.window(1400, 900)
    for key in ("home", "end"):
        browser.press(key, "d")
        before = browser.run(PLACES)
        opened = browser.run("""
          return ['scores-count', 'instead-count', 'legal-count'].filter((id) => document.getElementById(id).checkVisibility());
        """)
        for summary in opened:
            toggle(browser, summary)
            assert browser.run(PLACES) == before, f"{what}: {summary} moves {before} to {browser.run(PLACES)}"
        for summary in opened:
            toggle(browser, summary)
        events = "const b = document.getElementById('events').getBoundingClientRect(); return [b.top, b.bottom, innerHeight]"
        listed = browser.run(events)
        browser.press("?")
        assert browser.run(PLACES) == before and browser.run(events) == listed, f"{what}: the keys move it"
        assert browser.run("return document.getElementById('keys').checkVisibility()"), f"{what}: no keys"
        browser.press("?")
        assert listed[1] <= listed[2], f"{what}: the list is out of view: {listed}"
    browser.window()


def what_is_noted(browser, record, folder, referee):
    """Notes are in view as a whole while the list has room to spare, and nothing is drawn where there are none."""
    lines = [json.loads(line) for line in record.splitlines()]
    note = "I look at every answer of the other side, and at mine to it. " * 5
    for line in lines:
        if "action" in line:
            line.update({"ms": 1500, "note": note})
    page = folder / "long-notes.html"
    told = "\n".join(map(json.dumps, lines)).encode()
    page.write_bytes(subprocess.run([referee, "replay"], input=told, capture_output=True, check=True).stdout)
    browser.window(1400, 900)
    browser.open(page)
    browser.press("home")
    seen = browser.run(CUT)
    assert not seen["said"] and seen["line"] in (0, "rgba(0, 0, 0, 0)"), f"something is drawn beside nothing: {seen}"
    before = browser.run(PLACES)
    for _ in range(8):
        browser.press("d")
        seen = browser.run(CUT)
        assert "mine to it" in seen["said"] and seen["cut"] <= 1 and seen["bottom"] <= 900, f"a note is cut: {seen}"
        assert browser.run(PLACES) == before, "a note moves what is beside it"
        assert seen["events"] >= 100, f"no list is left: {seen}"
    browser.window()


def last_words(browser):
    """The line that says what went wrong is in view at the end of a game that a bot lost so."""
    browser.window(1400, 900)
    browser.press("end")
    seen = browser.run("""
      const said = document.querySelector('#faults pre');
      const range = document.createRange();
      const at = said.textContent.indexOf('ZeroDivisionError');
      range.setStart(said.firstChild, at);
      range.setEnd(said.firstChild, at + 17);
      const box = range.getBoundingClientRect();
      return { at, over: document.elementFromPoint(box.left + 3, (box.top + box.bottom) / 2)?.tagName, box: [box.top, box.bottom] };
    """)
    assert seen["at"] >= 0 and seen["over"] == "PRE" and seen["box"][1] <= 900, f"the error is out of view: {seen}"
    browser.window()


def a_refusal_goes(browser, what):
    """A refusal goes at the next press, wherever that is, at the next key, and by its button; its step shows it again."""
    shown = "return document.getElementById('refusal').checkVisibility()"
    box = "const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2].map(Math.round)"
    for width, height in ((1400, 900), (390, 844)):
        browser.window(width, height)
        for where in ("#refusal button", "#refusal h2", "#status"):
            browser.press("home", "r")
            assert browser.run(shown), f"{what}: no refusal"
            press_at(browser, browser.run(box, where))
            assert not browser.run(shown), f"{what} at {width}: a press on {where} leaves it there"
        browser.press("r")
        assert browser.run(shown), f"{what}: it is not shown again"
        browser.press("f")
        assert not browser.run(shown), f"{what}: a key leaves it there"
        browser.press("f")
    browser.window()


def press_at(browser, at):
    """Presses a point of the window."""
    pressed = [{"type": "pointerMove", "duration": 0, "x": at[0], "y": at[1]}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    browser.do("/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": pressed}]})
