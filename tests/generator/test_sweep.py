"""Sweeps: many instances of one puzzle, and the known results of each."""

from __future__ import annotations

import oracle
import pytest
from support import combine_values

from ferryplan.generator.errors import ParameterError
from ferryplan.generator.puzzle import load
from ferryplan.generator.sweeping import find_optima, sweep_parameters

COUPLES = load("jealous-couples")


def test_sweep_omits_duplicate_instances_with_reason() -> None:
    swept = sweep_parameters(
        COUPLES, combine_values(couples=range(1, 4), capacity=(2, 3), islands=(0, 1), bypass=(False, True))
    )
    found = [
        tuple(dict(instance.parameters)[key] for key in ("couples", "islands", "capacity", "bypass"))
        for instance in swept.instances
    ]
    # With two travelers a boat for three makes no difference, and without an island there is nothing to bypass.
    assert found == [
        (1, 0, 2, False), (1, 1, 2, False), (1, 1, 2, True),
        (2, 0, 2, False), (2, 0, 3, False), (2, 1, 2, False), (2, 1, 2, True), (2, 1, 3, False), (2, 1, 3, True),
        (3, 0, 2, False), (3, 0, 3, False), (3, 1, 2, False), (3, 1, 2, True), (3, 1, 3, False), (3, 1, 3, True),
    ]  # fmt: skip
    assert len(swept.excluded) == 24 - len(found)
    assert {part.kind for part in swept.excluded} == {"duplicate"}
    reasons = {
        tuple(part.parameters[key] for key in ("couples", "islands", "capacity", "bypass")): part.reason
        for part in swept.excluded
    }
    assert reasons[1, 1, 3, True] == "this is the same puzzle as the one with capacity = 2"
    assert reasons[3, 0, 2, True] == "this is the same puzzle as the one with bypass = false"


def test_sweep_chooses_the_smallest_solvable_capacity() -> None:
    instances = sweep_parameters(COUPLES, combine_values(couples=range(1, 8))).instances
    assert [instance.capacity for instance in instances] == [2, 2, 2, 3, 3, 4, 4]  # OEIS A356480


def test_sweep_omits_senseless_parameter_combinations() -> None:
    swept = sweep_parameters(load("missionaries-cannibals"), combine_values(missionaries=(2, 3), cannibals=(2, 3)))
    assert len(swept.instances) == 3
    assert [(part.parameters, part.kind) for part in swept.excluded] == [
        ({"missionaries": 2, "cannibals": 3}, "senseless")
    ]
    assert "outnumber" in swept.excluded[0].reason


def test_sweep_rejects_too_many_instances() -> None:
    with pytest.raises(ParameterError, match="found 10,100 sets of parameters, expected at most 10,000"):
        sweep_parameters(COUPLES, combine_values(couples=range(1, 102), single_men=range(100)))


def test_sweep_optima_match_brute_force() -> None:
    instances = sweep_parameters(
        COUPLES, combine_values(couples=range(1, 5), capacity=(2, 3), islands=(0, 1), bypass=(False, True))
    ).instances
    small = [instance for instance in instances if len(instance.travellers) < 8 or len(instance.places) == 2]
    for instance, optimum in zip(small, find_optima(COUPLES, small), strict=True):
        asked = {key: value for key, value in instance.parameters if key != "boats"}
        _, crossings = oracle.jealous_couples(**asked).explore()
        assert (optimum.solvable, optimum.moves) == (crossings is not None, crossings), instance.parameters


def test_sweep_optima_name_their_source() -> None:
    instances = sweep_parameters(COUPLES, combine_values(couples=(4,), capacity=(2, 3), single_women=(0, 1))).instances
    found = {
        (instance.capacity, len(instance.travellers)): optimum
        for instance, optimum in zip(instances, find_optima(COUPLES, instances), strict=True)
    }
    assert found[3, 8][:2] == (True, 9)
    assert found[3, 8].source == "OEIS A356480"
    assert found[2, 8][:2] == (False, None)
    assert "Bachet" in str(found[2, 8].source)
    assert found[2, 9][:2] == (True, 15)
    assert "exhaustive search" in str(found[2, 9].source)


def test_sweep_leaves_expensive_optimum_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    instances = sweep_parameters(COUPLES, combine_values(couples=(3,), capacity=(2,), islands=(0, 1, 2))).instances
    monkeypatch.setattr("ferryplan.generator.sweeping.STATE_LIMITS", (20, 200))
    monkeypatch.setattr("ferryplan.generator.sweeping.MAX_STATES", 250)
    optima = find_optima(COUPLES, instances)
    assert [optimum.moves for optimum in optima] == [11, 11, None]
    assert optima[2] == (None, None, None, None)
