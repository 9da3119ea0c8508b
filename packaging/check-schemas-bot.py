"""A bot that keeps what it reads and writes, for `check-schemas`: python3 check-schemas-bot.py READ WRITTEN"""

import json
import sys

read, written = (open(path, "a") for path in sys.argv[1:])


def say(line: object) -> None:
    text = json.dumps(line)
    written.write(text + "\n")
    written.flush()
    print(text, flush=True)


say({"hello": {"name": "keeper", "version": "1"}})
for text in sys.stdin:
    read.write(text)
    read.flush()
    line = json.loads(text)
    if "ask" not in line:
        continue
    number = line["ask"]["id"]
    if number % 5 == 0 and "left" not in line["ask"]:
        say({"ask": number, "pick": -1, "note": "not in the list"})
    elif number % 2 == 0 and "legal" in line:
        say({"ask": number, "action": line["legal"][0], "eval": 0.5})
    else:
        say({"ask": number, "pick": line["legal_n"] // 2})
