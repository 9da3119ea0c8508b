"""However a process ends, the caller soon learns of it, and other games go on."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import referee
from conftest import play_on
from referee import _program
from random import Random


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Puts another program in the place of `referee`."""
    path = folder / "stand-in"
    path.write_text(f"#!{sys.executable}\n{body}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("REFEREE_PROGRAM", str(path))


def test_a_process_that_was_killed_is_told_and_a_copy_goes_on() -> None:
    with referee.Game("wangdo", players=2, seed=1) as game:
        play_on(game, Random(0), 5)
        state = game.state()
        os.kill(game._pipe.pid, signal.SIGKILL)
        for _ in range(2):
            with pytest.raises(referee.Died, match="was ended by SIGKILL") as died:
                game.pick(0)
            assert died.value.code == -9
        with game.copy() as copy:
            assert copy.state() == state


def test_last_words_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "import sys; sys.exit('the disk is full')")
    with pytest.raises(referee.Died, match="ended with code 1; its last words: the disk is full") as died:
        referee.Game("wangdo")
    assert (died.value.code, died.value.last_words) == (1, "the disk is full")


def test_a_process_that_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "import time; time.sleep(60)")
    begun = time.monotonic()
    with pytest.raises(referee.Died, match="gave no answer for 0.5 s"):
        referee.Game("wangdo", timeout=0.5)
    assert time.monotonic() - begun < 20


def test_a_process_that_is_stopped_is_not_waited_for() -> None:
    with referee.Game("wangdo", seed=1, timeout=0.5) as game:
        os.kill(game._pipe.pid, signal.SIGSTOP)
        with pytest.raises(referee.Died, match="gave no answer for 0.5 s"):
            game.pick(0)


def test_a_program_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_PROGRAM", "/no/such/referee")
    with pytest.raises(FileNotFoundError, match="/no/such/referee"):
        referee.Game("wangdo")
    monkeypatch.delenv("REFEREE_PROGRAM")
    monkeypatch.setattr(_program.sysconfig, "get_path", lambda *_: "/no/such/folder")
    monkeypatch.setenv("PATH", "")
    _program._find.cache_clear()
    try:
        with pytest.raises(referee.ProgramMissing, match="/no/such/folder"):
            referee.Game("wangdo")
    finally:
        _program._find.cache_clear()


def test_a_closed_game_says_so() -> None:
    game = referee.Game("wangdo", seed=1)
    game.close()
    game.close()
    with pytest.raises(referee.Died, match="the game was closed"):
        game.pick(0)


def test_many_games_share_a_process_and_make_room_when_they_are_dropped() -> None:
    first = referee.Game("tectonic", timeout=59)
    before = set(children())
    for _ in range(3):
        games = [referee.Game("tectonic", timeout=59) for _ in range(255)]
        assert {game._pipe for game in games} == {first._pipe} and set(children()) == before
        del games
    games = [referee.Game("tectonic", timeout=59) for _ in range(300)]
    assert len({game._pipe for game in games}) == 2 and len(set(children()) - before) == 1
    assert all(game.legal() for game in games)
    games.clear()
    assert first.pick(0) and len(first._pipe.names) == 1


def test_games_of_one_process_do_not_disturb_each_other() -> None:
    rng = Random(7)
    together = [referee.Game("wangdo", players=2 + seed % 3, seed=seed) for seed in range(8)]
    while not all(game.over for game in together):
        game = rng.choice([game for game in together if not game.over])
        if rng.random() < 0.1:
            with pytest.raises(referee.RefereeError):
                game.play({"fly": rng.randrange(5)})
        game.pick(game.header["seed"] * 7 % len(game.legal()))
    for game in together:
        with referee.Game("wangdo", players=game.players, seed=int(game.header["seed"])) as alone:
            while not alone.over:
                alone.pick(alone.header["seed"] * 7 % len(alone.legal()))
            assert alone.save() == game.save()


def test_many_games_are_played_at_once() -> None:
    rng = Random(3)
    games = [referee.Game("wongar", players=3, seed=seed, emit="view:actor,legal") for seed in range(64)]
    alone = [game.copy() for game in games]
    for _ in range(40):
        places = [rng.randrange(len(game.legal())) for game in games]
        assert referee.pick_all(games, places) == [game.pick(place) for game, place in zip(alone, places, strict=True)]
    assert [game.state() for game in games] == [game.state() for game in alone]
    assert [game.view() for game in games] == [game.view() for game in alone]
    with pytest.raises(referee.Illegal, match="no-such-pick"):
        referee.pick_all(games, [9999, *[0] * 63])
    for game in alone[1:]:
        game.pick(0)
    assert [game.state() for game in games] == [game.state() for game in alone]
    with pytest.raises(ValueError, match="each game once"):
        referee.pick_all([games[0], games[0]], [0, 0])
    assert referee.pick_all([], []) == []


def test_an_interrupt_disturbs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with referee.Game("wangdo", seed=1) as game, referee.Game("wangdo", seed=2) as other:
        play_on(game, Random(0), 5)
        state, other_state = game.state(), other.state()
        take = game._pipe._take

        def interrupted() -> None:
            monkeypatch.setattr(game._pipe, "_take", take)
            raise KeyboardInterrupt

        monkeypatch.setattr(game._pipe, "_take", interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.pick(0)
        assert other.state() == other_state and game.state() == state
        play_on(game, Random(1))
        assert game.over


def children() -> list[str]:
    """The numbers of the processes that this one has started."""
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()


def test_threads_take_turns() -> None:
    games = [referee.Game("tectonic", seed=1) for _ in range(3)]
    faults: list[BaseException] = []

    def ask(thread: int) -> None:
        try:
            for turn in range(100):
                game = games[(thread + turn) % 3]
                assert len(game.view(0)["white"]) == 3
                assert game.state()["plies"] == 0
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=ask, args=(thread,)) for thread in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_goes_on_with_a_game_of_its_own() -> None:
    with referee.Game("wangdo", players=2, seed=1) as game:
        play_on(game, Random(0), 5)
        child = os.fork()
        if child == 0:
            try:
                play_on(game, Random(1))
                os._exit(0 if game.over else 1)
            except BaseException:
                os._exit(2)
        state = game.state()
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert game.state() == state
        play_on(game, Random(1))


def test_nothing_is_left_behind_at_the_end_of_python(tmp_path: Path) -> None:
    script = "import referee, sys; game = referee.Game('wangdo', seed=1); print(game._pipe.pid)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert not Path(f"/proc/{done.stdout.strip()}").exists()
