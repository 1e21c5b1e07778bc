"""A family from another distribution gets every verb: the jugs of `tests/jugs`, which are registered by an entry point."""

from __future__ import annotations

import itertools
import json
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pddl_oracle
import pytest

from ferryplan.generator.families import instantiate
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli import run as running

FILE = str(Path(__file__).parent / "jugs" / "jugs.toml")
THREE = ("--capacities", "8,5,3", "--start", "8,0,0", "--goal", "4,4,0", "--no-tap")
NEVER = ("--capacities", "2,4", "--goal=-1,3")
Plan = Callable[..., tuple[int, str, str]]
Levels = tuple[int, ...]


@pytest.fixture
def plan(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Plan:
    """Runs the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = running.run([*arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def pourings(levels: Levels, capacities: Levels, tap: bool) -> Iterator[Levels]:
    """Written for the tests: what may follow. Each jug is filled, emptied, or poured into each other."""
    for jug in range(len(levels)) if tap else ():
        for level in (0, capacities[jug]):
            if levels[jug] != level:
                yield (*levels[:jug], level, *levels[jug + 1 :])
    for one, other in itertools.permutations(range(len(levels)), 2):
        amount = min(levels[one], capacities[other] - levels[other])
        if amount:
            after = list(levels)
            after[one], after[other] = levels[one] - amount, levels[other] + amount
            yield tuple(after)


def distances(start: Levels, capacities: Levels, tap: bool) -> dict[Levels, int]:
    found, layer = {start: 0}, [start]
    while layer:
        layer = [*dict.fromkeys(b for a in layer for b in pourings(a, capacities, tap) if b not in found)]
        found |= dict.fromkeys(layer, max(found.values()) + 1)
    return found


def test_six_pourings_and_seven(plan: Plan) -> None:
    """3 and 5 liters, 4 wanted: 6; 8, 5 and 3 liters to 4 and 4: 7 (M. C. K. Tweedie 1939)."""
    code, out, _ = plan("solve", FILE)
    assert (code, out.strip().splitlines()[-1]) == (0, "6 pourings. Pyperplan proved that no shorter solution exists.")
    code, out, _ = plan("solve", FILE, *THREE, "--format", "json")
    data = json.loads(out)
    assert (code, data["status"], data["pourings"], data["engine"]) == (0, "optimal", 7, "pyperplan")
    levels = (8, 0, 0)
    for step in data["steps"]:
        following = tuple(step["state"]["levels"])
        assert following in pourings(levels, (8, 5, 3), False)
        levels = following
    assert levels == (4, 4, 0)


def test_without_a_plan(plan: Plan) -> None:
    assert not any(levels[1] == 3 for levels in distances((0, 0), (2, 4), True))
    code, out, _ = plan("solve", FILE, *NEVER, "--format", "json")
    data = json.loads(out)
    assert (code, data["status"], data["solutions"]) == (10, "unsolvable", 0)
    assert data["proof"]["states"] == len(distances((0, 0), (2, 4), True))


def test_all_solutions(plan: Plan) -> None:
    ahead = distances((8, 0, 0), (8, 5, 3), False)

    def ways(levels: Levels) -> int:
        if levels == (4, 4, 0):
            return 1
        if ahead[levels] >= 7:
            return 0
        return sum(ways(after) for after in pourings(levels, (8, 5, 3), False) if ahead[after] == ahead[levels] + 1)

    code, out, _ = plan("solve", FILE, *THREE, "--all", "--format", "json")
    data = json.loads(out)
    assert (code, data["optimal_solutions"], len(data["solutions"])) == (0, ways((8, 0, 0)), ways((8, 0, 0)))
    code, out, _ = plan("solve", FILE, *THREE, "--all", "--slack", "1", "--stream", "--format", "json")
    assert [json.loads(line)["pourings"] for line in out.splitlines()][: data["optimal_solutions"]] == [7] * ways(
        (8, 0, 0)
    )
    assert (
        "1 optimal solution with 6 pourings. An exhaustive search by ferryplan proved that no shorter solution exists."
        in " ".join(plan("solve", FILE, "--all")[1].split())
    )
    out = plan("solve", FILE, *NEVER, "--all")[1]
    assert "Proof: ferryplan explored all 6 reachable states; none satisfies the goal." in " ".join(out.split())


def test_longer_solutions_are_counted(plan: Plan) -> None:
    def lengths(passed: tuple[Levels, ...]) -> Iterator[int]:
        """Of the paths that go on from there, come to no levels twice, and end where 4 liters are first."""
        if passed[-1][1] == 4:
            yield len(passed) - 1
        elif len(passed) <= 8:
            for after in pourings(passed[-1], (3, 5), True):
                if after not in passed:
                    yield from lengths((*passed, after))

    brute = [*lengths(((0, 0),))]
    data = json.loads(plan("solve", FILE, "--slack", "2", "--all", "--format", "json")[1])
    assert data["within_slack"]["solutions"] == len(brute) == len(data["solutions"]) > 1
    by_number = {one["pourings"]: one["solutions"] for one in data["within_slack"]["by_pourings"]}
    assert by_number == {number: brute.count(number) for number in brute}


def test_the_graph(plan: Plan) -> None:
    brute = distances((0, 0), (3, 5), True)
    data = json.loads(plan("graph", FILE, "--format", "json")[1])
    assert {tuple(node["levels"]): node["depth"] for node in data["nodes"]} == brute
    nodes = [tuple(node["levels"]) for node in data["nodes"]]
    assert {(nodes[link["from"]], nodes[link["to"]]) for link in data["links"]} == {
        (one, after) for one in brute for after in pourings(one, (3, 5), True)
    }
    assert data["numbers"]["pourings"] == 6
    assert "fewest pourings from the start to the goal" in plan("graph", FILE)[1]
    ET.fromstring(plan("graph", FILE, "--format", "svg")[1])
    code, _, err = plan("graph", FILE, "--pddl")
    assert (code, "its PDDL cannot be read back" in err) == (30, True)


def test_why_and_its_certificate(plan: Plan, tmp_path: Path) -> None:
    code, out, _ = plan("why", FILE, *NEVER, "--certificate", "proof.json")
    assert (code, "There is no solution: none of the 6 reachable states satisfies the goal." in out) == (10, True)
    proof = json.loads((tmp_path / "proof.json").read_text())
    states = {tuple(state["levels"]) for state in proof["states"]}
    assert tuple(proof["start"]["levels"]) == (0, 0)
    assert (0, 0) in states
    assert not any(levels[1] == 3 for levels in states)
    assert all(after in states for levels in states for after in pourings(levels, (2, 4), True))
    code, out, _ = plan("why", FILE, "--format", "json")
    assert (code, json.loads(out)["pourings"]) == (0, 6)


def test_explored(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["h\n", "2\n", "Pour the jug for 5 into the jug for 3\n", "4\n", "u\n", "99\n", "nonsense\n", "q\n"])
    monkeypatch.setattr(sys, "stdin", type("Lines", (), {"readline": lambda self: next(lines, "")})())
    code, out, _ = plan("explore", FILE)
    assert code == 0
    assert "The best solution from here takes 6 pourings. Next move: Fill the jug for 5." in out
    assert "No jug overflows." in out
    assert "After 2 pourings" in out
    assert "99 is not in the list: enter a number from 1 to 6" in out
    assert "'nonsense' is neither a command nor a possible pouring" in out


def test_written_judged_and_told(plan: Plan, tmp_path: Path) -> None:
    assert plan("generate", FILE, "-o", ".")[0] == 0
    assert plan("solve", FILE, "-o", "jugs.plan", "-o", "jugs.html", "-o", "jugs.svg", "-o", "jugs.md")[0] == 0
    code, out, _ = plan("validate", "p01.pddl", "jugs.plan")
    assert (code, "6 pourings; every pouring keeps the rules, and the plan reaches the goal." in out) == (0, True)
    assert plan("narrate", "p01.pddl", "jugs.plan")[1].count("Pour the jug for 5 into the jug for 3.") == 3
    ET.fromstring((tmp_path / "jugs.svg").read_text())
    assert "<td>Fill the jug for 5.</td>" in (tmp_path / "jugs.html").read_text()
    assert (tmp_path / "jugs.md").read_text().startswith("# The jugs")
    lines = (tmp_path / "jugs.plan").read_text().splitlines()
    (tmp_path / "short.plan").write_text("\n".join(lines[:-2]) + "\n")
    code, _, err = plan("validate", "p01.pddl", "short.plan")
    assert code == 14, err


def test_shown_and_as_a_suite(plan: Plan, tmp_path: Path) -> None:
    assert json.loads(plan("show", FILE, "--format", "json")[1])["reachable_states"] == len(
        distances((0, 0), (3, 5), True)
    )
    assert "Reachable states: 16." in plan("show", FILE)[1]
    code, out, _ = plan("suite", FILE, "--goal=-1,4/-1,2/-1,1", "-o", ".")
    assert (code, out) == (0, "wrote 3 problems to jugs-strips (3 with a known optimum)\n")
    metadata = json.loads((tmp_path / "jugs-strips" / "metadata.json").read_text())
    brute = distances((0, 0), (3, 5), True)
    for problem in metadata["problems"]:
        wanted = problem["parameters"]["goal"][1]
        assert problem["optimal_moves"] == min(moves for levels, moves in brute.items() if levels[1] == wanted)


def test_the_pddl_reaches_what_the_rules_reach() -> None:
    instance: Any = instantiate(load(FILE), {})
    pddl = generate(instance)
    found, fewest = pddl_oracle.explore(pddl_oracle.read(pddl.domain, pddl.problem))
    brute = distances((0, 0), (3, 5), True)
    assert (len(found), fewest) == (len(brute), min(moves for levels, moves in brute.items() if levels[1] == 4))


def test_invented(plan: Plan, tmp_path: Path) -> None:
    """The kind is the family's own; the number of pourings is that of the search written for the tests."""
    code, out, err = plan("invent", "jugs", "--seed", "1", "--format", "json")
    assert code == 0, err
    (puzzle,) = json.loads(out)["puzzles"]
    (tmp_path / "new.toml").write_text(puzzle["toml"])
    values = {key: spec.default for key, spec in load(str(tmp_path / "new.toml")).parameters.items()}
    brute = distances((0, 0), tuple(values["capacities"]), True)
    fewest = min(moves for levels, moves in brute.items() if levels[1] == values["goal"][1])
    assert json.loads(plan("solve", "new.toml", "--format", "json")[1])["pourings"] == fewest >= 4
    assert plan("invent", "jugs", "--seed", "1", "--format", "json")[1] == out, "the same seed gives the same puzzle"
    assert json.loads(plan("show", "new.toml", "--difficulty", "--format", "json")[1])["difficulty"]["level"] in range(
        1, 6
    )


def test_posed_and_scored(plan: Plan, tmp_path: Path) -> None:
    """The answer of the question scores 1, one with a pouring less scores 0."""
    code, out, err = plan("pose", FILE)
    assert code == 0, err
    question = json.loads(out)
    assert "the jug for 3 holds 0; the jug for 5 holds 0" in question["question"]
    assert "The goal: the jug for 5 holds 4." in question["question"]
    (tmp_path / "questions.jsonl").write_text(out)
    whole = json.loads(question["answer"])
    assert len(whole) == 6, "as above"
    for answer, score in ((whole, 1), (whole[:-1], 0)):
        (tmp_path / "answers.jsonl").write_text(json.dumps({"id": question["id"], "answer": answer}) + "\n")
        code, out, err = plan("score", "questions.jsonl", "answers.jsonl", "--format", "json")
        assert (code, json.loads(out)["groups"][0]["score"]) == (0, score), err
