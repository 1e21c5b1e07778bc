"""A family from another distribution: every verb works for the jugs of `tests/jugs`.

An entry point registers them.
"""

from __future__ import annotations

import itertools
import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pddl_oracle
import pytest

import ferryplan
from ferryplan.generator.families import family_of, instantiate
from ferryplan.generator.generation import generate
from ferryplan.generator.puzzle import load
from ferryplan.planner.cli import command_line as running

FILE = str(Path(__file__).parent / "jugs" / "jugs.toml")
THREE = ("--capacities", "8,5,3", "--start", "8,0,0", "--goal", "4,4,0", "--no-tap")
DECANTING = {"capacities": (8, 5, 3), "start": (8, 0, 0), "goal": (4, 4, 0), "tap": False}
"""the same puzzle as data"""
NEVER = ("--capacities", "2,4", "--goal=-1,3")
Plan = Callable[..., tuple[int, str, str]]
Levels = tuple[int, ...]

pytestmark = pytest.mark.usefixtures("reused_worker")


@pytest.fixture
def plan(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Plan:
    """Return a function that runs the command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = running.run_command_line([*arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def pourings(levels: Levels, capacities: Levels, tap: bool) -> Iterator[Levels]:
    """Yield the successors of a state of the jugs, by a rule written for the tests.

    Each jug is filled, emptied, or poured into each other jug.
    """
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


def test_external_family_is_solved_optimally(plan: Plan) -> None:
    """The optima are the published ones.

    Jugs for 3 and 5 liters need 6 pourings to 4 liters; jugs for 8, 5 and 3 liters need 7 to 4 and 4 (M. C. K. Tweedie 1939).
    """
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


def test_external_family_is_proved_unsolvable(plan: Plan) -> None:
    assert not any(levels[1] == 3 for levels in distances((0, 0), (2, 4), True))
    code, out, _ = plan("solve", FILE, *NEVER, "--format", "json")
    data = json.loads(out)
    assert (code, data["status"], data["solutions"]) == (10, "unsolvable", 0)
    assert data["proof"]["states"] == len(distances((0, 0), (2, 4), True))


def test_all_solutions_of_external_family_are_listed(plan: Plan) -> None:
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


def test_solutions_with_slack_match_brute_force(plan: Plan) -> None:
    def lengths(passed: tuple[Levels, ...]) -> Iterator[int]:
        """Yield the lengths of continued paths without repeated levels that end at the first 4 liters."""
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


def test_graph_of_external_family_matches_brute_force(plan: Plan) -> None:
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


def test_why_proves_unsolvability_with_a_certificate(plan: Plan, tmp_path: Path) -> None:
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


def test_explore_verb_plays_the_external_family(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["h\n", "2\n", "Pour the jug for 5 into the jug for 3\n", "4\n", "u\n", "99\n", "nonsense\n", "q\n"])
    monkeypatch.setattr(sys, "stdin", type("Lines", (), {"readline": lambda self: next(lines, "")})())
    code, out, _ = plan("explore", FILE)
    assert code == 0
    assert "The best solution from here takes 6 pourings. Next move: Fill the jug for 5." in out
    assert "No jug overflows." in out
    assert "After 2 pourings" in out
    assert "99 is not in the list: enter a number from 1 to 6" in out
    assert "'nonsense' is neither a command nor a possible pouring" in out


def test_generate_validate_and_narrate_work_for_external_family(plan: Plan, tmp_path: Path) -> None:
    assert plan("generate", FILE, "-o", ".")[0] == 0
    assert plan("solve", FILE, "-o", "jugs.plan", "-o", "jugs.html", "-o", "jugs.svg", "-o", "jugs.md")[0] == 0
    code, out, _ = plan("validate", "p01.pddl", "jugs.plan")
    assert (code, "6 pourings; every pouring keeps the rules, and the plan reaches the goal." in out) == (0, True)
    assert plan("narrate", "p01.pddl", "jugs.plan")[1].count("Pour the jug for 5 into the jug for 3.") == 3
    ET.fromstring((tmp_path / "jugs.svg").read_text())
    assert "<li data-go>Fill the jug for 5.</li>" in (tmp_path / "jugs.html").read_text()
    assert (tmp_path / "jugs.md").read_text().startswith("# The jugs")
    lines = (tmp_path / "jugs.plan").read_text().splitlines()
    (tmp_path / "short.plan").write_text("\n".join(lines[:-2]) + "\n")
    code, _, err = plan("validate", "p01.pddl", "short.plan")
    assert code == 14, err


def test_show_and_suite_work_for_external_family(plan: Plan, tmp_path: Path) -> None:
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


def test_pddl_of_external_family_matches_the_rules() -> None:
    instance: Any = instantiate(load(FILE), {})
    pddl = generate(instance)
    found, fewest = pddl_oracle.explore(pddl_oracle.read_task(pddl.domain, pddl.problem))
    brute = distances((0, 0), (3, 5), True)
    assert (len(found), fewest) == (len(brute), min(moves for levels, moves in brute.items() if levels[1] == 4))


def test_invent_works_for_external_family(plan: Plan, tmp_path: Path) -> None:
    """The invented kind is the family's own.

    The number of pourings is that of the search written for the tests.
    """
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


def test_pose_and_score_work_for_external_family(plan: Plan, tmp_path: Path) -> None:
    """The question's answer scores 1, an answer with a pouring less scores 0."""
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


VESSELS = """
(define (domain vessels)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types vessel amount)
  (:predicates (contains ?v - vessel ?a - amount) (size ?v - vessel ?a - amount) (plus ?a ?b ?c - amount) (less ?a ?b - amount)
    (nil ?a - amount))
  (:action draw
    :parameters (?v - vessel ?a ?s - amount)
    :precondition (and (contains ?v ?a) (size ?v ?s) (not (= ?a ?s)))
    :effect (and (not (contains ?v ?a)) (contains ?v ?s)))
  (:action drain
    :parameters (?v - vessel ?a ?z - amount)
    :precondition (and (contains ?v ?a) (nil ?z) (not (= ?a ?z)))
    :effect (and (not (contains ?v ?a)) (contains ?v ?z)))
  (:action tip-out
    :parameters (?v ?w - vessel ?a ?b ?c ?s ?z - amount)
    :precondition (and (not (= ?v ?w)) (contains ?v ?a) (contains ?w ?b) (nil ?z) (not (= ?a ?z)) (plus ?a ?b ?c) (size ?w ?s)
      (not (less ?s ?c)))
    :effect (and (not (contains ?v ?a)) (contains ?v ?z) (not (contains ?w ?b)) (contains ?w ?c)))
  (:action top-up
    :parameters (?v ?w - vessel ?a ?b ?p ?r ?s - amount)
    :precondition (and (not (= ?v ?w)) (contains ?v ?a) (contains ?w ?b) (size ?w ?s) (plus ?b ?p ?s) (plus ?r ?p ?a) (less ?b ?s)
      (less ?p ?a))
    :effect (and (not (contains ?v ?a)) (contains ?v ?r) (not (contains ?w ?b)) (contains ?w ?s))))
"""
"""another author's model: one jug is emptied into the other, or tops it up; facts state the sums of levels"""

LITERS = """
(define (domain vessels)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types vessel amount)
  (:predicates (contains ?v - vessel ?a - amount) (size ?v - vessel ?a - amount) (next ?a ?b - amount) (nil ?a - amount)
    (tipping ?v ?w - vessel) (idle))
  (:action draw
    :parameters (?v - vessel ?a ?s - amount)
    :precondition (and (idle) (contains ?v ?a) (size ?v ?s) (not (= ?a ?s)))
    :effect (and (not (contains ?v ?a)) (contains ?v ?s)))
  (:action drain
    :parameters (?v - vessel ?a ?z - amount)
    :precondition (and (idle) (contains ?v ?a) (nil ?z) (not (= ?a ?z)))
    :effect (and (not (contains ?v ?a)) (contains ?v ?z)))
  (:action tip
    :parameters (?v ?w - vessel)
    :precondition (and (idle) (not (= ?v ?w)))
    :effect (and (not (idle)) (tipping ?v ?w)))
  (:action flow
    :parameters (?v ?w - vessel ?a ?b ?c ?d ?s - amount)
    :precondition (and (tipping ?v ?w) (contains ?v ?b) (next ?a ?b) (contains ?w ?c) (next ?c ?d) (size ?w ?s) (not (= ?c ?s)))
    :effect (and (not (contains ?v ?b)) (contains ?v ?a) (not (contains ?w ?c)) (contains ?w ?d)))
  (:action stop-when-empty
    :parameters (?v ?w - vessel ?z - amount)
    :precondition (and (tipping ?v ?w) (contains ?v ?z) (nil ?z))
    :effect (and (idle) (not (tipping ?v ?w))))
  (:action stop-when-full
    :parameters (?v ?w - vessel ?s - amount)
    :precondition (and (tipping ?v ?w) (contains ?w ?s) (size ?w ?s))
    :effect (and (idle) (not (tipping ?v ?w)))))
"""
"""a model by successors alone: a pouring starts, one liter flows after another, and the pouring stops"""

NAMES = {
    "sizes": ("jug3", "jug5", "level-{}"),
    "words": ("small", "big", "{}"),
    "letters": ("a", "b", "n{}"),
}
"""names of the two vessels and the amounts"""
NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")


def pose_vessels(
    names: str = "letters", goal: str = "(contains {big} {four})", most: int = 5, flows: bool = False
) -> str:
    """Return a problem with vessels for 3 and 5 liters.

    Its domain is `VESSELS` or, if water ``flows``, `LITERS`.
    """
    small, big, pattern = NAMES[names]
    levels = [pattern.format(word if names == "words" else number) for number, word in enumerate(NUMERALS[: most + 1])]
    facts = [f"(contains {small} {levels[0]}) (contains {big} {levels[0]}) (nil {levels[0]})"]
    facts += [f"(size {small} {levels[3]}) (size {big} {levels[5]})"]
    if flows:
        facts += ["(idle)", *(f"(next {one} {other})" for one, other in itertools.pairwise(levels))]
    else:
        pairs = [*itertools.product(range(most + 1), repeat=2)]
        facts += [f"(plus {levels[a]} {levels[b]} {levels[a + b]})" for a, b in pairs if a + b <= most]
        facts += [f"(less {levels[a]} {levels[b]})" for a, b in pairs if a < b]
    wanted = goal.format(small=small, big=big, **dict(zip(NUMERALS, levels, strict=False)))
    objects = f"{small} {big} - vessel {' '.join(levels)} - amount"
    return f"(define (problem four) (:domain vessels) (:objects {objects}) (:init {' '.join(facts)}) (:goal {wanted}))"


def without(text: str, *parts: str) -> str:
    """Return a text without some of its parts; each part must occur."""
    for part in parts:
        assert part in text
        text = text.replace(part, "")
    return text


def check_model(domain: str, problem: str) -> tuple[str, dict[str, Any], str]:
    """Return the verdict of `check` on a model, the data on its only problem, and the text."""
    found = ferryplan.check(FILE, problem, domain)
    (data,) = found.to_dict()["instances"]
    return found.verdict, data, " ".join(str(found.render("text")).split())


def list_scenarios(data: dict[str, Any]) -> dict[str, tuple[Levels, ...]]:
    """Return, by kind of difference, the levels that lead to it.

    Consecutive levels differ by a pouring of the puzzle.
    """
    found = {}
    for way in data["differences"]:
        found[way["kind"]] = ((0, 0), *(tuple(step["levels"]) for step in way["steps"]))
        for levels, after in itertools.pairwise(found[way["kind"]]):
            assert after in pourings(levels, (3, 5), True)
    assert len(found) == len(data["differences"])
    return found


@pytest.mark.parametrize("names", NAMES)
def test_foreign_model_of_jugs_is_equivalent(names: str) -> None:
    problem = pose_vessels(names)
    brute = distances((0, 0), (3, 5), True)
    found, fewest = pddl_oracle.explore(pddl_oracle.read_task(VESSELS, problem))
    assert (len(found), fewest) == (len(brute), 6), "the model is right, says a search that knows nothing of jugs"
    verdict, data, text = check_model(VESSELS, problem)
    assert (verdict, data["states"], data["puzzle_states"]) == ("same", len(brute), len(brute))
    assert "The jugs: the model is equivalent to the puzzle." in text


def test_model_that_pours_liter_by_liter_is_equivalent() -> None:
    problem = pose_vessels(goal="(and (idle) (contains {big} {four}))", flows=True)
    verdict, data, _ = check_model(LITERS, problem)
    assert (verdict, data["puzzle_states"]) == ("same", len(distances((0, 0), (3, 5), True)))


@pytest.mark.parametrize("wrong", ["domain", "goal"])
def test_model_that_stops_pouring_early_is_reported(wrong: str) -> None:
    """Both faulty models differ after one jug is filled.

    Water may stop flowing at any moment, or 4 liters in the larger jug count while it flows.
    """
    domain = without(LITERS, "(contains ?w ?s) ") if wrong == "domain" else LITERS
    goal = "(contains {big} {four})" if wrong == "goal" else "(and (idle) (contains {big} {four}))"
    verdict, data, text = check_model(domain, pose_vessels(goal=goal, flows=True))
    scenarios = list_scenarios(data)
    assert (verdict, [*scenarios], len(scenarios["rule-missing"])) == ("different", ["rule-missing"], 2)
    (way,) = data["differences"]
    assert way["rule"] == "One pours until one jug is empty or the other full."
    assert [action.split()[0] for action in way["actions"][:2]] == ["(tip", "(flow"]
    small, big = scenarios["rule-missing"][-1]
    left, right = (small + 1, big - 1) if big else (small - 1, big + 1)
    assert f"because the jug for 3 holds {left} and the jug for 5 holds {right} afterwards." in text


def test_generated_pddl_of_jugs_is_equivalent(plan: Plan) -> None:
    """The first lines of the problem say which jugs there are."""
    plan("generate", FILE, *THREE, "-o", ".")
    code, out, err = plan("check", FILE, "--problem", "p01.pddl", "--format", "json")
    assert code == 0, err
    (data,) = json.loads(out)["instances"]
    assert data["states"] == data["puzzle_states"] == len(distances((8, 0, 0), (8, 5, 3), False))


@pytest.mark.parametrize("most", [5, 8])
def test_overflow_in_model_is_reported(most: int) -> None:
    """Pouring the full larger jug whole into the smaller one is reported as a missing rule.

    At the start, both jugs are empty, so nothing is poured. With amounts of up to 8 liters, 3 and 5 are poured together, too, but not after
    fewer than two pourings.
    """
    domain = without(VESSELS, "\n      (not (less ?s ?c))")
    verdict, data, text = check_model(domain, pose_vessels(most=most))
    assert (verdict, list_scenarios(data)) == ("different", {"rule-missing": ((0, 0), (0, 5))})
    (way,) = data["differences"]
    assert (way["rule"], way["actions"]) == ("No jug overflows.", ["(tip-out b a n5 n0 n5 n3 n0)"])
    assert "The puzzle forbids this, because the jug for 3 would hold 5." in text


def test_missing_empty_action_in_model_is_reported() -> None:
    """A jug must be filled before it can be emptied, so the difference shows after one pouring."""
    drain = VESSELS[VESSELS.index("  (:action drain") : VESSELS.index("  (:action tip-out")]
    verdict, data, text = check_model(without(VESSELS, drain), pose_vessels())
    scenarios = list_scenarios(data)
    assert (verdict, [*scenarios], len(scenarios["move-missing"])) == ("different", ["move-missing"], 2)
    full = {(3, 0): 3, (0, 5): 5}[scenarios["move-missing"][-1]]
    assert f"The puzzle allows this next move, but the model does not: Empty the jug for {full}." in text


def test_wrong_goal_amount_in_model_is_reported() -> None:
    """Both goals are reached after the numbers of pourings that the search written for the tests finds."""
    verdict, data, text = check_model(VESSELS, pose_vessels(goal="(contains {big} {three})"))
    fewest = {level: min(n for at, n in distances((0, 0), (3, 5), True).items() if at[1] == level) for level in (3, 4)}
    scenarios = list_scenarios(data)
    assert (verdict, {kind: len(some) - 1 for kind, some in scenarios.items()}) == (
        "different",
        {"early": fewest[3], "late": fewest[4]},
    )
    assert (scenarios["early"][-1][1], scenarios["late"][-1][1]) == (3, 4)
    assert "The model's goal holds now, but in the puzzle, the jug for 5 holds 3, not 4." in text


def test_goal_about_other_jug_in_model_is_reported() -> None:
    """The names of the jugs identify them; filling the smaller one reaches the wrong goal."""
    problem = pose_vessels("sizes", goal="(contains {small} {three})")
    verdict, data, text = check_model(VESSELS, problem)
    assert (verdict, list_scenarios(data)) == ("different", {"early": ((0, 0), (3, 0))})
    assert "The model's goal holds now, but in the puzzle, the jug for 5 holds 0, not 4." in text


def test_missing_initial_level_in_model_is_reported(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(VESSELS)
    (tmp_path / "p01.pddl").write_text(without(pose_vessels(), "(contains a n0) "))
    jugs = {"jug-0": "a", "jug-1": "b"}
    lines = [f'roles.{jug}.{level} = "(contains {name} n{level})"' for jug, name in jugs.items() for level in range(6)]
    (tmp_path / "map.toml").write_text("\n".join(lines))
    code, out, err = plan("check", FILE, "--problem", "p01.pddl", "--map", "map.toml")
    assert (code, "In the model, no fact says how much the jug for 3 holds." in " ".join(out.split())) == (14, True), (
        err
    )


@pytest.mark.parametrize(
    ("parameters", "before", "after", "kind", "rule"),
    [
        ({}, (0, 5), (5, 0), "rule-missing", "No jug overflows."),
        ({}, (0, 5), (1, 4), "rule-missing", "One pours until one jug is empty or the other full."),
        ({}, (0, 5), (2, 5), "rule-missing", "One pours until one jug is empty or the other full."),
        ({}, (0, 5), (3, 3), "rule-missing", "Only what is there is poured."),
        ({}, (0, 2), (3, -1), "rule-missing", "Only what is there is poured."),
        (DECANTING, (8, 0, 0), (7, 0, 0), "rule-missing", "Nothing is added or poured away."),
        (DECANTING, (8, 0, 0), (0, 5, 3), "no-move", "One jug is poured into one other at a time."),
    ],
)
def test_violated_rule_of_jugs_is_named(
    parameters: dict[str, Any], before: Levels, after: Levels, kind: str, rule: str
) -> None:
    instance = instantiate(load(FILE), parameters)
    for state_variables in family_of(instance).list_state_variables(instance):
        wrong = state_variables.find_transition_violation(before, after)
        assert (wrong.kind, wrong.violation.rule) == (kind, rule)


def measure_jugs(picture: ET.Element) -> list[tuple[Levels, Levels]]:
    """Return the capacities and the levels in each picture of jugs.

    They are measured by the heights of the jugs and of their water.

    A liter has the same height everywhere; the outlines are as wide as the water, and both stand on the same ground.
    """
    tag, found, liters = "{http://www.w3.org/2000/svg}", list[tuple[Levels, Levels]](), set[float]()
    for shelf in picture.iter():
        jugs = [one for one in shelf if one.get("class") == "fp-jug"]
        sizes = list[tuple[int, float, float]]()
        for jug in jugs:
            side = jug.find(f"{tag}path")
            water = jug.find(f"{tag}g[@class='water']/{tag}rect")
            label = jug.find(f"{tag}text")
            assert side is not None
            assert water is not None
            assert label is not None
            top, height, width = map(float, re.findall("[0-9.]+", side.attrib["d"])[1:4])
            surface, depth = float(water.attrib["y"]), float(water.attrib["height"])
            assert (surface + depth, float(water.attrib["width"])) == (pytest.approx(top + height, abs=0.02), width)
            level, capacity = map(int, re.findall("[0-9]+", "".join(label.itertext())))
            assert depth / height == pytest.approx(level / capacity, abs=0.001)
            sizes.append((capacity, height, depth))
            liters.add(round(height / capacity, 1))
        if sizes:
            liter = sizes[0][1] / sizes[0][0]
            found.append((tuple(one[0] for one in sizes), tuple(round(one[2] / liter) for one in sizes)))
    assert len(liters) == 1
    return found


@pytest.mark.parametrize("options", [(), THREE])
def test_pictures_have_jugs_and_water_in_proportion(plan: Plan, tmp_path: Path, options: tuple[str, ...]) -> None:
    """The picture and the page show states from the start to the goal, joined by pourings.

    Interactive play begins at the start.
    """
    assert plan("solve", FILE, *options, "-o", "jugs.svg", "-o", "jugs.html")[0] == 0
    capacities, start = ((8, 5, 3), (8, 0, 0)) if options else ((3, 5), (0, 0))
    page = (tmp_path / "jugs.html").read_text()
    boards = [found for text in re.findall("<svg .*?</svg>", page, re.S) for found in measure_jugs(ET.fromstring(text))]
    shown = measure_jugs(ET.fromstring((tmp_path / "jugs.svg").read_text()))
    assert boards == [*shown, (capacities, start)]
    assert {sizes for sizes, _ in shown} == {capacities}
    levels = [levels for _, levels in shown]
    assert (levels[0], len(levels) - 1) == (start, 7 if options else 6)
    assert levels[-1] == (4, 4, 0) if options else levels[-1][1] == 4
    for one, after in itertools.pairwise(levels):
        assert after in pourings(one, capacities, not options)


def test_page_contains_all_states_and_moves(plan: Plan, tmp_path: Path) -> None:
    """The page has all legal and illegal candidate moves that the search written for the tests finds."""
    assert plan("solve", FILE, "-o", "jugs.html")[0] == 0
    found = re.search("^const puzzle = (.*);$", (tmp_path / "jugs.html").read_text(), re.M)
    assert found
    rules = json.loads(found[1])["rules"]
    levels = [tuple(state[0]) for state in rules["states"]]
    assert {*levels} == {*distances((0, 0), (3, 5), True)}
    assert levels[0] == (0, 0)
    assert {levels[number] for number in rules["goals"]} == {one for one in levels if one[1] == 4}
    for here, (_, moves, stops) in zip(levels, rules["states"], strict=True):
        assert {levels[number] for number in moves[2::4]} == {*pourings(here, (3, 5), True)}
        assert len(moves) // 4 + len(stops) // 3 == 6, "fill, empty or pour each of two"
