"""A bot that does the first thing it can, always the same."""

import json
import sys

for text in sys.stdin:
    line = json.loads(text)
    if "ask" in line:
        print(json.dumps({"ask": line["ask"]["id"], "pick": 0}), flush=True)
