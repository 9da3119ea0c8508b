"""The server of the Model Context Protocol, through the official client on standard input and output."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import referee
from conftest import GAMES, every_game

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters, stdio_client  # noqa: E402

TOOLS = {"games", "rules", "explain", "open", "view", "legal", "act", "undo", "close"}
PAGE = Path(__file__).resolve().parents[1] / "README.md"


class Session:
    """A client with its server."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **given: Any) -> dict[str, Any]:
        """Calls a tool that must do what it is asked; returns its data."""
        done = await self.client.call_tool(tool, given)
        assert not done.is_error, done.content
        data: dict[str, Any] = done.structured_content
        return data

    async def says(self, tool: str, **given: Any) -> str:
        """Calls a tool and returns what a model reads."""
        done = await self.client.call_tool(tool, given)
        assert not done.is_error, done.content
        return str(done.content[0].text)

    async def wrong(self, tool: str, **given: Any) -> str:
        """Calls a tool that must say what is wrong, in a result."""
        done = await self.client.call_tool(tool, given)
        assert done.is_error, done
        return str(done.content[0].text)


@asynccontextmanager
async def server(*flags: str, command: list[str] | None = None) -> AsyncIterator[Session]:
    """A server as a client starts it."""
    first, *rest = command or [sys.executable, "-m", "referee.mcp"]
    async with Client(stdio_client(StdioServerParameters(command=first, args=[*rest, *flags]))) as client:
        yield Session(client)


async def test_tools_tell_what_they_take_and_return() -> None:
    async with server() as session:
        tools = {tool.name: tool for tool in (await session.client.list_tools()).tools}
        assert set(tools) == TOOLS
        for tool in tools.values():
            assert tool.description and tool.output_schema and tool.annotations, tool.name
            assert all("description" in of for of in tool.input_schema["properties"].values()), tool.name
        assert session.client.instructions and "`open`" in session.client.instructions


@every_game
async def test_a_model_plays_to_the_end_in_words(name: str) -> None:
    rng = random.Random(1)
    players = GAMES[name]
    async with server() as session:
        opened = await session.call("open", game=name, players=players, seat=1, opponents=["@random"], seed=4)
        game, actions, over = opened["id"], 0, False
        while not over and actions < 40:
            start = rng.randrange(opened["legal_n"])
            page = await session.call("legal", id=game, start=start, most=2)
            chosen = page["actions"][0]
            assert chosen["number"] == start and page["total"] == opened["legal_n"]
            how = [{"say": chosen["words"]}, {"number": start}, {"action": chosen["action"]}][actions % 3]
            opened = await session.call("act", id=game, **how)
            assert opened["accepted"] and opened["seat"] == 1
            actions, over = actions + 1, opened["over"]
        if over:
            assert sorted(opened["outcome"]["places"])[0] == 1 and "The game is over" in opened["text"]
            assert not (await session.call("act", id=game, number=0))["accepted"]
        seen = await session.call("view", id=game)
        assert "seed" not in json.dumps(seen) and (over or seen["text"].startswith("You are player 1 "))
        closed = await session.call("close", id=game)
        assert closed["over"] == over


async def test_refusals_are_results_that_a_model_can_use() -> None:
    async with server() as session:
        game = (await session.call("open", game="tectonic", opponents=["@random"]))["id"]
        refused = await session.call("act", id=game, say="move c1 to c10")
        assert not refused["accepted"] and not refused["over"]
        assert [broken["rule"] for broken in refused["refused"]] == ["tectonic.mount-range", "tectonic.occupied"]
        assert refused["nearest"].startswith("move c1 to ")
        told = await session.says("act", id=game, say="move c1 to c10")
        assert "at most four squares" in told and refused["nearest"] in told and "still your turn" in told
        near = await session.call("act", id=game, say="move the mount from c1 up to c6 please")
        assert "tell no action" in near["why"] and near["refused"] == []
        assert "no place 999" in await session.says("act", id=game, number=999)
        rule = await session.call("explain", rule=refused["refused"][0]["rule"])
        assert rule["rests_on"][0]["rule"] == "tectonic.R15"
        # Nothing has changed, and the nearest is legal.
        assert (await session.call("view", id=game))["text"].count("Since you were asked last") == 0
        assert (await session.call("act", id=game, say=refused["nearest"]))["accepted"]
        # JSON may come as a text, as some clients send it.
        taken = await session.call("act", id=game, action='{"move":{"from":"b1","to":"a2"}}')
        assert taken["accepted"] or taken["refused"]


@every_game
async def test_a_game_is_begun_as_it_is_asked_for(name: str) -> None:
    async with server() as session:
        games = {game["game"]: game for game in (await session.call("games"))["games"]}
        most = games[name]["players"]["most"]
        option = next(option for option in games[name]["options"] if "values" in option or option.get("type") == "boolean")
        value = option["values"][-1] if "values" in option else not option["default"]
        opened = await session.call(
            "open", game=name, players=most, seat=most - 1, opponents=["@random"] * (most - 1), options={option["name"]: value}
        )
        assert f"You are player {most - 1} of {most} " in opened["text"]
        rules = (await session.call("rules", game=name))["text"]
        assert rules == referee.rulebook(name, "prompt") and "How actions are written" in rules


async def test_an_action_is_taken_back_unless_the_server_is_fair(tmp_path: Path) -> None:
    async with server() as session:
        game = (await session.call("open", game="wangdo", opponents=["@random"], seed=3))["id"]
        before = (await session.call("view", id=game))["view"]
        assert "could be taken back" in await session.wrong("undo", id=game)
        await session.call("act", id=game, number=0)
        undone = await session.call("undo", id=game)
        assert undone["undone"] >= 1 and (await session.call("view", id=game))["view"] == before
    flags = ["--fair", "--lists", "none", "--records", str(tmp_path / "new")]
    async with server(*flags) as session:
        assert "seed" in await session.wrong("open", game="wangdo", seed=3)
        opened = await session.call("open", game="tectonic", opponents=["@random"])
        game = opened["id"]
        assert "legal_n" not in opened and "taken back" in await session.wrong("undo", id=game)
        assert "propose an action" in await session.wrong("legal", id=game)
        assert "no lists" in (await session.call("act", id=game, number=0))["why"]
        refused = await session.call("act", id=game, say="move c1 to c10")
        assert refused["refused"] and "nearest" not in refused
        assert (await session.call("act", id=game, say="move c1 to c5"))["accepted"]
        await session.call("close", id=game)
    # The organiser has the game with all that was tried.
    (record,) = (tmp_path / "new").iterdir()
    assert record.read_text().count('{"attempt":') == 2
    assert [verdict["verdict"] for verdict in referee.validate(str(record))] == ["valid"]


async def test_nothing_tells_what_is_hidden(tmp_path: Path) -> None:
    async with server("--records", str(tmp_path)) as session:
        told: list[str] = []
        opened = await session.call("open", game="wongar", players=3, opponents=["@random"])
        game = opened["id"]
        for _ in range(25):
            for tool in ("view", "legal"):
                told.append(json.dumps(await session.call(tool, id=game)))
            opened = await session.call("act", id=game, number=random.Random(1).randrange(opened["legal_n"]))
            told.append(json.dumps(opened))
            if opened["over"]:
                break
        told.append(json.dumps(await session.call("close", id=game)))
    record = [json.loads(line) for line in next(tmp_path.iterdir()).read_text().splitlines()]
    header = record[0]
    assert all(str(header["seed"]) not in text and header["match"]["nonce"] not in text for text in told)
    # The last view is what the rules let this player know, and no more: the referee says so of the same record.
    with referee.Game("wongar", players=3, seed=header["seed"], options=header["options"]) as again:
        for line in record:
            if "action" in line and "violations" not in line:
                if again.to_act == 0:
                    last = again.view(0)
                again.play(line["action"])
    seen = [json.loads(text)["view"] for text in told if '"view":' in text]
    assert seen[-1] == last and len(seen) > 1


async def test_games_are_bounded_and_apart() -> None:
    async with server() as session:
        opened = [session.call("open", game="tectonic", opponents=["@random"]) for _ in range(16)]
        ids = [game["id"] for game in await asyncio.gather(*opened)]
        assert len(set(ids)) == 16
        assert "16 games are open" in await session.wrong("open", game="tectonic")
        await asyncio.gather(*(session.call("act", id=game, say="move c1 to c5") for game in ids))
        await session.call("close", id=ids[0])
        assert "no open game" in await session.wrong("view", id=ids[0])
        await session.call("open", game="tectonic", opponents=["@random"])
        for game in ids[1:]:
            assert "- White: move c1 to c5" in (await session.call("view", id=game))["text"]


def test_games_that_are_not_used_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp.server.mcpserver.exceptions import ToolError
    from referee import mcp

    tables = mcp.Tables(mcp.Settings())
    how: dict[str, Any] = {"players": 2, "seat": 0, "bots": ["@random"], "options": {}, "seed": None}
    first, _ = tables.add("tectonic", **how)
    monkeypatch.setattr(mcp, "IDLE", -1.0)
    second, seat = tables.add("tectonic", **how)
    with pytest.raises(ToolError, match="no open game"), tables.at(first):
        pass
    # A process that dies takes its game with it, and says so.
    seat._pipe._process.kill()
    with pytest.raises(ToolError, match="closed: the referee's process was ended by SIGKILL"), tables.at(second) as held:
        held.answer({"pick": 0})
    with pytest.raises(ToolError, match="no open game"), tables.at(second):
        pass


NEST = '{"a":' * 3000 + "1" + "}" * 3000


async def test_hostile_calls_get_clear_errors() -> None:
    deep: Any = 1
    for _ in range(150):
        deep = {"move": deep}
    async with server() as session:
        game = (await session.call("open", game="wigwam", opponents=["@random"]))["id"]
        for said in ("x" * 3_000_000, "\0", "\x1b[2J\u202e<script>", "move " * 390, NEST, "{"):
            refused = await session.client.call_tool("act", {"id": game, "say": said})
            data = refused.structured_content
            assert refused.is_error or (not data["accepted"] and len(data["why"]) < 3000), said[:20]
            assert "\x1b" not in refused.content[0].text and "\u202e" not in refused.content[0].text
        for action in (deep, NEST, [], {"a\0": "\0"}, {"place": "x" * 100_000}, "\0", {}):
            refused = await session.client.call_tool("act", {"id": game, "action": action})
            assert refused.is_error or not refused.structured_content["accepted"], str(action)[:20]
            assert len(refused.content[0].text) < 5000
        for tool, given, why in [
            ("open", {"game": "chess"}, "the games are"),
            ("open", {"game": "wigwam\0"}, "the games are"),
            ("open", {"game": "--help"}, "the games are"),
            ("open", {"game": "wigwam", "players": 3}, "2 players"),
            ("open", {"game": "wigwam", "seat": 2}, "no seat 2"),
            ("open", {"game": "wigwam", "seed": -1}, "greater than or equal"),
            ("open", {"game": "wigwam", "opponents": ["@human"]}, "an opponent is"),
            ("open", {"game": "wigwam", "opponents": ["@mcts:1001"]}, "1000"),
            ("open", {"game": "wigwam", "opponents": ["/bin/sh"]}, "an opponent is"),
            ("open", {"game": "wigwam", "opponents": ["@random"] * 3}, "--bot"),
            ("open", {"game": "wigwam", "options": {"layout": "L9"}}, "L9"),
            ("open", {"game": "wigwam", "options": {"--edition": "/etc/passwd"}}, "short name"),
            ("open", {"game": "wigwam", "options": {"layout": "\0"}}, "short name"),
            ("explain", {"rule": "--help"}, "a rule has an id"),
            ("explain", {"rule": "wigwam.no-such"}, "unknown rule"),
            ("rules", {"game": "../wigwam"}, "the games are"),
            ("view", {"id": "x" * 100_000}, "no open game"),
            ("legal", {"id": game, "most": 201}, "less than or equal"),
            ("legal", {"id": game, "start": -1}, "greater than or equal"),
            ("act", {"id": game}, "give one of"),
            ("act", {"id": game, "say": "a", "number": 1}, "give one of"),
        ]:
            said = await session.wrong(tool, **given)
            assert why in said and len(said) < 2000, (tool, given, said)
        assert "fly" in await session.wrong("fly", id=game)
        # A place past the end of the list is an empty page, and the game is as it was.
        assert (await session.call("legal", id=game, start=1_000_000))["actions"] == []
        assert (await session.call("act", id=game, number=0))["accepted"]


async def test_lines_that_are_no_calls_leave_the_server_alive() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "referee.mcp", stdin=-1, stdout=-1, stderr=asyncio.subprocess.DEVNULL, limit=1 << 24
    )
    assert process.stdin is not None and process.stdout is not None
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    deep = b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":' + b"[" * 100_000 + b"\n"
    half = b'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"open","arguments":{"game":"\\ud800"}}}'
    for line in (json.dumps(begin).encode(), b"{", b"\xff\xfe", b"null", b"[]", b"\0", deep, half):
        process.stdin.write(line + b"\n")
    process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    process.stdin.write(b'{"jsonrpc":"2.0","id":9,"method":"ping"}\n')
    while True:
        line = await asyncio.wait_for(process.stdout.readline(), 60)
        assert line, "it has ended"
        if json.loads(line).get("id") == 9:
            break
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 20) == 0


async def test_the_page_says_how_to_add_the_server_to_a_client() -> None:
    (told,) = re.findall(r"^```json\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    entry = json.loads(told)["mcpServers"]["referee"]
    command = [entry["command"], *entry.get("args", [])]
    if shutil.which(command[0]) is None:
        # The package is on the path, but not installed, so there is no script.
        command[:1] = [sys.executable, "-m", "referee.mcp"]
    async with server(command=command) as session:
        opened = await session.call("open", game="tectonic")
        assert "You are player 0 " in opened["text"]
