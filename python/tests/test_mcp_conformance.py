"""The conformance suite of the Model Context Protocol, which `full-tests` installs: it talks to the server over HTTP."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("mcp")

SUITE = os.environ.get("MCP_CONFORMANCE")
BASELINE = Path(__file__).with_name("conformance.yaml")
PASSED = [
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
]


def free_port() -> int:
    """A port on which no one listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@pytest.mark.skipif(SUITE is None, reason="the suite is not installed")
def test_the_suite_finds_what_it_expects(tmp_path: Path) -> None:
    assert SUITE is not None
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "referee.mcp", "--http", str(port)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert server.poll() is None, "the server has ended"
            time.sleep(0.1)
        command = [f"{SUITE}/.bin/node", f"{SUITE}/@modelcontextprotocol/conformance/dist/index.js", "server"]
        flags = ["--url", f"http://127.0.0.1:{port}/mcp", "--suite", "all", "--expected-failures", str(BASELINE)]
        done = subprocess.run(
            [*command, *flags, "-o", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600
        )
    finally:
        server.terminate()
        server.wait(10)
    assert done.returncode == 0, done.stdout
    for name in PASSED:
        assert f"\u2713 {name}: " in done.stdout, f"{name}: {done.stdout}"
