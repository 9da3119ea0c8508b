"""A server of the Model Context Protocol: a language model plays a seat of a game against built-in players.

`referee-mcp`, or `python -m referee.mcp`, speaks on standard input and output; `--http PORT` listens on 127.0.0.1 instead.
It promises that no result tells what is hidden from the seat: neither cards of others, nor draws to come, nor the seed. With
`--fair` no one can choose the seed or take an action back, which would show what the luck will be.
"""

from __future__ import annotations

import argparse
import re
import secrets
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp_types import CallToolResult, TextContent, ToolAnnotations
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("referee.mcp needs the SDK of the protocol: pip install 'referee-cli[mcp]'") from missing
from pydantic import BaseModel, Field

from ._sit import Seat
from .errors import Died, RefereeError
from .rulebook import Rule as Explained
from .rulebook import explain as explained
from .rulebook import games as all_games
from .rulebook import rulebook

MOST_GAMES = 16
"""How many games may be open at a time."""
IDLE = 3600.0
"""A game that has not been used for so many seconds is closed when another is opened."""
PAGE = 200
"""How many legal actions are listed at a time."""
PLAYOUTS = 1000
"""How many playouts a move a built-in player may take."""
PATIENCE = 120.0
"""How many seconds the built-in players may take until it is the seat's turn again."""
LONGEST = 1 << 16
"""How long an action may be, in bytes."""

INSTRUCTIONS = """Play a board game. `games` lists the games, `rules` has the rules of one, `open` begins a game and returns its \
id. Then `act` with words as in the examples, with an action as JSON, or with a number of the list that `legal` gives. What breaks a \
rule is refused with the rule, changes nothing, and costs nothing; `explain` says more about a rule."""

HOW = {
    "full": "Act with the tool `act`: with `say`, an action in words; or with `number`, its number in the list of `legal`.",
    "number": "Act with the tool `act`: with `say`, an action in words.",
    "none": "Act with the tool `act`: with `say`, an action in words.",
}
BEFORE_HOW = "Answer with one line of JSON"
"""What a question says about answers stands at its end."""

NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")
VALUE = re.compile(r"[A-Za-z0-9_.-]{1,64}")
RULE = re.compile(r"[a-z][a-z0-9-]{0,63}\.[A-Za-z0-9.-]{1,64}")
PLAYER = re.compile(r"@random|@mcts(?::([1-9][0-9]{0,8}))?")


class Listed(BaseModel):
    """The games."""

    games: list[dict[str, Any]] = Field(description="Each with its name, its numbers of players, and its options")


class Text(BaseModel):
    """A text."""

    text: str


class Rule(BaseModel):
    """A rule."""

    rule: str
    text: str
    source: str = Field(description="How well it is founded: printed, decided or reconstructed")
    rests_on: list[Rule] = Field(default_factory=list["Rule"], description="The numbered rules that it comes from")


class Broken(BaseModel):
    """A rule that an action breaks."""

    rule: str = Field(description="Its id, for `explain`")
    statement: str = Field(description="What it demands")
    message: str = Field(description="How it was broken")


class Turn(BaseModel):
    """Where a game stands, as far as the seat may know."""

    id: str = Field(description="The id of the game")
    game: str
    seat: int = Field(description="The number of your player")
    over: bool = Field(description="Whether the game has ended; otherwise it is your turn")
    text: str = Field(description="All of it in words")
    accepted: bool | None = Field(None, description="Whether the action was taken; only from `act`")
    refused: list[Broken] | None = Field(None, description="The rules that it breaks")
    why: str | None = Field(None, description="Why it was no action, in words")
    nearest: str | None = Field(None, description="The legal action whose words come nearest to it")
    legal_n: int | None = Field(None, description="How many actions are legal")
    view: Any = Field(None, description="All that the seat may know, as data; only from `view`")
    undone: int | None = Field(None, description="How many actions have been taken back; only from `undo` and `close`")
    outcome: dict[str, Any] | None = Field(None, description="How the game ended: the place of each player, and why")


class Possible(BaseModel):
    """A legal action."""

    number: int = Field(description="Its number in the list")
    words: str
    action: Any = Field(None, description="The same as JSON")


class Legal(BaseModel):
    """A part of the list of legal actions."""

    total: int = Field(description="How many are listed")
    exhaustive: bool = Field(description="Whether these are all legal actions; if not, others are accepted, too")
    actions: list[Possible]
    next: int | None = Field(None, description="The number to go on from; absent at the end of the list")


@dataclass
class Settings:
    """What the server allows."""

    lists: Literal["none", "number", "full"] = "full"
    fair: bool = False
    records: Path | None = None


@dataclass
class Table:
    """An open game; one call at a time uses it."""

    seat: Seat
    lock: threading.Lock = field(default_factory=threading.Lock)
    used: float = field(default_factory=time.monotonic)


def told(model: BaseModel, text: str) -> CallToolResult:
    """A result: in words for the model, as data for its program."""
    data = model.model_dump(mode="json", exclude_none=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=data)


def words_of(text: str) -> set[str]:
    """The words of a text."""
    return set(re.findall(r"[a-z0-9#]+", text.lower()))


def nearest(seat: Seat, said: str) -> str | None:
    """The legal action that has most words in common with what was said, if any has one."""
    said_words = words_of(said)
    best, score = None, 0.0
    for words, _ in seat.legal():
        both = words_of(words)
        shared = len(both & said_words) / max(1, len(both | said_words))
        if shared > score:
            best, score = words, shared
    return best


class Tables:
    """The games that are open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._open: dict[str, Table] = {}
        self._opening = 0
        self._lock = threading.Lock()

    def add(self, game: str, **how: Any) -> tuple[str, Seat]:
        """Begins a game. Its id cannot be guessed, so that no client of a server plays another's game."""
        name = secrets.token_hex(8)
        with self._lock:
            for old, table in list(self._open.items()):
                if time.monotonic() - table.used > IDLE:
                    self._open.pop(old).seat.close()
            if len(self._open) + self._opening >= MOST_GAMES:
                raise ToolError(f"{MOST_GAMES} games are open, which is the most; close one")
            self._opening += 1
        records = self.settings.records
        record = None if records is None else str(records / f"{name}.jsonl")
        try:
            # Others may act first and take their time.
            seat = Seat(game, lists=self.settings.lists, record=record, timeout=PATIENCE, **how)
            self._open[name] = Table(seat)
        finally:
            with self._lock:
                self._opening -= 1
        return name, seat

    @contextmanager
    def at(self, name: str) -> Generator[Seat]:
        """The game of this id, for one call."""
        table = self._open.get(name)
        if table is None:
            raise ToolError("there is no open game with this id; `open` begins one")
        with table.lock:
            table.used = time.monotonic()
            try:
                yield table.seat
            except Died as died:
                self.drop(name)
                raise ToolError(f"the game has been closed: {died}") from died

    def drop(self, name: str) -> None:
        """Ends a game."""
        with self._lock:
            table = self._open.pop(name, None)
        if table is not None:
            table.seat.close()


def asked(seat: Seat, text: str) -> str:
    """A question as this server puts it."""
    return text.partition(BEFORE_HOW)[0] + HOW[seat.lists] + "\n"


def ended(outcome: dict[str, Any]) -> str:
    """How a game ended, in words."""
    places = ", ".join(f"player {player} has place {place}" for player, place in enumerate(outcome["places"]))
    return f"The game is over ({outcome['reason'].replace('_', ' ')}): {places}.\n"


def turn(name: str, seat: Seat, **more: Any) -> CallToolResult:
    """Where a game stands."""
    outcome = seat.outcome
    text = asked(seat, seat.text) if outcome is None else ended(outcome)
    state = Turn(
        id=name, game=seat.game, seat=seat.seat, over=outcome is not None, text=text, legal_n=seat.legal_n, outcome=outcome, **more
    )
    return told(state, f"Game {name}.\n{text}")


@cache
def known() -> dict[str, dict[str, Any]]:
    """The games by name."""
    return {game["game"]: game for game in all_games()}


def game_of(name: str) -> dict[str, Any]:
    """A game by its name."""
    if name not in known():
        raise ToolError(f"there is no such game; the games are {', '.join(known())}")
    return known()[name]


def options_of(given: dict[str, str | int | bool]) -> dict[str, str]:
    """Options as the command line takes them."""
    said = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in given.items()}
    for key, value in said.items():
        if not NAME.fullmatch(key) or not VALUE.fullmatch(value):
            raise ToolError("an option has a short name and a short value, such as {\"setup\": \"S2\"}; `games` lists them")
    return said


def check_bots(bots: list[str]) -> None:
    """Refuses players that are not built in, or that would take too long."""
    for bot in bots:
        found = PLAYER.fullmatch(bot)
        if not found or int(found.group(1) or 0) > PLAYOUTS:
            raise ToolError(f"an opponent is @random, @mcts, or @mcts:N with N from 1 to {PLAYOUTS}")


READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
TAKES_BACK = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)

Id = Annotated[str, Field(description="The id of the game, as `open` returned it")]


def build(settings: Settings | None = None) -> MCPServer[Any]:
    """The server."""
    settings = settings or Settings()
    tables = Tables(settings)
    server: MCPServer[Any] = MCPServer(
        "referee", title="Rules referee for board games", instructions=INSTRUCTIONS, log_level="WARNING", version=version()
    )

    @server.tool(annotations=READS)
    def games() -> Annotated[CallToolResult, Listed]:
        """Lists the games, with their numbers of players and their options."""
        lines = [f"{game['game']}: {game['title']}, {players(game)} players" for game in known().values()]
        return told(Listed(games=list(known().values())), "\n".join(lines))

    @server.tool(annotations=READS)
    def rules(game: Annotated[str, Field(description="The name of the game")]) -> Annotated[CallToolResult, Text]:
        """The whole rules of a game, and how its actions are written in words."""
        game_of(game)
        text = rulebook(game, "prompt")
        return told(Text(text=text), text)

    @server.tool(annotations=READS)
    def explain(
        rule: Annotated[str, Field(description="Its id, as a refusal names it, or its number, such as tectonic.R15")],
    ) -> Annotated[CallToolResult, Rule]:
        """Explains one rule."""
        if not RULE.fullmatch(rule):
            raise ToolError("a rule has an id such as tectonic.mount-range, or a number such as tectonic.R15")
        try:
            found = explained(rule)
        except RefereeError as error:
            raise ToolError(str(error)) from error
        lines = [str(found), *(f"It rests on {each}" for each in found.rests_on)]
        return told(rule_of(found), "\n".join(lines))

    @server.tool(name="open", annotations=CHANGES)
    def open_(
        game: Annotated[str, Field(description="The name of the game")],
        players: Annotated[int | None, Field(description="How many players; by default the fewest", ge=1, le=8)] = None,
        seat: Annotated[int, Field(description="Which of them you are, from 0", ge=0, le=7)] = 0,
        opponents: Annotated[
            list[str] | None,
            Field(description="The others: @random, @mcts or @mcts:N; one for all, or one for each", max_length=8),
        ] = None,
        options: Annotated[dict[str, str | int | bool] | None, Field(description="Rule options by name")] = None,
        seed: Annotated[
            int | None,
            Field(description="Makes the game repeatable; without it the luck is secret", ge=0, le=(1 << 64) - 1),
        ] = None,
    ) -> Annotated[CallToolResult, Turn]:
        """Begins a game, which you play against built-in players; returns its id and your first question."""
        entry = game_of(game)
        bots = opponents or ["@mcts:50"]
        check_bots(bots)
        if seed is not None and settings.fair:
            raise ToolError("on this server no one chooses the seed")
        count = players if players is not None else entry["players"]["least"]
        try:
            name, held = tables.add(
                game, players=count, seat=seat, bots=bots, options=options_of(options or {}), seed=seed
            )
        except Died as died:
            raise ToolError((died.last_words or died.why).removeprefix("referee: ")) from died
        return turn(name, held)

    @server.tool(annotations=READS)
    def view(id: Id) -> Annotated[CallToolResult, Turn]:
        """Shows the position as you may know it, and what has happened since you acted."""
        with tables.at(id) as seat:
            return turn(id, seat, view=seat.view)

    @server.tool(annotations=READS)
    def legal(
        id: Id,
        start: Annotated[int, Field(description="The number to begin with", ge=0)] = 0,
        most: Annotated[int, Field(description="How many to list", ge=1, le=PAGE)] = 50,
    ) -> Annotated[CallToolResult, Legal]:
        """Lists your legal actions, page by page, each with its number for `act`."""
        with tables.at(id) as seat:
            if settings.lists != "full":
                raise ToolError("this server does not list what is legal: propose an action, and learn from refusals")
            every = seat.legal()
            exhaustive = seat.exhaustive
        part = [
            Possible(number=number, words=words, action=action)
            for number, (words, action) in enumerate(every[start : start + most], start)
        ]
        after = start + most if start + most < len(every) else None
        lines = [f"{each.number}: {each.words}" for each in part] or ["Nothing is listed here."]
        lines += [] if after is None else [f"{len(every) - after} more follow, from start={after} on."]
        return told(Legal(total=len(every), exhaustive=exhaustive, actions=part, next=after), "\n".join(lines))

    @server.tool(annotations=CHANGES)
    def act(
        id: Id,
        say: Annotated[str, Field(description="An action in words, such as: move c1 to c5")] = "",
        number: Annotated[int | None, Field(description="The number of an action in the list of `legal`", ge=0)] = None,
        action: Annotated[dict[str, Any] | str | None, Field(description="An action as JSON, as `legal` writes it")] = None,
    ) -> Annotated[CallToolResult, Turn]:
        """Acts for your player: give one of `say`, `number` and `action`. Then the others act, until it is your turn again.

        A refusal names the rules that it breaks and changes nothing.
        """
        given = {"say": say or None, "pick": number, "action": action}
        choice = {key: value for key, value in given.items() if value is not None}
        if len(choice) != 1:
            raise ToolError("give one of `say`, `number` and `action`")
        with tables.at(id) as seat:
            try:
                refused = seat.answer(choice)
            except (RecursionError, ValueError) as error:
                raise ToolError("that cannot be written as JSON, or is nested too deeply") from error
            if not refused:
                return turn(id, seat, accepted=True)
            broken = [
                Broken(rule=each["rule"], statement=each["statement"], message=each["message"])
                for each in refused.get("violations", [])
            ]
            why = refused.get("malformed", {}).get("message")
            near = nearest(seat, str(say or action)[:LONGEST]) if number is None else None
            result = turn(id, seat, accepted=False, refused=broken, why=why, nearest=near)
            lines = [f"- {each.message}. {each.statement} [{each.rule}]" for each in broken] or [f"- {why}"]
            lines += [f"The nearest legal action is: {near}"] if near else []
            said = ["That was not taken:", *lines, "The position is the same, and it is still your turn."]
            return CallToolResult(
                content=[TextContent(type="text", text="\n".join(said if seat.outcome is None else lines))],
                structured_content=result.structured_content,
            )

    @server.tool(annotations=TAKES_BACK)
    def undo(id: Id) -> Annotated[CallToolResult, Turn]:
        """Takes back your last action and all that followed it. The same draws come again."""
        if settings.fair:
            raise ToolError("on this server no action can be taken back")
        with tables.at(id) as seat:
            undone = seat.undo()
            if undone == 0:
                raise ToolError("you have done nothing that could be taken back")
            return turn(id, seat, undone=undone)

    @server.tool(annotations=TAKES_BACK)
    def close(id: Id) -> Annotated[CallToolResult, Turn]:
        """Ends a game, whether or not it is over, and forgets it."""
        with tables.at(id) as seat:
            result = turn(id, seat, undone=seat.undone)
            outcome = seat.outcome
        tables.drop(id)
        said = f"Game {id} is closed.\n" + ("" if outcome is None else ended(outcome))
        return CallToolResult(
            content=[TextContent(type="text", text=said)], structured_content=result.structured_content
        )

    return server


def players(game: dict[str, Any]) -> str:
    """How many players a game has."""
    least, most = game["players"]["least"], game["players"]["most"]
    return str(least) if least == most else f"{least} to {most}"


def rule_of(rule: Explained) -> Rule:
    """A rule as a result."""
    return Rule(rule=rule.rule, text=rule.text, source=rule.source, rests_on=[rule_of(each) for each in rule.rests_on])


def version() -> str:
    """The version of the package; empty if it is not installed as one."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("referee-cli")
    except PackageNotFoundError:
        return ""


def main() -> None:
    """Serves until standard input ends, or for ever."""
    reader = argparse.ArgumentParser(prog="referee-mcp", description="Lets a language model play board games, by the Model Context Protocol.")
    reader.add_argument("--lists", choices=("none", "number", "full"), default="full", help="how much is told of what is legal")
    reader.add_argument("--fair", action="store_true", help="no action can be taken back, and no seed be chosen")
    reader.add_argument("--records", type=Path, metavar="DIR", help="write every game into this folder when it is closed")
    reader.add_argument("--http", type=int, metavar="PORT", help="serve streamable HTTP on 127.0.0.1 instead of standard input")
    given = reader.parse_args()
    if given.records is not None:
        given.records.mkdir(parents=True, exist_ok=True)
    try:
        known()
    except RefereeError as missing:
        # Later it would be an error of every call.
        reader.error(str(missing))
    server = build(Settings(given.lists, given.fair, given.records))
    if given.http is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=given.http)


if __name__ == "__main__":
    main()
