"""Rules, verdicts on records, and bots."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
import referee
from conftest import FIXTURES, GAMES, every_game, play_on
from referee._program import program
from test_process import children


def test_a_broken_rule_is_explained() -> None:
    rule = referee.explain("tectonic.mount-range")
    assert (rule.rule, rule.text, rule.source) == (
        "tectonic.mount-range",
        "A mount moves at most four squares.",
        "printed",
    )
    (printed,) = rule.rests_on
    assert printed.rule == "tectonic.R15" and "1 to 4 squares" in printed.text
    assert "tectonic.mount-range" in referee.explain(printed.rule).refusals
    with pytest.raises(referee.Failed, match="unknown rule"):
        referee.explain("tectonic.fly")
    with pytest.raises(referee.Failed):
        referee.explain("--help")


@every_game
def test_every_rule_of_a_game_is_listed_and_explained(name: str) -> None:
    rules = referee.rules(name)
    assert rules and all(rule.rule.startswith(f"{name}.") and rule.text for rule in rules)
    assert referee.explain(rules[0].rule) == rules[0]
    assert str(rules[0]) == f"{rules[0].rule} [{rules[0].source}] {rules[0].text}"


def test_games_and_rulebooks_are_told() -> None:
    assert {game["game"] for game in referee.games()} == set(GAMES)
    assert "TecTonic" in referee.rulebook("tectonic")
    assert referee.rulebook("tectonic", "html").lower().startswith("<!doctype html>")


def test_actions_have_numbers_where_they_are_finitely_many() -> None:
    listed = referee.actions("wongar", {"choose_ritual_cards": True})
    assert listed is not None and {"choose_card": {"card": "disc"}} in listed
    assert listed == referee.actions("wongar", {"choose_ritual_cards": True}) != referee.actions("wongar")
    assert referee.actions("wigwam") is None
    with pytest.raises(referee.Failed, match="setup"):
        referee.actions("tectonic", {"setup": "S9"})


def test_every_record_has_its_verdict(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    with referee.Game("wangdo", players=2, seed=5) as game:
        play_on(game, random.Random(1), 10)
        game.save(torn)
        play_on(game, random.Random(1))
        game.save(whole)
    first, second, third = referee.validate([whole, str(torn), tmp_path / "missing.jsonl"], jobs=1)
    assert (first["file"], first["verdict"], first.get("plays")) == (str(whole), "valid", "wangdo")
    assert second["verdict"] == "truncated" and "has not ended" in second["fault"]["message"]
    assert third["verdict"] == "unreadable"
    assert [verdict["file"] for verdict in referee.validate(tmp_path)] == [str(torn), str(whole)]
    assert list(referee.validate([])) == []


def test_verdicts_come_while_others_are_judged_and_may_be_left(tmp_path: Path) -> None:
    record = (FIXTURES / "wangdo/play/random-2-players.jsonl").read_bytes()
    many = tmp_path / "many.jsonl"
    many.write_bytes(record * 2000)
    before = set(children())
    verdicts = referee.validate(many)
    assert next(verdicts)["verdict"] == "valid"
    verdicts.close()
    assert set(children()) <= before


def test_more_records_than_a_command_line_holds(tmp_path: Path) -> None:
    names = [tmp_path / f"{number}.jsonl" for number in range(1001)]
    assert [verdict["verdict"] for verdict in referee.validate(iter(names))] == ["unreadable"] * 1001


def test_a_command_line_at_fault_is_told() -> None:
    with pytest.raises(referee.Failed, match="no-such-edition"):
        list(referee.validate("x.jsonl", editions=["no-such-edition.json"]))


BOT = """
import random, referee

@referee.bot(name="mine", version="2"{legal})
def choose(question):
    print("what a function prints does not disturb")
    assert question.view and question.players >= 2 and question.seat < question.players and question.options
    if question.legal is None or random.random() < 0.5:
        return random.randrange(question.legal_n)
    return random.choice(question.legal)

choose.run()
"""


@every_game
@pytest.mark.parametrize("legal", ["", ", legal=False"])
def test_a_function_is_a_bot(name: str, legal: str, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(BOT.format(legal=legal))
    bot = f"env PYTHONPATH={Path(referee.__file__).parents[1]} {sys.executable} {script}"
    bots = [flag for at in range(GAMES[name]) for flag in ("--bot", bot if at == 0 else "@random")]
    command = [program(), "match", "--game", name, *bots, "--games", "1", "--seed", "1", "--json"]
    done = subprocess.run([*command, "--start-ms", "30000"], capture_output=True, text=True, check=True)
    game = json.loads(done.stdout.splitlines()[0])
    assert "normal" in done.stdout and "bad_message" not in done.stdout, game


def test_a_bot_knows_what_happened_and_what_was_refused() -> None:
    asked: list[referee.Question] = []

    @referee.bot
    def choose(question: referee.Question) -> int:
        """Takes the first."""
        asked.append(question)
        return 0

    with referee.Game("tectonic") as game:
        legal, view = game.legal(), game.view(0)
    told = {"view": view, "viewer": 0, "legal": legal, "legal_n": len(legal), "exhaustive": True}
    ask = {"id": 1, "bank_ms": 100, "move_ms": None}
    header = {"referee": 1, "game": "tectonic", "players": 2, "options": {}, "match": {"seat": 1}}
    move = {"n": 1, "player": 0, "action": legal[0]}
    refused = {"player": 1, "action": legal[0], "violations": [{"rule": "tectonic.x"}]}
    lines = [header, {**move, **told, "ask": ask}, {**refused, **told, "ask": {**ask, "id": 2}}]
    out = io.BytesIO()
    choose.run(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)), out)
    hello, first, second = map(json.loads, out.getvalue().splitlines())
    assert hello["hello"]["name"] == "choose" and choose.__doc__ == "Takes the first."
    assert (first, second) == ({"ask": 1, "pick": 0}, {"ask": 2, "pick": 0})
    assert [event["action"] for event in asked[0].events] == [legal[0]] and asked[1].events == []
    assert asked[1].refused == [{"rule": "tectonic.x"}] and asked[0].bank_ms == 100 and asked[0].move_ms is None
    assert choose(asked[0]) == 0
