"""`plan exercise`: handed-out files contain the mistakes, and the key is correct.

Brute force confirms both; submissions are graded with the printed command.
"""

from __future__ import annotations

import csv
import functools
import itertools
import re
import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import oracle
import pddl_oracle
import pytest
from budget import draw_cases, scale
from conftest import RunCommand, assert_refused
from model_truth import ModelTruth
from page_checks import OpenPage
from student_models import StudentModel

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.puzzle import load
from ferryplan.generator.tasks.pddl_puzzles import make_pddl_puzzle
from ferryplan.teaching.exercises import exercise_setting as setting_module
from ferryplan.teaching.exercises import state_exercises
from ferryplan.teaching.exercises.exercise_files import EXERCISE_MAKERS, make_exercise_files
from ferryplan.teaching.exercises.exercise_setting import Exercise, ExercisePuzzle
from ferryplan.teaching.verbs.exercise import EXERCISE_KINDS

BANKS = {"left-bank": "left bank", "right-bank": "right bank"}
AMOUNTS = {f"n{number}": f"{number}" for number in range(4)}
PARTIES = {"missionaries": "M", "cannibals": "C", **BANKS, **AMOUNTS}
MODELS = {
    "wolf-goat-cabbage": StudentModel("wolf-goat-cabbage", ["at WHO PLACE"], BANKS, boat="farmer"),
    "missionaries-cannibals": StudentModel(
        "missionaries-cannibals", ["KIND PLACE NUMBER", "boat PLACE"], PARTIES, parameters={"capacity": 2}
    ),
}
"""The facts that give positions in the textbook style of these puzzles."""
GAPS = ("preconditions", "effects", "action", "goal")


@functools.cache
def made(kind: str, puzzle: str, seed: int = 1, gaps: str = "preconditions") -> Exercise:
    """Return an exercise of the given kind."""
    return EXERCISE_MAKERS[kind](ExercisePuzzle(load(puzzle), {}, {"seed": seed, "gaps": gaps, "dialect": None}))


def differs(puzzle: str, one: Exercise, folder: str) -> str | None:
    """Return the difference between the model of an exercise and its puzzle, by the oracle."""
    return ModelTruth(MODELS[puzzle], one.files[f"{folder}/domain.pddl"], one.files[f"{folder}/p01.pddl"]).difference


def test_exercise_kinds_match_the_command_line() -> None:
    assert (*EXERCISE_MAKERS,) == EXERCISE_KINDS


@pytest.mark.parametrize(
    ("puzzle", "gaps", "seed"),
    [
        *itertools.product(["wolf-goat-cabbage"], GAPS, range(1, scale(1) + 1)),
        *itertools.product(["missionaries-cannibals"], draw_cases(GAPS, 1), range(1, scale(1) + 1)),
    ],
)
def test_model_with_gaps_differs_from_the_puzzle_and_its_key_does_not(puzzle: str, gaps: str, seed: int) -> None:
    one = made("complete", puzzle, seed, gaps)
    assert differs(puzzle, one, "key") is None
    assert differs(puzzle, one, "starter") is not None
    of, other = ("p01", "domain") if gaps == "goal" else ("domain", "p01")
    assert one.files[f"starter/{other}.pddl"] == one.files[f"key/{other}.pddl"]
    starter, key = (" ".join(one.files[f"{folder}/{of}.pddl"].split()) for folder in ("starter", "key"))
    [table] = one.key_tables
    assert (
        sum(int(count) for count in re.findall("; … ([0-9]+) missing", starter))
        == len(table.rows)
        == one.template_values["number"]
    )
    atoms = (Counter(re.findall("[(][a-z][^();]*[)]", text)) for text in (key, starter, str(table.rows)))
    assert next(atoms) == sum(atoms, Counter())


@pytest.mark.parametrize(
    ("puzzle", "seed"),
    [
        *(("wolf-goat-cabbage", seed) for seed in range(1, scale(3) + 1)),
        *(("missionaries-cannibals", seed) for seed in range(6, scale(1) + 6)),
    ],
)
def test_key_names_the_changed_line_of_the_mutant(puzzle: str, seed: int) -> None:
    one, right = made("mistake", puzzle, seed), made("complete", puzzle)
    assert differs(puzzle, one, "mistake") is not None
    assert one.files["mistake/p01.pddl"] == right.files["key/p01.pddl"]
    texts = (one.files["mistake/domain.pddl"], right.files["key/domain.pddl"])
    both = itertools.zip_longest(*(text.splitlines() for text in texts))
    changed = [number for number, (new, old) in enumerate(both, 1) if new != old]
    assert changed == [one.template_values["line"]]
    assert one.files["key/mistake.md"].split("\n")[0].endswith("the model differs from the puzzle in 1 way.")


def breaking(puzzle: str, rows: list[str]) -> int | None:
    """Return the number of the first illegal crossing of a plan, by brute force."""
    rules = oracle.PUZZLES[puzzle]()
    situation = rules.initial_situation()
    for number, row in enumerate(rows, 1):
        matched = re.fullmatch("(.+) moves? to the (.+)", row)
        assert matched
        load = names_in(matched[1])
        after = [then for who, there, then in rules.successors(situation) if (who, there) == (load, matched[2])]
        if not after:
            return number
        [situation] = after
    return None


def toppling(rows: list[str]) -> int | None:
    """Return the number of the first illegal move of discs."""
    under = {f"disc {number}": f"disc {number + 1}" for number in range(1, 4)} | {"disc 4": "peg 1"}
    for number, row in enumerate(rows, 1):
        matched = re.fullmatch("(.+) moves from (.+) onto (.+)", row)
        assert matched
        disc, here, there = (part.lower() for part in matched.groups())
        if under[disc] != here or {disc, there} & {*under.values()} or (there[0] == "d" and there < disc):
            return number
        under[disc] = there
    return None


@pytest.mark.parametrize(
    "puzzle", ["wolf-goat-cabbage", "fox-goose-beans", "missionaries-cannibals", "family", "hanoi"]
)
def test_answer_key_names_the_plan_move_that_breaks_a_rule(puzzle: str) -> None:
    broken = toppling if puzzle == "hanoi" else functools.partial(breaking, puzzle)
    for seed in range(1, scale(5) + 1):
        one = made("plan", puzzle, seed)
        rows = [row for _, row in one.task_tables[0].rows]
        number: Any = one.template_values["number"]
        assert broken(rows) == number, f"{seed=}"
        assert broken([*rows[: number - 1], str(one.template_values["instead"]), *rows[number:]]) is None, f"{seed=}"


def test_graph_exercise_matches_the_state_space_of_oracle() -> None:
    for puzzle in ("wolf-goat-cabbage", "missionaries-cannibals"):
        model, seen = MODELS[puzzle], set[Any]()
        state_exercises = {model.initial_situation}
        while state_exercises > seen:
            seen, state_exercises = (
                {*state_exercises},
                state_exercises.union(*map(model.find_allowed_situations, state_exercises)),
            )
        links = {frozenset((one, other)) for one in state_exercises for other in model.find_allowed_situations(one)}
        least = model.oracle.explore()[1]
        merged = " up to symmetry" if puzzle == "missionaries-cannibals" else ""
        one = made("graph", puzzle)
        assert (
            one.template_values["summary"]
            == f"{len(state_exercises)} states{merged}, {len(links)} links; {least} crossings to the goal"
        )
        assert len(re.findall('class="state', one.files["key/graph.svg"])) == len(state_exercises)
    # three discs: 3^3 states, 3 (3^3 - 1) / 2 edges (Hinz, Klavzar, Petr, The Tower of Hanoi, 2018), each in both
    # directions
    one = made("graph", "hanoi")
    assert one.template_values["summary"] == "27 states, 78 links; 7 actions to the goal"
    assert str(one.template_values["story"]).startswith("3 discs")


def relaxed(domain: str, problem: str) -> tuple[list[tuple[str, set[Any], set[Any]]], set[Any], set[Any]]:
    """Return the ground actions with preconditions and added facts, the initial facts and the goal.

    All assignments of objects to parameters are tried.
    """
    lists, told = pddl_oracle.parse(domain), pddl_oracle.parse(problem)
    task = pddl_oracle.read_task(domain, problem)
    parts: dict[str, Any] = {part[0]: part[1:] for part in told if isinstance(part, list)}
    start = {tuple(fact) for fact in parts[":init"]}
    found = []
    for _, name, _, parameters, _, condition, _, effect in (part for part in lists if part[0] == ":action"):
        names = [variable for variable, _ in pddl_oracle.parse_typed_names(parameters)]
        kinds = [task.objects[kind] for _, kind in pddl_oracle.parse_typed_names(parameters)]
        for objects in itertools.product(*kinds):
            filled = dict(zip(names, objects, strict=True))
            asked = {tuple(filled.get(word, word) for word in atom) for atom in condition[1:]}
            added = {tuple(filled.get(word, word) for word in atom) for atom in effect[1:] if atom[0] != "not"}
            found.append((f"({' '.join((name, *objects))})", asked, added))
    return found, start, {tuple(fact) for fact in parts[":goal"][0][1:]}


def costs(actions: list[Any], holding: set[Any], together: Any) -> dict[Any, int]:
    """Return the cost of each fact by sums or maxima, iterated to the fixed point."""
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
def test_heuristic_values_match_an_independent_computation(puzzle: str, seed: int) -> None:
    one = made("heuristic", puzzle, seed)
    actions, start, goal = relaxed(one.files["heuristic/domain.pddl"], one.files["heuristic/p01.pddl"])
    [shown], [values, *layers] = one.task_tables, one.key_tables
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


def test_exercise_with_the_same_seed_writes_identical_files(plan_process: RunCommand, tmp_path: Path) -> None:
    """The files depend on the seed and not on the hashes of Python, which differ between processes."""
    for seed, hashes in (("1", "0"), ("1", "1"), ("2", "0")):
        how = ("exercise", "wolf-goat-cabbage", "--seed", seed, "-o", f"{seed}-{hashes}")
        plan_process(*how, environment={"PYTHONHASHSEED": hashes} if hashes != "0" else None)
    first, again, other = (files(tmp_path / name) for name in ("1-0", "1-1", "2-0"))
    assert first == again
    assert first.keys() == other.keys()
    assert first["key/README.md"] != other["key/README.md"]


def test_printed_command_grades_the_submissions(plan: RunCommand, tmp_path: Path) -> None:
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
    """Return the files of all exercises on the farmer's puzzle."""
    setting = ExercisePuzzle(load("wolf-goat-cabbage"), {}, {"seed": 1, "gaps": "preconditions", "dialect": None})
    return make_exercise_files(setting, [made(kind, "wolf-goat-cabbage") for kind in EXERCISE_MAKERS], "")


def test_later_sheets_link_back_and_never_ahead() -> None:
    """A sheet that is handed out later has a link to the sheet before, and no sheet has a link to a later one."""
    links = {name: re.findall(r'<a href="([^"]*)"', text) for name, text in sheets().items() if name.endswith("html")}
    assert links == {
        "sheet.html": [],
        "mistake/sheet.html": ["../sheet.html"],
        "heuristic/sheet.html": ["../mistake/sheet.html"],
    }


def test_handed_out_files_contain_no_answer() -> None:
    """The first handed-out files contain no answers.

    Their actions have no comments except at the gaps, and they contain no other model.
    """
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
    assert str(made("plan", "wolf-goat-cabbage").template_values["found"]) not in " ".join(first.values())


def test_first_sheet_omits_exercises_that_show_the_model() -> None:
    """The first sheet omits exercises that show the model without gaps: the mistake and the heuristics.

    The gaps, the plan and the graph reveal nothing about each other.
    """
    found = {name.removesuffix("sheet.md") for name in sheets() if name.endswith("sheet.md")}
    assert found == {"", "mistake/", "heuristic/"}
    first = sheets()["sheet.md"]
    assert str(made("plan", "wolf-goat-cabbage").task_tables[0].rows[0][1]) in first
    for folder in ("mistake/", "heuristic/"):
        assert len(re.findall("(?m)^## ", sheets()[f"{folder}sheet.md"])) < len(re.findall("(?m)^## ", first))


def test_impossible_exercises_are_left_out_or_rejected(plan: RunCommand) -> None:
    run = plan("exercise", "lights-out", "-o", "lights")
    assert run.returncode == 0
    notes = run.stderr.splitlines()
    told = [re.match(r"plan: note: left out the exercise '(\w+)' for lights-out: ", note) for note in notes]
    assert [note and note[1] for note in told] == ["complete", "mistake", "graph", "heuristic"]
    assert run.stdout == "wrote 1 exercise to lights/; the answer key is in lights/key\n"
    run = plan("exercise", "lights-out", "--kind", "graph", "-o", "other")
    assert_refused(run)
    assert (
        "lights-out: its state graph does not fit this exercise, which needs a graph with 3 to 30 states, including a goal state"
        in run.stderr
    )
    run = plan("exercise", "bridge-torch", "--kind", "plan", "-o", "other")
    assert_refused(run)
    assert "bridge-torch: no crossing in a solution could break a rule" in run.stderr
    run = plan("exercise", "--kind", "plan", "--gaps", "goal")
    assert_refused(run)
    assert "--gaps has no effect here; it applies only with --kind complete" in run.stderr
    run = plan("exercise", "wolf-goat-cabbage", "--kind", "plan", "-o", "lights")
    assert_refused(run)
    assert (
        "lights: the folder is not empty; choose a new or an empty folder; --force writes into this folder anyway"
        in run.stderr
    )


@pytest.mark.browser
def test_sheet_fits_a_phone_and_prints_in_black(show: OpenPage) -> None:
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


@pytest.mark.parametrize("seed", range(1, scale(2) + 1))
def test_model_with_gaps_names_a_missing_action_where_it_belongs(seed: int) -> None:
    one = made("complete", "wolf-goat-cabbage", seed, "action")
    starter, key = (names_of_actions(one.files[f"{folder}/domain.pddl"]) for folder in ("starter", "key"))
    [missing] = [name for name in key if name not in starter]
    assert starter == [name for name in key if name != missing]
    assert f"; … 1 missing: the action {missing}\n" in one.files["starter/domain.pddl"]


@pytest.mark.parametrize("seed", range(1, scale(3) + 1))
def test_mistake_never_adds_facts_to_the_model(seed: int) -> None:
    """A mistake adds no facts to the model.

    A mutant has at most as many facts as the key; a ``not`` may be added or removed.
    """
    mutant, key = made("mistake", "wolf-goat-cabbage", seed), made("complete", "wolf-goat-cabbage")
    texts = mutant.files["mistake/domain.pddl"], key.files["key/domain.pddl"]
    fewer, all_of_them = (len(re.findall("[(][a-z][^();]*[)]", text)) for text in texts)
    assert fewer <= all_of_them
    assert not str(mutant.template_values["says"]).startswith("add")


@pytest.mark.parametrize(
    ("puzzle", "seed"), [*itertools.product(["wolf-goat-cabbage", "family"], range(1, scale(2) + 1))]
)
def test_wrong_move_is_legal_elsewhere_in_the_plan(puzzle: str, seed: int) -> None:
    """A wrong move is legal in another state of the solution, so it does not give itself away."""
    one = made("plan", puzzle, seed)
    rows, number = [row for _, row in one.task_tables[0].rows], int(str(one.template_values["number"]))
    wrong, rows[number - 1] = rows[number - 1], str(one.template_values["instead"])
    rules = oracle.PUZZLES[puzzle]()
    situations = [rules.initial_situation()]
    for row in rows:
        load, there = crossing(row)
        situations += [then for who, at, then in rules.successors(situations[-1]) if (who, at) == (load, there)]
    assert len(situations) == len(rows) + 1
    assert rules.is_goal(situations[-1])
    assert crossing(wrong) in {(who, there) for one in situations for who, there, _ in rules.successors(one)}


def crossing(row: str) -> tuple[frozenset[str], str]:
    matched = re.fullmatch("(.+) moves? to the (.+)", row)
    assert matched
    return names_in(matched[1]), matched[2]


def names_in(text: str) -> frozenset[str]:
    """Return the travelers at the start of a sentence, without articles.

    Examples are "The farmer and the goat" and "Daughter 1".
    """
    return frozenset(
        re.sub(r"^the ", "", name)
        for name in re.split(" and |, ", re.sub("^[A-Z](?=[a-z])", lambda first: first[0].lower(), text))
    )


def asked(puzzle: str, **given: Any) -> ExercisePuzzle:
    return ExercisePuzzle(load(puzzle), given, {"seed": 1, "gaps": "preconditions", "dialect": None})


def test_smaller_instances_lower_one_parameter_at_a_time() -> None:
    """Smaller instances lower one parameter at a time.

    The puzzle itself comes first, then fewer discs, then fewer pegs, at least two. Given parameters stay, and
    no parameter becomes 0.
    """
    found = [tuple(dict(one.instance.parameters).values()) for one in asked("hanoi").with_smaller_instances()]
    assert found == [(4, 3), (3, 3), (2, 3), (1, 3), (4, 2)]
    assert [
        tuple(dict(one.instance.parameters).values()) for one in asked("hanoi", discs=3).with_smaller_instances()
    ] == [
        (3, 3),
        (3, 2),
    ]
    couples = [dict(one.instance.parameters) for one in asked("jealous-couples", capacity=2).with_smaller_instances()]
    assert [(one["couples"], one["capacity"]) for one in couples] == [(3, 2), (2, 2), (1, 2)]


def test_graph_exercise_requires_a_drawable_number_of_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph exercise requires a small number of states.

    The farmer's puzzle has 10 states and no smaller instance. With a limit of 9 states, the exercise is
    impossible.
    """
    setting = asked("wolf-goat-cabbage")
    monkeypatch.setattr(state_exercises, "MAX_STATES", 10)
    assert str(EXERCISE_MAKERS["graph"](setting).template_values["summary"]).startswith("10 states")
    monkeypatch.setattr(state_exercises, "MAX_STATES", 9)
    with pytest.raises(
        EncodingError, match="its state graph does not fit this exercise, which needs a graph with 3 to 9 states"
    ):
        EXERCISE_MAKERS["graph"](setting)
    # three discs have 27 states, two have 9
    assert str(EXERCISE_MAKERS["graph"](asked("hanoi")).template_values["summary"]).startswith("9 states")


def without_an_action(key: Pddl) -> Pddl:
    start = key.domain.index("(:action")
    return replace(key, domain=key.domain[:start] + key.domain[key.domain.index("(:action", start + 1) :])


def test_incompletely_explored_model_makes_no_exercise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gap counts only after a complete exploration of the states and ground actions.

    The farmer's model has more than 3 of them.
    """
    key = asked("wolf-goat-cabbage").pddl
    longer = replace(key, problem=key.problem.replace("(and", "(and (at farmer right-bank)", 1))
    assert asked("wolf-goat-cabbage").judge_changed_model(without_an_action(key)) is not None
    assert asked("wolf-goat-cabbage").judge_changed_model(key) is None
    assert asked("wolf-goat-cabbage").judge_changed_model(longer) is None, "written otherwise, it is the same"
    monkeypatch.setattr(setting_module, "MAX_STATES_AND_ACTIONS", 3)
    assert asked("wolf-goat-cabbage").judge_changed_model(without_an_action(key)) is None


def test_ambiguous_model_makes_no_exercise() -> None:
    """A model with ambiguous semantics makes no exercise.

    On a route from a bank to itself, the farmer would leave the bank and arrive there, which has no agreed
    meaning in PDDL.
    """
    key = asked("wolf-goat-cabbage").pddl
    [route, *_] = re.findall(r"\(opposite ([\w-]+) [\w-]+\)", key.problem)
    unclear = replace(
        without_an_action(key), problem=key.problem.replace("(:init", f"(:init (opposite {route} {route})")
    )
    assert asked("wolf-goat-cabbage").judge_changed_model(without_an_action(key)) is not None
    assert asked("wolf-goat-cabbage").judge_changed_model(unclear) is None


def test_model_that_differs_from_its_puzzle_makes_no_exercise() -> None:
    """A model that differs from its puzzle, or may differ, makes no exercise."""
    setting = asked("wolf-goat-cabbage")
    setting.is_model_correct = False
    assert setting.judge_changed_model(without_an_action(setting.pddl)) is None


@pytest.mark.parametrize("seed", range(1, scale(3) + 1))
def test_fault_in_a_mistake_exercise_is_visible_only_after_a_move(seed: int) -> None:
    """A mistake is visible only after a move.

    A wrong initial state or a traveler in two places would be visible without a scenario.
    """
    told = made("mistake", "wolf-goat-cabbage", seed).files["key/mistake.md"]
    assert not any(format_message(f"differences.{kind}") in told for kind in ("start", "double"))


def test_heuristic_exercise_limits_facts_and_ground_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A heuristic exercise limits the numbers of facts and ground actions.

    The farmer, the wolf, the goat and the cabbage are on one of two banks: 8 facts. The actions are counted by
    brute force.
    """
    setting = asked("wolf-goat-cabbage")
    actions, start, _ = relaxed(setting.pddl.domain, setting.pddl.problem)
    reached = costs(actions, start, max)
    number = sum(needed <= reached.keys() for _, needed, _ in actions)
    for facts, moves, fits in ((8, number, True), (7, number, False), (8, number - 1, False)):
        monkeypatch.setattr(state_exercises, "MAX_FACTS", facts)
        monkeypatch.setattr(state_exercises, "MAX_ACTIONS", moves)
        if fits:
            assert EXERCISE_MAKERS["heuristic"](setting).files["heuristic/domain.pddl"] == setting.pddl.domain
            continue
        with pytest.raises(EncodingError, match=f"at most {facts} facts and at most {moves} ground actions"):
            EXERCISE_MAKERS["heuristic"](setting)


def test_heuristic_exercise_rejects_the_adl_dialect() -> None:
    """A heuristic exercise rejects the ADL dialect.

    In ADL, the goat is safe if the wolf is elsewhere or the farmer is present: a disjunction, not a list of
    facts.
    """
    adl = ExercisePuzzle(load("wolf-goat-cabbage"), {}, {"seed": 1, "gaps": "preconditions", "dialect": "adl"})
    assert "(or " in adl.pddl.domain or "(not (and" in adl.pddl.domain
    with pytest.raises(EncodingError, match="of plain STRIPS"):
        EXERCISE_MAKERS["heuristic"](adl)


@pytest.mark.parametrize("seed", range(1, scale(3) + 1))
def test_heuristic_exercise_uses_distinct_nongoal_states(seed: int) -> None:
    """A heuristic exercise uses three distinct states that are not goals.

    They are the initial state and two states on the way. In the goal state, the values would show nothing.
    """
    one = made("heuristic", "wolf-goat-cabbage", seed)
    rows = [(name, frozenset(re.findall(r"[(][^)]+[)]", facts))) for name, facts in one.task_tables[0].rows]
    assert [name for name, _ in rows] == ["A", "B", "C"]
    _, start, goal = relaxed(one.files["heuristic/domain.pddl"], one.files["heuristic/p01.pddl"])
    sets = [{tuple(fact.strip("()").split()) for fact in facts} for _, facts in rows]
    assert sets[0] <= start
    assert len({facts for _, facts in rows}) == 3
    assert not any(goal <= facts for facts in sets)


def test_graph_exercise_requires_three_states() -> None:
    """A graph exercise requires three states.

    A disc on one of three pegs has three states, each a move from the others. With two pegs there are only two
    states.
    """
    assert str(EXERCISE_MAKERS["graph"](asked("hanoi", discs=1)).template_values["summary"]).startswith(
        "3 states, 6 links; 1 action "
    )
    with pytest.raises(EncodingError):
        EXERCISE_MAKERS["graph"](asked("hanoi", discs=1, pegs=2))


def test_exercises_are_numbered_where_there_are_several() -> None:
    """Several exercises are numbered on the sheet and in the key; a single one has no number."""
    plan, graph = made("plan", "wolf-goat-cabbage"), made("graph", "wolf-goat-cabbage")
    numbers = {}
    for tasks in ([plan], [plan, graph]):
        files = make_exercise_files(asked("wolf-goat-cabbage"), tasks, "")
        sheets = files["sheet.md"], files["key/README.md"]
        numbers[len(tasks)] = [[*map(str.rstrip, re.findall("(?m)^## ([0-9]+[.])?", text))] for text in sheets]
    assert numbers == {1: [[""]] * 2, 2: [["1.", "2."]] * 2}


def test_key_lists_the_folders_to_hand_out_later() -> None:
    """The key lists the folders to hand out later, without the model with gaps, which comes first."""
    [line] = [line for line in sheets()["key/README.md"].splitlines() if line.startswith("The folder")]
    assert line.startswith(
        "The folders 'mistake' and 'heuristic' contain models that give away the answers to earlier tasks."
    )
    alone = make_exercise_files(asked("wolf-goat-cabbage"), [made("complete", "wolf-goat-cabbage")], "")
    assert "answers to earlier tasks" not in alone["key/README.md"]


@pytest.mark.parametrize("puzzle", ["wolf-goat-cabbage", "hanoi"])
def test_moves_of_the_plan_exercise_start_at_one(puzzle: str) -> None:
    """Moves of the plan exercise are numbered from one.

    Both puzzles take at least seven moves. The number in the key is that of the wrong move.
    """
    one = made("plan", puzzle)
    rows = one.task_tables[0].rows
    assert [number for number, _ in rows] == [f"{number}" for number in range(1, len(rows) + 1)]
    assert len(rows) == {"wolf-goat-cabbage": 7, "hanoi": 15}[puzzle]
    assert rows[int(str(one.template_values["number"])) - 1][1] != one.template_values["instead"]


def list_parts_of_actions(domain: str) -> dict[str, dict[str, Any]]:
    """Return the parts of every action by the names of the action and the part."""
    actions = [part for part in pddl_oracle.parse(domain) if part[0] == ":action"]
    return {name: dict(zip(parts[::2], parts[1::2], strict=True)) for _, name, *parts in actions}


def make_setting(seed: int, gaps: str, domain: str, problem: str) -> ExercisePuzzle:
    """Return the setting of exercises for a small planning task."""
    task = make_pddl_puzzle(Source(domain, "domain.pddl"), Source(problem, "p01.pddl"), Path("lamp.toml"))
    return ExercisePuzzle(task, {}, {"seed": seed, "gaps": gaps, "dialect": None})


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
"""A task in which only the condition ``on`` matters.

The other conditions always hold, and lighting twice changes nothing.
"""


@pytest.mark.parametrize(("gaps", "section"), [("preconditions", ":precondition"), ("effects", ":effect")])
@pytest.mark.parametrize("seed", range(1, scale(3) + 1))
def test_gaps_of_an_exercise_are_in_the_requested_part_of_one_action(gaps: str, section: str, seed: int) -> None:
    """Gaps are in the requested part of one action and remove at most half of it.

    The search finds a gap that matters, although most do not.
    """
    one = EXERCISE_MAKERS["complete"](make_setting(seed, gaps, LAMP, LAMP_1))
    starter, key = (list_parts_of_actions(one.files[f"{folder}/domain.pddl"]) for folder in ("starter", "key"))
    [(name, part)] = [(name, part) for name in key for part in key[name] if starter[name][part] != key[name][part]]
    assert part == section
    had, has = (model[name][section][1:] for model in (key, starter))
    assert [each for each in had if each in has] == has
    assert 1 <= len(had) - len(has) == one.template_values["number"] <= max(1, len(had) // 2)
    assert gaps == "effects" or ["on"] not in has


def test_several_preconditions_may_be_missing() -> None:
    """Between one and four of nine preconditions may be missing."""
    numbers = {
        EXERCISE_MAKERS["complete"](make_setting(seed, "preconditions", LAMP, LAMP_1)).template_values["number"]
        for seed in range(1, 9)
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


def test_moves_from_a_room_to_itself_do_not_prevent_an_exercise() -> None:
    """Moves from a room to itself in the puzzle's own model do not prevent an exercise.

    Such a move leaves the room and arrives there. A gap still changes the verdict.
    """
    one = EXERCISE_MAKERS["complete"](make_setting(1, "preconditions", ROOMS, ROOMS_1))
    starter, key = (list_parts_of_actions(one.files[f"{folder}/domain.pddl"]) for folder in ("starter", "key"))
    assert [name for name in key if starter[name] != key[name]] in (["move"], ["light"])


def test_initial_state_of_graph_exercise_names_or_counts_travelers() -> None:
    """The initial state of a graph exercise names or counts the travelers.

    Brackets are explained if they occur.
    """
    farmer, many, discs = (
        made("graph", puzzle).template_values for puzzle in ("wolf-goat-cabbage", "missionaries-cannibals", "hanoi")
    )
    assert re.findall("[a-z]+", str(farmer["start"])) == ["farmer", "wolf", "goat", "cabbage"]
    assert re.findall("[0-9]+ [a-z]+", str(many["start"])) == ["3 missionaries", "3 cannibals"]
    for says in (farmer, many, discs):
        assert ("[" in str(says["start"])) == bool(says["mark"])


def test_handed_out_models_omit_revealing_comments() -> None:
    """Handed-out models omit revealing comments and repeated blank lines.

    Only comments behind declarations stay: they explain the declared names.
    """
    key = asked("wolf-goat-cabbage").pddl
    declared, _, actions = key.domain.partition("(:action")
    assert not re.search(r"(?m)^\s*;", declared)
    assert re.search(r"(?m)^\s*\(.*;", asked("hanoi").pddl.domain), "nothing lies there"
    assert ";" not in actions + key.problem
    for text in (key.domain, key.problem):
        assert "\n\n\n" not in text
        assert text == text.strip() + "\n"


def test_rubric_is_written_only_for_model_exercises() -> None:
    """A rubric is written only for exercises with models.

    A person reads plans and graphs; the command in the key checks models.
    """
    plan, graph, gaps = (made(kind, "wolf-goat-cabbage") for kind in ("plan", "graph", "complete"))
    read = make_exercise_files(asked("wolf-goat-cabbage"), [plan, graph], "plan check … --rubric ")
    assert read.keys() == {"sheet.md", "sheet.html", "key/README.md", "key/graph.svg"}
    assert "graded" not in read["key/README.md"]
    checked = make_exercise_files(asked("wolf-goat-cabbage"), [plan, gaps], "plan check … --rubric ")
    assert "    plan check … --rubric rubric.toml\n" in checked["key/README.md"]
    assert "rubric.toml" in checked


def test_heuristic_exercise_asks_initial_and_intermediate_states() -> None:
    """A heuristic exercise uses initial and intermediate states.

    A plan of two actions has one intermediate state.
    """
    one = EXERCISE_MAKERS["heuristic"](make_setting(1, "preconditions", LAMP, LAMP_1))
    assert [name for name, _ in one.task_tables[0].rows] == ["A", "B"]
    assert "(on)" not in one.task_tables[0].rows[0][1]
    assert "(on)" in one.task_tables[0].rows[1][1]


@pytest.mark.parametrize(
    "condition", ["(or (off) (on)) (dark)", "(not (lit)) (dark) (on)", "(dark) (imply (off) (on)) (p1)"]
)
def test_heuristic_exercise_rejects_disjunctions_and_negations(condition: str) -> None:
    before = "(p1) (p2) (p3) (dark) (p4) (on) (p5) (p6) (p7)"
    assert before in LAMP
    domain = LAMP.replace(":strips", ":adl").replace(before, condition)
    with pytest.raises(EncodingError, match="of plain STRIPS"):
        EXERCISE_MAKERS["heuristic"](make_setting(1, "preconditions", domain, LAMP_1))
