"""The datasets for reasoning-gym, used through the functions of its released package."""

from __future__ import annotations

import doctest
import importlib
import json
import pickle
import subprocess
import sys
from typing import Any

import pytest
from processes import MAX_WAIT_SECONDS

from ferryplan.generator.arguments import ArgumentError
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.inventing.inventors import INVENTORS

pytestmark = pytest.mark.integrations

NAMES = {f"ferryplan.{name}" for name in (*INVENTORS, "catalogue")}
SMALL: dict[str, dict[str, Any]] = {
    "ferryplan.catalogue": {
        "puzzles": ["jealous-couples", "wolf-goat-cabbage", "hanoi", "queens", "zebra"],
        "parameters": {"couples": [2, 3, 6], "capacity": [2, 3], "discs": [2, 3], "queens": [3, 5, 6]},
    },
}


@pytest.fixture(autouse=True)
def reasoning_gym() -> Any:
    """Return the released package with ferryplan's datasets registered."""
    return importlib.import_module("ferryplan.evaluation.gym") and importlib.import_module("reasoning_gym")


def made(name: str, size: int = 2, seed: int = 7, **more: Any) -> Any:
    create = importlib.import_module("reasoning_gym").create_dataset
    return create(name, size=size, seed=seed, **{**SMALL.get(name, {}), **more})


def test_datasets_are_registered_with_reasoning_gym(reasoning_gym: Any) -> None:
    assert {name for name in reasoning_gym.factory.DATASETS if name.startswith("ferryplan.")} == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_dataset_entries_are_scored_by_reasoning_gym(name: str, reasoning_gym: Any) -> None:
    data = made(name)
    entries = [*data]
    assert len(entries) == len(data) == 2
    assert made(name, size=9)[1] == entries[1], "the same seed, whatever the size"
    score = reasoning_gym.get_score_answer_fn(name)
    for index, entry in enumerate(entries):
        assert {*entry} == {"question", "answer", "metadata"}
        assert (entry["metadata"]["source_dataset"], entry["metadata"]["source_index"]) == (name, index)
        stored = json.loads(json.dumps(entry))
        assert score(f"Thus:\n\n{entry['answer']}", stored) == 1.0
        for wrong in (None, "", "unsolvable" if entry["answer"] != "unsolvable" else "[]", "I cannot tell."):
            assert data.score_answer(wrong, stored) == 0.0
    with pytest.raises(IndexError):
        data[-1]


def test_dataset_entries_depend_on_the_seed() -> None:
    first, same, other = ([*made("ferryplan.queens", seed=seed)] for seed in (7, 7, 8))
    assert first == same
    assert not [entry for entry in first if entry in other]


def test_reasoning_gym_gives_every_correct_solution_full_score(reasoning_gym: Any) -> None:
    entry = made("ferryplan.catalogue", puzzles=["wolf-goat-cabbage"], parameters={}, size=1, paraphrase=False)[0]
    both = [
        [["farmer", "goat"], ["farmer"], ["farmer", one], ["farmer", "goat"], ["farmer", other], ["farmer"], ["farmer", "goat"]]
        for one, other in (("wolf", "cabbage"), ("cabbage", "wolf"))
    ]  # fmt: skip
    score = reasoning_gym.get_score_answer_fn("ferryplan.catalogue")
    assert [score(json.dumps(one), entry) for one in both] == [1.0, 1.0]
    assert score(json.dumps(both[0][:-1]), entry) == 0.0


def test_dataset_contains_the_requested_share_of_unsolvable_puzzles() -> None:
    def verdicts(share: float) -> list[str]:
        data = made("ferryplan.queens", size=6, unsolvable=share)
        return [entry["metadata"]["ferryplan"]["verdict"] for entry in data]

    assert {*verdicts(0)} == {"solvable"}
    assert {*verdicts(1)} == {"unsolvable"}
    assert {*verdicts(0.5)} == {"solvable", "unsolvable"}


def test_repair_questions_are_about_solvable_puzzles() -> None:
    data = made("ferryplan.queens", size=3, unsolvable=1, ask="repair")
    assert all(entry["metadata"]["ferryplan"]["verdict"] == "solvable" for entry in data)


@pytest.mark.parametrize("level", [1, 4])
def test_dataset_entries_have_the_requested_difficulty(level: int) -> None:
    data = made("ferryplan.grid", size=2, unsolvable=0, difficulty=level)
    assert [entry["metadata"]["difficulty"] for entry in data] == [{"level": level}] * 2


def test_dataset_is_unchanged_after_pickling_and_unpickling() -> None:
    data = made("ferryplan.queens", size=2)
    assert pickle.loads(pickle.dumps(data))[1] == data[1]


def test_dataset_generates_and_scores_entries_in_a_composite_dataset(reasoning_gym: Any) -> None:
    spec = reasoning_gym.composite.DatasetSpec
    config = {"size": 2, "seed": 1}
    mixed = reasoning_gym.create_dataset(
        "composite",
        size=12,
        seed=1,
        datasets=[
            spec(name="ferryplan.queens", weight=1, config=config),
            spec(name="leg_counting", weight=1, config=config),
        ],
    )
    entries = [*mixed]
    assert {entry["metadata"]["source_dataset"] for entry in entries} == {"ferryplan.queens", "leg_counting"}
    assert all(mixed.score_answer(entry["answer"], entry) == 1.0 for entry in entries)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"size": 0}, "size: found 0, expected a whole number of questions above 0"),
        ({"ask": "plans"}, "ask: found 'plans'; did you mean 'plan'?"),
        ({"unsolvable": 1.5}, "unsolvable: found 1.5, expected a share from 0 to 1"),
        ({"difficulty": 6}, "difficulty: found 6, expected 1 to 5, or None"),
    ],
)
def test_invalid_dataset_arguments_are_rejected(wrong: dict[str, Any], says: str, reasoning_gym: Any) -> None:
    with pytest.raises(ArgumentError) as found:
        reasoning_gym.create_dataset("ferryplan.grid", **wrong)
    assert str(found.value) == says


def test_dataset_rejects_plan_length_question_about_board_puzzles() -> None:
    why = "the moves of a puzzle of the 'board' family have no order; ask for 'plan' instead"
    with pytest.raises(EncodingError, match=f"^the question 'length' about invented-[a-z-]+: {why}$"):
        made("ferryplan.queens", ask="length")[0]


def test_docstring_examples_of_gym_run() -> None:
    found = doctest.testmod(importlib.import_module("ferryplan.evaluation.gym"))
    assert found.attempted
    assert not found.failed


def test_reasoning_gym_is_imported_only_on_demand() -> None:
    code = "import sys, ferryplan, ferryplan.planner.main; ferryplan.score; print('reasoning_gym' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=MAX_WAIT_SECONDS, check=True
    )
    assert run.stdout == "False\n"
