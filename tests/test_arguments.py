"""Arguments of the Python functions.

An invalid one raises an error that names it, and valid ones raise none.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from crossing_answers import make_farmer_river, make_question

import ferryplan
from ferryplan import (
    all_solutions,
    check,
    check_submissions,
    command,
    compare,
    compare_searches,
    engines,
    exercise,
    find_domain,
    find_puzzle_key,
    find_puzzle_names,
    find_symbols,
    format_pddl,
    generate,
    graph,
    instantiate,
    invent,
    landscape,
    lint,
    lint_draft,
    load,
    narrate,
    pose,
    puzzles,
    schema,
    score,
    score_answers,
    search,
    show,
    solve,
    space,
    suite,
    validate,
    why,
)
from ferryplan.generator.arguments import ArgumentError, ArgumentTypeError, ArgumentValueError
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import FamilyError, FerryplanError
from ferryplan.planner.result_formats import FORMATS

FAMILY = load("wolf-goat-cabbage")
PDDL = generate(FAMILY)
BAD: list[Any] = [
    None, True, -1, 0, 1.5, math.nan, math.inf, 10**30, "", "5", "foo", "a\x1b[2J\udcff", b"strips", [], ["strips"], {}, {"foo": 1}, {1: 2},
    {"capacity": "x"}, {"capacity": math.nan}, {"capacity": [2]}, {"capacity": 10**30}, {"capacity": {}}, set(), object(), Path("nowhere"), FAMILY,
    PDDL, load, ValueError,
]  # fmt: skip
Check = Callable[[Any], bool]
"""whether a value is not rejected for its type or form; it may be rejected for other reasons"""


def is_none(value: object) -> bool:
    return value is None


def is_flag(value: object) -> bool:
    return isinstance(value, bool)


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_command_line(value: object) -> bool:
    return isinstance(value, str) or value in ([], ["strips"])


def is_path(value: object) -> bool:
    return isinstance(value, str | Path)


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_count(value: Any) -> bool:
    return is_number(value) and value > 0


def is_amount(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf


def is_weight(value: Any) -> bool:
    return is_amount(value) and 1 <= value <= 1000


def is_empty_list(value: object) -> bool:
    return value == [] and isinstance(value, list)


def is_nothing(value: object) -> bool:
    """Return whether a value means that no parameters are given."""
    return value is None or (value == {} and isinstance(value, dict))


def is_pddl(value: object) -> bool:
    return value is PDDL


def refuse(value: object) -> bool:
    return False


def either(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


LIMITS: dict[str, tuple[Any, Check]] = {"timeout": (60, is_amount), "memory": (4096, is_count)}
PUZZLE: dict[str, tuple[Any, Check]] = {
    "puzzle": (FAMILY, lambda value: value is FAMILY or value is PDDL),
    "parameters": ({}, is_nothing),
}
SEVERAL = {**PUZZLE, "parameters": ({}, lambda value: is_nothing(value) or value == {"capacity": [2]})}
FORMULATION: dict[str, tuple[Any, Check]] = {"dialect": (None, is_none), "encoding": (None, is_none)}
SEED: tuple[Any, Check] = (1, is_number)
HINTS: dict[str, tuple[Any, Check]] = {
    "hint": (0, lambda value: is_number(value) and 0 <= value <= 3),
    "hint_time": (1, is_amount),
    "map": (None, is_none),
}
WORKERS: dict[str, tuple[Any, Check]] = {
    "jobs": (1, lambda value: is_count(value) and value <= 1000),
    "cluster": (
        None,
        either(is_none, lambda value: is_text(value) and value != ""),
    ),  # a host name that no test contacts
    "journal": (None, either(is_none, lambda value: is_path(value) and value != "")),
}

FUNCTIONS: dict[Callable[..., Any], dict[str, tuple[Any, Check]]] = {
    load: {"puzzle": PUZZLE["puzzle"]},
    puzzles: {"family": (None, is_none), "folder": (None, either(is_none, is_path))},
    schema: {"family": ("grid", refuse), "output": (None, is_none)},
    engines: {},
    instantiate: PUZZLE,
    show: {**PUZZLE, "difficulty": (False, is_flag), "theme": (None, is_none), "seed": SEED, **LIMITS},
    generate: {**PUZZLE, **FORMULATION, "backward": (False, is_flag), "style": (None, is_none), **LIMITS},
    solve: {
        **PUZZLE, "engine": ("rules", is_text), **FORMULATION, **LIMITS, "session": (None, is_none), "advise": (True, is_flag),
        "backward": (False, is_flag), "actions": (False, is_flag),
    },
    all_solutions: {
        **PUZZLE, "up_to_symmetry": (False, is_flag), "slack": (0, lambda value: is_number(value) and value >= 0), **LIMITS,
    },
    why: {**PUZZLE, "max_states": (1, is_count), **LIMITS},
    validate: {
        "problem": (PDDL, is_pddl), "plan": ([], refuse), "domain": (None, is_none), "plan_number": (None, either(is_none, is_count)), **LIMITS,
    },
    narrate: {
        "problem": (PDDL, is_pddl), "plan": ([], refuse), "domain": (None, is_none), "plan_number": (None, either(is_none, is_count)), **LIMITS,
    },
    space: {**PUZZLE, "boat_as_place": (False, is_flag)},
    graph: {
        **PUZZLE, "up_to_symmetry": (False, is_flag), "boat_as_place": (False, is_flag), "pddl": (False, is_flag), **FORMULATION,
        "max_states": (5, either(is_none, is_count)), **LIMITS,
    },
    search: {
        **PUZZLE, "algorithm": ("bfs", refuse), "heuristic": (None, either(is_none, callable)), "admissible": (False, is_flag),
        "weight": (1.0, is_weight), "max_nodes": (10, is_count), "trace": (False, is_flag), **FORMULATION, **LIMITS,
    },
    compare_searches: {
        **PUZZLE, "algorithms": (["bfs"], is_empty_list), "heuristics": ([], is_empty_list), "weight": (1.0, is_weight), "max_nodes": (10, is_count),
        **FORMULATION, **LIMITS,
    },
    landscape: {**PUZZLE, "heuristic": ("blind", either(is_none, callable)), **FORMULATION, **LIMITS},
    check: {
        "puzzle": PUZZLE["puzzle"], "problem": (PDDL, is_pddl), "domain": (None, is_none), "parameters": ({}, is_nothing),
        "rubric": (None, is_none), **HINTS, "show_map": (False, is_flag), **LIMITS,
    },
    check_submissions: {
        "puzzle": PUZZLE["puzzle"], "folder": ("nowhere", refuse), "parameters": ({}, is_nothing), "rubric": (None, is_none), **HINTS, **WORKERS,
        **LIMITS,
    },
    lint: {
        "puzzle": (PDDL, lambda value: value is FAMILY or value is PDDL), "problem": (None, is_none), "plan": (None, is_none),
        "parameters": ({}, is_nothing), "style": (False, is_flag), **LIMITS,
    },
    lint_draft: {
        "domain": (None, either(is_none, is_text)), "problem": (None, either(is_none, is_text)), "puzzle": (None, either(is_none, is_text)),
        "style": (False, is_flag),
    },
    format_pddl: {"text": (PDDL.domain, is_text)},
    find_domain: {"problem": ("p01.pddl", is_path)},
    find_symbols: {"domain": (PDDL.domain, either(is_none, is_text)), "problem": (None, either(is_none, is_text))},
    find_puzzle_key: {"text": ("[boat]", is_text), "line": (1, is_count), "column": (1, is_count)},
    find_puzzle_names: {"text": ("[boat]", is_text)},
    suite: {
        "puzzle": PUZZLE["puzzle"], "output": ("suite", either(is_text, lambda value: isinstance(value, Path))), "parameters": SEVERAL["parameters"],
        **FORMULATION, "lab": (None, either(is_none, is_path)), "known_only": (False, is_flag), "solvable_only": (False, is_flag),
        "overwrite": (False, is_flag), **WORKERS, **LIMITS,
    },
    command: {"line": ("list", is_command_line), "text": ("", is_text)},
    compare: {
        **SEVERAL, "engines": (["rules"], is_empty_list), "dialects": ([], either(is_empty_list, lambda value: value == ["strips"])),
        "encodings": ([], is_empty_list), **WORKERS, **LIMITS,
    },
    invent: {
        "kind": ("queens", refuse), "number": (1, lambda value: is_count(value) and value < 10**5),
        "seed": SEED, "difficulty": (None, is_none), "theme": ("any", refuse),
        "sizes": ({}, is_nothing), "parts": ([], is_empty_list), "minimal": (True, lambda value: value is True),
        "unique": (True, lambda value: value is True), "max_classes": (1, lambda value: is_number(value) and value == 1),
        "unsolvable": (False, is_flag), "known": ([], lambda value: value in ([], {}, "", set())), "repeats": (False, is_flag),
        "engine": (None, is_none), "max_drafts": (9, lambda value: is_count(value) and value < 10**7), **WORKERS, **LIMITS,
    },
    pose: {
        **SEVERAL, "puzzle": (FAMILY, lambda value: value is FAMILY or value is PDDL), "set": (None, is_none), "sizes": (range(2, 3), refuse),
        "kinds": ([], is_empty_list), "ask": ("length", refuse), "number": (1, is_count),
        "unsolvable": (0, lambda value: value == 0 and not isinstance(value, bool)),
        "known": ([], lambda value: value in ([], {}, "", set())), "repeats": (False, is_flag), "seed": SEED, "theme": (None, is_none),
        "paraphrase": (False, is_flag), "language": ("en", refuse), "pddl": (False, is_flag),
        "split": (None, is_none), "certificates": (False, is_flag), **WORKERS, **LIMITS,
    },
    exercise: {**PUZZLE, "kinds": (["plan"], refuse), "gaps": ("goal", refuse), "seed": SEED, "dialect": (None, is_none), **LIMITS},
    score: {
        "question": (make_question(make_farmer_river(), "plan", 7), refuse),
        "answer": ("unsolvable", lambda value: value is None or isinstance(value, bool | int | float | str | list | dict)),
    },
    score_answers: {
        "questions": ([make_question(make_farmer_river(), "length", 7)], lambda value: value in ([], set())),
        "answers": ({}, lambda value: value in ([], set()) or isinstance(value, dict)), "partial": (False, is_flag), **WORKERS,
    },
}  # fmt: skip
"""for each function its arguments: a valid value, and the check that accepts values that are not rejected"""


def is_about_argument(error: ArgumentError, name: str, value: Any) -> bool:
    """Return whether an error names the argument, or the parameter inside of `parameters`, and the value."""
    return (
        (error.argument == name or (name == "parameters" and error.argument in value))
        and str(error).startswith(f"{error.argument}: ")
        and bool(error.found)
        and isinstance(error, TypeError | ValueError)
    )


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_invalid_argument_is_reported_by_name(function: Callable[..., Any]) -> None:
    """Every error is a public one.

    An error about the argument names it and is a TypeError or a ValueError.
    """
    valid = {name: value for name, (value, _) in FUNCTIONS[function].items()}
    wrong = []
    for name, (_, fits) in FUNCTIONS[function].items():
        for value in BAD:
            if not fits(value):
                try:
                    function(**{**valid, name: value})
                except ArgumentError as error:
                    wrong += [] if is_about_argument(error, name, value) else [(name, value, error)]
                except Exception as error:
                    wrong += [] if isinstance(error, FerryplanError) and str(error) else [(name, value, error)]
                else:
                    wrong.append((name, value, "no error"))
    assert not wrong


def test_every_public_function_and_argument_is_covered() -> None:
    public = [getattr(ferryplan, name) for name in ferryplan.__all__]
    assert {*FUNCTIONS} == {one for one in public if inspect.isfunction(one)}
    for function, good in FUNCTIONS.items():
        declared = inspect.signature(function).parameters
        assert [name for name, one in declared.items() if one.kind is not one.VAR_KEYWORD] == [*good], function


def test_documented_exceptions_are_raised() -> None:
    """Each kind of argument raises its documented exceptions."""
    for wrong, raised in (
        (lambda: solve(FAMILY, dialect="foo"), ArgumentValueError),
        (lambda: solve(FAMILY, timeout="5"), ArgumentTypeError),
        (lambda: solve(FAMILY, timeout=math.nan), ArgumentValueError),
        (lambda: solve(FAMILY, memory=0.5), ArgumentTypeError),
        (lambda: solve(FAMILY, wait=3), ferryplan.ParameterError),
        (lambda: solve(FAMILY, {"capacity": 2}, capacity=2), ArgumentValueError),
        (lambda: solve("zebra", backward=True), FamilyError),
        (lambda: solve(PDDL, dialect="strips"), FamilyError),
        (lambda: all_solutions("zebra", slack=1), FamilyError),
        (lambda: CrossingSpace(instantiate("zebra")), ArgumentTypeError),
        (lambda: solve(FAMILY).render("pdf"), ArgumentValueError),
    ):
        with pytest.raises(raised):
            wrong()
    assert not issubclass(ArgumentTypeError, ValueError)
    assert not issubclass(ArgumentValueError, TypeError)


def test_argument_error_carries_its_data() -> None:
    with pytest.raises(ArgumentValueError) as caught:
        solve(FAMILY, timeout=-1)
    found = pickle.loads(pickle.dumps(caught.value))
    assert (found.argument, found.found, found.expected) == ("timeout", "-1", "a number of seconds above 0")
    assert str(found) == str(caught.value)


PATH = Path(__file__).parents[1] / "domains" / "crossing" / "wolf-goat-cabbage.toml"


@pytest.mark.parametrize("source", ["wolf-goat-cabbage", PATH, str(PATH), PATH.read_text(), FAMILY], ids=str)
def test_puzzle_argument_accepts_name_path_and_text(source: Any) -> None:
    assert load(source) == FAMILY
    assert len(solve(source, engine="rules", capacity=2).solution.steps) == 7


def test_puzzle_argument_accepts_pddl(tmp_path: Path) -> None:
    """PDDL may be given as texts, in files, or in a folder."""
    (tmp_path / "domain.pddl").write_text(PDDL.domain)
    (tmp_path / "p01.pddl").write_text(PDDL.problem)
    files = (tmp_path / "domain.pddl", tmp_path / "p01.pddl")
    for source in (PDDL, (PDDL.domain, PDDL.problem), files, tuple(map(str, files)), files[1], tmp_path):
        assert len(graph(source, max_states=100)) > 10


def test_swapped_domain_and_problem_are_accepted(tmp_path: Path) -> None:
    """Swapped PDDL is accepted as texts, in files, and as one of each."""
    (tmp_path / "domain.pddl").write_text(PDDL.domain)
    (tmp_path / "p01.pddl").write_text(PDDL.problem)
    domain, problem = tmp_path / "domain.pddl", str(tmp_path / "p01.pddl")
    plan = solve(FAMILY).render("plan")
    for pair in ((PDDL.problem, PDDL.domain), (problem, domain), (problem, PDDL.domain)):
        assert len(graph(pair)) == len(graph(PDDL))
        assert check(FAMILY, pair).verdict == check(FAMILY, *pair[::-1]).verdict == "same"
        assert validate(pair, plan).status == validate(pair[1], plan, pair[0]).status == "valid"
    assert check(FAMILY, tmp_path).verdict == "same"
    for lonely in (PDDL.domain, domain, (PDDL.domain, PDDL.domain)):
        with pytest.raises(ArgumentValueError, match="problem: the problem is missing; give it along with the domain"):
            validate(lonely, plan)


def test_puzzle_argument_accepts_an_instance() -> None:
    """An instance is accepted however it was made, also after saving it to a file and loading it."""
    instances = [
        instantiate("jealous-couples", couples=2),
        instantiate(load(dict(FAMILY.given_values()))),
        instantiate(PDDL),
    ]
    for instance in [*instances, solve("wolf-goat-cabbage").instance]:
        for copy in (instance, pickle.loads(pickle.dumps(instance))):
            assert instantiate(copy) == instance
            assert space(copy).initial == space(instance).initial
    assert len(all_solutions(instances[0])) == len(all_solutions("jealous-couples", couples=2))
    with pytest.raises(
        ArgumentValueError,
        match="parameters: the parameters of an instance are fixed; to choose others, give the puzzle instead",
    ):
        solve(instances[0], couples=3)
    changed = dataclasses.replace(instances[0], capacity=3)
    with pytest.raises(ArgumentValueError, match="this instance was changed after `instantiate` made it"):
        solve(changed)


def test_puzzle_from_dict_round_trips_through_toml() -> None:
    made = load(dict(FAMILY.given_values()))
    assert made == FAMILY
    assert load(made.to_toml()) == FAMILY


def test_catalog_puzzles_round_trip_through_toml() -> None:
    for name in (entry.name for entry in puzzles()):
        puzzle = load(name)
        again = load(puzzle.to_toml())
        assert again == puzzle
        assert len({again, puzzle}) == 1


@pytest.mark.parametrize(
    "story", ["One line.\n", "\n  Two\nlines. ", "Two  spaces " * 30, 'Quotes """ and \\ \\\\ end. ' * 20]
)
def test_story_text_round_trips_through_toml_unchanged(story: str) -> None:
    puzzle = load({**FAMILY.given_values(), "story": story})
    assert puzzle.story == story.strip()
    assert load(puzzle.to_toml()) == puzzle


def test_puzzle_objects_with_different_contents_are_unequal() -> None:
    tables = dict(FAMILY.given_values())
    others = [
        load({**tables, "title": "Another one"}),
        load({**tables, "boat": {**tables["boat"], "capacity": 3}}),
        load("zebra"),
    ]
    assert len({FAMILY, *others}) == 4
    assert load({**tables, "rules": [dict(rule) for rule in tables["rules"]]}) == FAMILY


def test_result_renders_in_every_format() -> None:
    result = solve(FAMILY, {})
    assert all(result.render(form) for form in FORMATS if form != "png")


@pytest.mark.browser
def test_result_renders_as_png() -> None:
    assert solve(FAMILY, {}, engine="rules").render("png").startswith(b"\x89PNG")
