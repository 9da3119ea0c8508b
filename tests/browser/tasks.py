"""Questions that a reader asks of a replay, each answered by a few keys and clicks as the guide writes them down. What the page
says is compared with what the records say without it. Used by `replay.py`."""

import json
import pathlib
import subprocess

import still

ROOT = pathlib.Path(__file__).resolve().parents[2]
# It answers two questions and fails at the third.
FAILS = '''
import json, sys
asked = 0
for text in sys.stdin:
    line = json.loads(text)
    if "ask" in line:
        asked += 1
        print(json.dumps({"ask": line["ask"]["id"], "pick": 0 if asked < 3 else 1 // (asked - 3)}), flush=True)
'''


def press(browser, selector):
    """A click."""
    found = browser.do("/element", {"using": "css selector", "value": selector})
    browser.do(f"/element/{next(iter(found.values()))}/click", {})


def shown(browser, selector):
    """The texts that are on the page."""
    return browser.run("""
      return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).map((one) => one.textContent);
    """, selector)


def replay(referee, record, page):
    """The page of a record."""
    page.write_bytes(subprocess.run([referee, "replay"], input=record, capture_output=True, check=True).stdout)
    return page


def why_did_this_bot_lose(browser, referee, folder):
    """End; the button that is then there leads to the place."""
    bot = folder / "fails.py"
    bot.write_text(FAILS)
    subprocess.run([
        referee, "match", "--game", "tectonic", "--bot", f"python3 {bot}", "--bot", "@random", "--seed", "2", "--transcripts",
        folder / "lost", "--clock", "60",
    ], check=True, capture_output=True)
    record = next((folder / "lost").glob("*.jsonl")).read_bytes()
    browser.open(replay(referee, record, folder / "lost.html"))
    browser.press("end")
    [told], [words] = shown(browser, "#faults p"), shown(browser, "#faults pre")
    assert "loses: its program ended" in told and "it ended with code 1" in words, (told, words)
    assert "ZeroDivisionError" in words and "fails.py" in words, words
    still.last_words(browser)
    press(browser, "#faults button")
    wrong = browser.look()
    assert "loses" in wrong["status"] and wrong["step"] < wrong["last"], wrong["status"]
    assert "ZeroDivisionError" in shown(browser, "#faults pre")[0]


# It answers its second question with what no answer has in it.
BABBLES = '''
import json, sys
asked = 0
for text in sys.stdin:
    line = json.loads(text)
    if "ask" in line:
        asked += 1
        answer = {"pick": 0} if asked != 2 else {"action": {"nonsense": 1}}
        print(json.dumps({"ask": line["ask"]["id"], **answer}), flush=True)
'''


def why_was_an_answer_not_taken(browser, referee, folder):
    """R; the step says that it could not be read, and why, and what was said stands beside it."""
    bot = folder / "babbles.py"
    bot.write_text(BABBLES)
    subprocess.run([
        referee, "match", "--game", "tectonic", "--bot", f"python3 {bot}", "--bot", "@random", "--seed", "2", "--transcripts",
        folder / "babbled", "--clock", "60", "--on-illegal", "retry:3", "--max-turns", "8",
    ], check=True, capture_output=True)
    record = next((folder / "babbled").glob("*.jsonl")).read_bytes()
    [why] = [line["attempt"]["why"] for line in map(json.loads, record.splitlines()) if "attempt" in line]
    browser.open(replay(referee, record, folder / "babbled.html"))
    browser.press("r")
    status = browser.look()["status"]
    assert "an answer was not taken, it could not be read as an answer" in status and why and why in status, (status, why)
    assert why in shown(browser, "#faults p")[0] and "nonsense" in shown(browser, "#faults pre")[0]


def who_scored_in_round_4(browser, referee, folder):
    """A click on "Scored at ..."; the list names rounds."""
    record = subprocess.run(
        [referee, "random", "--game", "wangdo", "--players", "3", "--seed", "6"], capture_output=True, check=True
    ).stdout
    browser.open(replay(referee, record, folder / "scored.html"))
    press(browser, "#scores-count")
    told = [words.split(": ", 1)[1] for words in shown(browser, "#scores-list button") if ", round 4:" in words]
    # In this game a stele that is placed wins the token of its village; the states say which round it is.
    now, expected = 0, []
    for line in map(json.loads, record.splitlines()):
        if now == 4 and "place" in line.get("action", {}):
            expected.append((line["player"], line["action"]["place"]["village"]))
        now = line.get("state", {}).get("round", now)
    assert len(told) == len(expected) > 0, (told, expected)
    for words, (player, village) in zip(told, expected):
        assert words.startswith(f"+1 player {player}: a token of ") and words.endswith(village), (words, player, village)


def what_could_black_have_done_at_move_12(browser, referee, folder):
    """12 in the field "Go to"; a click on "Legal at this decision"."""
    record = (ROOT / "fixtures" / "tectonic" / "play" / "first-game.jsonl").read_bytes()
    browser.open(replay(referee, record, folder / "legal.html"))
    press(browser, "#number")
    browser.press("1", "2", "enter")
    seen = browser.look()
    assert seen["step"] == 12 and "Black:" in seen["status"], seen["status"]
    press(browser, "#instead-count")
    [count] = shown(browser, "#instead-count")
    listed = shown(browser, "#instead-list button")
    before = b"\n".join(record.splitlines()[:12]) + b'\n{"query":"legal"}\n'
    answer = subprocess.run([referee, "play", "--emit", "none"], input=before, capture_output=True, check=False).stdout
    [legal] = [line["legal"] for line in map(json.loads, answer.splitlines()) if "legal" in line]
    moves = [action["move"] for action in legal if "move" in action]
    assert count.startswith(f"Legal at this decision: {len(legal)}"), (count, len(legal))
    assert len(listed) == min(30, len(legal)) and len(moves) == len(legal), listed
    for words, move in zip(listed, moves):
        assert words.startswith(f"move {move['from']} to {move['to']}"), (words, move)


def each_is_answered(browser, referee, folder):
    """All of them."""
    for task in (why_did_this_bot_lose, why_was_an_answer_not_taken, who_scored_in_round_4, what_could_black_have_done_at_move_12):
        task(browser, referee, folder)
        print(f"{task.__name__.replace('_', ' ')}: answered")
