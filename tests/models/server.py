"""A server that speaks the chat-completions HTTP interface and answers as good, bad and troubled models do.

python3 server.py: writes the port on which it listens, on loopback, and serves until its input is closed. What a model is like
its name says: `good`, `fair`, `poor`, and besides, joined by `+`: `prose`, `slow`, `busy`, `cut`, `gone`.
"""
import http.server
import json
import os
import random
import re
import sys
import threading
import time

dice = random.Random(7)
def places_of(page):
    """The places that a page names, and those of a grid with letters above it and numbers beside it."""
    letters = re.search(r"^ +((?:[a-z] +)+[a-z])$", page, re.M)
    numbers = re.findall(r"^ ?(\d+) ", page, re.M)
    grid = [letter + number for letter in letters.group(1).split() for number in numbers] if letters else []
    return grid or PLACE.findall(page)


PLACE = re.compile(r"\b(?:[a-jA-J](?:10|[1-9])|V\d\d|W\d\d)\b")
NEAR = re.compile(r"(?:the nearest is|such as) `([^`]*)`")
WRONG = {"good": 0.0, "fair": 0.3, "poor": 0.6}
count = 0


def wish(question):
    """Something that one might do, in words that are nearly an action."""
    kinds = re.findall(r"^- (.*?), written like (.*)$", question, re.M)
    examples = [example for _, several in kinds for example in re.findall(r'"([^"]*)"', several)]
    places = places_of(question)
    return PLACE.sub(lambda _: dice.choice(places), dice.choice(examples))


def reply(model, messages):
    # Between question and answer stand what it said itself and what its harness asked of it.
    last = [each["content"] for each in messages if each["role"] == "user" and '{"ask":' in each["content"]][-1]
    question = [each["content"] for each in messages if each["content"].startswith("You are")][-1]
    number = json.loads(re.findall(r'\{"ask":.*\}', last)[-1])["ask"]
    quality = next((name for name in WRONG if name in model), "good")
    near = NEAR.search(last)
    if dice.random() < WRONG[quality]:
        # An action somewhere on the board, or no answer at all.
        return wish(question) if dice.random() < 0.5 else "I am thinking about it {"
    said = near.group(1) if near and not last.startswith("You are") else wish(question) + " somehow"
    answer = json.dumps({"ask": number, "say": said, "eval": 0.5})
    if "prose" in model:
        return f'Let me see. {{"say": "nothing yet"}} is not it. My choice:\n```json\n{answer}\n```\nI hope that it is good.'
    return answer


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, code, body, headers=()):
        self.send_response(code)
        for header in headers:
            self.send_header(*header)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        global count
        count += 1
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        model, messages = asked["model"], asked["messages"]
        assert self.path == "/v1/chat/completions" and messages[0]["role"] == "system"
        assert "# Rules of" in messages[0]["content"], "the rules come first"
        if "busy" in model and count % 3 != 0:
            headers = [("retry-after", "0")] if count % 3 == 1 else [("retry-after", "Thu, 01 Jan 1970 00:00:00 GMT")]
            return self.send(429, b'{"error":"later"}', headers)
        if "slow" in model:
            time.sleep(0.05)
        text = reply(model, messages)
        finish = "stop"
        if "gone" in model and count % 2 == 0:
            # Half of an answer, and the connection is closed.
            self.send_response(200)
            self.send_header("content-length", "1000")
            self.end_headers()
            self.wfile.write(b'{"choices":[{"mess')
            self.close_connection = True
            return None
        if "cut" in model and count % 2 == 1:
            text, finish = text[: len(text) // 2], "length"
        usage = {"prompt_tokens": sum(len(each["content"]) for each in messages) // 4, "completion_tokens": len(text) // 4}
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
        self.send(200, json.dumps({"choices": [choice], "usage": usage}).encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
os._exit(0)
