"""TorchRL's own wrapper for PettingZoo steps every game."""

from __future__ import annotations

import pytest
from conftest import GAMES, every_game

torch = pytest.importorskip("torch")
pytest.importorskip("torchrl")


@every_game
@pytest.mark.filterwarnings("ignore")
def test_the_wrapper_of_torchrl_steps(name: str) -> None:
    from referee.pettingzoo import RawEnv
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper

    torch.manual_seed(3)
    game = RawEnv(name, players=GAMES[name])
    environment = PettingZooWrapper(game, use_mask=True, group_map=None, seed=3)
    environment.set_seed(3)
    steps = environment.rollout(12, break_when_any_done=True)
    length = steps.batch_size[0]
    assert length == 12 or (length > 1 and game.game.over)
    acted = 0
    for group in environment.group_map:
        mask, action = steps[group, "action_mask"], steps[group, "action"]
        turn = steps[group, "mask"].squeeze(-1)
        chosen = action.argmax(-1) if action.shape[-1] == mask.shape[-1] else action
        legal = mask.gather(-1, chosen.unsqueeze(-1) if chosen.dim() < mask.dim() else chosen).squeeze(-1)
        assert bool(legal[turn].all())
        acted += int(turn.sum())
    assert acted == length
    environment.close()
