"""A player that knows only the page: the rules as they are written for a prompt, and each question in words. It knows nothing of
`view` and `legal`, and takes from a line nothing but its text.

It reads from the rules what the places are called and how actions are written; from a question what may be done, where its own
pieces stand and what things are called. From these it makes actions of its own and says them as they are written. What it is told
of a refusal it uses as a person would: it tries something else, and after a few tries says what it wants so vaguely that it is told
what comes nearest. In `note` it says whether an action was its own or the nearest that it was told.

python3 reader.py SEED
"""
import json
import random
import re
import subprocess
import sys

TRIES = 3
dice = random.Random(int(sys.argv[1]))


def written(game):
    """How actions are written, and the places of the board, each with those it is joined with."""
    name = game.lower().replace(" ", "-")
    rules = subprocess.run(["referee", "rules", name, "--format", "prompt"], capture_output=True, text=True, check=True).stdout
    notation = re.findall(r"^- (.*)$", rules.split("## How actions are written\n")[1], re.M)
    joined = {}
    for one, others in re.findall(r"([\w-]+) with ([\w -]+)", " ".join(re.findall(r"what is joined: (.*)\.$", rules, re.M))):
        for other in others.split():
            joined.setdefault(one, set()).add(other)
            joined.setdefault(other, set()).add(one)
    return notation, joined


def grid(page):
    """The squares of a board with letters above it and numbers beside it, each with what stands on it."""
    rows = page.splitlines()
    top = next((at for at, row in enumerate(rows) if re.fullmatch(r" +(?:[a-z] +)+[a-z] *", row)), None)
    if top is None:
        return {}
    columns = {found.start(): found.group() for found in re.finditer(r"[a-z]", rows[top])}
    squares = {}
    for row in rows[top + 1 :]:
        number = re.match(r" ?(\d+) ", row)
        if not number:
            break
        for at, letter in columns.items():
            squares[letter + number.group(1)] = row[max(0, at - 2) : at + 3]
    return squares


class Reader:
    """What it knows of the game at hand."""

    def __init__(self, title):
        self.notation, self.joined = written(title)

    def question(self, page):
        """Reads a question."""
        self.may = re.findall(r'"([^"]*)"', page.split("You may:\n")[1].split("The examples show")[0])
        assert all(example in self.notation for example in self.may), "the rules tell how everything is written"
        own = re.search(r"on the board you are (\w)\.", page).group(1)
        squares = grid(page)
        for name in squares:
            # Of a board without lines the squares beside one another are joined.
            beside = [other for other in squares if abs(ord(name[0]) - ord(other[0])) + abs(int(name[1:]) - int(other[1:])) == 1]
            self.joined.setdefault(name, set()).update(beside)
        marked = re.compile(rf"\b([A-Z]\d+)[ \[]{own}[^\w\s]")
        self.own = [name for name, on in squares.items() if own in on] or marked.findall(page)
        # Signs are explained at the end: `▮wh white  ▮or orange`.
        self.things = re.findall(r"[●▲■★▮◆]\w* (?:the )?([a-z]+)", page)

    def wish(self):
        """An action that might be legal."""
        said = dice.choice(self.may)
        every = sorted(self.joined, key=len, reverse=True)
        before = None

        def other(_):
            nonlocal before
            near = sorted(self.joined[before]) if before else self.own
            before = dice.choice(near if near and dice.random() < 0.8 else every)
            return before

        if every:
            said = re.sub("|".join(rf"\b{re.escape(name)}\b" for name in every), other, said)
        return re.sub(r"\b[a-z]+\b", lambda word: dice.choice(self.things) if word.group() in self.things else word.group(), said)


reader, wrong = None, 0
for line in sys.stdin:
    text = (json.loads(line).get("ask") or {}).get("text")
    if not text:
        continue
    if text.startswith("You are"):
        title = re.match(r"You are player \d+ of \d+ in (.*?)(?:, called .*?)?; on the board", text).group(1)
        reader, wrong = reader or Reader(title), 0
        reader.question(text)
    else:
        wrong += 1
    near = re.search(r"(?:the nearest is|such as) `([^`]*)`", text)
    said = near.group(1) if near else reader.wish() + (" somehow" if wrong >= TRIES else "")
    # What an answer looks like stands at the end of the page.
    number = re.findall(r'\{"ask":(\d+),"say":', text)[-1]
    print(json.dumps({"ask": int(number), "say": said, "note": "told" if near else "own"}), flush=True)
