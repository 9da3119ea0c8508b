"""The environments, judged by PettingZoo's own tests."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import Any

import pytest
import referee
from conftest import GAMES, every_game

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402
from referee.pettingzoo import RawEnv, env  # noqa: E402
from referee.places import rewards_of  # noqa: E402


def made(name: str, **how: Any) -> Any:
    return env(name, players=GAMES[name], **how)


@every_game
@pytest.mark.filterwarnings(
    "error::UserWarning",
    # It knows that observations with a mask are dictionaries, of PettingZoo's own environments alone.
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably:UserWarning",
)
def test_api(name: str) -> None:
    api_test(made(name), num_cycles=200)


@every_game
def test_seeds(name: str) -> None:
    seed_test(lambda: made(name), num_cycles=200)


def trace(name: str) -> str:
    """What a seed leads to, as a digest of all that was seen."""
    digest, environment = hashlib.sha256(), RawEnv(name, players=GAMES[name], max_cycles=60)
    environment.reset(seed=11)
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        for key in sorted(seen):
            digest.update(seen[key].tobytes())
        digest.update(f"{agent} {reward}".encode())
        places = np.flatnonzero(seen["action_mask"])
        environment.step(None if terminated or truncated else int(places[len(places) // 2]))
    environment.close()
    return digest.hexdigest()


@every_game
def test_another_process_sees_the_same(name: str) -> None:
    script = f"import test_pettingzoo; print(test_pettingzoo.trace({name!r}))"
    folder = __file__.rpartition("/")[0]
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == trace(name)


def test_rewards_follow_from_places() -> None:
    assert rewards_of([1, 2]) == [1, -1] and rewards_of([1, 1]) == [0, 0]
    assert rewards_of([3, 1, 2]) == [-1, 1, 0] and rewards_of([1, 3, 1]) == [0.5, -1, 0.5]
    assert rewards_of([1, 2, 2, 4]) == pytest.approx([1, 0, 0, -1])


@every_game
def test_games_end_with_their_rewards_and_are_truncated(name: str) -> None:
    environment = RawEnv(name, players=GAMES[name])
    environment.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in environment.agent_iter():
        seen, _, terminated, _, _ = environment.last()
        if terminated:
            break
        environment.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    outcome = environment.game.outcome
    assert outcome is not None
    assert list(environment.rewards.values()) == rewards_of(outcome["places"])
    assert sum(environment.rewards.values()) == pytest.approx(0)
    short = RawEnv(name, players=GAMES[name], max_cycles=3)
    short.reset(seed=3)
    for step in range(3):
        assert not any(short.truncations.values())
        short.step(int(np.flatnonzero(short.observe(short.agent_selection)["action_mask"])[0]))
    assert all(short.truncations.values()) and not any(short.terminations.values())
    environment.close()
    short.close()


@pytest.mark.parametrize(("name", "options"), [("tectonic", {"no_move": "pass"}), ("wongar", {"choose_ritual_cards": True})])
def test_the_mask_has_the_numbers_of_the_list(name: str, options: dict[str, Any]) -> None:
    environment = RawEnv(name, players=GAMES[name], options=options)
    environment.reset(seed=3)
    listed = referee.actions(name, options)
    assert listed is not None and environment.action_space("player_0").n == len(listed)
    rng = np.random.default_rng(1)
    for _ in range(60):
        mask = np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])
        legal = environment.game.legal()
        assert [listed[number] for number in environment.offered] == legal
        assert sorted(environment.offered) == mask.tolist()
        environment.step(int(rng.choice(mask)))
    environment.close()


@every_game
def test_every_entry_has_a_name_and_a_meaning_and_the_secret_is_not_among_them(name: str) -> None:
    environment = RawEnv(name, players=GAMES[name])
    environment.reset(seed=3)
    for layout in (environment.layout, environment.action_layout):
        assert len(set(layout.names)) == len(layout) and all(entry.meaning for entry in layout.entries)
    for agent, seat in zip(environment.agents, range(GAMES[name]), strict=True):
        seen = environment.observe(agent)["observation"]
        told = dict(zip(environment.layout.names, seen.tolist(), strict=True))
        assert any(told.values())
        if name == "wongar":
            hand = environment.game.view(seat)["players"][seat]["hand"]
            assert {kind: told[f"players[me].hand.{kind}"] for kind in hand} == hand
            assert told["players[+1].hand.cards"] > 0 and told["turn=me"] == (seat == environment.game.view(0)["turn"])
    environment.close()


def test_what_is_not_offered_is_refused() -> None:
    environment = RawEnv("wangdo", players=2)
    environment.reset(seed=1)
    with pytest.raises(ValueError, match="is not offered"):
        environment.step(environment.action_space("player_0").n - 1)
    with pytest.raises(ValueError, match="expected"):
        environment.step(None)
    numbered = RawEnv("tectonic")
    numbered.reset(seed=1)
    offered = numbered.offered
    illegal = next(number for number in range(8928) if number not in offered)
    with pytest.raises(referee.Illegal, match=r"tectonic\."):
        numbered.step(illegal)
    with pytest.raises(referee.Illegal, match="no-such-id"):
        numbered.step(8928)
    assert numbered.offered == offered
    numbered.step(offered[-1])
    assert numbered.agent_selection == "player_1"
    numbered.close()
    with pytest.raises(ValueError, match="render modes"):
        RawEnv("wangdo", render_mode="human")
    environment.close()


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@every_game
def test_render(name: str, mode: str) -> None:
    environment = made(name, render_mode=mode)
    environment.reset(seed=1)
    drawn = environment.render()
    if mode == "ansi":
        assert drawn.count("\n") > 5
    else:
        assert drawn.dtype == np.uint8 and drawn.ndim == 3 and drawn.shape[2] == 3 and len(np.unique(drawn)) > 10
    environment.close()


def test_a_long_list_is_offered_evenly() -> None:
    environment = RawEnv("wangdo", players=4, rows=3)
    environment.reset(seed=1)
    while len(environment.game.legal()) <= 3:
        environment.step(0)
    count = len(environment.game.legal())
    assert environment.offered == [0, 1, 2] and list(map(environment.place, range(3))) == [0, count // 3, 2 * count // 3]
    expected = environment.game.legal()[count // 3]
    row = environment.observe(environment.agent_selection)["actions"][1]
    assert row.tolist() == list(environment.action_layout.write(expected))
    environment.step(1)
    environment.close()
