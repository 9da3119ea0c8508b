"""A headless Chromium: it speaks the WebDriver protocol to chromedriver with nothing but the standard library."""

import base64
import json
import re
import subprocess
import time
import urllib.error
import urllib.request

KEYS = {"right": "\ue014", "left": "\ue012", "home": "\ue011", "end": "\ue010", "enter": "\ue007"}
# What a replay shows now: the boxes of figures and words, each with its part of the picture, the sizes of the parts, the number
# of the step, the broken rules.
LOOK = """
const parts = [...document.querySelectorAll('#scroll svg')];
const boxes = (layer) => parts.flatMap((part, i) => [...part.querySelectorAll(`:scope > g:nth-child(${layer}) > g`)].map((g) => {
  const box = g.getBBox(); const at = g.transform.baseVal.getItem(0).matrix;
  return [at.e + box.x, at.f + box.y, box.width, box.height, i];
}));
const sizes = parts.map((part) => [part.viewBox.baseVal.width, part.viewBox.baseVal.height]);
return {
  figures: boxes(6), words: boxes(5), sizes,
  step: Number(document.getElementById('slider').value), last: Number(document.getElementById('slider').max),
  status: document.getElementById('status').textContent,
  refused: [...document.querySelectorAll('#refusal li')].map((li) => li.textContent),
  hidden: document.getElementById('refusal').hidden,
  current: document.querySelectorAll('#events [aria-current]').length,
  scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
};
"""


class Browser:
    """One headless Chromium."""

    def __init__(self, profile, width=1280, height=900):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        port = None
        for line in self.driver.stdout:
            if "successfully on port" in line:
                port = line.rsplit("port", 1)[1].strip(" .\n")
                break
        self.base = f"http://127.0.0.1:{port}"
        flags = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", f"--user-data-dir={profile}", f"--window-size={width},{height}",
        ]
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{answer['sessionId']}"

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data=data, method=method, headers={"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def do(self, what, body=None, method="POST"):
        return self.call(method, self.session + what, {} if body is None and method == "POST" else body)

    def open(self, page):
        self.do("/url", {"url": page.as_uri()})
        # A busy driver may answer before a long page is loaded.
        read = "return document.readyState === 'complete' && location.href.startsWith(arguments[0])"
        while not self.run(read, page.as_uri()):
            time.sleep(0.05)

    def run(self, script, *args):
        return self.do("/execute/sync", {"script": script, "args": list(args)})

    def press(self, *keys):
        actions = []
        for key in keys:
            key = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.do("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def look(self):
        return self.run(LOOK)

    def scheme(self, scheme, medium=""):
        """Light or dark, as the viewer's system has it; on a screen, or as it is printed (`print`)."""
        media = {"media": medium, "features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.do("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": media})

    def sheets(self):
        """How many sheets of paper the page takes."""
        return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(self.do("/print"))))

    def console(self):
        return self.do("/se/log", {"type": "browser"})

    def window(self, width=1280, height=900):
        """A window of this size; narrow ones belong to a telephone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.do("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})
        # The page is laid out anew with its next frames, on a busy machine not at once.
        frames = "requestAnimationFrame(() => requestAnimationFrame(done))"
        self.run(f"return new Promise((done) => {{ {frames}; setTimeout(done, 1000) }})")

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.do("/screenshot", method="GET")))

    def close(self):
        try:
            self.do("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()
