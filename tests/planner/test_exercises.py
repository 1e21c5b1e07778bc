"""`plan exercise`: what is wrong in what is handed out is wrong, and the key right, by brute force; graded as a teacher does it."""

from __future__ import annotations

import csv
import functools
import itertools
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import oracle
import pddl_oracle
import pytest
from conftest import Run, refused
from model_truth import Truth
from models import Model
from pages import Open

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pairs import of_texts
from ferryplan.teaching.exercises import setting as setting_module
from ferryplan.teaching.exercises import states
from ferryplan.teaching.exercises.folder import KINDS, files_of
from ferryplan.teaching.exercises.setting import Exercise, Setting
from ferryplan.teaching.verbs.exercise import NAMES

BANKS = {"left-bank": "left bank", "right-bank": "right bank"}
AMOUNTS = {f"n{number}": f"{number}" for number in range(4)}
PARTIES = {"missionaries": "M", "cannibals": "C", **BANKS, **AMOUNTS}
MODELS = {
    "wolf-goat-cabbage": Model("wolf-goat-cabbage", ["at WHO PLACE"], BANKS, boat="farmer"),
    "missionaries-cannibals": Model(
        "missionaries-cannibals", ["KIND PLACE NUMBER", "boat PLACE"], PARTIES, parameters={"capacity": 2}
    ),
}
"""how what is written of these puzzles in the style textbook tells who is where"""
GAPS = ("preconditions", "effects", "action", "goal")


@functools.cache
def made(kind: str, puzzle: str, seed: int = 1, gaps: str = "preconditions") -> Exercise:
    """An exercise."""
    return KINDS[kind](Setting(load(puzzle), {}, {"seed": seed, "gaps": gaps, "dialect": None}))


def differs(puzzle: str, one: Exercise, folder: str) -> str | None:
    """In what a model that is among the files of an exercise differs, by trying."""
    return Truth(MODELS[puzzle], one.files[f"{folder}/domain.pddl"], one.files[f"{folder}/p01.pddl"]).differs


def test_the_kinds_are_those_of_the_command_line() -> None:
    assert (*KINDS,) == NAMES


@pytest.mark.parametrize(
    ("puzzle", "gaps", "seed"),
    [
        *itertools.product(["wolf-goat-cabbage"], GAPS, (1, 2, 3)),
        *itertools.product(["missionaries-cannibals"], GAPS, (1,)),
    ],
)
def test_a_model_with_gaps_is_wrong_and_the_key_right(puzzle: str, gaps: str, seed: int) -> None:
    one = made("complete", puzzle, seed, gaps)
    assert differs(puzzle, one, "key") is None
    assert differs(puzzle, one, "starter") is not None
    of, other = ("p01", "domain") if gaps == "goal" else ("domain", "p01")
    assert one.files[f"starter/{other}.pddl"] == one.files[f"key/{other}.pddl"]
    starter, key = (" ".join(one.files[f"{folder}/{of}.pddl"].split()) for folder in ("starter", "key"))
    [table] = one.key
    assert (
        sum(int(count) for count in re.findall("; … ([0-9]+) missing", starter))
        == len(table.rows)
        == one.says["number"]
    )
    atoms = (Counter(re.findall("[(][a-z][^();]*[)]", text)) for text in (key, starter, str(table.rows)))
    assert next(atoms) == sum(atoms, Counter())


@pytest.mark.parametrize(
    ("puzzle", "seed"),
    [
        *(("wolf-goat-cabbage", seed) for seed in range(1, 9)),
        ("missionaries-cannibals", 6),
        ("missionaries-cannibals", 7),
    ],
)
def test_a_mutant_differs_in_the_line_that_the_key_names(puzzle: str, seed: int) -> None:
    one, right = made("mistake", puzzle, seed), made("complete", puzzle)
    assert differs(puzzle, one, "mistake") is not None
    assert one.files["mistake/p01.pddl"] == right.files["key/p01.pddl"]
    texts = (one.files["mistake/domain.pddl"], right.files["key/domain.pddl"])
    both = itertools.zip_longest(*(text.splitlines() for text in texts))
    changed = [number for number, (new, old) in enumerate(both, 1) if new != old]
    assert changed == [one.says["line"]]
    assert one.files["key/mistake.md"].split("\n")[0].endswith("the model differs from the puzzle in 1 way.")


def breaking(puzzle: str, rows: list[str]) -> int | None:
    """The number of the first crossing of a plan that is not allowed, by trying."""
    rules = oracle.PUZZLES[puzzle]()
    situation = rules.start()
    for number, row in enumerate(rows, 1):
        matched = re.fullmatch("(.+) moves? to the (.+)", row)
        assert matched
        load = names_in(matched[1])
        after = [then for who, there, then in rules.moves(situation) if (who, there) == (load, matched[2])]
        if not after:
            return number
        [situation] = after
    return None


def toppling(rows: list[str]) -> int | None:
    """The same of discs that are moved."""
    under = {f"disc {number}": f"disc {number + 1}" for number in range(1, 4)} | {"disc 4": "peg 1"}
    for number, row in enumerate(rows, 1):
        matched = re.fullmatch("(.+) moves from (.+) onto (.+)", row)
        assert matched
        disc, here, there = (part.lower() for part in matched.groups())
        if under[disc] != here or {disc, there} & {*under.values()} or (there[0] == "d" and there < disc):
            return number
        under[disc] = there
    return None


@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize(
    "puzzle", ["wolf-goat-cabbage", "fox-goose-beans", "missionaries-cannibals", "family", "hanoi"]
)
def test_a_plan_breaks_a_rule_where_the_key_says(puzzle: str, seed: int) -> None:
    one = made("plan", puzzle, seed)
    rows = [row for _, row in one.task[0].rows]
    broken = toppling if puzzle == "hanoi" else functools.partial(breaking, puzzle)
    number: Any = one.says["number"]
    assert broken(rows) == number
    assert broken([*rows[: number - 1], str(one.says["instead"]), *rows[number:]]) is None


def test_the_graph_is_that_of_the_rules() -> None:
    for puzzle in ("wolf-goat-cabbage", "missionaries-cannibals"):
        model, seen = MODELS[puzzle], set[Any]()
        states = {model.start}
        while states > seen:
            seen, states = {*states}, states.union(*map(model.follow, states))
        links = {frozenset((one, other)) for one in states for other in model.follow(one)}
        least = model.oracle.explore()[1]
        merged = " up to symmetry" if puzzle == "missionaries-cannibals" else ""
        one = made("graph", puzzle)
        assert one.says["summary"] == f"{len(states)} states{merged}, {len(links)} links; {least} crossings to the goal"
        assert len(re.findall('class="state', one.files["key/graph.svg"])) == len(states)
    # three discs: 3^3 states, 3 (3^3 - 1) / 2 edges (Hinz, Klavzar, Petr, The Tower of Hanoi, 2018), each in both directions
    one = made("graph", "hanoi")
    assert one.says["summary"] == "27 states, 78 links; 7 actions to the goal"
    assert str(one.says["story"]).startswith("3 discs")


def relaxed(domain: str, problem: str) -> tuple[list[tuple[str, set[Any], set[Any]]], set[Any], set[Any]]:
    """Every ground action with what it asks for and adds, the facts at the start, the goal: by all ways to fill in the parameters."""
    lists, told = pddl_oracle.parse(domain), pddl_oracle.parse(problem)
    task = pddl_oracle.read(domain, problem)
    parts: dict[str, Any] = {part[0]: part[1:] for part in told if isinstance(part, list)}
    start = {tuple(fact) for fact in parts[":init"]}
    found = []
    for _, name, _, parameters, _, condition, _, effect in (part for part in lists if part[0] == ":action"):
        names = [variable for variable, _ in pddl_oracle.typed(parameters)]
        kinds = [task.objects[kind] for _, kind in pddl_oracle.typed(parameters)]
        for objects in itertools.product(*kinds):
            filled = dict(zip(names, objects, strict=True))
            asked = {tuple(filled.get(word, word) for word in atom) for atom in condition[1:]}
            added = {tuple(filled.get(word, word) for word in atom) for atom in effect[1:] if atom[0] != "not"}
            found.append((f"({' '.join((name, *objects))})", asked, added))
    return found, start, {tuple(fact) for fact in parts[":goal"][0][1:]}


def costs(actions: list[Any], holding: set[Any], together: Any) -> dict[Any, int]:
    """What each fact costs: sums or maxima worked out until nothing changes."""
    found, before = dict.fromkeys(holding, 0), dict[Any, int]()
    while found != before:
        before = dict(found)
        for _, asked, added in actions:
            if all(fact in found for fact in asked):
                price = 1 + together([found[fact] for fact in asked] or [0])
                found |= {fact: min(price, found.get(fact, price)) for fact in added}
    return found


def fact_of(text: str) -> tuple[str, ...]:
    return tuple(text.removesuffix(" (goal)").strip("()").split())


@pytest.mark.parametrize(
    ("puzzle", "seed"), [("wolf-goat-cabbage", 1), ("wolf-goat-cabbage", 2), ("hanoi", 1), ("blocks", 3)]
)
def test_heuristics_are_what_they_are_by_hand(puzzle: str, seed: int) -> None:
    one = made("heuristic", puzzle, seed)
    actions, start, goal = relaxed(one.files["heuristic/domain.pddl"], one.files["heuristic/p01.pddl"])
    [shown], [values, *layers] = one.task, one.key
    told_of = {fact_of(text) for table in layers for text, *_ in table.rows}
    static = start - told_of
    assert len(shown.rows) == len(layers) == 3
    for (_, said), (_, *told), table in zip(shown.rows, values.rows, layers, strict=True):
        holding = {tuple(fact.split()) for fact in re.findall("[(]([^)]+)[)]", said)} | static
        assert (_ != "A") or holding == start
        hmax, hadd = costs(actions, holding, max), costs(actions, holding, sum)
        by = {}
        for text, layer, action, price in table.rows:
            fact = fact_of(text)
            assert (int(layer), int(price), text.endswith(" (goal)")) == (hmax[fact], hadd[fact], fact in goal)
            assert bool(action) == (int(layer) > 0), "what holds needs no action"
            if int(layer):
                [(asked, added)] = [(asked, added) for name, asked, added in actions if name == action]
                assert fact in added
                assert hadd[fact] == 1 + sum(hadd[each] for each in asked)
                by[fact] = action, asked
        assert {fact_of(text) for text, *_ in table.rows} == hmax.keys() - static
        needed, chosen = [*goal], set[str]()
        for fact in needed:
            if fact in by and by[fact][0] not in chosen:
                chosen.add(by[fact][0])
                needed += by[fact][1]
        assert [*map(int, told)] == [max(hmax[fact] for fact in goal), sum(hadd[fact] for fact in goal), len(chosen)]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_seed_makes_the_same_bytes(tmp_path: Path) -> None:
    for seed, hashes in (("1", "0"), ("1", "1"), ("2", "1")):
        command = [sys.executable, "-m", "ferryplan", "exercise", "wolf-goat-cabbage", "--seed", seed]
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "NO_COLOR": "1"}
        subprocess.run(
            [*command, "-o", str(tmp_path / f"{seed}-{hashes}")], env=environment, check=True, capture_output=True
        )
    first, again, other = (files(tmp_path / name) for name in ("1-0", "1-1", "2-1"))
    assert first == again
    assert first.keys() == other.keys()
    assert first["key/README.md"] != other["key/README.md"]


def test_graded_as_a_teacher_does_it(plan: Run, tmp_path: Path) -> None:
    run = plan("exercise", "wolf-goat-cabbage", "-o", "made")
    assert (run.returncode, run.stderr) == (0, "")
    written, last = tmp_path / "made", run.stdout.splitlines()[-1]
    command = last.removeprefix("Grade submissions with: ")
    handed = {"ann": "key", "bob": "starter", "cid": "mistake"}
    for name, folder in handed.items():
        (tmp_path / "SUBMISSIONS" / name).mkdir(parents=True)
        for file in ("domain.pddl", "p01.pddl"):
            (tmp_path / "SUBMISSIONS" / name / file).write_text((written / folder / file).read_text())
    assert f"    {command.replace('made/', '')}\n" in (written / "key" / "README.md").read_text()
    run = plan(*shlex.split(command)[1:], "-o", "graded")
    assert run.returncode == 0, run.stderr
    rows = {
        row["Submission"]: row for row in csv.DictReader((tmp_path / "graded" / "results.csv").read_text().splitlines())
    }
    assert {name: row["Verdict"] for name, row in rows.items()} == {
        "ann": "same",
        "bob": "different",
        "cid": "different",
    }
    assert float(rows["ann"]["Points"]) == 100 > max(float(rows[name]["Points"]) for name in ("bob", "cid"))


@functools.cache
def sheets() -> dict[str, str]:
    """The files of all exercises about the goat."""
    setting = Setting(load("wolf-goat-cabbage"), {}, {"seed": 1, "gaps": "preconditions", "dialect": None})
    return files_of(setting, [made(kind, "wolf-goat-cabbage") for kind in KINDS], "")


def test_no_answer_is_handed_out() -> None:
    """What is handed out first has no comment in an action but for the gaps, and shows no other model."""
    found = {name: " ".join(text.split()) for name, text in sheets().items()}
    first = {name: text for name, text in found.items() if "/" not in name or name.startswith("starter/")}
    assert {*first} == {"sheet.md", "sheet.html", "rubric.toml", "starter/domain.pddl", "starter/p01.pddl"}
    assert found["starter/domain.pddl"] in first["sheet.md"]
    comments = re.findall(
        ";.*", sheets()["starter/domain.pddl"].partition("(:action")[2] + sheets()["starter/p01.pddl"]
    )
    assert [one for one in comments if re.fullmatch("; … [0-9]+ missing", one)] == comments != []
    actions = first["sheet.md"].partition("(:action")[2]
    for model in ("key", "mistake", "heuristic"):
        shown = found[f"{model}/domain.pddl"].partition("(:action")[2]
        assert not [name for name, text in first.items() if shown in text]
        assert model == "key" or shown in found[f"{model}/sheet.md"]
    assert actions.count("(:action") == found["key/domain.pddl"].count("(:action") - 1
    assert str(made("plan", "wolf-goat-cabbage").says["found"]) not in " ".join(first.values())


def test_exercises_that_show_no_model_are_on_the_first_sheet() -> None:
    """The gaps, the plan and the graph give nothing of each other away; the mistake and the heuristics show the model without gaps."""
    found = {name.removesuffix("sheet.md") for name in sheets() if name.endswith("sheet.md")}
    assert found == {"", "mistake/", "heuristic/"}
    first = sheets()["sheet.md"]
    assert str(made("plan", "wolf-goat-cabbage").task[0].rows[0][1]) in first
    for folder in ("mistake/", "heuristic/"):
        assert len(re.findall("(?m)^## ", sheets()[f"{folder}sheet.md"])) < len(re.findall("(?m)^## ", first))


def test_what_makes_no_sense_is_left_out_or_refused(plan: Run) -> None:
    run = plan("exercise", "lights-out", "-o", "lights")
    assert run.returncode == 0
    notes = run.stderr.splitlines()
    told = [re.match(r"plan: note: left out the exercise '(\w+)' for lights-out: ", note) for note in notes]
    assert [note and note[1] for note in told] == ["complete", "mistake", "graph", "heuristic"]
    assert run.stdout == "wrote 1 exercise to lights/; the answer key is in lights/key\n"
    run = plan("exercise", "lights-out", "--kind", "graph", "-o", "other")
    refused(run)
    assert (
        "lights-out: its state graph does not fit this exercise, which needs a graph with 3 to 30 states, including a goal state"
        in run.stderr
    )
    run = plan("exercise", "bridge-torch", "--kind", "plan", "-o", "other")
    refused(run)
    assert "bridge-torch: no crossing in a solution could break a rule" in run.stderr
    run = plan("exercise", "--kind", "plan", "--gaps", "goal")
    refused(run)
    assert "--gaps has no effect here; it applies only with --kind complete" in run.stderr
    run = plan("exercise", "wolf-goat-cabbage", "--kind", "plan", "-o", "lights")
    refused(run)
    assert (
        "lights: the folder is not empty; choose a new or an empty folder; --force writes into this folder anyway"
        in run.stderr
    )


def test_a_sheet_on_paper_and_on_a_phone(show: Open) -> None:
    page = show(sheets()["sheet.html"], width=375, height=800, color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(media="print")
    paper = page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
    assert paper == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"] != [dark, dark]
    breaks = page.evaluate("[...document.querySelectorAll('section')].map((one) => getComputedStyle(one).breakBefore)")
    assert breaks == ["auto", "page", "page"]


def names_of_actions(text: str) -> list[str]:
    return re.findall(r"\(:action ([^\s()]+)", text)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_action_that_is_missing_is_named_where_it_was(seed: int) -> None:
    one = made("complete", "wolf-goat-cabbage", seed, "action")
    starter, key = (names_of_actions(one.files[f"{folder}/domain.pddl"]) for folder in ("starter", "key"))
    [missing] = [name for name in key if name not in starter]
    assert starter == [name for name in key if name != missing]
    assert f"; … 1 missing: the action {missing}\n" in one.files["starter/domain.pddl"]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_mistake_changes_or_leaves_out_and_never_adds(seed: int) -> None:
    """A mutant has as many facts as the key at the most; a ``not`` may come or go."""
    mutant, key = made("mistake", "wolf-goat-cabbage", seed), made("complete", "wolf-goat-cabbage")
    texts = mutant.files["mistake/domain.pddl"], key.files["key/domain.pddl"]
    fewer, all_of_them = (len(re.findall("[(][a-z][^();]*[)]", text)) for text in texts)
    assert fewer <= all_of_them
    assert not str(mutant.says["says"]).startswith("add")


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize("puzzle", ["wolf-goat-cabbage", "family"])
def test_the_wrong_move_of_a_plan_would_be_right_elsewhere_in_it(puzzle: str, seed: int) -> None:
    """So no wrong move gives itself away: in some state of the solution the same move is allowed."""
    one = made("plan", puzzle, seed)
    rows, number = [row for _, row in one.task[0].rows], int(str(one.says["number"]))
    wrong, rows[number - 1] = rows[number - 1], str(one.says["instead"])
    rules = oracle.PUZZLES[puzzle]()
    situations = [rules.start()]
    for row in rows:
        load, there = crossing(row)
        situations += [then for who, at, then in rules.moves(situations[-1]) if (who, at) == (load, there)]
    assert len(situations) == len(rows) + 1
    assert rules.done(situations[-1])
    assert crossing(wrong) in {(who, there) for one in situations for who, there, _ in rules.moves(one)}


def crossing(row: str) -> tuple[frozenset[str], str]:
    matched = re.fullmatch("(.+) moves? to the (.+)", row)
    assert matched
    return names_in(matched[1]), matched[2]


def names_in(text: str) -> frozenset[str]:
    """The travelers that the start of a sentence names, without articles, as in "The farmer and the goat" or "Daughter 1"."""
    return frozenset(
        re.sub(r"^the ", "", name)
        for name in re.split(" and |, ", re.sub("^[A-Z](?=[a-z])", lambda first: first[0].lower(), text))
    )


def asked(puzzle: str, **given: Any) -> Setting:
    return Setting(load(puzzle), given, {"seed": 1, "gaps": "preconditions", "dialect": None})


def test_smaller_instances_have_one_parameter_lowered_step_by_step() -> None:
    """First the puzzle itself, then fewer discs, then fewer pegs; two pegs are the fewest. What is given stays, and nothing is lowered to 0."""
    found = [tuple(dict(one.instance.parameters).values()) for one in asked("hanoi").smaller()]
    assert found == [(4, 3), (3, 3), (2, 3), (1, 3), (4, 2)]
    assert [tuple(dict(one.instance.parameters).values()) for one in asked("hanoi", discs=3).smaller()] == [
        (3, 3),
        (3, 2),
    ]
    couples = [dict(one.instance.parameters) for one in asked("jealous-couples", capacity=2).smaller()]
    assert [(one["couples"], one["capacity"]) for one in couples] == [(3, 2), (2, 2), (1, 2)]


def test_a_graph_is_asked_for_only_where_all_its_states_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The farmer's puzzle has 10 states and no smaller instance: with room for 9 there is no such exercise."""
    setting = asked("wolf-goat-cabbage")
    monkeypatch.setattr(states, "MOST_DRAWN", 10)
    assert str(KINDS["graph"](setting).says["summary"]).startswith("10 states")
    monkeypatch.setattr(states, "MOST_DRAWN", 9)
    with pytest.raises(
        EncodingError, match="its state graph does not fit this exercise, which needs a graph with 3 to 9 states"
    ):
        KINDS["graph"](setting)
    # three discs have 27 states, two have 9
    assert str(KINDS["graph"](asked("hanoi")).says["summary"]).startswith("9 states")


def without_an_action(key: Pddl) -> Pddl:
    start = key.domain.index("(:action")
    return replace(key, domain=key.domain[:start] + key.domain[key.domain.index("(:action", start + 1) :])


def test_a_model_that_was_not_seen_as_a_whole_makes_no_exercise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gap matters only where all states and ground actions were looked at: the farmer's model has more than 3."""
    key = asked("wolf-goat-cabbage").pddl
    longer = replace(key, problem=key.problem.replace("(and", "(and (at farmer right-bank)", 1))
    assert asked("wolf-goat-cabbage").differs(without_an_action(key)) is not None
    assert asked("wolf-goat-cabbage").differs(key) is None
    assert asked("wolf-goat-cabbage").differs(longer) is None, "written otherwise, it is the same"
    monkeypatch.setattr(setting_module, "MOST", 3)
    assert asked("wolf-goat-cabbage").differs(without_an_action(key)) is None


def test_a_model_in_which_planners_may_differ_makes_no_exercise() -> None:
    """From a bank to itself the farmer would leave it and be there: with such a route nobody can say what the model means."""
    key = asked("wolf-goat-cabbage").pddl
    [route, *_] = re.findall(r"\(opposite ([\w-]+) [\w-]+\)", key.problem)
    unclear = replace(
        without_an_action(key), problem=key.problem.replace("(:init", f"(:init (opposite {route} {route})")
    )
    assert asked("wolf-goat-cabbage").differs(without_an_action(key)) is not None
    assert asked("wolf-goat-cabbage").differs(unclear) is None


def test_a_model_that_is_not_its_puzzle_makes_no_exercise() -> None:
    """Where the key itself differs, or nobody can tell, a gap in it shows nothing."""
    setting = asked("wolf-goat-cabbage")
    setting.is_same = False
    assert setting.differs(without_an_action(setting.pddl)) is None


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_mistake_shows_in_a_move(seed: int) -> None:
    """Not at the start, nor by somebody who is in two places at once: such a mistake is seen without a scenario."""
    told = made("mistake", "wolf-goat-cabbage", seed).files["key/mistake.md"]
    assert not any(format_message(f"differences.{kind}") in told for kind in ("start", "double"))


def test_heuristics_are_asked_for_only_where_they_can_be_computed_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the farmer, the wolf, the goat and the cabbage is on one of two banks: 8 facts. The actions are counted by trying all."""
    setting = asked("wolf-goat-cabbage")
    actions, start, _ = relaxed(setting.pddl.domain, setting.pddl.problem)
    reached = costs(actions, start, max)
    number = sum(needed <= reached.keys() for _, needed, _ in actions)
    for facts, moves, fits in ((8, number, True), (7, number, False), (8, number - 1, False)):
        monkeypatch.setattr(states, "MOST_FACTS", facts)
        monkeypatch.setattr(states, "MOST_ACTIONS", moves)
        if fits:
            assert KINDS["heuristic"](setting).files["heuristic/domain.pddl"] == setting.pddl.domain
            continue
        with pytest.raises(EncodingError, match=f"at most {facts} facts and at most {moves} ground actions"):
            KINDS["heuristic"](setting)


def test_no_heuristics_are_asked_for_of_conditions_that_are_not_plain() -> None:
    """In ADL the goat is safe where the wolf is elsewhere or the farmer is there: that is no list of facts."""
    adl = Setting(load("wolf-goat-cabbage"), {}, {"seed": 1, "gaps": "preconditions", "dialect": "adl"})
    assert "(or " in adl.pddl.domain or "(not (and" in adl.pddl.domain
    with pytest.raises(EncodingError, match="of plain STRIPS"):
        KINDS["heuristic"](adl)


@pytest.mark.parametrize("seed", range(1, 9))
def test_heuristics_are_asked_for_of_states_that_are_all_different(seed: int) -> None:
    """The start, then two on the way; two of the farmer's puzzle tell nothing in his goal, where all is done."""
    one = made("heuristic", "wolf-goat-cabbage", seed)
    rows = [(name, frozenset(re.findall(r"[(][^)]+[)]", facts))) for name, facts in one.task[0].rows]
    assert [name for name, _ in rows] == ["A", "B", "C"]
    _, start, goal = relaxed(one.files["heuristic/domain.pddl"], one.files["heuristic/p01.pddl"])
    sets = [{tuple(fact.strip("()").split()) for fact in facts} for _, facts in rows]
    assert sets[0] <= start
    assert len({facts for _, facts in rows}) == 3
    assert not any(goal <= facts for facts in sets)


def test_a_graph_with_two_states_says_nothing() -> None:
    """A disc on one of three pegs: three states, each a move from the others. With two pegs there are two, and nothing to draw."""
    assert str(KINDS["graph"](asked("hanoi", discs=1)).says["summary"]).startswith("3 states, 6 links; 1 action ")
    with pytest.raises(EncodingError):
        KINDS["graph"](asked("hanoi", discs=1, pegs=2))


def test_exercises_are_numbered_where_there_are_several() -> None:
    """On the sheet and in the key alike; one alone has no number."""
    plan, graph = made("plan", "wolf-goat-cabbage"), made("graph", "wolf-goat-cabbage")
    numbers = {}
    for tasks in ([plan], [plan, graph]):
        files = files_of(asked("wolf-goat-cabbage"), tasks, "")
        sheets = files["sheet.md"], files["key/README.md"]
        numbers[len(tasks)] = [[*map(str.rstrip, re.findall("(?m)^## ([0-9]+[.])?", text))] for text in sheets]
    assert numbers == {1: [[""]] * 2, 2: [["1.", "2."]] * 2}


def test_the_key_says_what_to_hand_out_later() -> None:
    """Not the model with gaps, which is handed out first."""
    [line] = [line for line in sheets()["key/README.md"].splitlines() if line.startswith("The folder")]
    assert line.startswith(
        "The folders 'mistake' and 'heuristic' contain models that give away the answers to earlier tasks."
    )
    alone = files_of(asked("wolf-goat-cabbage"), [made("complete", "wolf-goat-cabbage")], "")
    assert "answers to earlier tasks" not in alone["key/README.md"]


@pytest.mark.parametrize("puzzle", ["wolf-goat-cabbage", "hanoi"])
def test_the_moves_of_a_plan_are_numbered_from_one(puzzle: str) -> None:
    """Both puzzles take seven crossings or more; the number that the key names is that of the row with the other move."""
    one = made("plan", puzzle)
    rows = one.task[0].rows
    assert [number for number, _ in rows] == [f"{number}" for number in range(1, len(rows) + 1)]
    assert len(rows) == {"wolf-goat-cabbage": 7, "hanoi": 15}[puzzle]
    assert rows[int(str(one.says["number"])) - 1][1] != one.says["instead"]


def list_parts_of_actions(domain: str) -> dict[str, dict[str, Any]]:
    """Return the parts of every action by its name and theirs."""
    actions = [part for part in pddl_oracle.parse(domain) if part[0] == ":action"]
    return {name: dict(zip(parts[::2], parts[1::2], strict=True)) for _, name, *parts in actions}


def make_setting(seed: int, gaps: str, domain: str, problem: str) -> Setting:
    """Return a small task as the puzzle of which exercises are made."""
    task = of_texts(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"), Path("lamp.toml"))
    return Setting(task, {}, {"seed": seed, "gaps": gaps, "dialect": None})


LAMP = """
(define (domain lamp) (:requirements :strips)
  (:predicates (dark) (lit) (warm) (bright) (off) (on) (p1) (p2) (p3) (p4) (p5) (p6) (p7))
  (:action switch :parameters () :precondition (and (p1)) :effect (and (on) (not (off))))
  (:action light :parameters ()
    :precondition (and (p1) (p2) (p3) (dark) (p4) (on) (p5) (p6) (p7))
    :effect (and (lit) (bright) (warm) (not (dark)))))
"""
LAMP_1 = """
(define (problem lamp-1) (:domain lamp)
  (:init (dark) (off) (p1) (p2) (p3) (p4) (p5) (p6) (p7)) (:goal (and (lit) (bright))))
"""
"""of the conditions only ``on`` matters: the others always hold, and lighting twice changes nothing"""


@pytest.mark.parametrize(("gaps", "section"), [("preconditions", ":precondition"), ("effects", ":effect")])
@pytest.mark.parametrize("seed", range(1, 7))
def test_gaps_are_where_they_are_asked_for(gaps: str, section: str, seed: int) -> None:
    """In that part of one action, of which up to half is missing; a gap that matters is found although most do not."""
    one = KINDS["complete"](make_setting(seed, gaps, LAMP, LAMP_1))
    starter, key = (list_parts_of_actions(one.files[f"{folder}/domain.pddl"]) for folder in ("starter", "key"))
    [(name, part)] = [(name, part) for name in key for part in key[name] if starter[name][part] != key[name][part]]
    assert part == section
    had, has = (model[name][section][1:] for model in (key, starter))
    assert [each for each in had if each in has] == has
    assert 1 <= len(had) - len(has) == one.says["number"] <= max(1, len(had) // 2)
    assert gaps == "effects" or ["on"] not in has


def test_more_than_one_part_may_be_missing() -> None:
    """Up to four of nine conditions."""
    numbers = {
        KINDS["complete"](make_setting(seed, "preconditions", LAMP, LAMP_1)).says["number"] for seed in range(1, 9)
    }
    assert numbers <= {1, 2, 3, 4}
    assert len(numbers) > 1


ROOMS = """
(define (domain rooms) (:requirements :strips :typing) (:types room)
  (:predicates (at ?r - room) (lit ?r - room))
  (:action move :parameters (?from ?to - room)
    :precondition (and (at ?from)) :effect (and (not (at ?from)) (at ?to)))
  (:action light :parameters (?r - room) :precondition (and (at ?r)) :effect (and (lit ?r))))
"""
ROOMS_1 = """
(define (problem rooms-1) (:domain rooms) (:objects a b - room) (:init (at a)) (:goal (and (lit b))))
"""


def test_a_move_to_where_one_is_does_no_harm_if_the_puzzle_has_it() -> None:
    """From a room to itself one leaves it and is there: so it is in the puzzle's own model, and its gaps show all the same."""
    one = KINDS["complete"](make_setting(1, "preconditions", ROOMS, ROOMS_1))
    starter, key = (list_parts_of_actions(one.files[f"{folder}/domain.pddl"]) for folder in ("starter", "key"))
    assert [name for name in key if starter[name] != key[name]] in (["move"], ["light"])


def test_the_start_of_a_graph_names_all_or_counts_those_who_are_alike() -> None:
    """Brackets are explained where there are some."""
    farmer, many, discs = (
        made("graph", puzzle).says for puzzle in ("wolf-goat-cabbage", "missionaries-cannibals", "hanoi")
    )
    assert re.findall("[a-z]+", str(farmer["start"])) == ["farmer", "wolf", "goat", "cabbage"]
    assert re.findall("[0-9]+ [a-z]+", str(many["start"])) == ["3 missionaries", "3 cannibals"]
    for says in (farmer, many, discs):
        assert ("[" in str(says["start"])) == bool(says["mark"])


def test_models_are_handed_out_without_what_their_comments_tell() -> None:
    """Of comments only those behind what is declared stay, which say what it means; of blank lines no more than one."""
    key = asked("wolf-goat-cabbage").pddl
    declared, _, actions = key.domain.partition("(:action")
    assert not re.search(r"(?m)^\s*;", declared)
    assert re.search(r"(?m)^\s*\(.*;", asked("hanoi").pddl.domain), "nothing lies there"
    assert ";" not in actions + key.problem
    for text in (key.domain, key.problem):
        assert "\n\n\n" not in text
        assert text == text.strip() + "\n"


def test_without_a_model_nothing_is_graded() -> None:
    """A plan and a graph are read by a person; a model is checked by the command that the key tells."""
    plan, graph, gaps = (made(kind, "wolf-goat-cabbage") for kind in ("plan", "graph", "complete"))
    read = files_of(asked("wolf-goat-cabbage"), [plan, graph], "plan check … --rubric ")
    assert read.keys() == {"sheet.md", "sheet.html", "key/README.md", "key/graph.svg"}
    assert "graded" not in read["key/README.md"]
    checked = files_of(asked("wolf-goat-cabbage"), [plan, gaps], "plan check … --rubric ")
    assert "    plan check … --rubric rubric.toml\n" in checked["key/README.md"]
    assert "rubric.toml" in checked


def test_heuristics_are_asked_for_of_the_start_and_what_is_on_the_way() -> None:
    """A plan of two actions passes one state between the start and the goal."""
    one = KINDS["heuristic"](make_setting(1, "preconditions", LAMP, LAMP_1))
    assert [name for name, _ in one.task[0].rows] == ["A", "B"]
    assert "(on)" not in one.task[0].rows[0][1]
    assert "(on)" in one.task[0].rows[1][1]


@pytest.mark.parametrize(
    "condition", ["(or (off) (on)) (dark)", "(not (lit)) (dark) (on)", "(dark) (imply (off) (on)) (p1)"]
)
def test_no_heuristics_are_asked_for_of_choices_nor_of_what_is_not_so(condition: str) -> None:
    before = "(p1) (p2) (p3) (dark) (p4) (on) (p5) (p6) (p7)"
    assert before in LAMP
    domain = LAMP.replace(":strips", ":adl").replace(before, condition)
    with pytest.raises(EncodingError, match="of plain STRIPS"):
        KINDS["heuristic"](make_setting(1, "preconditions", domain, LAMP_1))
