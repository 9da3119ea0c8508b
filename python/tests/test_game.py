"""A game of the core: every way to ask and to change it."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
import referee
from conftest import FIXTURES, GAMES, every_game, play_on
from referee._picture import plain
from referee._program import program


@every_game
def test_a_game_is_played_to_its_end_and_its_record_is_valid(name: str, tmp_path: Path) -> None:
    with referee.Game(name, players=GAMES[name], seed=5) as game:
        assert (game.name, game.players) == (name, GAMES[name])
        play_on(game, random.Random(1))
        assert game.over and game.to_act is None and game.legal() == []
        outcome = game.outcome
        assert outcome is not None and len(outcome["places"]) == game.players and min(outcome["places"]) == 1
        record = game.save(tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").read_text() == record
    subprocess.run([program(), "play", "--strict", "--emit", "none", tmp_path / "game.jsonl"], check=True)


@every_game
def test_what_is_loaded_goes_on_as_what_was_saved(name: str) -> None:
    with referee.Game(name, players=GAMES[name], seed=5) as game:
        play_on(game, random.Random(2), 12)
        with referee.Game.load(game.save()) as again, game.copy() as copy:
            assert again.state() == game.state() == copy.state()
            play_on(game, random.Random(3))
            play_on(again, random.Random(3))
            play_on(copy, random.Random(3))
            assert again.save() == game.save() == copy.save()


@every_game
def test_the_view_is_that_of_who_is_asked_for(name: str) -> None:
    with referee.Game(name, players=GAMES[name], seed=5) as game:
        play_on(game, random.Random(2), 20)
        views = [json.dumps(game.view(player)) for player in range(game.players)]
        assert json.dumps(game.view()) == views[game.to_act or 0]
        assert json.dumps(game.view("public")) not in views or name not in ("wangdo", "wongar")


def test_every_broken_rule_is_named_and_nothing_has_changed() -> None:
    with referee.Game("tectonic") as game:
        before = game.state()
        with pytest.raises(referee.Illegal) as refused:
            game.play({"move": {"from": "c1", "to": "c10"}})
        first, second = refused.value.violations
        assert (first.rule, first.refs, first.source) == ("tectonic.mount-range", ("R15",), "printed")
        assert first.statement == "A mount moves at most four squares."
        assert first.message == "a mount moves at most 4 squares, c1 to c10 is 9"
        assert first.facts == {"from": "c1", "to": "c10", "distance": 9}
        assert second.rule == "tectonic.occupied"
        assert str(refused.value).startswith("tectonic.mount-range (R15): a mount")
        assert pickle.loads(pickle.dumps(refused.value)).violations == (first, second)
        assert game.state() == before and game.to_act == 0
        game.play({"move": {"from": "c1", "to": "c5"}})
        assert game.to_act == 1
        with pytest.raises(referee.Illegal, match="table.not-your-turn"):
            game.play({"move": {"from": "h1", "to": "h2"}}, player=0)
        with pytest.raises(referee.Illegal, match="table.no-such-pick"):
            game.pick(28)


@pytest.mark.parametrize("action", [3, None, "fly", {"move": 1}, ["x" * 70_000], {"move": {"from": "c1", "to": "\ud800"}}])
def test_what_is_no_action_is_malformed_and_the_game_goes_on(action: Any) -> None:
    with referee.Game("tectonic") as game:
        with pytest.raises(referee.Malformed):
            game.play(action)
        assert len(game.legal()) == 28 and game.pick(0) == {"move": {"from": "a1", "to": "a2"}}


@pytest.mark.parametrize("action", [float("nan"), {1, 2}, object()])
def test_what_is_no_json_is_not_sent(action: Any) -> None:
    with referee.Game("tectonic") as game:
        with pytest.raises((ValueError, TypeError)):
            game.play(action)
        assert game.pick(0)


@pytest.mark.parametrize("emit", ["none", "legal_ids", "view:actor,legal,legal_ids"])
def test_actions_have_numbers_in_a_closed_list(emit: str) -> None:
    actions = referee.actions("wongar", {"triple_may_place_fewer": True})
    assert actions is not None
    rng = random.Random(1)
    with (
        referee.Game("wongar", players=3, seed=4, options={"triple_may_place_fewer": True}, emit=emit) as game,
        game.copy() as other,
    ):
        for _ in range(40):
            ids = game.legal_ids()
            assert [actions[number] for number in ids] == game.legal()
            number = rng.choice(ids)
            assert game.play_id(number) == actions[number]
            other.play(actions[number])
        assert game.state() == other.state() and game.save() == other.save()
        game.undo()
        assert game.legal_ids() == ids
        with pytest.raises(referee.Illegal, match="table.no-such-id"):
            game.play_id(len(actions))
        wrong = next(number for number in range(len(actions)) if number not in ids)
        with pytest.raises(referee.Illegal, match=r"wongar\."):
            game.play_id(wrong)
        play_on(game, rng)
        assert game.legal_ids() == []
        space = game.header.get("action_space")
        assert (space and space["n"]) == (None if emit == "none" else len(actions))


def test_a_game_without_numbers_says_so() -> None:
    with referee.Game("wigwam") as game:
        with pytest.raises(referee.Illegal, match="table.no-numbers"):
            game.legal_ids()
        with pytest.raises(referee.Illegal, match="table.no-numbers"):
            game.play_id(0)
        assert game.to_act == 0
    with pytest.raises(referee.Malformed, match="have no numbers"):
        referee.Game("wigwam", emit="legal_ids")


def test_what_cannot_be_opened_says_why() -> None:
    with pytest.raises(referee.Malformed, match="unknown game `chess`"):
        referee.Game("chess")
    with pytest.raises(referee.Malformed, match="no option `speed`"):
        referee.Game("tectonic", options={"speed": 3})
    with pytest.raises(referee.Malformed):
        referee.Game("tectonic", players=5)


def test_draws_are_given_without_a_seed() -> None:
    with referee.Game("wangdo", players=2) as game:
        assert game.chance and game.to_act is None and game.legal() == []
        draws = dict((json.dumps(draw), weight) for draw, weight in game.possible_draws())
        assert all(weight > 0 for weight in draws.values())
        with pytest.raises(referee.Illegal, match="table.chance-due"):
            game.pick(0)
        while game.chance:
            game.draw(game.possible_draws()[0][0])
        assert game.to_act == 0 and game.legal()
        with referee.Game.load(game.save()) as again:
            assert again.state() == game.state()


@every_game
def test_undo_takes_back_one_line_and_what_followed(name: str) -> None:
    with referee.Game(name, players=GAMES[name], seed=3) as game:
        states, rng = [game.state()], random.Random(4)
        while len(states) < 30 and not game.over:
            play_on(game, rng, 1)
            states.append(game.state())
        for state in reversed(states[:-1]):
            assert game.undo() >= 1
            assert game.state() == state and game.legal() and game.outcome is None
        with pytest.raises(referee.Illegal, match="table.nothing-to-undo"):
            game.undo()


def test_the_referee_acts_for_who_forfeits() -> None:
    with referee.Game("wongar", players=3, seed=4) as game:
        game.forfeit(0, "time_move")
        assert game.to_act == 1
        game.pick(0)
        with referee.Game.load(game.save()) as again:
            assert again.state() == game.state()
        game.undo()
        assert game.to_act == 1
        assert game.undo() == 4 and game.to_act == 0
        game.forfeit(0)
        game.forfeit(2)
        assert game.over and game.outcome is not None and game.outcome["reason"] == "forfeit"
        game.undo()
        game.abort()
        assert game.over and game.outcome is None


def test_a_game_begins_with_options_and_a_position() -> None:
    state = {"turn": "white", "white": {"mounts": ["b5"]}, "black": {"peaks": ["f6"]}}
    with referee.Game("tectonic", state=state, options={"flip": "optional"}) as game:
        assert {"move": {"from": "b5", "to": "f5", "flip": "f6"}} in game.legal()
        assert game.header["options"]["flip"] == "optional"
        with game.copy() as copy:
            assert copy.state() == game.state()


@pytest.mark.parametrize("seed", [0, 2**53 - 1, 2**53, 2**64 - 1])
def test_every_seed_can_be_given(seed: int) -> None:
    with referee.Game("wangdo", seed=seed) as game, referee.Game.load(game.save()) as again:
        assert int(game.header["seed"]) == seed and again.state() == game.state()
    with pytest.raises(referee.Malformed, match="seed"):
        referee.Game("wangdo", seed=seed - 2**64)


def test_an_edition_is_put_in_place_of_the_built_in_one() -> None:
    file = FIXTURES / "wigwam/editions/horseshoe.json"
    with referee.Game("wigwam", editions=[file]) as game:
        assert game.header["edition"]["id"] == "horseshoe"
        record = game.save()
    with referee.Game.load(record, editions=[file]) as game:
        assert game.header["edition"]["id"] == "horseshoe"
    with pytest.raises(referee.Contradicted, match="edition"):
        referee.Game.load(record)


def test_a_false_record_is_not_loaded() -> None:
    with referee.Game("wangdo", players=2, seed=9) as game:
        play_on(game, random.Random(0), 5)
        lines = game.save().splitlines()
    draw = next(at for at, line in enumerate(lines[1:], 1) if "chance" in line)
    false = json.loads(lines[draw])
    false["n"] += 1
    with pytest.raises(referee.Contradicted, match="n: said"):
        referee.Game.load("\n".join([*lines[:draw], json.dumps(false), *lines[draw + 1 :]]))
    with pytest.raises(referee.Malformed, match="more than one game"):
        referee.Game.load("\n".join(lines + lines))
    with pytest.raises(FileNotFoundError):
        referee.Game.load("no-such-file.jsonl")


def test_records_with_refusals_and_undone_lines_are_loaded() -> None:
    for file in sorted((FIXTURES / "tectonic/play").glob("*.jsonl")):
        if file.read_text().count('"referee":1') == 1:
            with referee.Game.load(file) as game:
                assert game.name == "tectonic"


def test_pictures_are_as_a_viewer_sees_them() -> None:
    with referee.Game("wongar", players=3, seed=4) as game:
        assert game.svg().startswith("<svg ") and game._repr_svg_() == game.svg()
        assert game.text(0) != game.text(1)
        assert "Wongar" in game.text() and "\x1b" not in game.text()
        assert repr(game) == "<wongar for 3: player 0 is to act>"


@every_game
def test_pictures_keep_their_colours_without_their_style_sheet(name: str) -> None:
    with referee.Game(name, players=GAMES[name], seed=5) as game:
        alone = plain(game.svg())
    assert "#fcfbf8" in alone, "the paper"
    assert not any(left in alone for left in ("var(", ":;", "initial"))
