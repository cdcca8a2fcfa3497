"""Both games a step at a time."""

import numpy as np
import pytest

import boxwright


def test_sokoban_is_played_to_the_end(levels: list[boxwright.Level]) -> None:
    game = boxwright.Simulator(levels[0])
    assert (game.game, game.actions, game.shape) == ("sokoban", ["u", "r", "d", "l"], (4, 3, 6))
    assert [game.step(0), game.step("r")] == ["blocked", "walk"]
    twin = game.copy()
    assert type(twin) is boxwright.Simulator and twin == game
    assert game.step(1) == "push" and twin != game
    assert game.solved and not twin.solved
    assert (game.moves, game.pushes) == (2, 1)
    assert game.rows[1] == "#  @*#"
    game.reset()
    assert (game.moves, game.rows) == (0, levels[0].rows)


def test_observations_are_planes(levels: list[boxwright.Level]) -> None:
    game = boxwright.Simulator(levels[0])
    before = game.observation()
    assert before.dtype == np.uint8 and before.shape == game.shape
    planes = dict(zip(game.planes, before, strict=True))
    assert planes["wall"].sum() == 14
    assert np.argwhere(planes["player"]).tolist() == [[1, 1]]
    assert np.argwhere(planes["box"]).tolist() == [[1, 3]]
    assert np.argwhere(planes["goal"]).tolist() == [[1, 4]]
    game.step("r")
    game.step("r")
    after = dict(zip(game.planes, game.observation(), strict=True))
    assert (after["box"] == after["goal"]).all()
    assert np.argwhere(planes["box"]).tolist() == [[1, 3]], "an observation does not change later"
    before[0] = 7
    assert game.observation().max() == 1


def test_kwirk_has_its_own_outcomes(kwirk: boxwright.Level) -> None:
    game = boxwright.Simulator(kwirk)
    assert game.actions == ["u", "r", "d", "l", "s"]
    planes = dict(zip(game.planes, game.observation(), strict=True))
    assert np.argwhere(planes["hole"]).tolist() == [[1, 4]]
    assert np.argwhere(planes["block"]).tolist() == [[1, 3]]
    assert np.argwhere(planes["exit"]).tolist() == [[1, 6]]
    assert planes["character_number"].max() == 2
    assert np.argwhere(planes["active"]).tolist() == [[1, 1]]
    assert [game.step(letter) for letter in "rrrrr"] == ["walk", "fill", "walk", "walk", "exit"]
    assert not game.solved
    assert game.step("s") == "blocked", "nobody else is left"
    assert [game.step(letter) for letter in "urrr"] == ["walk", "walk", "walk", "exit"]
    assert game.solved and game.pushes == 1


@pytest.mark.parametrize("name", ["sokoban", "kwirk"])
def test_solutions_of_builtin_levels_can_be_stepped(name: str) -> None:
    for level in boxwright.builtin(name)[:5]:
        report = boxwright.solve(level, time=20.0)
        game = boxwright.Simulator(level)
        outcomes = [game.step(letter) for letter in report.solution or ""]
        assert game.solved and "blocked" not in outcomes
        assert (game.moves, game.pushes) == (report.moves, report.pushes)


def test_wrong_actions_are_errors(levels: list[boxwright.Level]) -> None:
    game = boxwright.Simulator(levels[0])
    wrong_actions: list[int | str] = [5, "x", "s", 4]
    for wrong in wrong_actions:
        with pytest.raises(ValueError):
            game.step(wrong)
    with pytest.raises((TypeError, ValueError, OverflowError)):
        game.step(-1)
