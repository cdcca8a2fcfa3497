"""Labels, as values and as files."""

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import boxwright


def brute_force(level: boxwright.Level) -> int | None:
    """The fewest moves, found by trying everything."""
    start = boxwright.Simulator(level)
    seen = {start.observation().tobytes()}
    queue = deque([start])
    while queue:
        game = queue.popleft()
        if game.solved:
            return game.moves
        for action in range(4):
            after = game.copy()
            after.step(action)
            if (key := after.observation().tobytes()) not in seen:
                seen.add(key)
                queue.append(after)
    return None


def test_labels_are_what_trying_everything_finds(levels: list[boxwright.Level]) -> None:
    labels = list(boxwright.label(levels, objective="moves", to_go="path", threads=2))
    assert [label.status for label in labels] == ["solved", "solved", "unsolvable"]
    for label in labels:
        assert label.cost == brute_force(label.level)
        assert label.to_go is not None and label.to_go.dtype == np.int32
        if label.cost is not None:
            assert label.solution is not None
            assert boxwright.verify(label.level, label.solution).moves == label.cost
            assert label.to_go.tolist() == list(range(label.cost, -1, -1))


def test_all_positions_of_a_level(levels: list[boxwright.Level]) -> None:
    [label] = boxwright.label(levels[1:2], objective="pushes", to_go="all")
    positions = label.positions
    assert positions is not None and len(positions) > 10
    assert positions.costs[0] == label.cost
    assert positions.boxes.shape == (len(positions), 2)
    solved = positions.boxes[positions.costs == 0]
    goals = [1 * 7 + 3, 3 * 7 + 3]
    assert (solved == goals).all() and len(solved) > 0
    assert (positions.costs == -1).any(), "a box in a corner"
    [few] = boxwright.label(levels[1:2], to_go="all", max_positions=5)
    assert few.error is not None and "more than 5" in few.error


def test_levels_are_taken_as_they_are_needed(levels: list[boxwright.Level]) -> None:
    taken = 0

    def endless() -> Iterator[boxwright.Level]:
        nonlocal taken
        while True:
            taken += 1
            yield levels[0]

    labels = boxwright.label(endless(), objective="pushes")
    assert [next(labels).cost for _ in range(3)] == [1, 1, 1]
    assert taken <= 1000


def test_files_are_labelled_and_gone_on_with(tmp_path: Path) -> None:
    source, output = tmp_path / "levels.txt", tmp_path / "labels.jsonl"
    source.write_text("; a\n#####\n#@$.#\n#####\n\n" * 20)
    counts = boxwright.label_files([source], output, objective="pushes")
    assert counts["solved"] == 20 and sum(counts.values()) == 20
    whole = output.read_bytes()
    labels = [json.loads(line) for line in whole.splitlines()]
    assert [label["index"] for label in labels] == list(range(1, 21))
    with pytest.raises(FileExistsError):
        boxwright.label_files([source], output, objective="pushes")
    output.write_bytes(whole[: len(whole) // 2])
    assert boxwright.label_files([source], output, objective="pushes", resume=True)["solved"] < 20
    assert output.read_bytes() == whole
    with pytest.raises(ValueError, match="last label"):
        boxwright.label_files([source], output, objective="moves", resume=True)
    with pytest.raises(ValueError, match="no such file"):
        boxwright.label_files([tmp_path / "missing"], tmp_path / "none.csv", format="csv")


def test_wrong_arguments_are_errors(levels: list[boxwright.Level], tmp_path: Path) -> None:
    for wrong in [{"objective": "any"}, {"to_go": "some"}]:
        with pytest.raises(ValueError):
            list(boxwright.label(levels, **wrong))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="format"):
        boxwright.label_files([], tmp_path / "x", format="xml")  # type: ignore[arg-type]


def test_the_boxoban_test_set(shared: Path) -> None:
    optima = [line.split("\t") for line in (shared / "optimal/boxoban-test.tsv").read_text().splitlines()[1:]]
    levels = boxwright.load(shared / "sokoban/boxoban-test.txt")
    labels = boxwright.label(levels, objective="pushes")
    assert [label.cost for label in labels] == [int(pushes) for _, pushes, _ in optima]
