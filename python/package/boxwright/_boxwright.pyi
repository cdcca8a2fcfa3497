"""The part of the package that is written in Rust."""

from collections.abc import Sequence
from typing import TypeVar, final

_S = TypeVar("_S", bound="Simulator")

__version__: str

class Refused(ValueError):
    """A text that does not solve its level."""

@final
class Level:
    """A level of Sokoban or Kwirk, as read: it may be wrong, `faults` tells."""

    @property
    def game(self) -> str:
        """"sokoban" or "kwirk"."""
    @property
    def title(self) -> str | None:
        """The level's name."""
    @property
    def author(self) -> str | None:
        """Who made it, if it is said for this level."""
    @property
    def source(self) -> str:
        """The name that `parse` was given."""
    @property
    def index(self) -> int:
        """The number of the level in its source, from 1."""
    @property
    def width(self) -> int:
        """Columns of the board."""
    @property
    def height(self) -> int:
        """Rows of the board."""
    @property
    def rows(self) -> list[str]:
        """The rows of the board, as in a file."""
    @property
    def faults(self) -> list[str]:
        """Everything wrong with the level, as "line:column: what"."""
    @property
    def recorded_solutions(self) -> list[str]:
        """The solutions that came with the level, not verified."""

@final
class Report:
    """What came of a level."""

    @property
    def status(self) -> str:
        """"solved", "unsolvable", "stopped" or "invalid"."""
    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
    @property
    def stopped_by(self) -> str | None:
        """The limit that stopped the search: "time", "memory", "nodes", …"""
    @property
    def solution(self) -> str | None:
        """The solution, replayed: `lurd`, capitals push; `s` switches to the next character."""
    @property
    def moves(self) -> int | None: ...
    @property
    def pushes(self) -> int | None:
        """Pushes; in Kwirk interactions."""
    @property
    def optimal(self) -> str | None:
        """What the solution is proven to be best in."""
    @property
    def lower_bound(self) -> int | None:
        """No solution costs less, as far as was proven."""
    @property
    def strategy(self) -> str | None:
        """The strategy that found it."""
    @property
    def seconds(self) -> float: ...
    @property
    def expanded(self) -> int:
        """Positions expanded."""
    @property
    def generated(self) -> int:
        """Positions generated."""
    @property
    def peak_bytes(self) -> int:
        """The most memory the search held."""
    @property
    def error(self) -> str | None:
        """What is wrong with the level."""

@final
class Verified:
    """A solution that was replayed by the plain rules."""

    @property
    def solution(self) -> str:
        """The solution as the game writes it: capitals where something is pushed."""
    @property
    def moves(self) -> int: ...
    @property
    def pushes(self) -> int: ...

class Simulator:
    def __new__(cls: type[_S], level: Level) -> _S: ...
    @property
    def game(self) -> str:
        """"sokoban" or "kwirk"."""
    @property
    def actions(self) -> list[str]:
        """The letters of the actions, in the order of their numbers."""
    @property
    def planes(self) -> list[str]:
        """The names of the planes of an observation."""
    @property
    def shape(self) -> tuple[int, int, int]:
        """The planes, rows and columns of an observation."""
    @property
    def solved(self) -> bool: ...
    @property
    def moves(self) -> int:
        """Steps and switches so far."""
    @property
    def pushes(self) -> int:
        """Pushes so far; in Kwirk interactions."""
    @property
    def rows(self) -> list[str]:
        """The rows of the board as it is now."""
    def reset(self) -> None:
        """Goes back to the start."""
    def copy(self: _S) -> _S:
        """Another game in the same position."""
    def step(self, action: int | str) -> str:
        """Acts; what came of it."""
    def _observe(self) -> bytes: ...

@final
class RawLabel:
    @property
    def objective(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def cost(self) -> int | None: ...
    @property
    def moves(self) -> int | None: ...
    @property
    def pushes(self) -> int | None: ...
    @property
    def solution(self) -> str | None: ...
    @property
    def expanded(self) -> int: ...
    @property
    def error(self) -> str | None: ...
    @property
    def to_go(self) -> bytes | None: ...
    @property
    def positions(self) -> list[bytes] | None: ...

def parse(data: str | bytes, name: str = "levels.txt") -> list[Level]:
    """The levels of a text in any of the formats, of either game. Raises ValueError if there are none."""

def builtin(name: str) -> list[Level]:
    """The levels of a collection inside the package: "sokoban", "kwirk" or the name of one."""

def solve(
    level: Level,
    *,
    objective: str = "any",
    strategy: str = "auto",
    time: float | None = 60.0,
    memory: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
) -> Report:
    """Solves a level within limits of time (seconds), memory (bytes) and expanded positions.

    `objective` is "any", "pushes", "moves", "pushes-moves" or "moves-pushes"; `strategy` what `boxwright strategies`
    lists. Raises ValueError if there is no such strategy or objective. A level with faults has the status "invalid".
    """

def optimize(
    level: Level,
    solutions: Sequence[str] = (),
    *,
    measures: str = "pushes,moves",
    time: float | None = 60.0,
    memory: int | None = None,
    nodes: int | None = None,
) -> Report:
    """Makes the best of some solutions of a level shorter; without any, the level is solved first.

    `measures` is one or two of "moves", "pushes", "box-lines", "box-changes", "pushing-sessions" and "player-lines"; in
    Kwirk "moves" and "pushes". The result is never worse than what was given. Raises Refused if a text that was given
    is no solution.
    """

def verify(level: Level, solution: str) -> Verified:
    """Replays a solution by the plain rules of the game. Raises Refused if it does not solve the level."""

def label_batch(
    levels: Sequence[Level],
    objective: str,
    to_go: str,
    max_positions: int,
    threads: int | None,
    time: float | None,
    nodes: int | None,
) -> list[RawLabel]: ...
def label_files(
    sources: Sequence[str | bytes],
    output: str | bytes,
    objective: str,
    format: str,
    to_go: str,
    max_positions: int,
    board: bool,
    resume: bool,
    threads: int | None,
    time: float | None,
    nodes: int | None,
) -> tuple[list[tuple[str, int]], list[str]]: ...
