"""The games as environments of TextArena: `import referee.textarena`, then `textarena.make("Wongar-v0")`."""

# TextArena is not typed.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from typing import Any

import textarena as ta

from . import _words
from ._game import Game
from .errors import RefereeError
from .places import rewards_of

TITLES = {
    "tectonic": "TecTonic",
    "wigwam": "Wigwam",
    "wangdo": "Wangdo",
    "we-will-wok-you": "WeWillWokYou",
    "wongar": "Wongar",
}


class RefereeEnv(ta.Env):
    """A game: players read the position and the legal actions, and answer with one of them."""

    def __init__(self, game: str, error_allowance: int = 1, **how: Any) -> None:
        self._name = game
        self._errors = error_allowance
        self._how = how
        self._game: Game[Any, Any, Any, Any] | None = None

    @property
    def game(self) -> Game[Any, Any, Any, Any]:
        """The game in progress."""
        assert self._game is not None, "reset() begins a game"
        return self._game

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begins a game. Without a seed, it chooses one."""
        self.finish()
        if seed is None:
            seed = ta.core.random.getrandbits(53)
        self._game = Game(self._name, players=num_players, seed=seed, **self._how)
        self.state = ta.FFAMultiPlayerState(num_players=num_players, seed=seed, error_allowance=self._errors)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._show()

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return f"You are player {player_id}. {_words.rules(self.game)}"

    def _show(self) -> None:
        player = self.game.to_act
        if player is not None:
            self.state.manually_set_current_player_id(player, force=True)
            board = _words.position(self.game, player)
            self.state.add_observation(to_id=player, message=board, observation_type=ta.ObservationType.GAME_BOARD)

    def step(self, action: str) -> tuple[bool, ta.Info]:
        """Plays the current player's answer. A wrong answer is explained, as often as errors are allowed."""
        state, game = self.state, self.game
        player = state.current_player_id
        # The answer may show what is hidden from the others, so no other player reads it.
        state.add_observation(
            from_id=player, to_id=player, message=action, observation_type=ta.ObservationType.PLAYER_ACTION
        )
        try:
            _words.answer(game, action)
        except RefereeError as error:
            if state.error_count >= state.error_allowance:
                game.forfeit(player)
                state.game_info[player]["invalid_move"] = True
                self._finished(f"Player {player} made an invalid move: {error}")
                return state.step(rotate_player=False)
            state.error_count += 1
            state.made_invalid_move = True
            message = f"That is not possible: {error}. Please answer again."
            state.add_observation(to_id=player, message=message, observation_type=ta.ObservationType.GAME_ADMIN)
            return state.step(rotate_player=False)
        state.error_count = 0
        if game.over:
            self._finished("")
        self._show()
        return state.step(rotate_player=False)

    def _finished(self, why: str) -> None:
        state, outcome = self.state, self.game.outcome
        if outcome is None:
            # The others could play on, but an evaluation learns nothing more.
            places = [1] * state.num_players
            places[state.current_player_id] = state.num_players
        else:
            places = outcome["places"]
            why = why or f"The game has ended: {outcome['reason']}."
        state.rewards = dict(enumerate(rewards_of(places)))
        for player in range(state.num_players):
            state.game_info[player]["reason"] = why
        state.done = True

    def get_board_str(self) -> str:
        """The public view of the position."""
        return self.game.text()

    def finish(self) -> None:
        """Ends the game in progress."""
        if self._game is not None:
            self._game.close()
            self._game = None


def register() -> None:
    """Registers each game as `TITLE-v0`, which repeats everything said so far, and as `TITLE-v0-raw`."""
    for name, title in TITLES.items():
        if f"{title}-v0" not in ta.envs.registration.ENV_REGISTRY:
            wrappers = {"default": [ta.wrappers.LLMObservationWrapper], "-raw": []}
            ta.envs.registration.register_with_versions(
                id=f"{title}-v0", entry_point=RefereeEnv, wrappers=wrappers, game=name
            )


register()
