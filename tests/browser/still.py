"""What a page keeps out of the way: a refusal stands in nobody's way. Used by `replay.py`."""


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
