"""boxwright: solves, optimises, verifies, simulates and labels block-pushing puzzles, Sokoban and Kwirk.

    >>> import boxwright
    >>> [level] = boxwright.parse("#####\\n#@$.#\\n#####")
    >>> boxwright.solve(level).solution
    'R'

Everything that takes long runs without the interpreter's lock, so other threads go on, and Ctrl-C ends it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from . import _boxwright
from ._boxwright import Level, Refused, Report, Verified, __version__, builtin, optimize, parse, solve, verify

__all__ = [
    "Label",
    "Level",
    "Positions",
    "Refused",
    "Report",
    "Simulator",
    "Verified",
    "__version__",
    "builtin",
    "label",
    "label_files",
    "load",
    "optimize",
    "parse",
    "solve",
    "verify",
]

Objective = Literal["moves", "pushes", "moves-pushes", "pushes-moves"]
ToGo = Literal["none", "path", "all"]

# Levels that are handed over at a time: enough to keep all cores busy, few enough to be forgotten.
_BATCH = 1000
_BATCH_OF_TABLES = 8


def load(path: str | os.PathLike[str]) -> list[Level]:
    """The levels of a file in any of the formats, of either game.

    Raises OSError if the file cannot be read, ValueError if there is no level in it.
    """
    path = Path(path)
    return parse(path.read_bytes(), str(path))


class Simulator(_boxwright.Simulator):
    """Either game, a step at a time.

    An action is a number (0 up, 1 right, 2 down, 3 left; in Kwirk 4 switches to the next character) or its letter
    (u, r, d, l, s). `step` says what came of it: "blocked", "walk", "push"; in Kwirk also "fill", "turn1", "turn2",
    "exit" and "switch". A blocked step changes nothing and is not counted.
    """

    def observation(self) -> npt.NDArray[np.uint8]:
        """The position as an array of planes × rows × columns; `planes` has their names.

        All planes are 0 or 1 but Kwirk's "character_number", which is 1 to 4 where a character stands.
        """
        return np.frombuffer(self._observe(), dtype=np.uint8).reshape(self.shape).copy()


@dataclass(frozen=True)
class Positions:
    """All positions that can be reached in a level. A cell is row × width + column."""

    costs: npt.NDArray[np.int32]
    """The cost-to-go of each position, -1 if the level can no longer be solved."""
    players: npt.NDArray[np.int32]
    """The cell of the player; for pushes, the first cell that the player can walk to."""
    boxes: npt.NDArray[np.int32]
    """The cells of the boxes, a row for each position."""

    def __len__(self) -> int:
        return len(self.costs)


@dataclass(frozen=True)
class Label:
    """What is known of a level."""

    level: Level
    objective: str
    """What the solution is best in."""
    status: str
    """"solved", "unsolvable", "stopped" or "invalid"."""
    cost: int | None
    """The least number of moves or pushes, proven."""
    moves: int | None
    pushes: int | None
    solution: str | None
    """The solution, replayed: lurd, capitals push."""
    expanded: int
    """How many positions the search expanded: how hard the level was."""
    to_go: npt.NDArray[np.int32] | None
    """The cost-to-go before each move of the solution and after the last one, if asked for."""
    positions: Positions | None
    """All positions that can be reached, if asked for."""
    error: str | None


def label(
    levels: Iterable[Level],
    *,
    objective: Objective = "moves",
    to_go: ToGo = "none",
    max_positions: int = 2_000_000,
    threads: int | None = None,
    time: float | None = 60.0,
    nodes: int | None = None,
) -> Iterator[Label]:
    """The labels of Sokoban levels, in their order, on all cores unless `threads` says otherwise.

    The levels are taken as they are needed, so there may be any number of them. `time` (seconds) and `nodes` limit each
    level; one that meets a limit has the status "stopped".
    """
    batch_size = _BATCH_OF_TABLES if to_go == "all" else _BATCH
    levels = iter(levels)
    while batch := list(islice(levels, batch_size)):
        labels = _boxwright.label_batch(batch, objective, to_go, max_positions, threads, time, nodes)
        for level, raw in zip(batch, labels, strict=True):
            yield _label(level, raw)


def _label(level: Level, raw: _boxwright.RawLabel) -> Label:
    return Label(
        level=level,
        objective=raw.objective,
        status=raw.status,
        cost=raw.cost,
        moves=raw.moves,
        pushes=raw.pushes,
        solution=raw.solution,
        expanded=raw.expanded,
        to_go=None if raw.to_go is None else _numbers(raw.to_go),
        positions=_positions(raw),
        error=raw.error,
    )


def _positions(raw: _boxwright.RawLabel) -> Positions | None:
    columns = raw.positions
    if columns is None:
        return None
    costs, players, boxes = map(_numbers, columns)
    return Positions(costs, players, boxes.reshape(len(costs), -1) if len(costs) else boxes.reshape(0, 0))


def _numbers(data: bytes) -> npt.NDArray[np.int32]:
    return np.frombuffer(data, dtype=np.int32)


def label_files(
    sources: Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    objective: Objective = "moves",
    format: Literal["jsonl", "csv", "parquet"] = "jsonl",
    to_go: ToGo = "none",
    max_positions: int = 2_000_000,
    board: bool = False,
    resume: bool = False,
    threads: int | None = None,
    time: float | None = 60.0,
    nodes: int | None = None,
) -> dict[str, int]:
    """Labels files and folders of Sokoban levels into a file: what `boxwright label` does.

    Returns how many levels of this run ended how. With `resume` a run goes on where the output of an earlier one
    ends, also if that was killed. Raises FileExistsError if the output is there and `resume` is not set, ValueError if
    a source cannot be read; the others are labelled all the same.
    """
    if isinstance(sources, (str, os.PathLike)):
        sources = [sources]
    counts, unreadable = _boxwright.label_files(
        [os.fspath(source) for source in sources],
        os.fspath(output),
        objective,
        format,
        to_go,
        max_positions,
        board,
        resume,
        threads,
        time,
        nodes,
    )
    if unreadable:
        raise ValueError("; ".join(unreadable))
    return dict(counts)
