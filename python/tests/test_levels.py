"""Reading levels, solving and verifying them."""

from pathlib import Path

import pytest

import boxwright


def test_levels_have_what_the_file_says(levels: list[boxwright.Level]) -> None:
    assert [level.title for level in levels] == ["corridor", "room", "lost"]
    assert [level.index for level in levels] == [1, 2, 3]
    corridor = levels[0]
    assert (corridor.game, corridor.width, corridor.height) == ("sokoban", 6, 3)
    assert corridor.rows == ["######", "#@ $.#", "######"]
    assert str(corridor) == "######\n#@ $.#\n######"
    assert corridor.faults == []
    assert corridor != levels[1]


def test_bytes_files_and_both_games(tmp_path: Path, kwirk: boxwright.Level) -> None:
    file = tmp_path / "levels.xsb"
    file.write_bytes(b"#####\r\n#@$.#\r\n#####\r\n")
    [level] = boxwright.load(file)
    assert level.source == str(file)
    assert level.rows == boxwright.parse(file.read_bytes())[0].rows
    assert kwirk.game == "kwirk"
    assert len(boxwright.builtin("sokoban")) > 3


def test_bad_input_is_told() -> None:
    with pytest.raises(ValueError, match="no level found"):
        boxwright.parse("nothing")
    with pytest.raises(KeyError, match="there is no collection"):
        boxwright.builtin("nonsense")
    with pytest.raises(FileNotFoundError):
        boxwright.load("no such file")
    with pytest.raises(TypeError):
        boxwright.parse(7)  # type: ignore[arg-type]
    [wrong] = boxwright.parse("#####\n# $ #\n#####")
    assert any("no player" in fault for fault in wrong.faults)
    report = boxwright.solve(wrong)
    assert report.status == "invalid" and "no player" in (report.error or "")


def test_solutions_are_optimal_if_asked_for(levels: list[boxwright.Level]) -> None:
    report = boxwright.solve(levels[1], objective="moves")
    assert (report.status, report.solved, report.optimal) == ("solved", True, "moves")
    assert report.solution is not None
    verified = boxwright.verify(levels[1], report.solution)
    assert (verified.moves, verified.pushes, verified.solution) == (report.moves, report.pushes, report.solution)
    assert boxwright.solve(levels[2]).status == "unsolvable"


def test_limits_stop_a_search(hard: boxwright.Level) -> None:
    report = boxwright.solve(hard, strategy="bfs", nodes=1000)
    assert (report.status, report.stopped_by, report.solution) == ("stopped", "nodes", None)
    report = boxwright.solve(hard, strategy="bfs", time=0.1)
    assert (report.status, report.stopped_by) == ("stopped", "time")


def test_wrong_arguments_are_errors(levels: list[boxwright.Level]) -> None:
    for wrong in [{"strategy": "nonsense"}, {"objective": "beauty"}, {"time": -1.0}]:
        with pytest.raises(ValueError):
            boxwright.solve(levels[0], **wrong)  # type: ignore[arg-type]


def test_what_is_no_solution_is_refused(levels: list[boxwright.Level]) -> None:
    assert boxwright.verify(levels[0], "rr").solution == "rR"
    for wrong in ["r", "rrr", "x", ""]:
        with pytest.raises(boxwright.Refused):
            boxwright.verify(levels[0], wrong)


def test_solutions_are_made_shorter(levels: list[boxwright.Level]) -> None:
    [level] = boxwright.parse("#######\n#     #\n#@ $ .#\n#     #\n#######")
    detour = "udrlrRR"
    assert boxwright.verify(level, detour).moves == 7
    report = boxwright.optimize(level, [detour], measures="moves,pushes", time=5.0)
    assert (report.solution, report.moves, report.pushes) == ("rRR", 3, 2)
    assert boxwright.optimize(levels[1], time=5.0).solved
    with pytest.raises(boxwright.Refused):
        boxwright.optimize(level, ["l"])
    with pytest.raises(ValueError):
        boxwright.optimize(level, measures="beauty")
