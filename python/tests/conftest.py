"""Levels for all tests."""

from pathlib import Path

import pytest

import boxwright

SOKOBAN = """
; corridor
######
#@ $.#
######

; room
#######
#  .  #
# $$  #
#@ .  #
#######

; lost
#####
#$@.#
#####
"""

KWIRK = """
########
#1 aO %#
#  2   #
########
"""


@pytest.fixture
def levels() -> list[boxwright.Level]:
    return boxwright.parse(SOKOBAN)


@pytest.fixture
def kwirk() -> boxwright.Level:
    [level] = boxwright.parse(KWIRK)
    return level


@pytest.fixture
def hard() -> boxwright.Level:
    """A room far too large to be searched breadth-first."""
    wall = "#" * 26
    rows = [wall, "#@" + " " * 23 + "#"]
    for _ in range(6):
        rows += ["#  $ $ " + " " * 15 + ".. #", "#" + " " * 24 + "#"]
    [level] = boxwright.parse("\n".join([*rows, wall]))
    return level


@pytest.fixture
def shared() -> Path:
    """Levels that not everybody has."""
    folder = Path(__file__).parents[3] / "shared" / "levels"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    return folder
