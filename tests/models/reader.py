"""A player that reads only the text of its questions, as a person reads a page, and answers in words.

It takes an example of what it may do, puts other places of the page into it, says that with a word too many, and is told what
comes nearest. It knows nothing of `view` and `legal`.

python3 reader.py SEED
"""
import json
import random
import re
import sys

dice = random.Random(int(sys.argv[1]))
def places_of(page):
    """The places that a page names, and those of a grid with letters above it and numbers beside it."""
    letters = re.search(r"^ +((?:[a-z] +)+[a-z])$", page, re.M)
    numbers = re.findall(r"^ ?(\d+) ", page, re.M)
    grid = [letter + number for letter in letters.group(1).split() for number in numbers] if letters else []
    return grid or PLACE.findall(page)


PLACE = re.compile(r"\b(?:[a-jA-J](?:10|[1-9])|V\d\d|W\d\d)\b")
wishes = []


def wish(text):
    """Something that a player might do, said so that it cannot be taken for an action."""
    kinds = re.findall(r"^- (.*?), written like (.*)$", text, re.M)
    examples = [example for _, all_examples in kinds for example in re.findall(r'"([^"]*)"', all_examples)]
    places = places_of(text)
    example = dice.choice(examples)
    return PLACE.sub(lambda _: dice.choice(places), example) + " somehow"


question = ""
for line in sys.stdin:
    ask = json.loads(line).get("ask")
    if not ask:
        continue
    text = ask["text"]
    if text.startswith("You are"):
        question = text
    near = re.search(r"(?:the nearest is|such as) `([^`]*)`", text)
    said = near.group(1) if near and not text.startswith("You are") else wish(question)
    print(json.dumps({"ask": ask["id"], "say": said}), flush=True)
