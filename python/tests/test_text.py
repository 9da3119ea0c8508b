"""Games in text: TextArena's environments, a task of inspect-ai, and how answers are understood."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import referee
from conftest import GAMES, every_game
from referee import _words

TITLES = {"tectonic": "TecTonic", "wigwam": "Wigwam", "wangdo": "Wangdo", "we-will-wok-you": "WeWillWokYou", "wongar": "Wongar"}


@every_game
def test_a_player_of_text_sees_the_position_and_what_is_legal(name: str) -> None:
    with referee.Game(name, players=GAMES[name], seed=1) as game:
        player = game.to_act
        assert player is not None
        told = _words.position(game, player)
        listed = [line for line in told.splitlines() if line.startswith("[")]
        assert game.text(player) in told and f"You are player {player}." in told
        assert [json.loads(line.partition("] ")[2]) for line in listed] == game.legal()[: _words.SHOWN]
        assert "You may" not in _words.position(game, (player + 1) % game.players)
        rules = _words.rules(game)
        assert rules.startswith(f"# Rules of {game.text().partition(':')[0]}\n") and f"\n{game.players} play this game." in rules
        assert rules.startswith(referee.rulebook(name, "prompt"))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("[0]", 0),
        ("I like [3], but then they play [1]. So: [ 2 ]", 2),
        ('{"move":{"from":"c1","to":"c5"}}', {"move": {"from": "c1", "to": "c5"}}),
        ('The mount goes far:\n```json\n{"move": {"from": "c1", "to": "c5"}}\n```', {"move": {"from": "c1", "to": "c5"}}),
        ('{"move":{"from":"c1","to":"c2"}}? No: {"move":{"from":"c1","to":"c3"}}!', {"move": {"from": "c1", "to": "c3"}}),
    ],
)
def test_answers_are_understood(text: str, action: Any) -> None:
    with referee.Game("tectonic") as game:
        legal = game.legal()
        assert _words.answer(game, text) == (legal[action] if isinstance(action, int) else action)
        assert game.to_act == 1


@pytest.mark.parametrize("text", ["", "no idea", "[99]", "[-1]", "{", "{" * 3000, '{"move": {"from": "c1", "to": "c10"}}', '"fly"'])
def test_answers_that_are_none_say_why(text: str) -> None:
    with referee.Game("tectonic") as game:
        with pytest.raises(referee.RefereeError):
            _words.answer(game, text)
        assert game.to_act == 0


@every_game
def test_textarena_plays_to_the_end(name: str) -> None:
    ta = pytest.importorskip("textarena")
    import referee.textarena  # noqa: F401

    environment = ta.make(f"{TITLES[name]}-v0")
    environment.reset(num_players=GAMES[name], seed=5)
    rng, done, seen = random.Random(1), False, set()
    while not done:
        player, text = environment.get_observation()
        assert player == environment.game.to_act and f"You are player {player}" in text and "You may:" in text
        seen.add(player)
        done, _ = environment.step(action=f"Let me see. [{rng.randrange(len(environment.game.legal()))}]")
    places = environment.game.outcome["places"]
    rewards, told = environment.close()
    assert seen == set(range(GAMES[name])) and len(told) == GAMES[name]
    assert list(rewards.values()) == referee.textarena.rewards_of(places)
    assert environment.get_board_str()


def test_textarena_explains_wrong_answers_and_then_ends() -> None:
    ta = pytest.importorskip("textarena")
    import referee.textarena  # noqa: F401

    environment = ta.make("Wangdo-v0-raw")
    environment.reset(num_players=2, seed=5)
    player, _ = environment.get_observation()
    done, _ = environment.step("I pass")
    same, messages = environment.get_observation()
    assert not done and same == player and "names no action" in messages[-1][1]
    done, _ = environment.step("[0]")
    assert not done
    mover = environment.game.to_act
    environment.step("[1000000]")
    done, _ = environment.step("?")
    rewards, told = environment.close()
    assert done and rewards[mover] == -1 and told[mover]["invalid_move"] and "invalid" in told[mover]["reason"]


def test_textarena_shows_no_player_what_another_holds() -> None:
    ta = pytest.importorskip("textarena")
    import referee.textarena  # noqa: F401

    environment = ta.make("Wongar-v0-raw")
    environment.reset(num_players=3, seed=5)
    for _ in range(40):
        player = environment.state.current_player_id
        _, messages = environment.get_observation()
        for _, text, kind in messages:
            if kind == ta.ObservationType.GAME_BOARD:
                assert text.startswith(environment.game.text(player)) or f"You are player {player}." in text
            assert kind != ta.ObservationType.PLAYER_ACTION or text.startswith("mine")
        environment.step("mine [0]")


def said(text: str) -> Any:
    """What a mock model says; it counts no tokens, which would fetch a table from the network."""
    from inspect_ai.model import ModelOutput, ModelUsage

    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage()
    return output


@every_game
def test_inspect_plays_with_a_mock_model(name: str, tmp_path: Any) -> None:
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import get_model
    from referee.inspect_ai import play

    # The model often names what is not there and is asked again.
    rng = random.Random(1)
    model = get_model("mockllm/model", custom_outputs=[said(f"[{rng.randrange(3)}]") for _ in range(500)])
    task = play(game=name, players=GAMES[name], games=1, most=5, attempts=50)
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success", log.error
    (sample,) = log.samples
    assert sample.metadata["game"] == name and 0 < sample.store["asked"] <= 5
    with referee.Game.load(sample.store["record"]) as game:
        assert game.name == name
    assert "You may:" in "".join(message.text for message in sample.messages)


def test_inspect_scores_places_and_wrong_answers(tmp_path: Any) -> None:
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import get_model
    from referee.inspect_ai import play

    wrong = get_model("mockllm/model", custom_outputs=[said("?")] * 20)
    (log,) = inspect_ai.eval(play(games=2), model=wrong, log_dir=str(tmp_path), display="none")
    for number, sample in enumerate(log.samples):
        assert sample.store["wrong"] == 3 and sample.store["places"][number] == 2
        assert sample.scores["place"].value == 0
