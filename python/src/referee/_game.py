"""A game of one of the five, judged move by move."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from . import _records
from ._host import seat
from ._json import Line
from ._known import TIMEOUT, A, C, How, Known, S, V, header, paths
from ._table import Table, Talk, together
from .errors import Died, Illegal
from .types import tectonic, wangdo, we_will_wok_you, wigwam, wongar

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")


class Game(Known[A, C, V, S]):
    """A game in progress. It ends with its `with` block, by `close`, or when it is no longer used."""

    @overload
    def __init__(
        self: Game[tectonic.Action, tectonic.Chance, tectonic.View, tectonic.State],
        game: Literal["tectonic"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[wangdo.Action, wangdo.Chance, wangdo.View, wangdo.State],
        game: Literal["wangdo"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[we_will_wok_you.Action, we_will_wok_you.Chance, we_will_wok_you.View, we_will_wok_you.State],
        game: Literal["we-will-wok-you"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[wigwam.Action, wigwam.Chance, wigwam.View, wigwam.State],
        game: Literal["wigwam"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(
        self: Game[wongar.Action, wongar.Chance, wongar.View, wongar.State],
        game: Literal["wongar"],
        **how: Unpack[How],
    ) -> None: ...
    @overload
    def __init__(self: Game[Any, Any, Any, Any], game: str, **how: Unpack[How]) -> None: ...
    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        state: Mapping[str, Any] | None = None,
        emit: str = "legal",
        editions: Sequence[str | os.PathLike[str]] = (),
        timeout: float | None = TIMEOUT,
    ) -> None:
        """Begins a game.

        With a `seed` the referee draws; without one, give every draw with `draw`. `options` are those that differ from
        the default, `state` is a position to start from, `editions` are files that replace built-in boards and decks.
        `emit` says what comes with every answer, which saves a further question: "legal", "view:actor,legal", "legal_ids" (see
        `legal_ids`) or "none".
        If an answer takes longer than `timeout` seconds, the process counts as dead (`Died`).
        """
        asked = header(game, players=players, seed=seed, options=options, names=names, state=state)
        self._begin(asked, emit, paths(editions), timeout, [])

    def _begin(
        self, asked: Line, emit: str, editions: tuple[str, ...], timeout: float | None, inputs: Iterable[Line]
    ) -> None:
        self._how = (asked, emit, editions, timeout)
        self._owner = os.getpid()
        self._pipe, name = seat(editions, timeout)
        self._table = Table(asked, name, emit)
        self._torn = False
        self.close = weakref.finalize(self, self._pipe.leaving.append, name)
        """Ends the game."""
        self.close.atexit = False
        try:
            self._hold(self._table.open())
            if inputs:
                self._hold(self._table.replay(inputs))
        except BaseException:
            self.close()
            raise

    def _live(self) -> Table:
        if self._torn or self._owner != os.getpid():
            # Either an interrupt came before the answer was read, or this is a fork, and the judging process belongs to
            # the parent.
            self.close()
            self._begin(*self._how, self._table.inputs)
        elif not self.close.alive:
            raise Died("the game was closed")
        return self._table

    def _hold(self, talk: Talk[T]) -> T:
        try:
            return self._pipe.hold(talk)
        except Exception:
            raise
        except BaseException:
            self._torn = True
            raise

    # What it can be asked

    def legal(self) -> list[A]:
        """The legal actions of the player who is to act, at most 4096; `exhaustive` says whether these are all."""
        actions: list[A] = self._listed().get("legal", [])
        return actions

    def legal_ids(self) -> list[int]:
        """The legal actions as numbers: each is the action's place in `referee.actions`, the same in every position.

        Where `referee.actions` has no list, `Illegal` says so.
        """
        ids: list[int] = self._listed("legal_ids").get("legal_ids", [])
        return ids

    @property
    def exhaustive(self) -> bool:
        """Whether `legal` has all legal actions."""
        return bool(self._listed().get("exhaustive", True))

    def possible_draws(self) -> list[tuple[C, int]]:
        """What may be drawn now, each with its weight."""
        return [(draw["chance"], draw["weight"]) for draw in self._listed().get("draws", [])]

    def _listed(self, form: str = "legal") -> Line:
        table = self._live()
        # What came with the last answer need not be asked for.
        return table.last if form in table.last else self._hold(table.listed(form))

    def view(self, player: int | str | None = None) -> V:
        """What a player, or the "public", may know. Default: the player who is to act, and at the end the public."""
        table = self._live()
        told = table.told(player)
        view: V = self._hold(table.view(player)) if told is None else told
        return view

    def state(self) -> S:
        """The whole position, with all that it remembers. Another `Game` can start from it."""
        state: S = self._hold(self._live().ask("state"))["state"]
        return state

    # What changes it

    def play(self, action: A, *, player: int | None = None) -> None:
        """Plays an action of `player`, or of the player who is to act. If it breaks rules, `Illegal` names them all."""
        self._hold(self._live().play(action, player))

    def pick(self, place: int) -> A:
        """Plays the action at a place of `legal`, counted from 0, and returns it."""
        action: A = self._hold(self._live().choose("pick", place))["action"]
        return action

    def play_id(self, number: int) -> A:
        """Plays the action with this number in `referee.actions` and returns it. `Illegal` names the rules that it breaks."""
        action: A = self._hold(self._live().choose("id", number))["action"]
        return action

    def draw(self, chance: C) -> None:
        """Makes the draw that is due, with this result."""
        self._hold(self._live().put({"chance": chance}))

    def undo(self) -> int:
        """Takes back the last action or draw and everything that followed from it; returns how many steps that were."""
        return self._hold(self._live().undo())

    def forfeit(self, player: int, cause: str = "illegal_action") -> None:
        """Rules that a player forfeits the game."""
        self._hold(self._live().put({"forfeit": {"player": player, "cause": cause}}))

    def abort(self, cause: str = "organiser_abort") -> None:
        """Calls the game off. It then has no outcome."""
        self._hold(self._live().put({"abort": {"cause": cause}}))

    # Records and pictures

    def save(self, path: str | os.PathLike[str] | None = None) -> str:
        """The game as a record; also writes it to a file if you name one."""
        return _records.save(self._table, self._how[2], path)

    @classmethod
    def load(
        cls,
        source: str | os.PathLike[str],
        *,
        emit: str = "legal",
        editions: Sequence[str | os.PathLike[str]] = (),
        timeout: float | None = TIMEOUT,
    ) -> Game[Any, Any, Any, Any]:
        """Continues the game of a record, given as a file or as its text. A false line in it raises an exception."""
        files = paths(editions)
        asked, inputs = _records.read(source, files)
        game: Game[Any, Any, Any, Any] = cls.__new__(cls)
        game._begin(asked, emit, files, timeout, inputs)
        return game

    def copy(self) -> Game[A, C, V, S]:
        """An independent copy of the game."""
        game = type(self).__new__(type(self))
        game._begin(*self._how, self._table.inputs)
        return game

    def svg(self, player: int | str = "public") -> str:
        """A picture of the position, as a player or the public sees it."""
        return _records.picture(self._table, self._how[2], str(player), "svg")

    def text(self, player: int | str = "public") -> str:
        """The position as text, as a player or the public sees it."""
        return _records.picture(self._table, self._how[2], str(player), "text")

    def _repr_svg_(self) -> str:
        return self.svg()

    # Its end

    def __enter__(self) -> Game[A, C, V, S]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @staticmethod
    def pick_all(games: Sequence[Game[Any, Any, Any, Any]], places: Sequence[int]) -> list[Any]:
        """Plays in many different games at once what `pick` would play in each, and returns the actions.

        What is asked of one process is written before the first answer is read, so that many games cost less than one after the
        other. If one of them is refused, the others have been played all the same, and the first refusal is raised.
        """
        if len(games) != len(places) or len(set(map(id, games))) != len(games):
            raise ValueError("one place for each game, and each game once")
        parts: dict[int, list[int]] = {}
        talks = [game._live().choose("pick", place) for game, place in zip(games, places, strict=True)]
        for at, game in enumerate(games):
            parts.setdefault(id(game._pipe), []).append(at)
        played: dict[int, Any] = {}
        wrong: Illegal | None = None
        for part in parts.values():
            try:
                answers = games[part[0]]._pipe.hold(together([talks[at] for at in part]))
            except Illegal as error:
                wrong = wrong or error
            except Exception:
                raise
            except BaseException:
                for at in part:
                    games[at]._torn = True
                raise
            else:
                played.update(zip(part, answers, strict=True))
        if wrong is not None:
            raise wrong
        return [played[at]["action"] for at in range(len(games))]
