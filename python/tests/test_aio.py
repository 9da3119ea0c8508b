"""The game for `asyncio` does what the other one does."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest
import referee
from conftest import GAMES, every_game, play_on
from referee import aio
from test_process import stand_in


async def play(name: str, seed: int, emit: str = "legal") -> str:
    rng = random.Random(seed)
    async with aio.Game(name, players=GAMES[name], seed=seed, emit=emit) as game:
        while not game.over:
            legal = await game.legal()
            assert await game.view() == await game.view(game.to_act)
            await game.play(legal[rng.randrange(len(legal))])
        return await game.save()


@every_game
async def test_the_same_game_is_played(name: str) -> None:
    with referee.Game(name, players=GAMES[name], seed=3) as game:
        play_on(game, random.Random(3))
        assert await play(name, 3) == await play(name, 3, "none") == game.save()


async def test_numbers_are_those_of_the_list() -> None:
    actions = referee.actions("tectonic")
    assert actions is not None
    async with aio.Game("tectonic", emit="legal_ids") as game:
        ids = await game.legal_ids()
        assert [actions[number] for number in ids] == await game.legal()
        assert await game.play_id(ids[3]) == actions[ids[3]] and game.to_act == 1
        with pytest.raises(referee.Illegal, match=r"tectonic\."):
            await game.play_id(ids[3])


async def test_games_are_played_at_the_same_time() -> None:
    names = list(GAMES) * 2
    records = await asyncio.gather(*(play(name, seed) for seed, name in enumerate(names)))
    assert len(set(records)) == len(names)


async def test_everything_can_be_awaited(tmp_path: Path) -> None:
    async with aio.Game("wangdo", players=2) as game:
        while game.chance:
            await game.draw((await game.possible_draws())[0][0])
        assert repr(game) == "<wangdo for 2: player 0 is to act>" and await game.exhaustive()
        before = await game.state()
        with pytest.raises(referee.Illegal, match="no-such-pick"):
            await game.pick(1000)
        action = await game.pick(0)
        assert await game.undo() >= 1 and await game.state() == before
        await game.play(action, player=0)
        assert (await game.svg()).startswith("<svg ") and "Wangdo" in await game.text(1)
        again = await aio.Game.load(await game.save(tmp_path / "game.jsonl"))
        assert await again.state() == await game.state()
        copy = await again.copy()
        await again.forfeit(0)
        assert again.outcome is not None and copy.outcome is None and await copy.state() == await game.state()
        await copy.close()
        await again.close()
        await game.abort()
        assert game.over and game.outcome is None


async def test_a_process_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with aio.Game("wangdo", seed=1) as game:
        os.kill(game._pipe._process.pid, signal.SIGKILL)
        for _ in range(2):
            with pytest.raises(referee.Died, match="was ended by SIGKILL"):
                await game.pick(0)
    stand_in(tmp_path, monkeypatch, "import sys; sys.exit('the disk is full')")
    with pytest.raises(referee.Died, match="code 1; its last words: the disk is full"):
        await aio.Game("wangdo").open()
    stand_in(tmp_path, monkeypatch, "import time; time.sleep(60)")
    with pytest.raises(referee.Died, match="no answer for 0.3 s"):
        await aio.Game("wangdo", timeout=0.3).open()


async def test_who_is_cancelled_disturbs_no_game() -> None:
    async with aio.Game("wangdo", seed=1) as game, aio.Game("wangdo", seed=2) as other:
        assert game._pipe is other._pipe
        state, other_state = await game.state(), await other.state()
        process = game._pipe._process.pid
        os.kill(process, signal.SIGSTOP)
        task = asyncio.create_task(game.pick(0))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        os.kill(process, signal.SIGCONT)
        assert await other.state() == other_state and await game.state() == state
        assert await game.pick(0)


async def test_a_closed_game_says_so() -> None:
    game = await aio.Game("wangdo", seed=1).open()
    await game.close()
    with pytest.raises(referee.Died, match="closed"):
        await game.pick(0)
